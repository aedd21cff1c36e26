# SPDX-License-Identifier: MIT
"""tesuji-gtp's connections and cuts where the search does not tell: what is judged, and said so."""

import unittest

from gtp import Engine, Failure, LETTERS, TESUJI_GTP

EMPTY = "........."
# One or two points apart on an open board: joined, but by threats of a higher order than 1.
KNIGHT = "/".join([EMPTY] * 3 + ["...X....."] + [".....X..."] + [EMPTY] * 4)
JUMP = "/".join([EMPTY] * 4 + ["..X..X..."] + [EMPTY] * 4)
FAR = "/".join([EMPTY] * 6 + ["..X...X..", "....O....", EMPTY])
# Two blocks around three points, shut in: they can be joined, and are captured.
DOOMED = "/".join(["......."] * 3 + [".OOOOO."] + [".OX.XO."] * 3)


def set_up(engine, rows):
    rows = rows.split("/")
    engine.ask(f"boardsize {len(rows)}")
    for y, row in enumerate(rows):
        for x, stone in enumerate(row):
            if stone != ".":
                engine.ask(f"play {'bw'[stone == 'O']} {LETTERS[x]}{len(rows) - y}")


class Links(unittest.TestCase):
    def asks(self, rows, stones, connect, cut, basis, order=1):
        with Engine(TESUJI_GTP, "--order", str(order), "--time-ms", "0") as engine:
            set_up(engine, rows)
            self.assertRegex(engine.ask(f"connect {stones}"), f"^{connect}$", rows)
            self.assertRegex(engine.ask(f"disconnect {stones}"), f"^{cut}$", rows)
            self.assertRegex(engine.ask(f"tesuji-link {stones}"),
                             f"^connect {connect} {basis[0]}, disconnect {cut} {basis[1]}$", rows)

    def test_a_cut_by_order_is_tried(self):
        """At order 1 nobody can join the stones after E6; a guess at higher orders can."""
        self.asks(KNIGHT, "D6 F5", "1 [A-J][4-7]", "0", ("proven", "judged"))
        self.asks(KNIGHT, "D6 F5", "1 [A-J][4-7]", "0", ("proven", "proven"), 2)

    def test_a_failure_by_order_is_no_failure(self):
        self.asks(JUMP, "C5 F5", "1 [DE][4-6]", "1 [DE][4-6]", ("judged", "judged"))

    def test_a_cut_that_nothing_hinders_is_told_with_a_move_between(self):
        self.asks(FAR, "C3 G3", "0", "1 [DEF][23]", ("proven", "proven"))

    def test_joined_and_captured_is_cut(self):
        """White shuts the blocks in: they can be joined then, and are taken all the same."""
        self.asks(DOOMED, "C1 E1", "1 D[123]", "1 D[123]", ("proven", "proven"), 2)

    def test_the_same_block(self):
        with Engine(TESUJI_GTP) as engine:
            set_up(engine, "XX./.../...")
            self.assertEqual(engine.ask("tesuji-link A3 B3"),
                             "connect 1 PASS proven, disconnect 0 proven")

    def test_wrong_stones(self):
        with Engine(TESUJI_GTP) as engine:
            set_up(engine, "XO./.../...")
            for stones, why in (("A3 B3", "vertices must have same color"),
                                ("A3 C3", "vertex must not be empty"),
                                ("A3", "invalid coordinate")):
                with self.assertRaises(Failure) as caught:
                    engine.ask(f"tesuji-link {stones}")
                self.assertEqual(str(caught.exception), why)


if __name__ == "__main__":
    unittest.main()
