# SPDX-License-Identifier: MIT
"""Batches: many jobs as one, their results from any place on, durable ones over any end of the daemon;
and that they take nobody's turn."""

import random
import signal
import time

import exposition
from accounts import Accounts
from client import RpcError, eventually
from daemon import COUNT, LARGE, SMALL, Case, main, submit
from journal import WithJournal

FRAME = 100  # jobs of one batch.submit


def boards(count, seed=1):
    """As many small questions, all different, most of them decided in a moment."""
    rng = random.Random(seed)
    for i in range(count):
        rows = ["".join(rng.choice("....XO") for _ in range(6)) for _ in range(6)]
        yield {"game": "hex", "position": {"rows": "/".join(rows)}, "label": f"job {i}",
               "goal": {"attacker": rng.choice(["black", "white"])}, "limits": {"nodes": 300}}


class Batch(WithJournal, Case):
    def send(self, client, jobs, **more):
        """All of a batch, a frame after the other; the answer to the last one."""
        jobs = list(jobs)
        frames = [jobs[i:i + FRAME] for i in range(0, len(jobs), FRAME)]
        params, answer = dict(more), None
        for i, frame in enumerate(frames):
            if i > 0:
                params = {"batch": answer["batch"]}
            answer = client.call("batch.submit", {**params, "jobs": frame,
                                                  "more": i + 1 < len(frames)})
        return answer

    def results(self, client, ref, start=0, most=None):
        """Results from a place on, until all have come, or `most` have."""
        told = []
        while most is None or len(told) < most:
            answer = client.call("batch.watch", {**ref, "from": start + len(told), "wait_ms": 20000})
            told += answer["results"]
            self.assertEqual(answer["next"], start + len(told))
            if answer["status"]["state"] in ("done", "cancelled") and not answer["results"]:
                return told, answer["status"]
        return told, answer["status"]


