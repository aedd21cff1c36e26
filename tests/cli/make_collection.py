# SPDX-License-Identifier: MIT
"""make_collection.py - a folder with a collection of mixed formats, and faults among its problems.

make(folder, count, seed) writes it and returns (problems, faults): two lists of (file, line), in the
order in which the command reads them. All problems are small: each is decided in milliseconds.

hostile(folder, seed) adds, read behind the others, what nobody would call a collection, of each format and of none,
and returns the paths in each of which there is a fault; only_files(text) are the complaints that name no line.
"""

import os
import random
import re

MATES = ["7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1",
         "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "8/8/8/8/8/2p4p/2Q1K3/k7 w - - 0 1",
         "r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"]
BAD_FENS = ["8/8/8 w - - 0 1", "7k/8/5K2/8/8/8/8/6Q w - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 x - - 0 1",
            "kk6/8/8/8/8/8/8/K7 w - - 0 1", "\x01\x02\xff\xfe", "x" * 9000]
LETTERS = "abcdefghijklmno"


class Maker:
    def __init__(self, folder, seed):
        self.folder, self.random = folder, random.Random(seed)
        self.problems, self.faults = [], []

    def write(self, name, pieces):
        """Write a file of pieces: (bytes, problem?, line of its fault within it or None)."""
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        line, whole = 1, b""
        for data, is_problem, fault in pieces:
            if is_problem:
                self.problems.append((path, line))
            if fault is not None:
                self.faults.append((path, line + fault))
            whole += data
            line += data.count(b"\n")
        with open(path, "wb") as file:
            file.write(whole)

    def lines(self, good, bad, count):
        """Pieces of a line each: `count` good ones with bad ones, comments and blank lines between."""
        pieces = []
        while count > 0:
            chance = self.random.random()
            if chance < 0.08:
                pieces.append((self.random.choice(bad).encode("latin-1") + b"\n", False, 0))
            elif chance < 0.12:
                pieces.append((self.random.choice([b"\n", b"# a comment\n", b"  \r\n"]), False, None))
            else:
                pieces.append((good().encode() + self.random.choice([b"\n", b"\r\n"]), True, None))
                count -= 1
        return pieces

    def games(self, good, bad, count):
        """Pieces of several lines each; bad: (text, line of its fault). A bad one follows a good one: text
        behind a record that is not closed is part of its fault."""
        pieces = []
        while count > 0:
            if pieces and pieces[-1][1] and self.random.random() < 0.12:
                text, fault = self.random.choice(bad)
                pieces.append((text.encode(), False, fault))
            else:
                pieces.append((good().encode(), True, None))
                count -= 1
        return pieces

    def number(self):
        return self.random.randrange(1000)

    def fen(self):
        return self.random.choice(MATES)

    def epd(self):
        fields = " ".join(self.fen().split()[:4])
        return f'{fields} id "epd; {self.number()}"; acd 3;'

    def pgn(self):
        if self.random.random() < 0.5:
            return (f'[Event "fen {self.number()}"]\n[SetUp "1"]\n[FEN "{self.fen()}"]\n\n'
                    f'{{no moves; [Event}} *\n\n')
        return (f'[Event "game {self.number()}"]\n[White "A"]\n[Black "B"]\n\n1. f3 {{weak}} e5 $6\n'
                f'(1... d5 (1... c5) 2. e4)\n2.g4?? *\n\n')

    def stones(self, place):
        """A string of moves that ends with four in a row of black's, and white's elsewhere."""
        x, y = self.random.randrange(1, 9), self.random.randrange(3, 14)
        black = [(x + i, y) for i in range(4)]
        white = [(i, 1) for i in self.random.sample(range(0, 14, 2), 4)]
        return [place(*point) for pair in zip(black, white) for point in pair]

    def psq(self):
        moves = self.stones(lambda x, y: f"{x + 1},{16 - y},{self.number()}")
        return "Piskvorky 15x15, 11:11, 0\n" + "\n".join(moves) + "\n-1\nA.zip\nB.zip\n"

    def moves(self):
        return "".join(self.stones(lambda x, y: f"{LETTERS[x]}{y}")) + f" string {self.number()}"

    def hex(self):
        return f"hex 3 b2{self.random.choice(['a1', 'c1', 'a3'])} hex {self.number()}"

    def sgf(self):
        x, y = self.random.randrange(1, 7), self.random.randrange(1, 7)
        around = "".join(f"[{LETTERS[a]}{LETTERS[b]}]" for a, b in
                         ((x - 1, y), (x + 1, y), (x, y - 1)))
        stone = LETTERS[x] + LETTERS[y]
        goal = self.random.choice([f"MA[{stone}]", f"C[Take it\\].\ngoal: capture:"
                                                   f"{'ABCDEFGHJ'[x]}{9 - y}\n]"])
        return f"(;GM[1]SZ[9]GN[sgf {self.number()}]\nAW[{stone}]AB{around}{goal}PL[B])\n"

    def row(self):
        kind = self.random.randrange(3)
        if kind == 0:
            return f"row {self.number()}\tgo\tOX./.../...\tcapture:A3"
        if kind == 1:
            return f"row {self.number()}\tchess\t{self.fen()}\t"
        return f"row {self.number()}\tgomoku\t{self.moves().split()[0]}\t"

    def library(self, count):
        """A library of `count` leaves below one stone; the line of a leaf is its node's number."""
        head = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x00\x00\x78\x00"
        points = self.random.sample([16 * y + x for y in range(15) for x in range(1, 16)
                                     if 16 * y + x != 0x78], count)
        return head + b"".join(bytes([p, 0x40 | (0x80 if i + 1 < count else 0)])
                               for i, p in enumerate(points))


