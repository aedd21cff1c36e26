#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_gtp_hex.py - tesuji-gtp --game hex as HexGui talks to it, and whole games of it."""

import random
import unittest

from gtp import TESUJI_GTP, Asking, Engine, talk

QUICK = ("--game", "hex", "--order", "3", "--nodes", "20000", "--time-ms", "0")
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def point(text):
    return "abcdefghijklmn".index(text[0]), int(text[1:]) - 1


class Board:
    def __init__(self, side):
        self.side, self.stones = side, {}

    def play(self, colour, text):
        at = point(text)
        if at in self.stones or not all(0 <= c < self.side for c in at):
            raise ValueError(text)
        self.stones[at] = colour

    def won(self, colour):
        axis = 1 if colour == "black" else 0  # black joins the rows
        todo = [p for p, c in self.stones.items() if c == colour and p[axis] == 0]
        seen = set(todo)
        while todo:
            x, y = todo.pop()
            if (x, y)[axis] == self.side - 1:
                return True
            for u, v in ((x + a, y + b) for a, b in BESIDE):
                if self.stones.get((u, v)) == colour and (u, v) not in seen:
                    seen.add((u, v))
                    todo.append((u, v))
        return False


def play(side, seed=None):
    """A game of two engines, or of one, which is black, against chance: the winner's colour."""
    rng = random.Random(seed)
    with Engine(TESUJI_GTP, *QUICK) as black, Engine(TESUJI_GTP, *QUICK) as white:
        board, colours = Board(side), ("black", "white")
        for engine in (black, white):
            engine.ask(f"boardsize {side} {side}")
        for ply in range(side * side):
            colour = colours[ply % 2]
            if seed is not None and ply % 2 == 1:
                free = [(x, y) for x in range(side) for y in range(side)
                        if (x, y) not in board.stones]
                x, y = rng.choice(free)
                move = "abcdefghijklmn"[x] + str(y + 1)
                white.ask(f"play {colour} {move}")
            else:
                move = (black, white)[ply % 2].ask(f"genmove {colour}")
            board.play(colour, move)
            if board.won(colour):
                return colour, white.ask("final_score") if ply % 2 else black.ask("final_score")
            (white, black)[ply % 2].ask(f"play {colour} {move}")
    raise AssertionError("a full board without a winner")


class Commands(Asking):
    def setUp(self):
        self.engine = Engine(TESUJI_GTP, *QUICK)
        self.ask("boardsize 4 4")

    def tearDown(self):
        self.engine.__exit__()

    def test_the_protocol(self):
        self.assertEqual("2", self.ask("protocol_version"))
        known = self.ask("list_commands").split("\n")
        for command in ("boardsize", "clear_board", "play", "genmove", "undo", "showboard",
                        "final_score", "hexgui-analyze_commands", "quit"):
            self.assertIn(command, known)
        self.assertNotIn("attack", known)
        for line in self.ask("hexgui-analyze_commands").split("\n"):
            self.assertIn(line.split("/")[2].split(" ")[0], known)

    def test_board(self):
        self.ask("play black a1", "play w d4")
        self.assertEqual(["a b c d", "1 B . . .", "2 . . . .", "3 . . . .", "4 . . . W"],
                         [line.strip() for line in self.ask("showboard").strip().split("\n")])
        self.ask("undo", "play w d4", "undo", "undo")
        self.refuses("undo", "cannot undo")
        for size in ("boardsize 15", "boardsize 1", "boardsize x", "boardsize", "boardsize 4 20"):
            self.refuses(size, "unacceptable size")
        self.ask("play b b2")
        self.refuses("play w b2", "illegal move")
        for words in ("", " w", " w e1", " x a1", " w pass"):
            self.refuses("play" + words, "invalid color or coordinate")

    def test_swap(self):
        self.ask("play b c1", "play w swap-pieces")
        self.assertIn("3 W . . .", self.ask("showboard"))
        self.refuses("play b swap-pieces", "illegal move")
        self.ask("clear_board")
        self.refuses("play w swap-pieces", "illegal move")

    def test_the_solver(self):
        self.assertEqual("black", self.ask("tesuji-solve-state black"))
        move = self.ask("tesuji-winning-move black")
        self.ask(f"play b {move}")
        self.assertEqual("black", self.ask("tesuji-solve-state white"))
        self.assertEqual("none", self.ask("tesuji-winning-move white"))
        self.refuses("final_score", "the game is not over")

    def test_the_end(self):
        self.ask("play b a1", "play b a2", "play b a3", "play b a4")
        self.assertEqual("B+", self.ask("final_score"))
        self.assertEqual("resign", self.ask("genmove w"))
        self.refuses("tesuji-solve-state w", "the game is over")
        self.ask("clear_board", "play w a4", "play w b4", "play w c4", "play w d4")
        self.assertEqual("W+", self.ask("final_score"))

    def test_a_game_that_is_none(self):
        self.assertEqual(("", 64, "tesuji-gtp: --game: 'shogi' is neither go nor hex\n"),
                         talk("", "--game", "shogi"))


class Games(unittest.TestCase):
    def test_small_boards_are_won_by_who_begins(self):
        self.assertEqual(("black", "B+"), play(4))

    def test_against_itself(self):
        colour, score = play(11)
        self.assertEqual({"black": "B+", "white": "W+"}[colour], score)

    def test_against_chance(self):
        self.assertEqual(("black", "B+"), play(11, seed=5))


if __name__ == "__main__":
    unittest.main()
