#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_train.py - remake gives the same file each time, of a form that the network's code takes, and the
head of the file in the tree has all that it has to say. Exit code 77, skipped: there is no torch."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LESSONS = pathlib.Path(os.environ.get("LESSONS", ROOT / "build/tools/train/lessons"))
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

import header  # noqa: E402  pylint: disable=wrong-import-position

try:
    import torch
except ImportError:
    torch = None

KNOWN = {
    "Command": r"tools/train/remake --seed \d+",
    "Seed": r"\d+",
    "Generator": r"commit [0-9a-f]{40}",
    "Data": r"(round \d+: [\d,]+ lines of [\d,]+ searches of up to [\d,]+ nodes, \d+ epochs "
            r"in batches of \d+, SHA-256 [0-9a-f]{64} ?)+",
    "Held out": r"[\d,]+ positions: policy first 0\.\d+, moves before it \d+\.\d+; "
                r"work, attacker to move [01]\.\d+; work, defender to move [01]\.\d+",
    "Effect": r".+",
    "Body": r"SHA-256 [0-9a-f]{64}",
}


def lessons(*arguments):
    return subprocess.run([LESSONS, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


class Head(unittest.TestCase):
    def test_file_is_as_the_tool_writes_it(self):
        text = (ROOT / header.PLACE).read_text(encoding="ascii")
        arrays, fields = header.read(text)
        self.assertEqual(list(header.FIELDS), list(fields))
        self.assertEqual(text, header.write(arrays, fields))

    def test_provenance_is_told(self):
        _, fields = header.read((ROOT / header.PLACE).read_text(encoding="ascii"))
        unknown = fields["Seed"] == "not known"
        for name, form in KNOWN.items():
            self.assertRegex(fields[name], r"." if unknown and name != "Body" else f"^{form}$")


class Data(unittest.TestCase):
    def test_parts_make_the_whole(self):
        for more in ([], ["-w", ROOT / header.PLACE]):
            options = ["-s", 7, "-n", 1000, *more]
            whole = lessons(*options, 12).stdout
            self.assertGreater(whole.count(b"\n"), 12)
            parts = [lessons(*options, "-f", first, 4).stdout for first in (1, 5, 9)]
            self.assertEqual(whole, b"".join(parts))
            self.assertNotEqual(whole, lessons("-s", 8, "-n", 1000, *more, 12).stdout)

    def test_lines_have_their_form(self):
        form = re.compile(rb"\d+\t([0-8]{25}|[0-8]{36}|[0-8]{49})\t(attack|defend)\t"
                          rb"(0\t\d+\t-|1\t\d+\t(-|\d+))")
        for line in lessons("-n", 1000, 12).stdout.splitlines():
            self.assertTrue(form.fullmatch(line), line)

    def test_refused(self):
        for arguments in ([], ["0"], ["x"], ["-s", "0", "1"], ["-x", "1", "1"], ["-n", "1"]):
            self.assertEqual(64, lessons(*arguments).returncode, arguments)
        with tempfile.NamedTemporaryFile("w") as file:
            text = (ROOT / header.PLACE).read_text(encoding="ascii")
            for wrong in ("", text.replace("net_out[", "net_in["), text.replace(",", ";", 99),
                          text.replace("net_limit_bias[2] = {\n\t", "net_limit_bias[2] = {\n\t1,")):
                file.seek(0)
                file.truncate()
                file.write(wrong)
                file.flush()
                self.assertEqual(66, lessons("-w", file.name, 1).returncode)
        self.assertEqual(66, lessons("-w", "/nowhere", 1).returncode)


class Remake(unittest.TestCase):
    def remake(self, folder, *options):
        out = pathlib.Path(folder, "net_weights.h")
        subprocess.run([HERE / "remake", "--tiny", "--lessons", LESSONS, "--work", folder,
                        "--out", out, *options], check=True, stderr=subprocess.DEVNULL)
        return out

    def test_same_each_time(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            out, again = self.remake(one), self.remake(two, "--jobs", "2")
            text = out.read_text(encoding="ascii")
            self.assertEqual(text, again.read_text(encoding="ascii"))
            self.assertEqual(text, self.remake(one).read_text(encoding="ascii"))  # from its work
            arrays, fields = header.read(text)
            self.assertEqual(text, header.write(arrays, fields))
            for name in header.FIELDS:
                if name not in ("Command", "Generator", "Held out"):
                    self.assertRegex(fields[name], f"^{KNOWN[name]}$")
            self.assertEqual(0, lessons("-n", 100, "-w", out, 1).returncode)
            subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Wno-unused-variable", "-Werror",
                            "-fsyntax-only", out], check=True)

    def test_another_seed(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            first, _ = header.read(self.remake(one).read_text(encoding="ascii"))
            second, _ = header.read(self.remake(two, "--seed", "2").read_text(encoding="ascii"))
            self.assertNotEqual(first, second)


if __name__ == "__main__":
    if torch is None:
        print("SKIP: torch is not installed (apt-get install python3-torch)")
        sys.exit(77)
    unittest.main()
