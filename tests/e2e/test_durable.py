# SPDX-License-Identifier: MIT
"""Durable jobs: on the disk before they are answered, found again by their keys after any end of the
daemon, with one end for each; and a journal that is full, damaged or gone."""

import os
import shutil
import signal
import subprocess
import unittest

from accounts import Accounts
from client import RpcError, eventually
from daemon import LARGE, SMALL, TESUJID, Case, main, submit
from journal import WithJournal


CLOCK = os.environ.get("TESUJI_CLOCK", "")  # a library that shifts the wall clock of a daemon


def durable(problem, key, **more):
    return submit(problem, durable=True, key=key, **more)


class Durable(WithJournal, Case):
    settings = ("--journal-size-mib", "8")


class Keys(Durable):
    def test_a_job_is_found_again_after_a_kill(self):
        client = self.begin()
        done = client.done(client.call("job.submit", durable(SMALL, "small", label="corner"))["job"])
        self.assertEqual((done["key"], done["value"], done["label"]), ("small", "proven", "corner"))
        client.call("job.submit", durable(LARGE, "large"))
        client = self.again()
        found = client.call("job.watch", {"key": "small"})
        self.assertEqual((found["state"], found["key"], found["label"]), ("done", "small", "corner"))
        told = client.done(found["job"])
        for field in ("value", "best", "line", "nodes", "time_ms", "key", "label", "rows"):
            self.assertEqual(told[field], done[field], field)
        self.assertEqual(found["result"], told)
        self.assertEqual(client.call("job.status", {"key": "small"})["result"], told)
        self.assertIn(client.call("job.watch", {"key": "large"})["state"], ("queued", "running"))
        rows = {row["key"]: row for row in client.call("job.list")["jobs"]}
        self.assertEqual(rows["small"]["state"], "done")
        self.assertEqual(rows["small"]["nodes"], done["nodes"])

    def test_the_same_key_is_the_same_job(self):
        client = self.begin()
        first = client.call("job.submit", durable(SMALL, "k"))
        self.assertNotIn("known", first)
        done = client.done(first["job"])
        # Defaults that are given, another order of the fields, other progress: the same question.
        same = {"key": "k", "durable": True, "progress_ms": 0, "priority": 4, "fresh": False,
                "goal": {"target": "A3", "type": "capture"}, "position": SMALL["position"]}
        second = client.call("job.submit", same)
        self.assertEqual((second["job"], second["known"]), (first["job"], True))
        self.assertEqual(client.done(first["job"]), done)
        error = self.refused(client, "job.submit", durable(SMALL, "k", label="another"))
        self.assertEqual(error.name, "key_conflict")
        self.assertIn("params.key", error.error["message"])
        client = self.again()
        third = client.call("job.submit", durable(SMALL, "k"))
        self.assertTrue(third["known"])
        self.assertEqual(client.done(third["job"])["nodes"], done["nodes"])
        self.assertEqual(self.refused(client, "job.submit", durable(LARGE, "k")).name,
                         "key_conflict")

    def test_many_ask_the_same_at_once(self):
        self.begin()
        clients = [self.connect(self.daemon) for _ in range(8)]
        asked = [(c, c.send("job.submit", durable(SMALL, "one", progress_ms=i)))
                 for i, c in enumerate(clients) for _ in range(4)]
        answers = [client.wait(msgid) for client, msgid in asked]
        self.assertEqual(len({answer["job"] for answer in answers}), 1)
        self.assertEqual(sum("known" not in answer for answer in answers), 1)
        for client in clients:
            self.assertEqual(client.done(answers[0]["job"])["value"], "proven")

    def test_a_taken_result_is_gone_for_good(self):
        client = self.begin()
        job = client.call("job.submit", durable(SMALL, "k"))["job"]
        client.done(job)
        self.assertEqual(client.call("job.ack", {"key": "k"}), {"job": job, "key": "k"})
        self.assertEqual(self.refused(client, "job.ack", {"key": "k"}).name, "unknown_job")
        self.assertEqual(self.refused(client, "job.status", {"job": job}).name, "unknown_job")
        client = self.again()
        self.assertEqual(self.refused(client, "job.watch", {"key": "k"}).name, "unknown_job")
        self.assertNotIn("known", client.call("job.submit", durable(LARGE, "k")))
        self.assertEqual(self.refused(client, "job.ack", {"key": "k"}).name, "bad_value")

    def test_a_cancel_stays(self):
        client = self.begin()
        job = client.call("job.submit", durable(LARGE, "k"))["job"]
        client.call("job.cancel", {"key": "k"})
        self.assertEqual(client.done(job)["state"], "cancelled")
        client = self.again()
        self.assertEqual(client.call("job.status", {"key": "k"})["state"], "cancelled")
        # One whose end the journal did not get: the journal knows that it is cancelled.
        client.call("job.submit", durable(LARGE, "l"))
        client.call("job.cancel", {"key": "l"})
        client = self.again()
        eventually(lambda: client.call("job.status", {"key": "l"})["state"] == "cancelled")

    def test_a_job_outlives_its_connection(self):
        client = self.begin()
        client.call("job.submit", durable(LARGE, "k"))
        client.close()
        other = self.connect(self.daemon)
        self.assertTrue(other.call("job.status", {"key": "k"})["detach"])
        other.call("job.cancel", {"key": "k"})
        eventually(lambda: other.call("job.status", {"key": "k"})["state"] == "cancelled")

    def test_what_is_refused(self):
        client = self.begin()
        for params, name, path in (
                (submit(SMALL, durable=True), "missing_field", "params.key"),
                (submit(SMALL, key="k"), "bad_value", "params.key"),
                (durable(SMALL, "k" * 128), "out_of_range", "params.key"),
                (durable(SMALL, "a\nb"), "bad_value", "params.key"),
                (durable({"position": {"board": 1}}, "k"), "bad_value", "params.position.board"),
                (durable({"position": {"rows": "XX/X"}}, "k"), "bad_syntax", "params.position.rows")):
            error = self.refused(client, "job.submit", params)
            self.assertEqual(error.name, name, error)
            self.assertTrue(error.error["message"].startswith(path + ":"), error)
        client.call("job.submit", durable(SMALL, "k" * 127))
        self.assertEqual(self.refused(client, "job.watch", {"job": 1, "key": "k"}).name, "bad_value")
        self.assertEqual(self.refused(client, "job.watch", {}).name, "missing_field")
        self.assertEqual(self.refused(client, "job.moves", durable(SMALL, "m")).name, "bad_value")
        plain = client.call("job.submit", SMALL)["job"]
        client.done(plain)
        self.assertEqual(self.refused(client, "job.ack", {"job": plain}).name, "bad_value")

    def test_half_a_close_is_answered(self):
        client = self.begin()
        msgids = [client.send("job.submit", durable(LARGE, f"k{i}")) for i in range(5)]
        client.sock.shutdown(1)
        answered = [message[1] for message in client.at_end() if message[0] == 1]
        self.assertEqual(answered, msgids)


