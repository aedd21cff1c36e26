# SPDX-License-Identifier: MIT
"""The same questions again: every example of a game, after every driver and engine, with one small
table: a value found by one of them is met in the table by all others. No contradiction."""

from frame import main
from honest import examples

ENGINES = [{}, {"driver": "lambda", "engine": "alphabeta"}, {"driver": "lambda", "engine": "dfpn"},
           {"driver": "plain", "engine": "alphabeta"}, {"driver": "plain", "engine": "dfpn"},
           {"zone": "none"}, {"schedule": "depth"}]
PROPER = ("proven", "disproven")


def valid(problem, more):
    """Without what the protocol refuses together."""
    asked = {**problem, **more}
    if asked.get("driver") == "plain" or asked.get("engine") == "dfpn":
        asked.pop("schedule", None)
    return asked


def value_of_go(problem):
    """May it be asked by ko? That is, is it one of Go."""
    position = problem.get("position", {})
    return "game" not in problem and "fen" not in position and "GM[4]" not in str(
        position) and "GM[11]" not in str(position)


def attack(run):
    problems = list(examples())
    target = run.target("--table-mib", "1", "--workers", run.rng.choice(("1", "2")), growth_mib=128)
    client = target.honest.client
    truths = {}
    for _ in run.rounds():
        number = run.rng.randrange(len(problems))
        problem, value = problems[number]
        more = run.rng.choice(ENGINES)
        asked = valid(problem, {**more, "fresh": bool(run.rng.randrange(4)), "limits": {
            **problem.get("limits", {}), "nodes": run.rng.choice((1000, 5000, 5000, 20000))}})
        asked["ko_verdict"] = problem.get("ko_verdict", False) or (
            value_of_go(problem) and run.rng.randrange(4) == 0)
        for _ in range(run.rng.randrange(1, 4)):
            done = client.done(client.call("job.submit", asked)["job"])
            run.tally("asked")
            if done["state"] == "failed":
                raise AssertionError(f"{asked}: {done}")
            if done["value"] not in PROPER:
                run.tally("undecided")
                continue
            # A disproof up to an order is none of a proof by another driver.
            if done["value"] == "proven" or done["scope"] == "absolute":
                key = (number, asked["ko_verdict"])
                known = truths.setdefault(key, done["value"])
                if known != done["value"]:
                    raise AssertionError(f"{asked}: {known} before, now {done}")
    target.verdict()


main(attack, 150)
