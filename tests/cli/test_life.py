# SPDX-License-Identifier: MIT
"""`tesuji life`: the answer, the board, JSON, the picture; with a daemon and without."""

import json
import os
import signal
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

from command import LARGE, run, start
from daemon import Case

ROW = ["--rows", "...OX../OOOOX../XXXXX../.......", "--group", "D4"]
TEXT = """\
white D4 (5 stones, 3 liberties) is unsettled.

  Black moves first: it dies after B4 (proven)
  White moves first: it lives after B4 (proven)

  the dragon    D4
  surrounded by E4
  region        A4-D3

    A B C D E F G
  4 . B . o X . .  4
  3 o o o o X . .  3
  2 X X X X X . .  2
  1 . . . . . . .  1
    A B C D E F G
    X black, O white; small: the dragon; K: Black kills there, L: White lives,
    B: either, whoever plays there
"""
# Nothing is decided about a stone on an open board.
HARD = [*LARGE[:2], "--group", "K10"]


class Life(Case):
    def test_the_answer_and_the_board(self):
        self.assertEqual(self.answered(*ROW, "--local").out, TEXT)

    def answered(self, *args, code=0, **more):
        done = run("life", *args, **more)
        self.assertEqual((done.returncode, done.err), (code, ""))
        return done

    def test_by_a_daemon(self):
        daemon = self.start()
        daemon.log("<5>listen address=unix:")
        server = ["--server", "unix:" + daemon.path]
        for _ in range(2):
            self.assertEqual(self.answered(*ROW, *server).out, TEXT)
        life = json.loads(self.answered(*ROW, *server, "--json").out)
        self.assertEqual(life["server"], server[1])

    def test_lives(self):
        for rows, group, first in (
                (".O.OX./OOOOX./XXXXX./......", "D4", "alive"),
                (".OOOX./OOOOX./XXXXX./......", "B4", "dead"),
                (".O.OX./OOOXX./XXXXX./......", "A3", "unsettled, with a ko"),
                (".OX./XOX./XOX./XOX./.OX./OOX./XX../....", "B8", "alive in seki")):
            done = self.answered("--rows", rows, "--group", group, "--local", "--time", "20")
            self.assertRegex(done.out, rf"^white {group} \(\d stones, \d liberty|ies\) is {first}\.\n")

    def test_json_has_every_verdict(self):
        life = json.loads(self.answered(*ROW, "--local", "--json").out)
        self.assertEqual({key: value for key, value in life.items() if key != "verdicts"}, {
            "server": None, "rows": ROW[1], "life": "unsettled", "colour": "white", "stones": "D4",
            "around": "E4", "region": "A4-D3", "closed": True, "size": 5, "liberties": 3})
        self.assertEqual(len(life["verdicts"]), 8)
        tried = {(verdict["kind"], verdict.get("tried")): verdict["value"]
                 for verdict in life["verdicts"]}
        self.assertEqual((tried["kill", "B4"], tried["live", "A4"]), ("proven", "disproven"))
        self.assertFalse(any("chance" in verdict for verdict in life["verdicts"]))

    def test_a_record_and_its_ko(self):
        record = "(;GM[1]SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db];W[bb];B[dd])"
        query = ["-", "--group", "B3", "--exact", "--region", "A4-C3,D4", "--local"]
        done = self.answered(*query, "--move", "1", stdin=record)
        self.assertIn("dies after C3 by ko (needs 1 threat) (proven)", done.out)
        done = self.answered(*query, stdin=record)
        self.assertIn("dies after C3 by ko (needs no threat) (proven)", done.out)
        self.assertIn("not closed: who gets out of it counts as alive", done.out)
        done = self.answered("--rows", ".XO./XO.O/.XO./....", "--ko", "C3", *query[1:])
        self.assertIn("dies after C3 by ko (needs 1 threat) (proven)", done.out)

    def test_the_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "life.svg")
            self.assertEqual(self.answered(*ROW, "--local", "--svg", path).out, TEXT)
            with open(path, encoding="utf-8") as file:
                picture = file.read()
        texts = [node.text for node in ElementTree.fromstring(picture).iter()
                 if node.tag.endswith("text")]
        self.assertIn("white D4 (5 stones, 3 liberties) is unsettled.", texts)
        self.assertEqual(texts.count("B"), 2 + 1)  # the column twice, and the move

    def test_what_is_open_is_judged(self):
        done = self.answered(*HARD, "--time", "0.05", "--local", code=2)
        self.assertRegex(done.out, r"^white K10 \(1 stone, 4 liberties\) is probably \w+\.\n\n"
                                   r"  Black moves first: it .*\(judged, \d+ %\)\n"
                                   r"  White moves first: it .*\(judged, \d+ %\)\n")
        life = json.loads(self.answered(*HARD, "--nodes", "10", "--local", "--json", code=2).out)
        self.assertEqual(life["life"], "open")
        self.assertTrue(all(0 <= verdict["chance"] <= 1 for verdict in life["verdicts"]))

    def test_interrupted_it_tells_what_it_has(self):
        process = start("life", *HARD, "--time", "3600", "--local")
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
        self.assertIn("is not decided.\n\n  Black moves first: not decided\n", out)


