# SPDX-License-Identifier: MIT
"""The wall clock jumps while the daemon runs, by seconds, hours, days and decades, ahead and back. Meanwhile small jobs
are answered, limits of time are kept, nobody is logged out or closed for being silent, who tries a wrong token is
refused as ever, durable results stay, and what an account has used of its day stays used until the next midnight that
the clock passes.

--count is how many jumps there are. Needs a daemon without a sanitizer (clock_shift.c).
"""

import os
import struct
import tempfile
import time

from frame import LARGE, SMALL, Client, RpcError, Skip, main, submit

from accounts import Accounts
from bystander import Bystander, asks_small

CLOCK = os.environ.get("TESUJI_CLOCK", "")  # the library that shifts the clock
DAY_S = 86400
JUMPS = [1, -1, 3600, -3600, DAY_S, -DAY_S, 40 * DAY_S, -40 * DAY_S, 30 * 365 * DAY_S, -30 * 365 * DAY_S]
NODES = 20000  # of a day
LIMIT_MS = 20


def name_of(call, *params):
    """The error's name; None: there is none."""
    try:
        call(*params)
    except RpcError as error:
        return error.name
    return None


def use_up(client):
    """All nodes of the day."""
    while name_of(client.call, "job.submit", SMALL) is None:
        client.done(client.call("job.submit", submit(LARGE, fresh=True, progress_ms=0))["job"])


class Day:
    """What is left of an account's day, by the clock as it jumps."""

    def __init__(self, client):
        self.client, self.most = client, 0
        use_up(client)
        self.most = self.now(0)

    @staticmethod
    def now(shift):
        return int(time.time() + shift) // DAY_S

    def check(self, run, shift):
        before = self.now(shift)
        refused = name_of(self.client.call, "job.submit", SMALL)
        if before != self.now(shift):
            return  # midnight, just now
        if refused not in (None, "over_quota") or (refused is None) != (before > self.most):
            raise AssertionError(f"day {before} after {self.most}: {refused}")
        run.tally("days begun" if refused is None else "days used up")
        if refused is None:
            use_up(self.client)
        self.most = before  # the day that it is now, back or ahead


def wrong_token_costs(run, address):
    """A wrong token is wrong, and costs a delay."""
    with Client(address) as client:
        error = name_of(client.call, "auth.login", {"token": "known.wrong"})
        if error not in ("wrong_token", "busy"):
            raise AssertionError(error)
        run.tally("login: " + error)


def attack(run):
    if not CLOCK:
        raise Skip("TESUJI_CLOCK does not name the library that shifts the clock")
    file = Accounts(known="", daily=f"nodes_per_day={NODES}", keeper="", me=f"user={os.getuid()}")
    run.stack.callback(file.close)
    folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-clock-"))
    path = os.path.join(folder, "shift")
    with open(path, "wb") as shifted:
        shifted.write(bytes(8))
    target = run.target("--accounts", file.path, "--journal", os.path.join(folder, "journal"), "--journal-size-mib", "4",
                        env={"LD_PRELOAD": CLOCK, "TESUJI_CLOCK_FILE": path})
    address, clients = target.tcp, {}
    bystander = Bystander(target, lambda: asks_small(Client(address), file.tokens["known"]))
    for name in ("daily", "keeper"):
        clients[name] = target.client()
        clients[name].call("auth.login", {"token": file.tokens[name]})
    keeper, day = clients["keeper"], Day(clients["daily"])
    keeper.done(keeper.call("job.submit", submit(SMALL, durable=True, key="kept"))["job"])
    for i in run.rounds():
        shift = run.rng.choice((0, *JUMPS))
        with open(path, "r+b", buffering=0) as shifted:
            shifted.write(struct.pack("=q", shift))
        day.check(run, shift)
        began = time.monotonic()
        done = keeper.done(keeper.call("job.submit", submit(LARGE, fresh=True, progress_ms=0, limits={
            "order": 7, "time_ms": LIMIT_MS}))["job"])
        if done["state"] != "expired" or time.monotonic() - began < LIMIT_MS / 1000:
            raise AssertionError(f"a job of {LIMIT_MS} ms after {time.monotonic() - began} s: {done}")
        if keeper.call("job.status", {"key": "kept"})["value"] != "proven":
            raise AssertionError("a durable result is gone")
        if i < 3:
            wrong_token_costs(run, address)
        run.tally("jumps")
    bystander.finish(run)
    target.verdict(idle=False)


main(attack, 40)
