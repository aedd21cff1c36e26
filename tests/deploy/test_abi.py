#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_abi.py - programs that were linked with libtesuji go on to run: its interface is what was recorded, or more.

`test_abi.py --record` writes deploy/abi/libtesuji.abi anew: when the interface has grown, so that from then on the
new part may not change either, or together with a new soname (clients/c/CMakeLists.txt).
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import common
from common import run

RECORDED = os.path.join(common.DEPLOY, "abi/libtesuji.abi")
MACHINE = "x86_64"  # of the record: layouts are those of a machine
CHANGED, BROKEN = 4, 8  # of abidiff's exit code


def build(sources, folder):
    """The shared library of the sources (a copy of clients/c below `sources`), with what abidw reads of types."""
    with open(os.path.join(common.ROOT, "clients/c/CMakeLists.txt"), encoding="ascii") as file:
        major = re.search(r"^set\(abi_major (\d+)\)", file.read(), re.M)[1]
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "msgpack"], stdout=subprocess.PIPE, text=True,
                           check=False).stdout.split()
    library = os.path.join(folder, "libtesuji.so." + major)
    if not re.search(r"^WITH_TLS:BOOL=(OFF|0|)$", common.read(common.BUILD, "CMakeCache.txt"), re.M):
        flags += ["-lssl", "-lcrypto"]
    files = [path for path in glob.glob(os.path.join(sources, "clients/c/*.c")) if not path.endswith("/example.c")]
    code, output = run("gcc", "-shared", "-fPIC", "-g", "-O0", "-std=c11", "-D_GNU_SOURCE", "-fvisibility=hidden",
                       "-Wl,-soname," + os.path.basename(library), "-I", sources, "-I", common.ROOT,
                       "-I", os.path.join(common.BUILD, "generated"), "-o", library, *files, "-Wl,--exclude-libs,ALL",
                       os.path.join(common.BUILD, "protocol/libtesuji_tls.a"),
                       os.path.join(common.BUILD, "protocol/libtesuji_protocol.a"),
                       os.path.join(common.BUILD, "engine/libtesuji_base.a"), *flags)
    if code != 0:
        raise AssertionError(output)
    return library


def copy_sources(folder):
    """A copy of clients/c in `folder`, and its public headers in `folder`/public."""
    shutil.copytree(os.path.join(common.ROOT, "clients/c"), os.path.join(folder, "clients/c"))
    os.mkdir(os.path.join(folder, "public"))
    for header in glob.glob(os.path.join(folder, "clients/c/tesuji*.h")):
        shutil.copy(header, os.path.join(folder, "public"))


def dump(folder, path):
    """Writes the interface of the sources in `folder` to `path`: what the public headers show, and no more."""
    code, output = run("abidw", "--drop-private-types", "--headers-dir", os.path.join(folder, "public"),
                       "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--type-id-style", "hash",
                       "--out-file", path, build(folder, folder))
    if code != 0:
        raise AssertionError(output)


def compare(folder):
    """(exit code, report) of abidiff, from what was recorded to the sources in `folder`."""
    path = os.path.join(folder, "now.abi")
    dump(folder, path)
    return run("abidiff", RECORDED, path)


def record():
    with tempfile.TemporaryDirectory(prefix="tesuji-abi-") as folder:
        copy_sources(folder)
        dump(folder, RECORDED)


class Interface(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tesuji-abi-")
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        copy_sources(self.folder)

    def compared(self):
        return compare(self.folder)

    def change(self, pattern, by):
        """The public header tesuji.h with something else in it."""
        path = os.path.join(self.folder, "clients/c/tesuji.h")
        text = common.read(path)
        changed = re.sub(pattern, by, text, count=1)
        self.assertNotEqual(text, changed)
        for folder in ("clients/c", "public"):
            with open(os.path.join(self.folder, folder, "tesuji.h"), "w", encoding="ascii") as file:
                file.write(changed)

    def test_old_programs_run_with_this_library(self):
        code, output = self.compared()
        self.assertEqual(0, code & ~CHANGED, "a program linked with the recorded interface may break: a new soname is "
                         "needed (clients/c/CMakeLists.txt), or no change\n" + output)
        self.assertNotRegex(output, r"[1-9]\d* (Removed|Changed)", output)

    def test_a_wider_struct_would_be_noticed(self):
        self.change(r"(typedef struct \{)", r"\1\n\tlong of_another_size;")
        code, output = self.compared()
        self.assertNotEqual(0, code)
        self.assertRegex(output, r"[1-9]\d* Changed", output)

    def test_a_function_that_is_gone_would_be_noticed(self):
        self.change(r"TESUJI_API (\w[^;]*tesuji_value_name)", r"\1")
        code, output = self.compared()
        self.assertTrue(code & BROKEN, output)
        self.assertIn("tesuji_value_name", output)


if __name__ == "__main__":
    common.need("abidiff", "abidw", "gcc", "pkg-config")
    if os.uname().machine != MACHINE:
        common.skip(f"the interface was recorded on {MACHINE}, this is {os.uname().machine}")
    if "-fsanitize" in common.read(common.BUILD, "build.ninja" if os.path.exists(
            os.path.join(common.BUILD, "build.ninja")) else "CMakeCache.txt"):
        common.skip("a sanitized build")
    if sys.argv[1:] == ["--record"]:
        record()
    else:
        unittest.main()
