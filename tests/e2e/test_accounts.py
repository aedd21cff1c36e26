#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_accounts.py - who may use the daemon, what each sees of the others, and how much each may have."""

import json
import json
import math
import os
import re
import signal
import subprocess
import tempfile
import time

from accounts import Accounts, WithAccounts, new_token
from client import RpcError, eventually
from daemon import Case, LARGE, ROOT, SMALL, TESUJID, main, submit

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))


class Login(WithAccounts):
    def test_nothing_but_hello_before_a_login(self):
        daemon = self.serve(alice="class=interactive")
        client = self.connect(daemon, daemon.tcp)
        hello = client.call("server.hello")
        self.assertEqual({"name": "tesuji", "protocol": 1, "auth": "token", "version": hello["version"]}, hello)
        for method, params in (("server.info", []), ("job.submit", [SMALL]), ("job.list", []),
                               ("job.status", [{"job": 1}]), ("go.position", [{}])):
            error = self.refused("not_logged_in", client, method, *params)
            self.assertIn("auth.login", error["message"])
        self.refused("unknown_method", client, "no.method")
        told = client.call("auth.login", {"token": self.accounts.tokens["alice"]})
        self.assertEqual({"account": "alice", "class": "interactive"}, told)
        hello = client.call("server.hello")
        self.assertEqual(("none", "alice"), (hello["auth"], hello["account"]))
        self.assertEqual("proven", client.done(client.call("job.submit", SMALL)["job"])["value"])

    def test_who_does_not_log_in_is_closed(self):
        daemon = self.serve(alice="")
        busy, silent = (self.connect(daemon, daemon.tcp) for _ in range(2))
        known = self.log_in(daemon, "alice")

        def closed():
            try:
                busy.call("server.hello")
            except (ConnectionError, BrokenPipeError):
                return True
            return False

        eventually(closed)
        for client in (busy, silent):
            last = (client.notes + client.at_end())[-1]
            self.assertEqual(("server.error", "timeout"), (last[1], last[2][0]["name"]))
        known.call("server.info")

    def test_requests_that_follow_a_login_at_once(self):
        daemon = self.serve(alice="")
        for _ in range(3):  # the first is verified, the others are known
            client = self.connect(daemon, daemon.tcp)
            login = client.send("auth.login", {"token": self.accounts.tokens["alice"]})
            job = client.send("job.submit", SMALL)
            self.assertEqual("alice", client.wait(login)["account"])
            self.assertEqual("proven", client.done(client.wait(job)["job"])["value"])

    def test_a_wrong_token_costs_time_and_the_third_closes(self):
        daemon = self.serve(alice="")
        self.log_in(daemon, "alice")
        client = self.connect(daemon, daemon.tcp)
        error = self.refused("wrong_token", client, "auth.login", {"token": "alice.secret"})
        self.assertIn("params.token", error["message"])
        self.assertGreater(self.refused("busy", client, "auth.login", {"token": "bob.x"})["retry_ms"], 0)
        self.refused("busy", client, "auth.login", {"token": "bob.x"})
        self.assertEqual([], client.at_end())
        self.assertIn("127.0.0.1", daemon.log("event=wrong-token peer=(.*)")[1])
        self.log_in(daemon, "alice")  # whose token is known does not wait

    def test_bug_a_burst_of_tokens_cost_no_delay(self):
        """All were verified before the first was known to be wrong."""
        daemon = self.serve(alice="")
        clients = [self.connect(daemon, daemon.tcp) for _ in range(50)]
        sent = [(client, client.send("auth.login", {"token": f"alice.{i}"})) for i, client in enumerate(clients)]
        began, names = time.monotonic(), []
        for client, msgid in sent:
            with self.assertRaises(RpcError) as raised:
                client.wait(msgid)
            names.append(raised.exception.name)
        self.assertEqual({"busy", "wrong_token"}, set(names))
        delays = math.log2(1 + (time.monotonic() - began + 1) / 0.1)  # of 100 ms, and each twice the one before
        self.assertLess(names.count("wrong_token"), 3 + delays)

    def test_bug_a_board_that_was_refused_held_the_name(self):
        daemon = self.serve(me=f"user={os.getuid()}", other="")
        client = self.connect(daemon)
        self.refused("out_of_range", client, "go.position", {"board": 1, "set": {"rows": "?"}})
        told = client.call("auth.login", {"token": self.accounts.tokens["other"]})
        self.assertEqual("other", told["account"])

    def test_who_waited_may_try_again(self):
        daemon = self.serve(alice="")
        client = self.connect(daemon, daemon.tcp)
        self.refused("wrong_token", client, "auth.login", {"token": "alice.x"})

        def may():
            other = daemon.client(daemon.tcp)
            with other:
                try:
                    other.call("auth.login", {"token": self.accounts.tokens["alice"]})
                except RpcError as error:
                    self.assertEqual("busy", error.name)
                    return False
            return True

        eventually(may)

    def test_tokens_that_are_none(self):
        daemon = self.serve(alice="", bob="token=" + new_token("alice")[1])
        for token, name in (("", "wrong_token"), (".", "wrong_token"), ("alice", "wrong_token"),
                            ("x" * 256, "out_of_range"), (7, "bad_type"), (None, "missing_field")):
            client = self.connect(self.start("--accounts", self.accounts.path), None)
            self.refused(name, client, "auth.login", {"token": token})

    def test_a_unix_user_needs_no_token(self):
        daemon = self.serve(me=f"class=batch user={os.getuid()}", other="")
        client = self.connect(daemon)
        self.assertEqual("me", client.call("server.hello")["account"])
        client.call("job.list")
        self.refused("not_logged_in", self.connect(daemon, daemon.tcp), "job.list")
        told = client.call("auth.login", {"token": self.accounts.tokens["other"]})
        self.assertEqual("other", told["account"])

    def test_a_group_needs_no_token(self):
        daemon = self.serve(us=f"group={os.getgid()}")
        self.assertEqual("us", self.connect(daemon).call("server.hello")["account"])

    def test_a_server_without_accounts_has_no_login(self):
        client = self.connect(self.start())
        self.assertEqual("none", client.call("server.hello")["auth"])
        self.refused("bad_value", client, "auth.login", {"token": "alice.x"})
        client.call("server.info")

    def test_a_connection_with_work_keeps_its_name(self):
        daemon = self.serve(alice="", bob="")
        client = self.log_in(daemon, "alice")
        client.call("job.submit", submit(LARGE))
        self.refused("bad_value", client, "auth.login", {"token": self.accounts.tokens["bob"]})
        self.assertEqual("alice", client.call("server.hello")["account"])