class Plain(Batch):
    def test_all_of_them(self):
        count = min(COUNT, 10000)
        client = self.begin("--log-level", "info")
        asked = list(boards(count))
        answer = self.send(client, asked, label="lot")
        self.assertEqual(answer["jobs"], count)
        told, status = self.results(client, {"batch": answer["batch"]})
        self.assertEqual((status["state"], status["jobs"], status["ended"], status["label"]),
                         ("done", count, count, "lot"))
        self.assertEqual(sorted(done["job"] for done in told), list(range(1, count + 1)))
        for done in told:
            self.assertEqual(done["label"], asked[done["job"] - 1]["label"])
        values = [done["value"] for done in told]
        for value in ("proven", "disproven", "undecided"):
            self.assertEqual(status[value], values.count(value))
        self.assertEqual(status["failed"], sum(done["state"] == "failed" for done in told))
        self.assertGreater(status["proven"] + status["disproven"], count // 2)
        # Some of them by themselves have the same answers.
        for done in random.Random(2).sample(told, 20):
            alone = client.done(client.call("job.submit", asked[done["job"] - 1])["job"])
            if "undecided" not in (alone["value"], done["value"]):  # that depends on the table
                self.assertEqual(alone["value"], done["value"])
        # From any place on they are told in the same order.
        self.assertEqual(self.results(client, {"batch": answer["batch"]}, start=count - 50)[0],
                         told[-50:])
        self.assertEqual(client.call("batch.ack", {"batch": answer["batch"]})["state"], "done")
        self.assertEqual(self.refused(client, "batch.status", {"batch": answer["batch"]}).name,
                         "unknown_job")

    def test_a_job_that_is_wrong_fails_alone(self):
        client = self.begin()
        answer = self.send(client, [SMALL, {"position": {"rows": "XX/X"}}, SMALL])
        told, status = self.results(client, {"batch": answer["batch"]})
        told = {done["job"]: done for done in told}
        self.assertEqual((status["proven"], status["failed"]), (2, 1))
        self.assertEqual(told[2]["state"], "failed")
        self.assertEqual(told[2]["error"]["name"], "bad_syntax")

    def test_a_field_that_is_wrong_refuses_its_request(self):
        client = self.begin()
        first = client.call("batch.submit", {"jobs": [SMALL], "more": True})
        error = self.refused(client, "batch.submit", {
            "batch": first["batch"], "jobs": [SMALL, submit(SMALL, limits={"order": 99})]})
        self.assertEqual(error.name, "out_of_range")
        self.assertTrue(error.error["message"].startswith("params.jobs[1].limits.order: "), error)
        last = client.call("batch.submit", {"batch": first["batch"], "jobs": [SMALL]})
        self.assertEqual(last["jobs"], 2)
        for params, name in (({"jobs": []}, "bad_value"),
                             ({"jobs": [SMALL], "key": "k"}, "bad_value"),
                             ({"jobs": [SMALL], "durable": True}, "missing_field"),
                             ({"jobs": [submit(SMALL, key="k", durable=True)]}, "bad_value"),
                             ({"jobs": [submit(SMALL, limits={"table_bytes": 1 << 20})]}, "bad_value"),
                             ({"jobs": [{"position": {"board": 1}}]}, "bad_value"),
                             ({"jobs": [SMALL] * 129}, "out_of_range"),
                             ({"batch": 77, "jobs": [SMALL]}, "unknown_job"),
                             ({}, "missing_field")):
            self.assertEqual(self.refused(client, "batch.submit", params).name, name, params)
        self.assertEqual(self.refused(client, "batch.watch", {"batch": last["batch"], "from": 9}).name,
                         "out_of_range")
        self.assertEqual(self.refused(client, "batch.watch", {}).name, "missing_field")

    def test_no_more_than_there_may_be(self):
        client = self.begin("--max-batch-jobs", "150")
        batch = client.call("batch.submit", {"jobs": [SMALL] * 100, "more": True})["batch"]
        error = self.refused(client, "batch.submit", {"batch": batch, "jobs": [SMALL] * 100})
        self.assertEqual(error.name, "busy")
        self.assertIn("max_batch_jobs", error.error["message"])
        client.call("batch.submit", {"batch": batch, "jobs": [SMALL] * 50})
        self.results(client, {"batch": batch})
        self.assertEqual(self.refused(client, "batch.submit", {"jobs": [SMALL]}).name, "busy")
        client.call("batch.ack", {"batch": batch})
        client.call("batch.submit", {"jobs": [SMALL]})

    def test_bug_busy_did_not_say_when_to_try_again(self):
        client = self.begin("--max-batch-jobs", "100")
        batch = self.send(client, [LARGE])["batch"]
        told = [self.refused(client, "batch.submit", {"jobs": [SMALL] * 100})]
        for _ in range(256):  # limit: answers of one connection that wait
            client.send("batch.watch", {"batch": batch, "wait_ms": 60000})
        told += [self.refused(client, method, {"batch": batch, "wait_ms": 60000} if method == "batch.watch"
                              else {"jobs": [SMALL]}) for method in ("batch.watch", "batch.submit")]
        for error in told:
            self.assertEqual(error.name, "busy")
            self.assertGreaterEqual(error.error["retry_ms"], 10)

    def test_bug_an_empty_batch_stayed_open(self):
        client = self.begin()
        for _ in range(2):
            self.assertIn("params.jobs: a batch has one", self.refused(client, "batch.submit", {"jobs": []}).error["message"])
        batch = client.call("batch.submit", {"jobs": [], "more": True})["batch"]
        self.assertEqual(self.refused(client, "batch.submit", {"batch": batch, "jobs": []}).name, "bad_value")
        self.assertEqual(self.results(client, {"batch": self.send_rest(client, batch)})[1]["ended"], 1)

    def send_rest(self, client, batch):
        return client.call("batch.submit", {"batch": batch, "jobs": [SMALL]})["batch"]

    def test_bug_who_waited_for_results_was_closed_as_idle(self):
        client = self.begin("--idle-timeout-s", "1")
        batch = self.send(client, [LARGE])["batch"]
        self.assertEqual(client.call("batch.watch", {"batch": batch, "wait_ms": 4000})["results"], [])

    def test_bug_jobs_of_batches_were_ended_and_never_submitted(self):
        client = self.begin()
        self.results(client, {"batch": self.send(client, boards(20))["batch"]})
        told = exposition.read(client.call("server.metrics")["text"])
        ended = sum(value for (name, _), value in told.items() if name == "tesuji_jobs_ended_total")
        self.assertEqual((exposition.value(told, "tesuji_jobs_submitted_total"), ended), (20, 20))

    def test_who_fills_a_batch_may_give_it_up(self):
        client = self.begin("--max-batch-jobs", "100")
        for more in ({}, {"durable": True, "key": "k"}):
            batch = client.call("batch.submit", {"jobs": [SMALL] * 60, "more": True, **more})["batch"]
            other = self.connect(self.daemon)
            self.assertEqual(self.refused(other, "batch.cancel", {"batch": batch}).name, "bad_value")
            told = client.call("batch.cancel", {"batch": batch})
            self.assertEqual((told["jobs"], told["state"]), (60, "open"))
            self.assertEqual(self.refused(client, "batch.status", {"batch": batch}).name, "unknown_job")
        eventually(lambda: self.has_room(client))

    def test_a_connection_that_leaves_in_the_middle(self):
        client = self.begin("--max-batch-jobs", "100")
        client.call("batch.submit", {"jobs": [SMALL] * 100, "more": True})
        client.close()
        other = self.connect(self.daemon)
        eventually(lambda: self.has_room(other))

    def has_room(self, client):
        try:
            client.call("batch.submit", {"jobs": [SMALL] * 100})
            return True
        except RpcError as error:
            self.assertEqual(error.name, "busy")
            return False

    def test_who_waits_is_told(self):
        client = self.begin()
        answer = self.send(client, [LARGE])
        ref = {"batch": answer["batch"]}
        began = time.monotonic()
        waited = client.call("batch.watch", {**ref, "wait_ms": 300})
        self.assertGreater(time.monotonic() - began, 0.25)
        self.assertEqual((waited["results"], waited["status"]["state"]), ([], "running"))
        waiting = client.send("batch.watch", {**ref, "wait_ms": 60000})
        other = self.connect(self.daemon)
        other.call("batch.cancel", ref)
        told = client.wait(waiting)
        while told["status"]["state"] != "cancelled" and not told["results"]:
            told = client.call("batch.watch", {**ref, "wait_ms": 60000})
        self.assertEqual(self.results(client, ref)[0][0]["state"], "cancelled")

    def test_a_cancel_begins_no_more(self):
        client = self.begin()
        answer = self.send(client, [LARGE] * 500)
        ref = {"batch": answer["batch"]}
        self.assertEqual(self.refused(client, "batch.ack", ref).name, "bad_value")
        client.call("batch.cancel", ref)
        told, status = self.results(client, ref)
        self.assertEqual(status["state"], "cancelled")
        self.assertLess(len(told), 100)
        self.assertEqual({done["state"] for done in told}, {"cancelled"})
        client.call("batch.ack", ref)

    def test_the_daemon_ends_in_the_middle(self):
        client = self.begin("--drain-ms", "50")
        answer = self.send(client, [LARGE] * 50)
        waiting = client.send("batch.watch", {"batch": answer["batch"], "wait_ms": 60000})
        self.daemon.signal(signal.SIGTERM)
        self.assertEqual(client.wait(waiting)["status"]["state"], "running")
        self.daemon.stop()


class Lasting(Batch):
    def test_a_durable_batch_goes_on_after_a_kill(self):
        count = 600
        client = self.begin()
        asked = list(boards(count))
        answer = self.send(client, asked, durable=True, key="night", label="lot")
        self.assertEqual(answer["key"], "night")
        before, _ = self.results(client, {"key": "night"}, most=100)
        for _ in range(3):
            client = self.again()
            told, status = self.results(client, {"key": "night"}, most=len(before))
            self.assertEqual(told[:len(before)], before)  # their places stay
            self.assertEqual((status["jobs"], status["label"]), (count, "lot"))
            before = self.results(client, {"key": "night"}, most=len(before) + 60)[0]
        told, status = self.results(client, {"key": "night"})
        self.assertEqual(status["state"], "done")
        self.assertEqual(sorted(done["job"] for done in told), list(range(1, count + 1)))
        client = self.again()
        self.assertEqual(self.results(client, {"key": "night"})[0], told)
        client.call("batch.ack", {"key": "night"})
        client = self.again()
        self.assertEqual(self.refused(client, "batch.status", {"key": "night"}).name, "unknown_job")

    def test_the_same_key_is_the_same_batch(self):
        client = self.begin()
        asked = list(boards(250))
        first = self.send(client, asked, durable=True, key="k")
        again = self.send(client, asked, durable=True, key="k")
        self.assertEqual((again["batch"], again["known"]), (first["batch"], True))
        client = self.again()
        self.assertTrue(self.send(client, asked, durable=True, key="k")["known"])
        self.assertEqual(self.send_refused(client, asked[:-1], durable=True, key="k"), "key_conflict")
        self.assertEqual(self.results(client, {"key": "k"})[1]["ended"], 250)

    def test_half_a_batch_is_none(self):
        client = self.begin()
        client.call("batch.submit", {"jobs": [SMALL] * 50, "durable": True, "key": "k", "more": True})
        client = self.again()
        self.assertEqual(self.refused(client, "batch.status", {"key": "k"}).name, "unknown_job")
        self.assertNotIn("known", self.send(client, [SMALL], durable=True, key="k"))

    def test_bug_a_batch_that_was_being_sent_aborted_a_daemon_that_ended(self):
        """Its jobs were dropped from the journal when its connection was gone: after the last look."""
        client = self.begin()
        batch = client.call("batch.submit", {"jobs": [SMALL], "durable": True, "key": "k",
                                             "more": True})["batch"]
        for _ in range(50):  # so many that dropping them takes longer than closing a connection
            client.call("batch.submit", {"batch": batch, "jobs": [SMALL] * 128, "more": True})
        self.daemon.signal(signal.SIGTERM)
        client.at_end()
        client.close()
        self.daemon.stop()
        client = self.begin()
        self.assertEqual(self.refused(client, "batch.status", {"key": "k"}).name, "unknown_job")

    def test_a_cancel_stays(self):
        client = self.begin()
        self.send(client, [LARGE] * 50, durable=True, key="k")
        client.call("batch.cancel", {"key": "k"})
        client = self.again()
        told, status = self.results(client, {"key": "k"})
        self.assertEqual(status["state"], "cancelled")
        self.assertLess(len(told), 50)

    def test_bug_a_cancelled_batch_never_ended(self):
        """Its last result had been told before its being written was over."""
        client = self.begin()
        self.send(client, [LARGE] * 50, durable=True, key="k")
        client.call("batch.cancel", {"key": "k"})
        told, status = self.results(client, {"key": "k"})
        self.assertEqual(status["state"], "cancelled")
        eventually(lambda: self.is_taken(client, "k"))
        self.assertEqual(self.refused(client, "batch.status", {"key": "k"}).name, "unknown_job")

    def test_bug_a_cancelled_batch_ran_nothing_before_its_last_results(self):
        """Who saw "cancelled" with nothing running took it, and was told that it had not ended."""
        client = self.begin()
        for key in "abcdefgh":
            self.send(client, [LARGE] * 50, durable=True, key=key)
            client.call("batch.cancel", {"key": key})
            while client.call("batch.status", {"key": key})["running"] > 0:
                pass  # at once, since the journal needs less than a millisecond
            client.call("batch.ack", {"key": key})

    def is_taken(self, client, key):
        try:
            return client.call("batch.ack", {"key": key}) is not None
        except RpcError as error:
            self.assertEqual(error.name, "bad_value")
            return False

    def test_a_full_journal(self):
        client = self.begin("--journal-size-mib", "4")
        big = {"position": {"sgf": "(;GM[1]SZ[3]AB[aa]AW[ba][bb];C[" + "x" * 50000 + "])"},
               "goal": {"type": "capture", "target": "A3"}}
        answer, error = None, None
        while error is None:
            params = {"batch": answer["batch"]} if answer else {"durable": True, "key": "k"}
            try:
                answer = client.call("batch.submit", {**params, "jobs": [big], "more": True})
            except RpcError as refused:
                error = refused
        self.assertEqual(error.name, "not_journalled")
        self.assertIn("batch.ack", error.error["message"])
        # Nothing of it is left, so there is room.
        eventually(lambda: self.fits(client, big))
        self.results(client, {"key": "small"})

    def fits(self, client, big):
        try:
            return self.send(client, [big], durable=True, key="small") is not None
        except RpcError as error:
            self.assertEqual(error.name, "not_journalled")
            return False

    def test_a_disk_that_takes_nothing_for_a_while(self):
        client = self.begin()
        self.send(client, boards(100), durable=True, key="a")
        with self.daemon.full_disk():
            self.assertEqual(self.send_refused(client, boards(10, seed=2), durable=True, key="b"),
                             "not_journalled")
            plain = self.send(client, boards(10, seed=3))
            self.assertEqual(self.results(client, {"batch": plain["batch"]})[1]["ended"], 10)
        told, status = self.results(client, {"key": "a"})
        self.assertEqual((len(told), status["state"]), (100, "done"))
        client = self.again()
        self.assertEqual(self.results(client, {"key": "a"})[0], told)
        self.assertEqual(self.refused(client, "batch.status", {"key": "b"}).name, "unknown_job")

    def send_refused(self, client, jobs, **more):
        with self.assertRaises(RpcError) as caught:
            self.send(client, jobs, **more)
        return caught.exception.name

    def test_sigterm_keeps_the_rest(self):
        client = self.begin("--drain-ms", "50")
        self.send(client, list(boards(20)) + [LARGE] * 10, durable=True, key="k")
        told, _ = self.results(client, {"key": "k"}, most=20)
        self.daemon.signal(signal.SIGTERM)
        self.daemon.stop()
        client = self.begin()
        status = client.call("batch.status", {"key": "k"})
        self.assertEqual((status["jobs"], status["ended"], status["state"]), (30, 20, "running"))
        client.call("batch.cancel", {"key": "k"})
        self.assertEqual(self.results(client, {"key": "k"})[0][:20], told)


class Shared(Batch):
    def test_batches_belong_to_accounts(self):
        accounts = Accounts(alice="class=batch batch_jobs=200", bob="")
        self.addCleanup(accounts.close)
        self.begin("--accounts", accounts.path)
        clients = {}
        for name in ("alice", "bob"):
            clients[name] = self.connect(self.daemon, self.daemon.tcp)
            clients[name].call("auth.login", {"token": accounts.tokens[name]})
        alice, bob = clients["alice"], clients["bob"]
        first = self.send(alice, boards(200), durable=True, key="k")
        error = self.refused(alice, "batch.submit", {"jobs": [SMALL]})
        self.assertEqual(error.name, "over_quota")
        self.assertIn("batch.ack", error.error["message"])
        self.assertEqual(self.refused(bob, "batch.status", {"batch": first["batch"]}).name, "not_yours")
        self.assertEqual(self.refused(bob, "batch.status", {"key": "k"}).name, "unknown_job")
        self.assertNotIn("known", self.send(bob, boards(5), durable=True, key="k"))
        self.assertEqual(self.results(alice, {"key": "k"})[1]["ended"], 200)

    def test_bug_an_account_could_have_all_jobs_of_batches(self):
        accounts = Accounts(alice="", bob="")
        self.addCleanup(accounts.close)
        self.begin("--accounts", accounts.path, "--max-batch-jobs", "100")
        alice, bob = (self.connect(self.daemon, self.daemon.tcp) for _ in range(2))
        alice.call("auth.login", {"token": accounts.tokens["alice"]})
        bob.call("auth.login", {"token": accounts.tokens["bob"]})
        error = self.refused(alice, "batch.submit", {"jobs": list(boards(100))})
        self.assertEqual(error.name, "busy")
        self.assertIn("peer_share", error.error["message"])
        self.send(alice, boards(80))
        self.send(bob, boards(10))

    def test_bug_a_batch_changed_hands_while_it_was_filled(self):
        accounts = Accounts(alice="user=root", bob="")
        self.addCleanup(accounts.close)
        client = self.begin("--accounts", accounts.path)
        batch = client.call("batch.submit", {"jobs": [SMALL], "more": True})["batch"]
        error = self.refused(client, "auth.login", {"token": accounts.tokens["bob"]})
        self.assertEqual(error.name, "bad_value")
        client.call("batch.submit", {"batch": batch, "jobs": [SMALL]})

    def test_small_jobs_of_others_are_answered_beside_a_batch(self):
        client = self.begin()
        other = self.connect(self.daemon)

        def median_s():
            took = []
            for i in range(60):
                began = time.monotonic()
                other.done(other.call("job.submit", submit(SMALL, fresh=True, label=str(i)))["job"])
                took.append(time.monotonic() - began)
            return sorted(took)[30]

        alone = median_s()
        self.send(client, [LARGE] * 300)
        self.assertLess(median_s(), 0.05 + 10 * alone)


if __name__ == "__main__":
    main()
