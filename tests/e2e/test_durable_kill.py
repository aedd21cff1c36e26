# SPDX-License-Identifier: MIT
"""Durable jobs under load, and the daemon ended again and again: by SIGKILL at any moment, by SIGTERM,
and on a disk that takes nothing for a while. Every job whose submission was answered ends once, in what
a client sees by its key; none is lost, none is invented, none that was taken comes back.

TESUJI_ROUNDS sets how many ends (200 by hand), TESUJI_SEED repeats a run, TESUJI_SCRATCH is where the
journal lies: on a disk that is full, for example.
"""

import os
import random
import signal
import threading
import time

from client import RpcError
from daemon import Case, main
from journal import WithJournal

ROUNDS = int(os.environ.get("TESUJI_ROUNDS", "6"))
MESSAGES_MOST = 300    # of a round, before its end
OPEN_MOST = 40         # jobs that have not been taken
ENDED = ("done", "cancelled", "expired", "failed")
# What tells an end from another one.
FIELDS = ("state", "value", "nodes", "time_ms", "line", "best", "key", "label", "rows")


def problem(rng):
    """Most are solved in a millisecond, some in a hundred, some by their limit alone."""
    rows = "/".join("".join(rng.choice("......XO") for _ in range(7)) for _ in range(7))
    limits = {"order": 3, "nodes": rng.choice([200, 2000, 2000, 200000])}
    return {"game": "gomoku", "position": {"rows": rows}, "limits": limits, "fresh": True,
            "goal": {"attacker": rng.choice(["black", "white"])}, "label": str(rng.random())}


