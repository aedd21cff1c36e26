#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_debian.py - deploy/debian keeps up with the tree: what can be told without building packages.

tests/deploy/test_package.py builds upon the packages themselves.
"""

import fnmatch
import glob
import os
import re
import tempfile
import unittest

import common
from common import run

DEBIAN = os.path.join(common.DEPLOY, "debian")
SYMBOLS = os.path.join(DEBIAN, "libtesuji1.symbols")
BY_RULES = "usr/share/tesuji/web/*"  # installed by debian/rules, where there is a page


def lines_of(path):
    return [line for line in common.read(path).split("\n") if line and not line.startswith("#")]


def found(pattern, *parts):
    return re.search(pattern, common.read(*parts), re.M)[1]


class Debian(unittest.TestCase):
    def test_all_tell_the_same_version(self):
        version = found(r"^project\(tesuji VERSION (\S+)", common.ROOT, "CMakeLists.txt")
        self.assertEqual(version, found(r"^tesuji \((\S+)\)", DEBIAN, "changelog"))
        self.assertEqual(version, found(r'^version = "(\S+)"', common.ROOT, "clients/python/pyproject.toml"))

    def test_the_package_is_named_after_the_soname(self):
        major = found(r"^set\(abi_major (\d+)\)", common.ROOT, "clients/c/CMakeLists.txt")
        self.assertIn(f"\nPackage: libtesuji{major}\n", common.read(DEBIAN, "control"))
        self.assertEqual(f"libtesuji.so.{major} libtesuji{major} #MINVER#", lines_of(SYMBOLS)[0])

    def test_the_symbols_are_those_of_the_library(self):
        code, output = run("nm", "-D", "--defined-only", os.path.join(common.BUILD, "clients/c/libtesuji.so"))
        self.assertEqual(0, code, output)
        seen = {line.split()[2] for line in output.strip().split("\n")}
        told = {line.split("@")[0].strip() for line in lines_of(SYMBOLS) if line.startswith(" ")}
        version = found(r"^project\(tesuji VERSION (\S+)", common.ROOT, "CMakeLists.txt")
        self.assertEqual([], [f" {name}@Base {version}" for name in sorted(seen - told)], "add to " + SYMBOLS)
        self.assertEqual(set(), told - seen, "they are no more in the library: a new soname is needed")

    def test_every_file_is_in_one_package(self):
        patterns = {}  # pattern -> packages
        for path in glob.glob(os.path.join(DEBIAN, "*.install")):
            for line in lines_of(path):
                patterns.setdefault(line.split()[0], []).append(os.path.basename(path))
        self.assertEqual({}, {p: names for p, names in patterns.items() if len(names) > 1})
        unused = set(patterns)
        with tempfile.TemporaryDirectory(prefix="tesuji-debian-") as root:
            code, output = run("cmake", "--install", common.BUILD, "--prefix", "/usr",
                               env={**os.environ, "DESTDIR": root})
            self.assertEqual(0, code, output)
            for folder, _, names in os.walk(root):
                for name in names:
                    path = os.path.relpath(os.path.join(folder, name), root)
                    path = re.sub("^usr/lib/systemd/", "lib/systemd/", path)  # as debian/rules moves them
                    path = re.sub("^usr/lib/(libtesuji|cmake|pkgconfig|tesuji/)", r"usr/lib/MACHINE/\1", path)  # as debhelper
                    takers = {p for p in patterns if fnmatch.fnmatch(path, p) or fnmatch.fnmatch(path, p + "/*")}
                    if fnmatch.fnmatch(path, BY_RULES):
                        continue
                    self.assertTrue(takers, f"{path} is in no package")
                    unused -= takers
        self.assertEqual(set(), unused)

    def test_the_autopkgtests_are_those_of_control(self):
        named = re.findall(r"^Tests: (.*)$", common.read(DEBIAN, "tests/control"), re.M)
        there = set(os.listdir(os.path.join(DEBIAN, "tests"))) - {"control", "common.sh"}
        self.assertEqual(there, set(named))
        for name in there:
            self.assertTrue(os.access(os.path.join(DEBIAN, "tests", name), os.X_OK), name)


if __name__ == "__main__":
    common.need("cmake", "nm")
    if "-fsanitize" in common.read(common.BUILD, "compile_commands.json"):
        common.skip("a sanitized build")
    unittest.main()
