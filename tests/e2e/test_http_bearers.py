# SPDX-License-Identifier: MIT
"""tesuji-http for those who have accounts: tokens in requests, what an account sees of others, and wrong tokens."""

import math
import os
import signal
import socket
import subprocess
import threading
import time

from accounts import WithAccounts, new_token
from between import Between
from client import eventually
from daemon import Case, DEADLINE_S, LARGE, SMALL, main, submit
from gateway import Examples, Gateway, TESUJI_HTTP, examples

OTHER = {"position": {"rows": ["OX..", "....", "....", "...."]}, "goal": {"type": "capture", "target": "A4"}}
PLACES = 64  # for jobs, of one connection
PASSED_MOST = 16  # certificates, to one account
WHOLE, PIECE = 20 << 20, 1 << 18  # bytes of a certificate that a test plays, and of a piece of it
NO_METHOD = -10
MOST_OF_ADDRESS = 16


class WithBearers(WithAccounts):
    """The gateway is the account www, as this user, and may pass tokens on."""

    WWW = "gateway=yes"

    def begin(self, *args, www=None, **accounts):
        """The gateway asks the daemon through `between`."""
        self.daemon = self.serve(www=f"user={os.getuid()} {self.WWW if www is None else www}", **accounts)
        self.daemon.log("listen address=unix:")
        self.between = Between(self.daemon.path)
        self.addCleanup(self.between.close)
        self.gateway = Gateway(self.between.path, *args)
        self.addCleanup(self.ends)
        self.said = ""  # on standard error, in the end
        self.gateway.wait_for_daemon()

    def ends(self):
        code, _, said = self.gateway.stop()
        self.assertEqual((0, self.said), (code, set(said.splitlines()) if isinstance(self.said, set) else said))
        secrets = [token.split(".")[1] for token in self.accounts.tokens.values()]
        for line in self.daemon.lines:
            self.assertFalse(any(secret in line for secret in secrets), line)

    @staticmethod
    def bearer(token, **more):
        return {"Authorization": f"Bearer {token}", **{name.replace("_", "-"): value for name, value in more.items()}}

    def ask(self, name, method, path, body=None, **headers):
        """As an account; None: without a token."""
        headers = self.bearer(self.accounts.tokens[name], **headers) if name else headers
        return self.gateway.ask(method, path, body, headers)

    def stream(self, name, method, path, body=None):
        return self.gateway.stream(method, path, body, self.bearer(self.accounts.tokens[name], Accept="text/event-stream"))

    def solved(self, name, problem=None):
        return list(self.stream(name, "POST", "/v1/solve", problem or SMALL))[-1][1]["job"]

    def problem(self, reply, status, code):
        self.assertEqual((status, "application/problem+json", code),
                         (reply.status, reply.headers["Content-Type"], reply.json.get("code")), reply.body)
        challenge = reply.headers["WWW-Authenticate"]
        self.assertEqual(status == 401, challenge is not None)
        if status == 401:
            self.assertEqual('Bearer realm="tesuji"' + (', error="invalid_token"' if code == "wrong_token" else ""),
                             challenge)
        return reply.json

    def try_token(self, token, **headers):
        return self.gateway.ask("GET", "/v1/jobs", headers=self.bearer(token, **headers))


