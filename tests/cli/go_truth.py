# SPDX-License-Identifier: MIT
"""go_truth.py - the capture of a block on a tiny board, decided by going through every position.

Black attacks, White defends, without ko threats, and nobody plays outside of the region. A state is
(stones, whose turn, the point that a ko bans). Black has to move; White may pass. Black wins where
he captures the block: the least fixed point of that over all states that can be reached, so that
going round in circles wins nothing. A move is that of tests/vectors/exhaust.py.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vectors"))
from exhaust import Board  # noqa: E402

STATES_MAX = 4000


class TooLarge(Exception):
    """More states than are worth the time."""


class Truth:
    def __init__(self, rows, target, region=None):
        self.width, self.height = len(rows[0]), len(rows)
        self.region = set(range(self.width * self.height))
        if region is not None:
            self.region = {self.point(name) for name in region.split(",")}
        self.target = self.point(target)
        self.begin = ("".join(rows), "X", -1)
        self.board = Board(self.width, self.height)
        self.next = {}
        self._explore()
        self._decide()

    def point(self, name):
        column = "ABCDEFGHJKLMNOPQRST".index(name[0])
        return (self.height - int(name[1:])) * self.width + column

    def name(self, point):
        if point is None:
            return "pass"
        return "ABCDEFGHJKLMNOPQRST"[point % self.width] + str(self.height - point // self.width)

    def play(self, state, point):
        """Return the state after a move, or None: it is not legal. None as point passes."""
        stones, turn, ko = state
        other = "O" if turn == "X" else "X"
        if point is None:
            return stones, other, -1
        if stones[point] != "." or point == ko:
            return None
        played = self.board.play(stones, point, turn)
        if played is None:
            return None
        after, banned, _ = played
        return after, other, -1 if banned is None else banned

    def is_taken(self, state):
        return state[0][self.target] != "O"

    def moves(self, state):
        """Return the legal moves and the states after them."""
        if state not in self.next:
            points = [p for p in sorted(self.region) if state[0][p] == "."]
            if state[1] == "O":
                points.append(None)
            after = [(p, self.play(state, p)) for p in points]
            self.next[state] = [(p, to) for p, to in after if to is not None]
        return self.next[state]

    def _explore(self):
        todo, seen = [self.begin], {self.begin}
        while todo:
            for _, to in self.moves(todo.pop()):
                if to not in seen and not self.is_taken(to):
                    seen.add(to)
                    todo.append(to)
            if len(seen) > STATES_MAX:
                raise TooLarge
        self.states = seen

    def _decide(self):
        self.won, grows = set(), True
        while grows:
            grows = False
            for state in self.states - self.won:
                wins = [self.wins(to) for _, to in self.next[state]]
                if any(wins) if state[1] == "X" else all(wins):
                    self.won.add(state)
                    grows = True

    def wins(self, state):
        """Does Black capture from here?"""
        return self.is_taken(state) or state in self.won

    def working(self, state):
        """Return the names of Black's moves that win."""
        return sorted(self.name(p) for p, to in self.moves(state) if self.wins(to))
