# SPDX-License-Identifier: MIT
"""A job with thousands of watchers ends: the work is in proportion to their number, and they are
told in turns, between which others are answered."""

import resource

from frame import LARGE, Client, main, submit

MOST_MS = 40   # of the loop, between a request of another and its answer


def watched(run, target, count):
    """The job ends before `count` watchers: processor time of the loop, and its worst turn."""
    owner = target.client()
    job = owner.call("job.submit", submit(LARGE, progress_ms=0))["job"]
    watchers = []
    for i in range(count):
        client = Client(target.path if i % 2 else target.tcp)
        client.send("job.watch", {"job": job, "progress_ms": 0})
        watchers.append(client)
    for client in watchers:
        client.take()
    target.honest.client.call("server.info")
    before, worst = target.cpu_ns(), 0
    owner.send("job.cancel", {"job": job})
    told = 0
    while told < count:
        worst = max(worst, target.stall_ns())
        told += watchers[told].take()[1] == "job.done"
    work = target.cpu_ns() - before
    for client in watchers:
        client.close()
    owner.close()
    target.idle()
    run.tally("watchers", count)
    return work, worst


def attack(run):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = min(run.count, hard - 200)
    target = run.target("--peer-share", "100", growth_mib=512)
    few = [watched(run, target, most // 4) for _ in range(3)]
    many = [watched(run, target, most) for _ in range(3)]
    worst = min(worst for _, worst in many)
    run.note("worst turn in us", worst // 1000)
    run.note("ms of work for a quarter", min(work for work, _ in few) // 1000000)
    run.note("ms of work for all", min(work for work, _ in many) // 1000000)
    if worst > MOST_MS * 1000000 * (10 if target.sanitized else 1):
        raise AssertionError(f"the loop worked {worst / 1e6:.1f} ms on the watchers of one job")
    target.verdict()


main(attack, 1200, least=300)