class Ends(Durable):
    def test_sigterm_keeps_what_has_not_ended(self):
        client = self.begin("--drain-ms", "50")
        job = client.call("job.submit", durable(LARGE, "k"))["job"]
        self.daemon.signal(signal.SIGTERM)
        self.assertEqual(client.note("job.kept"), {"job": job, "key": "k"})
        self.assertEqual([m for m in client.at_end() if m[1] == "job.done"], [])
        self.daemon.stop()
        client = self.begin()
        self.assertIn(client.call("job.status", {"key": "k"})["state"], ("queued", "running"))

    def test_results_stay_as_long_as_the_setting_says(self):
        client = self.begin("--keep-durable-s", "1")
        client.done(client.call("job.submit", durable(SMALL, "k"))["job"])
        self.daemon.log(r"event=durable-expired id=1 ")
        self.assertEqual(self.refused(client, "job.watch", {"key": "k"}).name, "unknown_job")
        # Killed before the disk had that: it is found once more, and goes again.
        client = self.again("--keep-durable-s", "1")
        eventually(lambda: "k" not in [row.get("key") for row in client.call("job.list")["jobs"]])

    @unittest.skipUnless(CLOCK, "needs a daemon without a sanitizer")
    def test_clocks_that_jump_cost_no_result(self):
        """Years forward or back while the daemon is down: the result is there for an hour."""
        client = self.begin()
        client.done(client.call("job.submit", durable(SMALL, "k"))["job"])
        for years in (30, -30, 0):
            seconds = str(years * 365 * 86400)
            client = self.again(env={"LD_PRELOAD": CLOCK, "TESUJI_CLOCK_S": seconds})
            self.assertEqual(client.call("job.status", {"key": "k"})["state"], "done")
            job = client.call("job.submit", durable(SMALL, f"at {years}"))["job"]
            self.assertEqual(client.done(job)["value"], "proven")


