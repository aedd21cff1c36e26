# SPDX-License-Identifier: MIT
"""A fleet whose every part dies in turn: the broker, two fronts with journals, three workers, the network; and
all messages come twice. Every durable job ends once, as one machine would have told.

TESUJI_ROUNDS sets how often all of that happens, TESUJI_STORM_JOBS how many jobs a round has: 20 and 2000 by hand.
"""

import contextlib
import os
import tempfile
import threading
import unittest

import certificates
from broker import PROGRAM, Broker, Proxy, Twice
from client import RpcError, eventually
from daemon import COUNT, LARGE, Case, Daemon, main, submit
from test_fleet import FRONT, WORKER, mixed

ROUNDS = int(os.environ.get("TESUJI_ROUNDS", "1" if os.environ.get("SANITIZE") else "2"))
JOBS = int(os.environ.get("TESUJI_STORM_JOBS", "40"))
LONG = 8           # of them
CERTIFICATES = 4   # of a round and a front, that are checked
MANY = ("--max-jobs", "4096", "--max-jobs-per-connection", "4096", "--keep-finished", "4096",
        "--peer-share", "100", "--fleet-check-percent", "10")  # of what a front is asked, and checks
AT_ONCE = 200      # requests of a connection
KILL_S = 2         # between two kills of a worker


class Mortal:
    """A daemon that is killed and begun again, under the same name."""

    def __init__(self, name, *settings):
        self.name, self.settings, self.daemon = name, settings, None
        self.begin()

    def begin(self):
        self.daemon = Daemon("--fleet-name", self.name, *self.settings)

    def kill(self):
        self.daemon.process.kill()
        self.daemon.wait()

    def again(self):
        self.kill()
        self.begin()


class Killer(threading.Thread):
    """Kills a worker every other second, the first at once when it is told to."""

    def __init__(self, workers):
        super().__init__(daemon=True)
        self.workers, self.count, self.lock, self.over = workers, 0, threading.Lock(), threading.Event()
        self.start()

    def run(self):
        while not self.over.wait(KILL_S):
            self.kill()

    def kill(self):
        with self.lock:
            self.workers[self.count % len(self.workers)].again()
            self.count += 1

    def end(self):
        self.over.set()
        self.join()


@unittest.skipIf(PROGRAM is None, "no nats-server")
class Storm(Case):
    def setUp(self):
        super().setUp()
        self.broker = Broker()
        self.addCleanup(self.broker.close)
        self.proxy = Proxy(self.broker)
        self.addCleanup(self.proxy.close)
        self.alone = self.connect(self.start(*MANY[:-2]))
        self.fronts = [self.mortal(f"front{i}", self.broker.address, *FRONT, *MANY, "--journal", self.folder())
                       for i in range(2)]
        self.workers = [self.mortal(f"w{i}", address, *WORKER)
                        for i, address in enumerate([self.broker.address, self.broker.address, self.proxy.address])]

    def folder(self):
        folder = tempfile.TemporaryDirectory(prefix="tesuji-journal-")
        self.addCleanup(folder.cleanup)
        return os.path.join(folder.name, "journal")

    def mortal(self, name, address, *settings):
        daemon = Mortal(name, "--fleet", address, *settings)
        self.addCleanup(daemon.kill)
        return daemon

    def client(self, front):
        return self.connect(front.daemon)

    def jobs(self, number):
        jobs = {f"{number} {i}": job for i, job in enumerate(mixed(JOBS - LONG, number))}
        jobs.update({f"{number} long {i}": submit(LARGE, limits={"order": 7, "nodes": 6 * COUNT + i})
                     for i in range(LONG)})
        return jobs

    def send_all(self, client, jobs, **more):
        """The jobs' numbers, by key."""
        numbers, left = {}, list(jobs.items())
        while left:
            some, left = left[:AT_ONCE], left[AT_ONCE:]
            asked = [(key, client.send("job.submit", {**job, "progress_ms": 0, **more, **({"key": key} if more else {})}))
                     for key, job in some]
            numbers.update((key, client.wait(msgid)["job"]) for key, msgid in asked)
        return numbers

    def ends(self, client, jobs):
        """What is told of the ends of jobs, by key."""
        numbers = {key: client.call("job.watch", {"key": key})["job"] for key in jobs}
        return {key: client.done(number) for key, number in numbers.items()}

    def expected(self, jobs):
        return {key: self.alone.done(number) for key, number in self.send_all(self.alone, jobs).items()}

    def check(self, client, told):
        """The certificates of some proofs, and that nothing is told twice. Returns how many certificates."""
        proven, accepted = [done for done in told.values() if done["value"] == "proven"], 0
        for done in proven[::len(proven) // CERTIFICATES + 1]:
            with contextlib.suppress(RpcError):  # of what ended before the front was killed there is none
                self.assertEqual(certificates.check(certificates.fetch(client, done["job"])), "")
                accepted += 1
        client.call("server.info")
        self.assertEqual([note for note in client.notes if note[1] == "job.done"], [])
        return accepted

    def round(self, number, killer):
        jobs = self.jobs(number)
        parts = [dict(list(jobs.items())[i::2]) for i in range(2)]
        for front in self.fronts:
            front.daemon.log("event=fleet-worker name=w")
        for front, part in zip(self.fronts, parts):
            self.send_all(self.client(front), part, durable=True)
        self.broker.kill()
        self.broker.begin()
        twice = Twice(self.broker)
        self.fronts[number % 2].again()
        self.proxy.block()
        killer.kill()
        self.proxy.heal()
        expected, accepted = self.expected(jobs), 0
        for front, part in zip(self.fronts, parts):
            client = self.client(front)
            told = self.ends(client, part)
            for key, done in told.items():
                here = expected[key]
                self.assertEqual((done["state"], done["value"]), (here["state"], here["value"]), key)
            accepted += self.check(client, told)
            for key in part:
                client.call("job.ack", {"key": key})
        self.assertGreater(accepted, 0)
        eventually(lambda: twice.count > 0)
        twice.bus.close()

    def test_every_job_ends_once(self):
        killer = Killer(self.workers)
        self.addCleanup(killer.end)
        for number in range(ROUNDS):
            self.round(number, killer)
        killer.end()
        for front in self.fronts:
            self.assertFalse([line for line in front.daemon.lines if "fleet-shut-out" in line or "fleet-false" in line])
            front.daemon.stop()
            front.begin()  # to be killed


if __name__ == "__main__":
    main()
