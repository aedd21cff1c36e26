# SPDX-License-Identifier: MIT
"""`tesuji solve --all-moves`: the table, JSON, the stream; with a daemon and without."""

import json
import unittest

from command import run
from daemon import Case

ROW = ["--rows", "...OX../OOOOX../XXXXX../.......", "--goal", "capture-all:D4",
       "--option", "region=A4-D3", "--driver", "plain"]
TABLE = r"""1 of 3 first moves works; 2 fail, 0 are open\. \d+ nodes
  works  B4       then within \d+ plies +B4 [A-D34 pass.]+
  fails  [AC]4       by B4 for good *
  fails  [AC]4       by B4 for good *
"""


class Moves(Case):
    def answered(self, *args, code=0):
        done = run("solve", *args, "--all-moves")
        self.assertEqual((done.returncode, done.err), (code, ""))
        return done.out

    def test_the_table(self):
        self.assertRegex(self.answered(*ROW, "--local"), rf"\A{TABLE}\Z")

    def test_by_a_daemon(self):
        daemon = self.start()
        daemon.log("<5>listen address=unix:")
        server = ["--server", "unix:" + daemon.path]
        for _ in range(2):
            self.assertRegex(self.answered(*ROW, *server), rf"\A{TABLE}\Z")
        moves = json.loads(self.answered(*ROW, *server, "--json"))
        self.assertEqual(moves["server"], server[1])

    def test_json(self):
        moves = json.loads(self.answered(*ROW, "--local", "--json"))
        self.assertEqual({key: moves[key] for key in ("game", "rows", "attacker", "goal", "moves",
                                                      "works", "fails", "open")},
                         {"game": "go", "rows": ROW[1], "attacker": "black",
                          "goal": {"type": "capture-all", "target": "D4", "first": "attacker"},
                          "moves": 3, "works": 1, "fails": 2, "open": 0})
        self.assertEqual([(each["move"], each["verdict"], each["value"], each["scope"],
                           each["reply"]) for each in moves["verdicts"]][0],
                         ("B4", "works", "proven", "absolute", None))
        self.assertEqual({(each["move"], each["verdict"], each["value"], each["scope"],
                           each["reply"]) for each in moves["verdicts"][1:]},
                         {(point, "fails", "disproven", "absolute", "B4")
                          for point in ("A4", "C4")})

    def test_the_stream(self):
        lines = self.answered(*ROW, "--local", "--stream", "--json").splitlines()
        told = [json.loads(line) for line in lines]
        self.assertEqual({each["move"]: each["verdict"] for each in told[:-1]},
                         {"A4": "fails", "B4": "works", "C4": "fails"})
        self.assertEqual({key: told[-1][key] for key in ("moves", "works", "fails", "open")},
                         {"moves": 3, "works": 1, "fails": 2, "open": 0})
        lines = self.answered(*ROW, "--local", "--stream").splitlines()
        self.assertEqual(sorted(line.split()[:2] for line in lines[:-1]),
                         [["fails", "A4"], ["fails", "C4"], ["works", "B4"]])
        self.assertRegex(lines[-1], r"^1 of 3 first moves works; 2 fail, 0 are open\. \d+ nodes$")

    def test_lambda_says_how_far(self):
        out = self.answered(*ROW[:-2], "--local")
        self.assertRegex(out, r"  fails  A4       by B4 \(orders <= 3\) *\n")
        head = "1 of 3 first moves works; 2 fail, 0 are open, as far as lambda-orders up to 3 tell. "
        self.assertTrue(out.startswith(head), out)
        self.assertTrue(self.answered(*ROW[:-2], "--local", "--stream").splitlines()[-1].startswith(head))
        moves = json.loads(self.answered(*ROW[:-2], "--local", "--json"))
        self.assertEqual((moves["scope"], moves["order"]), ("order", 3))
        moves = json.loads(self.answered(*ROW, "--local", "--json"))
        self.assertEqual((moves["scope"], "order" in moves), ("absolute", False))

    def test_exit_codes(self):
        self.answered(*ROW, "--first", "defender", "--local", code=1)
        self.answered("--rows", ".O.OX/OOOOX/XXXXX/.....", "--goal", "capture-all:D4", "--option",
                      "region=A4-D3", "--driver", "plain", "--local", code=1)
        self.answered("--rows", ".O..../.OOO../......", "--capture", "B3", "--local", "--nodes", "1",
                      code=2)

    def test_no_first_move(self):
        """A mate and a stalemate have as many first moves that work."""
        for fen, code in (("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0), ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 1)):
            out = self.answered("--fen", fen, "--first", "defender", "--local", code=code)
            self.assertRegex(out, r"\A0 of 0 first moves work; .*\n"
                             + ("Proven: checkmate", "Disproven: ")[code])
            self.answered("--fen", fen, "--first", "defender", "--local", "--json", code=code)

    def test_what_does_not_go_together(self):
        for args, text in ((["--stream"], "--stream is for --all-moves"),
                           (["--all-moves", "--detach"],
                            "--all-moves cannot go with --detach, --svg, --board, --certificate or "
                            "--ko-verdict")):
            done = run("solve", *ROW, *args)
            self.assertEqual((done.returncode, done.out), (64, ""))
            self.assertIn(text, done.err)
        done = run("solve", "--rows", "OX./.../...", "--capture", "C1", "--all-moves", "--local")
        self.assertEqual((done.returncode, done.out), (65, ""))
        self.assertIn("there is no stone on C1", done.err)


if __name__ == "__main__":
    unittest.main()
