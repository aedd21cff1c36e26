# SPDX-License-Identifier: MIT
"""Random questions to daemons with and without a store, fresh and not, with tables shared and of
their own, asked again after a restart that leaves nothing but the store: no answer contradicts
another. tests/matrix does so without a daemon, in every combination and by the hundred thousand.

TESUJI_SEED repeats a run, TESUJI_MATRIX sets the number of problems."""

import itertools
import os
import random
import shutil
import tempfile

from client import RpcError
from daemon import COUNT, Case, main

PROBLEMS = int(os.environ.get("TESUJI_MATRIX", COUNT // 250))
NODES = 1500
WAYS = list(itertools.product(("lambda", "plain"), ("auto", "alphabeta", "dfpn"),
                              (False, True), (0, 1 << 20)))  # driver, engine, fresh, own table
ASKED = 6  # ways of a problem, for each daemon
CERTAIN = {"game": "go", "position": {"rows": "OX./.../..."},
           "goal": {"type": "capture", "target": "A3"}}


def rows(rng, width, height, stones):
    return "/".join("".join(rng.choice("XO") if rng.random() < stones else "."
                            for _ in range(width)) for _ in range(height))


def problem(rng):
    """Mostly Go, whose answers are stored."""
    game = rng.choice(("go", "go", "go", "gomoku", "hex", "atarigo"))
    width, height = rng.randint(3, 6), rng.randint(3, 5)
    board = rows(rng, width, height, rng.uniform(0.2, 0.6))
    asked = {"game": game, "position": {"rows": board}}
    if game == "gomoku":
        asked["options"] = {"k": 3}
    if game != "go":
        return {**asked, "goal": {"type": "win", "attacker": rng.choice(("black", "white"))}}
    target = rng.choice("XO")
    points = ["ABCDEF"[x] + str(height - y) for y, row in enumerate(board.split("/"))
              for x, stone in enumerate(row) if stone == target]
    if not points:
        return problem(rng)
    goal = rng.choice(("capture", "capture-any", "live"))
    return {**asked, "ko_verdict": rng.random() < 0.3,
            "goal": {"type": goal, "target": " ".join(rng.sample(points, min(
                len(points), 1 if goal == "capture" else 2))),
                     "first": rng.choice(("attacker", "defender"))}}


def contradicts(one, other):
    """Does a proof contradict a denial? Verdicts by ko are compared as such where they are exact."""
    if "ko" in one:
        return one["scope"] == other["scope"] == "absolute" and one["ko"] != other["ko"]
    if {one["value"], other["value"]} != {"proven", "disproven"}:
        return False
    proof, denial = (one, other) if one["value"] == "proven" else (other, one)
    return denial["scope"] == "absolute" or (
        proof.get("driver", "lambda") == "lambda" and proof["order"] <= denial["order"])


def deal(rng):
    """Ways in random order, each once before any comes again: all are visited by any seed."""
    while True:
        yield from rng.sample(WAYS, len(WAYS))


class Matrix(Case):
    def draw(self, rng):
        """Problems that the games accept; the first is decided in any way, and so is stored."""
        client, problems = self.connect(self.start()), [(CERTAIN, [])]
        while len(problems) <= PROBLEMS:
            asked = problem(rng)
            try:
                client.done(client.call("job.submit", {**asked, "limits": {"nodes": 1}})["job"])
                problems.append((asked, []))
            except RpcError as error:
                self.assertEqual(error.name, "bad_position")
        return problems

    def ask(self, client, asked, way):
        driver, engine, fresh, table = way
        limits = {"nodes": NODES}
        if table:
            limits["table_bytes"] = table
        done = client.done(client.call("job.submit", {
            **asked, "driver": driver, "engine": engine, "fresh": fresh, "limits": limits})["job"])
        self.assertIn(done["state"], ("done", "expired"), (asked, way, done))
        return done

    def ask_all(self, client, ways, problems, seen):
        for asked, answers in problems:
            for way in itertools.islice(ways, ASKED):
                answer = self.ask(client, asked, way)
                seen[way] = seen.get(way, 0) + 1
                if answer["value"] == "undecided" or ("ko" in answer) != asked.get("ko_verdict",
                                                                                  False):
                    continue
                for other in answers:
                    self.assertFalse(contradicts(answer, other), (asked, way, answer, other))
                answers.append(answer)

    def test_daemons_agree(self):
        seed = int(os.environ.get("TESUJI_SEED", random.randrange(1 << 32)))
        print(f"TESUJI_SEED={seed}")
        rng, seen, found = random.Random(seed), {}, 0
        problems, ways = self.draw(rng), deal(rng)
        folder = tempfile.mkdtemp(prefix="tesuji-matrix-")
        self.addCleanup(shutil.rmtree, folder)
        for store in ((), ("--store", folder), ("--store", folder)):
            daemon = self.start("--table-mib", "1", *store)
            client = self.connect(daemon)
            if store:  # the second time the store alone knows it
                self.ask(client, CERTAIN, ("lambda", "auto", False, 0))
            self.ask_all(client, ways, problems, seen)
            if store:
                found = client.call("server.info")["store"]["found"]
            daemon.stop()
        for way in WAYS:
            print(*way, seen.get(way, 0))
        self.assertGreater(found, 0)
        self.assertEqual(set(seen), set(WAYS))


if __name__ == "__main__":
    main()
