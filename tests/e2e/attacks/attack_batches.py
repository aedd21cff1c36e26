# SPDX-License-Identifier: MIT
"""Batches: thousands of requests in one write, all under one msgid, of every method, with
jobs beyond the limits, cancelled twice, watched a hundred times: an answer each."""

import msgpack

from frame import SMALL, Client, main

BATCH = 400
METHODS = ["server.info", "job.list", "job.status", "job.cancel", "job.watch", "job.submit", "go.cancel",
           "job.certificate", "go.position", "nonsense"]


def params(run, method, jobs):
    if method == "job.submit":
        return [{**SMALL, "progress_ms": run.rng.choice((0, 10)), "fresh": bool(run.rng.randrange(2))}]
    if method == "go.position":
        return [{"board": run.rng.randrange(0, 20), "set": {"rows": "..X/.O./..."},
                 "play": ["A1", "pass"] * run.rng.randrange(20)}]
    if method == "go.cancel":
        return [{"status": run.rng.randrange(1, 9)}]
    if method.startswith("job.") and method != "job.list":
        return [{"job": run.rng.choice(jobs)}]
    return []


def attack(run):
    target = run.target(growth_mib=96)
    for _ in run.rounds():
        client = Client(run.rng.choice((target.tcp, target.path)))
        jobs = [client.call("job.submit", SMALL)["job"] for _ in range(3)]
        batch = [msgpack.packb([0, 7, method, params(run, method, jobs)])
                 for method in run.rng.choices(METHODS, k=BATCH)]
        client.raw(b"".join(batch))
        answers = {"ok": 0, "refused": 0}
        while sum(answers.values()) < BATCH:
            message = client.read()
            if message is None:
                raise AssertionError(f"closed after {answers} of {BATCH}")
            if message[0] == 1 and message[1] == 7:
                answers["refused" if message[2] else "ok"] += 1
            elif message[0] == 1:
                raise AssertionError(message)
        client.last = 100
        client.call("server.info")
        if any(message[1] == 7 for message in client.responses.values()):
            raise AssertionError(f"more than {BATCH} answers")
        for name, count in answers.items():
            run.tally(name, count)
        client.close()
        target.honest.ask(2)
    target.verdict()


main(attack, 20)
