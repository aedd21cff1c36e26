#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_check_alone.py - the checker as a program of its own: what it is installed with, and what it
needs."""

import os
import re
import tempfile
import unittest

import common
from common import run

COMPONENT = ["usr/bin/tesuji-check", "usr/share/doc/tesuji/proofs.md",
             "usr/share/man/man1/tesuji-check.1"]
VECTORS = "usr/share/doc/tesuji/proof-vectors/"


class Alone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="tesuji-check-")
        cls.root = cls.scratch.name
        code, output = run("cmake", "--install", common.BUILD, "--prefix", "/usr",
                           "--component", "check", env={**os.environ, "DESTDIR": cls.root})
        if code != 0:
            raise AssertionError(output)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_it_installs_by_itself(self):
        found = sorted(os.path.relpath(os.path.join(folder, name), self.root)
                       for folder, _, names in os.walk(self.root) for name in names)
        self.assertEqual(COMPONENT, [path for path in found if not path.startswith(VECTORS)])

    def test_the_vectors_are_there(self):
        index = common.read(self.root, VECTORS, "index.tsv").splitlines()
        self.assertGreater(len(index), 200)
        for line in index[1:]:
            path, verdict = line.split("\t")[:2]
            code, output = run(os.path.join(self.root, COMPONENT[0]),
                               os.path.join(self.root, VECTORS, path))
            self.assertEqual(verdict, "refused" if code == 65 else output.split(":")[0], path)

    def test_it_links_libc_alone(self):
        code, output = run("ldd", os.path.join(self.root, COMPONENT[0]))
        self.assertEqual(0, code, output)
        needed = {re.split(r"[ (]", line.strip())[0] for line in output.strip().split("\n")}
        unknown = {n for n in needed if not re.fullmatch(
            r"linux-vdso\.so\.1|libc\.so\.6|/.*/ld-linux[^/]*\.so\.\d", n)}
        self.assertEqual(set(), unknown)
        self.assertIn("libc.so.6", needed)

    def test_it_runs_where_it_is(self):
        code, output = run(os.path.join(self.root, COMPONENT[0]), "--version")
        self.assertEqual((0, "tesuji-check"), (code, output.split()[0]))


if __name__ == "__main__":
    common.need("cmake", "ldd")
    unittest.main()
