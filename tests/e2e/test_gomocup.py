#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_gomocup.py - tesuji-gomoku and a referee who knows the rules and keeps the time.

test_gomocup.py --games N plays N games on 15x15 and on 20x20, half of them against a player who
moves at random, and prints how they ended.
"""

import random
import re
import signal
import sys
import time
import unittest

from engine_line import LAG_S, Line, program

GOMOKU = program("TESUJI_GOMOKU", "gomoku/tesuji-gomoku")


def wins(stones, at, colour, exact=False):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = at[0] + sign * dx, at[1] + sign * dy
            while stones.get((x, y)) == colour:
                length, x, y = length + 1, x + sign * dx, y + sign * dy
        if length == 5 or (length > 5 and not exact):
            return True
    return False


class Engine(Line):
    def __init__(self, side=15, turn_ms=400, rule=0):
        super().__init__(GOMOKU)
        self.side, self.turn_s = side, turn_ms / 1000
        self.say(f"INFO timeout_turn {turn_ms}", f"INFO rule {rule}", f"START {side}")
        if self.line() != "OK":
            raise AssertionError("no OK")

    def ask(self, *lines):
        self.say(*lines)
        return self.line()

    def move(self, *lines):
        """A move as (x, y), in time."""
        began = time.monotonic()
        said = self.ask(*lines)
        took = time.monotonic() - began
        if took > self.turn_s + LAG_S:
            raise AssertionError(f"{said} took {took:.2f} s")
        x, y = map(int, said.split(","))
        if not (0 <= x < self.side and 0 <= y < self.side):
            raise AssertionError(said)
        return x, y

    def board(self, own, enemy):
        stones = [(p, 1) for p in own] + [(p, 2) for p in enemy]
        return self.move("BOARD", *[f"{x},{y},{f}" for (x, y), f in stones], "DONE")


class AtRandom:
    """A player who answers as an engine does, with any empty point."""

    def __init__(self, side, seed):
        self.rng = random.Random(seed)
        self.empty = {(x, y) for x in range(side) for y in range(side)}

    def move(self, line):
        if line.startswith("TURN"):
            self.empty.discard(tuple(map(int, line.split()[1].split(","))))
        at = self.rng.choice(sorted(self.empty))
        self.empty.discard(at)
        return at

    def end(self):
        return 0


def play(side, turn_ms, seed=None, engine_first=True):
    """A game: who wins, 0 or 1, or None; the engine is player 0 if it is first."""
    players = [Engine(side, turn_ms), Engine(side, turn_ms) if seed is None else AtRandom(side, seed)]
    if not engine_first:
        players.reverse()
    stones, last = {}, None
    try:
        for ply in range(side * side):
            mover = players[ply % 2]
            at = mover.move("BEGIN" if last is None else f"TURN {last[0]},{last[1]}")
            if at in stones:
                raise AssertionError(f"{at} is not empty")
            stones[at] = ply % 2
            if wins(stones, at, ply % 2):
                return ply % 2
            last = at
        return None
    finally:
        for player in players:
            player.end()


class Protocol(unittest.TestCase):
    def setUp(self):
        self.engine = Engine(turn_ms=1000)

    def tearDown(self):
        self.assertEqual(0, self.engine.end())

    def test_words(self):
        self.assertRegex(self.engine.ask("ABOUT"),
                         r'^name="tesuji-gomoku", version="[0-9.]+", author=".*", country=".*"$')
        self.assertEqual("UNKNOWN command 'FOO'", self.engine.ask("FOO"))
        self.assertEqual("ERROR rectangular boards are not supported",
                         self.engine.ask("RECTSTART 15,10"))
        for size in ("21", "4", "x", ""):
            self.assertEqual(f"ERROR unsupported size '{size}': boards have 5 to 20 points on a "
                             "side", self.engine.ask(f"START {size}"))
        self.assertEqual("ERROR '15,0' is no point of the board", self.engine.ask("TURN 15,0"))
        self.assertEqual("ERROR '1' is no point of the board", self.engine.ask("TURN 1"))
        self.assertEqual("MESSAGE INFO rule: 12 is not supported", self.engine.ask("INFO rule 12"))
        self.assertEqual("ERROR BOARD: '1,1,4' is no stone of the board",
                         self.engine.ask("BOARD", "0,0,1", "1,1,4", "DONE"))
        self.assertEqual("ERROR line too long", self.engine.ask("TURN " + "1" * 5000))

    def test_before_start(self):
        with Line(GOMOKU) as engine:
            engine.say("BEGIN")
            self.assertEqual("ERROR BEGIN before START", engine.line())

    def test_the_first_move_and_taking_back(self):
        self.assertEqual("7,7", self.engine.ask("BEGIN"))
        self.assertEqual("ERROR the last stone is not at 0,0", self.engine.ask("TAKEBACK 0,0"))
        self.assertEqual("ERROR there is a stone at 7,7", self.engine.ask("TURN 7,7"))
        self.assertEqual("OK", self.engine.ask("TAKEBACK 7,7"))
        self.assertEqual("7,7", self.engine.ask("begin"))
        self.assertEqual("OK", self.engine.ask("RESTART"))
        self.assertEqual("7,7", self.engine.ask("BEGIN"))

    def test_wins(self):
        self.assertIn(self.engine.board([(3, 3), (4, 3), (5, 3), (6, 3)], [(0, 0), (0, 2), (0, 4), (2, 3)]),
                      [(7, 3)])
        # Two threes that meet: the proven win plays on the point where they do, or makes a four.
        own, enemy = [(5, 7), (6, 7), (7, 5), (7, 6)], [(0, 0), (14, 14), (0, 14), (14, 0)]
        stones = {p: 0 for p in own} | {p: 1 for p in enemy}
        at = self.engine.board(own, enemy)
        for _ in range(12):
            stones[at] = 0
            if wins(stones, at, 0):
                return
            reply = next((p for p in ((x, y) for x in range(15) for y in range(15))
                          if p not in stones and wins(stones | {p: 0}, p, 0)), (1, 1))
            while reply in stones:
                reply = (reply[0] + 2, reply[1])
            stones[reply] = 1
            at = self.engine.move(f"TURN {reply[0]},{reply[1]}")
        self.fail("no five")

    def test_stops_a_four_and_an_open_three(self):
        self.assertEqual((7, 3), self.engine.board(
            [(0, 0), (0, 2), (0, 4), (2, 3)], [(3, 3), (4, 3), (5, 3), (6, 3)]))
        self.assertIn(self.engine.board([(0, 0), (14, 2), (0, 9)], [(5, 7), (6, 7), (7, 7)]),
                      [(3, 7), (4, 7), (8, 7), (9, 7)])

    def test_bug_where_all_is_lost_it_did_not_defend(self):
        """With time enough each defence is proven to lose; an untried point elsewhere came first then."""
        with Engine(turn_ms=2000) as patient:
            self.assertIn(patient.board([(0, 0), (14, 2), (0, 9)], [(5, 7), (6, 7), (7, 7)]),
                          [(3, 7), (4, 7), (8, 7), (9, 7)])

    def test_exactly_five(self):
        # A sixth stone wins nothing where five must be exact.
        own, enemy = [(x, 3) for x in (2, 3, 4, 6, 7)], [(0, 0), (0, 2), (0, 4), (0, 6), (0, 8)]
        self.assertEqual((5, 3), self.engine.board(own, enemy))
        with Engine(rule=1) as exact:
            self.assertNotEqual((5, 3), exact.board(own, enemy))

    def test_caro(self):
        # Five between two stones of the other side win nothing.
        own, enemy = [(x, 3) for x in (2, 3, 4, 6)], [(1, 3), (7, 3), (0, 14), (14, 14)]
        self.assertEqual((5, 3), self.engine.board(own, enemy))
        with Engine(rule=8) as caro:
            self.assertNotEqual((5, 3), caro.board(own, enemy))
        with Engine(rule=8) as caro:
            self.assertEqual((5, 3), caro.board(own, [(1, 3), *enemy[2:], (12, 12)]))

    def test_forbidden_points(self):
        with Engine(rule=4) as engine:
            # Seven in a row, twice: white takes one of the points at most.
            black = [(x, y) for y in (3, 11) for x in (2, 3, 4, 6, 7, 8)]
            white = [(x, y) for y in (0, 14) for x in (0, 3, 6, 9, 12)] + [(14, 7)]
            engine.board(white, black)
            forbidden = engine.ask("YXSHOWFORBID")
            self.assertRegex(forbidden, r"^FORBID (\d{4})+\.$")
            self.assertTrue({"0305", "1105"} & set(re.findall(r"\d{4}", forbidden)), forbidden)

    def test_best_moves(self):
        self.engine.say("YXNBEST 3")
        lines = [self.engine.line() for _ in range(4)]
        self.assertEqual(["MESSAGE 1.", "MESSAGE 2.", "MESSAGE 3."], [x[:10] for x in lines[:3]])
        self.assertEqual(lines[0].split()[2], lines[3])
        self.assertRegex(self.engine.ask("YXNBEST 0"), "^ERROR YXNBEST: '0' is not a number")

    def test_ends(self):
        for way in ("END", "input", "term"):
            for busy in (False, True):
                engine = Engine(turn_ms=20000)
                if busy:
                    engine.say("TURN 7,7")
                    time.sleep(0.2)
                if way == "END":
                    engine.say("END")
                elif way == "term":
                    engine.process.send_signal(signal.SIGTERM)
                self.assertEqual(0, engine.end(), (way, busy))


class Games(unittest.TestCase):
    def test_against_itself(self):
        play(15, 150)

    def test_against_a_random_player(self):
        self.assertEqual(0, play(15, 150, seed=1))
        self.assertEqual(1, play(20, 150, seed=2, engine_first=False))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--games"]:
        for number in range(int(sys.argv[2])):
            for board_side in (15, 20):
                against = number if number % 2 else None
                print(number + 1, board_side, "itself" if against is None else "random",
                      play(board_side, 300, against, number % 4 < 2))
    else:
        unittest.main()
