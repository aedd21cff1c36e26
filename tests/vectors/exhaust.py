#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""exhaust.py - the right answers for captures on tiny boards, from the definition alone.

    exhaust.py check [--area N] FILE...  recompute every row (on boards of up to N points)
                                         and compare
    exhaust.py fill  FILE                write FILE with its D and M columns computed
    exhaust.py random WxH COUNT SEED     print that many random rows

All positions that can be reached from the rows are listed; then, for d = 1, 3, 5, ...,
every position is marked in which the attacker wins within d plies at order n, until a
round marks nothing new. There is no depth limit, hash table, zone or move ordering to
get wrong, and nothing is shared with the engine. A repeated position earns nothing,
since a win at d rests on wins at d - 2 only.

A row (tab-separated; lines with # are comments):
    capture  WxH  rows  attacker  target  ko  D0 D1 D2 D3 D4  M
Points are x,y from the top left; `ko` is where the attacker may not play now, or -.
D[n] is the least odd number of plies within which order n wins, 0 = never; M is the
same for full-width play with the defender allowed to pass.
"""

import random
import sys

ORDERS = 5
FULL = ORDERS  # the column of full-width play: a pass costs no order


class Board:
    """The rules on one board size. A board is a string, a point an index into it."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.near = []
        for y in range(height):
            for x in range(width):
                around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
                self.near.append([v * width + u for u, v in around
                                  if 0 <= u < width and 0 <= v < height])

    def block(self, board, start):
        """The stones connected to `start`, and their liberties."""
        stones, liberties, todo = {start}, set(), [start]
        while todo:
            for p in self.near[todo.pop()]:
                if board[p] == ".":
                    liberties.add(p)
                elif board[p] == board[start] and p not in stones:
                    stones.add(p)
                    todo.append(p)
        return stones, liberties

    def play(self, board, point, colour):
        """(board, ko, captured points) after a move, or None if it is suicide."""
        other = "O" if colour == "X" else "X"
        cells = list(board)
        cells[point] = colour
        captured = set()
        for p in self.near[point]:
            if cells[p] == other and p not in captured:
                stones, liberties = self.block(cells, p)
                if not liberties:
                    captured |= stones
        for p in captured:
            cells[p] = "."
        stones, liberties = self.block(cells, point)
        if not liberties:
            return None
        ko = None
        if len(captured) == 1 and len(stones) == 1 and liberties == captured:
            ko = next(iter(captured))
        return "".join(cells), ko, captured

    def sane(self, board):
        return all(board[p] == "." or self.block(board, p)[1] for p in range(len(board)))


class Game:
    """Every position reachable from some roots, with one target and one attacker."""

    def __init__(self, board, attacker, target):
        self.rules, self.attacker, self.target = board, attacker, target
        self.defender = "O" if attacker == "X" else "X"
        self.number = {}   # (cells, ko) with the attacker to move -> index
        self.finish = []   # index -> does some move capture the target?
        self.after = []    # index -> defender nodes, one a move
        self.replies = {}  # (cells, ko) with the defender to move -> (pass, [replies])
        self.todo = []

    def attacker_node(self, cells, ko):
        key = (cells, ko)
        if key not in self.number:
            self.number[key] = len(self.finish)
            self.finish.append(False)
            self.after.append([])
            self.todo.append(key)
        return self.number[key]

    def defender_node(self, cells, ko):
        key = (cells, ko)
        if key not in self.replies:
            replies = []
            self.replies[key] = (self.attacker_node(cells, None), replies)
            for p in range(len(cells)):
                if cells[p] == "." and p != ko:
                    played = self.rules.play(cells, p, self.defender)
                    if played:
                        replies.append(self.attacker_node(played[0], played[1]))
        return self.replies[key]

    def expand(self):
        while self.todo:
            cells, ko = self.todo.pop()
            me = self.number[cells, ko]
            nodes = []
            for p in range(len(cells)):
                if cells[p] != "." or p == ko:
                    continue
                played = self.rules.play(cells, p, self.attacker)
                if played and self.target in played[2]:
                    self.finish[me] = True
                    break
                if played:
                    nodes.append(played[:2])
            if not self.finish[me]:
                self.after[me] = [self.defender_node(*node) for node in nodes]

    def solve(self):
        """least[n][i]: fewest plies in which position i is won at order n, 0 = never."""
        count = len(self.finish)
        least = [[int(won) for won in self.finish] for _ in range(ORDERS + 1)]
        plies, grew = 1, True
        while grew:
            plies, grew = plies + 2, False
            now = []
            for n in range(1, ORDERS + 1):
                mine = least[n]
                passed = mine if n == FULL else least[n - 1]
                now += [(n, i) for i in range(count) if not mine[i] and any(
                    passed[skip] and all(mine[r] for r in replies)
                    for skip, replies in self.after[i])]
            for n, i in now:
                least[n][i] = plies
                grew = True
        return least


def parse(line):
    fields = line.rstrip("\n").split("\t")
    if len(fields) not in (6, 8) or fields[0] != "capture":
        raise ValueError(f"not a row of capture: {line!r}")
    _, size, rows, attacker, target, ko = fields[:6]
    width, height = map(int, size.split("x"))
    cells = rows.replace("/", "")
    point = {name: None if text == "-" else
             int(text.split(",")[1]) * width + int(text.split(",")[0])
             for name, text in (("target", target), ("ko", ko))}
    board = Board(width, height)
    if len(cells) != width * height or set(cells) - set("XO.") or not board.sane(cells):
        raise ValueError(f"not a position: {line!r}")
    if attacker not in "XO" or cells[point["target"]] != ("O" if attacker == "X" else "X"):
        raise ValueError(f"the target is not the defender's: {line!r}")
    return (width, height, attacker, point["target"]), cells, point["ko"], fields


def solve_lines(lines, area=10 ** 9):
    """Each row with its D and M columns, and how many; the other lines as they are."""
    rows, groups = {}, {}
    for at, line in enumerate(lines):
        if line.strip() and not line.startswith("#"):
            row = parse(line)
            if len(row[1]) > area:
                continue
            rows[at] = row
            groups.setdefault(rows[at][0], []).append(at)
    out = [line.rstrip("\n") for line in lines]
    for (width, height, attacker, target), members in groups.items():
        game = Game(Board(width, height), attacker, target)
        index = {at: game.attacker_node(rows[at][1], rows[at][2]) for at in members}
        game.expand()
        least = game.solve()
        for at in members:
            values = [least[n][index[at]] for n in range(ORDERS + 1)]
            out[at] = "\t".join(rows[at][3][:6] + [" ".join(map(str, values[:ORDERS])),
                                                   str(values[FULL])])
    return out, len(rows)


def check(arguments):
    passed = failed = 0
    area, paths = 10 ** 9, arguments
    if arguments[0] == "--area":
        area, paths = int(arguments[1]), arguments[2:]
    for path in paths:
        with open(path, encoding="ascii") as file:
            lines = file.readlines()
        solved, rows = solve_lines(lines, area)
        wrong = [(a.rstrip("\n"), b) for a, b in zip(lines, solved) if a.rstrip("\n") != b]
        for was, right in wrong:
            print(f"{path}:\n  says   {was}\n  should {right}")
        passed, failed = passed + rows - len(wrong), failed + len(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def fill(path):
    with open(path, encoding="ascii") as file:
        solved, _ = solve_lines(file.readlines())
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(solved) + "\n")
    return 0


def scatter(size, count, seed):
    rng = random.Random(seed)
    width, height = map(int, size.split("x"))
    board, lines = Board(width, height), []
    while len(lines) < count:
        cells = "".join(rng.choice("..XXO") for _ in range(width * height))
        target = rng.randrange(width * height)
        if cells[target] == "." or not board.sane(cells):
            continue
        rows = "/".join(cells[y * width:(y + 1) * width] for y in range(height))
        attacker = "O" if cells[target] == "X" else "X"
        lines.append("\t".join(["capture", size, rows, attacker,
                                f"{target % width},{target // width}", "-"]))
    print("\n".join(solve_lines(lines)[0]))
    return 0


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "check":
        return check(arguments[1:])
    if len(arguments) == 2 and arguments[0] == "fill":
        return fill(arguments[1])
    if len(arguments) == 4 and arguments[0] == "random":
        return scatter(arguments[1], int(arguments[2]), int(arguments[3]))
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
