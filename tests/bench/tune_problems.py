#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""tune_problems.py SEED COUNT - problems to tune by, COUNT of each kind, drawn at random, in the form of
tests/bench/reduction_list.c. The head of tests/bench/tune.tsv says which of them are kept.

Kinds: two black blocks of Go on 13x13 to be joined; lives on 7x7, of a named block and of any; one of
two blocks of 9x9 to be captured, and both; a race; Renju on 11x11. Every block has two liberties or
more. Problem i of a kind comes of the seed "KIND-SEED-i"."""

import random
import sys

from scatter import LETTERS, block


def text(side, point):
    return f"{LETTERS[point[1]]}{side - point[0]}"


def scatter(rng, side, black, white):
    """A board and its blocks: (colour, stones, liberties) each."""
    while True:
        board = [["."] * side for _ in range(side)]
        cells = [divmod(c, side) for c in rng.sample(range(side * side), black + white)]
        for i, (y, x) in enumerate(cells):
            board[y][x] = "X" if i < black else "O"
        blocks = {frozenset(block(board, cell)[0]): (board[cell[0]][cell[1]], block(board, cell)[1])
                  for cell in cells}
        if all(len(liberties) >= 2 for _, liberties in blocks.values()):
            return board, [(colour, min(stones), liberties)
                           for stones, (colour, liberties) in blocks.items()]


def near(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def connect(rng):
    board, blocks = scatter(rng, 13, 14, 14)
    own = [stone for colour, stone, _ in blocks if colour == "X"]
    pairs = [(a, b) for a in own for b in own if a < b and 2 <= near(a, b) <= 5]
    if pairs:
        return "go/connect", 3, board, rng.choice(pairs)
    return None


def live(rng):
    board, blocks = scatter(rng, 7, 11, 5)
    own = sorted(stone for colour, stone, _ in blocks if colour == "X")
    return "go/live", 3, board, rng.sample(own, 1)


def live_any(rng):
    board, _ = scatter(rng, 7, 8, 5)
    return "go/live-any", 3, board, []


def many(goal, black, liberties):
    def made(rng):
        board, blocks = scatter(rng, 9, black, 10)
        weak = [stone for colour, stone, free in blocks if colour == "O" and len(free) <= liberties]
        pairs = [(a, b) for a in weak for b in weak if a < b and near(a, b) <= 4]
        return (f"go/{goal}", 3, board, rng.choice(pairs)) if pairs else None
    return made


def semeai(rng):
    board, blocks = scatter(rng, 9, 14, 14)
    weak = [(colour, stone) for colour, stone, liberties in blocks if len(liberties) in (3, 4)]
    pairs = [(a, b) for white, a in weak for black, b in weak
             if white == "O" and black == "X" and near(a, b) <= 3]
    if pairs:
        return "go/semeai", 3, board, rng.choice(pairs)
    return None


def renju(rng):
    board, _ = scatter(rng, 11, 8, 8)
    return "gomoku", 2, board, []


KINDS = [("connect", connect, "-"), ("live", live, "-"), ("live-any", live_any, "-"),
         ("capture-any", many("capture-any", 12, 4), "-"), ("capture-all", many("capture-all", 18, 2), "-"),
         ("semeai", semeai, "-"), ("renju", renju, "rule=renju")]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    seed, count = map(int, sys.argv[1:])
    for name, make, options in KINDS:
        for i in range(1, count + 1):
            rng = random.Random(f"{name}-{seed}-{i}")
            made = None
            while made is None:
                made = make(rng)
            game, order, board, target = made
            print("\t".join([game, f"{name}-{i}", str(order), "black",
                             " ".join(text(len(board), p) for p in target) or "-", options,
                             "/".join(map("".join, board))]))


if __name__ == "__main__":
    main()
