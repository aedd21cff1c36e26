# SPDX-License-Identifier: MIT
"""Many clients, many jobs: nothing lost, nothing twice."""

import statistics
import sys
import time
from collections import Counter

from client import RpcError, eventually
from daemon import COUNT, Case, LARGE, SMALL, main, submit

CLIENTS = 100


class Many(Case):
    def test_every_job_is_done_once(self):
        daemon = self.start("--peer-share", "100")
        clients = [self.connect(daemon, daemon.tcp if i % 2 else None) for i in range(CLIENTS)]
        rounds, window = max(1, COUNT // (CLIENTS * 10)), 10
        accepted, done = Counter(), Counter()
        for _ in range(rounds):
            asked = [[client.send("job.submit", submit(SMALL, progress_ms=0))
                      for _ in range(window)] for client in clients]
            for client, msgids in zip(clients, asked):
                jobs = [client.wait(msgid)["job"] for msgid in msgids]
                accepted.update(jobs)
                for job in jobs:
                    note = client.done(job)
                    self.assertEqual((note["state"], note["value"]), ("done", "proven"))
                    done[job] += 1
        for client in clients:
            client.call("server.info")
            self.assertEqual(client.notes, [])
        self.assertEqual(len(accepted), rounds * window * CLIENTS)
        self.assertEqual(accepted, done)
        self.assertEqual(clients[0].call("server.info")["jobs"]["total"], len(accepted))

    def test_server_limit_is_told_and_kept(self):
        daemon = self.start("--max-jobs", "20", "--peer-share", "100")
        clients = [self.connect(daemon) for _ in range(4)]
        asked = [(client, client.send("job.submit", submit(LARGE, progress_ms=0)))
                 for client in clients for _ in range(10)]
        jobs, waits = [], []
        for client, msgid in asked:
            try:
                jobs.append((client, client.wait(msgid)["job"]))
            except RpcError as error:
                self.assertEqual(error.name, "busy")
                waits.append(error.error["retry_ms"])
        self.assertEqual((len(jobs), len(waits)), (20, 20))
        self.assertGreater(min(waits), 0)
        for client, job in jobs:
            client.call("job.cancel", {"job": job})
        self.assertEqual({client.done(job)["state"] for client, job in jobs}, {"cancelled"})

    def test_turns_of_the_loop_are_counted(self):
        client = self.connect(self.start())
        first = client.call("server.info")["loop"]
        second = client.call("server.info")["loop"]
        self.assertGreater(second["turns"], first["turns"])
        self.assertGreaterEqual(second["longest_ms"], first["longest_ms"])
        self.assertLessEqual(second["long_turns"], second["turns"])

    def test_cancel_storm(self):
        daemon = self.start()
        clients = [self.connect(daemon) for _ in range(10)]
        for _ in range(max(1, COUNT // 5000)):
            asked = [(c, c.send("job.submit", submit(LARGE, progress_ms=10)))
                     for c in clients for _ in range(40)]
            jobs = [(c, c.wait(msgid)["job"]) for c, msgid in asked]
            storm = [(c, c.send("job.cancel", {"job": job})) for _, job in jobs[::7] for c in clients]
            storm += [(c, c.send("job.cancel", {"job": job})) for c, job in jobs]
            for c, msgid in storm:
                c.wait(msgid)
            self.assertEqual({c.done(job)["state"] for c, job in jobs}, {"cancelled"})
        eventually(lambda: clients[0].call("server.info")["jobs"]["running"] == 0)
        for client in clients:
            self.assertEqual([n for n in client.notes if n[1] == "job.done"], [])

    def test_small_jobs_are_not_behind_long_ones(self):
        """A smoke test: the numbers are printed, not judged (tests/bench does)."""
        daemon = self.start()
        busy, client = self.connect(daemon), self.connect(daemon, daemon.tcp)
        for _ in range(8):
            busy.call("job.submit", submit(LARGE, progress_ms=0))
        took = []
        for _ in range(max(20, COUNT // 10)):
            began = time.perf_counter()
            client.done(client.call("job.submit", submit(SMALL, progress_ms=0))["job"])
            took.append((time.perf_counter() - began) * 1000)
        cuts = statistics.quantiles(took, n=100)
        print(f"submit to done, workers busy: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms",
              file=sys.stderr)


if __name__ == "__main__":
    main()
