# SPDX-License-Identifier: MIT
"""kill -9 under load, again and again: the store opens every time, what was told to be on the
disk is there, and nothing false is found.

TESUJI_KILL_ROUNDS sets how many kills (200 by hand), TESUJI_SEED repeats a run. A kill comes
after a message of the daemon drawn at random, with jobs and commits in flight.
"""

import os
import random
import tempfile
import time

from client import eventually
from daemon import Case, Daemon, main, submit

ROUNDS = int(os.environ.get("TESUJI_KILL_ROUNDS", "5"))
IN_FLIGHT = 24
MESSAGES_MOST = 400  # of a round, before the kill
ASKED_AGAIN = 60     # in each round, of what is known to be on the disk
LIMITS = {"order": 2, "nodes": 20000}


def rows(rng, width, height, stones):
    cells = ["." for _ in range(width * height)]
    for i in rng.sample(range(width * height), stones):
        cells[i] = rng.choice("XO")
    return "/".join("".join(cells[y * width:(y + 1) * width]) for y in range(height))


def whole(rng):
    """A problem of a game whose boards are stored whole: each decided one stays."""
    game = rng.choice(["gomoku", "hex", "atarigo"])
    side = {"gomoku": 6, "hex": 4, "atarigo": 5}[game]
    problem = {"game": game, "position": {"rows": rows(rng, side, side, rng.randrange(4, 12))},
               "goal": {"attacker": rng.choice(["black", "white"])}, "limits": LIMITS}
    if game == "gomoku":
        problem["options"] = {"k": 4}
    return problem


def local(rng):
    """A problem of Go, where other boards' facts answer as well."""
    side = rng.randrange(5, 10)
    board = rows(rng, side, side, side * side // 3)
    x, y = rng.choice([(x, y) for y, row in enumerate(board.split("/"))
                       for x, stone in enumerate(row) if stone != "."])
    return {"game": "go", "position": {"rows": board}, "limits": LIMITS,
            "goal": {"type": "capture", "target": f"{'ABCDEFGHJ'[x]}{side - y}"}}


class Kill(Case):
    def keeping(self):
        daemon = Daemon("--store", self.folder, "--answers", "0")
        self.addCleanup(lambda: daemon.process.poll() is None and daemon.process.kill())
        return daemon

    def ask(self, client, problem, **more):
        return client.done(client.call("job.submit", submit(problem, **more))["job"])

    def load(self, client, rng, messages):
        """Submit bursts of jobs, for so many messages; the results known to be on the disk."""
        asked, jobs, infos, waiting, durable = {}, {}, set(), [], []
        for _ in range(messages):
            if not asked and not jobs and not waiting:
                for _ in range(rng.randrange(1, IN_FLIGHT)):
                    problem = (whole if rng.randrange(3) else local)(rng)
                    asked[client.send("job.submit", problem)] = problem
            if not infos:
                infos.add(client.send("server.info"))
            message = client.take()
            if message[0] == 2 and message[1] == "job.done":
                result = message[2][0]
                problem = jobs.pop(result["job"], None)
                if problem is not None and result["value"] != "undecided":
                    waiting.append((problem, result["value"]))
            elif message[0] == 1 and message[1] in infos:
                infos.clear()
                if message[3]["store"]["waiting"] == 0:
                    durable += waiting
                    waiting = []
            elif message[0] == 1:
                problem = asked.pop(message[1])
                if message[2] is None:
                    jobs[message[3]["job"]] = problem
        return durable

    def check(self, client, rng, known, count):
        """Ask again: it is there, and a search says the same."""
        for problem, value in rng.sample(known, min(count, len(known))):
            again = self.ask(client, problem)
            self.assertEqual(again["value"], value, problem)
            if problem["game"] != "go":
                self.assertTrue(again.get("remembered"), problem)
            fresh = self.ask(client, problem, fresh=True)
            if fresh["value"] != "undecided":
                self.assertEqual(fresh["value"], value, problem)

    def test_it(self):
        seed = int(os.environ.get("TESUJI_SEED", time.time_ns()))
        print(f"TESUJI_SEED={seed}", flush=True)
        rng = random.Random(seed)
        directory = tempfile.TemporaryDirectory(prefix="tesuji-store-")
        self.addCleanup(directory.cleanup)
        self.folder = os.path.join(directory.name, "store")
        known = []
        for _ in range(ROUNDS):
            daemon = self.keeping()
            client = daemon.client()
            self.check(client, rng, known, ASKED_AGAIN)
            most = MESSAGES_MOST if not known else rng.randrange(1, MESSAGES_MOST)
            known += self.load(client, rng, most)
            daemon.process.kill()
            daemon.wait()
            client.close()
        daemon = self.keeping()
        client = daemon.client()
        self.check(client, rng, known, len(known))
        self.assertGreater(len(known), 10)
        print(f"{ROUNDS} kills, {len(known)} results on the disk, all there")
        eventually(lambda: client.call("server.info")["store"]["waiting"] == 0)
        client.close()
        daemon.stop()


if __name__ == "__main__":
    main()
