# SPDX-License-Identifier: MIT
"""Whole games that tesuji-gtp plays, against itself and GNU Go."""

import os
import re
import unittest

from gtp import Board, Engine, GNUGO, QUICK, TESUJI_GTP, talk


class Games(unittest.TestCase):
    SIDE, MOST = 9, 600

    def game(self, black, white, observer=None):
        """Two engines play; every move has to be legal. Returns the number of moves."""
        board, passes, moves = Board(self.SIDE), 0, 0
        for engine in (black, white) + ((observer,) if observer else ()):
            engine.ask(f"boardsize {self.SIDE}")
            engine.ask("clear_board")
        players = [("black", black), ("white", white)]
        while passes < 2:
            colour, mover = players[moves % 2]
            move = mover.ask(f"genmove {colour}")
            if move.lower() == "resign":
                break
            passes = passes + 1 if move.upper() == "PASS" else 0
            board.play(colour, move)  # ValueError if it is not legal
            for engine in (players[1 - moves % 2][1], observer):
                if engine:
                    engine.ask(f"play {colour} {move}")
            moves += 1
            self.assertLess(moves, self.MOST)
        for engine in (black, white, observer):
            if engine:
                self.check(engine, board)
        return moves

    def check(self, engine, board):
        rows = re.findall(r"^ ?\d+ ([.+XO ]+?) ?\d+\b", engine.ask("showboard"), re.M)
        self.assertEqual(len(rows), self.SIDE)
        for colour, sign in (("black", "X"), ("white", "O")):
            shown = {"ABCDEFGHJ"[x] + str(self.SIDE - y) for y, row in enumerate(rows)
                     for x, point in enumerate(row.split()) if point == sign}
            self.assertEqual(shown, board.of(colour))

    def test_against_itself(self):
        with Engine(TESUJI_GTP, *QUICK) as black, Engine(TESUJI_GTP, *QUICK) as white:
            self.assertGreater(self.game(black, white), 20)
            self.assertGreater(self.game(white, black), 20)

    def test_the_same_game_again(self):
        games = []
        for _ in range(2):
            out = talk("boardsize 7\n" + "genmove b\ngenmove w\n" * 10, *QUICK)[0]
            games.append(out)
        self.assertEqual(games[0], games[1])

    def test_captures_and_saves(self):
        text = "boardsize 9\nplay b e5\nplay w d5\nplay w f5\nplay w e6\n"
        for colour in ("b", "w"):
            self.assertTrue(talk(f"{text}genmove {colour}\n")[0].endswith("= E4\n\n"))

    def test_nothing_is_left_to_play(self):
        """No eye is filled, and no move is made where the enemy alone stands."""
        text = "boardsize 3\nplay b a2\nplay b b2\nplay b c2\nplay b b1\n"
        self.assertTrue(talk(text + "genmove b\ngenmove w\n")[0].endswith("= PASS\n\n= PASS\n\n"))

    @unittest.skipUnless(os.path.exists(GNUGO), "gnugo is not installed")
    def test_against_gnugo(self):
        gnugo = [GNUGO, "--mode", "gtp", "--quiet", "--level", "1", "--seed", "1"]
        with Engine(TESUJI_GTP, *QUICK) as engine, Engine(*gnugo) as other:
            self.game(engine, other)
            self.game(other, engine)

    @unittest.skipUnless(os.path.exists(GNUGO), "gnugo is not installed")
    def test_gnugo_looks_on(self):
        with Engine(TESUJI_GTP, *QUICK) as engine, Engine(TESUJI_GTP, *QUICK) as other, \
                Engine(GNUGO, "--mode", "gtp", "--quiet") as observer:
            self.game(engine, other, observer)


if __name__ == "__main__":
    unittest.main()
