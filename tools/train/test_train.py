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
    "Command": r"tools/train/remake (--kind \w+ )?--seed \d+",
    "Seed": r"\d+",
    "Generator": r"commit [0-9a-f]{40}",
    "Data": r"(round \d+: [\d,]+ lines of [\d,]+ searches of up to [\d,]+ nodes, \d+ epochs "
            r"in batches of \d+( at 0\.\d+)?, SHA-256 [0-9a-f]{64} ?)+",
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
        for form in header.FORMS.values():
            text = (ROOT / form.place).read_text(encoding="ascii")
            arrays, fields = header.read(form, text)
            self.assertEqual(list(header.FIELDS), list(fields))
            self.assertEqual(text, header.write(form, arrays, fields))

    def test_provenance_is_told(self):
        for form in header.FORMS.values():
            _, fields = header.read(form, (ROOT / form.place).read_text(encoding="ascii"))
            unknown = fields["Seed"] == "not known"
            for name, known in KNOWN.items():
                self.assertRegex(fields[name], r"." if unknown and name != "Body" else f"^{known}$")


class Data(unittest.TestCase):
    def test_parts_make_the_whole(self):
        kinds = [["-k", form.kind, *more] for form in header.FORMS.values()
                 for more in ([], ["-w", ROOT / form.place])]
        for more in kinds:
            options = ["-s", 7, "-n", 1000, *more]
            whole = lessons(*options, 12).stdout
            self.assertGreater(whole.count(b"\n"), 12)
            parts = [lessons(*options, "-f", first, 4).stdout for first in (1, 5, 9)]
            self.assertEqual(whole, b"".join(parts))
            self.assertNotEqual(whole, lessons("-s", 8, "-n", 1000, *more, 12).stdout)

    def test_lines_have_their_form(self):
        boards = {"boards": rb"[0-8]{25}|[0-8]{36}|[0-8]{49}", "groups": rb"[0->]{121}"}
        for kind, board in boards.items():
            form = re.compile(rb"\d+\t(" + board + rb")\t(attack|defend)\t"
                              rb"((open|disproven)\t\d+\t-|proven\t\d+\t(-|\d+))")
            for line in lessons("-k", kind, "-n", 1000, 12).stdout.splitlines():
                self.assertTrue(form.fullmatch(line), line)

    def test_refused(self):
        for arguments in ([], ["0"], ["x"], ["-s", "0", "1"], ["-x", "1", "1"], ["-n", "1"],
                          ["-k", "points", "1"]):
            self.assertEqual(64, lessons(*arguments).returncode, arguments)
        with tempfile.NamedTemporaryFile("w") as file:
            text = (ROOT / header.BOARDS.place).read_text(encoding="ascii")
            for wrong in ("", text.replace("net_out[", "net_in["), text.replace(",", ";", 99),
                          text.replace("net_limit_bias[2] = {\n\t", "net_limit_bias[2] = {\n\t1,")):
                file.seek(0)
                file.truncate()
                file.write(wrong)
                file.flush()
                self.assertEqual(66, lessons("-w", file.name, 1).returncode)
        self.assertEqual(66, lessons("-w", "/nowhere", 1).returncode)


class Remake(unittest.TestCase):
    def remake(self, form, folder, *options):
        out = pathlib.Path(folder, form.name)
        subprocess.run([HERE / "remake", "--kind", form.kind, "--tiny", "--lessons", LESSONS, "--work", folder,
                        "--out", out, *options], check=True, stderr=subprocess.DEVNULL)
        return out

    def check_same_each_time(self, form):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            out, again = self.remake(form, one), self.remake(form, two, "--jobs", "2")
            text = out.read_text(encoding="ascii")
            self.assertEqual(text, again.read_text(encoding="ascii"))
            self.assertEqual(text, self.remake(form, one).read_text(encoding="ascii"))  # from its work
            arrays, fields = header.read(form, text)
            self.assertEqual(text, header.write(form, arrays, fields))
            for name in header.FIELDS:
                if name not in ("Command", "Generator", "Held out"):
                    self.assertRegex(fields[name], f"^{KNOWN[name]}$")
            self.assertEqual(0, lessons("-k", form.kind, "-n", 100, "-w", out, 1).returncode)
            subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Wno-unused-variable", "-Werror",
                            "-fsyntax-only", out], check=True)

    def test_same_each_time(self):
        for form in header.FORMS.values():
            self.check_same_each_time(form)

    def test_another_seed(self):
        form = header.BOARDS
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            first, _ = header.read(form, self.remake(form, one).read_text(encoding="ascii"))
            second, _ = header.read(form, self.remake(form, two, "--seed", "2").read_text(encoding="ascii"))
            self.assertNotEqual(first, second)


if __name__ == "__main__":
    if torch is None:
        print("SKIP: torch is not installed (apt-get install python3-torch)")
        sys.exit(77)
    unittest.main()
