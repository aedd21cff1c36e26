# SPDX-License-Identifier: MIT
"""One account asks for what others have, by number and by key: jobs, statuses, certificates, batches, durable jobs and
boards; to see them, to watch them, to end them and to take them. He is told nothing but that they are not his, or, of
names that each account has for itself, that there is no such thing; and all is as it was for those whose it is.

--count is how many requests he makes.
"""

import os
import tempfile

from frame import LARGE, SMALL, Client, RpcError, main, submit

from accounts import Accounts
from bystander import Bystander, asks_small

NUMBERED = {"job": ("job.status", "job.watch", "job.cancel", "job.certificate", "job.ack"),
            "batch": ("batch.status", "batch.watch", "batch.cancel", "batch.ack"),
            "status": ("go.cancel", "job.moves_cancel")}
KEYED = ("job.status", "job.watch", "job.cancel", "job.ack", "batch.status", "batch.watch", "batch.cancel", "batch.ack")
REFUSALS = {"not_yours", "unknown_job", "unknown_batch", "unknown_status", "unknown_board", "bad_value"}
BOARD = {"rows": "...../...../...../...../....."}


def own(client):
    """Some of everything, running and ended; its numbers by what they are of, and its keys."""
    running = [client.call("job.submit", submit(LARGE, detach=True, progress_ms=0, fresh=True))["job"] for _ in range(3)]
    ended = client.call("job.submit", SMALL)["job"]
    client.done(ended)
    kept = client.call("job.submit", submit(SMALL, durable=True, key="night"))["job"]
    client.done(kept)
    batch = client.call("batch.submit", {"jobs": [SMALL, {**LARGE, "label": "long"}], "durable": True, "key": "shift"})
    status = client.call("go.status", {"position": {"rows": LARGE["position"]["rows"]}, "order": 7})["status"]
    moves = client.call("job.moves", LARGE)["status"]
    client.call("go.position", {"board": 1, "set": BOARD})
    return {"job": [*running, ended, kept], "batch": [batch["batch"]], "status": [status, moves]}, ["night", "shift"]


def tries(rng, numbers, keys):
    """One request for what is somebody else's."""
    kind = rng.choice(("number", "number", "key", "board"))
    if kind == "number":
        of = rng.choice(sorted(NUMBERED))
        number = rng.choice(numbers[of] * 3 + [rng.randrange(1, 40), rng.getrandbits(53)])
        return rng.choice(NUMBERED[of]), {of: number}
    if kind == "key":
        return rng.choice(KEYED), {"key": rng.choice([*keys, f"{rng.random()}"])}
    board = rng.choice((1, 1, rng.randrange(1, 17)))
    return rng.choice([("go.position", {"board": board}), ("job.submit", {**SMALL, "position": {"board": board}}),
                       ("go.status", {"position": {"board": board}, "order": 1})])


def is_there(client, numbers):
    """What the one who owns it sees of it all, but for how far it has come."""
    rows = {row["job"]: row.get("label") for row in client.call("job.list")["jobs"]}
    states = [client.call("job.status", {"job": job})["state"].replace("queued", "running") for job in numbers["job"]]
    batch = client.call("batch.status", {"key": "shift"})
    return rows, states, batch["jobs"], client.call("go.position", {"board": 1})["rows"]


def attack(run):
    file = Accounts(alice="", mallory="", carol="", me=f"user={os.getuid()}")
    run.stack.callback(file.close)
    journal = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-others-"))
    target = run.target("--accounts", file.path, "--journal", os.path.join(journal, "journal"), "--journal-size-mib", "4",
                        "--keep-finished", "65536", growth_mib=256)
    address, alice, mallory = target.tcp, target.client(), target.client()
    bystander = Bystander(target, lambda: asks_small(Client(address), file.tokens["carol"]))
    alice.call("auth.login", {"token": file.tokens["alice"]})
    mallory.call("auth.login", {"token": file.tokens["mallory"]})
    numbers, keys = own(alice)
    before = is_there(alice, numbers)
    for _ in run.rounds():
        method, params = tries(run.rng, numbers, keys)
        try:
            told = mallory.call(method, params)
        except RpcError as error:
            run.tally(error.name)
            if error.name not in REFUSALS:
                raise AssertionError(f"{method} {params}: {error}") from error
        else:
            raise AssertionError(f"{method} {params} was answered: {told}")
    if mallory.call("job.list")["jobs"] or mallory.notes:
        raise AssertionError(f"he sees {mallory.call('job.list')}, {mallory.notes}")
    if is_there(alice, numbers) != before:
        raise AssertionError(f"{before} has become {is_there(alice, numbers)}")
    run.least("not_yours", run.count // 10)
    bystander.finish(run)
    for job in numbers["job"][:3]:
        alice.call("job.cancel", {"job": job})
    alice.call("batch.cancel", {"key": "shift"})
    alice.close()
    mallory.close()
    target.verdict(idle=False)


main(attack, 1000)
