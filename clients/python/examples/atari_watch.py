#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""atari_watch.py - tell, move by move, which blocks of a Go game became capturable.

    atari_watch.py RECORD.sgf [--server ADDRESS] [--order N] [--time-ms MS]

After each move every block with few liberties is asked about: can the other side
capture it by moving first, and if so, what saves it? The daemon reads the record
itself (`sgf` and `move`), so that it knows about kos; the board below is only
there to find the blocks. All questions are on their way at once; the package
keeps as many of them at the daemon as that takes.
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


def points(value):
    """The points of "dd" or of a rectangle "aa:cc"; none of a pass."""
    first, _, last = value.partition(":")
    if len(first) != 2 or first == "tt":
        return []
    (left, top), (right, bottom) = (map(LETTERS.index, corner) for corner in (first, last or first))
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


class Board:
    """Stones by their points; knows blocks, liberties and captures."""

    def __init__(self, size):
        self.size, self.stones = size, {}

    def name(self, point):
        return f"{COLUMNS[point[0]]}{self.size - point[1]}"

    def around(self, point):
        x, y = point
        return [(a, b) for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if 0 <= a < self.size and 0 <= b < self.size]

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

    def play(self, colour, point):
        self.stones[point] = colour
        for near in self.around(point):
            if self.stones.get(near, colour) != colour:
                block, liberties = self.block(near)
                if not liberties:
                    for stone in block:
                        del self.stones[stone]

    def in_danger(self):
        """(colour, points) of the blocks with few liberties."""
        found = {}
        for point, colour in self.stones.items():
            if not any(point in block for block in found):
                block, liberties = self.block(point)
                if len(liberties) <= LIBERTIES:
                    found[block] = colour
        return [(colour, block) for block, colour in found.items()]


def positions(sgf):
    """(colour, move, board as it then is, blocks to ask about) of each move."""
    sizes = [int(values[0]) for name, values in properties(sgf) if name == "SZ"]
    board = Board(sizes[0] if sizes else 19)
    for name, values in properties(sgf):
        if name in ("AB", "AW"):
            for point in sum(map(points, values), []):
                board.stones[point] = COLOURS[name[1]]
        elif name in COLOURS:
            move = points(values[0])
            if move:
                board.play(COLOURS[name], move[0])
            yield COLOURS[name], board.name(move[0]) if move else "pass", board, board.in_danger()


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


async def watch(args, sgf):
    async with tesuji.connect(args.server) as solver, asyncio.TaskGroup() as group:
        asked, late = [], []
        for number, (colour, move, board, blocks) in enumerate(positions(sgf), 1):
            common = {"game": "go", "sgf": sgf, "move": number, "goal": "capture",
                      "ko_verdict": True, "order": args.order, "time_ms": args.time_ms}
            judged = []
            for owner, block in blocks:
                target = board.name(min(block))
                text = f"{owner} {target}" + (f" ({len(block)} stones)" if len(block) > 1 else "")
                judged.append((text, block, group.create_task(
                    judge(solver, {**common, "target": target}, late))))
            asked.append((f"{number}. {colour} {move}", judged))
        before = set()  # points of blocks that could be captured already
        for title, judged in asked:
            now = [(text, block, how) for text, block, task in judged if (how := await task)]
            new = [f"   {text}: {how}" for text, block, how in now if not block & before]
            if new:
                print(title, *new, sep="\n", flush=True)
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
