# SPDX-License-Identifier: MIT
"""chess_rules.py - the rules of chess once more, to judge what an engine plays. Moves are UCI's."""

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STEPS = {"n": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)],
         "b": [(1, 1), (1, -1), (-1, 1), (-1, -1)], "r": [(1, 0), (-1, 0), (0, 1), (0, -1)]}
STEPS["q"] = STEPS["k"] = STEPS["b"] + STEPS["r"]


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def place(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


class Position:
    """Squares are (file, rank) from 0; white's pieces are capitals."""

    def __init__(self, fen=START):
        rows, turn, castling, passed = fen.split()[:4]
        self.at, self.white, self.castling = {}, turn == "w", set(castling) - {"-"}
        self.passed = None if passed == "-" else place(passed)
        for rank, row in zip(range(7, -1, -1), rows.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.at[file, rank] = letter
                    file += 1

    def key(self):
        return (frozenset(self.at.items()), self.white, frozenset(self.castling), self.passed)

    def copy(self):
        other = Position.__new__(Position)
        other.at, other.white, other.castling = dict(self.at), self.white, set(self.castling)
        other.passed = self.passed
        return other

    def own(self, square):
        return square in self.at and self.at[square].isupper() == self.white

    def attacked(self, square, by_white):
        """Does a side attack a square?"""
        for (x, y), piece in self.at.items():
            if piece.isupper() != by_white:
                continue
            kind, dx, dy = piece.lower(), square[0] - x, square[1] - y
            if kind == "p":
                if abs(dx) == 1 and dy == (1 if by_white else -1):
                    return True
            elif kind in "nk":
                if (dx, dy) in STEPS[kind]:
                    return True
            elif dx in (0, dy, -dy) or dy == 0:
                far = max(abs(dx), abs(dy))
                step = (dx // far, dy // far) if far else (0, 0)
                if step in STEPS[kind] and not any(
                        (x + i * step[0], y + i * step[1]) in self.at for i in range(1, far)):
                    return True
        return False

    def in_check(self, white=None):
        white = self.white if white is None else white
        king = next(s for s, p in self.at.items() if p == ("K" if white else "k"))
        return self.attacked(king, not white)

    def pawn_moves(self, x, y):
        up, last = (1, 7) if self.white else (-1, 0)
        targets = []
        if (x, y + up) not in self.at:
            targets.append((x, y + up))
            if y == (1 if self.white else 6) and (x, y + 2 * up) not in self.at:
                targets.append((x, y + 2 * up))
        for side in ((x - 1, y + up), (x + 1, y + up)):
            if (side in self.at and not self.own(side)) or side == self.passed:
                targets.append(side)
        for target in targets:
            for piece in "qrbn" if target[1] == last else ("",):
                yield name((x, y)) + name(target) + piece

    def castlings(self, x, y):
        row = 0 if self.white else 7
        for letter, empty, way in (("K", (5, 6), (4, 5, 6)), ("Q", (1, 2, 3), (4, 3, 2))):
            if (letter if self.white else letter.lower()) in self.castling and not any(
                    (f, row) in self.at for f in empty) and not any(
                    self.attacked((f, row), not self.white) for f in way):
                yield name((x, y)) + name((way[2], row))

    def pseudo(self):
        for (x, y) in [s for s in self.at if self.own(s)]:
            kind = self.at[x, y].lower()
            if kind == "p":
                yield from self.pawn_moves(x, y)
                continue
            if kind == "k":
                yield from self.castlings(x, y)
            for dx, dy in STEPS[kind]:
                u, v = x + dx, y + dy
                while 0 <= u < 8 and 0 <= v < 8 and not self.own((u, v)):
                    yield name((x, y)) + name((u, v))
                    if (u, v) in self.at or kind in "nk":
                        break
                    u, v = u + dx, v + dy

    def after(self, move):
        start, end, new = place(move[:2]), place(move[2:4]), self.copy()
        piece = new.at.pop(start)
        if piece in "Pp" and end == self.passed:
            del new.at[end[0], start[1]]
        if piece in "Kk" and abs(end[0] - start[0]) == 2:
            rook = (7, start[1]) if end[0] == 6 else (0, start[1])
            new.at[(start[0] + end[0]) // 2, start[1]] = new.at.pop(rook)
        new.at[end] = (move[4].upper() if self.white else move[4]) if move[4:] else piece
        for square, letters in (((4, 0), "KQ"), ((4, 7), "kq"), ((7, 0), "K"), ((0, 0), "Q"),
                                ((7, 7), "k"), ((0, 7), "q")):
            if square in (start, end):
                new.castling -= set(letters)
        both = piece in "Pp" and abs(end[1] - start[1]) == 2
        new.passed = (start[0], (start[1] + end[1]) // 2) if both else None
        new.white = not self.white
        return new

    def moves(self):
        return sorted(m for m in self.pseudo() if not self.after(m).in_check(self.white))

    def play(self, move):
        """The position after a move; ValueError when it is not legal."""
        if move not in self.moves():
            raise ValueError(move)
        return self.after(move)

    def is_mate(self):
        return self.in_check() and not self.moves()


def perft(position, depth):
    moves = position.moves()
    return len(moves) if depth == 1 else sum(perft(position.after(m), depth - 1) for m in moves)
