#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""check_certificate.py FILE... - a second checker of certificates, for proofs and denials within some moves, written
from docs/proofs.md alone. Tries every legal move everywhere. Exit 0 if all files are good."""

import hashlib
import re
import sys
import zlib
import msgpack
from chess_rules import Position

HELD_MOST = 3000  # positions; more would take minutes
POSITIONS_MOST = None  # of a replay; None: any number
PASS, MOVE_MOST, REPLIES_MOST, LINE_MOST = -1, 20479, 512, 1024
NEEDED = ["tesuji", "format", "rules", "kind", "game", "goal", "attacker", "first", "position"]
KEYS = [*NEEDED, "options", "threats", "order", "depth", "by"]
STEPS, Bad = ((1, 0), (0, 1), (1, 1), (1, -1)), ValueError  # Bad: the file is no proof


class Unknown(Bad):
    """The file may be good: this checker gives up."""


def need(condition, text):
    if not condition:
        raise Bad(text)

def bound(count):
    if POSITIONS_MOST is not None and count > POSITIONS_MOST:
        raise Unknown(f"more than {POSITIONS_MOST} positions")

def integer(value, least, most):
    return need(type(value) is int and least <= value <= most, f"{value} is not in {least}..{most}") or value
def keys(value, allowed, needed=()):
    return need(isinstance(value, dict) and set(needed) <= set(value) <= set(allowed), f"keys of {value}") or value
def text(value, most=511):
    """Printable ASCII, not empty."""
    return need(type(value) is str and 0 < len(value) <= most and value.isascii() and value.isprintable(), "text") or value
def pairs(items):
    return need(len({text(k, 31) for k, _ in items}) == len(items), "a key twice") or dict(items)
def stock(value):
    return value if value == "unlimited" and type(value) is str else integer(value, 0, 2)


def claim(header):
    """The header, if it has the form of one, with all that may be absent."""
    keys(header, KEYS, NEEDED)
    need(next(iter(header)) == "tesuji" and header["tesuji"] == "certificate", "no certificate")
    need(all(integer(header[key], 1, 1) for key in ("format", "rules")), "version")
    need(header["kind"] != "bounded-denial" or 1 <= integer(header.get("depth"), 0, 505), "depth")
    need(header["kind"] != "lambda-denial" or integer(header.get("order"), 0, 9) >= 0, "order")
    short = {key: text(header[key], 31) for key in ("kind", "game", "attacker", "first")}
    need(short["attacker"] in ("black", "white") and short["first"] in ("attacker", "defender"), "sides")
    goal, position = (keys(header[k], a, n) for k, a, n in (
        ("goal", ("type", "target"), ("type",)), ("position", ("rows", "fen", "ko"), ())))
    need(("rows" in position) != ("fen" in position), "position")
    options, threats = need(isinstance(header.get("options", {}), dict), "options") or header.get("options", {}), keys(
        header.get("threats", {}), ("attacker", "defender"))
    need(len(options) <= 4, "options")
    words = lambda given, names: {k: text(given[k], 31 if k in ("type", "ko") else 511) for k in names if k in given}
    return {"tesuji": "certificate", "format": 1, "rules": 1, "kind": short["kind"], "game": short["game"],
            "options": words(options, sorted(options)), "goal": words(goal, ("type", "target")),
            "attacker": short["attacker"], "first": short["first"], "position": words(position, ("rows", "fen", "ko")),
            "threats": {side: stock(threats.get(side, 0)) for side in ("attacker", "defender")},
            **{key: integer(header.get(key, 0), 0, 65535) for key in ("order", "depth")},
            **({"by": text(header["by"])} if "by" in header else {})}


def read(data):
    """Header, nodes, root. A node: (is a defence, move, child or default, {reply: child}, height)"""
    nodes, unpacker = [], msgpack.Unpacker(object_pairs_hook=pairs, max_buffer_size=0, max_str_len=511, max_bin_len=0,
                                           max_array_len=2 * REPLIES_MOST, max_map_len=len(KEYS), max_ext_len=0)
    unpacker.feed(data)
    try:
        header = claim(unpacker.unpack())
        need(unpacker.tell() <= 4096, "a long header")
        while True:
            before, item = unpacker.tell(), unpacker.unpack()
            need(isinstance(item, list) and item, "no node")
            if integer(item[0], 0, 2) == 0:
                break
            nodes.append(node(item, nodes))
    except msgpack.exceptions.UnpackException as error:
        raise Bad(error) from error
    need(len(item) == 4 and all(type(number) is int for number in item), "trailer")
    need([len(data), *item[2:]] == [unpacker.tell(), len(nodes), zlib.crc32(data[:before])], "trailer")
    need(nodes[integer(item[1], 0, len(nodes) - 1)][0] == (header["first"] == "defender") ^ ("denial" in header["kind"]), "root")
    return header, nodes, item[1]


def canonical(header, nodes, root):
    """The canonical file. What has been written by its bytes is in the order of its numbers."""
    number, written, todo = {None: None}, {}, [root]
    while todo:
        defence, move, child, replies, _ = nodes[todo[-1]]
        left = next((c for c in (child, *replies.values()) if c not in number), None)
        if left is not None:
            todo.append(left)
            continue
        item = [2, number[child], [n for m, c in replies.items() for n in (m, number[c])]] if defence else [
            1, move, *([] if child is None else [number[child]])]
        number[todo.pop()] = written.setdefault(msgpack.packb(item), len(written))
    data = b"".join([msgpack.packb(header), *written])
    return data + msgpack.packb([0, number[root], len(written), zlib.crc32(data)])


def node(item, nodes):
    defence, (move, child), replies = item[0] == 2, (item[1:] + [None])[:2], {}
    if defence:
        need(len(item) == 3 and isinstance(item[2], list) and len(item[2]) % 2 == 0, "defence")
        moves, move, child = [integer(m, PASS, MOVE_MOST) for m in item[2][::2]], None, item[1]
        need(len(moves) <= REPLIES_MOST and moves == sorted(set(moves)), "moves must ascend")
        replies = dict(zip(moves, item[2][1::2]))
    else:
        need(len(item) == 2 or (len(item) == 3 and child is not None), "attack")
        integer(move, PASS, MOVE_MOST)
    children = [*replies.values(), *([] if child is None else [child])]
    need(all(nodes[integer(c, 0, len(nodes) - 1)][0] != defence for c in children), "a child of the wrong kind")
    height = 1 + max((nodes[c][4] for c in children), default=0)
    need(height <= LINE_MOST, "a line is too long")
    return defence, move, child, replies, height


class Board:
    """A position is (stones, turn, ko, threats), in Go with those wanted: a string, 0 for the attacker. play
    gives the next one, None for what is not legal; judge says whether the goal is reached (1) or lost (-1)."""

    def __init__(self, header, columns, least, most):
        rows = keys(header["position"], ("rows", "ko"), ("rows",))["rows"].split("/")
        self.height, self.width, self.columns = len(rows), len(rows[0]), columns
        self.start, self.area = "".join(rows), self.width * self.height
        need(all(least <= n <= most for n in (self.width, self.height)) and set(self.start) <= set(".XO")
             and all(len(r) == self.width for r in rows), "rows")
        self.colour = "XO" if header["attacker"] == "black" else "OX"
        self.turn = int(header["first"] == "defender")
        self.stock = header["threats"]["attacker"], header["threats"]["defender"]

    def at(self, x, y):
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None
    def point(self, text):
        named = re.fullmatch("([A-Ta-t])([1-9][0-9]?)", text, re.ASCII)
        p = self.at(self.columns.find(named[1].upper()), self.height - int(named[2])) if named else None
        return need(p is not None, f"{text} is no point") or p


class Go(Board):
    OWNERS = {"capture": "1", "connect": "00", "semeai": "10", "live": "0{1,16}", "live-any": "0{0,16}",
              "capture-any": "1{1,16}", "capture-all": "1{1,16}"}

    def __init__(self, header):
        super().__init__(header, "ABCDEFGHJKLMNOPQRST", 2, 19)
        goal, options = keys(header["goal"], ("type", "target"), ("type",)), keys(header.get("options", {}), ("region",))
        self.goal, names = goal["type"], goal.get("target", "")
        region = options.get("region", f"A1-{self.columns[self.width - 1]}{self.height}").split(",")
        self.target, self.region = [self.point(t) for t in names.split(" ") if names], set().union(*map(self.between, region))
        self.owners = "".join(str((*self.colour, ".").index(self.start[p])) for p in self.target)
        need(re.fullmatch(self.OWNERS.get(self.goal, "x"), self.owners), "goal or target")
        need(all(s == "." or self.block(self.start, p)[1] for p, s in enumerate(self.start)), "liberties")
        ko = self.point(header["position"]["ko"]) if "ko" in header["position"] else None
        need(ko is None or (self.start[ko] == "." and len(self.put(self.start, ko, self.colour[self.turn])[1]) == 1
                            and {self.start[q] for q in self.near(ko)} == {self.colour[1 - self.turn]}), "ko")
        self.begin = self.start, self.turn, ko, self.stock, frozenset(p for p in self.target if self.start[p] == self.colour[1])

    def between(self, text):
        (py, px), (qy, qx) = (divmod(self.point(t), self.width) for t in (text.split("-", 1) * 2)[:2])
        return {self.at(x, y) for y in range(min(py, qy), max(py, qy) + 1) for x in range(min(px, qx), max(px, qx) + 1)}

    def alive(self, stones):
        """Is a goal of life reached? Benson: stones of what is dropped count as points that may come free."""
        blocks = {frozenset(b): free for b, free in (
            self.block(stones, p) for p, s in enumerate(stones) if s == self.colour[0])}
        while "live" in self.goal:
            safe = frozenset().union(*blocks)
            rest = "".join("s" if p in safe else "r" for p in range(self.area))
            vital = [{q for q in r if stones[q] != self.colour[1]} for r in {
                frozenset(self.block(rest, p)[0]) for p in range(self.area) if p not in safe}]
            kept = {b: free for b, free in blocks.items() if free - self.region or sum(v <= free for v in vital) > 1}
            if len(kept) == len(blocks):
                return (any if self.goal == "live-any" else all)(p in safe for p in self.target or range(self.area))
            blocks = kept
        return False

    def near(self, p):
        y, x = divmod(p, self.width)
        return {self.at(x - 1, y), self.at(x + 1, y), self.at(x, y - 1), self.at(x, y + 1)} - {None}
    def block(self, stones, p):
        block, todo = {p}, [p]
        for at in todo:  # which grows
            todo += [q for q in self.near(at) if stones[q] == stones[p] and q not in block]
            block.update(todo)
        return block, {q for b in block for q in self.near(b) if stones[q] == "."}

    def put(self, stones, p, colour):
        stones = stones[:p] + colour + stones[p + 1:]
        blocks = [self.block(stones, q) for q in self.near(p) if stones[q] not in (".", colour)]
        taken = set().union(*(block for block, liberties in blocks if not liberties))
        return "".join("." if q in taken else s for q, s in enumerate(stones)), taken
    def play(self, position, move):
        stones, turn, ko, stock, left = position
        left -= {ko} if turn == 1 and move != ko else set()  # it might have been taken back
        if move == PASS:
            return (stones, 1 - turn, None, stock, left) if turn == 1 or self.alive(stones) else None
        if move not in self.region or stones[move] != "." or (move == ko and stock[turn] == 0):
            return None
        if move == ko and stock[turn] != "unlimited":
            stock = (stock[0] - 1, stock[1]) if turn == 0 else (stock[0], stock[1] - 1)
        stones, taken = self.put(stones, move, self.colour[turn])
        block, liberties = self.block(stones, move)
        bans = len(taken) == len(block) == len(liberties) == 1
        left -= set() if bans and turn == 0 and stock[1] else taken
        return (stones, 1 - turn, min(taken) if bans else None, stock, left) if liberties else None
    def judge(self, position):
        stones, turn, left = *position[:2], position[4]
        stand = [stones[p] == self.colour[0] for p, o in zip(self.target, self.owners) if o == "0"]
        if stand and not (any if self.goal == "live-any" else all)(stand) and (left or self.goal != "semeai"):
            return -1
        if self.goal == "connect":
            return int(self.target[1] in self.block(stones, self.target[0])[0])
        taken = left != self.begin[4] if self.goal == "capture-any" else not left
        return int(turn == 1 and self.alive(stones) if "live" in self.goal else taken)


class Gomoku(Board):
    def __init__(self, header):
        super().__init__(header, "ABCDEFGHIJKLMNOPQRST", 3, 20)
        options = keys(header.get("options", {}), ("k", "rule"))
        k, self.rule = options.get("k", "5"), options.get("rule", "freestyle")
        need(header["goal"] == {"type": "win"} and self.stock == (0, 0) and "ko" not in header["position"], "claim")
        need((k, self.rule) in [("5", "renju")] + [(n, r) for n in "3456" for r in ("freestyle", "standard", "caro")], "options")
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
            line = {self.at(x + i * step[0], y + i * step[1]) for i in range(-4, 5)} - {None}
            runs = [(put(stones, q), q, *self.run(put(stones, q), p, step)) for q in line if stones[q] == "."]
            fours += len({frozenset(run - {q}) for _, q, run, _ in runs if q in run and len(run) == 5})
            threes += any(q in run and len(run) == 4 and not self.fives(more, q) and all(
                e is not None and more[e] == "." and self.fives(put(more, e), p, [step]) for e in ends)
                and not self.forbidden(stones, q) for more, q, run, ends in runs)
        return fours > 1 or threes > 1
    def may(self, stones, turn, p):
        return stones[p] == "." and (self.rule != "renju" or self.colour[turn] == "O" or not self.forbidden(stones, p))

    def play(self, position, move):
        stones, turn = position[:2]
        if move == PASS and "." in stones and not any(self.may(stones, turn, p) for p in range(self.area)):
            return stones, 1 - turn, None, self.stock
        legal = 0 <= move < self.area and self.may(stones, turn, move)
        return (stones[:move] + self.colour[turn] + stones[move + 1:], 1 - turn, None, self.stock) if legal else None

    def has_row(self, stones, colour):
        exact = self.rule in ("standard", "caro") or (self.rule == "renju" and colour == "X")
        runs = (self.run(stones, p, s) for p in range(self.area) if stones[p] == colour for s in STEPS)
        return any((len(run) == self.k or (len(run) > self.k and not exact)) and not (
            self.rule == "caro" and all(e is not None and stones[e] not in (".", colour) for e in ends))
            for run, ends in runs)

    def judge(self, position):
        won, lost = (self.has_row(position[0], c) for c in self.colour)
        return 1 if won else -1 if lost or "." not in position[0] else 0


class Hex(Board):
    def __init__(self, header):
        super().__init__(header, "ABCDEFGHIJKLMN", 2, 14)
        need(header["goal"] == {"type": "win"} and self.stock == (0, 0) and not header["options"], "claim")
        need("ko" not in header["position"], "position")
        self.begin = self.start, self.turn

    def joined(self, stones, colour):
        where = (lambda p: divmod(p, self.width)[0]) if colour == "X" else (lambda p: p % self.width)
        chain = [p for p in range(self.area) if stones[p] == colour and where(p) == 0]
        met = set(chain)
        for p in chain:  # which grows
            near = {self.at(p % self.width + dx, p // self.width + dy)
                    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))} - {None}
            chain += [q for q in near if stones[q] == colour and q not in met]
            met |= near
        return any(where(p) == (self.height if colour == "X" else self.width) - 1 for p in chain)

    def play(self, position, move):
        stones, turn = position
        legal = 0 <= move < self.area and stones[move] == "."
        return (stones[:move] + self.colour[turn] + stones[move + 1:], 1 - turn) if legal else None
    def judge(self, position):
        return 1 if self.joined(position[0], self.colour[0]) else -int(self.joined(position[0], self.colour[1]))


class AtariGo(Go):
    """Its blocks are those of Go. A stone that captures leaves what it has captured on the board, for judge."""

    def __init__(self, header):
        Board.__init__(self, header, "ABCDEFGHJKLMNOPQRST", 2, 19)
        options = {"pass": "yes", "stuck": "passes", **keys(header["options"], ("pass", "stuck"))}
        need(options["pass"] in ("yes", "no") and options["stuck"] in ("passes", "loses"), "options")
        self.free, self.loses = options["pass"] == "yes", options["stuck"] == "loses"
        need(header["goal"] == {"type": "win"} and self.stock == (0, 0) and "ko" not in header["position"], "claim")
        need(not self.dead(self.start), "liberties")
        self.begin = self.start, self.turn

    def dead(self, stones):
        return any(s != "." and not self.block(stones, p)[1] for p, s in enumerate(stones))
    def may(self, stones, turn, p):
        return stones[p] == "." and bool(self.block(self.put(stones, p, self.colour[turn])[0], p)[1])
    def stuck(self, stones, turn):
        return not any(self.may(stones, turn, p) for p in range(self.area))

    def play(self, position, move):
        stones, turn = position
        if move == PASS:
            return (stones, 1 - turn) if (turn == 1 and self.free) or (not self.loses and self.stuck(stones, turn)) else None
        legal = 0 <= move < self.area and self.may(stones, turn, move)
        return (stones[:move] + self.colour[turn] + stones[move + 1:], 1 - turn) if legal else None
    def judge(self, position):
        stones, turn = position
        over = self.dead(stones) or (self.loses and not (turn == 1 and self.free) and self.stuck(stones, turn))
        return (1 if turn == 1 else -1) if over else 0


def fen_read(text):
    """The position of a FEN; what no game of chess can come to is refused."""
    fields = text.split(" ")
    need(len(fields) == 6 and all(fields) and fields[1] in ("w", "b"), "fen: fields")
    rows = [re.sub("[1-8]", lambda m: "." * int(m[0]), row) for row in fields[0].split("/")]
    need(len(rows) == 8 and all(re.fullmatch("[.PNBRQKpnbrqk]{8}", row) for row in rows), "fen: pieces")
    need(not re.search("[Pp]", rows[0] + rows[7]), "fen: pawns")
    for men in (re.findall("[A-Z]", fields[0]), re.findall("[a-z]", fields[0])):
        need(len(men) <= 16 and [m.upper() for m in men].count("P") <= 8 and
             [m.upper() for m in men].count("K") == 1, "fen: men")
    home = {"K": (7, "K", 7), "Q": (7, "K", 0), "k": (0, "k", 7), "q": (0, "k", 0)}
    rights = "" if fields[2] == "-" else fields[2]
    need(len(set(rights)) == len(rights) and all(
        c in home and rows[home[c][0]][4] == home[c][1] and
        rows[home[c][0]][home[c][2]] == ("R" if c.isupper() else "r") for c in rights), "fen: castling")
    if fields[3] != "-":
        need(re.fullmatch("[a-h]6" if fields[1] == "w" else "[a-h]3", fields[3]), "fen: en passant")
        x, y, back, pawn = (ord(fields[3][0]) - 97, 2, -1, "p") if fields[1] == "w" else (ord(fields[3][0]) - 97, 5, 1, "P")
        need(rows[y][x] == "." and rows[y + back][x] == "." and rows[y - back][x] == pawn, "fen: en passant")
    need(all(re.fullmatch("[0-9]+|-", field) for field in fields[4:]), "fen: counters")
    board = Position(text)
    need(not board.in_check(not board.white), "fen: a king could be taken")
    return board


class Chess:
    """A position is (pieces, is white to move, castling rights, square of en passant)."""

    def __init__(self, header):
        need(header["goal"] == {"type": "mate"} and not header["options"], "claim")
        need(not any(header["threats"].values()), "chess has no ko")
        board = fen_read(keys(header["position"], ("fen",), ("fen",))["fen"])
        self.white = header["attacker"] == "white"
        need(board.white == (self.white == (header["first"] == "attacker")), "whose turn it is")
        self.begin = board.key()

    def board(self, position):
        board = Position.__new__(Position)
        board.at, board.white, board.castling, board.passed = dict(position[0]), position[1], set(position[2]), position[3]
        return board
    def code(self, move):
        place = lambda text: "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)
        return place(move) + 64 * place(move[2:]) + 4096 * " nbrq".index(move[4:] or " ")

    def play(self, position, move):
        board = self.board(position)
        return next((board.after(m).key() for m in board.moves() if self.code(m) == move), None)
    def all(self, position):
        board = self.board(position)
        return [(self.code(m), board.after(m).key()) for m in board.moves()]
    def judge(self, position):
        board = self.board(position)
        if board.moves():
            return 0
        return 1 if board.white != self.white and board.in_check() else -1


GAMES = {"go": Go, "gomoku": Gomoku, "hex": Hex, "atarigo": AtariGo, "chess": Chess}


def steps(game, position):
    """The legal moves, each with the position it leads to."""
    if isinstance(game, Chess):
        return game.all(position)
    return [(m, after) for m in range(PASS, game.area) if (after := game.play(position, m)) is not None]


def held(game, position, left):
    """Does it take more moves of the attacker's in a row than he has left? Not told where the defender may have to help.
    All positions that he may come to are looked at, as long as they are few."""
    if left == 0 or not steps(game, position):
        return True
    if isinstance(game, (Chess, AtariGo)):
        return False
    level, count = {position}, 0
    for _ in range(left):
        following = set()
        for at in level:
            count += 1
            if count > HELD_MOST:
                raise Unknown(f"held: more than {HELD_MOST} positions within {left} moves")
            for _, after in steps(game, at):
                if game.judge(after) == 1:
                    return False
                following.add((after[0], 0, *after[2:]))
        level = following
    return True


def deny(game, nodes, root, moves):
    """Replays the denial of the goal within so many moves of the attacker's."""
    todo, seen, met, stops = [(root, game.begin, moves)] if game.judge(game.begin) != -1 else [], set(), set(), []
    while todo:
        at, position, left = state = todo.pop()
        defence, move, child, replies, _ = nodes[at]
        if state in seen or (defence and left == 0):
            continue
        seen.add(state)
        bound(len(seen))
        if defence and child is None and not replies:
            stops.append((position, left))
            continue
        if defence:
            met.add((position, left))
        answers = steps(game, position) if defence else [(move, game.play(position, move))]
        for m, after in answers:
            need(after is not None and game.judge(after) != 1, f"node {at}: {m} on {position}")
            if game.judge(after) == 0:
                answer = replies.get(m, child) if defence else child
                need(answer is not None, f"node {at}: no answer to {m} on {position}")
                todo.append((answer, after, left - defence))
    need(all(stop in met or held(game, *stop) for stop in stops), "node: a line stops where nothing holds the attacker")
    return len(seen)


