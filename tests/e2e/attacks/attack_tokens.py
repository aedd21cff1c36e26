# SPDX-License-Identifier: MIT
"""A hundred connections guess tokens, each as fast as it is answered and again when it is closed: of
accounts that exist and that do not, too long, of the wrong type, in the wrong order. None gets in; who is
logged in is answered all the while, and his delays are told; who comes with a right token that is known
does not wait. Then one who logs in asks for more than his account may have.

--count is how many tokens are tried."""

import os

from frame import SMALL, Client, RpcError, main, submit

from accounts import Accounts
from bystander import Bystander, asks_small

CONNECTIONS = 100


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
    address = target.tcp
    bystander = Bystander(target, lambda: asks_small(Client(address), file.tokens["bob"]))
    guessing(run, target)
    bystander.finish(run)
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
    target.verdict()


main(attack, 1000)