class Ownership(WithAccounts):
    def test_jobs_of_others_are_not_seen(self):
        daemon = self.serve("--control-socket", "", alice="", bob="", ops="class=operator")
        alice, bob, ops = (self.log_in(daemon, name) for name in ("alice", "bob", "ops"))
        job = alice.call("job.submit", submit(LARGE, label="hers"))["job"]
        for method in ("job.status", "job.watch", "job.cancel", "job.certificate"):
            error = self.refused("not_yours", bob, method, {"job": job})
            self.assertIn("account bob", error["message"])
        self.assertEqual([], bob.call("job.list")["jobs"])
        self.assertEqual(["hers"], [row["label"] for row in alice.call("job.list")["jobs"]])
        self.assertEqual(["hers"], [row["label"] for row in ops.call("job.list")["jobs"]])
        ops.call("job.cancel", {"job": job})
        self.assertEqual("cancelled", alice.done(job)["state"])
        self.refused("not_yours", bob, "job.status", {"job": job})  # a finished one, too
        ref = {"status": alice.call("job.moves", submit(LARGE))["status"]}
        for method in ("job.moves_cancel", "go.cancel"):
            self.refused("not_yours", bob, method, ref)
        alice.call("job.moves_cancel", ref)

    def test_a_second_connection_of_the_account_sees_them(self):
        daemon = self.serve(alice="")
        first, second = self.log_in(daemon, "alice"), self.log_in(daemon, "alice")
        job = first.call("job.submit", submit(LARGE, detach=True))["job"]
        self.assertEqual("running", second.call("job.watch", {"job": job})["state"].replace("queued", "running"))
        second.call("job.cancel", {"job": job})
        self.assertEqual("cancelled", second.done(job)["state"])


