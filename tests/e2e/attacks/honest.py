# SPDX-License-Identifier: MIT
"""honest.py - a client that asks what it knows the answer to, and counts.

The answers are those of tests/vectors/own.tsv (worked out from the definition of a capture
alone), of tests/problems/chess_own.tsv (mates), and of the examples of section 11 in
protocol/SPEC.md. A wrong answer, a missing one, or one that comes twice is an AssertionError.
"""

import json
import os
import random
import re
import threading

from client import RpcError
from daemon import ROOT

LETTERS = "ABCDEFGHJKLMNOPQRST"


def vectors():
    """(problem, value) of the own vectors, order 3 by lambda."""
    with open(os.path.join(ROOT, "tests/vectors/own.tsv"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("capture\t"):
                continue
            _, size, rows, attacker, target, ko, depths, _ = line.rstrip("\n").split("\t")
            if ko != "-":
                continue
            x, y = map(int, target.split(","))
            proven = depths.split()[3] != "0"
            yield ({"game": "go", "position": {"rows": rows}, "limits": {"order": 3},
                    "goal": {"type": "capture", "attacker": "black" if attacker == "X" else "white",
                             "target": f"{LETTERS[x]}{int(size.split('x')[1]) - y}"}},
                   "proven" if proven else "disproven")


def examples():
    """(problem, value) of SPEC.md's examples of games."""
    with open(os.path.join(ROOT, "protocol/SPEC.md"), encoding="utf-8") as file:
        for text in re.findall(r"^```json example\n(.*?)^```", file.read(), re.M | re.S):
            example = json.loads(text)
            yield example["submit"], example["done"]["value"]


def mates():
    """(problem, value) of the mates in up to three moves."""
    with open(os.path.join(ROOT, "tests/problems/chess_own.tsv"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("#") and line.rstrip().endswith(("\t1", "\t2", "\t3")):
                fen = line.split("\t")[0]
                yield {"game": "chess", "position": {"fen": fen}, "driver": "plain"}, "proven"


KNOWN = [*vectors(), *examples(), *mates()]


class Honest:
    """One connection; ask() may be used from one thread."""

    def __init__(self, connect, rng=None, busy=False):
        self.connect, self.client, self.answers = connect, connect(), 0
        self.busy, self.refused = busy, 0  # may it be refused, or cancelled by an attacker?
        self.rng = random.Random((rng or random).random())

    def ask(self, count=1, table_bytes=0, **more):
        """Ask `count` questions at once and compare all answers."""
        asked = {}
        for problem, value in self.rng.sample(KNOWN, min(count, len(KNOWN))):
            if self.rng.randrange(2):
                more = {**more, "fresh": True}
            limits = {**problem.get("limits", {}), "table_bytes": table_bytes}
            asked[self.client.send("job.submit", {**problem, **more, "limits": limits})] = problem, value
        for msgid, (problem, value) in asked.items():
            try:
                job = self.client.wait(msgid)["job"]
            except RpcError as error:
                if not self.busy or error.name != "busy":
                    raise
                self.refused += 1
                continue
            done = self.client.done(job)
            if self.busy and done["state"] == "cancelled":
                self.refused += 1
                continue
            if (done["state"], done["value"]) != ("done", value):
                raise AssertionError(f"{problem}: expected {value}, not {done}")
            self.answers += 1
        if self.client.responses or any(note[1] == "job.done" for note in self.client.notes):
            raise AssertionError(f"more answers than questions: {self.client.notes}")
        self.client.notes.clear()

    def close(self):
        self.client.close()


class Background(threading.Thread):
    """An honest client that asks without a break until finish()."""

    def __init__(self, connect, rng=None, busy=False):
        super().__init__(daemon=True)
        self.honest, self.over, self.failure = Honest(connect, rng, busy), threading.Event(), None
        self.start()

    def run(self):
        try:
            while not self.over.is_set():
                self.honest.ask(4)
        except BaseException as failure:  # told by finish()
            self.failure = failure

    def finish(self):
        """The answers that came, all right; raises what went wrong."""
        self.over.set()
        self.join(120)
        self.honest.close()
        if self.failure:
            raise AssertionError(f"an honest client: {self.failure!r}") from self.failure
        if self.is_alive():
            raise AssertionError("an honest client still waits for its answer")
        return self.honest.answers