class Full(Durable):
    def test_a_full_journal_says_so_and_the_rest_goes_on(self):
        client = self.begin("--max-jobs-per-connection", "4096", "--max-jobs", "4096",
                            "--peer-share", "100")
        keys = []
        big = {"position": {"sgf": "(;GM[1]SZ[3]AB[aa]AW[ba][bb];C[" + "x" * 50000 + "])"},
               "goal": {"type": "capture", "target": "A3"}}
        while True:
            try:
                client.call("job.submit", durable(big, f"k{len(keys)}"))
                keys.append(f"k{len(keys)}")
            except RpcError as error:
                self.assertEqual(error.name, "not_journalled")
                self.assertIn("job.ack", error.error["message"])
                self.assertIn("journal_size_mib", error.error["message"])
                break
            self.assertLess(len(keys), 1000)
        self.assertGreater(len(keys), 50)
        self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"], "proven")
        for key in keys[:10]:
            eventually(lambda key=key: client.call("job.status", {"key": key})["state"] == "done")
            client.call("job.ack", {"key": key})
        client.call("job.submit", durable(big, "again"))
        client = self.again()
        for key in keys[10:] + ["again"]:
            self.assertEqual(client.call("job.watch", {"key": key})["key"], key)
            client.note("job.done")

    def test_a_disk_that_is_full_for_a_while(self):
        """Nothing can be written: durable jobs are refused, results wait, and come when they can."""
        client = self.begin()
        running = client.call("job.submit", durable(LARGE, "running"))["job"]
        with self.daemon.full_disk():
            error = self.refused(client, "job.submit", durable(SMALL, "refused"))
            self.assertEqual(error.name, "not_journalled")
            self.assertIn("File too large", error.error["message"])
            self.assertEqual(self.refused(client, "job.cancel", {"key": "running"}).name,
                             "not_journalled")
            client.call("job.status", {"key": "running"})
            self.assertEqual(self.refused(client, "job.status", {"key": "refused"}).name, "unknown_job")
            self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"], "proven")
            self.daemon.log(r"event=journal-failed why=")
        client.call("job.cancel", {"key": "running"})
        self.assertEqual(client.done(running)["state"], "cancelled")
        self.daemon.log(r"event=journal-back")
        self.assertNotIn("known", client.call("job.submit", durable(SMALL, "refused")))

    def test_a_result_waits_for_the_disk(self):
        client = self.begin()
        job = client.call("job.submit", durable(LARGE, "k", limits={"order": 7, "time_ms": 300}))["job"]
        with self.daemon.full_disk():
            self.daemon.log(r"event=journal-failed why=")
            self.assertEqual(client.call("job.status", {"key": "k"})["state"], "running")
            self.assertEqual(client.call("job.list")["jobs"][0]["state"], "running")
        self.assertEqual(client.done(job)["state"], "expired")
        client = self.again()
        self.assertEqual(client.call("job.status", {"key": "k"})["state"], "expired")

    def test_a_daemon_that_ends_on_a_full_disk_keeps_what_it_could_not_write(self):
        client = self.begin("--drain-ms", "50")
        client.call("job.submit", durable(LARGE, "k", limits={"order": 7, "time_ms": 300}))
        with self.daemon.full_disk():
            self.daemon.log(r"event=journal-failed why=")
            self.daemon.signal(signal.SIGTERM)
            self.assertEqual(client.note("job.kept")["key"], "k")
            self.daemon.stop()
        client = self.begin()
        self.assertEqual(client.call("job.watch", {"key": "k"})["key"], "k")
        self.assertEqual(client.note("job.done")["state"], "expired")