class Apart(WithBearers):
    """What accounts see of each other."""

    def setUp(self):
        super().setUp()
        self.begin(alice="statuses=1", bob="", ops="class=operator")

    def test_each_has_its_own_jobs(self):
        made = {name: self.ask(name, "POST", "/v1/jobs", submit(LARGE, label=f"of {name}")).json["job"]
                for name in ("alice", "bob", "ops", None)}
        self.assertEqual(4, len(set(made.values())))
        for name, job in made.items():
            listed = self.ask(name, "GET", "/v1/jobs").json["jobs"]
            self.assertEqual(set(made.values()) if name == "ops" else {job}, {row["job"] for row in listed})
            self.assertEqual(200, self.ask(name, "GET", f"/v1/jobs/{job}").status)
        for name in ("alice", "bob", None):
            for job in set(made.values()) - {made[name]}:
                for method, what in (("GET", ""), ("DELETE", ""), ("GET", "/events"), ("GET", "/certificate"),
                                     ("GET", "/proof"), ("GET", "/diagram.svg")):
                    self.problem(self.ask(name, method, f"/v1/jobs/{job}{what}"), 403, "not_yours")
        for name, job in made.items():
            self.assertIn(self.ask(name, "GET", f"/v1/jobs/{job}").json["state"], ("queued", "running"))
            self.assertEqual(200, self.ask(name, "DELETE", f"/v1/jobs/{job}").status)

    def test_who_asks(self):
        for name, account in (("alice", "alice"), ("ops", "ops"), (None, "www")):
            told = self.ask(name, "GET", "/v1/account")
            self.assertEqual((200, account, "none"), (told.status, told.json["account"], told.json["auth"]))

    def test_certificates_proofs_and_images(self):
        """Also where the gateway keeps them from a time when somebody else asked."""
        jobs = {"alice": self.solved("alice"), "bob": self.solved("bob", OTHER)}
        for name, other in (("alice", "bob"), ("bob", "alice")):
            for what in ("proof", "certificate", "diagram.svg"):
                self.assertEqual(200, self.ask(name, "GET", f"/v1/jobs/{jobs[name]}/{what}").status)
                for stranger in (other, None):
                    self.problem(self.ask(stranger, "GET", f"/v1/jobs/{jobs[name]}/{what}"), 403, "not_yours")
        rows = {name: self.ask(name, "GET", f"/v1/jobs/{job}/proof").json["board"] for name, job in jobs.items()}
        self.assertEqual({"alice": 3, "bob": 4}, {name: len(board.split("/")) for name, board in rows.items()})

    def test_a_certificate_is_kept_for_who_has_asked(self):
        """An operator may see it, and has it fetched again."""
        job = self.solved("alice")
        for name, fetches in (("alice", True), ("ops", True), ("alice", False), ("ops", False)):
            before = self.between.count("job.certificate")
            self.assertEqual(200, self.ask(name, "GET", f"/v1/jobs/{job}/proof").status)
            self.assertEqual(fetches, self.between.count("job.certificate") > before)

    def test_bug_a_certificate_of_the_same_number_was_anothers(self):
        """A daemon that is asked by job.status alone may be wrong about whose it is."""
        job = self.solved("alice")
        self.assertEqual(200, self.ask("alice", "GET", f"/v1/jobs/{job}/proof").status)
        status = self.ask("alice", "GET", f"/v1/jobs/{job}").json
        self.between.instead["job.status"] = lambda link, msgid, asked: link.result(msgid, status)
        self.problem(self.ask("bob", "GET", f"/v1/jobs/{job}/proof"), 403, "not_yours")
        self.problem(self.ask(None, "GET", f"/v1/jobs/{job}/proof"), 403, "not_yours")

    def test_events_come_to_whose_job_it_is(self):
        jobs = {name: self.ask(name, "POST", "/v1/jobs", submit(LARGE, label=name)).json["job"]
                for name in ("alice", "bob")}
        readers = [(jobs[of], iter(self.stream(name, "GET", f"/v1/jobs/{jobs[of]}/events?progress_ms=10")))
                   for name, of in (("alice", "alice"), ("bob", "bob"), ("ops", "alice"), ("ops", "bob"))]
        for job, reader in readers:
            self.assertEqual(("job", job), (lambda name, value, _: (name, value["job"]))(*next(reader)))
            self.assertEqual(("progress", job), (lambda name, value, _: (name, value["job"]))(*next(reader)))
        for name, job in jobs.items():
            self.ask(name, "DELETE", f"/v1/jobs/{job}")
        for job, reader in readers:
            events = list(reader)
            self.assertEqual({job}, {value["job"] for _, value, _ in events})
            self.assertEqual(["done"], [name for name, _, _ in events if name != "progress"])

    def test_what_ends_with_its_client_is_cancelled_as_that(self):
        """Its account alone may: the gateway's own would be refused."""
        stream = self.stream("alice", "POST", "/v1/solve", submit(LARGE, progress_ms=10))
        _, value, _ = next(iter(stream))
        stream.close()
        eventually(lambda: self.ask("alice", "GET", f"/v1/jobs/{value['job']}").json["state"] == "cancelled")
        moves, status = ("/v1/moves", LARGE), ("/v1/go/status", {"position": LARGE["position"]})
        for path, body in (moves, status, moves):
            eventually(lambda path=path, body=body: self.begins(path, body))  # there is one place for such

    def begins(self, path, body):
        """Is it taken up? Then its client goes."""
        connection, response = self.gateway.send("POST", path, body, self.bearer(self.accounts.tokens["alice"]))
        said = response.readline()
        connection.sock.shutdown(socket.SHUT_RDWR)
        connection.close()
        self.assertTrue(b"begun" in said or b"over_quota" in said, said)
        return b"begun" in said


