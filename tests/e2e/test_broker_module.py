# SPDX-License-Identifier: MIT
"""The module with which a daemon talks to a broker, where it is missing or is another's: only a daemon that is to be
in a fleet minds."""

import os
import shutil
import subprocess
import tempfile
import unittest

from daemon import DEADLINE_S, ROOT, TESUJID, Case, main

FLEET = ("--fleet", "nats://127.0.0.1:1")
PACKAGE = "tesujid: fleet: needs the package tesuji-fleet, or a build with NATS: there is no "
OTHER = """
#include "server/broker_module.h"
const broker_module_t tesuji_broker_module = {.version = BROKER_MODULE_VERSION + 1};
"""


class Alone(Case):
    def setUp(self):
        """A copy of the daemon, with nothing beside it."""
        folder = tempfile.TemporaryDirectory(prefix="tesuji-e2e-")
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.program = os.path.join(self.folder, "bin/tesujid")
        os.mkdir(os.path.dirname(self.program))
        shutil.copy(TESUJID, self.program)

    def run_it(self, *args):
        return subprocess.run([self.program, "--listen", "", "--socket", os.path.join(self.folder, "sock"), *args],
                              capture_output=True, text=True, timeout=DEADLINE_S, check=False)

    def place(self):
        """Where the module has to be; its folder is made."""
        done = self.run_it(*FLEET)
        self.assertEqual((done.returncode, done.stderr[:len(PACKAGE)]), (78, PACKAGE))
        path = done.stderr.strip().removeprefix(PACKAGE)
        self.assertTrue(path.startswith(self.folder + "/") and path.endswith("/tesuji/tesuji-nats.so"), path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def refused(self, *told):
        done = self.run_it(*FLEET)
        self.assertEqual(done.returncode, 78)
        for text in told:
            self.assertIn(text, done.stderr)

    def test_it_is_missed_in_a_fleet_alone(self):
        self.place()
        conf = os.path.join(self.folder, "conf")
        for text, code, told in (("", 0, ""), ("fleet = nats://127.0.0.1:1\n", 78, PACKAGE)):
            with open(conf, "w", encoding="ascii") as file:
                file.write(text)
            done = self.run_it("--check-config", conf)
            self.assertEqual((done.returncode, done.stderr[:len(PACKAGE)]), (code, told))

    def test_what_is_no_module_is_refused(self):
        path = self.place()
        with open(path, "wb") as file:
            file.write(b"\x7fELF and no more")
        self.refused("tesujid: fleet: ", path)

    @unittest.skipIf(shutil.which("cc") is None, "no cc")
    def test_one_of_another_release_is_refused(self):
        path = self.place()
        for text in (OTHER, "int nothing;\n"):
            subprocess.run(["cc", "-shared", "-fPIC", "-I", ROOT, "-x", "c", "-", "-o", path], input=text, text=True,
                           check=True, timeout=DEADLINE_S)
            self.refused(f"tesujid: fleet: {path} is of another release than this program")


if __name__ == "__main__":
    main()