class Quotas(WithAccounts):
    def test_jobs_connections_boards_and_tables(self):
        daemon = self.serve(alice="jobs=2 connections=2 boards=1 table_mib=8 statuses=1")
        client = self.log_in(daemon, "alice")
        second = self.log_in(daemon, "alice")
        third = self.connect(daemon, daemon.tcp)
        self.assertIn("2 connections of account alice", self.refused(
            "over_quota", third, "auth.login", {"token": self.accounts.tokens["alice"]})["message"])
        table = {**LARGE["limits"], "table_bytes": 9 << 20}
        self.refused("over_quota", client, "job.submit", submit(LARGE, limits=table))
        for one in (client, second):
            one.call("job.submit", submit(LARGE))
        self.assertIn("2 jobs of account alice", self.refused(
            "over_quota", second, "job.submit", submit(LARGE))["message"])
        client.call("go.position", {"board": 1, "set": {"rows": "...../...../...../...../....."}})
        client.call("go.position", {"board": 1, "set": {"rows": "..../..../..../...."}})
        self.refused("over_quota", second, "go.position", {"board": 1, "set": {"rows": "..../..../..../...."}})
        client.call("job.moves", submit(LARGE))
        self.refused("over_quota", second, "job.moves", submit(LARGE))

    def refusals_of(self, client, requests):
        """The error of each of these requests, which have been sent, or None."""
        refusals = []
        for request in requests:
            try:
                client.wait(request)
                refusals.append(None)
            except RpcError as raised:
                refusals.append(raised)
        return refusals

    def test_submissions_a_second(self):
        daemon = self.serve(alice="submits_per_s=5", bob="")
        client = self.log_in(daemon, "alice")
        refusals = self.refusals_of(client, [client.send("job.submit", SMALL) for _ in range(20)])
        self.assertEqual([None] * 5, refusals[:5])
        refused = [refusal for refusal in refusals if refusal is not None]
        self.assertGreater(len(refused), 0)
        for refusal in refused:
            self.assertEqual("over_quota", refusal.name)
            self.assertTrue(0 < refusal.error["retry_ms"] <= 201, refusal)
        self.log_in(daemon, "bob").call("job.submit", SMALL)

        def may():
            try:
                client.call("job.submit", SMALL)
            except RpcError as raised:
                self.assertEqual("over_quota", raised.name)
                return False
            return True

        eventually(may)

    def test_bug_a_batch_that_was_refused_was_charged(self):
        client = self.log_in(self.serve(alice="submits_per_s=1"), "alice")
        for _ in range(20):
            self.refused("bad_value", client, "batch.submit", {"jobs": []})
        client.call("batch.submit", {"jobs": [SMALL]})

    def test_nodes_and_seconds_a_day(self):
        daemon = self.serve(alice="nodes_per_day=20000", bob="seconds_per_day=1")
        client = self.log_in(daemon, "alice")
        told = client.call("job.submit", submit(LARGE))
        self.assertEqual(20000, told["nodes"])
        done = client.done(told["job"])
        self.assertEqual("expired", done["state"])
        error = self.refused("over_quota", client, "job.submit", SMALL)
        self.assertIn("20000 nodes of today", error["message"])
        self.assertTrue(0 < error["retry_ms"] <= 86400000)
        client = self.log_in(daemon, "bob")
        told = client.call("job.submit", submit(LARGE, limits={"order": 7, "workers": 1}))
        self.assertEqual(1000, told["time_ms"])
        self.assertEqual("expired", client.done(told["job"])["state"])

        def is_used_up():
            """It had less than a second of the worker: the rest is less each time."""
            try:
                client.done(client.call("job.submit", submit(LARGE, fresh=True))["job"])
            except RpcError as raised:
                return raised.name == "over_quota"
            return False

        eventually(is_used_up)
        self.refused("over_quota", client, "go.status", {"position": {"rows": "..../.X../..../...."}})


    def test_bug_waiting_was_charged_as_work(self):
        daemon = self.serve("--workers", "1", alice="class=interactive weight=100",
                            bob="class=batch seconds_per_day=3")
        alice, bob = self.log_in(daemon, "alice"), self.log_in(daemon, "bob")
        alice.call("job.submit", submit(LARGE))
        jobs = [bob.call("job.submit", submit(LARGE, fresh=True, zone="none", label=str(i),
                                              limits={"order": 7, "time_ms": 1000}))["job"] for i in range(6)]
        for job in jobs:
            bob.done(job)
        bob.call("job.submit", SMALL)

    def test_bug_an_account_could_have_all_connections(self):
        daemon = self.serve("--max-connections", "12", alice="", bob="")
        self.log_in(daemon, "bob").close()  # from now on known
        held = [self.log_in(daemon, "alice")]
        with self.assertRaises((RpcError, ConnectionError)) as raised:
            while len(held) < 12:
                held.append(self.connect(daemon, daemon.tcp))
                held[-1].call("auth.login", {"token": self.accounts.tokens["alice"]})
        self.assertIn("close some", str(raised.exception))
        held[-1].close()  # it may stay for as long as one may take to log in
        self.log_in(daemon, "bob").call("server.info")

    def test_bug_a_deadline_was_taken_for_a_wish_for_time(self):
        daemon = self.serve("--max-job-s", "60", alice="")
        client = self.log_in(daemon, "alice")
        self.assertEqual(60000, client.call("job.submit", submit(SMALL, deadline_ms=120000))["time_ms"])
        self.assertNotIn("time_ms", client.call("job.submit", submit(SMALL, deadline_ms=1000)))


