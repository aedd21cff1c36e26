# SPDX-License-Identifier: MIT
"""board.py - the rules of Go once more, in the plainest way, for tests that play."""

COLUMNS = "ABCDEFGHJKLMNOPQRST"
OTHER = {"black": "white", "white": "black"}
LETTER = {"black": "X", "white": "O"}


class Board:
    """Stones by their points; a ko bans one colour from one point for one move."""

    def __init__(self, size, stones=None, to_play="black", ko=None):
        self.size, self.stones = size, dict(stones or {})
        self.to_play, self.ko = to_play, ko

    def copy(self):
        return Board(self.size, self.stones, self.to_play, self.ko)

    def name(self, point):
        return f"{COLUMNS[point[0]]}{self.size - point[1]}"

    def rows(self):
        return "/".join("".join(LETTER.get(self.stones.get((x, y)), ".")
                                for x in range(self.size)) for y in range(self.size))

    def beside(self, point):
        x, y = point
        return [(a, b) for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if 0 <= a < self.size and 0 <= b < self.size]

    def block(self, point):
        """The stones of a block and its liberties."""
        block, liberties, new = {point}, set(), [point]
        while new:
            for near in self.beside(new.pop()):
                if near not in self.stones:
                    liberties.add(near)
                elif self.stones[near] == self.stones[point] and near not in block:
                    block.add(near)
                    new.append(near)
        return block, liberties

    def play(self, point, colour=None):
        """The board after a move (None: a pass), or why there is none."""
        colour = colour or self.to_play
        after = Board(self.size, self.stones, OTHER[colour])
        if point is None:
            return after
        if point in self.stones:
            return f"there is a stone on {self.name(point)}"
        if self.ko == (point, colour):
            return f"{colour} on {self.name(point)} would retake a ko at once"
        after.stones[point] = colour
        taken = set()
        for near in self.beside(point):
            if after.stones.get(near) == OTHER[colour] and not after.block(near)[1]:
                taken |= after.block(near)[0]
        for stone in taken:
            del after.stones[stone]
        block, liberties = after.block(point)
        if not liberties:
            return f"{colour} on {self.name(point)} would be suicide"
        if len(taken) == len(block) == len(liberties) == 1:
            after.ko = (taken.pop(), OTHER[colour])
        return after