def replay(game, nodes, root):
    todo, seen = [(root, game.begin)], set()
    while todo:
        at, position = todo.pop()
        if (at, position) in seen:
            continue
        seen.add((at, position))
        bound(len(seen))
        defence, move, child, replies, _ = nodes[at]
        for m, after in steps(game, position) if defence else [(move, game.play(position, move))]:
            answer = replies.get(m, child)
            need(after is not None, f"node {at}: {m} is not legal on {position}")
            if game.judge(after) != 1:
                need(game.judge(after) == 0 and answer is not None, f"node {at}: {m} on {position}")
                todo.append((answer, after))
    return len(seen)


def name(data):
    """The digest by which a proof is named."""
    return hashlib.sha256(canonical(*read(data))).hexdigest()


def check(data):
    """How many positions were replayed; raises Bad."""
    header, nodes, root = read(data)
    need(header["kind"] in ("proof", "bounded-denial"), "kind")
    need(header["game"] in GAMES, "game")
    game = GAMES[header["game"]](header)
    if header["kind"] == "bounded-denial":
        need(header["depth"] % 2 == (header["first"] == "attacker") and game.judge(game.begin) != 1, "depth or position")
        return deny(game, nodes, root, (header["depth"] + 1) // 2)
    stuck = header["first"] == "defender" and not steps(game, game.begin)
    need(game.judge(game.begin) in (0, "live" in header["goal"]["type"] or stuck), "position")
    return replay(game, nodes, root)


if __name__ == "__main__":
    for file in map(open, sys.argv[1:], ["rb"] * len(sys.argv)):
        bytes_read = file.read()
        print(file.name, check(bytes_read), "sha256:" + name(bytes_read))
