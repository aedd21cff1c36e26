# SPDX-License-Identifier: MIT
"""Durable jobs over HTTP: their keys in the header Idempotency-Key, and their being taken."""

from daemon import LARGE, SMALL, Case, main
from gateway import Gateway
from journal import WithJournal

LINES = {"Accept": "application/x-ndjson"}


class Durable(WithJournal, Case):
    def setUp(self):
        super().setUp()
        self.serve()

    def serve(self):
        self.launch()
        self.daemon.log(r"<5>listen address=unix:")
        self.gateway = Gateway(self.daemon.path)
        self.addCleanup(self.gateway.stop)
        self.gateway.wait_for_daemon()

    def submit(self, problem, key, path="/v1/jobs", **headers):
        return self.gateway.ask("POST", path, problem, {"Idempotency-Key": key, **headers})

    def told(self, problem, key):
        """The events of /v1/solve."""
        stream = self.gateway.stream("POST", "/v1/solve", problem, {"Idempotency-Key": key, **LINES})
        events = [(name, value) for name, value, _ in stream]
        stream.close()
        return events

    def problem(self, reply, status, code):
        self.assertEqual((reply.status, reply.json["code"]), (status, code), reply.body)
        return reply.json["detail"]

    def test_a_key_over_a_kill(self):
        first = self.submit(SMALL, '"night/17"')
        self.assertEqual((first.status, first.json["key"]), (201, "night/17"))
        self.assertNotIn("known", first.json)
        again = self.submit(SMALL, "night/17")
        self.assertEqual(again.json, {"job": first.json["job"], "key": "night/17", "known": True})
        done = self.told(SMALL, "night/17")[-1]
        self.assertEqual((done[0], done[1]["value"], done[1]["key"]), ("done", "proven", "night/17"))
        self.problem(self.submit(LARGE, "night/17"), 409, "key_conflict")
        self.gateway.stop()
        self.kill()
        self.serve()
        again = self.submit(SMALL, "night/17")
        self.assertTrue(again.json["known"])
        job = again.headers["Location"]
        result = self.gateway.ask("GET", job).json["result"]
        self.assertEqual({**result, "job": 0}, {**done[1], "job": 0})  # its number is another one
        taken = self.gateway.ask("POST", job + "/ack")
        self.assertEqual((taken.status, taken.json), (200, {"job": again.json["job"], "key": "night/17"}))
        self.problem(self.gateway.ask("POST", job + "/ack"), 404, "unknown_job")
        self.assertNotIn("known", self.submit(SMALL, "night/17").json)

    def test_what_is_no_key_and_what_is_not_to_be_taken(self):
        for key in ('""', '"a', 'a"', '"a"b"', "a\\b", "\xff"):
            self.assertIn("Idempotency-Key", self.problem(self.submit(SMALL, key), 400, "bad_value"), key)
        self.problem(self.submit(SMALL, "k" * 128), 400, "out_of_range")
        self.problem(self.submit({**SMALL, "durable": True, "key": "other"}, "k"), 400, "bad_value")
        self.assertEqual(self.submit({**SMALL, "durable": True, "key": "k"}, "k").status, 201)
        job = self.submit(LARGE, "large").headers["Location"]
        self.assertIn("has not ended", self.problem(self.gateway.ask("POST", job + "/ack"), 409, "bad_value"))
        self.assertEqual(self.gateway.ask("DELETE", job).status, 200)
        self.gateway.ask("GET", job + "/events", headers=LINES)  # to its end
        self.assertEqual(self.gateway.ask("POST", job + "/ack").status, 200)
        plain = self.gateway.ask("POST", "/v1/jobs", SMALL).headers["Location"]
        self.problem(self.gateway.ask("POST", plain + "/ack"), 409, "bad_value")
        reply = self.gateway.ask("OPTIONS", plain + "/ack")
        self.assertIn("Idempotency-Key", reply.headers["Access-Control-Allow-Headers"])
        self.problem(self.gateway.ask("GET", plain + "/ack"), 405, "bad_method")

    def test_a_position_as_it_is(self):
        """The body has no place for a key."""
        record = "(;GM[1]SZ[3]AB[ba]AW[aa])"
        reply = self.submit(record, '"k"', "/v1/jobs?capture=A3")
        self.assertEqual((reply.status, reply.json["key"]), (201, "k"))
        self.assertTrue(self.submit(record, '"k"', "/v1/jobs?capture=A3").json["known"])

    def test_without_a_journal(self):
        daemon = self.start()
        daemon.log(r"<5>listen address=unix:")
        self.gateway.stop()
        self.gateway = Gateway(daemon.path)
        self.addCleanup(self.gateway.stop)
        self.gateway.wait_for_daemon()
        self.problem(self.submit(SMALL, "k"), 503, "not_journalled")


if __name__ == "__main__":
    main()
