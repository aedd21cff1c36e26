#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_package.py - the Debian packages in a clean Debian: `deploy/package.sh --test` builds them and runs this.

First what can be looked at as it is: the library's interface by abidiff, the metrics by promtool.

mmdebstrap makes the Debian, once (FOLDER/base.tar; remove it for a fresh one), and systemd-nspawn boots it with
systemd and a network of its own. There: the version before is installed, works and is set up by its owner; it is
upgraded while jobs are queued; the autopkgtests run; everything is removed, purged, and installed once more where the
machine's policy starts no service. The version before is in the folder TESUJI_PACKAGES_BEFORE; without one it is made
of the packages themselves, with another version and another configuration file.

Environment: TESUJI_PACKAGES, package.sh's FOLDER. Needs root, and a kernel that lets systemd-nspawn boot. Exit code
77: cannot be tried on this machine.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import common

FOLDER = os.environ.get("TESUJI_PACKAGES", os.path.join(common.BUILD, "packages"))
DEBS = os.path.join(FOLDER, "debs")
BEFORE = os.environ.get("TESUJI_PACKAGES_BEFORE")
BASE = os.path.join(FOLDER, "base.tar")
INCLUDED = "systemd,systemd-sysv,dbus,autopkgtest,python3"
FOR_TESTS = ["cmake", "gcc", "libc6-dev", "make", "nats-server", "pkg-config"]  # what debian/tests/control names of Debian
THRESHOLD = 15  # of systemd-analyze: exposure 1.5
SOCKET = "/run/tesujid/tesujid.sock"
CONF = "/etc/tesujid/tesujid.conf"
APT = ("apt-get -q -y -o Dpkg::Options::=--force-confold -o Dpkg::Use-Pty=0 -o APT::Sandbox::User=root "
       "--no-install-recommends ")
# A search that ends by its time alone: a mate in the middle of an opening.
LONG = ("tesuji solve --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' --time 600 "
        f"--server unix:{SOCKET}")


def packages(folder):
    return sorted(path for path in glob.glob(os.path.join(folder, "*.deb")) if "-dbgsym_" not in path)


def name_of(path):
    return os.path.basename(path).split("_")[0]


def make_base():
    """The Debian of this machine's release, with nothing of tesuji in it."""
    suite = re.search(r"^VERSION_CODENAME=(\w+)", common.read("/etc/os-release"), re.M)[1]
    print(f"Making a clean Debian {suite}: {BASE}", flush=True)
    with open(os.path.join(FOLDER, "mmdebstrap.log"), "w", encoding="utf-8") as log:
        subprocess.run(["mmdebstrap", "--variant=minbase", "--skip=cleanup/apt", f"--include={INCLUDED}", suite,
                        BASE + ".new.tar"], stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True)
    os.rename(BASE + ".new.tar", BASE)


def make_before(folder):
    """The packages as of a version before: another number, and a line less in the configuration."""
    for path in packages(DEBS):
        with tempfile.TemporaryDirectory() as tree:
            subprocess.run(["dpkg-deb", "-R", path, tree], check=True)
            control = os.path.join(tree, "DEBIAN/control")
            version = re.search(r"^Version: (.*)", common.read(control), re.M)[1]
            text = common.read(control).replace(version, version + "~before")
            with open(control, "w", encoding="utf-8") as file:
                file.write(text)
            conf = tree + CONF
            if os.path.exists(conf):
                text = common.read(conf)
                with open(conf, "w", encoding="utf-8") as file:
                    file.write(text.replace("#log_level = info\n", ""))
            subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "-b", tree, folder], check=True,
                           stdout=subprocess.DEVNULL)