class Kill(WithJournal, Case):
    settings = ("--journal-size-mib", "4", "--max-jobs-per-connection", "256", "--peer-share", "100",
                "--max-detached-job-s", "60", "--drain-ms", "30", "--log-level", "info")

    def setUp(self):
        super().setUp()
        seed = int(os.environ.get("TESUJI_SEED", time.time_ns()))
        print(f"TESUJI_SEED={seed}", flush=True)
        self.rng = random.Random(seed)
        self.sent = {}         # key -> its problem: every submission that was ever sent
        self.answered = set()  # those that were answered, and not taken
        self.told = {}         # key -> the end that was told
        self.taking, self.taken = set(), set()  # job.ack sent; answered
        self.numbers = {}      # job -> key, of this daemon
        self.refused = self.ends = 0

    def finish(self, daemon):
        daemon.process.kill()

    def see_end(self, key, done):
        """Every telling of an end is the same."""
        seen = {field: done.get(field) for field in FIELDS}
        if key in self.told:
            self.assertEqual(seen, self.told[key], key)
        else:
            self.told[key] = seen
            self.ends += 1

    def submit(self, client, pending):
        """A new job, or one that is known, again."""
        known = sorted(self.answered - self.taking)
        if known and self.rng.random() < 0.2:
            key = self.rng.choice(known)
        else:
            key = f"key {len(self.sent)}"
            self.sent[key] = problem(self.rng)
        pending[client.send("job.submit", {**self.sent[key], "durable": True, "key": key})] = (
            "submit", key)

    def take(self, client, pending):
        ended = sorted((self.answered & set(self.told)) - self.taking)
        if ended:
            key = self.rng.choice(ended)
            self.taking.add(key)
            pending[client.send("job.ack", {"key": key})] = ("ack", key)

    def cancel(self, client, pending):
        if self.answered - self.taking:
            key = self.rng.choice(sorted(self.answered - self.taking))
            pending[client.send("job.cancel", {"key": key})] = ("cancel", key)

    def act(self, client, pending):
        if len(self.answered) < OPEN_MOST and self.rng.random() < 0.6:
            self.submit(client, pending)
        elif self.rng.random() < 0.85:
            self.take(client, pending)
        else:
            self.cancel(client, pending)

    def on_answer(self, what, key, error, result):
        if error is not None:
            self.refused += 1
            allowed = {"submit": ("not_journalled", "busy", "shutting_down", "unknown_job",
                                  "bad_position"),
                       "ack": ("not_journalled", "busy", "unknown_job"),
                       "cancel": ("not_journalled", "busy", "unknown_job")}[what]
            self.assertIn(error["name"], allowed, (what, error))
            if error["name"] == "unknown_job":
                self.assertIn(key, self.taking)
            elif what == "ack":
                self.taking.discard(key)
        elif what == "submit":
            self.numbers[result["job"]] = key
            if not key in self.taking:
                self.answered.add(key)
        elif what == "ack":
            self.taken.add(key)
            self.answered.discard(key)

    def read_one(self, client, pending):
        message = client.take()
        if message[0] == 1:
            what, key = pending.pop(message[1])
            client.responses.pop(message[1])
            self.on_answer(what, key, message[2], message[3])
        else:
            client.notes.clear()
            if message[1] == "job.done":
                done = message[2][0]
                self.assertEqual(self.numbers.get(done["job"], done["key"]), done["key"])
                self.see_end(done["key"], done)

    def load(self, daemon, client, messages):
        """So many messages under load; on the way the disk may take nothing for a while."""
        pending = {}
        full = self.rng.randrange(messages) if self.rng.random() < 0.3 else -1
        for i in range(messages):
            if i == full:
                daemon.takes_nothing(True)
            if i == full + 40:
                daemon.takes_nothing(False)
            while len(pending) < self.rng.randrange(1, 12):
                before = len(pending)
                self.act(client, pending)
                if len(pending) == before:
                    break
            if pending:
                self.read_one(client, pending)
        return pending

    def end(self, daemon, client, pending):
        """SIGKILL at any moment, or SIGTERM; what was told by then counts."""
        kill = self.rng.random() < 0.7
        if kill:
            time.sleep(self.rng.choice([0, 0, 0.0002, 0.001, 0.005]))
        daemon.signal(signal.SIGKILL if kill else signal.SIGTERM)
        try:
            while True:
                self.read_one(client, pending)
        except OSError:
            pass
        client.close()
        self.assertEqual(daemon.wait(), -signal.SIGKILL if kill else 0, "\n".join(daemon.lines[-20:]))
        self.numbers = {}

    def check(self, client):
        """After a start: who is there, and that ends have not changed."""
        rows = {row["key"]: row for row in client.call("job.list")["jobs"]}
        self.assertEqual(set(rows) - set(self.sent), set(), "invented")
        self.assertEqual(self.answered - self.taking - set(rows), set(), "lost")
        self.assertEqual(self.taken & set(rows), set(), "taken, and back")
        for key, row in rows.items():
            if row["state"] in ENDED:
                status = client.call("job.status", {"key": key})
                self.assertIn("result", status, "an end was told, and is none")
                self.see_end(key, status["result"])
            else:
                self.assertNotIn(key, self.told, "its end was told, and it goes on")
        for key in set(rows) - self.answered:  # its answer, or that of its ack, was lost on the way
            self.taking.discard(key)
        self.taking &= set(rows) | self.taken
        self.answered = set(rows)
        return rows

    def test_every_job_ends_once(self):
        for _ in range(ROUNDS):
            daemon = self.launch()
            client = self.connect(daemon)
            self.check(client)
            for key in sorted(self.answered):
                if self.rng.random() < 0.5:
                    client.call("job.watch", {"key": key, "progress_ms": 0})
            pending = self.load(daemon, client, self.rng.randrange(1, MESSAGES_MOST))
            self.end(daemon, client, pending)
        daemon = self.launch()
        client = self.connect(daemon)
        self.check(client)
        for key in sorted(self.answered):
            client.call("job.watch", {"key": key, "progress_ms": 0})
            self.see_end(key, client.note("job.done"))
            client.call("job.ack", {"key": key})
        self.assertEqual(client.call("job.list")["jobs"], [])
        daemon.stop()
        print(f"{ROUNDS} ends of the daemon, {len(self.sent)} keys, {self.ends} ended, "
              f"{len(self.taken)} taken on the way, {self.refused} requests refused", flush=True)

    # Batches: one at a time, which may see many ends of the daemon.

    def send_batch(self, client):
        """A batch under the key of this one, new or known: its answer may be lost."""
        answer = None
        for i in range(0, len(self.jobs), 25):
            begin = {"batch": answer["batch"]} if answer else {"durable": True, "key": self.key}
            answer = client.call("batch.submit", {**begin, "jobs": self.jobs[i:i + 25],
                                                  "more": i + 25 < len(self.jobs)})
        self.promised = True

    def follow(self, client, results):
        """Take results until so many have come; their order is never another one."""
        while len(self.order) < results:
            start = self.rng.randrange(len(self.order) + 1)
            told = client.call("batch.watch", {"key": self.key, "from": start, "wait_ms": 50,
                                               "most": self.rng.randrange(1, 33)})
            for i, done in enumerate(told["results"]):
                seen = {field: done.get(field) for field in ("job", *FIELDS)}
                if start + i < len(self.order):
                    self.assertEqual(self.order[start + i], seen)
                else:
                    self.order.append(seen)
            if told["status"]["state"] in ("done", "cancelled"):
                break
        return len(self.order) == len(self.jobs)

    def round_of_batches(self, client):
        if self.key is None:
            self.key, self.promised, self.order = f"batch {self.batches}", False, []
            self.jobs = [{**problem(self.rng), "limits": {"order": 2, "nodes": 500}}
                         for _ in range(self.rng.randrange(1, 150))]
            self.batches += 1
        if not self.promised or (len(self.order) < len(self.jobs) and self.rng.random() < 0.3):
            self.send_batch(client)
        status = client.call("batch.status", {"key": self.key})
        self.assertEqual(status["jobs"], len(self.jobs))
        self.assertGreaterEqual(status["ended"], len(self.order))
        if self.follow(client, self.rng.randrange(len(self.jobs) + 1)):
            self.assertEqual(sorted(seen["job"] for seen in self.order),
                             list(range(1, len(self.jobs) + 1)))
            client.call("batch.ack", {"key": self.key})
            self.key = None

    def test_every_job_of_a_batch_ends_once(self):
        self.key, self.batches, ends = None, 0, 0
        client = None
        for _ in range(ROUNDS):
            daemon = self.launch()
            client = self.connect(daemon)
            moment = time.monotonic() + self.rng.random() * 0.3
            kill = threading.Timer(moment - time.monotonic(), daemon.signal, [
                signal.SIGKILL if self.rng.random() < 0.7 else signal.SIGTERM])
            kill.start()
            try:
                while True:
                    self.round_of_batches(client)
            except (OSError, RpcError) as error:
                # An ack whose answer was lost may have been made; a daemon that ends takes no batch.
                lost = isinstance(error, RpcError) and error.name == "unknown_job" and (
                    len(self.order) == len(self.jobs))
                if lost:
                    self.key = None
                elif isinstance(error, RpcError):
                    self.assertEqual(error.name, "shutting_down")
            kill.join()
            client.close()
            self.assertIn(daemon.wait(), (0, -signal.SIGKILL), "\n".join(daemon.lines[-20:]))
            ends += 1
        daemon = self.launch()
        client = self.connect(daemon)
        while self.key is not None:
            try:
                self.round_of_batches(client)
            except RpcError as error:
                self.assertEqual((error.name, len(self.order)), ("unknown_job", len(self.jobs)))
                self.key = None
        daemon.stop()
        print(f"{ends} ends of the daemon, {self.batches} batches", flush=True)


if __name__ == "__main__":
    main()
