# SPDX-License-Identifier: MIT
"""Exactly once: connections that are reset, closed and made anew while their jobs run.

Clients submit detached and other jobs, vanish in the middle of it, and come back: each detached
job that was accepted ends in one job.done for each connection that watches it, with the right
answer; each other job ends, for whoever looks, as "cancelled" or with the right answer.
"""

from frame import LARGE, Client, eventually, main
from honest import KNOWN

FINAL = ("done", "cancelled", "expired", "failed")


def vanish(run, client, tcp):
    if tcp and run.rng.randrange(2):
        client.reset()
    else:
        client.close()


def again(run, target, jobs):
    """From a new connection: one job.done for each, the value that is right."""
    with target.daemon.client() as client:
        for job in jobs:
            client.send("job.watch", {"job": job})
        while len(client.responses) < len(jobs):
            client.take()
        for answer in client.responses.values():
            if answer[2] is not None:
                raise AssertionError(answer)
        for job, (value, detached) in jobs.items():
            done = client.done(job)
            if detached or done["state"] != "cancelled":
                if (done["state"], done["value"]) != ("done", value):
                    raise AssertionError(f"job {job}: {done}, not {value}")
            run.tally(done["state"])
        client.call("server.info")
        if [note for note in client.notes if note[1] == "job.done"]:
            raise AssertionError(f"told twice: {client.notes}")


def attack(run):
    target = run.target()
    total = 0
    for _ in run.rounds():
        tcp = bool(run.rng.randrange(2))
        client = Client(target.tcp if tcp else target.path)
        asked, jobs = {}, {}
        for problem, value in run.rng.sample(KNOWN, run.rng.randrange(1, 20)):
            detached = bool(run.rng.randrange(2))
            if not detached and run.rng.randrange(4) == 0:
                problem, value = LARGE, None  # it can only be cancelled
            asked[client.send("job.submit", {**problem, "detach": detached, "progress_ms": 10})] = (
                value, detached)
        for msgid in list(asked)[:run.rng.randrange(1, len(asked) + 1)]:
            jobs[client.wait(msgid)["job"]] = asked[msgid]
        if run.rng.randrange(3) == 0:
            for job in jobs:
                client.send("job.watch", {"job": job})
        vanish(run, client, tcp)
        total += len(jobs)
        again(run, target, jobs)
        run.tally("vanished")
        run.tally("jobs", len(jobs))
    eventually(lambda: all(row["state"] in FINAL
                           for row in target.honest.client.call("job.list")["jobs"]))
    target.verdict()


main(attack, 100)
