# SPDX-License-Identifier: MIT
"""A fleet of daemons over a broker: what is searched elsewhere ends as it would have ended here, whoever
dies meanwhile."""

import os
import random
import re
import signal
import unittest

import msgpack

from broker import PROGRAM, Broker, Bus, Forgetful
from client import eventually
from daemon import COUNT, LARGE, ROOT, SMALL, Case, Daemon, main, submit
from test_games import PROBLEMS

FRONT = ("--fleet-role", "front", "--fleet-small-ms", "0", "--workers", "1")
BOTH = ("--fleet-small-ms", "0", "--workers", "1")
NO_MOVE = 0xffff
# Proven by some 20,000 nodes: a front that has other work hands it out before it has done so itself.
FOURS = {"game": "gomoku", "options": {"size": 7, "k": 4}, "position": {"rows": "/".join(["." * 7] * 7)},
         "goal": {"attacker": "black"}}
WORKER = ("--fleet-role", "worker", "--workers", "1")


def mixed(count, seed):
    """Jobs of five games, all different, none of them long, and each decided."""
    rng = random.Random(seed)
    games = list(PROBLEMS)
    for i in range(count):
        game = games[i % len(games)]
        if game == "hex":
            stones = rng.sample("X" * 4 + "O" * 4 + "." * 17, 25)  # too few to join two edges
            rows = ["".join(stones[5 * y:5 * y + 5]) for y in range(5)]
            problem = {"game": "hex", "position": {"rows": "/".join(rows)}, "goal": {"attacker": "black"}}
        elif game == "go":
            stones = ["".join(rng.choice(".....X") for _ in range(7)) for _ in range(7)]
            stones[3] = stones[3][:3] + "O." + stones[3][5:]
            problem = {"position": {"rows": "/".join(stones)}, "goal": {"type": "capture", "target": "D4"},
                       "limits": {"order": 2}}
        else:
            problem = dict(PROBLEMS[game][0])
        yield {**problem, "fresh": True, "limits": {"nodes": 10000000 + i, **problem.get("limits", {})},
               "label": f"{game} {i}"}


@unittest.skipIf(PROGRAM is None, "no nats-server")
class Fleet(Case):
    def setUp(self):
        super().setUp()
        self.broker = Broker()
        self.addCleanup(self.broker.close)

    def member(self, name, role, *more):
        member = self.start("--fleet", self.broker.address, "--fleet-name", name, *role, *more)
        member.log("event=fleet-connected")
        return member

    def worker(self, name, *fronts):
        """A worker that the fronts know of."""
        worker = self.member(name, WORKER)
        self.known(name, *fronts)
        return worker

    def known(self, name, *fronts):
        for front in fronts:
            front.log(rf"event=fleet-worker name={name} ")

    def busy(self, front):
        """A connection to a front whose own worker has a long job."""
        client = self.connect(front)
        job = client.call("job.submit", submit(LARGE, label="stays",
                                               limits={"order": 7, "table_bytes": 1 << 24}))
        eventually(lambda: client.call("job.status", {"job": job["job"]})["state"] == "running")
        return client


    def away(self):
        """A front and a worker, a connection to each, and the long job of the front's that is at the worker."""
        front = self.member("front", FRONT)
        worker = self.worker("w1", front)
        client, there = self.busy(front), self.connect(worker)
        job = client.call("job.submit", submit(LARGE, label="leaves", progress_ms=0))["job"]
        eventually(lambda: there.call("job.list")["jobs"] != [])
        return front, worker, client, there, job

    def checks(self, client):
        text = client.call("server.metrics")["text"]
        return {what: int(count) for what, count in
                re.findall(r'^tesuji_fleet_checks_total\{what="(\w+)"\} (\d+)$', text, re.M)}


