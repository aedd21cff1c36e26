# SPDX-License-Identifier: MIT
"""go_problems.py - small problems of capture, drawn at random, with the truth about each."""

from go_truth import TooLarge, Truth


def draw_one(rng):
    """Return a small board, a white stone on it, and a region with its empty points and some more."""
    width, height = rng.choice(((4, 3), (4, 4), (5, 3), (5, 4), (6, 3)))
    rows = ["".join(rng.choice("XOXO.") for _ in range(width)) for _ in range(height)]
    points = [(x, y) for y in range(height) for x in range(width)]
    stones = [(x, y) for x, y in points if rows[y][x] == "O"]
    empty = [(x, y) for x, y in points if rows[y][x] == "."]
    if not stones or not 3 <= len(empty) <= 5:
        return None
    region = empty + rng.sample([p for p in points if p not in empty], rng.randrange(3))
    named = [f"{'ABCDEF'[x]}{height - y}" for x, y in [rng.choice(stones), *region]]
    return rows, named[0], ",".join(named[1:])


def is_legal(truth):
    stones = truth.begin[0]
    return all(truth.board.block(stones, p)[1] for p in range(len(stones)) if stones[p] != ".")


def draw(rng):
    """Return (rows, target, region) of a problem with three first moves at least, and its Truth."""
    while True:
        drawn = draw_one(rng)
        if drawn is None:
            continue
        try:
            truth = Truth(*drawn)
        except TooLarge:
            continue
        if is_legal(truth) and len(truth.moves(truth.begin)) >= 3:
            return drawn, truth


def draw_kinds(rng, wanted):
    """Draw problems until there are as many as wanted: {"unique": n, "cooked": n, "unsound": n}.
    Return [(drawn, truth, kind)] in an order of chance."""
    left, found = dict(wanted), []
    while any(left.values()):
        drawn, truth = draw(rng)
        kind = {0: "unsound", 1: "unique"}.get(len(truth.working(truth.begin)), "cooked")
        if left[kind] > 0:
            left[kind] -= 1
            found.append((drawn, truth, kind))
    return found


def table(problems):
    """Return a collection of drawn problems as a table, Black to move; their ids are their places."""
    lines = ["id\tgame\trows\tgoal\tattacker\toptions"]
    for number, ((rows, target, region), *_) in enumerate(problems):
        lines.append(f"{number}\tgo\t{'/'.join(rows)}\tcapture:{target}\tblack\tregion={region}")
    return "".join(line + "\n" for line in lines)
