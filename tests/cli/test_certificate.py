# SPDX-License-Identifier: MIT
"""--certificate: a proof or a denial in a file, and no file where there is none."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import msgpack

from command import BROKEN_LADDER, HERE, LADDER, LARGE, ROOT, TESUJI, run

CHECKER = os.path.join(ROOT, "tests/e2e/check_certificate.py")

SOLVE = ("solve", LADDER, "--capture", "D4", "--order", "1", "--local", "-q")

# The search takes some 3,200 nodes, the making of the denial searches 13,800.
MANY = ("solve", "--rows", "........./........./..X.X..../.....O.../.......X./..O...OO./..O...OX./..X...XO./....XO...",
        "--goal", "capture:H4", "--attacker", "black", "--order", "4", "--nodes", "5000",
        "--workers", "1", "--local", "-q")


class Certificate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "proof")

    def test_a_file(self):
        done = run(*SOLVE, "--certificate", self.path)
        self.assertEqual((done.returncode, done.err), (0, ""))
        with open(self.path, "rb") as file:
            objects = list(msgpack.Unpacker(file))
        self.assertEqual(objects[0]["goal"], {"type": "capture", "target": "D4"})
        self.assertEqual(objects[-1][:3], [0, len(objects) - 3, len(objects) - 2])

    def test_standard_output(self):
        run(*SOLVE, "--certificate", self.path)
        for words in ([], ["--json"]):
            done = subprocess.run([TESUJI, *SOLVE, "--certificate", "-", *words],
                                  capture_output=True, check=False, timeout=60)
            with open(self.path, "rb") as file:
                self.assertEqual(done.stdout, file.read())
            self.assertIn(b"proven", done.stderr.lower())

    def test_a_denial(self):
        done = run("solve", BROKEN_LADDER, "--capture", "D4", "--order", "1", "--local", "-q",
                   "--certificate", self.path)
        self.assertEqual((done.returncode, done.err), (1, ""))
        done = run("check", self.path)
        self.assertEqual((done.returncode, done.out.split("\n")[0]),
                         (0, "denied: go: black never captures D4 by lambda of order 1 or less, "
                             "black moving first"))

    def test_a_board_of_20x20(self):
        """Threes at the last points, which no smaller board has, and at the first ones."""
        empty = ["." * 20] * 16
        rows = "/".join([*empty[:4], "..O.......O.........", *empty[5:], *empty[:3], "." * 15 + "XX" + "X.."])
        for board, best in ((rows, ("O1", "S1")), (rows[::-1], ("B20", "F20"))):
            done = run("solve", "--game", "gomoku", "--rows", board, "--attacker", "black", "--order", "1",
                       "--local", "-q", "--workers", "1", "--json", "--certificate", self.path)
            self.assertEqual((done.returncode, done.err), (0, ""))
            report = json.loads(done.out)
            self.assertIn(report["best"], best)
            self.assertIn(best[0], report["zone"])
            for command in ((TESUJI, "check", self.path), (sys.executable, CHECKER, self.path)):
                checked = subprocess.run(command, check=False, capture_output=True, text=True)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_a_denial_within_moves(self):
        with open(os.path.join(HERE, "smothered.fen"), encoding="utf-8") as file:
            fen = file.read().strip()
        for given, moves, denied in ((("--fen", fen), 1, "mates"),
                                     (("--game", "hex", "--option", "size=4"), 4, "wins")):
            made = run("solve", *given, "--within", str(moves), "--local", "-q",
                       "--certificate", self.path)
            self.assertRegex(made.out, f"^Disproven: .* within {moves} move")
            self.assertIn(f"never {denied} within {moves} move", run("check", self.path).out)
            for claim, code in (("denied", 4), ("denied:absolute", 4), ("proven", 4),
                                (f"denied-within:{moves}", 0), (f"denied-within:{moves + 1}", 4)):
                with self.subTest(claim, given=given):
                    self.assertEqual(run("check", self.path, "--expect", claim).returncode, code)
            checked = subprocess.run([sys.executable, CHECKER, self.path], capture_output=True)
            self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_bug_making_one_ignored_the_limits(self):
        """The verdict is told, a file that was there stays, and the exit code is of its own."""
        with open(self.path, "wb") as file:
            file.write(b"older")
        done = run(*MANY, "--certificate", self.path)
        self.assertEqual(3, done.returncode, done.out + done.err)
        self.assertTrue(done.out.startswith("Disproven: "), done.out)
        self.assertRegex(done.err, r"\Atesuji: .*/proof: no certificate within 5000 nodes "
                                   r"of search, or it is too long\n\Z")
        self.assertEqual(os.listdir(self.folder.name), ["proof"])
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), b"older")

    def test_nothing_is_decided(self):
        done = run("solve", LADDER, "--capture", "D4", "--order", "1", "--depth", "3",
                   "--local", "-q", "--certificate", self.path)
        self.assertEqual((done.returncode, done.err),
                         (2, "tesuji: no certificate: nothing is decided\n"))
        self.assertFalse(os.path.exists(self.path))
        run("solve", LADDER, "--capture", "D4", "--order", "1", "--local", "-q", "--zone",
            "inversion", "--certificate", self.path)
        self.assertFalse(os.path.exists(self.path), "a guess")

    def test_an_older_certificate_stays_if_there_is_no_new_one(self):
        with open(self.path, "wb") as file:
            file.write(b"older")
        os.chmod(self.path, 0o640)
        link = os.path.join(self.folder.name, "link")
        os.symlink(self.path, link)
        done = run("solve", "--local", "-q", "--game", "atarigo", "--option", "stuck=loses",
                   "--option", "pass=no", "--rows", "...../..X../.XO../...../.....",
                   "--order", "1", "--certificate", link)
        self.assertEqual(done.returncode, 65, done.err)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["link", "proof"])
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), b"older")
        self.assertEqual(run(*SOLVE, "--certificate", link).returncode, 0)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["link", "proof"])
        self.assertEqual(run("check", self.path).returncode, 0)
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o640)

    def test_no_place_is_told_before_the_search(self):
        for path, why in ((self.folder.name, "Is a directory"),
                          (os.path.join(self.path, "x"), "No such file or directory")):
            done = run("solve", *LARGE, "--local", "-q", "--certificate", path)
            self.assertEqual((done.returncode, done.out), (74, ""))
            self.assertIn(why, done.err)

    def test_a_file_that_cannot_be_written(self):
        done = run(*SOLVE, "--certificate", os.path.join(self.path, "x"))
        self.assertEqual(done.returncode, 74)
        self.assertIn("No such file or directory", done.err)
        done = run(*SOLVE, "--certificate", "/dev/full")
        self.assertEqual(done.returncode, 74)
        self.assertIn("/dev/full: No space left on device", done.err)
        self.assertTrue(os.path.exists("/dev/full"), "removed")


if __name__ == "__main__":
    unittest.main()
