#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_probes.py - the probes of docs/metrics.md are in the daemon, each with its arguments."""

import os
import re
import unittest

import common
from common import TESUJID, run


def probes(path):
    """name -> numbers of arguments, of the notes of a program."""
    code, output = run("readelf", "--notes", "--wide", path)
    if code != 0:
        raise AssertionError(output)
    found = {}
    for provider, name, arguments in re.findall(
            r"stapsdt .*?Provider: (\S+)\s+Name: (\S+)\s+Location: [^\n]*\s+Arguments: ?([^\n]*)", output, re.S):
        if provider == "tesuji":
            found.setdefault(name, set()).add(len(arguments.split()))
    return found


class Probes(unittest.TestCase):
    def test_the_daemon_has_those_that_are_told(self):
        text = common.read(common.ROOT, "docs/metrics.md").split("## Probes\n")[1]
        told = {name: {len(re.sub(r"\([^)]*\)", "", arguments).split(","))}
                for name, arguments in re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.M)}
        self.assertEqual({"job__submit", "job__start", "job__done"}, set(told))
        self.assertEqual(told, probes(TESUJID))

    def test_a_program_without_has_none(self):
        self.assertEqual({}, probes(os.path.realpath("/bin/true")))


if __name__ == "__main__":
    common.need("readelf")
    unittest.main()
