#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""scatter.py GAME SIDE STONES ORDER COUNT SEED - random positions, Black to attack, in the form of
tests/bench/reduction_list.c, for lists of scaling. Half of the stones are of each colour; no block
is without liberties, in Atari-Go none in atari; in Go the target is a white block of three or four
liberties. Position number i comes of the seed "SEED-i"."""

import random
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def block(board, point):
    """The stones of a block and its liberties."""
    side = len(board)
    stones, liberties, todo = {point}, set(), [point]
    while todo:
        row, column = todo.pop()
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = row + down, column + right
            if not (0 <= y < side and 0 <= x < side):
                continue
            if board[y][x] == ".":
                liberties.add((y, x))
            elif board[y][x] == board[row][column] and (y, x) not in stones:
                stones.add((y, x))
                todo.append((y, x))
    return stones, liberties


def scatter(rng, game, side, stones):
    """A board and its target, or None if it will not do."""
    board = [["."] * side for _ in range(side)]
    cells = [divmod(c, side) for c in rng.sample(range(side * side), stones)]
    for i, (y, x) in enumerate(cells):
        board[y][x] = "O" if i < stones // 2 else "X"
    target = "-"
    if game in ("go", "atarigo"):
        blocks = [(board[y][x], *block(board, (y, x))) for y, x in cells]
        if min(len(b[2]) for b in blocks) < (2 if game == "atarigo" else 1):
            return None
        if game == "go":
            targets = [b[1] for b in blocks if b[0] == "O" and len(b[2]) in (3, 4)]
            if not targets:
                return None
            y, x = min(rng.choice(targets))
            target = f"{LETTERS[x]}{side - y}"
    return board, target


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    game = sys.argv[1]
    side, stones, order, count, seed = map(int, sys.argv[2:])
    for i in range(1, count + 1):
        rng = random.Random(f"{seed}-{i}")
        made = None
        while made is None:
            made = scatter(rng, game, side, stones)
        board, target = made
        print("\t".join([game, f"{game}-{side}-{stones}-{seed}-{i}", str(order), "black", target,
                         "-", "/".join(map("".join, board))]))


if __name__ == "__main__":
    main()
