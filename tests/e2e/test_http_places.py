# SPDX-License-Identifier: MIT
"""Many clients of one tesuji-http: places for jobs and statuses, who waits for them, and connections to the daemon that
are lost one by one."""

import sys
import threading
import time
import unittest

from between import Between
from client import eventually
from daemon import DEADLINE_S, LARGE, SMALL, Daemon, submit
from gateway import Gateway

LINKS, WAIT_S, WAITING_MOST = 8, 5, 256
PER_CONNECTION, STATUSES = 64, 4  # of one connection to the daemon


class Case(unittest.TestCase):
    ARGS = ()

    def setUp(self):
        self.daemon = Daemon(*self.ARGS)
        self.addCleanup(self.daemon.stop)
        self.daemon.client().close()
        self.between = Between(self.daemon.path)
        self.addCleanup(self.between.close)
        self.gateway = Gateway(self.between.path)
        self.addCleanup(self.ends)
        end = time.monotonic() + DEADLINE_S
        while (info := self.gateway.ask("GET", "/v1/info")).status != 200 or info.json["connections"] < LINKS:
            self.assertLess(time.monotonic(), end)

    def ends(self):
        code, _, err = self.gateway.stop()
        self.assertEqual((code, err), (0, ""))

    def cancelled(self, jobs):
        return [job for job in jobs if self.gateway.ask("GET", f"/v1/jobs/{job}").json.get("state") == "cancelled"]

    def begun(self, path, body, count):
        """So many streams at once; each has had its first event."""
        streams = [self.gateway.stream("POST", path, body) for _ in range(count)]
        readers = [iter(stream) for stream in streams]
        return streams, readers, [next(reader) for reader in readers]


class Many(Case):
    def test_bug_the_fifth_who_asked_for_first_moves_was_refused(self):
        streams, _, first = self.begun("/v1/moves", submit(LARGE, fresh=True), 5 * STATUSES)
        self.assertEqual({name for name, _, _ in first}, {"begun"})
        self.assertEqual(len({value["status"] for _, value, _ in first}), 5 * STATUSES)
        self.assertEqual(list(self.gateway.stream("POST", "/v1/solve", SMALL))[-1][1]["value"], "proven")
        for stream in streams:
            stream.close()

    def test_bug_who_made_many_jobs_had_all_others_refused(self):
        jobs = [self.gateway.ask("POST", "/v1/jobs", LARGE) for _ in range(3 * PER_CONNECTION)]
        self.assertEqual({job.status for job in jobs}, {201})
        self.assertEqual(self.gateway.ask("POST", "/v1/jobs", SMALL).status, 201)
        for job in jobs:
            self.assertEqual(self.gateway.ask("DELETE", f"/v1/jobs/{job.json['job']}").status, 200)

    def test_a_job_is_told_once_to_each_who_follows_it(self):
        """By whichever connections: who began it and who follows it hear it whole, and nothing twice."""
        solving = [self.gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=10)) for _ in range(LINKS)]
        readers = [iter(stream) for stream in solving]
        jobs = [next(reader)[1]["job"] for reader in readers]
        readers += [iter(self.gateway.stream("GET", f"/v1/jobs/{job}/events?progress_ms=10")) for job in jobs]
        for reader in readers[LINKS:]:
            self.assertEqual(next(reader)[0], "job")
        for reader in readers:
            self.assertEqual(next(reader)[0], "progress")
        for job in jobs:
            self.gateway.ask("DELETE", f"/v1/jobs/{job}")
        for reader in readers:
            events = list(reader)
            sequence = [value["sequence"] for name, value, _ in events if name == "progress"]
            self.assertEqual(sequence, sorted(set(sequence)))
            self.assertEqual([name for name, _, _ in events if name != "progress"], ["done"])

    def test_a_connection_that_is_lost_ends_what_it_has_begun(self):
        _, readers, first = self.begun("/v1/solve", submit(LARGE, progress_ms=10), 2 * LINKS)
        jobs = [value["job"] for _, value, _ in first]
        begun = self.between.links[0].heard.count("job.submit")
        self.assertTrue(0 < begun < LINKS, begun)
        self.between.links[0].close()
        eventually(lambda: len(self.between.links) > LINKS)  # it connects again
        eventually(lambda: len(self.cancelled(jobs)) == begun)
        lost = self.cancelled(jobs)
        for job, reader in zip(jobs, readers):
            if job in lost:
                name, value, _ = list(reader)[-1]
                self.assertEqual((name, value["status"]), ("lost", 503))
            else:
                self.gateway.ask("DELETE", f"/v1/jobs/{job}")
                self.assertEqual(list(reader)[-1][0], "done")


class Full(Case):
    """A daemon whose places are taken."""

    ARGS = ("--max-jobs", "3", "--peer-share", "100")

    def setUp(self):
        super().setUp()
        self.jobs = [self.gateway.ask("POST", "/v1/jobs", LARGE).json["job"] for _ in range(3)]
        self.submitted = self.between.count("job.submit")

    def tearDown(self):
        for job in self.jobs:
            self.gateway.ask("DELETE", f"/v1/jobs/{job}")

    def test_who_finds_no_place_waits_for_one(self):
        """One behind the other. Where that takes longer than the gateway lets anybody wait, the last are refused."""
        replies = []

        def solve():
            began = time.monotonic()
            reply = self.gateway.ask("POST", "/v1/solve", SMALL, {"Accept": "application/x-ndjson"})
            replies.append((reply, time.monotonic() - began))

        waiting = [threading.Thread(target=solve) for _ in range(10)]
        for thread in waiting:
            thread.start()
        self.between.wait_for("job.submit", self.submitted + LINKS, DEADLINE_S)  # the first was refused everywhere
        self.assertEqual([reply.status for reply, took_s in replies if took_s < WAIT_S - 1], [])
        self.gateway.ask("DELETE", f"/v1/jobs/{self.jobs.pop()}")
        for thread in waiting:
            thread.join()
        answered = [reply for reply, took_s in replies if reply.status != 503 or took_s < WAIT_S - 1]
        self.assertEqual({reply.status for reply in answered} | {200}, {200})
        self.assertTrue(all(b'"proven"' in reply.body for reply in answered))
        if len(answered) < len(waiting):
            self.skipTest("so many requests take longer here than the last of them waits")

    def test_who_waits_too_long_is_refused(self):
        connections = [self.gateway.connect() for _ in range(WAITING_MOST)]
        began = time.monotonic()
        for connection in connections:
            connection.request("POST", "/v1/jobs", '{"position":{"rows":"OX./.../..."},"goal":{"target":"A3"}}')
        self.between.wait_for("job.submit", self.submitted + LINKS, DEADLINE_S)
        self.assertEqual(self.gateway.ask("GET", "/v1/info").status, 200)  # all were read before that
        refused = [self.gateway.ask("POST", "/v1/jobs", SMALL) for _ in range(2)]
        if time.monotonic() - began >= WAIT_S:
            self.skipTest("so many requests take longer here than the first of them waits")
        self.assertEqual({reply.status for reply in refused}, {503})
        for connection in connections:
            response = connection.getresponse()
            self.assertEqual(response.status, 503)
            self.assertGreaterEqual(int(response.headers["Retry-After"]), 1)
            connection.close()
        self.assertGreaterEqual(time.monotonic() - began, WAIT_S - 1)


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