class Shares(WithAccounts):
    """One worker; each job searches for a second, and how many nodes that were says who had it."""

    LONG = {**LARGE, "limits": {"order": 7, "time_ms": 1000}, "fresh": True, "zone": "none"}

    def nodes(self, *clients, **more):
        jobs = [(client, client.call("job.submit", {**self.LONG, **more, "label": str(i)})["job"])
                for i, client in enumerate(clients)]
        return [client.done(job)["nodes"] for client, job in jobs]

    def in_one_round(self, measure, shows):
        """Weights are of time, nodes are what is seen of it: a machine that stands still in one account's turn gives it
        none for its time. So one round of several has to show the share; with equal shares none comes near it."""
        rounds = []
        for _ in range(5):
            rounds.append(measure())
            if shows(*rounds[-1]):
                return
        self.fail(rounds)

    def test_a_class_goes_before_the_next(self):
        daemon = self.serve("--workers", "1", alice="class=interactive", bob="class=batch")
        alice, bob = self.log_in(daemon, "alice"), self.log_in(daemon, "bob")

        def measure():
            job = alice.call("job.submit", {**self.LONG, "limits": {"order": 7, "time_ms": 2000}})["job"]
            greedy = [bob.call("job.submit", submit(LARGE, fresh=True, zone="none", label=str(i), deadline_ms=1000))
                      for i in range(8)]  # the server ends them: a client that is late gives them no time
            beside = [bob.done(his["job"])["nodes"] for his in greedy]
            return alice.done(job)["nodes"], beside

        self.in_one_round(measure, lambda hers, beside: hers > 16 * sum(beside))

    def test_weights_inside_a_class(self):
        daemon = self.serve("--workers", "1", alice="weight=8", bob="")
        alice, bob = self.log_in(daemon, "alice"), self.log_in(daemon, "bob")
        self.in_one_round(lambda: self.nodes(bob, alice), lambda his, hers: hers > 2 * his > 0)

    def test_a_small_job_of_the_lowest_class_is_answered(self):
        daemon = self.serve("--workers", "1", alice="class=interactive weight=100", bob="class=batch")
        alice, bob = self.log_in(daemon, "alice"), self.log_in(daemon, "bob")
        for _ in range(8):
            alice.call("job.submit", submit(LARGE))
        for _ in range(20):
            self.assertEqual("proven", bob.done(bob.call("job.submit", submit(SMALL, fresh=True))["job"])["value"])

    def test_priority_and_deadline(self):
        daemon = self.serve("--workers", "1", alice="")
        client = self.log_in(daemon, "alice")
        self.refused("out_of_range", client, "job.submit", submit(SMALL, priority=10))
        done = client.done(client.call("job.submit", submit(LARGE, deadline_ms=50))["job"])
        self.assertEqual("expired", done["state"])

        def measure():
            jobs = [client.call("job.submit", submit(LARGE, priority=p, limits={"order": 7, "time_ms": 1000},
                                                     label=str(p), fresh=True, zone="none"))["job"]
                    for p in (0, 0, 0, 9)]
            return [client.done(job)["nodes"] for job in jobs]

        self.in_one_round(measure, lambda *nodes: nodes[3] > sum(nodes[:3]))


    def test_bug_what_ended_waited_for_the_turn_of_its_account(self):
        """Beside an account that weighs 6,400 times as much, a cancelled job ended with that one's last."""
        daemon = self.serve("--workers", "1", alice="class=interactive weight=100", bob="class=batch")
        alice, bob = self.log_in(daemon, "alice"), self.log_in(daemon, "bob")
        hog = alice.call("job.submit", submit(LARGE))["job"]
        jobs = [bob.call("job.submit", submit(LARGE, fresh=True, zone="none", label=str(i)))["job"] for i in range(4)]
        late = bob.call("job.submit", submit(LARGE, fresh=True, deadline_ms=200, label="late"))["job"]
        for job in jobs:
            bob.call("job.cancel", {"job": job})
            self.assertEqual("cancelled", bob.done(job)["state"])
        self.assertEqual("expired", bob.done(late)["state"])
        self.assertEqual("running", alice.call("job.status", {"job": hog})["state"])

    def test_bug_priority_was_lost_when_a_job_joined_another(self):
        daemon = self.serve("--workers", "1", alice="")
        client = self.log_in(daemon, "alice")

        def ask(rows, priority):
            return client.call("job.submit", {"position": {"rows": rows}, "priority": priority,
                                              "goal": {"type": "capture", "target": "K10"}, "progress_ms": 0,
                                              "limits": {"order": 7, "nodes": 150000}})["job"]

        def rows(i):
            board = [list(row) for row in LARGE["position"]["rows"]]
            board[0][i] = "X"
            return ["".join(row) for row in board]

        others = [ask(rows(i), 5) for i in range(1, 6)]
        low, high = ask(rows(0), 0), ask(rows(0), 9)
        client.done(high)
        self.assertLess(sum(note[2][0]["job"] in others for note in client.notes if note[1] == "job.done"), 5)
        for job in [low, *others]:
            client.done(job)


