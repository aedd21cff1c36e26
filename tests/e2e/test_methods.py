# SPDX-License-Identifier: MIT
"""Every method, its answers and its errors."""

from client import RpcError
from daemon import Case, LARGE, SMALL, main, submit


class Methods(Case):
    def setUp(self):
        self.daemon = self.start()
        self.client = self.connect(self.daemon)

    def refused(self, name, method, *params):
        with self.assertRaises(RpcError) as caught:
            self.client.call(method, *params)
        self.assertEqual(caught.exception.name, name, caught.exception)
        self.assertLess(caught.exception.code, 0)
        return caught.exception.error

    def test_info(self):
        info = self.client.call("server.info")
        self.assertEqual((info["name"], info["protocol"]), ("tesuji", 1))
        self.assertEqual((info["workers"], info["connections"]), (2, 1))
        self.assertEqual(info["jobs"], {"queued": 0, "running": 0, "finished": 0, "total": 0})
        self.assertEqual(info["games"][0]["name"], "go")
        self.assertIn("capture", info["games"][0]["goals"])
        self.assertEqual(self.limits(info)["order"]["default"], 3)
        self.assertGreater(info["table_bytes"], 8 << 20)
        again = self.client.call("server.info", {})
        moving = {name: info[name] for name in ("uptime_ms", "client_bytes", "loop")}
        self.assertEqual(info, {**again, **moving})

    @staticmethod
    def limits(info):
        return {limit["name"]: limit for limit in info["limits"]}

    def test_submit_and_done(self):
        job = self.client.call("job.submit", submit(SMALL, label="atari"))["job"]
        self.assertEqual(self.client.notes, [], "a notification before the answer")
        done = self.client.done(job)
        self.assertEqual((done["state"], done["value"], done["scope"]), ("done", "proven", "absolute"))
        self.assertEqual((done["best"], done["line"][0], done["label"]), ("A2", "A2", "atari"))
        self.assertEqual((done["attacker"], done["goal"]["target"]), ("black", "A3"))
        self.assertEqual(done["rows"].split("/")[0], "OX.")
        self.assertGreater(done["table"]["bytes"], 0)

    def test_submit_sgf(self):
        problem = {"position": {"sgf": "(;SZ[5];B[ba];W[aa];B[ee])"},
                   "goal": {"type": "capture", "target": "A5"}}
        job = self.client.call("job.submit", problem)["job"]
        self.assertEqual(self.client.done(job)["best"], "A4")
        error = self.refused("out_of_range", "job.submit",
                             {**problem, "position": {**problem["position"], "move": 9}})
        self.assertIn("params.position", error["message"])

    def test_progress_comes_and_can_be_left_out(self):
        loud = self.client.call("job.submit", submit(LARGE, progress_ms=10))["job"]
        quiet = self.client.call("job.submit", submit(LARGE, progress_ms=0))["job"]
        first = self.client.note("job.progress")
        second = self.client.note("job.progress")
        self.assertEqual((first["job"], second["job"]), (loud, loud))
        self.assertLess(first["sequence"], second["sequence"])
        for job in loud, quiet:
            self.client.call("job.cancel", {"job": job})
            self.assertEqual(self.client.done(job)["state"], "cancelled")
        self.assertNotIn(quiet, [note[2][0]["job"] for note in self.client.notes])

    def test_no_report_is_sent_twice(self):
        """A snapshot that came while the one before was about to be read was sent for both."""
        job = self.client.call("job.submit", submit(LARGE, progress_ms=1))["job"]
        sequences = [self.client.note("job.progress")["sequence"] for _ in range(20)]
        self.assertEqual(sequences, sorted(set(sequences)))
        self.client.call("job.cancel", {"job": job})
        self.client.done(job)

    def test_limits_end_a_job(self):
        limits = {"order": 7, "nodes": 2000}
        job = self.client.call("job.submit", submit(LARGE, limits=limits))["job"]
        done = self.client.done(job)
        self.assertEqual((done["state"], done["value"]), ("expired", "undecided"))
        self.assertLess(done["nodes"], 2000 + 2 * 66)  # solver.h: within 66 per worker

    def test_table_of_its_own(self):
        limits = {"table_bytes": 32 << 20}
        for _ in range(20):
            job = self.client.call("job.submit", submit(SMALL, limits=limits))["job"]
            done = self.client.done(job)
            self.assertEqual(done["value"], "proven")
            self.assertEqual(done["table"]["bytes"] >> 20, 32)

    def test_tables_of_jobs_in_flight_are_bounded_together(self):
        limits = {"order": 7, "table_bytes": 600 << 20}
        job = self.client.call("job.submit", submit(LARGE, limits=limits))["job"]
        error = self.refused("busy", "job.submit", submit(LARGE, limits=limits))
        self.assertIn("params.limits.table_bytes", error["message"])
        self.assertGreater(error["retry_ms"], 0)
        self.client.call("job.cancel", {"job": job})
        self.assertEqual(self.client.done(job)["state"], "cancelled")
        again = self.client.call("job.submit", submit(LARGE, limits=limits))["job"]
        self.client.call("job.cancel", {"job": again})
        self.assertEqual(self.client.done(again)["state"], "cancelled")

    def test_status_list_cancel(self):
        job = self.client.call("job.submit", submit(LARGE, label="long"))["job"]
        status = self.client.call("job.status", {"job": job})
        self.assertIn(status["state"], ("queued", "running"))
        self.assertEqual((status["job"], status["label"], status["goal"]["type"]),
                         (job, "long", "capture"))
        self.assertNotIn("result", status)
        rows = self.client.call("job.list")["jobs"]
        self.assertEqual([(row["job"], row["label"]) for row in rows], [(job, "long")])
        self.assertEqual(self.client.call("job.cancel", {"job": job})["job"], job)
        self.assertEqual(self.client.done(job)["state"], "cancelled")
        self.assertEqual(self.client.call("job.cancel", {"job": job})["state"], "cancelled")
        status = self.client.call("job.status", {"job": job})
        self.assertEqual((status["state"], status["result"]["state"]), ("cancelled", "cancelled"))
        rows = self.client.call("job.list")["jobs"]
        self.assertEqual([(row["job"], row["state"]) for row in rows], [(job, "cancelled")])

    def test_watch_from_elsewhere(self):
        other = self.connect(self.daemon, self.daemon.tcp)
        job = self.client.call("job.submit", submit(LARGE, progress_ms=0))["job"]
        self.assertEqual(other.call("job.watch", {"job": job, "progress_ms": 10})["job"], job)
        self.assertEqual(other.note("job.progress")["job"], job)
        self.client.call("job.cancel", {"job": job})
        self.assertEqual(self.client.done(job), other.done(job))
        self.assertEqual(other.call("job.watch", {"job": job})["state"], "cancelled")
        self.assertEqual(other.done(job)["state"], "cancelled", "at once for a finished job")

    def test_watching_twice_gives_one_done(self):
        job = self.client.call("job.submit", submit(LARGE))["job"]
        for _ in range(3):
            self.client.call("job.watch", {"job": job})
        self.client.call("job.cancel", {"job": job})
        self.client.done(job)
        self.client.call("server.info")
        self.assertEqual([n for n in self.client.notes if n[1] == "job.done"], [])

    def test_errors_name_the_field(self):
        message = self.refused("unknown_method", "job.frobnicate", {})["message"]
        self.assertIn("job.frobnicate", message)
        self.refused("unknown_job", "job.status", {"job": 77})
        self.refused("unknown_job", "job.watch", {"job": 77})
        self.refused("unknown_job", "job.cancel", {"job": 77})
        for name, path, params in (
                ("missing_field", "params.job", {}),
                ("bad_type", "params.job", {"job": "1"}),
                ("out_of_range", "params.job", {"job": -1})):
            self.assertIn(path, self.refused(name, "job.status", params)["message"])
        for name, path, more in (
                ("out_of_range", "params.limits.order: 9 is not in 0..7", {"limits": {"order": 9}}),
                ("bad_type", "params.limits.nodes", {"limits": {"nodes": "many"}}),
                ("out_of_range", "params.limits.table_bytes", {"limits": {"table_bytes": 1 << 40}}),
                ("unknown_game", "params.game", {"game": "tiddlywinks"}),
                ("unknown_game", "params.goal", {"goal": {"type": "eat", "target": "A3"}}),
                ("missing_field", "params.goal", {"goal": None}),
                ("missing_field", "params.position", {"position": {}}),
                ("bad_value", "params.schedule", {"schedule": "sideways"}),
                ("out_of_range", "params.label", {"label": "x" * 64})):
            with self.subTest(path):
                error = self.refused(name, "job.submit", submit(SMALL, **more))
                self.assertTrue(error["message"].startswith(path), error["message"])
        for more in ({"goal": {"type": "capture", "target": "C1"}},
                     {"goal": {"type": "capture", "target": "Z99"}},
                     {"position": {"rows": ["OX.", "....", "..."]}},
                     {"position": {"rows": ["O!.", "...", "..."]}}):
            with self.subTest(more):
                error = self.refused(self.any_name, "job.submit", submit(SMALL, **more))
                self.assertRegex(error["message"], r"^params\.(goal|position)\b")
        self.assertEqual(self.client.call("server.info")["jobs"]["total"], 0)

    class AnyName(str):
        def __eq__(self, other):
            return other.startswith("bad_") or other == "out_of_range"
        __hash__ = str.__hash__

    any_name = AnyName()

    def test_unknown_fields_are_ignored(self):
        job = self.client.call("job.submit", submit(SMALL, shoe_size=43, colour={"a": [1]}))["job"]
        self.assertEqual(self.client.done(job)["value"], "proven")

    def test_busy(self):
        limit = 64
        jobs = [self.client.call("job.submit", submit(LARGE, progress_ms=0))["job"]
                for _ in range(limit)]
        error = self.refused("busy", "job.submit", SMALL)
        self.assertGreater(error["retry_ms"], 0)
        other = self.connect(self.daemon)
        self.assertEqual(other.done(other.call("job.submit", SMALL)["job"])["value"], "proven")
        for job in jobs:
            self.client.call("job.cancel", {"job": job})
        self.assertEqual([self.client.done(job)["state"] for job in jobs], ["cancelled"] * limit)
        self.assertEqual(self.client.done(self.client.call("job.submit", SMALL)["job"])["value"],
                         "proven")

    def test_finished_jobs_are_forgotten(self):
        daemon = self.start("--keep-finished", "2", "--max-jobs", "1")
        client = self.connect(daemon)
        jobs = []
        for _ in range(4):
            jobs.append(client.call("job.submit", SMALL)["job"])
            client.done(jobs[-1])
        self.assertEqual([row["job"] for row in client.call("job.list")["jobs"]], jobs[2:])
        with self.assertRaises(RpcError):
            client.call("job.status", {"job": jobs[1]})


if __name__ == "__main__":
    main()