class Journal(Durable):
    def test_without_a_journal(self):
        client = self.connect(self.start())
        error = self.refused(client, "job.submit", durable(SMALL, "k"))
        self.assertEqual(error.name, "not_journalled")
        self.assertIn("journal", error.error["message"])
        self.assertEqual(self.refused(client, "job.ack", {"key": "k"}).name, "unknown_job")
        self.assertEqual(client.call("server.info")["bounds"].get("jobs_durable", 0), 0)

    def refused_start(self, *args):
        done = subprocess.run([TESUJID, "--listen", "127.0.0.1:0", "--journal", self.journal,
                               "--table-mib", "1", *args], stderr=subprocess.PIPE, check=False,
                              timeout=60)
        return done.returncode, done.stderr.decode().splitlines()[-1]

    def test_a_journal_that_cannot_be_used_is_refused_at_the_start(self):
        os.mkdir(self.journal)
        with open(os.path.join(self.journal, "data.mdb"), "wb") as file:
            file.write(b"not a journal" * 1000)
        code, said = self.refused_start()
        self.assertEqual(code, 69)
        self.assertRegex(said, r"^tesujid: journal: \S+ is damaged: .*; move it away$")
        os.unlink(os.path.join(self.journal, "data.mdb"))
        client = self.begin()
        client.call("server.info")
        code, said = self.refused_start()
        self.assertEqual(code, 69)
        self.assertRegex(said, r"^tesujid: journal: \S+ is open in another process$")

    def test_a_damaged_record_costs_no_other(self):
        client = self.begin()
        for i in range(20):
            client.done(client.call("job.submit", durable(SMALL, f"key-{i:02}"))["job"])
        self.kill()
        path = os.path.join(self.journal, "data.mdb")
        with open(path, "r+b") as file:
            data = file.read()
            at = data.find(b"key-07")
            while at >= 0:  # LMDB leaves former copies of a page behind
                file.seek(at)
                file.write(b"kex-07")
                at = data.find(b"key-07", at + 1)
        client = self.begin()
        self.daemon.log(r"event=journal-refused id=8 item=0 kind=0 why=\"it is not what was written\"")
        keys = {row["key"] for row in client.call("job.list")["jobs"]}
        self.assertEqual(keys, {f"key-{i:02}" for i in range(20)} - {"key-07"})
        self.assertNotIn("known", client.call("job.submit", durable(SMALL, "key-07")))

    def test_a_folder_that_somebody_takes_away(self):
        client = self.begin()
        client.done(client.call("job.submit", durable(SMALL, "k"))["job"])
        job = client.call("job.submit", durable(LARGE, "l", limits={"order": 7, "time_ms": 300}))["job"]
        shutil.rmtree(self.journal)
        self.assertEqual(client.done(job)["state"], "expired")  # nothing is found again, so it is told
        error = self.refused(client, "job.submit", durable(SMALL, "m"))
        self.assertEqual(error.name, "not_journalled")
        self.assertIn("start", error.error["message"])
        self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"], "proven")


