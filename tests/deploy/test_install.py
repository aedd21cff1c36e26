#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_install.py - what `cmake --install` puts where, and what systemd thinks of it.

No systemd has to run: the units are checked inside the tree that was installed.
"""

import fnmatch
import glob
import http.client
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

import common
from common import run

UNITS = "usr/lib/systemd/system"
# exposure 1.5, in tenths, as systemd-analyze wants it
THRESHOLD = 15

EXPECTED = [
    "etc/tesujid/tesujid.conf",
    "usr/bin/tesuji",
    "usr/bin/tesuji-check",
    "usr/bin/tesuji-gtp",
    "usr/bin/tesuji-http",
    "usr/bin/tesuji-uci",
    "usr/bin/tesuji-gomoku",
    "usr/bin/tesujid",
    "usr/include/tesuji.h",
    "usr/include/tesuji_async.h",
    "usr/include/tesuji_call.h",
    "usr/include/tesuji_fleet.h",
    "usr/include/tesuji_go.h",
    "usr/include/tesuji_life.h",
    "usr/include/tesuji_batch.h", "usr/include/tesuji_durable.h", "usr/include/tesuji_login.h",
    "usr/include/tesuji_moves.h",
    "usr/include/tesuji_proof.h",
    "usr/include/tesuji_tls.h",
    "usr/lib/*/tesuji/tesuji-nats.so",
    "usr/lib/*/libtesuji.a",
    "usr/lib/*/libtesuji.so",
    "usr/lib/*/libtesuji.so.1",
    "usr/lib/*/cmake/tesuji/tesujiConfig.cmake",
    "usr/lib/*/cmake/tesuji/tesujiConfig-*.cmake",
    "usr/lib/*/cmake/tesuji/tesujiConfigVersion.cmake",
    "usr/lib/*/pkgconfig/tesuji.pc",
    UNITS + "/tesuji-http.service",
    UNITS + "/tesujid.service",
    UNITS + "/tesujid.socket",
    "usr/share/man/man1/tesuji.1",
    "usr/share/doc/tesuji/proofs.md",
    "usr/share/tesuji/monitoring/alerts.yml",
    "usr/share/tesuji/monitoring/tesuji.json",
    "usr/share/man/man1/tesuji-check.1",
    "usr/share/man/man1/tesuji-gtp.1",
    "usr/share/man/man1/tesuji-uci.1",
    "usr/share/man/man1/tesuji-gomoku.1",
    "usr/share/man/man5/tesujid.accounts.5",
    "usr/share/man/man5/tesujid.conf.5",
    "usr/share/man/man8/tesuji-http.8",
    "usr/share/man/man8/tesujid.8",
]
# The page of tesuji-http, where it was built.
PAGE = [f"usr/share/tesuji/web/{name}" for name in (
    "icon.svg", "icon.svg.gz", "index.html", "index.html.gz", "licenses.txt", "page.css", "page.css.gz", "page.js",
    "page.js.gz")]
if os.path.exists(os.path.join(common.BUILD, "clients/share/tesuji/web/index.html")):
    EXPECTED += PAGE


def install(root, prefix):
    code, output = run("cmake", "--install", common.BUILD, "--prefix", prefix,
                       env={**os.environ, "DESTDIR": root})
    if code != 0:
        raise AssertionError(output)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="tesuji-install-")
        cls.root = cls.scratch.name
        install(cls.root, "/usr")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def path(self, *parts):
        return os.path.join(self.root, *parts)


class Tree(Installed):
    def test_the_tree_is_complete(self):
        missing = [p for p in EXPECTED if not glob.glob(self.path(p.replace("/*/", "/**/")),
                                                        recursive=True)]
        self.assertEqual([], missing)

    def test_nothing_else_is_installed(self):
        known = {os.path.basename(p) for p in EXPECTED}
        found = {name for folder, _, names in os.walk(self.root) for name in names
                 if "/proof-vectors" not in folder}  # test_check_alone.py looks at these
        self.assertEqual(set(), {n for n in found if not any(fnmatch.fnmatchcase(n, k) for k in known)
                                 and not n.startswith("libtesuji.so.")})

    def test_the_programs_run_where_they_are(self):
        for program in ("tesuji", "tesuji-check", "tesuji-gtp", "tesujid"):
            code, output = run(self.path("usr/bin", program), "--version")
            self.assertEqual((0, program), (code, output.split()[0]))

    def test_find_package_of_another_project(self):
        """What clients/c/README.md says: find_package(tesuji), and the target tesuji::tesuji."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(common.ROOT, "clients/c/example.c"), folder)
            with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
                file.write("cmake_minimum_required(VERSION 3.22)\nproject(other LANGUAGES C)\n"
                           "find_package(tesuji 0.1 CONFIG REQUIRED)\nadd_executable(example example.c)\n"
                           "target_link_libraries(example PRIVATE tesuji::tesuji)\n")
            for step in (["-S", folder, "-B", folder, f"-DCMAKE_PREFIX_PATH={self.path('usr')}"], ["--build", folder]):
                code, output = run("cmake", *step)
                self.assertEqual(0, code, output)
            code, output = run(os.path.join(folder, "example"), "/nonexistent")
            self.assertEqual((69, "cannot connect to /nonexistent: No such file or directory\n"), (code, output))

    @unittest.skipIf(PAGE[0] not in EXPECTED, "the page was not built")
    def test_the_page_is_found_from_the_program(self):
        with subprocess.Popen([self.path("usr/bin/tesuji-http"), "--listen", "127.0.0.1:0", "--server", "/nowhere"],
                              stdout=subprocess.PIPE, text=True) as gateway:
            port = gateway.stdout.readline().split(",")[0].rsplit(":", 1)[1]
            connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
            connection.request("GET", "/")
            response = connection.getresponse()
            self.assertEqual((200, common.read(self.root, PAGE[2])), (response.status, response.read().decode()))
            connection.close()
            gateway.terminate()

    def test_the_configuration_of_the_user_is_kept(self):
        with tempfile.TemporaryDirectory() as root:
            install(root, "/usr")
            conf = os.path.join(root, "etc/tesujid/tesujid.conf")
            with open(conf, "w", encoding="utf-8") as file:
                file.write("workers = 3\n")
            install(root, "/usr")
            self.assertEqual("workers = 3\n", common.read(conf))
            self.assertEqual(common.read(common.DEPLOY, "tesujid.conf"),
                             common.read(conf + ".new"))

    def test_the_unit_names_the_paths_of_the_prefix(self):
        with tempfile.TemporaryDirectory() as root:
            install(root, "/opt/tesuji")
            unit = common.read(root, "opt/tesuji/lib/systemd/system/tesujid.service")
            self.assertIn("ExecStart=/opt/tesuji/bin/tesujid --config "
                          "/opt/tesuji/etc/tesujid/tesujid.conf\n", unit)
            self.assertIn("ExecPaths=/opt/tesuji/bin/tesujid ", unit)
            self.assertRegex(unit, r"\nExecPaths=.* /lib64 -/opt/tesuji/lib\S*/tesuji\n")  # for tesuji-nats.so
            self.assertNotIn("/usr/bin/tesujid", unit)
            self.assertTrue(os.path.exists(os.path.join(root, "opt/tesuji/etc/tesujid")))