class Contents(unittest.TestCase):
    """What needs no machine to run in."""

    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp(prefix="contents-", dir=FOLDER)
        cls.addClassCleanup(shutil.rmtree, cls.root)
        for name in ("libtesuji1", "libtesuji1-dbgsym", "tesujid"):
            [path] = glob.glob(os.path.join(DEBS, name + "_*.deb"))
            subprocess.run(["dpkg-deb", "-x", path, cls.root], check=True)

    def compared(self, recorded):
        """abidiff's exit code, and what it says, of the library as it is packaged."""
        [library] = [path for path in glob.glob(os.path.join(self.root, "usr/lib/*/libtesuji.so.*"))
                     if not os.path.islink(path)]
        return common.run("abidiff", "--d2", os.path.join(self.root, "usr/lib/debug"), "--no-added-syms", recorded, library)

    def test_the_library_keeps_its_interface(self):
        recorded = os.path.join(common.DEPLOY, "abi/libtesuji.abi")
        code, output = self.compared(recorded)
        self.assertEqual(0, code, output)
        other = os.path.join(self.root, "other.abi")
        with open(other, "w", encoding="utf-8") as file:
            file.write(common.read(recorded).replace("tesuji_value_name", "tesuji_name_of_value"))
        code, output = self.compared(other)
        self.assertNotEqual(0, code)
        self.assertIn("tesuji_name_of_value", output)

    def test_prometheus_takes_what_the_daemon_tells(self):
        daemon = os.path.join(self.root, "usr/bin/tesujid")
        code, output = common.run(sys.executable, "-B", os.path.join(os.path.dirname(__file__), "test_promtool.py"),
                                  env={**os.environ, "TESUJID": daemon})
        self.assertEqual(0, code, output)