class Work(Fleet):
    def test_a_job_is_searched_elsewhere(self):
        front = self.member("front", FRONT, "--fleet-check-percent", "100")
        worker = self.worker("w1", front)
        client = self.busy(front)
        jobs = [client.call("job.submit", job)["job"] for job in mixed(40, 1)]
        done = {job: client.done(job) for job in jobs}
        self.assertEqual({told["state"] for told in done.values()}, {"done"})
        self.assertTrue(any(f"job={job} " in line and line.endswith(" worker=w1")
                            for job in jobs for line in front.lines))
        here, there = client.call("server.info")["fleet"], self.connect(worker).call("server.info")["fleet"]
        self.assertEqual((here["name"], here["role"], here["connected"]), ("front", "front", True))
        self.assertEqual((there["name"], there["role"], there["connected"]), ("w1", "worker", True))
        self.assertEqual((here["out"], there["errands"]), (0, 0))
        self.assertGreater(here["settled"], 0)
        self.assertEqual(here["handed_out"], here["settled"] + here["declined"] + here["lapsed"])
        self.assertGreaterEqual(there["done"], here["settled"])
        self.assertEqual([(m["name"], m["role"], m["places"], m["jobs"]) for m in here["members"]],
                         [("w1", "worker", 4, 0)])
        self.assertIn(f'tesuji_fleet_jobs_total{{what="settled"}} {here["settled"]}',
                      client.call("server.metrics")["text"])
        eventually(lambda: self.checks(client)["accepted"] > 0)
        self.assertEqual(self.checks(client)["false"], 0)

    def test_progress_comes_and_a_cancel_goes(self):
        front = self.member("front", FRONT)
        worker = self.worker("w1", front)
        client = self.busy(front)
        job = client.call("job.submit", submit(LARGE, label="leaves", progress_ms=10))["job"]
        there = self.connect(worker)
        eventually(lambda: [row["label"] for row in there.call("job.list")["jobs"]] == ["leaves"])
        while client.note("job.progress", job)["nodes"] == 0:
            pass
        client.call("job.cancel", {"job": job})
        self.assertEqual(client.done(job)["state"], "cancelled")
        eventually(lambda: there.call("job.list")["jobs"] == [])

    def test_a_deadline_is_kept_there(self):
        front = self.member("front", FRONT)
        worker = self.worker("w1", front)
        client = self.busy(front)
        job = client.call("job.submit", submit(LARGE, limits={"order": 7, "time_ms": 1500}))["job"]
        told = client.done(job)
        self.assertEqual(told["state"], "expired")
        self.assertGreater(told["nodes"], 0)
        eventually(lambda: self.connect(worker).call("job.list")["jobs"] == [])

    def test_the_same_question_at_two_fronts_is_one_search(self):
        fronts = [self.member(name, FRONT) for name in ("front-1", "front-2")]
        workers = {name: self.connect(self.worker(name, *fronts)) for name in ("w1", "w2")}
        bus = Bus(self.broker, "tesuji.1.sent")
        self.addCleanup(bus.close)
        clients = [self.busy(front) for front in fronts]
        jobs = [clients[0].call("job.submit", FOURS)["job"]]
        told = bus.wait("sent")
        bus.say("tesuji.1.sent", {**told, "name": "odd", "id": 7, "workers": []})
        fronts[1].log(r"event=fleet-message-refused subject=tesuji\.1\.sent ")  # which came after the other
        jobs.append(clients[1].call("job.submit", FOURS)["job"])
        done = [client.done(job) for client, job in zip(clients, jobs)]
        self.assertEqual([end["value"] for end in done], ["proven"] * 2)
        self.assertEqual({name: client.call("server.info")["fleet"]["taken"] for name, client in workers.items()},
                         {name: 2 if name == told["workers"][0] else 0 for name in workers})


