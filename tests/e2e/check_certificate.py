#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""check_certificate.py FILE... - a second checker of certificates, for Go and Gomoku, written from
docs/proofs.md alone. Tries every legal reply everywhere. Exit 0 if all files are proofs."""

import sys
import zlib
import msgpack

PASS, MOVE_MOST, REPLIES_MOST, LINE_MOST = -1, 20479, 512, 1024
NEEDED = ["tesuji", "format", "rules", "kind", "game", "goal", "attacker", "first", "position"]
KEYS = [*NEEDED, "options", "threats", "order", "depth", "by"]
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Bad(Exception):
    """The file is no proof."""


def need(condition, text):
    if not condition:
        raise Bad(text)


def integer(value, least, most):
    need(type(value) is int and least <= value <= most, f"{value} is not in {least}..{most}")
    return value


def keys(value, allowed, needed=()):
    need(isinstance(value, dict) and set(needed) <= set(value) <= set(allowed), f"keys of {value}")
    return value


def pairs(items):
    need(len({k for k, _ in items}) == len(items), "a key twice")
    return dict(items)


def read(data):
    """Header, nodes, root. A node: (is a defence, move, child or default, {reply: child}, height)"""
    unpacker, nodes = msgpack.Unpacker(object_pairs_hook=pairs, max_buffer_size=0), []
    unpacker.feed(data)
    try:
        header = keys(unpacker.unpack(), KEYS, NEEDED)
        need(unpacker.tell() <= 4096 and next(iter(header)) == "tesuji", "header")
        while True:
            before, item = unpacker.tell(), unpacker.unpack()
            need(isinstance(item, list) and item, "no node")
            if integer(item[0], 0, 2) == 0:
                break
            nodes.append(node(item, nodes))
    except (msgpack.exceptions.UnpackException, ValueError) as error:
        raise Bad(error) from error
    need([len(data), *item[2:]] == [unpacker.tell(), len(nodes), zlib.crc32(data[:before])], "trailer")
    return header, nodes, integer(item[1], 0, len(nodes) - 1)


def node(item, nodes):
    defence, move, child, replies, height = item[0] == 2, None, None, {}, 1
    if defence:
        need(len(item) == 3 and isinstance(item[2], list) and len(item[2]) % 2 == 0, "defence")
        moves, child = [integer(m, PASS, MOVE_MOST) for m in item[2][::2]], item[1]
        need(len(moves) <= REPLIES_MOST and moves == sorted(set(moves)), "moves must ascend")
        replies = dict(zip(moves, item[2][1::2]))
    else:
        need(len(item) in (2, 3) and (len(item) == 2 or item[2] is not None), "attack")
        move, child = integer(item[1], PASS, MOVE_MOST), item[2] if len(item) == 3 else None
    for c in [*replies.values(), *([] if child is None else [child])]:
        need(nodes[integer(c, 0, len(nodes) - 1)][0] != defence, "a child of the wrong kind")
        height = max(height, nodes[c][4] + 1)
    need(height <= LINE_MOST, "a line is too long")
    return defence, move, child, replies, height


class Board:
    """A position is (stones, turn, ko, threats): a string, 0 for the attacker. play gives the next
    one, None for what is not legal; judge says whether the goal is reached (1) or lost (-1)."""

    def __init__(self, header, columns, least):
        rows = keys(header["position"], ("rows", "ko"), ("rows",))["rows"].split("/")
        self.height, self.width, self.columns = len(rows), len(rows[0]), columns
        self.start, self.area = "".join(rows), self.width * self.height
        need(all(least <= n <= 19 for n in (self.width, self.height)) and set(self.start) <= set(".XO")
             and all(len(r) == self.width for r in rows), "rows")
        self.colour = "XO" if header["attacker"] == "black" else "OX"
        self.turn = int(header["first"] == "defender")
        stock = keys(header.get("threats", {}), ("attacker", "defender"))
        self.stock = stock.get("attacker", 0), stock.get("defender", 0)
        need(all(t == "unlimited" or integer(t, 0, 2) >= 0 for t in self.stock), "threats")

    def at(self, x, y):
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None

    def point(self, text):
        need(2 <= len(text) <= 3 and text[1:].isdecimal() and text[1] != "0", f"{text} is no point")
        p = self.at(self.columns.find(text[0].upper()), self.height - int(text[1:]))
        need(p is not None, f"{text} is no point")
        return p


class Go(Board):
    OWNERS = {"capture": (1,), "connect": (0, 0), "semeai": (1, 0)}

    def __init__(self, header):
        super().__init__(header, "ABCDEFGHJKLMNOPQRST", 2)
        goal = keys(header["goal"], ("type", "target"), ("type", "target"))
        self.goal, self.target = goal["type"], [self.point(t) for t in goal["target"].split(" ")]
        need(not header.get("options") and self.goal in self.OWNERS, "goal or options")
        need([self.start[p] for p in self.target] == [self.colour[o] for o in self.OWNERS[self.goal]], "target")
        need(all(s == "." or self.block(self.start, p)[1] for p, s in enumerate(self.start)), "liberties")
        ko = self.point(header["position"]["ko"]) if "ko" in header["position"] else None
        need(ko is None or (self.start[ko] == "." and len(self.put(self.start, ko, self.colour[self.turn])[1]) == 1
                            and {self.start[q] for q in self.near(ko)} == {self.colour[1 - self.turn]}), "ko")
        self.begin = self.start, self.turn, ko, self.stock

    def near(self, p):
        y, x = divmod(p, self.width)
        return {self.at(x - 1, y), self.at(x + 1, y), self.at(x, y - 1), self.at(x, y + 1)} - {None}

    def block(self, stones, p):
        block, liberties, todo = {p}, set(), [p]
        while todo:
            for q in self.near(todo.pop()):
                if stones[q] == ".":
                    liberties.add(q)
                elif stones[q] == stones[p] and q not in block:
                    block.add(q)
                    todo.append(q)
        return block, liberties

    def put(self, stones, p, colour):
        stones, taken = stones[:p] + colour + stones[p + 1:], set()
        for block, liberties in (self.block(stones, q) for q in self.near(p) if stones[q] not in (".", colour)):
            taken |= set() if liberties else block
        return "".join("." if q in taken else s for q, s in enumerate(stones)), taken

    def play(self, position, move):
        stones, turn, ko, stock = position
        if move == PASS:
            return (stones, 0, None, stock) if turn == 1 else None
        if not 0 <= move < self.area or stones[move] != "." or (move == ko and stock[turn] == 0):
            return None
        if move == ko and stock[turn] != "unlimited":
            stock = (stock[0] - 1, stock[1]) if turn == 0 else (stock[0], stock[1] - 1)
        stones, taken = self.put(stones, move, self.colour[turn])
        block, liberties = self.block(stones, move)
        bans = len(taken) == len(block) == len(liberties) == 1
        return (stones, 1 - turn, min(taken) if bans else None, stock) if liberties else None

    def judge(self, position):
        stones, own = position[0], self.colour[0]
        if any(stones[p] != own for p, o in zip(self.target, self.OWNERS[self.goal]) if o == 0):
            return -1
        if self.goal == "connect":
            return int(self.target[1] in self.block(stones, self.target[0])[0])
        return int(stones[self.target[0]] != self.colour[1])


class Gomoku(Board):
    def __init__(self, header):
        super().__init__(header, "ABCDEFGHIJKLMNOPQRS", 3)
        options = keys(header.get("options", {}), ("k", "rule"))
        k, self.rule = options.get("k", "5"), options.get("rule", "freestyle")
        need(header["goal"] == {"type": "win"} and self.stock == (0, 0) and "ko" not in header["position"], "claim")
        need((k, self.rule) in [("5", "renju")] + [(n, r) for n in "3456" for r in ("freestyle", "standard")], "options")
        self.k, self.begin = int(k), (self.start, self.turn, None, self.stock)

    def run(self, stones, p, step):
        run, ends = [p], []
        for dx, dy in (step, (-step[0], -step[1])):
            q = p
            while q is not None and stones[q] == stones[p]:
                run, q = [*run, q], self.at(q % self.width + dx, q // self.width + dy)
            ends.append(q)
        return set(run), ends

    def fives(self, stones, p, steps=STEPS):
        return [step for step in steps if len(self.run(stones, p, step)[0]) == 5]

    def forbidden(self, stones, p):
        put, (y, x), fours, threes = lambda on, q: on[:q] + "X" + on[q + 1:], divmod(p, self.width), 0, 0
        stones = put(stones, p)
        if self.fives(stones, p) or any(len(self.run(stones, p, s)[0]) > 5 for s in STEPS):
            return not self.fives(stones, p)
        for step in STEPS:
            sets, three = set(), False
            for q in {self.at(x + i * step[0], y + i * step[1]) for i in range(-4, 5)} - {None}:
                more = put(stones, q) if stones[q] == "." else stones
                run, ends = self.run(more, p, step)
                if more != stones and q in run and len(run) == 5:
                    sets.add(frozenset(run - {q}))
                if more != stones and q in run and len(run) == 4 and not self.fives(more, q) and all(
                        e is not None and more[e] == "." and self.fives(put(more, e), p, [step]) for e in ends):
                    three = three or not self.forbidden(stones, q)
            fours, threes = fours + len(sets), threes + three
        return fours > 1 or threes > 1

    def may(self, stones, turn, p):
        return stones[p] == "." and (self.rule != "renju" or self.colour[turn] == "O" or not self.forbidden(stones, p))

    def play(self, position, move):
        stones, turn = position[:2]
        if move == PASS:
            free = "." not in stones or any(self.may(stones, turn, p) for p in range(self.area))
            return None if free else (stones, 1 - turn, None, self.stock)
        legal = 0 <= move < self.area and self.may(stones, turn, move)
        return (stones[:move] + self.colour[turn] + stones[move + 1:], 1 - turn, None, self.stock) if legal else None

    def has_row(self, stones, colour):
        exact = self.rule == "standard" or (self.rule == "renju" and colour == "X")
        return any(n == self.k or (n > self.k and not exact) for n in (
            len(self.run(stones, p, s)[0]) for p in range(self.area) if stones[p] == colour for s in STEPS))

    def judge(self, position):
        won, lost = (self.has_row(position[0], c) for c in self.colour)
        return 1 if won else -1 if lost or "." not in position[0] else 0


def replay(game, nodes, root):
    todo, seen = [(root, game.begin)], set()
    while todo:
        at, position = todo.pop()
        if (at, position) in seen:
            continue
        seen.add((at, position))
        defence, move, child, replies, _ = nodes[at]
        for m in range(PASS, game.area) if defence else [move]:
            after, answer = game.play(position, m), replies.get(m, child)
            need(after is not None or defence, f"node {at}: {m} is not legal on {position}")
            if after is not None and (defence or game.judge(after) != 1):
                need(game.judge(after) == 0 and answer is not None, f"node {at}: {m} on {position}")
                todo.append((answer, after))
    return len(seen)


def check(data):
    """How many positions were replayed; raises Bad."""
    header, nodes, root = read(data)
    need([header[k] for k in NEEDED[:4]] == ["certificate", 1, 1, "proof"]
         and header["attacker"] in ("black", "white") and header["first"] in ("attacker", "defender"), "header")
    need(header["game"] in ("go", "gomoku"), "game")
    game = {"go": Go, "gomoku": Gomoku}[header["game"]](header)
    need(game.judge(game.begin) == 0 and nodes[root][0] == (header["first"] == "defender"), "position or root")
    return replay(game, nodes, root)


if __name__ == "__main__":
    for file in map(open, sys.argv[1:], ["rb"] * len(sys.argv)):
        print(file.name, check(file.read()))