class Machine:
    """A Debian that is booted in a folder."""

    def __init__(self, root, log):
        self.log = log
        self.process = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--keep-unit", "--register=no", "--private-network", "--boot",
             "--machine=tesuji-test", "--directory=" + root],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.leader = self.wait_for(self.find_leader, 30, "systemd-nspawn boots nothing")
        self.wait_for(self.is_up, 120, "the machine does not come up")

    def wait_for(self, is_there, seconds, why):
        until = time.monotonic() + seconds
        while True:
            found = is_there()
            if found:
                return found
            if time.monotonic() > until or self.process.poll() is not None:
                raise AssertionError(f"{why}: see {self.log.name}")
            time.sleep(0.1)

    def find_leader(self):
        """The machine's process 1, as this machine counts."""
        children = common.read(f"/proc/{self.process.pid}/task/{self.process.pid}/children").split()
        return children[0] if children else None

    def is_up(self):
        return self.run("systemctl is-system-running", check=False)[1].strip() in ("running", "degraded")

    def command(self, line):
        return ["nsenter", "--target", self.leader, "--mount", "--uts", "--ipc", "--net", "--pid", "--",
                "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8",
                "DEBIAN_FRONTEND=noninteractive", "sh", "-c", "cd / && " + line]

    def run(self, line, check=True, timeout=600):
        """(exit code, what was printed) of a line of shell."""
        done = subprocess.run(self.command(line), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, timeout=timeout)
        if check and done.returncode != 0:
            raise AssertionError(f"{line}: exit {done.returncode}\n{done.stdout[-6000:]}")
        return done.returncode, done.stdout

    def ok(self, line, **more):
        return self.run(line, **more)[1]

    def start(self, line):
        return subprocess.Popen(self.command(line), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def stop(self):
        self.run("systemctl poweroff", check=False)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Packages(unittest.TestCase):
    """The tests go on from each other, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="machine-", dir=FOLDER)
        cls.addClassCleanup(shutil.rmtree, cls.scratch, ignore_errors=True)
        cls.root = os.path.join(cls.scratch, "root")
        os.mkdir(cls.root)
        if not os.path.exists(BASE):
            make_base()
        subprocess.run(["tar", "-C", cls.root, "--numeric-owner", "-xf", BASE], check=True)
        for folder, source in (("now", DEBS), ("before", BEFORE)):
            there = os.path.join(cls.root, "srv", folder)
            os.makedirs(there)
            if source:
                for path in packages(source):
                    shutil.copy(path, there)
            else:
                make_before(there)
        shutil.copytree(glob.glob(os.path.join(FOLDER, "source/tesuji-*"))[0], os.path.join(cls.root, "srv/tesuji"),
                        ignore=shutil.ignore_patterns("obj-*", ".pybuild", "page", ".debhelper"), symlinks=True)
        with open(os.path.join(cls.root, "etc/dpkg/dpkg.cfg.d/fast"), "w", encoding="utf-8") as file:
            file.write("force-unsafe-io\n")  # nothing here has to outlive a loss of power
        cls.names = [name_of(path) for path in packages(DEBS)]
        cls.download()
        log = open(os.path.join(FOLDER, "machine.log"), "w", encoding="utf-8")  # pylint: disable=consider-using-with
        cls.addClassCleanup(log.close)
        cls.machine = Machine(cls.root, log)
        cls.addClassCleanup(cls.machine.stop)

    @classmethod
    def download(cls):
        """What the packages and their tests need of Debian: the machine has no network."""
        code, output = 1, ""
        for line in ("apt-get -q update", APT + "-d install /srv/now/*.deb " + " ".join(FOR_TESTS)):
            done = subprocess.run(["chroot", cls.root, "sh", "-c", line], stdin=subprocess.DEVNULL, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            code, output = done.returncode, done.stdout
        if code != 0:
            raise AssertionError(output)

    def ok(self, line, **more):
        return self.machine.ok(line, **more)

    def version_of(self, package):
        return self.ok(f"dpkg-query -W -f '${{Version}}' {package}")

    def assert_solves(self):
        """The README's main job, through the socket of the service."""
        output = self.ok(f"tesuji solve /srv/tesuji/docs/example.sgf --capture D4 --server unix:{SOCKET}")
        self.assertIn("Proven: black captures D4 within 5 plies (order 2). Best move E5.\n"
                      "Line: 1.E5 2.D5 3.D6 4.pass 5.E4\n", output)

    def test_1_the_version_before_installs_and_is_at_work(self):
        self.ok(APT + "install /srv/before/*.deb")
        self.assertIn("~before", self.version_of("tesujid"))
        for unit in ("tesujid", "tesuji-http"):
            self.assertEqual("enabled\n", self.ok(f"systemctl is-enabled {unit}"))
            self.assertEqual("active\n", self.ok(f"systemctl is-active {unit}"))
        self.assertEqual("disabled\n", self.machine.run("systemctl is-enabled tesujid.socket", check=False)[1])
        self.assert_solves()

    def test_2_its_owner_sets_it_up(self):
        """Accounts that only root and the daemon can read, and a line of his own in the configuration."""
        self.assertEqual("tesujid.conf\n", self.ok("ls /etc/tesujid"))
        self.ok("echo 'owner user=root class=operator' >/etc/tesujid/accounts && chmod 600 /etc/tesujid/accounts")
        self.ok("systemd-tmpfiles --create tesujid.conf")
        self.assertEqual("640 root tesujid\n", self.ok("stat -c '%a %U %G' /etc/tesujid/accounts"))
        self.ok(f"echo 'accounts = /etc/tesujid/accounts' >>{CONF} && systemctl restart tesujid")
        self.assert_solves()
        self.assert_the_daemon_knows_its_peers()
        self.ok(f"sed -i '$d' {CONF} && echo 'workers = 1' >>{CONF} && systemctl restart tesujid")
        self.assert_solves()

    def assert_the_daemon_knows_its_peers(self):
        """Through the sandbox of its unit: an account by its user, another by its group, and nobody else."""
        self.ok("printf 'player user=games\\nmembers group=audio\\n' >>/etc/tesujid/accounts && usermod -aG audio news")
        self.ok("systemctl reload tesujid")
        for user, may in (("games", True), ("news", True), ("lp", False)):
            code, output = self.machine.run("cd /srv/tesuji && setpriv --init-groups --regid " + user + " --reuid " + user +
                                            " tesuji solve docs/example.sgf --capture D4 --server unix:" + SOCKET,
                                            check=False)
            self.assertEqual(may, code == 0, f"{user}: {output}")

    def test_3_an_upgrade_while_jobs_are_queued(self):
        before = self.ok("systemctl show -P MainPID tesujid")
        waiting = self.machine.start(LONG)
        for _ in range(8):
            self.ok(LONG + " --detach")
        self.machine.wait_for(lambda: self.ok(f"tesuji jobs --server unix:{SOCKET}").count("undecided") >= 9, 30,
                              "the jobs are not queued")
        self.ok(APT + "install /srv/now/*.deb")
        output = waiting.communicate(timeout=60)[0]
        self.assertNotIn(waiting.returncode, (0, 1), output)  # no verdict: the daemon ended
        self.assertRegex(output, r"(?i)undecided|not decided|cancel|shut|daemon", output)
        self.assertNotIn("~before", self.version_of("tesujid"))
        self.assertNotEqual(before, self.ok("systemctl show -P MainPID tesujid"))
        self.assertEqual("active\n", self.ok("systemctl is-active tesujid"))
        self.assertEqual("active\n", self.ok("systemctl is-active tesuji-http"))
        self.assert_solves()
        self.assertIn("workers = 1\n", self.ok(f"cat {CONF}"))  # his own stays, the package's lies beside it
        self.ok(f"test -e {CONF}.dpkg-dist")
        log = self.ok("journalctl -u tesujid -o cat --no-pager")
        self.assertNotIn("SIGKILL", log)

    def test_4_a_restart_behind_the_socket_loses_nobody(self):
        self.ok("systemctl stop tesujid && systemctl start tesujid.socket")
        told = self.ok("TESUJID=/usr/bin/tesujid python3 -B /srv/tesuji/tests/deploy/test_restart.py --service 7411")
        print(" ", told.strip(), flush=True)
        self.ok("systemctl stop tesujid.socket tesujid && systemctl reset-failed tesujid && systemctl start tesujid")
        self.assert_solves()

    def test_5_a_worker_of_a_fleet_inside_its_unit(self):
        """By the drop-in that tesuji-fleet has: its unit lets the daemon load the module."""
        folder = "/etc/systemd/system/tesujid.service.d"
        self.ok(f"mkdir {folder} && cp /usr/share/doc/tesuji-fleet/examples/worker.conf {folder}")
        self.ok(f"echo 'fleet = nats://127.0.0.1:4222' >>{CONF} && systemctl daemon-reload && systemctl restart tesujid")
        self.assertRegex(self.ok(f"tesuji fleet --server unix:{SOCKET}"), "^.* at .*, worker, not connected to a broker\n")
        self.ok(f"sed -i '$d' {CONF} && rm -r {folder} && systemctl daemon-reload && systemctl restart tesujid")
        self.assert_solves()

    def test_5_the_units_confine_what_they_run(self):
        units = self.ok(f"dpkg -L {' '.join(self.names)} | grep '^/lib/systemd/system/.*service$'").split()
        self.assertEqual(2, len(units), units)
        for unit in units:
            self.ok(f"systemd-analyze security --offline=true --no-pager --threshold={THRESHOLD} {unit}")
        self.assertEqual("", self.ok("systemctl list-units --failed --no-legend --plain 'tesuji*'"))

    def test_6_the_autopkgtests_pass(self):
        code, output = self.machine.run("autopkgtest --no-built-binaries /srv/now/*.deb /srv/tesuji -- null",
                                        check=False, timeout=1200)
        summary = re.findall(r"^(\w+) +(PASS|FAIL.*|SKIP.*|FLAKY.*)$", output, re.M)
        print(" ", ", ".join(f"{name} {verdict}" for name, verdict in summary), flush=True)
        self.assertEqual(0, code, output[-8000:])
        self.assertEqual({"service", "gateway", "library", "python", "engines", "fleet", "check"},
                         {name for name, verdict in summary if verdict == "PASS"})

    def test_7_what_a_removal_leaves(self):
        self.ok(APT + "remove " + " ".join(self.names))
        self.assertNotEqual("active\n", self.machine.run("systemctl is-active tesujid", check=False)[1])
        self.ok(f"test -e {CONF} && test -d /var/lib/private/tesujid/store")
        self.ok("! test -e /usr/bin/tesujid && ! test -e /run/tesujid")

    def test_8_what_a_purge_leaves(self):
        self.ok(APT + "purge '~c'")  # those that have left something: apt does not know the others any more
        left = self.ok("find / -xdev \\( -path /srv -o -path /proc -o -path /tmp -o -path /var/cache -o -path "
                       "/var/lib/apt -o -path /var/log \\) -prune -o -name '*tesuji*' -print")
        self.assertEqual("", left)
        self.assertIn("/nologin", self.ok("getent passwd tesujid"))  # the account stays, see its postrm

    def test_9_where_no_service_may_be_started(self):
        self.ok("printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d")
        self.ok(APT + "install /srv/now/tesujid_*.deb")
        self.assertEqual("enabled\n", self.ok("systemctl is-enabled tesujid"))
        self.assertEqual("inactive\n", self.machine.run("systemctl is-active tesujid", check=False)[1])
        self.ok(APT + "purge tesujid")


if __name__ == "__main__":
    common.need("mmdebstrap", "systemd-nspawn", "dpkg-deb", "nsenter", "abidiff", "promtool")
    if os.geteuid() != 0:
        common.skip("needs root")
    if not packages(DEBS):
        common.skip(f"there are no packages in {DEBS}: deploy/package.sh --test makes them")
    unittest.main(verbosity=2, failfast=True)