class Audit(WithAccounts):
    def test_who_came_who_was_refused_and_who_cancelled(self):
        daemon = self.serve("--log-format", "json", alice="", bob="", ops="class=operator")
        lines = lambda: [json.loads(line) for line in daemon.lines]  # noqa: E731
        eventually(lambda: any("address" in line for line in lines()))
        port = next(int(line["address"].split(":")[1]) for line in lines() if line.get("area") == "listen")
        clients = {}
        for name in ("alice", "bob", "ops"):
            clients[name] = self.connect(daemon, ("127.0.0.1", port))
            clients[name].call("auth.login", {"token": self.accounts.tokens[name]})
        label = 'mine" account="ops'
        job = clients["alice"].call("job.submit", submit(LARGE, label=label))["job"]
        self.refused("not_yours", clients["bob"], "job.cancel", {"job": job})
        clients["ops"].call("job.cancel", {"job": job})
        clients["alice"].done(job)

        def found(**fields):
            return any(fields.items() <= line.items() for line in lines())

        for fields in ({"area": "audit", "event": "login", "login": "alice", "class": "normal"},
                       {"area": "audit", "event": "refused", "name": "not_yours", "by": "account bob"},
                       {"area": "audit", "event": "cancelled", "job": job, "of": "alice", "by": "account ops"},
                       {"area": "job", "job": job, "state": "cancelled", "account": "alice", "label": label}):
            eventually(lambda fields=fields: found(**fields))
        for line in lines():
            self.assertEqual({"time", "level", "area"}, line.keys() & {"time", "level", "area"})
        clients["ops"].call("server.drain")
        self.assertEqual(0, daemon.process.wait(60))
        daemon.lines = []  # not of the form that stop() wants


