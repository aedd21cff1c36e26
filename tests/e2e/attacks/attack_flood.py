# SPDX-License-Identifier: MIT
"""One account logs in on as many connections as it may have, and floods each of them with whatever costs something:
submissions, durable ones and batches, statuses, first moves, boards with records, lists; some connections are not read.
Whatever it is refused, it asks again at once. It gets no more than its bounds, and another account, of a lower class,
is answered all the while.

--count is how many requests it sends.
"""

import os
import tempfile

import msgpack

from frame import LARGE, SMALL, Client, main, submit

from accounts import Accounts
from bystander import Bystander, asks_small

CONNECTIONS = 8
BURST = 50          # requests in one write
BOUNDS = "jobs=200 statuses=4 boards=20 durable=100 batch_jobs=500 table_mib=64"
RECORD = "(;GM[1]FF[4]SZ[19]" + "".join(f";B[{chr(97 + i % 19)}{chr(97 + i // 19)}];W[{chr(115 - i % 19)}{chr(115 - i // 19)}]"
                                       for i in range(90)) + ")"
FOREVER = submit(LARGE, detach=True, fresh=True, progress_ms=0)
REFUSALS = {"over_quota", "busy", "not_yours", "unknown_job", "unknown_board", "unknown_batch", "key_conflict", "not_journalled",
            "bad_value"}


def requests(run):
    """One request after the other, of all kinds."""
    while True:
        number = run.rng.getrandbits(40)
        yield run.rng.choice((
            ("job.submit", {**FOREVER, "label": str(number)}), ("job.submit", {**SMALL, "fresh": True}),
            ("job.submit", {**FOREVER, "durable": True, "key": str(number)}),
            ("job.submit", {**FOREVER, "limits": {"order": 7, "table_bytes": 8 << 20}}),
            ("batch.submit", {"jobs": [LARGE] * 20}), ("go.status", {"position": {"sgf": RECORD}, "order": 7}),
            ("job.moves", LARGE), ("go.position", {"board": 1 + number % 16, "set": {"sgf": RECORD}}),
            ("job.list",), ("server.info",), ("server.metrics",), ("job.status", {"job": 1 + number % 300})))


class Flooder:
    """One connection; what it is told is read, or not."""

    def __init__(self, run, target, token, reads):
        self.run, self.client, self.reads = run, target.client(), reads
        self.client.call("auth.login", {"token": token})
        self.number = 1000

    def burst(self, source):
        """So many requests in one write, and their answers; False: the connection is closed."""
        first, data = self.number, b""
        for _ in range(BURST):
            method, *params = next(source)
            data += msgpack.packb([0, self.number, method, params])
            self.number += 1
        try:
            self.client.sock.settimeout(60 if self.reads else 0)
            self.client.raw(data)
            answered = 0
            while self.reads and answered < BURST:
                answered += self.take(first)
        except BlockingIOError:
            self.run.tally("held back")
            return False  # a part of a request may be gone
        except OSError:
            self.run.tally("closed")
            return False
        return True

    def take(self, first):
        message = self.client.read()
        if message is None:
            raise ConnectionError
        if message[0] != 1:
            return 0
        error = message[2]
        self.run.tally("taken" if error is None else error["name"])
        if message[1] < first or (error is not None and error["name"] not in REFUSALS):
            raise AssertionError(message)
        return 1


def bounds_hold(run, target):
    """What the account has is no more than its bounds."""
    info = target.honest.client.call("server.info")
    run.note("jobs in flight", info["jobs"]["running"] + info["jobs"]["queued"])
    run.note("connections", info["connections"])
    if info["jobs"]["running"] + info["jobs"]["queued"] > 200 + 32:  # some of its batches as well, and of the others
        raise AssertionError(info)


def attack(run):
    # The honest client is of the same class: its answers are judged, the share is the other account's matter.
    file = Accounts(flood="class=interactive weight=100 " + BOUNDS, other="class=normal",
                    me=f"user={os.getuid()} class=interactive weight=100")
    run.stack.callback(file.close)
    journal = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-flood-"))
    target = run.target("--accounts", file.path, "--journal", os.path.join(journal, "journal"), "--journal-size-mib", "8",
                        "--max-client-mib", "64", "--log-level", "info", growth_mib=600)
    address, source = target.tcp, requests(run)
    bystander = Bystander(target, lambda: asks_small(Client(address), file.tokens["other"], fresh=True))
    flooders = [Flooder(run, target, file.tokens["flood"], i % 4 > 0) for i in range(CONNECTIONS)]
    for i in run.rounds(run.count // BURST):
        at = i % CONNECTIONS
        if not flooders[at].burst(source):
            flooders[at].client.close()
            flooders[at] = Flooder(run, target, file.tokens["flood"], at % 4 > 0)
        run.tally("requests", BURST)
        bounds_hold(run, target)
    bystander.finish(run)
    for flooder in flooders:
        flooder.client.close()
    run.least("over_quota", run.count // 20)
    target.verdict(idle=False)


main(attack, 2000)