class Tokens(WithBearers):
    def test_bug_the_daemon_was_asked_again_about_a_wrong_token(self):
        self.begin(alice="")
        for token in ("alice.c2VjcmV0", "nobody.c2VjcmV0"):
            for _ in range(5):
                self.problem(self.try_token(token), 401, "wrong_token")
        self.daemon.log("event=wrong-token", 2)
        self.assertEqual(2, sum("event=wrong-token" in line for line in self.daemon.lines))
        self.assertEqual(0, self.between.count("auth.login"))

    def test_one_asked_for_many_at_once(self):
        self.begin(alice="")
        replies = []
        threads = [threading.Thread(target=lambda: replies.append(self.try_token("alice.c2VjcmV0"))) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for reply in replies:
            self.problem(reply, 401, "wrong_token")
        self.assertEqual((20, 1), (len(replies), self.between.count("auth.check")))

    def test_what_is_no_token_at_all(self):
        self.begin(alice="")
        for header in ("Bearer", "Bearer ", "bearer  ", "Bearer a b", "Bearer " + "x" * 256, "Bearer \xe4.x",
                       "Bearer " + "x" * 9000):
            reply = self.gateway.ask("GET", "/v1/jobs", headers={"Authorization": header})
            self.problem(reply, 401, "wrong_token")
        self.assertEqual(0, self.between.count("auth.check"))
        for header in ("Basic YTpi", "Bearerx y", ""):  # those are a proxy's, if anybody's
            self.assertEqual(200, self.gateway.ask("GET", "/v1/jobs", headers={"Authorization": header}).status)

    def test_good_ones_in_all_ways(self):
        self.begin(alice="")
        token = self.accounts.tokens["alice"]
        for header in (f"Bearer {token}", f"bearer {token}", f"BEARER   {token}"):
            self.assertEqual(200, self.gateway.ask("GET", "/v1/info", headers={"Authorization": header}).status)
        self.assertEqual((1, 1), (self.between.count("auth.check"), self.between.count("auth.login")))

    def test_who_needs_a_token(self):
        self.begin("--need-token", "true", alice="")
        for method, path in (("GET", "/v1/info"), ("POST", "/v1/solve"), ("GET", "/v1/jobs/1/events")):
            self.problem(self.ask(None, method, path), 401, "not_logged_in")
        self.problem(self.ask(None, "GET", "/v1/nothing"), 404, "no_such_path")
        self.assertEqual(200, self.ask(None, "GET", "/openapi.json").status)
        eventually(lambda: self.ask("alice", "GET", "/v1/info").status == 200)

    def test_an_account_that_is_taken_away(self):
        self.begin(alice="", bob="")
        streams = {name: iter(self.stream(name, "POST", "/v1/solve", submit(LARGE, progress_ms=10)))
                   for name in ("alice", "bob")}
        for stream in streams.values():
            self.assertEqual("job", next(stream)[0])
        self.accounts.write(www=f"user={os.getuid()} {self.WWW}", bob="")
        self.daemon.signal(signal.SIGHUP)
        self.assertEqual("lost", list(streams["alice"])[-1][0])
        self.problem(self.ask("alice", "GET", "/v1/jobs"), 401, "wrong_token")
        self.assertEqual("progress", next(streams["bob"])[0])
        self.assertEqual(1, len(self.ask("bob", "GET", "/v1/jobs").json["jobs"]))

    def test_an_account_with_another_token(self):
        self.begin(alice="")
        old = self.accounts.tokens["alice"]
        job = self.ask("alice", "POST", "/v1/jobs", submit(LARGE, detach=True)).json["job"]
        self.accounts.tokens["alice"], self.accounts.hashes["alice"] = new_token("alice")
        self.accounts.write(www=f"user={os.getuid()} {self.WWW}", alice="")
        self.daemon.signal(signal.SIGHUP)
        eventually(lambda: self.try_token(old).status == 401)
        self.assertEqual([job], [row["job"] for row in self.ask("alice", "GET", "/v1/jobs").json["jobs"]])
        self.problem(self.try_token(old), 401, "wrong_token")

    def test_the_daemon_begins_anew(self):
        """With other accounts: neither what was good nor what was wrong is still that."""
        self.begin(alice="")
        self.assertEqual(200, self.ask("alice", "GET", "/v1/jobs").status)
        carol, carols = new_token("carol")
        self.problem(self.try_token(carol), 401, "wrong_token")
        self.accounts.write(www=f"user={os.getuid()} {self.WWW}", carol=f"token={carols}")
        other = self.start("--accounts", self.accounts.path)
        other.log("listen address=unix:")
        self.between.daemon_path = other.path
        self.daemon.signal(signal.SIGTERM)
        eventually(lambda: self.try_token(carol).status == 200)
        self.problem(self.ask("alice", "GET", "/v1/jobs"), 401, "wrong_token")
        self.said = {"tesuji-http: the daemon is gone: the connection was lost"}  # the other one ends, too

    def test_the_example_of_the_docs(self):
        self.begin(alice="")
        shown = [(command, lines) for command, lines in examples() if "Bearer" in command]
        self.assertEqual(3, len(shown))
        for command, lines in shown:
            Examples.shows(self, command, lines, self.gateway.port, TOKEN=self.accounts.tokens["alice"])


class Trust(WithBearers):
    """What the gateway's own account has to be."""

    def test_one_that_is_no_gateway(self):
        self.begin(www="", alice="")
        for _ in range(3):
            reply = self.ask("alice", "GET", "/v1/jobs")
            self.problem(reply, 503, "io_error")
            self.assertEqual(("30", "the daemon does not let this gateway pass tokens on"),
                             (reply.headers["Retry-After"], reply.json["detail"]))
        self.said = (f"tesuji-http: the daemon at {self.between.path} does not check tokens for this gateway: give its "
                     "account there gateway=yes (tesujid.accounts(5))\n")
        self.assertEqual(200, self.ask(None, "GET", "/v1/jobs").status)
        self.assertEqual(0, self.between.count("auth.login"))
        self.accounts.write(www=f"user={os.getuid()} {self.WWW}", alice="")
        self.daemon.signal(signal.SIGHUP)
        eventually(lambda: self.ask("alice", "GET", "/v1/jobs").status == 200)

    def test_a_daemon_that_is_too_old(self):
        self.begin(alice="")
        self.between.instead["auth.check"] = lambda link, msgid, asked: link.error(
            msgid, NO_METHOD, "unknown_method", "there is no 'auth.check'")
        self.problem(self.ask("alice", "GET", "/v1/jobs"), 503, "io_error")
        self.said = (f"tesuji-http: the daemon at {self.between.path} does not check tokens for this gateway: give its "
                     "account there gateway=yes (tesujid.accounts(5))\n")


class Bounds(WithBearers):
    NAMES = ("alice", "bob", "carol", "dave", "eve")

    def accounts_of(self, words=""):
        return {name: words for name in self.NAMES}

    def test_more_accounts_than_there_is_room_for(self):
        self.begin("--accounts", "2", **self.accounts_of())
        for _ in range(2):
            for name in self.NAMES:
                self.assertEqual("proven", list(self.stream(name, "POST", "/v1/solve", SMALL))[-1][1]["value"])
        for name in self.NAMES:
            self.daemon.log(f" login={name} ", 2)
        self.assertEqual(5, self.between.count("auth.check") // 2)

    def test_those_that_are_in_use_stay(self):
        self.begin("--accounts", "2", **self.accounts_of())
        self.assertEqual(200, self.ask("carol", "GET", "/v1/jobs").status)
        job = self.ask("alice", "POST", "/v1/jobs", LARGE).json["job"]  # which goes on, without anybody listening
        followed = iter(self.stream("bob", "POST", "/v1/solve", submit(LARGE, progress_ms=10)))
        self.assertEqual("job", next(followed)[0])
        for name in ("carol", "dave"):
            refused = self.ask(name, "GET", "/v1/jobs")
            self.problem(refused, 503, "busy")
            self.assertEqual("1", refused.headers["Retry-After"])
        self.assertEqual(200, self.ask(None, "GET", "/v1/jobs").status)
        self.assertEqual("progress", next(followed)[0])
        self.assertIn(self.ask("alice", "GET", f"/v1/jobs/{job}").json["state"], ("queued", "running"))
        self.ask("alice", "DELETE", f"/v1/jobs/{job}")
        for name in ("carol", "dave"):
            eventually(lambda name=name: self.ask(name, "GET", "/v1/jobs").status == 200)
        self.assertEqual("progress", next(followed)[0])

    def test_all_at_once(self):
        """Whoever finds no room comes again, as he is told; and nobody gets what another has asked for."""
        self.begin("--accounts", "3", **self.accounts_of())
        failed = []

        def go(name):
            problem = submit(SMALL, label=name)
            for _ in range(10):
                reply = self.ask(name, "POST", "/v1/solve", problem, Accept="application/x-ndjson")
                labels = {row["label"] for row in self.ask(name, "GET", "/v1/jobs").json.get("jobs", [])}
                if reply.status not in (200, 503) or not labels <= {name}:
                    failed.append((name, reply.status, labels))

        threads = [threading.Thread(target=go, args=(name,)) for name in self.NAMES for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([], failed)

    def test_an_account_that_wants_more_places_has_a_second_connection(self):
        self.begin(alice="", bob="")
        for _ in range(PLACES + 1):
            self.assertEqual(201, self.ask("alice", "POST", "/v1/jobs", LARGE).status)
        self.daemon.log(" login=alice ", 2)
        self.assertEqual(201, self.ask("bob", "POST", "/v1/jobs", SMALL).status)
        self.daemon.log(" login=bob ", 1)
        self.assertEqual(1, sum(" login=bob " in line for line in self.daemon.lines))
        for row in self.ask("alice", "GET", "/v1/jobs").json["jobs"]:
            self.ask("alice", "DELETE", f"/v1/jobs/{row['job']}")

    def test_certificates_that_one_does_not_read_leave_others_theirs(self):
        self.begin(alice="", bob="")
        jobs = {name: self.solved(name) for name in ("alice", "bob")}

        def piece(link, msgid, asked):
            return asked["job"] == jobs["alice"] and link.result(msgid, {
                "job": asked["job"], "ready": True, "bytes": WHOLE, "piece": bytes(PIECE)})

        self.between.instead["job.certificate"] = piece
        slow = [self.gateway.connect() for _ in range(PASSED_MOST)]
        for connection in slow:
            connection.request("GET", f"/v1/jobs/{jobs['alice']}/certificate",
                               headers=self.bearer(self.accounts.tokens["alice"]))
            self.assertEqual(200, connection.getresponse().status)
        self.problem(self.ask("alice", "GET", f"/v1/jobs/{jobs['alice']}/certificate"), 503, "busy")
        self.assertEqual(200, self.ask("bob", "GET", f"/v1/jobs/{jobs['bob']}/certificate").status)
        for connection in slow:
            connection.close()

    def test_an_account_of_one_connection(self):
        """It has its jobs by that, and waits for more; elsewhere it has none left."""
        self.begin(alice="connections=1 jobs=2", bob="connections=1")
        jobs = [self.ask("alice", "POST", "/v1/jobs", LARGE).json["job"] for _ in range(2)]
        refused = self.ask("alice", "POST", "/v1/jobs", LARGE)
        self.problem(refused, 429, "over_quota")
        self.assertEqual(200, self.ask("alice", "DELETE", f"/v1/jobs/{jobs[0]}").status)
        eventually(lambda: self.ask("alice", "POST", "/v1/jobs", LARGE).status == 201)
        with self.log_in(self.daemon, "bob"):
            reply = self.ask("bob", "GET", "/v1/jobs")
            self.problem(reply, 429, "over_quota")
            self.assertIn("account bob", reply.json["detail"])
            self.assertNotIn(self.between.path, reply.json["detail"])
        eventually(lambda: self.ask("bob", "GET", "/v1/jobs").status == 200)


class Guesses(WithBearers):
    """Who tries tokens, and others beside him; all of them behind a proxy."""

    GUESSER = "203.0.113.9"

    def from_there(self, address, token):
        return self.try_token(token, X_Forwarded_For=address)

    def test_bug_guesses_delayed_those_who_had_not_logged_in_yet(self):
        names = [f"user{i}" for i in range(10)]
        self.begin("--proxy", "127.0.0.1", "--need-token", "true", **{name: "" for name in names})
        stop, guessed, start = threading.Event(), [], time.monotonic()

        def guess(number):
            at = 0
            while not stop.is_set():
                at += 1
                guessed.append(self.from_there(self.GUESSER, f"{names[-1]}.{number}x{at}").status)

        threads = [threading.Thread(target=guess, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        try:
            eventually(lambda: sum("event=wrong-token" in line for line in self.daemon.lines) >= 3)
            slowest = 0
            for number, name in enumerate(names):
                began = time.monotonic()
                self.assertEqual(200, self.from_there(f"192.0.2.{number}", self.accounts.tokens[name]).status)
                slowest = max(slowest, time.monotonic() - began)
            self.assertLess(slowest, 5)
            fresh = new_token(names[0])[0]
            self.assertIn(self.from_there(self.GUESSER, fresh).status, (401, 503))
            known = self.accounts.tokens[names[0]]
            self.assertEqual(200, self.from_there(self.GUESSER, known).status)  # one that is known, as anybody
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        self.assertLessEqual(set(guessed), {401, 503})
        delays = math.log2(1 + (time.monotonic() - start + 1) / 0.1)  # of 100 ms, and each twice the one before
        self.assertLess(guessed.count(401), 10 + delays)

    def test_what_a_client_writes_itself_is_not_believed(self):
        self.begin("--proxy", "127.0.0.1,192.0.2.99", alice="")
        for number in range(3):  # the proxy adds to what has come
            self.from_there(f"198.51.100.{number}, {self.GUESSER}", f"alice.a{number}")
            self.from_there(f"198.51.100.{number},{self.GUESSER} , 192.0.2.99", f"alice.b{number}")
            self.from_there(f"{self.GUESSER}, what is this", f"alice.c{number}")
        connection = self.gateway.connect()
        connection.putrequest("GET", "/v1/jobs")
        for name, value in (("X-Forwarded-For", "198.51.100.7"), ("X-Forwarded-For", "203.0.113.10"),
                            ("Authorization", "Bearer alice.d")):
            connection.putheader(name, value)
        connection.endheaders()
        self.assertEqual(401, connection.getresponse().status)
        connection.close()
        self.daemon.log(" for=203.0.113.10$")
        told = {line.split(" for=")[1] for line in self.daemon.lines if "event=wrong-token" in line}
        self.assertEqual({self.GUESSER, "127.0.0.1", "203.0.113.10"}, told)

    def test_without_a_proxy_the_header_is_not_looked_at(self):
        self.begin(alice="")
        self.from_there("198.51.100.1", "alice.a")
        self.assertIn(" for=127.0.0.1", self.daemon.log("event=wrong-token .*")[0])

    def test_an_address_has_few_places(self):
        """While the daemon does not answer about them, others are not kept waiting by those."""
        self.begin("--proxy", "127.0.0.1", alice="", bob="")
        held = []

        def hold(link, msgid, asked):
            if asked["address"] == self.GUESSER:
                held.append((link, msgid))
            return asked["address"] == self.GUESSER

        self.between.instead["auth.check"] = hold
        waiting = [self.gateway.connect() for _ in range(MOST_OF_ADDRESS)]
        for number, connection in enumerate(waiting):
            connection.request("GET", "/v1/jobs", headers=self.bearer(f"alice.{number}", X_Forwarded_For=self.GUESSER))
        self.between.wait_for("auth.check", 1, DEADLINE_S)
        eventually(lambda: self.from_there(self.GUESSER, "alice.more").status == 503)
        for name, address in (("alice", "192.0.2.1"), ("bob", "192.0.2.2")):
            self.assertEqual(200, self.from_there(address, self.accounts.tokens[name]).status)
        self.assertEqual(1, len(held))  # one at a time
        for number, connection in enumerate(waiting):
            self.between.wait_for("auth.check", 3 + number, DEADLINE_S)
            link, msgid = held[number]
            link.error(msgid, -22, "wrong_token", "no account has this token")
            self.assertEqual(401, connection.getresponse().status)
            connection.close()

    def test_who_has_to_wait_for_a_moment_waits(self):
        """A token after a wrong one, within 100 ms of it, from the same address."""
        self.begin(alice="")
        since = time.monotonic()
        self.problem(self.try_token("alice.x"), 401, "wrong_token")
        self.assertEqual(200, self.ask("alice", "GET", "/v1/jobs").status)
        is_late = time.monotonic() - since > 0.1  # it may have come when there was nothing to wait for
        self.assertIn(self.between.count("auth.check"), (2, 3) if is_late else (3,))


class Ends(WithBearers):
    def test_the_gateway_ends_while_tokens_are_tried(self):
        self.begin(alice="")
        self.ask(None, "GET", "/v1/info")
        self.between.instead["auth.check"] = lambda *_: True  # never answered
        waiting = [self.gateway.connect() for _ in range(3)]
        for number, connection in enumerate(waiting):
            connection.request("GET", "/v1/jobs", headers=self.bearer(f"alice.{number}"))
        self.between.wait_for("auth.check", 1, DEADLINE_S)
        self.problem(self.ask(None, "GET", "/v1/nothing"), 404, "no_such_path")  # so it has read them all
        self.gateway.process.send_signal(signal.SIGTERM)
        for connection in waiting:
            self.assertEqual(503, connection.getresponse().status)
            connection.close()
        self.gateway.process.wait(DEADLINE_S)

    def test_the_gateway_ends_while_accounts_are_in_use(self):
        self.begin(alice="", bob="")
        streams = [iter(self.stream(name, "POST", "/v1/solve", submit(LARGE, progress_ms=10)))
                   for name in ("alice", "bob")]
        for stream in streams:
            self.assertEqual("job", next(stream)[0])
        self.gateway.process.send_signal(signal.SIGTERM)
        for stream in streams:
            self.assertEqual("lost", list(stream)[-1][0])
        self.gateway.process.wait(DEADLINE_S)

    def test_the_daemon_goes_under_accounts_that_are_in_use(self):
        self.begin(alice="")
        stream = iter(self.stream("alice", "POST", "/v1/solve", submit(LARGE, progress_ms=10)))
        self.assertEqual("job", next(stream)[0])
        self.daemon.stop()
        self.assertIn(list(stream)[-1][0], ("lost", "done"))
        eventually(lambda: self.ask("alice", "GET", "/v1/jobs").status == 503)
        self.said = "tesuji-http: the daemon is gone: the connection was lost\n"


class NoAccounts(Case):
    def test_any_token_is_as_good_as_none(self):
        daemon = self.start()
        daemon.client().close()
        gateway = Gateway(daemon.path)
        self.addCleanup(gateway.stop)
        gateway.wait_for_daemon()
        job = gateway.ask("POST", "/v1/jobs", SMALL, {"Authorization": "Bearer alice.x"}).json["job"]
        self.assertEqual([job], [row["job"] for row in gateway.ask("GET", "/v1/jobs").json["jobs"]])


class NoOwnAccount(WithAccounts):
    def test_who_says_nothing_is_asked_for_a_token(self):
        daemon = self.serve(alice="")
        where = "tcp:%s:%d" % daemon.tcp
        gateway = Gateway(where)
        self.addCleanup(gateway.stop)
        self.assertEqual(f"tesuji-http: the daemon at {where} wants a token: set TESUJI_TOKEN_FILE or give --token-file\n",
                         gateway.process.stderr.readline())
        eventually(lambda: gateway.ask("GET", "/v1/jobs").status == 401)
        token = {"Authorization": f"Bearer {self.accounts.tokens['alice']}"}
        self.assertEqual(503, gateway.ask("GET", "/v1/jobs", headers=token).status)


class Arguments(Case):
    def test_help_has_them(self):
        said = subprocess.run([TESUJI_HTTP, "--help"], capture_output=True, text=True, check=True).stdout
        for option in ("--accounts N", "--need-token WORD", "--proxy ADDRS"):
            self.assertIn(option, said)


if __name__ == "__main__":
    main()
