# SPDX-License-Identifier: MIT
"""A hundred connections guess tokens, each as fast as it is answered and again when it is closed: of
accounts that exist and that do not, too long, of the wrong type, in the wrong order. None gets in; who is
logged in is answered all the while, and his delays are told; who comes with a right token that is known
does not wait. Then one who logs in asks for more than his account may have.

--count is how many tokens are tried."""

import os
import threading
import time

from frame import SMALL, Client, RpcError, main, submit

from accounts import Accounts

CONNECTIONS = 100
P99_MS = 1000  # what even a busy machine keeps; the figure of a quiet one is in docs/security.md


class Bystander(threading.Thread):
    """Somebody who is logged in, and asks small things one after the other."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client, self.over, self.ms, self.failure = client, threading.Event(), [], None
        self.start()

    def run(self):
        try:
            while not self.over.is_set():
                began = time.monotonic()
                self.client.done(self.client.call("job.submit", submit(SMALL, progress_ms=0))["job"])
                self.ms.append(1000 * (time.monotonic() - began))
        except Exception as failure:  # told by finish()
            self.failure = failure

    def finish(self):
        self.over.set()
        self.join(60)
        if self.failure is not None:
            raise AssertionError(f"a bystander: {self.failure!r}")
        return sorted(self.ms)


def guess(run):
    names = ["alice", "bob", "root", "x", "a" * 63, "", "alice.alice"]
    return run.rng.choice([f"{run.rng.choice(names)}.{run.rng.getrandbits(200):x}", "", "." * 255, "x" * 256,
                           7, None, b"alice.\0", ["alice"], "alice", "alice."])


def guessing(run, target):
    """Try tokens on many connections; none may be the right one."""
    clients = [None] * CONNECTIONS
    most = min(CONNECTIONS, max(1, run.count // 10))  # so that each tries often enough to be closed
    for i in run.rounds():
        at = i % most
        if clients[at] is None:
            clients[at] = Client(target.tcp)
        client = clients[at]
        try:
            client.call("auth.login", {"token": guess(run)})
        except RpcError as error:
            run.tally(error.name)
            if error.name not in ("wrong_token", "busy", "out_of_range", "bad_type", "missing_field", "bad_value",
                                  "bad_syntax"):
                raise AssertionError(f"an odd refusal: {error}") from error
        except ConnectionError:
            run.tally("closed")
            client.close()
            clients[at] = None
        else:
            raise AssertionError("a guessed token was taken")
    for client in filter(None, clients):
        client.close()


def attack(run):
    file = Accounts(alice="submits_per_s=5 jobs=2", bob="", me=f"user={os.getuid()}")
    run.stack.callback(file.close)
    target = run.target("--accounts", file.path)
    for name in ("alice", "bob"):  # from now on known
        with Client(target.tcp) as client:
            client.call("auth.login", {"token": file.tokens[name]})
    bob = target.client()
    bob.call("auth.login", {"token": file.tokens["bob"]})
    bystander = Bystander(bob)
    guessing(run, target)
    times = bystander.finish()
    p99 = times[len(times) * 99 // 100]
    run.tally("answers meanwhile", len(times))
    run.note("p50 us", round(1000 * times[len(times) // 2]))
    run.note("p99 us", round(1000 * p99))
    if p99 > P99_MS:
        raise AssertionError(f"p99 {p99} ms")
    with Client(target.tcp) as alice:
        alice.call("auth.login", {"token": file.tokens["alice"]})
        flood = [alice.send("job.submit", submit(SMALL, progress_ms=0)) for _ in range(200)]
        for msgid in flood:
            try:
                alice.wait(msgid)
            except RpcError as error:
                run.tally(error.name)
    run.least("wrong_token", 1)
    run.least("over_quota", 100)
    run.least("closed", 1)
    bob.close()
    target.verdict()


main(attack, 1000)
