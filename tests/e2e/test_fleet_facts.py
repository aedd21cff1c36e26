# SPDX-License-Identifier: MIT
"""Stores that are shared: what one daemon finds all know, also who was away; what is false or no fact harms nobody."""

import contextlib
import os
import re
import struct
import subprocess
import tempfile

from broker import Bus
from client import eventually
from daemon import Daemon, main, submit
from test_fleet import Fleet
from test_store import PROBLEMS, TESUJI

VALUE = 12  # the byte of a record
CHUNK = struct.Struct("<QH")
NAME = struct.Struct("<QI")


def sealed(record):
    """A record with the sum that belongs to it."""
    total = 0xcbf29ce484222325
    for byte in record[4:]:
        total = (total ^ byte) * 0x100000001b3 % (1 << 64)
    return struct.pack("<I", (total ^ total >> 32) & 0xffffffff) + record[4:]


def unpacked(body):
    """The facts of a parcel: their hashes and records."""
    while body:
        where, length = CHUNK.unpack_from(body)
        yield where, body[CHUNK.size:CHUNK.size + length]
        body = body[CHUNK.size + length:]


def packed(*facts):
    return b"".join(CHUNK.pack(where, len(record)) + record for where, record in facts)


class Facts(Fleet):
    def setUp(self):
        super().setUp()
        directory = tempfile.TemporaryDirectory(prefix="tesuji-facts-")
        self.addCleanup(directory.cleanup)
        self.folders = directory.name

    def folder(self, name):
        return os.path.join(self.folders, name)

    def sharer(self, name, *more):
        return self.member(name, (), "--store", self.folder(name), "--answers", "0", "--fleet-facts", "yes", *more)

    def solve(self, client, problem):
        return client.done(client.call("job.submit", submit(problem))["job"])

    def find(self, client):
        """What a daemon finds of all problems, once it is on its disk."""
        found = [self.solve(client, problem) for problem in PROBLEMS]
        self.assertFalse(any("remembered" in result for result in found))
        self.kept(client, len(PROBLEMS))
        return found

    def kept(self, client, facts):
        def told():
            store = client.call("server.info")["store"]
            return (store["facts"], store["waiting"])
        eventually(lambda: told() == (facts, 0))

    def knows(self, client, found):
        """It has all of that, without a search."""
        for problem, before in zip(PROBLEMS, found):
            after = self.solve(client, problem)
            self.assertTrue(after["remembered"])
            self.assertEqual((after["nodes"], after["value"], after["best"]), (0, before["value"], before["best"]))

    def counts(self, client):
        text = client.call("server.metrics")["text"]
        return {what: int(count) for what, count in
                re.findall(r'^tesuji_fleet_facts_(?:checked_)?total\{what="(\w+)"\} (\d+)$', text, re.M)}

    def bus(self, *subjects):
        bus = Bus(self.broker, *subjects)
        self.addCleanup(bus.close)
        return bus

    def message(self, kind, body, **more):
        return {"v": 1, "kind": kind, "name": "odd", "id": 7, "rules": 1, "format": 1, "body": body, **more}

    def heard(self, bus, count):
        """So many facts, as they come over the broker."""
        facts = {}
        while len(facts) < count:
            facts.update(unpacked(bus.wait("facts")["body"]))
        return list(facts.items())

    def here(self, bus, facts):
        bus.say("tesuji.1.here.both", {"v": 1, "kind": "here", "name": "odd", "id": 7, "role": "both", "version": "0",
                                       "rules": 1, "places": 0, "free": 0, "differs": "", "facts": facts})


class Shared(Facts):
    def test_what_one_finds_all_know(self):
        a, b = self.sharer("a"), self.sharer("b", "--fleet-check-percent", "100")
        here, there = self.connect(a), self.connect(b)
        found = self.find(here)
        self.kept(there, len(PROBLEMS))
        self.knows(there, found)
        sent, took = self.counts(here), self.counts(there)
        self.assertEqual((sent["sent"], sent["taken"], sent["lost"]), (len(PROBLEMS), 0, 0))
        self.assertEqual((took["sent"], took["false"]), (0, 0))
        for taken in (took["taken"], took["same"] + took["open"]):  # told as they were found, and perhaps replayed as well
            self.assertIn(taken, range(len(PROBLEMS), 2 * len(PROBLEMS) + 1))
        self.assertGreater(took["same"], 0)

    def test_who_was_away_catches_up(self):
        bus = self.bus("tesuji.1.facts")
        here = self.connect(self.sharer("a"))
        found = self.find(here)
        self.heard(bus, len(PROBLEMS))  # told to who is there, which b is not
        b = self.sharer("b")
        b.log(f"event=fleet-facts-replayed name=a wanted={len(PROBLEMS)}")
        there = self.connect(b)
        self.kept(there, len(PROBLEMS))
        self.knows(there, found)
        there.close()
        b.stop()
        other = {"game": "hex", "position": {"rows": ".../.../.X."}, "goal": {"attacker": "black"}}
        self.solve(here, other)
        self.kept(here, len(PROBLEMS) + 1)
        self.heard(bus, 1)
        b = self.sharer("b")
        b.log("event=fleet-facts-replayed name=a wanted=1$")
        there = self.connect(b)
        self.kept(there, len(PROBLEMS) + 1)
        self.assertTrue(self.solve(there, other)["remembered"])

    def test_what_is_found_without_a_broker_is_told_later(self):
        b = self.sharer("b")
        a = self.sharer("a")
        self.broker.kill()
        a.log("event=fleet-not-connected")
        found = self.find(self.connect(a))
        self.broker.begin()
        there = self.connect(b)
        self.kept(there, len(PROBLEMS))
        self.knows(there, found)

    def test_a_store_may_begin_with_anothers_export(self):
        a = self.sharer("a")
        with contextlib.closing(self.connect(a)) as client:
            found = self.find(client)
        a.stop()
        lines = subprocess.run([TESUJI, "store", "export", self.folder("a")], capture_output=True, check=True).stdout
        subprocess.run([TESUJI, "store", "import", self.folder("b")], input=lines, check=True, capture_output=True)
        self.knows(self.connect(self.sharer("b")), found)

    def test_who_does_not_share_hears_nothing(self):
        plain = self.member("plain", (), "--store", self.folder("plain"), "--answers", "0")
        a = self.sharer("a")
        self.find(self.connect(a))
        client = self.connect(plain)
        self.assertEqual(self.counts(client), {})
        self.assertNotIn("remembered", self.solve(client, PROBLEMS[0]))

    def test_there_must_be_a_store(self):
        daemon = Daemon("--fleet", self.broker.address, "--fleet-facts", "yes")
        self.assertNotEqual(daemon.wait(), 0)
        self.assertTrue(any(line.startswith("tesujid: fleet_facts: there is no store") for line in daemon.lines),
                        daemon.lines)


