# SPDX-License-Identifier: MIT
"""The certificates of jobs by tesuji-http: which jobs have one, what it costs to ask, and what a daemon may answer."""

import http.client
import sys
import threading
import time
import unittest

from between import Between
from daemon import COUNT, DEADLINE_S, LARGE, SMALL, Daemon
from gateway import Gateway, Reply

DENIED = {"position": {"rows": "...../...../..O../...../....."}, "goal": {"target": "C3"}, "limits": {"order": 0}}
PIECE, WAITING_MOST, PASSED_MOST = 262144, 128, 16
WHOLE = 20 << 20  # bytes of a certificate that a test plays
TYPE = "application/vnd.tesuji.certificate"

GROWTH_KB = (16 << 10) * (6 if COUNT < 10000 else 1)  # a sanitizer keeps what was freed


class Case(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.stop)
        self.daemon.client().close()
        self.between = Between(self.daemon.path)
        self.addCleanup(self.between.close)
        self.gateway = Gateway(self.between.path)
        self.addCleanup(self.ends)
        self.gateway.wait_for_daemon()

    def ends(self):
        code, _, err = self.gateway.stop()
        self.assertEqual((code, err), (0, ""))

    def problem(self, reply, status, code):
        self.assertEqual((reply.status, reply.headers["Content-Type"], reply.json["code"]),
                         (status, "application/problem+json", code), reply.body)
        return reply.json

    def ask(self, job, what):
        return self.gateway.ask("GET", f"/v1/jobs/{job}/{what}")

    def solved(self, problem=None):
        return list(self.gateway.stream("POST", "/v1/solve", problem or SMALL))[-1][1]["job"]

    def made(self):
        """How often a certificate was asked of the daemon."""
        return self.between.count("job.certificate")

    def plays(self, answer):
        self.between.instead["job.certificate"] = answer


class Which(Case):
    """Jobs that have a certificate, and those that have none."""

    def test_bug_a_job_that_has_not_ended_was_a_bad_request(self):
        job = self.gateway.ask("POST", "/v1/jobs", LARGE).json["job"]
        for what in ("proof", "certificate"):
            self.problem(self.ask(job, what), 409, "not_ended")
        self.gateway.ask("DELETE", f"/v1/jobs/{job}")
        list(self.gateway.stream("GET", f"/v1/jobs/{job}/events"))
        for what in ("proof", "certificate"):
            self.problem(self.ask(job, what), 404, "no_proof")
            self.problem(self.ask(99999999, what), 404, "unknown_job")
        self.assertEqual(self.made(), 0)

    def test_bug_a_denial_could_not_be_gone_through(self):
        job = self.solved(DENIED)
        for _ in range(2):
            told = self.ask(job, "proof").json
            self.assertEqual((told["claim"]["verdict"], told["turn"], told["held"]), ("disproven", "held", "far"))
        self.assertEqual(self.ask(job, "certificate").headers["Content-Type"], TYPE)

    def test_bug_a_certificate_was_made_for_moves_that_are_none(self):
        job = self.solved()
        for moves, at in (("xyzzy", 0), ("A2,%ff", 1), ("A2,,4", 1), ("A", 0), ("A2,toolongaword1", 1)):
            wrong = self.problem(self.ask(job, "proof?moves=" + moves), 400, "bad_value")
            self.assertEqual(wrong["errors"][0]["pointer"], f"#/moves/{at}")
        wrong = self.problem(self.ask(job, "proof?moves=" + "A2," * 2731), 400, "out_of_range")
        self.assertEqual(wrong["errors"][0]["pointer"], "#/moves")
        self.assertEqual(self.made(), 0)

    def test_bug_the_proof_of_a_forgotten_job_was_still_there(self):
        job = self.solved()
        self.assertEqual(self.ask(job, "proof").status, 200)
        self.between.instead["job.status"] = lambda link, msgid, _: link.error(msgid, -11, "unknown_job", "no such job")
        self.problem(self.ask(job, "proof"), 404, "unknown_job")