BAD_PGN = [('[Event "illegal"]\n\n1. e4 e5\n2. Ke3 Nf6 *\n\n', 3),
           ('[Event "open"]\n\n1. e4 {not closed\n\n', 2),
           ('[Event "fen"]\n[FEN "8/8 w - - 0 1"]\n\n*\n\n', 1),
           ('[Event "tag"]\n[FEN "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1]\n\n*\n\n', 1)]
BAD_PSQ = [("Piskvorky 15x15, 11:11, 0\n8,8,1\n99,8,1\n-1\n", 2),
           ("Piskvorky 15x15, 11:11, 0\n8,8,1\n8,8,1\n-1\n", 2),
           ("Piskvorky ?x15, 11:11, 0\n8,8,1\n", 0)]
BAD_SGF = [("(;SZ[9]\nAB[zz])\n", 1), ("(;SZ[9]AB[aa]\n", 0), ("(;SZ[9]C[open\n", 0),
           ("no record at all\n", 0), ("(;SZ[99])\n", 0)]
BAD_MOVES = ["a1a1", "z1", "no moves", "99 a1b1", "h8i9j77", "x" * 9000]
BAD_ROWS = ["row\tgo\tOX/...\tcapture:A2", "row\tgo", "row\tchess\t8/8 w - - 0 1",
            "row\tgomoku\ta1a1"]


def make(folder, count, seed):
    m = Maker(folder, seed)
    share = count // 10
    library = min(share, 200)
    m.write("a.epd", m.lines(m.epd, BAD_FENS, share))
    m.write("b/a.fen", m.lines(m.fen, BAD_FENS, share))
    m.write("b/c/games.pgn", m.games(m.pgn, BAD_PGN, share))
    m.write("b/d.psq", m.games(m.psq, BAD_PSQ, share))
    m.write("c.sgf", [*m.games(m.sgf, BAD_SGF, 2 * share), (m.sgf().encode(), True, None)])
    m.write("d.moves", m.lines(m.moves, BAD_MOVES, share))
    m.write("e.hex", m.lines(m.hex, BAD_MOVES, share))
    path = os.path.join(folder, "f.lib")
    with open(path, "wb") as file:
        file.write(m.library(library))
    m.problems += [(path, 3 + i) for i in range(library)]
    path = os.path.join(folder, "g.lib")
    with open(path, "wb") as file:
        file.write(m.library(3)[:-1])  # breaks off in its last leaf
    m.problems += [(path, 3), (path, 4)]
    m.faults.append((path, 4))
    m.write("h.tsv", [(b"id\tgame\tposition\tgoal\n", False, None),
                      *m.lines(m.row, BAD_ROWS, count - len(m.problems))])
    for name, data in (("README", b"no collection"), (".hidden.epd", b"8/8 w - -\n"),
                       ("z.bin", bytes(range(256)))):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return m.problems, m.faults


SUFFIXES = ("epd", "fen", "hex", "lib", "moves", "pgn", "psq", "sgf", "tsv")
# Links and pipes, and what is said of them.
NO_FILES = {"circle.epd": "Too many levels of symbolic links", "gone.pgn": "No such file or directory",
            "pipe.tsv": "neither a file nor a folder", "unreadable.sgf": "Input/output error"}


def hostile(folder, seed):
    rng, paths = random.Random(seed), []
    place = os.path.join(folder, "z")
    os.makedirs(place)
    for name, data in (("binary", rng.randbytes(5000)), ("nul", bytes(5000)), ("long", b"x" * 200000),
                       ("wide", b"\xff\xfeh\0e\0x\0")):
        for suffix in SUFFIXES:
            paths.append(os.path.join(place, f"{name}.{suffix}"))
            with open(paths[-1], "wb") as file:
                file.write(data)
    os.symlink("circle.epd", os.path.join(place, "circle.epd"))
    os.symlink("nowhere", os.path.join(place, "gone.pgn"))
    os.symlink("/proc/self/mem", os.path.join(place, "unreadable.sgf"))
    os.mkfifo(os.path.join(place, "pipe.tsv"))
    os.symlink("..", os.path.join(place, "up"))  # a circle of folders
    return paths


def only_files(text):
    """{file name: what is wrong} of complaints about files as a whole."""
    return dict(re.findall(r"^tesuji: \S+/([^/\s:]+): (.*)$", text, re.M))
