# SPDX-License-Identifier: MIT
"""One account with as many long jobs as it is told to have, and as many again in batches, of the class before all
others, with the largest weight. Beside it an account of the lowest class has small jobs done, which are searched each
time, and its delays are told.

--count is how many long jobs there are of each kind.
"""

import os

from frame import COUNT, LARGE, Client, main, submit

from accounts import Accounts
from bystander import Bystander, asks_small

ANSWERS = 100 if COUNT >= 10000 else 20  # of the other account, beside them, at least; fewer under a sanitizer
MESSAGE = 64       # jobs in one message
GROWTH_MIB = 64    # and 250 for each thousand of a kind


def long_job(run):
    """A question that nobody has asked before, and that is not answered in an hour."""
    rows = [list(row) for row in LARGE["position"]["rows"]]
    for x in range(0, 19, 2):  # alone, each of them
        rows[0][x], rows[18][x] = run.rng.choices(".XO", k=2)
    position = {"rows": ["".join(row) for row in rows]}
    return {**LARGE, "position": position, "progress_ms": 0, "fresh": True}


def jobs(run, client):
    """Detached jobs, a message each."""
    left = run.count
    while left > 0:
        part = min(left, MESSAGE)
        for msgid in [client.send("job.submit", submit(long_job(run), detach=True)) for _ in range(part)]:
            client.wait(msgid)
        run.tally("jobs", part)
        left -= part


def batch(run, client):
    """One batch, in as many messages as it needs."""
    number, left = {}, run.count
    while left > 0:
        part = min(left, MESSAGE)
        left -= part
        number = {"batch": client.call("batch.submit", {
            "jobs": [long_job(run) for _ in range(part)], "more": left > 0, **number})["batch"]}
        run.tally("jobs of a batch", part)


def attack(run):
    # The honest client is of the same class: its answers are judged, the share is the other account's matter.
    file = Accounts(greedy="class=interactive weight=100", modest="class=batch",
                    me=f"user={os.getuid()} class=interactive weight=100")
    run.stack.callback(file.close)
    target = run.target("--accounts", file.path, "--max-jobs", str(run.count + 64), "--max-jobs-per-connection",
                        str(run.count + 64), "--peer-share", "100", "--log-level", "info",
                        growth_mib=GROWTH_MIB + run.count // 4)
    address = target.tcp
    small = lambda: asks_small(Client(address), file.tokens["modest"], fresh=True)
    bystander = Bystander(target, small)
    with Client(target.tcp) as greedy:
        greedy.call("auth.login", {"token": file.tokens["greedy"]})
        jobs(run, greedy)
        batch(run, greedy)
        for _ in range(20):
            run.note("listed", len(greedy.call("job.list")["jobs"]))
    bystander.finish(run, "while they come: ")
    counts = target.honest.client.call("server.info")["jobs"]
    run.note("running or queued", counts["running"] + counts["queued"])
    run.least("running or queued", run.count * 9 // 10)
    Bystander(target, small, alone=1).finish(run, "beside them: ", least=max(ANSWERS, run.count // 10))
    target.verdict(idle=False)


main(attack, 300)