class Played(Case):
    """What a daemon may answer."""

    def test_bug_what_is_too_large_was_fetched_whole(self):
        job = self.solved()
        self.plays(lambda link, msgid, asked: link.result(
            msgid, {"job": job, "ready": True, "bytes": 60 << 20, "piece": bytes(PIECE)}))
        for _ in range(3):
            self.problem(self.ask(job, "proof"), 413, "over_limit")
        self.assertEqual(self.made(), 1)

    def test_bug_a_certificate_that_took_too_long_was_too_large(self):
        job = self.solved()

        def too_long(link, msgid, asked):
            link.result(msgid, {"job": job, "ready": False, "bytes": 0})
            link.send([2, "job.certified", [{"job": job, "bytes": 0, "nodes": 0, "searched": 0, "error": {
                "code": -13, "name": "over_limit", "message": "no certificate within the time for making it"}}]])
            return True

        self.plays(too_long)
        for what in ("proof", "certificate"):
            self.problem(self.ask(job, what), 504, "over_limit")

    def test_bug_a_certificate_that_cannot_be_read_was_a_bad_request(self):
        job = self.solved()
        self.plays(lambda link, msgid, asked: link.result(
            msgid, {"job": job, "ready": True, "bytes": 16, "piece": bytes(16)}))
        self.problem(self.ask(job, "proof"), 502, "protocol_error")

    def test_a_claim_that_has_no_certificates(self):
        job = self.solved()
        self.plays(lambda link, msgid, asked: link.error(msgid, -7, "bad_value", "there are none of this kind"))
        for what in ("proof", "certificate"):
            self.problem(self.ask(job, what), 404, "no_proof")

    def test_bug_any_number_waited_for_one_certificate(self):
        job = self.solved()
        held, go = [], threading.Event()

        def hold(link, msgid, asked):
            if go.is_set():
                return False
            held.append((link, msgid))
            return True

        self.plays(hold)
        waiting = [self.gateway.connect() for _ in range(WAITING_MOST)]
        for connection in waiting:
            connection.request("GET", f"/v1/jobs/{job}/proof")
        self.between.wait_for("job.certificate", 1, DEADLINE_S)
        self.between.wait_for("job.status", WAITING_MOST, DEADLINE_S)
        refused = self.ask(job, "proof")
        self.problem(refused, 503, "busy")
        self.assertEqual(refused.headers["Retry-After"], "1")
        go.set()
        held[0][0].error(held[0][1], -3, "busy", "come again", retry_ms=10)
        for connection in waiting:
            self.assertEqual(Reply(connection.getresponse()).status, 200)
            connection.close()


def content(offset, length):
    return b"".join(number.to_bytes(4, "big") for number in range(offset // 4, (offset + length) // 4))


class Passed(Case):
    """Certificates are passed on piece by piece, as the client takes them."""

    def pieces(self, job):
        def piece(link, msgid, asked):
            offset = asked.get("offset", 0)
            return link.result(msgid, {"job": job, "ready": True, "bytes": WHOLE,
                                       "piece": content(offset, min(PIECE, WHOLE - offset))})

        self.plays(piece)

    def test_bug_a_certificate_took_all_of_its_memory_and_more(self):
        """As many as are passed on at once, whose clients do not read."""
        job = self.solved()
        self.pieces(job)
        before = self.gateway.rss()
        slow = [self.gateway.connect() for _ in range(PASSED_MOST)]
        for number, connection in enumerate(slow):
            connection.request("GET", f"/v1/jobs/{job}/certificate")
            self.between.wait_for("job.certificate", number + 1, DEADLINE_S)
        replies = [connection.getresponse() for connection in slow]
        refused = self.ask(job, "certificate")
        self.problem(refused, 503, "busy")
        self.assertEqual(refused.headers["Retry-After"], "1")
        self.assertLess(self.gateway.rss() - before, GROWTH_KB, "kB")
        self.assertEqual(replies[0].headers["Content-Length"], str(WHOLE))
        self.assertEqual(replies[0].read(), content(0, WHOLE))
        self.assertLess(self.gateway.rss() - before, GROWTH_KB, "kB")
        for connection in slow:
            connection.close()
        end = time.monotonic() + DEADLINE_S
        while (status := self.gateway.send("HEAD", f"/v1/jobs/{job}/certificate")[1].status) == 503:
            self.assertLess(time.monotonic(), end)
        self.assertEqual(status, 200)

    def test_a_certificate_that_is_forgotten_under_its_reader(self):
        job = self.solved()
        self.pieces(job)
        whole = self.between.instead["job.certificate"]
        self.plays(lambda link, msgid, asked: whole(link, msgid, asked) if asked.get("offset", 0) < 2 * PIECE else
                   link.error(msgid, -11, "unknown_job", "no such job"))
        _, response = self.gateway.send("GET", f"/v1/jobs/{job}/certificate")
        with self.assertRaises(http.client.IncompleteRead):
            response.read()

    def test_the_gateway_ends_while_one_is_passed_on(self):
        job = self.solved()
        self.pieces(job)
        _, response = self.gateway.send("GET", f"/v1/jobs/{job}/certificate")
        response.read(PIECE)
        self.plays(lambda *_: True)  # the next piece never comes
        stopped = threading.Thread(target=self.gateway.stop)
        stopped.start()
        with self.assertRaises((http.client.IncompleteRead, ConnectionError)):
            response.read()
        stopped.join()


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
