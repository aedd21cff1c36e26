# SPDX-License-Identifier: MIT
"""Batches over HTTP: handed in, followed over breaks and restarts, taken; what is no batch; and who reads slowly."""

import os
import signal
import socket
import threading

from accounts import Accounts
from between import Between
from client import eventually
from daemon import DEADLINE_S, LARGE, SMALL, Case, main, submit
from gateway import Gateway
from journal import WithJournal
from test_batches import boards

LINES = {"Accept": "application/x-ndjson"}
OF_MESSAGE = 128  # jobs, that the daemon takes in one
FOLLOWERS = 64
LINKS = 8
PART = 16  # results that the gateway asks for at once


def lot(count, name="a lot"):
    """So many jobs that are told apart by their labels, and are solved at once."""
    return [submit(SMALL, label=f"{i + 1} of {name}") for i in range(count)]


class Batches(WithJournal, Case):
    def serve(self, *args, between=False):
        """A daemon with the journal, and a gateway before it."""
        self.launch(*args)
        self.daemon.log(r"<5>listen address=unix:")
        path = self.daemon.path
        if between:
            self.between = Between(path)
            self.addCleanup(self.between.close)
            path = self.between.path
        self.gateway = Gateway(path)
        self.addCleanup(self.ends, self.gateway)
        self.gateway.wait_for_daemon()

    def ends(self, gateway):
        if gateway.process.poll() is None:
            self.assertEqual((0, ""), gateway.stop()[::2])

    def submit(self, jobs, headers=None, **more):
        return self.gateway.ask("POST", "/v1/batches", {"jobs": list(jobs), **more}, headers)

    def submitted(self, jobs, **more):
        """Where the batch is."""
        reply = self.submit(jobs, **more)
        self.assertEqual(201, reply.status, reply.body)
        return reply.headers["Location"]

    def follow(self, path, last=None):
        return self.gateway.stream("GET", path + "/events", headers={
            "Accept": "text/event-stream", **({} if last is None else {"Last-Event-ID": last})})

    def events(self, path, query=""):
        return [(name, value) for name, value, _ in self.gateway.stream("GET", f"{path}/events{query}", headers=LINES)]

    def problem(self, reply, status, code, pointer=None):
        self.assertEqual((status, "application/problem+json", code),
                         (reply.status, reply.headers["Content-Type"], reply.json["code"]), reply.body)
        if pointer is not None:
            self.assertEqual(pointer, reply.json["errors"][0]["pointer"])
        return reply.json["detail"]


