#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""lists.py mates|puzzles FILE - other people's lists in the form of tests/bench/reduction_list.c:
"FEN, tab, N" for mates; for Gomoku "kind, id, side, black, white, ...", by the rules of Renju, in
which such books are written ("puzzles"), or freestyle ("puzzles-freestyle")."""

import sys

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


FORMS = {"mates": mates, "puzzles": puzzles, "puzzles-freestyle": freestyle}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in FORMS:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file
                 if line.strip() and not line.startswith(("#", "kind"))]
    for number, fields in enumerate(lines, 1):
        print("\t".join(FORMS[sys.argv[1]](fields, number)))


if __name__ == "__main__":
    main()
