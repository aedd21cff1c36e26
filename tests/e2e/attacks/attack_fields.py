# SPDX-License-Identifier: MIT
"""Bad fields in every parameter of every method: one answer each, with a name, and no crash."""

import os
import tempfile

from frame import Client, main
from hostile import ODD, bad_request, bounded, packed, paths, replaced, requests

BATCH = 16
NAMES = {"out_of_range", "busy", "bad_syntax", "bad_type", "missing_field", "bad_value", "bad_position",
         "unknown_game", "unknown_method", "unknown_job", "over_limit", "bad_frame", "no_memory",
         "not_yours", "key_conflict", "not_journalled"}


def every(valid):
    """Each odd value once in the place of each parameter."""
    for request in valid:
        for path in paths(request):
            if len(path) >= 3:
                for odd in ODD:
                    yield bounded(replaced(request, path, odd))


def check(run, answers, batch):
    for request, answer in zip(batch, answers):
        if answer is None:
            raise AssertionError(f"no answer to {request}")
        if answer[2] is None:
            run.tally("accepted")
            continue
        run.tally("refused")
        if answer[2]["name"] not in NAMES or not answer[2]["message"]:
            raise AssertionError(f"{request}: {answer[2]}")


def ask(target, run, batch):
    """Send them under numbers of their own; as many answers come, unless the frame is refused."""
    client = Client(target.path)
    for number, request in enumerate(batch):
        request[1] = number
    answers, last = {}, None
    try:
        client.raw(b"".join(packed(request) for request in batch))
        while len(answers) < len(batch):
            message = client.read()
            if message is None:
                break
            if message[0] == 1:
                answers[message[1]] = message
                last = message[2]
            elif message[1] == "server.error":
                last = message[2][0]
        if len(answers) < len(batch):  # one of the frames was above a limit of the protocol
            if last is None or last["name"] not in ("over_limit", "bad_frame"):
                raise AssertionError(f"{len(batch) - len(answers)} of {batch} have no answer")
            run.tally("frames refused")
            batch = [request for request in batch if request[1] in answers]
        check(run, [answers[request[1]] for request in batch], batch)
    except ConnectionError:
        run.tally("frames refused")
    finally:
        client.close()


def attack(run):
    with tempfile.TemporaryDirectory(prefix="tesuji-fields-") as folder:
        attack_with(run, os.path.join(folder, "journal"))


def attack_with(run, journal):
    target = run.target("--max-jobs", "4096", "--journal", journal, "--journal-size-mib", "4", "--table-mib", "1", "--keep-finished", "64",
                        "--max-job-table-mib", "64", growth_mib=144)
    valid = [[*request] for request in requests() if request[2] != "server.info"]
    systematic = list(every(valid))
    run.rng.shuffle(systematic)
    for i in run.rounds():
        batch = [systematic.pop() if systematic and run.rng.randrange(2) else bad_request(run.rng, valid)
                 for _ in range(BATCH)]
        ask(target, run, batch)
        run.tally("requests", BATCH)
        if i % 20 == 0:
            target.honest.ask(2)
    target.verdict()


main(attack, 150)