class Lasting(Batches):
    def take(self, stream, told, most=None):
        """Results into `told`, by their ids, until the stream ends or `most` have come; the last event."""
        name, value, number = None, None, None
        for name, value, number in stream:
            if name == "result":
                self.assertEqual(len(told) + 1, int(number))  # none again, none left out
                told.append(value)
                most = None if most is None else most - 1
                if most == 0:
                    stream.close()
                    break
        return name, value, number

    def test_each_result_once_over_breaks_and_a_kill(self):
        self.serve()
        count = 60
        path = self.submitted([*boards(count), *[LARGE] * 50], durable=True, key="night/17", label="lot")
        self.assertEqual("/v1/batches/night%2F17", path)
        told = []
        name, value, _ = next(iter(self.follow(path)))
        self.assertEqual(("batch", count + 50, "lot"), (name, value["jobs"], value["label"]))
        self.take(self.follow(path), told, 10)
        self.take(self.follow(path, "10"), told, 23)
        stream = self.follow(path, "33")
        self.take(stream, told, count - 33 - 5)
        stream = self.follow(path, str(len(told)))
        self.kill()
        self.assertEqual("lost", self.take(stream, told)[0])
        self.gateway.stop()
        self.serve()
        stream = self.follow(path, str(len(told)))
        canceller = threading.Thread(target=self.cancelled_after, args=(path, count))
        canceller.start()
        name, value, number = self.take(stream, told)
        canceller.join()
        self.assertEqual(("done", "cancelled", len(told)), (name, value["state"], value["ended"]))
        self.assertGreaterEqual(len(told), count)
        self.assertEqual(len(told), len({done["job"] for done in told}))
        for done in told:
            self.assertEqual(f"job {done['job'] - 1}" if done["job"] <= count else "", done["label"])
        again = self.gateway.ask("GET", path + "/events", headers={"Last-Event-ID": number})
        self.assertEqual((204, b""), (again.status, again.body))
        self.assertEqual(told, [value for name, value in self.events(path) if name == "result"])
        self.assertEqual(told[7:], [value for name, value in self.events(path, "?from=7") if name == "result"])
        taken = self.gateway.ask("POST", path + "/ack")
        self.assertEqual((200, len(told)), (taken.status, taken.json["ended"]))
        for method, what in (("GET", ""), ("POST", "/ack"), ("DELETE", ""), ("GET", "/events")):
            self.problem(self.gateway.ask(method, path + what), 404, "unknown_job", "#/key")

    def cancelled_after(self, path, count):
        """Cancel a batch when so many results are there."""
        eventually(lambda: self.gateway.ask("GET", path).json["ended"] >= count)
        self.gateway.ask("DELETE", path)

    def test_a_key_that_is_known(self):
        self.serve()
        asked = lot(OF_MESSAGE + 20)
        first = self.submit(asked, {"Idempotency-Key": '"k"'})
        self.assertEqual((201, "k", len(asked)), (first.status, first.json["key"], first.json["jobs"]))
        again = self.submit(asked, {"Idempotency-Key": "k"})
        self.assertEqual({**first.json, "known": True}, again.json)
        self.problem(self.submit(asked[1:], {"Idempotency-Key": "k"}), 409, "key_conflict")
        self.problem(self.submit(asked, {"Idempotency-Key": "k"}, durable=True, key="other"), 400, "bad_value")
        self.assertEqual("done", self.events(first.headers["Location"])[-1][0])
        self.assertEqual(200, self.gateway.ask("POST", "/v1/batches/k/ack").status)
        self.assertNotIn("known", self.submit(asked, {"Idempotency-Key": "k"}).json)

    def test_names(self):
        self.serve()
        keys = {"17": "%2217%22", "..": "%22..%22", '"a"': "%22%22a%22%22", "a/b?c#d%e": "a%2Fb%3Fc%23d%25e",
                "\xe9\u2603": "%C3%A9%E2%98%83", "0" * 127: "%22" + "0" * 127 + "%22", "night/events": "night%2Fevents"}
        for key, name in keys.items():
            path = self.submitted([SMALL], durable=True, key=key)
            self.assertEqual("/v1/batches/" + name, path)
            told = self.gateway.ask("GET", path)
            self.assertEqual((200, key), (told.status, told.json["key"]))
            self.assertEqual(told.json["batch"], self.gateway.ask("GET", f"/v1/batches/{told.json['batch']}").json["batch"])
        self.assertEqual("night/events", self.gateway.ask("GET", "/v1/batches/%22night%2fevents%22").json["key"])
        for name, code, pointer in (("0", "bad_value", "#/batch"), ("007", "bad_value", "#/batch"), ("9" * 17, "bad_value", "#/batch"),
                                    ("9" * 16, "out_of_range", "#/batch"), ("%00", "bad_value", "#/key"), ("%zz", "bad_value", "#/key"),
                                    ("a%2", "bad_value", "#/key"), ("%22%22", "bad_value", "#/key"), ("%ff", "bad_value", "#/key"),
                                    ("a%0Ab", "bad_value", "#/key"), ("k" * 128, "out_of_range", "#/key"),
                                    ("%22" + "k" * 128 + "%22", "out_of_range", "#/key"), ("k" * 500, "out_of_range", "#/key")):
            for method, what in (("GET", ""), ("DELETE", ""), ("POST", "/ack"), ("GET", "/events")):
                self.problem(self.gateway.ask(method, f"/v1/batches/{name}{what}"), 400, code, pointer)
        self.problem(self.gateway.ask("GET", "/v1/batches/none"), 404, "unknown_job", "#/key")
        self.problem(self.gateway.ask("GET", "/v1/batches/77"), 404, "unknown_job", "#/batch")
        self.problem(self.gateway.ask("GET", "/v1/batches/"), 404, "no_such_path")
        self.problem(self.gateway.ask("GET", "/v1/batches/a/b"), 404, "no_such_path")
        self.assertEqual("OPTIONS, POST", self.gateway.ask("GET", "/v1/batches").headers["Allow"])

    def test_accounts(self):
        accounts = Accounts(www=f"user={os.getuid()} gateway=yes", alice="batch_jobs=20", bob="")
        self.addCleanup(accounts.close)
        self.serve("--accounts", accounts.path)

        def ask(name, method, path, body=None):
            return self.gateway.ask(method, path, body, {"Authorization": f"Bearer {accounts.tokens[name]}"} if name else None)

        made = ask("alice", "POST", "/v1/batches", {"jobs": [LARGE] * 20, "durable": True, "key": "k"})
        self.assertEqual(201, made.status)
        self.problem(ask("alice", "POST", "/v1/batches", {"jobs": [SMALL]}), 429, "over_quota")
        for name in ("bob", None):
            for method, what in (("GET", ""), ("DELETE", ""), ("POST", "/ack"), ("GET", "/events")):
                self.problem(ask(name, method, "/v1/batches/k" + what), 404, "unknown_job")
                self.problem(ask(name, method, f"/v1/batches/{made.json['batch']}{what}"), 403, "not_yours")
        self.assertNotIn("known", ask("bob", "POST", "/v1/batches", {"jobs": [SMALL], "durable": True, "key": "k"}).json)
        self.assertEqual("running", ask("alice", "GET", "/v1/batches/k").json["state"])
        self.assertEqual("cancelled", ask("alice", "DELETE", "/v1/batches/k").json["state"])

    def test_who_ends(self):
        self.serve("--drain-ms", "50")
        path = self.submitted([LARGE], durable=True, key="k")
        self.assertIn("not ended", self.problem(self.gateway.ask("POST", path + "/ack"), 409, "bad_value"))
        stream = iter(self.follow(path))
        self.assertEqual("batch", next(stream)[0])
        self.daemon.signal(signal.SIGTERM)
        name, value, _ = list(stream)[-1]
        self.assertEqual(("lost", 503), (name, value["status"]))
        self.daemon.stop()
        self.gateway.stop()
        self.serve()
        stream = iter(self.follow(path))
        self.assertEqual("batch", next(stream)[0])
        self.gateway.process.send_signal(signal.SIGTERM)
        self.assertEqual(("lost", "shutting_down"), (lambda last: (last[0], last[1]["code"]))(list(stream)[-1]))
        self.assertEqual(("", ""), self.gateway.process.communicate(timeout=DEADLINE_S))
        self.assertEqual(0, self.gateway.process.returncode)


