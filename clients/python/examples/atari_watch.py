#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""atari_watch.py - tell, move by move, which blocks of a Go game became capturable.

    atari_watch.py RECORD.sgf [--server ADDRESS] [--order N] [--time-ms MS]

As a Go program would, it keeps its board at the daemon (Solver.position) and sends
it the moves. After each of them every block with few liberties is asked about: can
the other side capture it by moving first, and if so, what saves it? The questions
of a move are on their way at once. What the move has not touched the daemon knows
from before.
"""

import argparse
import asyncio
import os
import re
import sys

# As a program of your own, with the package installed, you do not need this line.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tesuji  # noqa: E402

COLUMNS = "ABCDEFGHJKLMNOPQRST"
LETTERS = "abcdefghijklmnopqrs"
COLOURS = {"B": "black", "W": "white"}
STONES = {"X": "black", "O": "white"}
LIBERTIES = 3  # blocks with more are not asked about: they are rarely lost by force

# The main line is what stands before the first ")" outside of values.
TOKEN = re.compile(r"\)|([A-Z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.S)
VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.S)


def properties(sgf):
    """(name, values) of the main line, in order."""
    for token in TOKEN.finditer(sgf):
        if token[0] == ")":
            return
        yield token[1], VALUE.findall(token[2])


def point_of(value):
    """The point "dd"; None: a pass."""
    return tuple(map(LETTERS.index, value)) if len(value) == 2 and value != "tt" else None


class Board:
    """The stones of a board in rows, by their points; knows blocks and liberties."""

    def __init__(self, rows):
        lines = rows.split("/")
        self.width, self.height = len(lines[0]), len(lines)
        self.stones = {(x, y): STONES[stone] for y, line in enumerate(lines)
                       for x, stone in enumerate(line) if stone in STONES}

    def name(self, point):
        return f"{COLUMNS[point[0]]}{self.height - point[1]}"

    def around(self, point):
        x, y = point
        return [(a, b) for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if 0 <= a < self.width and 0 <= b < self.height]

    def block(self, point):
        """The points and the liberties of the block on a point."""
        block, liberties, new = {point}, set(), [point]
        while new:
            for near in self.around(new.pop()):
                if near not in self.stones:
                    liberties.add(near)
                elif self.stones[near] == self.stones[point] and near not in block:
                    block.add(near)
                    new.append(near)
        return frozenset(block), liberties

    def in_danger(self):
        """(colour, points) of the blocks with few liberties."""
        found = {}
        for point, colour in self.stones.items():
            if not any(point in block for block in found):
                block, liberties = self.block(point)
                if len(liberties) <= LIBERTIES:
                    found[block] = colour
        return [(colour, block) for block, colour in found.items()]


def moves(sgf):
    """(colour, point or None, whether stones were set up since the last one) of each move."""
    is_set_up = False
    for name, values in properties(sgf):
        if name in COLOURS:
            yield COLOURS[name], point_of(values[0]), is_set_up
        is_set_up = name not in COLOURS and (is_set_up or name in ("AB", "AW", "AE", "PL"))


async def positions(solver, sgf):
    """(colour, move, board as it then is) of each move, played on the board at the daemon."""
    held = await solver.position(sgf=sgf, move=0)
    for number, (colour, point, is_set_up) in enumerate(moves(sgf), 1):
        move = Board(held.rows).name(point) if point else "pass"
        if is_set_up and number > 1:
            held = await solver.position(sgf=sgf, move=number)
        else:
            held = await solver.position(play=[f"{colour} {move}"])
        yield colour, move, Board(held.rows)


async def judge(solver, question, late):
    """How a block is captured and how it is saved; None if it is not known to be in danger.

    Questions that were not decided in time are put into `late`.
    """
    attack = await solver.solve(**question, first="attacker")
    if attack.ko is None:
        late.append(question)
    if attack.ko not in ("unconditional", "ko"):
        return None
    defence = await solver.solve(**question, first="defender")
    how = f"captured by {attack.best}{' with a ko' if attack.ko == 'ko' else ''}, "
    if defence.ko is None:
        late.append(question)
        return how + "not known whether it can be saved"
    if defence.ko == "fails":
        return how + "cannot be saved"
    return how + f"saved by {defence.best}{' with a ko' if defence.ko == 'ko' else ''}"


async def judge_all(solver, board, common, late):
    """(text, points, how) of the blocks that are known to be in danger."""
    async with asyncio.TaskGroup() as group:
        tasks = []
        for owner, block in board.in_danger():
            target = board.name(min(block))
            text = f"{owner} {target}" + (f" ({len(block)} stones)" if len(block) > 1 else "")
            tasks.append((text, block, group.create_task(
                judge(solver, {**common, "target": target}, late))))
    return [(text, block, task.result()) for text, block, task in tasks if task.result()]


async def watch(args, sgf):
    common = {"board": 1, "goal": "capture", "ko_verdict": True, "order": args.order,
              "time_ms": args.time_ms}
    late, before, number = [], set(), 0  # before: points of blocks that could be captured already
    async with tesuji.connect(args.server) as solver:
        async for colour, move, board in positions(solver, sgf):
            number += 1
            now = await judge_all(solver, board, common, late)
            new = [f"   {text}: {how}" for text, block, how in now if not block & before]
            if new:
                print(f"{number}. {colour} {move}", *new, sep="\n", flush=True)
            before = set().union(*(block for _, block, _ in now))
    if late:
        print(f"{len(late)} questions were not decided within {args.time_ms} ms each")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("record")
    parser.add_argument("--server", help="address of the daemon; default: as the command tesuji")
    parser.add_argument("--order", type=int, default=1, help="highest lambda-order (1: ladders)")
    parser.add_argument("--time-ms", type=int, default=500, help="for each question (500)")
    args = parser.parse_args()
    status = 0
    try:
        with open(args.record, encoding="utf-8", errors="replace") as file:
            asyncio.run(watch(args, file.read()))
    except* (tesuji.TesujiError, OSError) as errors:
        print(f"atari_watch: {errors.exceptions[0]}", file=sys.stderr)
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
