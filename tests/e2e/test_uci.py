#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_uci.py - tesuji-uci does as the protocol says: alone, against itself, and under polyglot.

test_uci.py --games N plays N games of the engine against itself and prints how they ended.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from chess_rules import START, Position, perft
from engine_line import LAG_S, Line, program

UCI = program("TESUJI_UCI", "uci/tesuji-uci")
POLYGLOT = shutil.which("polyglot", path=os.environ.get("PATH", "") + ":/usr/games")
THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"  # Ra6+ mates in three
CROWD = "7k/R7/8/8/2pppppp/p2P4/8/1R5K b - - 0 1"   # and by 2.Rb8 after any of nine moves
LADDER = "7k/R7/8/8/8/8/8/1R5K b - - 0 1"        # black is mated by 1...Kg8 2.Rb8


class Engine(Line):
    def __init__(self, *options):
        super().__init__(UCI)
        self.say("uci", *[f"setoption name {o}" for o in options], "isready")
        self.greeting = self.until("readyok")

    def go(self, position, words):
        """The lines of a search, the last of which is its move."""
        self.say(f"position {position}", f"go {words}")
        lines = self.until("bestmove")
        return lines[:-1], lines[-1].split()[1]

    def said(self, line):
        self.say(line)
        return self.line()


def scores(lines):
    """(N, moves of the line) of each line with a mate."""
    found = []
    for line in lines:
        words = line.split()
        if "mate" in words and "pv" in words:
            found.append((int(words[words.index("mate") + 1]), words[words.index("pv") + 1:]))
    return found


class Rules(unittest.TestCase):
    def test_the_referee_counts_as_everybody_does(self):
        self.assertEqual(8902, perft(Position(), 3))
        self.assertEqual(2039, perft(Position(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), 2))


