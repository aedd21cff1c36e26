# SPDX-License-Identifier: MIT
"""libtesuji as others get it: the header alone in C and C++, the symbols that
can be seen, and an installed copy found by pkg-config."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from command import ROOT

BUILD = os.environ.get("TESUJI_BUILD", os.path.join(ROOT, "build"))
HEADERS = [os.path.join(ROOT, "clients/c", name)
           for name in ("tesuji.h", "tesuji_go.h", "tesuji_life.h", "tesuji_login.h", "tesuji_moves.h",
                        "tesuji_proof.h", "tesuji_async.h", "tesuji_call.h", "tesuji_durable.h", "tesuji_fleet.h", "tesuji_batch.h", "tesuji_tls.h")]
EXAMPLE = os.path.join(ROOT, "clients/c/example.c")
SANITIZE = os.environ.get("SANITIZE", "")


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)


class Library(unittest.TestCase):
    def ok(self, *command, **more):
        done = run(*command, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def test_the_header_stands_alone(self):
        ours = {f'"{os.path.basename(header)}"' for header in HEADERS}
        for header in HEADERS:
            strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", header]
            self.ok("cc", "-x", "c", "-std=c11", *strict)
            for compiler in ("c++", "clang++"):
                if shutil.which(compiler):
                    for standard in ("c++11", "c++17"):
                        self.ok(compiler, "-x", "c++", f"-std={standard}", *strict)
            with open(header, encoding="ascii") as file:
                includes = [line.split()[1] for line in file if line.startswith("#include")]
            self.assertTrue(all(name.startswith("<std") or name in ours for name in includes),
                            includes)

    def test_the_readme_shows_the_example(self):
        with open(EXAMPLE, encoding="ascii") as file:
            program = file.read()
        with open(os.path.join(ROOT, "clients/c/README.md"), encoding="ascii") as file:
            self.assertIn("```c\n" + program[program.index("#include"):] + "```\n", file.read())

    def defined(self, *command):
        lines = self.ok("nm", "--defined-only", "--extern-only", *command).splitlines()
        return {line.split()[-1] for line in lines if len(line.split()) == 3}

    def test_only_the_interface_can_be_seen(self):
        text = ""
        for header in HEADERS:
            with open(header, encoding="ascii") as file:
                text += file.read()
        for library in (["-D", os.path.join(BUILD, "clients/c/libtesuji.so")],
                        [os.path.join(BUILD, "clients/c/libtesuji.a")]):
            seen = {name for name in self.defined(*library) if "san" not in name}
            self.assertIn("tesuji_solve", seen)
            for name in seen:
                self.assertRegex(name, r"^tesuji_[a-z_]+$")
                self.assertIn(f"{name}(", text)

    def test_the_shared_library_has_its_soname(self):
        dynamic = self.ok("objdump", "-p", os.path.join(BUILD, "clients/c/libtesuji.so"))
        self.assertRegex(dynamic, r"SONAME +libtesuji\.so\.1\n")

    @unittest.skipIf(SANITIZE, "a sanitized library needs its runtime in the program")
    def test_an_installed_copy(self):
        """As in example.c: cc example.c $(pkg-config --cflags --libs tesuji)."""
        with tempfile.TemporaryDirectory(prefix="tesuji-install-") as prefix:
            pc = os.path.join(BUILD, "clients/c/tesuji.pc")
            with open(pc, encoding="ascii") as file:
                lib = re.search(r"^libdir=\$\{prefix\}/(.*)$", file.read(), re.MULTILINE)[1]
            libraries = [os.path.join(BUILD, "clients/c", name)
                         for name in ("libtesuji.a", "libtesuji.so", "libtesuji.so.1")]
            for folder, files in (("include", HEADERS), (lib, libraries),
                                  (lib + "/pkgconfig", [pc])):
                os.makedirs(os.path.join(prefix, folder), exist_ok=True)
                for file in files:
                    shutil.copy(file, os.path.join(prefix, folder))
            lib = os.path.join(prefix, lib)
            env = {**os.environ, "PKG_CONFIG_PATH": lib + "/pkgconfig"}
            config = ["pkg-config", "--cflags", "--libs"]
            program = os.path.join(prefix, "example")
            shared = self.ok(*config, "tesuji", env=env).split()
            static = self.ok(*config, "--static", "tesuji", env=env).split()
            static = [f"{lib}/libtesuji.a" if word == "-ltesuji" else word for word in static]
            for flags in (shared, static):
                self.ok("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", EXAMPLE, *flags, "-o", program)
                done = run(program, "/nonexistent", env={"LD_LIBRARY_PATH": lib})
                self.assertEqual((done.returncode, done.stderr), (
                    69, "cannot connect to /nonexistent: No such file or directory\n"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