class Strangers(Facts):
    """The test plays a daemon that shares its store."""

    def told(self, bus, client):
        """The facts that a daemon tells of all problems."""
        self.find(client)
        return self.heard(bus, len(PROBLEMS))

    def false(self, fact):
        where, record = fact
        record = bytearray(record)
        record[VALUE] = 2 - record[VALUE]
        return where, sealed(bytes(record))

    def test_who_tells_what_is_false_is_found(self):
        bus = self.bus("tesuji.1.facts")
        a = self.sharer("a")
        with contextlib.closing(self.connect(a)) as client:
            facts = self.told(bus, client)
        a.stop()
        b = self.sharer("b", "--fleet-check-percent", "100")
        client = self.connect(b)
        bus.say("tesuji.1.facts", self.message("facts", packed(*facts[:2])))
        self.kept(client, 2)
        bus.say("tesuji.1.facts", self.message("facts", packed(self.false(facts[2]), facts[3])))
        b.log(r'<3>server event=fleet-false-fact name=odd question="\w+ .*" value=\w+ why="a search here has found the')
        b.log("<3>server event=fleet-facts-shut-out name=odd dropped=2 ")
        self.kept(client, 0)
        bus.say("tesuji.1.facts", self.message("facts", packed(facts[0])))
        eventually(lambda: self.counts(client)["refused"] > 0)
        counts = self.counts(client)
        self.assertEqual((counts["taken"], counts["dropped"], counts["false"]), (2, 2, 1))
        for problem in PROBLEMS:
            self.assertNotIn("remembered", self.solve(client, problem))

    def test_bad_bytes_harm_nothing(self):
        bus = self.bus("tesuji.1.facts", "tesuji.1.store.odd")
        b = self.sharer("b")
        client = self.connect(b)
        facts = self.told(bus, client)
        good, (where, record) = packed(*facts), facts[0]
        bodies = [b"", b"x", good[:-1], good + b"x", good[:CHUNK.size], packed((where, record[:-1])),
                  packed((where, record[:4] + b"\xff" * (len(record) - 4))), packed((where + 1, record)),
                  packed((where, sealed(record[:32] + bytes(len(record) - 32)))), bytes(300000), os.urandom(100000)]
        bodies += [packed((where, sealed(record[:i] + bytes([byte]) + record[i + 1:])))
                   for i in range(4, len(record)) for byte in (0, 255)]
        for body in bodies:
            for kind, subject in (("facts", "tesuji.1.facts"), ("list", "tesuji.1.store.b"),
                                  ("listed", "tesuji.1.store.b"), ("want", "tesuji.1.store.b")):
                bus.say(subject, self.message(kind, body))
        bus.say("tesuji.1.facts", self.message("facts", good, rules=2))
        bus.say("tesuji.1.facts", self.message("facts", good, format=2))
        bus.say("tesuji.1.facts", self.message("facts", None))
        b.log(r"event=fleet-message-refused subject=tesuji\.1\.facts why=")
        eventually(lambda: self.counts(client)["refused"] >= 20)
        self.assertEqual(len([line for line in b.lines if "event=fleet-facts-refused name=odd" in line]), 1)
        self.assertTrue(self.solve(client, PROBLEMS[0])["remembered"])

    def test_who_is_asked_answers_what_makes_no_sense(self):
        """It names facts that there are not, then goes back, so that it would never end."""
        bus = self.bus("tesuji.1.store.odd")
        b = self.sharer("b")
        self.here(bus, 5)
        self.assertEqual(bus.wait("list")["body"], bytes(8))
        bus.say("tesuji.1.store.b", self.message("listed", NAME.pack(1, 0)[:8] + NAME.pack(1, 2)))
        self.assertEqual(bus.wait("want")["body"], NAME.pack(1, 2))
        self.assertEqual(bus.wait("list")["body"], struct.pack("<Q", 1))
        bus.say("tesuji.1.store.b", self.message("listed", struct.pack("<Q", 1)))
        b.log('event=fleet-facts-refused name=odd why="body: the list goes back"')


if __name__ == "__main__":
    main()