class Login(Fleet):
    def test_the_configuration_that_is_shipped_serves(self):
        strict = Broker("-c", os.path.join(ROOT, "deploy/nats/nats-server.conf"))
        self.addCleanup(strict.close)
        known = strict.address.replace("//", "//tesuji:change-me@")
        front = self.start("--fleet", known, "--fleet-name", "front", *FRONT)
        front.log("event=fleet-connected")
        self.start("--fleet", known, "--fleet-name", "w1", *WORKER)
        self.known("w1", front)
        stranger = self.start("--fleet", strict.address, "--fleet-name", "stranger", *WORKER)
        stranger.log(r'<4>server event=fleet-not-connected why="Authentication')
        self.assertEqual(self.connect(stranger).call("server.info")["connections"], 1)

    def test_a_setting_that_makes_no_sense_is_refused(self):
        for setting, value, told in (("fleet", "me:secret@broker:4222", "fleet: address 1 is no nats://"),
                                     ("fleet", "nats://a,", "fleet: address 2 is no nats://"),
                                     ("fleet_name", "a.b", "fleet_name: 'a.b' is no name"),
                                     ("fleet_tls_ca", "/nowhere", "fleet: ")):
            with self.subTest(setting, value=value):
                daemon = Daemon("--fleet", self.broker.address, "--" + setting, value)
                self.assertNotEqual(daemon.wait(), 0)
                self.assertTrue(any(line.startswith(f"tesujid: {told}") for line in daemon.lines), daemon.lines)
                self.assertNotIn("secret", "".join(daemon.lines))


class Losses(Fleet):
    def test_a_worker_that_ends_in_order_gives_back(self):
        front, worker, client, there, job = self.away()
        there.close()
        worker.stop()
        front.log(r"event=fleet-back worker=w1 number=\d+ why=cancelled")
        self.worker("w2", front)
        eventually(lambda: client.call("server.info")["fleet"]["out"] == 1)
        client.call("job.cancel", {"job": job})
        self.assertEqual(client.done(job)["state"], "cancelled")

    def test_a_front_that_ends_in_order_stops_what_it_has(self):
        front, worker, client, there, job = self.away()
        front.signal(signal.SIGTERM)
        self.assertEqual(client.done(job)["state"], "cancelled")
        eventually(lambda: there.call("job.list")["jobs"] == [])

    def test_a_batch_is_searched_by_all(self):
        front = self.member("front", FRONT)
        workers = [self.worker(name, front) for name in ("w1", "w2")]
        client = self.busy(front)
        jobs = [submit(LARGE, limits={"order": 7, "nodes": 2 * COUNT + i}) for i in range(24)]
        batch = client.call("batch.submit", {"jobs": jobs})
        told = []
        while len(told) < len(jobs):
            told += client.call("batch.watch", {"batch": batch["batch"], "from": len(told), "wait_ms": 20000})["results"]
        self.assertEqual({result["state"] for result in told}, {"expired"})
        self.assertEqual(sorted(result["job"] for result in told), list(range(1, len(jobs) + 1)))
        for worker in workers:
            self.assertGreater(self.connect(worker).call("server.info")["fleet"]["done"], 0)

    def test_a_broker_that_forgets_messages_loses_no_job(self):
        to_front, to_worker = Forgetful(self.broker, 4), Forgetful(self.broker, 4)
        self.addCleanup(to_front.close)
        self.addCleanup(to_worker.close)
        front = self.start("--fleet", to_front.address, "--fleet-name", "front", *FRONT)
        self.start("--fleet", to_worker.address, "--fleet-name", "w1", *WORKER)
        self.known("w1", front)
        client = self.busy(front)
        asked = list(mixed(40, 3)) + [submit(FOURS, fresh=True, limits={"nodes": 10000000 + i}) for i in range(8)]
        told = [client.done(number) for number in [client.call("job.submit", job)["job"] for job in asked]]
        self.assertEqual({done["state"] for done in told}, {"done"})
        eventually(lambda: to_front.forgotten > 0 and to_worker.forgotten > 0)
        client.call("server.info")
        self.assertEqual([note for note in client.notes if note[1] == "job.done"], [])

    def test_bug_two_that_sent_each_other_the_same_job_waited_for_each_other(self):
        """Each had the other's job follow its own, which was there."""
        members = [self.member(name, BOTH) for name in ("a", "b")]
        self.known("b", members[0])
        self.known("a", members[1])
        clients = [self.busy(member) for member in members]
        asked = submit(LARGE, limits={"order": 7, "nodes": 2 * COUNT})
        numbers = [client.send("job.submit", asked) for client in clients]
        jobs = [client.wait(number)["job"] for client, number in zip(clients, numbers)]
        self.assertEqual([client.done(job)["state"] for client, job in zip(clients, jobs)], ["expired"] * 2)

    def test_a_front_that_is_gone_leaves_nothing(self):
        front = Daemon("--fleet", self.broker.address, "--fleet-name", "front", *FRONT)
        self.addCleanup(lambda: front.process.poll() is None and front.process.kill())
        worker = self.worker("w1", front)
        client = self.busy(front)
        client.call("job.submit", submit(LARGE, label="leaves"))
        there = self.connect(worker)
        eventually(lambda: there.call("job.list")["jobs"] != [])
        client.close()
        front.process.kill()
        front.wait()
        again = self.member("front", FRONT)  # which has nothing of that
        self.known("w1", again)
        eventually(lambda: there.call("job.list")["jobs"] == [])


