#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""lists.py mates|puzzles|gnugo FILE - other people's lists in the form of
tests/bench/reduction_list.c: "FEN, tab, N" for mates; for Gomoku "kind, id, side, black, white,
...", by the rules of Renju, in which such books are written ("puzzles"), or freestyle
("puzzles-freestyle"); for "gnugo" the questions attack and connect of GNU Go's regression tests
(.tst, next to their games), the boards of which build/clients/gtp/tesuji-gtp reads."""

import importlib.machinery
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SIDE = 15


def mates(fields, number):
    return ["chess", f"mate-{fields[1]}-{number}", "3", "-", "-", "-", fields[0]]


def puzzles(fields, _number, options="rule=renju"):
    kind, name, side, black, white = fields[:5]
    rows = [["."] * SIDE for _ in range(SIDE)]
    for points, stone in ((black, "X"), (white, "O")):
        for point in filter(None, points.split(",")):
            rows[SIDE - int(point[1:])][ord(point[0]) - ord("A")] = stone
    return ["gomoku", f"{kind}-{name}", "1" if kind == "vcf" else "2",
            {"B": "black", "W": "white"}[side], "-", options, "/".join(map("".join, rows))]


def freestyle(fields, number):
    return puzzles(fields, number, "-")


def board_of(engine):
    """The rows of a board that stands at an engine."""
    lines = [line.split() for line in engine.ask("showboard").splitlines()]
    return [["XO.".index(point) for point in line[1:-1]] for line in lines
            if len(line) > 2 and line[0] == line[-1] and line[0].isdigit()]


def stone(rows, point):
    """0 or 1, whose stone it is."""
    return rows[len(rows) - int(point[1:])]["ABCDEFGHJKLMNOPQRST".index(point[0])]


def gnugo(path):
    """The lines of a list of GNU Go's; each position once."""
    loader = importlib.machinery.SourceFileLoader("gnugo", os.path.join(HERE, "gnugo"))
    bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("gnugo", loader))
    loader.exec_module(bench)
    engine = bench.Gtp([os.path.join(HERE, "../../build/clients/gtp/tesuji-gtp")],
                       os.path.dirname(os.path.abspath(path)))
    for number, where, question, _ in bench.tests_of(path):
        command, *points = question.split()
        if command not in ("attack", "connect"):
            continue
        engine.stand(where)
        rows = board_of(engine)
        whose = stone(rows, points[0]) ^ (command == "attack")
        yield ["go" if command == "attack" else "go/connect",
               f"{os.path.basename(path)}-{number}", "3", ("black", "white")[whose],
               " ".join(points), "-", "/".join("".join("XO."[at] for at in row) for row in rows)]
    engine.close()


FORMS = {"mates": mates, "puzzles": puzzles, "puzzles-freestyle": freestyle}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("gnugo", *FORMS):
        sys.exit(__doc__)
    if sys.argv[1] == "gnugo":
        for fields in gnugo(sys.argv[2]):
            print("\t".join(fields))
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file
                 if line.strip() and not line.startswith(("#", "kind"))]
    for number, fields in enumerate(lines, 1):
        print("\t".join(FORMS[sys.argv[1]](fields, number)))


if __name__ == "__main__":
    main()
