#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""make_vectors.py FOLDER - write the test vectors of the certificate format (docs/proofs.md): files that
a checker has to accept, to reject and to refuse, and index.tsv, which says so with the reason.

The positions are made here. Strategies of Go, Gomoku, Hex and Atari-Go are found by trying everything,
with the rules of tests/e2e/check_certificate.py; those of chess, and denials, are written by hand. No other
part of tesuji is asked, nothing is random, and so the files are the same every time."""

import hashlib
import os
import shutil
import sys
import zlib

import msgpack

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../e2e"))
import check_certificate as checker  # noqa: E402  (found by the line above)
import vector_claims as claims  # noqa: E402

PASS = checker.PASS


def pack(header, nodes, root=None):
    """A file of these: a header is a map or bytes, a node a list or bytes."""
    body = b"".join(x if isinstance(x, bytes) else msgpack.packb(x) for x in (header, *nodes))
    trailer = [0, len(nodes) - 1 if root is None else root, len(nodes), zlib.crc32(body)]
    return body + msgpack.packb(trailer)


def canonical(header, nodes, root=None):
    return checker.canonical(*checker.read(pack(header, nodes, root)))


class Prover:
    """A strategy by trying all moves, up to some moves of the attacker's."""

    def __init__(self, game):
        self.game, self.nodes, self.known = game, [], {}

    def add(self, node):
        if node not in self.nodes:
            self.nodes.append(node)
        return self.nodes.index(node)

    def after(self, position):
        for move in range(PASS, self.game.area):
            then = self.game.play(position, move)
            if then is not None:
                yield move, then, self.game.judge(then)

    def attack(self, position, left):
        """The node that proves it, or None."""
        key = position, left
        if key not in self.known:
            self.known[key] = self.search(position, left)
        return self.known[key]

    def search(self, position, left):
        moves = list(self.after(position))
        for move, _, outcome in moves:
            if outcome == 1:
                return self.add([1, move])
        for move, then, outcome in moves:
            if left > 1 and outcome == 0:
                child = self.defend(then, left - 1)
                if child is not None:
                    return self.add([1, move, child])
        return None

    def defend(self, position, left):
        """What answers the pass, or else most replies, is the default."""
        answers = {}
        for move, then, outcome in self.after(position):
            if outcome == -1:
                return None
            if outcome == 0:
                answers[move] = self.attack(then, left)
                if answers[move] is None:
                    return None
        found = sorted(answers.values())
        default = answers.get(PASS, max(found, key=found.count, default=None))
        listed = [x for m, c in answers.items() if c != default for x in (m, c)]
        return self.add([2, default, listed])


def prove(header):
    """The nodes of the shortest proof by the prover's order of moves; the root is the last."""
    full = checker.claim(header)
    game = checker.GAMES[full["game"]](full)
    for left in range(1, 8):
        prover = Prover(game)
        root = (prover.defend if full["first"] == "defender" else prover.attack)(game.begin, left)
        if root is not None:
            return prover.nodes[:root + 1]
    raise SystemExit(f"no proof of {header}")


def write(folder, rows):
    if os.path.exists(folder):
        shutil.rmtree(folder)
    lines = ["file\tverdict\tcanonical\tdigest\treason"]
    for verdict, name, data, reason in rows:
        path = f"{'accepted' if verdict in ('proven', 'denied') else verdict}/{name}.cert"
        form, digest = "-", "-"
        if verdict != "refused":
            whole = checker.canonical(*checker.read(data))
            form, digest = "yes" if whole == data else "no", hashlib.sha256(whole).hexdigest()
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
        target = os.path.join(folder, path)
        if os.path.exists(target):
            raise SystemExit(f"{path} twice")
        with open(target, "wb") as file:
            file.write(data)
        lines.append("\t".join((path, verdict, form, digest, reason)))
    with open(os.path.join(folder, "index.tsv"), "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    write(sys.argv[1], claims.rows(sys.modules[__name__]))
