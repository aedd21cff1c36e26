# SPDX-License-Identifier: MIT
"""go.status: the verdicts on a whole board, their order, and all the ways to end it."""

import os
import signal
import socket

from client import RpcError, eventually
from daemon import Case, LARGE, SMALL, main

# White C4 is in atari and cannot be saved; Black is two stones that can be cut, and walls.
BOARD = {"position": {"rows": "..X../.XOX./...../X.X../.OOO."}, "order": 2, "time_ms": 20000}
# Nothing decides about its one stone for a long time.
HARD = {"position": LARGE["position"], "order": 7, "time_ms": 20000}
SGF = "(;GM[1]SZ[9]AW[ef][hc]AB[df][eg][de][fg];W[ee])"


class Status(Case):
    def setUp(self):
        self.daemon = self.start()
        self.client = self.connect(self.daemon)

    def refused(self, name, message, method="go.status", client=None, **params):
        with self.assertRaises(RpcError) as caught:
            (client or self.client).call(method, params)
        self.assertEqual((caught.exception.name, caught.exception.error["message"]),
                         (name, message))
        return caught.exception.error

    def begin(self, client=None, **params):
        return (client or self.client).call("go.status", params)

    def end(self, begun, client=None):
        """The verdicts of a status, with what all of them keep."""
        client = client or self.client
        while not any(name == "go.done" and params[0]["status"] == begun["status"]
                      for _, name, params in client.notes):
            client.take()
        mine = [(name, params[0]) for _, name, params in client.notes
                if params[0].get("status") == begun["status"]]
        client.notes = [note for note in client.notes
                        if note[2][0].get("status") != begun["status"]]
        self.assertEqual([name for name, _ in mine],
                         ["go.verdict"] * (len(mine) - 1) + ["go.done"])
        verdicts, done = [verdict for _, verdict in mine[:-1]], mine[-1][1]
        open_ones = [verdict["value"] == "undecided" for verdict in verdicts]
        self.assertEqual(open_ones, sorted(open_ones))
        self.assertEqual((done["decided"], done["undecided"]),
                         (open_ones.count(False), open_ones.count(True)))
        self.assertEqual(begun["questions"],
                         sum(verdict["kind"] != "save" for verdict in verdicts))
        return verdicts

    @staticmethod
    def by_question(verdicts):
        return {(verdict["kind"], verdict["stones"]): verdict for verdict in verdicts}

    def test_verdicts(self):
        begun = self.begin(**BOARD)
        self.assertEqual((begun["rows"], begun["questions"]), (BOARD["position"]["rows"], 15))
        verdicts = self.end(begun)
        found = self.by_question(verdicts)
        self.assertEqual(len(found), len(verdicts))
        atari = found["capture", "C4"]
        self.assertEqual((atari["value"], atari["best"], atari["ko"], atari["scope"]),
                         ("proven", "C3", "unconditional", "absolute"))
        self.assertEqual((atari["colour"], atari["size"], atari["liberties"]), ("white", 1, 1))
        for (kind, stones), verdict in found.items():
            if kind == "save":
                self.assertEqual(found["capture", stones]["value"], "proven")
            if kind == "capture":
                self.assertEqual(("save", stones) in found, verdict["value"] == "proven")
            self.assertEqual(verdict["best"] is not None, verdict["value"] == "proven")
            self.assertEqual(" " in stones, kind == "cut")

    def test_each_is_what_a_job_says(self):
        first = {"capture": "attacker", "save": "defender", "cut": "defender"}
        for verdict in self.end(self.begin(**BOARD)):
            kind = verdict["kind"]
            job = self.client.call("job.submit", {
                "position": BOARD["position"], "limits": {"order": BOARD["order"]},
                "goal": {"type": "connect" if kind == "cut" else "capture",
                         "target": verdict["stones"], "first": first[kind]},
                "ko_verdict": kind != "cut", "fresh": True})["job"]
            done = self.client.done(job)
            good = "proven" if kind == "capture" else "disproven"
            self.assertEqual((verdict["value"] == "proven", verdict.get("ko")),
                             (done["value"] == good, done.get("ko")), verdict)
            self.assertNotIn("remembered", done)

    def test_a_record_and_its_ko(self):
        """White takes on B3; at once Black may not take back on C3, but elsewhere he may."""
        sgf = "(;GM[1]SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db];W[bb])"
        begun = self.begin(position={"sgf": sgf}, order=1, cuts=False)
        self.assertEqual(begun["rows"], ".XO./XO.O/.XO./....")
        banned = self.by_question(self.end(begun))
        self.assertEqual({kind for kind, _ in banned} - {"save"}, {"capture"})
        self.assertEqual((banned["capture", "B3"]["ko"], banned["capture", "B3"]["ko_threats"]),
                         ("ko", 1))
        free = self.by_question(self.end(self.begin(position={"rows": begun["rows"]}, order=1)))
        self.assertEqual((free["capture", "B3"]["ko"], free["capture", "B3"]["ko_threats"],
                          free["capture", "B3"]["best"]), ("ko", 0, "C3"))
        before = self.begin(position={"sgf": sgf, "move": 0}, order=1)
        self.assertEqual(before["rows"], ".XO./X.XO/.XO./....")
        self.end(before)
        self.refused("out_of_range",
                     "params.position.sgf: move 5 was asked for, the main line has 1",
                     position={"sgf": sgf, "move": 5})

    def test_the_second_time_is_remembered(self):
        self.assertFalse(any("remembered" in v for v in self.end(self.begin(**BOARD))))
        again = self.end(self.begin(**BOARD))
        self.assertGreater(2 * sum("remembered" in v for v in again), len(again))
        self.assertFalse(any("remembered" in v
                             for v in self.end(self.begin(**BOARD, fresh=True))))

    def test_jobs_are_remembered_too(self):
        problem = {**SMALL, "limits": {"order": 2}}
        dones = [self.client.done(self.client.call("job.submit", problem)["job"])
                 for problem in (problem, problem, {**problem, "fresh": True})]
        self.assertEqual([done.get("remembered") for done in dones], [None, True, None])
        self.assertEqual({done["value"] for done in dones}, {"proven"})
        self.assertEqual(dones[1]["nodes"], 0)

    def test_without_memory_nothing_is(self):
        client = self.connect(self.start("--answers", "0"))
        for _ in range(2):
            done = client.done(client.call("job.submit", SMALL)["job"])
            self.assertNotIn("remembered", done)

    def test_the_deadline(self):
        verdicts = self.end(self.begin(**{**HARD, "time_ms": 30}))
        self.assertEqual([(v["kind"], v["value"], v["scope"], v["best"]) for v in verdicts],
                         [("capture", "undecided", "none", None)])

    def test_cancel(self):
        begun = self.begin(**HARD)
        ref = {"status": begun["status"]}
        self.assertEqual(self.client.call("go.cancel", ref), ref)
        self.assertEqual([v["value"] for v in self.end(begun)], ["undecided"])
        self.refused("unknown_job", "params.status: there is no status 1 (any more)",
                     "go.cancel", status=1)

    def test_too_many(self):
        begun = [self.begin(**HARD) for _ in range(4)]
        error = self.refused("busy", "4 statuses of this connection are in flight already", **HARD)
        self.assertTrue(10 <= error["retry_ms"] <= 10000)
        other = self.connect(self.daemon)
        self.end(self.begin(client=other, **BOARD), client=other)
        for status in begun:
            self.client.call("go.cancel", {"status": status["status"]})
            self.end(status)
        self.end(self.begin(**BOARD))

    def test_bug_one_peer_took_all_statuses(self):
        """28 are the share of one address of the 32, 3 of the next; the operator has some beside."""
        clients = [self.connect(self.daemon, self.daemon.tcp) for _ in range(7)]
        for client in clients:
            for _ in range(4):
                self.begin(client=client, **HARD)
        error = self.refused("busy", "28 statuses of 127.0.0.1 are in flight already, its share of this "
                             "server's 32 (peer_share): wait, or cancel some",
                             client=self.connect(self.daemon, self.daemon.tcp), **HARD)
        self.assertTrue(10 <= error["retry_ms"] <= 10000)
        for _ in range(3):
            self.begin(**HARD)
        self.refused("busy", f"3 statuses of uid:{os.getuid()} are in flight already, its share of "
                     "this server's 32 (peer_share): wait, or cancel some", **HARD)
        for client in clients:
            client.close()

        def admitted():
            try:
                return self.end(self.begin(**{**HARD, "time_ms": 1}))
            except RpcError:
                return None
        eventually(admitted)

    def test_half_close(self):
        self.client.send("go.status", HARD)
        self.client.sock.shutdown(socket.SHUT_WR)
        names = [message[1] if message[0] == 2 else "answer" for message in self.client.at_end()]
        self.assertEqual(names, ["answer", "go.verdict", "go.done"])

    def test_draining(self):
        begun = self.begin(**HARD)
        self.daemon.signal(signal.SIGTERM)
        self.daemon.log("state=draining jobs=1")
        self.refused("shutting_down", "the server is shutting down", **HARD)
        self.assertEqual([v["value"] for v in self.end(begun)], ["undecided"])
        self.assertEqual(self.client.at_end(), [])

    def test_an_empty_board(self):
        begun = self.begin(position={"rows": ".../.../..."})
        self.assertEqual((begun["questions"], self.end(begun)), (0, []))

    def test_wrong_input(self):
        rows = {"rows": "X./.O"}
        for name, message, params in (
                ("missing_field", "params.position: neither board nor sgf nor rows are given",
                 {"position": {}}),
                ("missing_field", "params.position: missing", {}),
                ("bad_value", "params.position: both sgf and rows are given",
                 {"position": {"rows": "X./.O", "sgf": SGF}}),
                ("bad_value", "params.position.move: counts the moves of an sgf, which is not "
                 "given", {"position": {"rows": "X./.O", "move": 1}}),
                ("out_of_range", "params.order: 8 is not in 0..7", {"position": rows, "order": 8}),
                ("out_of_range", "params.time_ms: 0 is not in 1..3600000",
                 {"position": rows, "time_ms": 0}),
                ("bad_position", "params.position.rows: the block on A2 has no liberty",
                 {"position": {"rows": "XO/OO"}}),
                ("bad_position", "params.ko: no ko there, nobody would capture a single stone",
                 {"position": {"rows": "X./.O"}, "ko": "A1"}),
                ("bad_value", "params.ko: \"Z9\" is not a point of a 2x2 board",
                 {"position": rows, "ko": "Z9"})):
            with self.subTest(message):
                self.refused(name, message, **params)
        self.refused("missing_field", "params.status: missing", "go.cancel")
        self.assertEqual(self.client.call("server.info")["connections"], 1)


if __name__ == "__main__":
    main()
