# SPDX-License-Identifier: MIT
"""`tesuji status`: the list, the board, JSON, the picture; with a daemon and without."""

import json
import os
import signal
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

from command import LARGE, NET, run, start
from daemon import Case

BOARD = ["--rows", "..X../.XOX./...../X.X../.OOO.", "--order", "1"]
TEXT = """\
1 of 7 blocks can be captured, 0 of them saved; 2 of 8 pairs can be cut; 0 not decided.

  white C4       1 stone    1 liberty     captured at C3 (A); not saved
  black C5-C2    2 stones   2 liberties   cut at C3 (A)
  black A2-C2    2 stones   3 liberties   cut at B2 (B)

    A B C D E
  5 . . X . .  5
  4 . X o X .  4
  3 . . A . .  3
  2 X B X . .  2
  1 . O O O .  1
    A B C D E
    X black, O white; small: can be captured; letters: the moves above
"""
# White has just taken on B3.
KO = ["--rows", ".XO./XO.O/.XO./....", "--order", "2"]


class Status(Case):
    def test_the_list_and_the_board(self):
        done = run("status", *BOARD, "--local")
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(done.out, TEXT)

    def test_by_a_daemon(self):
        daemon = self.start()
        daemon.log("<5>listen address=unix:")
        server = ["--server", "unix:" + daemon.path]
        done = self.answered("status", *BOARD, *server)
        self.assertEqual(done.out, TEXT)
        again = json.loads(self.answered("status", *BOARD, *server, "--json").out)
        self.assertEqual(again["server"], server[1])
        self.assertTrue(any(verdict["remembered"] for verdict in again["verdicts"]))

    def answered(self, *args):
        done = run(*args)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return done

    def test_json_has_every_verdict(self):
        status = json.loads(self.answered("status", *BOARD, "--local", "--json").out)
        self.assertEqual((status["server"], status["rows"]), (None, BOARD[1]))
        self.assertEqual((status["decided"], status["undecided"]), (16, 0))
        self.assertEqual(len(status["verdicts"]), 16)
        kinds = [verdict["kind"] for verdict in status["verdicts"]]
        self.assertEqual([kinds.count(kind) for kind in ("capture", "save", "cut")], [7, 1, 8])
        atari = next(verdict for verdict in status["verdicts"]
                     if (verdict["kind"], verdict["stones"]) == ("capture", "C4"))
        self.assertEqual((atari["value"], atari["best"], atari["ko"]),
                         ("proven", "C3", "unconditional"))

    def test_a_record_up_to_a_move(self):
        done = self.answered("status", NET, "--local", "--order", "1", "--move", "0")
        self.assertIn("\n  4 . . . X O . . . .  4\n", done.out)
        self.assertRegex(done.out, r"\n  black D5-E3 +4 stones +5 liberties +cut at D3 \(A\)\n")
        done = run("status", "-", "--local", "--order", "1",
                   stdin="(;SZ[5]AB[ba][ab]AW[bb];B[cb];W[ee];B[dd])")
        self.assertIn("captured at B3", done.out)

    def test_a_ko(self):
        done = self.answered("status", *KO, "--local", "--ko", "C3")
        self.assertRegex(done.out, r"white B3 .* captured at C3 \([A-Z]\) by ko")

    def test_the_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "status.svg")
            self.assertEqual(self.answered("status", *BOARD, "--local", "--svg", path).out, TEXT)
            with open(path, encoding="utf-8") as file:
                picture = file.read()
        texts = [node.text for node in ElementTree.fromstring(picture).iter()
                 if node.tag.endswith("text")]
        self.assertEqual(texts.count("A"), 2 + 1)  # the column twice, and the move
        self.assertIn("white C4: captured at C3 (A); not saved", texts)
        self.assertEqual(picture.count("<polygon"), 1)  # the weak stone

    def test_what_is_open_is_told(self):
        done = self.answered("status", *LARGE[:2], "--order", "7", "--time", "0.05", "--local")
        self.assertIn("0 of 1 blocks can be captured, 0 of them saved; 0 of 0 pairs can be cut; "
                      "1 not decided.\n\n  white K10      1 stone    4 liberties   not decided\n",
                      done.out)

    def test_interrupted_it_tells_what_it_has(self):
        process = start("status", *LARGE[:2], "--order", "7", "--time", "3600", "--local")
        self.addCleanup(process.kill)
        end = time.monotonic() + 60
        caught = 1 << (signal.SIGINT - 1)
        while time.monotonic() < end:  # until it listens for the signal
            with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                mask = next(line for line in file if line.startswith("SigCgt"))
            if int(mask.split()[1], 16) & caught:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (130, ""))
        self.assertIn("1 not decided", out)


class WrongInput(unittest.TestCase):
    def refused(self, code, message, *args, stdin=b""):
        done = run("status", *args, stdin=stdin)
        self.assertEqual((done.err, done.returncode), ("tesuji: " + message + "\n", code))
        self.assertEqual(done.out, "")

    def test_usage(self):
        self.refused(64, "status needs one of a FILE and --rows TEXT")
        self.refused(64, "status needs one of a FILE and --rows TEXT", NET, *BOARD)
        self.refused(64, "--move is for a game record in a FILE", *BOARD, "--move", "1")
        self.refused(64, "--svg needs a file here: standard output is for the answer", NET,
                     "--svg", "-")
        self.refused(64, "--capture is not for 'tesuji status'", NET, "--capture", "D4")
        self.refused(64, "--order: 8 is not in 0..7", NET, "--local", "--order", "8")
        self.refused(64, "--time: 0 is not in 1..3600000", NET, "--local", "--time", "0")
        self.refused(65, NET + ": move 5 was asked for, the main line has 0", NET, "--local",
                     "--move", "5")

    def test_boards(self):
        self.refused(66, "/nowhere/x.sgf: No such file or directory", "/nowhere/x.sgf", "--local")
        self.refused(65, "--rows: row 2 has 1 points, expected 2", "--rows", "../.", "--local")
        self.refused(65, "--rows: the block on B2 has no liberty", "--rows", "XO/.X", "--local")
        self.refused(65, "--ko: no ko there, nobody would capture a single stone", "--rows",
                     "X./.O", "--ko", "B2", "--local")
        done = run("status", "-", "--local", stdin="(;GM[11]SZ[5])")
        self.assertEqual(done.returncode, 65)
        self.assertRegex(done.err, r"^tesuji: standard input: byte \d+: ")
        done = run("status", "-", "--local", stdin="no record")
        self.assertEqual(done.returncode, 65)

    def test_no_daemon(self):
        self.assertEqual(run("status", NET, "--server", "/nowhere/sock").returncode, 69)


if __name__ == "__main__":
    unittest.main(verbosity=2)
