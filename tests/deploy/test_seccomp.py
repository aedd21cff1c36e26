#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_seccomp.py - a session of the daemon makes no system call that the filter of
tesujid.service refuses. The calls are counted by strace; the filter is expanded by
systemd-analyze; no systemd has to run."""

import os
import re
import socket
import sys
import tempfile
import time
import unittest

import common
from common import run

sys.path.insert(0, os.path.join(common.ROOT, "tests/e2e"))
from accounts import Accounts  # noqa: E402
from authority import Authority, TlsClient  # noqa: E402
from client import RpcError  # noqa: E402
from daemon import LARGE, SMALL, Daemon, submit  # noqa: E402

DEADLINE_S = 30


def group(name):
    """Every call of "@name", the groups inside it included."""
    code, output = run("systemd-analyze", "syscall-filter", "--no-pager", name)
    if code != 0:
        raise AssertionError(output)
    calls = set()
    for word in re.findall(r"^ +(@?\w[\w-]*|@[\w-]+)$", output, re.M):
        calls |= group(word) if word.startswith("@") else {word}
    return calls


def allowed(unit):
    """What the SystemCallFilter= lines leave, in their order."""
    calls = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.M):
        refuse = line.startswith("~")
        for word in line.lstrip("~").split():
            named = group(word) if word.startswith("@") else {word}
            calls = calls - named if refuse else calls | named
    return calls


def counted(path):
    """The names in the table of strace -c, once strace has written all of it."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        text = common.read(path) if os.path.exists(path) else ""
        if re.search(r"\btotal$", text, re.M):
            return set(re.findall(r"^ *[\d.]+ .* (\w+)$", text, re.M)) - {"total"}
        time.sleep(0.05)
    raise AssertionError(f"strace wrote no table:\n{text}")


class Filter(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tesuji-seccomp-")
        self.addCleanup(self.scratch.cleanup)
        self.table = os.path.join(self.scratch.name, "calls")
        self.filter = allowed(common.read(common.DEPLOY, "systemd/tesujid.service"))

    def begin(self, *args, **more):
        """A daemon with what the unit gives it, traced."""
        sock = os.path.join(self.scratch.name, "sock")
        return sock, Daemon(
            command=["strace", "-D", "-f", "-q", "-c", "-o", self.table, common.TESUJID,
                     "--listen", "127.0.0.1:0", "--socket", sock, "--workers", "2", "--table-mib", "64",
                     "--drain-ms", "100", "--log-level", "debug",
                     "--store", os.path.join(self.scratch.name, "store"),
                     "--journal", os.path.join(self.scratch.name, "journal"), "--journal-size-mib", "4", *args], **more)

    def assert_inside(self, *expected):
        calls = counted(self.table)
        os.unlink(self.table)
        for call in expected:
            self.assertIn(call, calls)
        self.assertEqual(set(), calls - self.filter)

    def work(self, client):
        client.call("server.info")
        client.done(client.call("job.submit", SMALL)["job"])
        job = client.call("job.submit", submit(LARGE, progress_ms=10))["job"]
        client.call("job.status", {"job": job})
        client.call("job.list")
        client.call("job.cancel", {"job": job})
        client.done(job)
        kept = client.call("job.submit", submit(SMALL, durable=True, key="kept"))["job"]
        client.done(kept)
        client.call("job.ack", {"key": "kept"})
        client.close()

    def session(self, priority):
        control = os.path.join(self.scratch.name, "control")
        notify = os.path.join(self.scratch.name, f"notify-{priority}")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(notify)
            sock, daemon = self.begin("--worker-priority", priority, "--control-socket", control,
                                      env={"NOTIFY_SOCKET": notify, "WATCHDOG_USEC": "200000"})
            for address in (daemon.tcp, sock):
                self.work(daemon.client(address))
            with daemon.client(control) as operator:
                operator.call("server.backup", {"to": os.path.join(self.scratch.name, f"backup-{priority}")})
            ready.settimeout(DEADLINE_S)
            while b"WATCHDOG=1" not in ready.recv(4096):
                pass
            daemon.signal(1)
            daemon.log("<[0-9]>conf")
            daemon.stop()

    def test_a_session_stays_inside(self):
        for priority in ("idle", "nice"):
            self.session(priority)
            self.assert_inside("accept4", "prctl")  # this one of the process that writes to the store

    @unittest.skipIf(os.environ.get("WITH_TLS") == "OFF", "a daemon without TLS")
    def test_tls_and_accounts_stay_inside(self):
        """Logins by token, wrong ones, by user and by certificate; reloads with files that are right and wrong."""
        authority, accounts = Authority(), Accounts(alice="class=interactive", bob="cert=bob.example",
                                                    me=f"user={os.getuid()}")
        self.addCleanup(authority.close)
        self.addCleanup(accounts.close)
        cert, key = authority.issue("localhost")
        bob = authority.issue("bob.example")
        sock, daemon = self.begin("--listen-tls", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key,
                                  "--tls-client-ca", authority.ca, "--accounts", accounts.path)
        with daemon.client(daemon.tcp) as client:
            client.call("auth.login", {"token": accounts.tokens["alice"]})
        daemon.log("listen address=unix:")
        self.work(daemon.client(sock))
        for reload in range(2):
            self.work(TlsClient(daemon.tls, authority.ca, own=bob))
            with self.assertRaises(OSError), TlsClient(daemon.tls, authority.ca) as client:
                client.call("server.info")  # without a certificate
            with daemon.client(daemon.tcp) as client, self.assertRaises(RpcError):
                client.call("auth.login", {"token": "alice.wrong"})
            authority.issue("localhost")
            accounts.write(alice="class=batch", bob="cert=bob.example", ops="class=operator")
            daemon.signal(1)
            daemon.log("event=tls-read", reload + 1)
        with open(cert, "w", encoding="ascii") as file:
            file.write("no certificate\n")
        daemon.signal(1)
        daemon.log("event=reload-refused")
        daemon.stop()
        self.assert_inside("accept4")

    def test_a_call_outside_is_noticed(self):
        run("strace", "-f", "-c", "-o", self.table, "taskset", "-c", "0", "true")
        self.assertIn("sched_setaffinity", counted(self.table) - self.filter)


if __name__ == "__main__":
    common.need("strace", "systemd-analyze", "taskset")
    if run("strace", "-c", "-o", "/dev/null", "true")[0] != 0:
        common.skip("strace may not trace here")
    unittest.main()
