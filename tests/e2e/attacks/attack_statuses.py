# SPDX-License-Identifier: MIT
"""Statuses of whole boards, as many as one address may have, of the highest order: another's small
jobs have their turn in between. What the daemon works before such a job is done is measured in
processor time, not on the clock."""

from frame import SMALL, RpcError, main, submit

MOST_MS = 30   # of all threads, for nine of ten: a client without a processor sees the others' work as well


def board(rng):
    cells = rng.choices("XO.", (2, 2, 5), k=361)
    return ["".join(cells[i:i + 19]) for i in range(0, 361, 19)]


def begin(rng, client):
    """Four statuses, or as many as the share of the peer leaves."""
    taken = 0
    while taken < 4:
        asked = client.send("go.status", {"position": {"rows": board(rng)}, "order": 7,
                                          "time_ms": 20000, "fresh": True})
        while asked not in client.responses:
            client.take()
        error = client.responses[asked][2]
        if error is None:
            taken += 1
        elif RpcError(error).name == "busy":
            break
        # else: a block without liberties is refused
    return taken


def attack(run):
    target = run.target("--workers", "1", growth_mib=800)
    greedy = [target.client() for _ in range(8)]
    honest, costs = target.honest.client, []
    for _ in run.rounds():
        for client in greedy:
            run.tally("statuses", begin(run.rng, client))
        for _ in range(20):
            honest.call("server.info")
            before = target.cpu_ns(loop=False)
            done = honest.done(honest.call("job.submit", submit(SMALL, fresh=True, progress_ms=0))["job"])
            costs.append(target.cpu_ns(loop=False) - before)
            if done["value"] != "proven":
                raise AssertionError(done)
        for client in greedy:
            client.close()
        target.idle()
        greedy = [target.client() for _ in range(8)]
    costs.sort()
    run.note("median us", costs[len(costs) // 2] // 1000)
    run.note("worst us", costs[-1] // 1000)
    tenth = costs[len(costs) * 9 // 10]
    if tenth > MOST_MS * 1000000 * (10 if target.sanitized else 1):
        raise AssertionError(f"one of ten small jobs had to wait for {tenth / 1e6:.1f} ms of work")
    for client in greedy:
        client.close()
    target.verdict()


main(attack, 3, least=1)