class WrongInput(unittest.TestCase):
    def refused(self, code, message, *args, stdin=b""):
        done = run("life", *args, stdin=stdin)
        self.assertEqual((done.err, done.returncode), ("tesuji: " + message + "\n", code))
        self.assertEqual(done.out, "")

    def test_usage(self):
        self.refused(64, "life needs one of a FILE and --rows TEXT", "--group", "A1")
        self.refused(64, "life needs --group POINT, a stone of the dragon", *ROW[:2])
        self.refused(64, "--move is for a game record in a FILE", *ROW, "--move", "1")
        self.refused(64, "--svg needs a file here: standard output is for the answer", *ROW,
                     "--svg", "-")
        self.refused(64, "--capture is not for 'tesuji life'", *ROW, "--capture", "D4")
        self.refused(64, "--time: 0 is not in 1..3600000", *ROW, "--local", "--time", "0")
        done = run("solve", *ROW, "--local")
        self.assertEqual((done.returncode, done.err),
                         (64, "tesuji: --group is not for 'tesuji solve'\n"))

    def test_dragons(self):
        for message, params in (
                ("--group: there is no stone on B4", ["--group", "B4"]),
                ("--group: \"\" is not a point of a 7x4 board", ["--group", " D4"]),
                ("--group: the stones on D4 and E4 are of two colours", ["--group", "D4 E4"]),
                ("--region: \"Z1\" is no point or rectangle (like A1-G7) of a 7x4 board",
                 ["--group", "D4", "--region", "Z1"]),
                ("--region: longer than 239 bytes",
                 ["--group", "D4", "--region", ",".join(["A4"] * 82)]),
                ("--ko: no ko there, nobody would capture a single stone",
                 ["--group", "D4", "--ko", "A4"])):
            with self.subTest(message):
                self.refused(65, message, *ROW[:2], *params, "--local")

    def test_bug_long_regions_had_two_limits(self):
        """Of 240 bytes the daemon said 239, of 248 the message 247."""
        for length in (240, 247, 248, 255, 1000):
            region = ",".join(["A4"] * length)[:length - 1] + "4"
            self.refused(65, "--region: longer than 239 bytes", *ROW, "--region", region,
                         "--local")
        region = ",".join(["A4-D3"] * 39) + ",A4"  # 236 bytes
        self.assertEqual(run("life", *ROW, "--region", region + ",,," , "--local").returncode, 65)
        self.assertEqual(run("life", *ROW, "--region", region, "--local").returncode, 0)

    def test_boards(self):
        self.refused(66, "/nowhere/x.sgf: No such file or directory", "/nowhere/x.sgf", "--group",
                     "A1", "--local")
        self.refused(65, "--rows: row 2 has 1 points, expected 2", "--rows", "../.", "--group",
                     "A1", "--local")
        self.refused(65, "--rows: the block on B2 has no liberty", "--rows", "XO/.X", "--group",
                     "B2", "--local")

    def test_no_daemon(self):
        self.assertEqual(run("life", *ROW, "--server", "/nowhere/sock").returncode, 69)


if __name__ == "__main__":
    unittest.main(verbosity=2)