class Plain(Batches):
    def test_many_at_once_in_many_messages(self):
        self.serve("--max-batch-jobs", "6000")
        count, heard = 260, {}

        def one(seed):
            reply = self.submit(lot(count, seed), label=str(seed))
            heard[seed] = (reply.status, reply.headers["Location"], reply.json.get("batch"))

        threads = [threading.Thread(target=one, args=(seed,)) for seed in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(10, len({batch for _, _, batch in heard.values()}))
        for seed, (status, path, batch) in heard.items():
            self.assertEqual((201, f"/v1/batches/{batch}"), (status, path))
            told = self.gateway.ask("GET", path).json
            self.assertEqual((count, str(seed)), (told["jobs"], told["label"]))
        events = self.events(heard[3][1])
        results = [value for name, value in events if name == "result"]
        self.assertEqual(list(range(1, count + 1)), sorted(done["job"] for done in results))
        for done in results:
            self.assertEqual(f"{done['job']} of 3", done["label"])
        self.assertEqual(("done", count), (events[-1][0], events[-1][1]["ended"]))

    def test_what_is_refused_leaves_nothing(self):
        self.serve("--max-batch-jobs", "400")
        jobs = [SMALL] * 400
        for at, wrong, code, pointer in ((0, {"limits": {"order": 99}}, "out_of_range", "/limits/order"),
                                         (130, {"limits": {"order": 99}}, "out_of_range", "/limits/order"),
                                         (399, {"durable": True, "key": "k"}, "bad_value", "/durable"),
                                         (256, {"goal": {"target": 5}}, "bad_type", "/goal/target")):
            asked = [*jobs[:at], submit(SMALL, **wrong), *jobs[at + 1:]]
            self.problem(self.submit(asked), 400, code, f"#/jobs/{at}{pointer}")
        self.problem(self.submit([*jobs[:200], 5]), 400, "bad_type", "#/jobs/200")
        deep = {"options": eval("[" * 20 + "]" * 20)}
        self.problem(self.submit([SMALL, deep]), 413, "over_limit", "#/jobs/1")
        self.problem(self.submit([SMALL, {"label": "x" * 70000}]), 413, "over_limit", "#/jobs/1")
        self.problem(self.submit([{}] * 10001), 400, "out_of_range", "#/jobs")
        eventually(lambda: self.submit(jobs).status == 201)  # those before are given up meanwhile
        self.assertIn("max_batch_jobs", self.problem(self.submit(jobs), 503, "busy"))

    def test_what_is_no_batch(self):
        self.serve()
        for body, code, pointer in (("", "missing_field", "#/jobs"), ("{}", "missing_field", "#/jobs"), ("[]", "bad_type", None),
                                    ("OX.\n...\n...", "bad_syntax", None), ('{"jobs":', "bad_syntax", None),
                                    ({"jobs": 5}, "bad_type", "#/jobs"), ({"jobs": []}, "bad_value", "#/jobs"),
                                    ({"jobs": [SMALL], "key": "k"}, "bad_value", "#/key"),
                                    ({"jobs": [SMALL], "durable": True}, "missing_field", "#/key"),
                                    ({"jobs": [SMALL], "durable": 1, "key": "k"}, "bad_type", "#/durable"),
                                    ({"jobs": [SMALL], "label": "x" * 64}, "out_of_range", "#/label"),
                                    ({"jobs": [SMALL], "batch": 1}, "bad_value", "#/batch"),
                                    ({"jobs": [SMALL], "more": True}, "bad_value", "#/more")):
            self.problem(self.gateway.ask("POST", "/v1/batches", body), 400, code, pointer)
        self.problem(self.submit([SMALL], {"Idempotency-Key": '"a"b"'}), 400, "bad_value")
        self.problem(self.gateway.ask("POST", "/v1/batches?capture=A3", {"jobs": [SMALL]}), 400, "unknown_parameter")
        path = self.submitted([SMALL])
        self.assertEqual(3, len(self.events(path)))
        for query, headers, code in (("?from=2", {}, "out_of_range"), ("?from=x", {}, "bad_value"),
                                     ("?from=10001", {}, "bad_value"), ("?format=text", {}, "bad_value"),
                                     ("", {"Last-Event-ID": "x"}, "bad_value"), ("", {"Last-Event-ID": "2"}, "out_of_range")):
            self.problem(self.gateway.ask("GET", f"{path}/events{query}", headers=headers), 400, code)
        self.assertEqual(200, self.gateway.ask("POST", path + "/ack").status)

    def test_as_many_follow_as_may(self):
        self.serve()
        path = self.submitted([LARGE])
        streams = [self.follow(path) for _ in range(FOLLOWERS)]
        for stream in streams:
            self.assertEqual("batch", next(iter(stream))[0])
        self.problem(self.gateway.ask("GET", path + "/events"), 503, "busy")
        self.assertEqual("done", list(self.gateway.stream("POST", "/v1/solve", SMALL))[-1][0])  # it has its place
        self.assertEqual("cancelled", self.gateway.ask("DELETE", path).json["state"])
        for stream in streams:
            self.assertEqual("done", list(stream)[-1][0])


class Played(Batches):
    """The daemon's answers about batches are played."""

    def test_who_does_not_read_is_asked_nothing_for(self):
        self.serve(between=True)
        count, result = 10000, {"job": 1, "label": "x" * 30000}
        status = {"batch": 7, "label": "", "state": "done", "jobs": count, "ended": count, "running": 0, "proven": count,
                  "disproven": 0, "undecided": 0, "failed": 0}

        def watch(link, msgid, params):
            most = min(params["most"], count - params["from"])
            return link.result(msgid, {"status": status, "next": params["from"] + most, "results": [result] * most})

        self.between.instead["batch.watch"] = watch
        before = self.gateway.rss()
        connection = self.gateway.connect()
        connection.request("GET", "/v1/batches/7/events")
        self.between.wait_for("batch.watch", 2, 30)
        for _ in range(200):
            self.gateway.ask("GET", "/v1/account")
        asked = self.between.count("batch.watch")
        self.assertLess(asked * PART, count // 4)
        self.assertLess(self.gateway.rss() - before, 131072, "kB")  # of 300 MB; a sanitizer keeps what is freed
        response = connection.getresponse()
        lines = sum(response.readline().startswith(b"id: ") for _ in range(4 * PART * (asked + 10)))
        self.assertGreater(lines, PART * asked)
        self.assertGreater(self.between.count("batch.watch"), asked)
        connection.sock.shutdown(socket.SHUT_RDWR)
        connection.close()

    def test_a_daemon_that_is_lost_between_two_messages(self):
        self.serve(between=True)
        sent = []

        def take(link, msgid, params):
            sent.append(params)
            if len(sent) == 2:
                link.close()
                return True
            return link.result(msgid, {"batch": 5, "jobs": len(params["jobs"])})

        self.between.instead["batch.submit"] = take
        eventually(lambda: len(self.between.links) >= LINKS)
        reply = self.submit([SMALL] * 300, durable=True, key="k", label="lot")
        self.problem(reply, 503, "closed")
        self.assertEqual([{"durable", "jobs", "key", "label", "more"}, {"batch", "jobs", "more"}], [set(params) for params in sent])
        reply = self.submit([SMALL] * 300)  # by another connection
        self.assertEqual((201, 5), (reply.status, reply.json["batch"]))
        self.assertEqual([OF_MESSAGE, OF_MESSAGE, 300 - 2 * OF_MESSAGE], [len(params["jobs"]) for params in sent[2:]])

    def test_answers_that_make_no_sense(self):
        self.serve(between=True)
        for answer in ({"status": {}, "next": 1, "results": []}, {"status": 5, "next": 0, "results": []},
                       {"status": {}, "next": 0, "results": 5}, {}, 5):
            self.between.instead["batch.watch"] = lambda link, msgid, params, told=answer: link.result(msgid, told)
            connection, response = self.gateway.send("GET", "/v1/batches/7/events")
            self.assertEqual(502, response.status, answer)
            connection.close()
        self.between.instead["batch.submit"] = lambda link, msgid, params: link.result(msgid, {"batch": 0})
        self.problem(self.submit([SMALL]), 502, "protocol_error")


if __name__ == "__main__":
    main()