class Units(Installed):
    """What systemd-analyze says of the installed units."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for target in glob.glob("/usr/lib/systemd/system/*.target"):
            shutil.copy(target, os.path.join(cls.root, UNITS))
        for folder in ("bin", "usr/bin"):
            os.makedirs(os.path.join(cls.root, folder), exist_ok=True)
            shutil.copy("/bin/kill", os.path.join(cls.root, folder))

    def verify(self, unit):
        return run("systemd-analyze", "verify", "--man=no", f"--root={self.root}", unit)

    def test_verify_prints_nothing(self):
        for unit in ("tesujid.service", "tesujid.socket", "tesuji-http.service"):
            self.assertEqual((0, ""), self.verify(unit))

    def test_verify_would_print_something(self):
        unit = common.read(self.root, UNITS, "tesujid.service")
        with open(self.path(UNITS, "wrong.service"), "w", encoding="utf-8") as file:
            file.write(unit.replace("WatchdogSec=", "WatchdgoSec="))
        self.assertIn("WatchdgoSec", self.verify("wrong.service")[1])

    def test_the_drop_ins_of_a_fleet(self):
        """Both of them make a unit that systemd takes, of settings that the daemon takes."""
        conf = self.path("etc/tesujid/tesujid.conf")
        for role in ("worker", "front"):
            folder = self.path(UNITS, "tesujid.service.d")
            os.mkdir(folder)
            self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
            shutil.copy(os.path.join(common.DEPLOY, "fleet", role + ".conf"), folder)
            self.assertEqual((0, ""), self.verify("tesujid.service"))
            [line] = re.findall(r"^ExecStart=(/.*)$", common.read(folder, role + ".conf"), re.M)
            program, *args = shlex.split(line)
            self.assertEqual("/usr/bin/tesujid", program)
            args = [conf if arg == "/etc/tesujid/tesujid.conf" else arg for arg in args]
            code, output = run(self.path(program[1:]), *args, "--dump-config")
            self.assertEqual(0, code, output)
            self.assertIn(f"\nfleet_role = {role}\n", output)
            shutil.rmtree(folder)

    def security(self, path):
        return run("systemd-analyze", "security", "--offline=true", "--no-pager",
                   f"--threshold={THRESHOLD}", path)

    def test_exposure(self):
        for unit in ("tesujid.service", "tesuji-http.service"):
            code, output = self.security(self.path(UNITS, unit))
            self.assertEqual(0, code, output.strip().split("\n")[-1])

    def test_exposure_would_be_noticed(self):
        unit = common.read(self.root, UNITS, "tesujid.service")
        with open(self.path(UNITS, "open.service"), "w", encoding="utf-8") as file:
            file.write(unit.replace("ProtectSystem=strict\n", "").replace("DynamicUser=yes\n", ""))
        self.assertNotEqual(0, self.security(self.path(UNITS, "open.service"))[0])


if __name__ == "__main__":
    common.need("systemd-analyze", "cmake")
    unittest.main()
