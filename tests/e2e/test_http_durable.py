# SPDX-License-Identifier: MIT
"""Durable jobs over HTTP: their keys in the header Idempotency-Key, and their being taken."""

import json
import os

from accounts import Accounts
from daemon import LARGE, SMALL, Case, main
from gateway import Gateway
from journal import WithJournal

LINES = {"Accept": "application/x-ndjson"}


class Durable(WithJournal, Case):
    def setUp(self):
        super().setUp()
        self.serve()

    def serve(self, *args):
        self.launch(*args)
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
        self.assertEqual(first.headers["Location"], "/v1/jobs/night%2F17")
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
        job = first.headers["Location"]  # which has outlived the daemon
        self.assertEqual(again.headers["Location"], job)
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

    def test_names(self):
        for key, name in {"17": "%2217%22", "..": "%22..%22", '"a"': "%22%22a%22%22", "a/b?c#d%e": "a%2Fb%3Fc%23d%25e",
                          "\xe9\u2603": "%C3%A9%E2%98%83", "n/events": "n%2Fevents", "0" * 127: "%22" + "0" * 127 + "%22"}.items():
            made = self.gateway.ask("POST", "/v1/jobs", {**SMALL, "durable": True, "key": key})
            path, number = made.headers["Location"], made.json["job"]
            self.assertEqual(path, "/v1/jobs/" + name)
            told = self.gateway.ask("GET", path + "/events", headers=LINES)  # to its end
            self.assertEqual(json.loads(told.body.splitlines()[-1])["data"]["job"], number)
            for place in (path, f"/v1/jobs/{number}"):
                told = self.gateway.ask("GET", place).json
                self.assertEqual((told["job"], told["key"], told["state"]), (number, key, "done"))
            self.assertEqual(self.gateway.ask("GET", path + "/proof").json["job"], number)
            self.assertIn(b"<svg", self.gateway.ask("GET", path + "/diagram.svg").body)
            self.assertEqual(self.gateway.ask("GET", path + "/certificate").body,
                             self.gateway.ask("GET", f"/v1/jobs/{number}/certificate").body)
            self.assertEqual(self.gateway.ask("DELETE", path).json, {"job": number, "state": "done"})
            self.assertEqual(self.gateway.ask("POST", path + "/ack").json, {"job": number, "key": key})

    def test_what_is_no_name(self):
        paths = [("GET", what) for what in ("", "/events", "/certificate", "/proof", "/diagram.svg")] + [("DELETE", ""), ("POST", "/ack")]
        for method, what in paths:
            for name, code in (("0", "bad_value"), ("007", "bad_value"), ("9" * 17, "bad_value"), ("9" * 16, "out_of_range"),
                               ("%00", "bad_value"), ("%zz", "bad_value"), ("a%2", "bad_value"), ("%22%22", "bad_value"),
                               ("%ff", "bad_value"), ("a%0Ab", "bad_value"), ("k" * 128, "out_of_range"),
                               ("%22" + "k" * 128 + "%22", "out_of_range"), ("k" * 500, "out_of_range")):
                reply = self.gateway.ask(method, f"/v1/jobs/{name}{what}")
                self.problem(reply, 400, code)
                self.assertEqual(reply.json["errors"][0]["pointer"], "#/job" if name.isdigit() else "#/key")
            for name, pointer in (("none", "#/key"), ("77", "#/job")):
                reply = self.gateway.ask(method, f"/v1/jobs/{name}{what}")
                self.problem(reply, 404, "unknown_job")
                self.assertEqual(reply.json["errors"][0]["pointer"], pointer)

    def test_many_follow_one_by_its_key(self):
        """They share the watch of one connection, of which a connection may have a few."""
        path = self.submit(LARGE, "large").headers["Location"]
        streams = [self.gateway.stream("GET", path + "/events?progress_ms=10", headers=LINES) for _ in range(40)]
        readers = [iter(stream) for stream in streams]
        for reader in readers:
            self.assertEqual((next(reader)[0], next(reader)[0]), ("job", "progress"))
        self.assertEqual(self.gateway.ask("DELETE", path).status, 200)
        for reader, stream in zip(readers, streams):
            events = list(reader)
            sequence = [value["sequence"] for name, value, _ in events if name == "progress"]
            self.assertEqual(sequence, sorted(set(sequence)))
            self.assertEqual(events[-1][0], "done")
            stream.close()

    def test_a_position_as_it_is(self):
        """The body has no place for a key."""
        record = "(;GM[1]SZ[3]AB[ba]AW[aa])"
        reply = self.submit(record, '"k"', "/v1/jobs?capture=A3")
        self.assertEqual((reply.status, reply.json["key"]), (201, "k"))
        self.assertTrue(self.submit(record, '"k"', "/v1/jobs?capture=A3").json["known"])

    def test_accounts(self):
        accounts = Accounts(www=f"user={os.getuid()} gateway=yes", alice="", bob="")
        self.addCleanup(accounts.close)
        self.gateway.stop()
        self.kill()
        self.serve("--accounts", accounts.path)

        def ask(name, method, path, body=None):
            return self.gateway.ask(method, path, body, {"Authorization": f"Bearer {accounts.tokens[name]}"} if name else None)

        made = ask("alice", "POST", "/v1/jobs", {**LARGE, "durable": True, "key": "k"})
        self.assertEqual((made.status, made.headers["Location"]), (201, "/v1/jobs/k"))
        for name in ("bob", None):
            for method, what in (("GET", ""), ("DELETE", ""), ("POST", "/ack"), ("GET", "/events"), ("GET", "/certificate"),
                                 ("GET", "/proof"), ("GET", "/diagram.svg")):
                self.problem(ask(name, method, "/v1/jobs/k" + what), 404, "unknown_job")
                self.problem(ask(name, method, f"/v1/jobs/{made.json['job']}{what}"), 403, "not_yours")
        his = ask("bob", "POST", "/v1/jobs", {**SMALL, "durable": True, "key": "k"})
        self.assertNotIn("known", his.json)
        self.assertEqual(his.json["job"], ask("bob", "GET", "/v1/jobs/k").json["job"])
        self.assertEqual(made.json["job"], ask("alice", "GET", "/v1/jobs/k").json["job"])
        self.assertEqual(200, ask("alice", "DELETE", "/v1/jobs/k").status)

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
