#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""enclosed_problems.py SEED COUNT - problems of life and death in a closed region, COUNT of each kind, in the
form of tests/bench/reduction_list.c.

Black holds a connected patch of 7x7, in a corner, at a side or in the centre, with a white wall around it
that cannot be captured. The option region names the patch, 10 to 19 points, and up to 3 points of the
wall that are left empty, outside liberties; 8 to 16 points of it are empty. Within, most of Black's points beside the wall have a stone, the
others few of either colour. Every block has a liberty.

Kinds: any black block is to live, one black stone is to live, one of two black stones is to be captured, or
two are, by Black or by White; KIND-second has the other side move first. Problem i of a kind comes of the
seed "KIND-SEED-i"; its place is the corner, the side or the centre by turns. Odd seeds are to tune by, even
ones to report."""

import random
import sys

from scatter import LETTERS, block

SIDE = 7
PLACES = ("corner", "side", "centre")
GOALS = ("live-any", "live", "capture-any", "capture-all")


def beside(point):
    row, column = point
    for y, x in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
        if 0 <= y < SIDE and 0 <= x < SIDE:
            yield y, x


def text(point):
    return f"{LETTERS[point[1]]}{SIDE - point[0]}"


def patch(rng, place):
    """A connected set of points that does not leave its place."""
    start = {"corner": (0, 0), "side": (0, 3), "centre": (3, 3)}[place]
    most = {"corner": (6, 6), "side": (5, 6), "centre": (6, 6)}[place]
    least = {"corner": (0, 0), "side": (0, 1), "centre": (1, 1)}[place]
    points, wanted = {start}, rng.randint(10, 19)
    while len(points) < wanted:
        grown = rng.choice([p for q in sorted(points) for p in beside(q) if p not in points])
        if all(least[i] <= grown[i] < most[i] for i in range(2)):
            points.add(grown)
    return points


def make(rng, goal, place):
    """Board, target and region, or None if this came to nothing."""
    points = patch(rng, place)
    board = [["."] * SIDE for _ in range(SIDE)]
    wall = {p for q in points for p in beside(q)} - points
    wall_of = sorted(wall)
    free = set(rng.sample(wall_of, min(rng.randint(0, 3), len(wall_of))))
    wall = (wall | {p for q in free for p in beside(q)}) - points - free
    for y, x in wall:
        board[y][x] = "O"
    for y, x in sorted(points):
        edge = any(p in wall or p in free for p in beside((y, x)))
        board[y][x] = rng.choices("XO.", (70, 5, 25) if edge else (8, 10, 82))[0]
    region = points | free
    stones = {(y, x) for y in range(SIDE) for x in range(SIDE) if board[y][x] != "."}
    blocks = {p: block(board, p) for p in stones}
    if not all(liberties for _, liberties in blocks.values()):
        return None
    if not all(blocks[p][1] - region for p in wall):
        return None
    empty = sum(board[y][x] == "." for y, x in region)
    own = sorted({min(blocks[p][0]) for p in stones if board[p[0]][p[1]] == "X"})
    if not 8 <= empty <= 16 or not own or (goal.startswith("capture") and len(own) < 2):
        return None
    target = [] if goal == "live-any" else rng.sample(own, 1 if goal == "live" else 2)
    return board, target, region


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    seed, count = map(int, sys.argv[1:])
    for goal in GOALS:
        for second in ("", "-second"):
            for i in range(1, count + 1):
                place = PLACES[i % len(PLACES)]
                rng = random.Random(f"{goal}{second}-{seed}-{i}")
                made = None
                while made is None:
                    made = make(rng, goal, place)
                board, target, region = made
                attacker = "black" if goal.startswith("live") else "white"
                print("\t".join([f"go/{goal}", f"{goal}{second}-{seed}-{i}-{place}", "0",
                                 attacker + second, " ".join(map(text, target)) or "-",
                                 "region=" + ",".join(map(text, sorted(region))),
                                 "/".join(map("".join, board))]))


if __name__ == "__main__":
    main()