class OfAccounts(Durable):
    def serve(self, **accounts):
        self.accounts = Accounts(**accounts)
        self.addCleanup(self.accounts.close)
        return self.begin("--accounts", self.accounts.path)

    def again_with(self, **accounts):
        self.accounts.write(**accounts)
        self.again("--accounts", self.accounts.path)

    def login(self, name):
        client = self.connect(self.daemon, self.daemon.tcp)
        client.call("auth.login", {"token": self.accounts.tokens[name]})
        return client

    def test_keys_belong_to_accounts(self):
        self.serve(alice="", bob="")
        alice, bob = self.login("alice"), self.login("bob")
        job = alice.call("job.submit", durable(SMALL, "k"))["job"]
        alice.done(job)
        self.assertEqual(self.refused(bob, "job.watch", {"key": "k"}).name, "unknown_job")
        self.assertEqual(self.refused(bob, "job.ack", {"job": job}).name, "not_yours")
        self.assertNotIn("known", bob.call("job.submit", durable(LARGE, "k")))
        self.again_with(alice="", bob="")
        alice, bob = self.login("alice"), self.login("bob")
        self.assertEqual(alice.call("job.status", {"key": "k"})["state"], "done")
        self.assertIn(bob.call("job.status", {"key": "k"})["state"], ("queued", "running"))
        self.assertEqual(len(bob.call("job.list")["jobs"]), 1)

    def test_a_bound_of_an_account(self):
        self.serve(alice="durable=2", bob="")
        alice = self.login("alice")
        for key in "ab":
            alice.done(alice.call("job.submit", durable(SMALL, key))["job"])
        error = self.refused(alice, "job.submit", durable(SMALL, "c"))
        self.assertEqual(error.name, "over_quota")
        self.assertIn("job.ack", error.error["message"])
        self.assertTrue(alice.call("job.submit", durable(SMALL, "a"))["known"])
        self.login("bob").call("job.submit", durable(SMALL, "c"))
        alice.call("job.ack", {"key": "a"})
        alice.call("job.submit", durable(SMALL, "c"))
        self.again_with(alice="durable=2", bob="")
        self.assertEqual(self.refused(self.login("alice"), "job.submit", durable(SMALL, "d")).name,
                         "over_quota")

    def test_the_jobs_of_an_account_that_is_gone_wait_for_it(self):
        self.serve(alice="", bob="")
        self.login("alice").call("job.submit", durable(LARGE, "k"))
        self.again_with(bob="")
        self.daemon.log(r"event=durable-restored open=0 ended=0 failed=0 of_no_account=1")
        self.accounts.write(alice="", bob="")
        self.daemon.signal(signal.SIGHUP)
        self.daemon.log(r"event=reloaded")
        alice = self.login("alice")
        alice.call("job.watch", {"key": "k"})
        alice.call("job.cancel", {"key": "k"})
        self.assertEqual(alice.note("job.done")["state"], "cancelled")

    def test_bug_an_account_could_have_all_durable_jobs(self):
        self.accounts = Accounts(alice="", bob="")
        self.addCleanup(self.accounts.close)
        self.begin("--max-durable", "5", "--accounts", self.accounts.path)
        alice, bob = self.login("alice"), self.login("bob")
        for i in range(4):
            alice.done(alice.call("job.submit", durable(SMALL, str(i)))["job"])
        error = self.refused(alice, "job.submit", durable(SMALL, "more"))
        self.assertEqual(error.name, "busy")
        self.assertIn("peer_share", error.error["message"])
        bob.done(bob.call("job.submit", durable(SMALL, "one"))["job"])

    def test_the_bound_of_the_server(self):
        client = self.begin("--max-durable", "1")
        client.done(client.call("job.submit", durable(SMALL, "a"))["job"])
        error = self.refused(client, "job.submit", durable(SMALL, "b"))
        self.assertEqual(error.name, "not_journalled")
        self.assertIn("max_durable", error.error["message"])


if __name__ == "__main__":
    main()