class Reload(WithAccounts):
    def test_an_account_that_is_changed_or_gone_is_logged_out(self):
        daemon = self.serve(alice="", bob="", carol="")
        clients = {name: self.log_in(daemon, name) for name in ("alice", "bob", "carol")}
        before = clients["carol"].call("job.submit", submit(LARGE, detach=True))["job"]
        del self.accounts.tokens["bob"]  # he gets another one
        self.accounts.write(bob="", carol="jobs=1", dave="")
        daemon.signal(signal.SIGHUP)
        daemon.log("event=accounts-read count=3")
        for name in ("alice", "bob"):
            (kind, method, params), = clients[name].at_end()
            self.assertEqual((2, "server.error", "not_logged_in"), (kind, method, params[0]["name"]))
            self.assertIn(name, params[0]["message"])
        self.refused("over_quota", clients["carol"], "job.submit", submit(LARGE))  # her job still counts
        clients["carol"].call("job.cancel", {"job": before})
        for name in ("bob", "dave"):
            self.log_in(daemon, name)

    def test_a_file_with_an_error_changes_nothing(self):
        daemon = self.serve(alice="")
        self.log_in(daemon, "alice")
        with open(self.accounts.path, "a", encoding="ascii") as file:
            file.write("bob class=king\n")
        daemon.signal(signal.SIGHUP)
        self.assertRegex(daemon.log("event=reload-refused why=(.*)")[1], r"accounts:2: class: 'king'")
        self.log_in(daemon, "alice").call("server.info")


