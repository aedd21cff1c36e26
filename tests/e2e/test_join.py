# SPDX-License-Identifier: MIT
"""Identical questions of several clients: each has a job of his own, and ends on his own."""

import msgpack

from daemon import Case, LARGE, SMALL, main, submit


class Join(Case):
    def test_each_ends_on_his_own(self):
        daemon = self.start()
        clients = [self.connect(daemon) for _ in range(3)]
        jobs = [client.call("job.submit", submit(LARGE, progress_ms=10, label=f"{i}"))["job"]
                for i, client in enumerate(clients)]
        self.assertEqual(len(set(jobs)), 3)
        for client, job in zip(clients, jobs):
            client.note("job.progress", job)
        clients[0].call("job.cancel", {"job": jobs[0]})
        done = clients[0].done(jobs[0])
        self.assertEqual((done["state"], done["label"]), ("cancelled", "0"))
        clients[1].close()  # with him his job goes
        clients[2].notes.clear()
        clients[2].note("job.progress", jobs[2])
        self.assertEqual(clients[2].call("job.status", {"job": jobs[2]})["state"], "running")
        clients[2].call("job.cancel", {"job": jobs[2]})
        self.assertEqual(clients[2].done(jobs[2])["state"], "cancelled")

    def test_a_limit_of_time_is_of_one(self):
        daemon = self.start()
        patient, other = self.connect(daemon), self.connect(daemon)
        long = patient.call("job.submit", LARGE)["job"]
        short = other.call("job.submit",
                           submit(LARGE, limits={**LARGE["limits"], "time_ms": 50}))["job"]
        self.assertEqual(other.done(short)["state"], "expired")
        self.assertEqual(patient.call("job.status", {"job": long})["state"], "running")

    def test_they_share_the_answer(self):
        daemon = self.start("--answers", "0")
        client = self.connect(daemon)
        limited = submit(LARGE, limits={**LARGE["limits"], "nodes": 200000})
        ids = range(1, 5)
        client.raw(b"".join(msgpack.packb([0, msgid, "job.submit", [limited]]) for msgid in ids))
        client.last = ids[-1]
        results = [client.done(client.wait(msgid)["job"]) for msgid in ids]
        self.assertEqual({result["state"] for result in results}, {"expired"})
        self.assertEqual(len({result["nodes"] for result in results}), 1)
        self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"], "proven")


if __name__ == "__main__":
    main()
