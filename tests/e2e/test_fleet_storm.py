# SPDX-License-Identifier: MIT
"""A fleet whose every part dies in turn: the broker, a front with a journal, workers, the network; and all
messages come twice. Every durable job ends once, as one machine would have told.

TESUJI_ROUNDS sets how often all of that happens (20 by hand).
"""

import os
import random
import unittest

from broker import PROGRAM, Broker, Proxy, Twice
from client import eventually
from daemon import COUNT, Case, Daemon, main
from journal import WithJournal
from test_fleet import FRONT, WORKER, mixed

ROUNDS = int(os.environ.get("TESUJI_ROUNDS", "1"))
JOBS = 40  # of a round


@unittest.skipIf(PROGRAM is None, "no nats-server")
class Storm(WithJournal, Case):
    def setUp(self):
        super().setUp()
        self.broker = Broker()
        self.addCleanup(self.broker.close)
        self.settings = ("--fleet", self.broker.address, "--fleet-name", "front", *FRONT)

    def worker(self, name, address):
        worker = Daemon("--fleet", address, "--fleet-name", name, *WORKER)
        self.addCleanup(lambda: worker.process.poll() is None and worker.process.kill())
        return worker

    def submit(self, client, jobs):
        asked = [client.send("job.submit", {**job, "durable": True, "key": key, "progress_ms": 0})
                 for key, job in jobs.items()]
        for msgid in asked:
            client.wait(msgid)

    def ends(self, client, keys):
        """What is told of the ends of jobs."""
        told = {}
        for key in keys:
            job = client.call("job.watch", {"key": key})["job"]
            told[key] = client.done(job)
        return told

    def test_every_job_ends_once(self):
        client = self.begin()
        proxy = Proxy(self.broker)
        self.addCleanup(proxy.close)
        workers = [self.worker("w0", self.broker.address), self.worker("w1", proxy.address)]
        alone = self.connect(self.start())
        for number in range(ROUNDS):
            self.daemon.log("event=fleet-worker name=w0 ")
            jobs = {f"{number} {i}": job for i, job in enumerate(mixed(JOBS, number))}
            jobs.update({f"{number} long {i}": {**next(mixed(1, 9)), "position": {"rows": "/".join(
                ["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9)}, "goal": {"target": "K10"},
                "game": "go", "limits": {"order": 7, "nodes": 6 * COUNT + i}} for i in range(8)})
            self.submit(client, jobs)
            self.broker.kill()
            self.broker.begin()
            twice = Twice(self.broker)
            client = self.again()  # the front is killed
            proxy.block()
            workers[0].process.kill()
            workers[0].wait()
            workers[0] = self.worker("w0", self.broker.address)
            self.daemon.log("event=fleet-worker name=w0 ")
            proxy.heal()
            told = self.ends(client, jobs)
            for key, job in jobs.items():
                here = alone.done(alone.call("job.submit", {**job, "progress_ms": 0})["job"])
                self.assertEqual((told[key]["state"], told[key]["value"]), (here["state"], here["value"]), key)
                client.call("job.ack", {"key": key})
            client.call("server.info")
            self.assertEqual([note for note in client.notes if note[1] == "job.done"], [])
            eventually(lambda: twice.count > 0)
            twice.bus.close()
        workers[1].stop()


if __name__ == "__main__":
    main()