class Strangers(Fleet):
    """The test plays a worker, or a front."""

    def bus(self, *subjects):
        bus = Bus(self.broker, *subjects)
        self.addCleanup(bus.close)
        return bus

    def here(self, bus, name, **more):
        bus.say("tesuji.1.here.worker", {"v": 1, "kind": "here", "name": name, "id": 7, "role": "worker", "version": "0",
                                  "rules": 1, "places": 1, "free": 1, "differs": "", **more})

    def odd(self, message, **outcome):
        return {"v": 1, "kind": "done", "name": "odd", "id": 7, "number": message["number"], "free": 1,
                "outcome": outcome}

    def test_another_version_gets_no_jobs(self):
        front = self.member("front", FRONT)
        bus = self.bus("tesuji.1.here.*")
        self.here(bus, "old", rules=9)
        front.log(r'event=fleet-differs name=old version=0 why="old has rules 9 and format 1, ')
        self.assertIn("old has rules 9", bus.wait("here", lambda m: m["differs"])["differs"])
        self.assertFalse(any("fleet-worker name=old" in line for line in front.lines))

    def test_a_false_form_shuts_a_worker_out(self):
        front = self.member("front", FRONT)
        bus = self.bus("tesuji.1.work.odd")
        client = self.busy(front)
        self.here(bus, "odd")
        self.known("odd", front)
        job = client.call("job.submit", submit(LARGE, progress_ms=0, limits={"order": 7, "nodes": 20 * COUNT}))["job"]
        work = bus.wait("work")
        bus.say("tesuji.1.news.front", self.odd(work, v=1, state=7))
        front.log(r'<3>server event=fleet-shut-out worker=odd why="outcome\.state: ')
        self.assertEqual(bus.wait("stop")["numbers"], [work["number"]])
        client.call("job.cancel", {"job": client.call("job.list")["jobs"][0]["job"]})
        self.assertEqual(client.done(job)["state"], "expired")  # searched at home

    def tell(self, bus, client, number, **outcome):
        """A job that the odd worker is given, and what it was asked; it tells that it fails, for good, which it does
        not."""
        told = {"v": 1, "state": 2, "error": 0, "value": 0, "scope": 1, "engine": 2, "driver": 1, "order": 1,
                "depth": 1, "best": NO_MOVE, "line": [], "ko": 0, "denied": 0, "threats": 0, "zone": [0, 0, 0, b""],
                "nodes": 100, "worked_us": 5, "workers": 1}
        job = client.call("job.submit", submit(FOURS, fresh=True, limits={"nodes": 10000000 + number}))["job"]
        work = bus.wait("work")
        bus.say("tesuji.1.news.front", self.odd(work, **{**told, **outcome}))
        return job, work

    def lie(self, bus, client, number):
        job, work = self.tell(bus, client, number)
        self.assertEqual(client.done(job)["value"], "disproven")  # it was believed
        return work

    def test_bug_a_guess_that_nobody_had_asked_for_was_believed(self):
        front, bus, client = self.suspicious("0")
        job, _ = self.tell(bus, client, 1, scope=3)
        front.log(r'<3>server event=fleet-shut-out worker=odd why="outcome\.scope: nobody has asked for a guess"')
        self.assertEqual(client.done(job)["value"], "proven")

    def suspicious(self, percent):
        front = self.member("front", FRONT, "--fleet-check-percent", percent)
        bus = self.bus("tesuji.1.work.odd")
        client = self.busy(front)
        self.here(bus, "odd")
        self.known("odd", front)
        return front, bus, client

    def prove(self, bus, certificate):
        """The odd worker answers who asks for a certificate."""
        asked = bus.wait("prove")
        bus.say("tesuji.1.news.front", {"v": 1, "kind": "proof", "name": "odd", "id": 7, "number": asked["number"],
                                        "certificate": certificate, "why": ""})
        return asked

    def test_who_tells_what_is_false_is_found(self):
        """Whatever it answers when it is asked for a certificate."""
        for certificate, why in ((b"", "a search here has found the opposite"), (b"no certificate", ".*")):
            with self.subTest(certificate=certificate):
                front, bus, client = self.suspicious("100")
                work = self.lie(bus, client, 1)
                self.assertEqual(self.prove(bus, certificate)["number"], work["number"])
                front.log(rf'<3>server event=fleet-false-result worker=odd number=\d+ job=\d+ value=disproven why="{why}"')
                front.log(r'<3>server event=fleet-shut-out worker=odd why="')
                self.assertEqual(self.checks(client)["false"], 1)
                member = client.call("server.info")["fleet"]["members"][0]
                self.assertEqual((member["name"], member["why"]), ("odd", "it has told what is false, or cannot be"))
                front.stop()

    def test_what_a_liar_has_told_before_is_searched_again(self):
        front, bus, client = self.suspicious("0")
        self.lie(bus, client, 1)
        client.call("job.submit", submit(FOURS, fresh=True, limits={"nodes": 9000000}))
        bus.say("tesuji.1.news.front", self.odd(bus.wait("work"), v=1, state=7))
        front.log(r'<3>server event=fleet-shut-out worker=odd why="outcome\.state: ')
        eventually(lambda: self.checks(client)["false"] == 1)

    def test_bug_what_was_told_of_another_job_was_believed(self):
        """A front that was started again gave out its numbers again; results of the jobs before still came."""
        bus, numbers = self.bus("tesuji.1.work.odd"), []
        for _ in range(2):
            front = Daemon("--fleet", self.broker.address, "--fleet-name", "front", *FRONT)
            try:
                front.log("event=fleet-connected")
                client = self.busy(front)
                self.here(bus, "odd")
                self.known("odd", front)
                client.call("job.submit", submit(LARGE, fresh=True, limits={"order": 7}))  # nobody decides it meanwhile
                numbers.append(bus.wait("work")["number"])
            finally:
                front.process.kill()
                front.wait()
        self.assertGreater(abs(numbers[0] - numbers[1]), 1000000)

    def test_a_job_that_comes_twice_is_one(self):
        worker = self.member("w1", WORKER)
        bus = self.bus("tesuji.1.news.test", "tesuji.1.here.*")
        bus.wait("here", lambda m: m["name"] == "w1")
        body = msgpack.packb(submit(LARGE, limits={"order": 7, "nodes": 10 * COUNT}))
        work = {"v": 1, "kind": "work", "name": "test", "id": 3, "number": 1, "body": body, "time_ms": 0,
                "progress_ms": 0}
        for _ in range(3):
            bus.say("tesuji.1.work.w1", work)
        bus.say("tesuji.1.work.w1", {**work, "number": 2, "body": b"\x80"})
        declined = bus.wait("declined")
        self.assertEqual((declined["number"], declined["lasting"]), (2, True))
        self.assertIn("params.", declined["why"])
        done = bus.wait("done")
        self.assertEqual((done["number"], done["outcome"]["state"]), (1, 4))
        bus.say("tesuji.1.work.w1", {**work, "number": 3, "body": msgpack.packb(SMALL)})
        self.assertEqual(bus.wait("done")["number"], 3)
        for bad in ({}, {"v": 1, "kind": "work"}, {"v": 1, "kind": "stop", "name": "a b", "id": 1},
                    {**work, "v": 2}, {**work, "number": -1}):
            bus.say("tesuji.1.work.w1", bad)
        worker.log(r"event=fleet-message-refused subject=tesuji\.1\.work\.w1 why=")
        self.assertEqual(self.connect(worker).call("job.list")["jobs"], [])


if __name__ == "__main__":
    main()
