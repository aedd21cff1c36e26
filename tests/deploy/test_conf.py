#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_conf.py - the configuration as installed is accepted by the daemon, and
names every setting with its default."""

import os
import re
import tempfile
import unittest

import common
from common import TESUJID, run

CONF = os.path.join(common.DEPLOY, "tesujid.conf")
# What the file sets on purpose; everything else stands there as its default.
SET = {"socket": "/run/tesujid/tesujid.sock", "socket_mode": "0666",
       "control_socket": "/run/tesujid/control.sock", "store": "/var/lib/tesujid/store",
       "journal": "/var/lib/tesujid/journal"}


def settings(text, commented):
    """name -> value of the lines `name = value`, commented out or not."""
    pattern = r"^#(\w+) =(?: (.*))?$" if commented else r"^(\w+) =(?: (.*))?$"
    return {name: (value or "").strip() for name, value in re.findall(pattern, text, re.M)}


class Configuration(unittest.TestCase):
    def setUp(self):
        self.text = common.read(CONF)
        code, output = run(TESUJID, "--dump-config")
        self.assertEqual(0, code, output)
        self.defaults = settings(output, commented=False)
        self.assertGreater(len(self.defaults), 10)

    def test_the_daemon_accepts_it(self):
        self.assertEqual((0, ""), run(TESUJID, "--check-config", CONF))

    def test_it_sets_what_is_meant(self):
        self.assertEqual(SET, settings(self.text, commented=False))

    def test_every_other_setting_stands_there_with_its_default(self):
        expected = {name: v for name, v in self.defaults.items() if name not in SET}
        self.assertEqual(expected, settings(self.text, commented=True))

    def test_it_is_in_force(self):
        code, output = run(TESUJID, "--dump-config", "--config", CONF)
        self.assertEqual(0, code, output)
        self.assertEqual({**self.defaults, **SET}, settings(output, commented=False))

    def test_uncommented_it_is_accepted_too(self):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write(re.sub(r"^#(\w+ = )", r"\1", self.text, flags=re.M))
            file.flush()
            self.assertEqual((0, ""), run(TESUJID, "--check-config", file.name))

    def test_a_mistake_is_told_with_its_line(self):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write("# a comment\nworkers = 2\nmax_jbos = 3\n")
            file.flush()
            code, output = run(TESUJID, "--check-config", file.name)
            self.assertEqual(78, code)
            self.assertIn(f"{file.name}:3:", output)
            self.assertIn("max_jbos", output)

    def test_the_marks_for_reload_are_right(self):
        for line in run(TESUJID, "--dump-config")[1].split("\n\n")[1:]:
            name = re.search(r"^(\w+) =", line, re.M).group(1)
            mark = "[start]" if "; restart)" in line else "[reload]"
            before = self.text[:re.search(rf"^#?{name} =", self.text, re.M).start()]
            self.assertEqual(mark, re.findall(r"\[start\]|\[reload\]", before)[-1], name)


if __name__ == "__main__":
    unittest.main()