class Operators(WithAccounts):
    def test_reload(self):
        daemon = self.serve(alice="", ops="class=operator")
        ops = self.log_in(daemon, "ops")
        error = self.refused("not_yours", self.log_in(daemon, "alice"), "server.reload")
        self.assertIn("control socket", error["message"])
        self.assertEqual({}, ops.call("server.reload"))
        self.accounts.write(alice="", ops="class=operator", bob="")
        ops.call("server.reload")
        self.log_in(daemon, "bob")
        self.accounts.write(alice="class=king")
        error = self.refused("bad_value", ops, "server.reload")
        self.assertIn("accounts:1: class: 'king'", error["message"])
        ops.call("server.info")

    def test_drain_answers_first(self):
        for jobs in (0, 2):
            daemon = self.serve(alice="", ops="class=operator")
            ops = self.log_in(daemon, "ops")
            self.refused("not_yours", self.log_in(daemon, "alice"), "server.drain")
            for _ in range(jobs):
                ops.call("job.submit", submit(LARGE))
            self.assertEqual({"jobs": jobs}, ops.call("server.drain"))
            self.assertEqual(jobs, sum(note[1] == "job.done" for note in ops.notes + ops.at_end()))
            self.assertEqual(0, daemon.process.wait(60))

    def test_stats(self):
        daemon = self.serve(alice="", ops="class=operator")
        alice = self.log_in(daemon, "alice")
        for _ in range(3):
            alice.done(alice.call("job.submit", submit(SMALL, fresh=True))["job"])
        self.refused("unknown_method", alice, "nothing.such")

        def stats(name, *args):
            token = os.path.join(self.accounts.folder.name, "token")
            with open(token, "w", encoding="ascii") as file:
                file.write(self.accounts.tokens[name])
            done = subprocess.run([TESUJI, "server", "stats", "--server", "127.0.0.1:%d" % daemon.tcp[1], "--token-file",
                                   token, *args], check=False, stdout=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(0, done.returncode)
            return done.stdout

        told = stats("ops")
        for line in (r"^127\.0\.0\.1:\d+, up .*$", r"^jobs +0 running, 0 queued$",
                     r"^ended +3 done, 0 expired, 0 cancelled, 0 failed$",
                     r"^answers +3 proven, 0 disproven, 0 undecided; 0 from memory$", r"^search +\d+ workers?, .*% full$",
                     r"^waited +3, half under .* ms, 99 % (under|over) .*$", r"^clients +\d+ connections, .*$",
                     r"^refused +.*unknown_method 1.*$"):
            self.assertRegex(told, "(?m)" + line)
        self.assertIn('tesuji_job_values_total{value="proven"}', json.loads(stats("ops", "--json"))["metrics"])
        self.assertNotIn("refused", stats("alice"))  # that is for operators

    def test_without_accounts_by_the_control_socket_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            control = os.path.join(folder, "control")
            daemon = self.start("--control-socket", control)
            self.refused("not_yours", self.connect(daemon), "server.drain")
            daemon.log("control$")
            self.assertEqual({}, self.connect(daemon, control).call("server.reload"))
            done = subprocess.run([TESUJI, "server", "drain", "--server", control], check=False,
                                  stdout=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual((0, "draining, 0 jobs in flight\n"), (done.returncode, done.stdout))
            self.assertEqual(0, daemon.process.wait(60))
            for args in ([], ["stop"]):
                done = subprocess.run([TESUJI, "server", *args], check=False, stderr=subprocess.PIPE, text=True)
                self.assertEqual(64, done.returncode)
                self.assertIn("is not reload, drain, stats or backup", done.stderr)


class Start(Case):
    def run_daemon(self, *args):
        return subprocess.run([TESUJID, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=60, check=False)

    def test_no_address_that_others_reach_without_accounts(self):
        for address in ("0.0.0.0:0", "*:0", "[::]:0", "127.0.0.1:0,192.0.2.1:0"):
            for check in ((), ("--check-config",)):
                done = self.run_daemon("--listen", address, *check)
                self.assertEqual(78, done.returncode, done.stderr)
                self.assertRegex(done.stderr, r"^tesujid: listen: .* open to other machines.*\n$")

    def test_bad_files(self):
        accounts = Accounts(alice="")
        self.addCleanup(accounts.close)
        for text, why in (("alice", "accounts:1: nobody can log in as alice"),
                          ("a user=1\n\na user=2", "the accounts a and a have the same name"),
                          ("a user=1\nb user=1", "the accounts a and b have the same user"),
                          ("a user=1 user=1", "accounts:1: user: given twice"),
                          ("a token=secret", "accounts:1: token: not a hash"),
                          ("a user=nobody-of-that-name", "accounts:1: user: there is no user"),
                          ("a user=1 jobs=-1", "accounts:1: jobs: '-1' is not a number"),
                          ("a user=1 weight=0", "accounts:1: weight: 0 is not in"),
                          ("a user=1 colour=red", "accounts:1: unknown word 'colour'"),
                          ("a.b user=1", "accounts:1: 'a.b' is no name"),
                          ("# none\n a user", "accounts:2: 'user' is not name=value"),
                          ("a user=1 " + "x" * 1100, "accounts:1: a line of"),
                          ("a user=1\0", "accounts:1: a NUL byte")):
            with open(accounts.path, "w", encoding="ascii") as file:
                file.write(text)
            for check in ((), ("--check-config",)):
                done = self.run_daemon("--accounts", accounts.path, "--listen", "127.0.0.1:0", *check)
                self.assertIn(why, done.stderr)
                self.assertEqual(78, done.returncode)
                self.assertEqual(1, len(re.findall("tesujid:", done.stderr)), done.stderr)
        done = self.run_daemon("--accounts", accounts.folder.name + "/none", "--listen", "127.0.0.1:0")
        self.assertIn("No such file", done.stderr)

    def test_new_token(self):
        self.assertNotEqual(new_token("alice"), new_token("alice"))
        done = self.run_daemon("--new-token", "no name")
        self.assertEqual((64, ""), (done.returncode, done.stdout))


if __name__ == "__main__":
    main()