class Conformance(unittest.TestCase):
    def setUp(self):
        self.engine = Engine()

    def tearDown(self):
        self.assertEqual(0, self.engine.end())

    def proves(self, fen, words, moves):
        lines, best = self.engine.go(f"fen {fen}", words)
        found = scores(lines)
        self.assertEqual(moves, found[-1][0], lines)
        self.assertEqual(best, found[-1][1][0])
        position = Position(fen)
        for move in found[-1][1]:
            position = position.play(move)
        self.assertTrue(position.is_mate())
        for word in ("depth", "nodes", "nps", "time"):
            self.assertRegex(lines[-1], rf"^info .*\b{word} \d+")

    def test_greeting(self):
        lines = self.engine.greeting
        self.assertRegex(lines[0], "^id name tesuji-uci ")
        self.assertRegex(lines[1], "^id author ")
        self.assertEqual("uciok", lines[-2])
        for option in ("Threads type spin default 1 min 1 max 1024", "Hash type spin default 64",
                       "MultiPV type spin default 1", "Server type string default <empty>"):
            self.assertTrue(any(x.startswith(f"option name {option}") for x in lines), option)

    def test_mates(self):
        self.proves(THREE, "mate 3", 3)
        self.proves(THREE, "movetime 3000", 3)
        self.proves(THREE, "depth 5", 3)
        self.proves("7k/6p1/8/5K2/8/P7/8/R7 w - - 0 1", "mate 3", 3)  # by zugzwang
        self.proves("8/8/8/8/8/6k1/4p3/7K b - - 0 1", "wtime 9000 btime 9000", 1)

    def test_is_mated(self):
        self.proves(LADDER, "movetime 2000", -1)
        self.proves(CROWD, "movetime 2000", -1)

    def test_not_proven(self):
        for words in ("mate 2", "nodes 500 mate 2", "depth 3"):
            lines, best = self.engine.go(f"fen {THREE}", words)
            self.assertEqual([], scores(lines))
            self.assertIn("info string not proven", lines)
            self.assertIn(best, Position(THREE).moves())

    def test_sensible_moves(self):
        # The queen is free; and after all moves but one of the king or rook white mates at once.
        self.assertEqual("d4d5", self.engine.go(
            "fen 4k3/pppp1ppp/8/3q4/3Q4/8/PPP2PPP/4K3 w - - 0 1", "nodes 300")[1])
        fen = "6k1/5ppp/8/8/8/r7/5PPP/1R4K1 b - - 0 1"
        after = Position(fen).play(self.engine.go(f"fen {fen}", "nodes 300")[1])
        self.assertFalse(any(after.after(m).is_mate() for m in after.moves()))

    def test_search_moves(self):
        lines, best = self.engine.go(f"fen {THREE}", "movetime 2000 searchmoves f6f1 f6a6")
        self.assertEqual(("f6a6", 3), (best, scores(lines)[0][0]))
        lines, best = self.engine.go(f"fen {THREE}", "movetime 300 searchmoves f6f1")
        self.assertEqual(("f6f1", []), (best, scores(lines)))

    def test_multipv(self):
        self.engine.say("setoption name MultiPV value 3")
        lines, best = self.engine.go("fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "movetime 3000")
        found = scores(lines)
        self.assertEqual(3, len({moves[0] for _, moves in found}))
        self.assertEqual((2, best), (found[-1][0], found[-1][1][0]))
        self.assertEqual(sorted((n for n, _ in found), reverse=True), [n for n, _ in found])

    def test_no_moves(self):
        mated, stalemated = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"
        for fen, score in ((mated, "mate 0"), (stalemated, "cp 0")):
            lines, best = self.engine.go(f"fen {fen}", "movetime 100")
            self.assertEqual((["info depth 0 score " + score], "(none)"), (lines, best))

    def test_lines_during_a_search(self):
        self.engine.say("position startpos", "go infinite", "isready", "ucinewgame")
        self.engine.until("readyok", seconds=10)
        self.engine.until("info string 'ucinewgame' is not taken while a search runs")
        began = time.monotonic()
        self.engine.say("stop")
        self.engine.until("bestmove")
        self.assertLess(time.monotonic() - began, 10)

    def test_infinite_waits_for_stop(self):
        self.engine.say(f"position fen {THREE}", "go infinite")
        self.assertTrue(self.engine.quiet(0.5, but="info depth"))
        self.engine.say("stop")
        self.assertEqual("bestmove f6a6", self.engine.until("bestmove")[-1])

    def test_ponderhit_is_refused(self):
        self.assertEqual("info string ponderhit: pondering is not supported",
                         self.engine.said("ponderhit"))

    def test_faults_are_answered_and_change_nothing(self):
        self.engine.say(f"position fen {THREE}")
        for line, why in (("frobnicate", "unknown command 'frobnicate'"),
                          ("position", "position: neither startpos nor fen"),
                          ("position startpos e2e4", "position: 'e2e4' where 'moves' was expected"),
                          ("position startpos moves e2e4 e2e4",
                           "position: move 2, 'e2e4', is not legal"),
                          ("position fen 8/8 w - - 0 1",
                           "position fen: position.rows: 2 rows, a board has 8"),
                          ("go mate", "go: no number behind 'mate'"),
                          ("go mate 0", "go mate: '0' is not a number from 1 to 250"),
                          ("go searchmoves e2e4", "go searchmoves: 'e2e4' is not legal"),
                          ("go fast", "go: unknown word 'fast'"),
                          ("setoption name Threads value 0",
                           "setoption: Threads: '0' is not a number from 1 to 1024"),
                          ("setoption name Level value 3",
                           "setoption: there is no option 'Level'"),
                          ("x" * 70000, "line too long")):
            said = self.engine.said(line)
            self.assertTrue(said.startswith("info string " + why), said)
        self.engine.say("go mate 3")
        self.assertEqual("bestmove f6a6", self.engine.until("bestmove")[-1])

    def test_a_daemon_that_is_not_there(self):
        self.engine.say("setoption name Server value 127.0.0.1:1")
        lines, best = self.engine.go(f"fen {THREE}", "mate 3")
        self.assertTrue(lines[0].startswith("info string no proofs: "), lines)
        self.assertIn(best, Position(THREE).moves())

    def test_a_long_game(self):
        moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 200
        self.assertIn(self.engine.go("startpos moves " + " ".join(moves), "nodes 100")[1],
                      Position().moves())


class Ends(unittest.TestCase):
    def test_quit_end_of_input_and_sigterm(self):
        for way in ("quit", "end", "term"):
            for busy in (False, True):
                engine = Engine()
                if busy:
                    engine.say("position startpos", "go infinite")
                    time.sleep(0.2)
                if way == "quit":
                    engine.say("quit")
                elif way == "term":
                    engine.process.send_signal(signal.SIGTERM)
                    self.assertEqual(0, engine.process.wait(20))
                self.assertEqual(0, engine.end(), (way, busy))


def play(most, clock=2.0):
    """A game of two engines on their clocks, in plies: how it ended."""
    with Engine() as white, Engine() as black:
        position, played, seen, left = Position(), [], {}, [clock, clock]
        for ply in range(most):
            if not position.moves():
                return "mate" if position.in_check() else "stalemate"
            seen[position.key()] = seen.get(position.key(), 0) + 1
            if seen[position.key()] == 3:
                return "repetition"
            began = time.monotonic()
            times = [int(1000 * t) for t in left]
            best = (white, black)[ply % 2].go(
                "startpos moves " + " ".join(played) if played else "startpos",
                f"wtime {times[0]} btime {times[1]} winc 100 binc 100")[1]
            took = time.monotonic() - began
            if took > left[ply % 2] + LAG_S:
                raise AssertionError(f"time is over after {played}")
            left[ply % 2] = max(left[ply % 2] - took, 0) + 0.1
            position = position.play(best)  # or it is not legal
            played.append(best)
        return f"{most} plies"


class Games(unittest.TestCase):
    def test_against_itself(self):
        self.assertIn(play(60), ("mate", "stalemate", "repetition", "60 plies"))


@unittest.skipUnless(POLYGLOT, "there is no polyglot")
class Polyglot(unittest.TestCase):
    def test_a_session(self):
        """polyglot speaks xboard's protocol to us and UCI to the engine."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "polyglot.ini"), "w", encoding="ascii") as file:
                file.write(f"[PolyGlot]\nEngineName = tesuji\nEngineDir = .\n"
                           f"EngineCommand = {UCI}\nLog = false\n[Engine]\nHash = 16\n")
            with Line(POLYGLOT, "polyglot.ini", cwd=folder) as gui:
                gui.say("xboard", "protover 2")
                gui.until("feature done=1")
                gui.say("new", "st 1", f"setboard {THREE}", "go")
                self.assertEqual("move f6a6", gui.until("move", seconds=30)[-1])
                gui.say("f7f6")
                self.assertEqual("move e5f6", gui.until("move", seconds=30)[-1])
                gui.say("g8g7")
                self.assertEqual("move a6a8", gui.until("move", seconds=30)[-1])
                gui.say("quit")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--games"]:
        for number in range(int(sys.argv[2])):
            print(number + 1, play(400))
    else:
        unittest.main()
