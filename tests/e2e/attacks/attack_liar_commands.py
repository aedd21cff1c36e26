# SPDX-License-Identifier: MIT
"""A server that lies to the command tesuji, to tesuji-gtp and to libtesuji (async_ask): they say
what is wrong and end; no crash, no hang, no more memory than a message may have."""

import concurrent.futures
import random
import resource
import subprocess

from frame import ASYNC_ASK, COUNT, ROOT, TESUJI, TESUJI_GTP, main, program
from liar import Liar

MOST_KIB = 96 * 1024
AT_ONCE = 40
SOLVE = ["--rows", "OX./.../...", "--capture", "A3", "--order", "1", "--time", "1"]
COLLECTION = ROOT + "/docs/collection/mates.epd"
COMMANDS = [["info"], ["info", "--json"], ["games"], ["jobs"], ["cancel", "1"], ["watch", "1"],
            ["watch", "1", "--board"], ["solve", *SOLVE], ["solve", *SOLVE, "--json"],
            ["solve", *SOLVE, "--board"], ["solve", *SOLVE, "--certificate", "-"],
            ["solve", *SOLVE, "--svg", "-"], ["solve", *SOLVE, "--detach"],
            ["batch", "status", "k"], ["batch", "ack", "k", "--json"],
            ["solve", COLLECTION, "--durable", "k", "--time", "1"],
            ["status", "--rows", "OX./.../...", "--time", "1"],
            ["status", "--rows", "OX./.../...", "--time", "1", "--json"]]
GTP = b"boardsize 9\nplay b d4\nplay w d5\nattack d4\ntesuji-solve d5\ntesuji-status\ngenmove b\nquit\n"


def mute(server):
    """An answer to the request, and never the end: given up some time after the limit of time."""
    return [subprocess.Popen([TESUJI, *command, "--server", server], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
             for command in (["solve", *SOLVE, "--quiet"], ["status", "--rows", "OX./.../...",
                                                           "--time", "1"])]


def muted(run, began):
    for command in began:
        _, err = command.communicate(timeout=45)
        if command.returncode != 69 or b"has not told the end" not in err:
            raise AssertionError(f"{command.args}: exit {command.returncode}: {err}")
        run.tally("given up")


def visit(seed):
    """One command, served by a liar of its own; its exit code and the bytes it was told."""
    rng = random.Random(seed)
    liar = Liar(rng)
    liar.mode = rng.choice(liar.modes)
    server = "unix:" + liar.path
    kind = rng.randrange(6)
    if kind == 0:
        command = [ASYNC_ASK, server, "5", rng.choice(["", "proof", "status"])]
    elif kind == 1:
        command = [TESUJI_GTP, "--server", server, "--time-ms", "500"]
    else:
        command = [TESUJI, *rng.choice(COMMANDS), "--server", server]
    try:
        code, _, err = program(*command, data=GTP if kind == 1 else b"", timeout=100)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{command} hangs, served by {liar.mode}") from None
    finally:
        liar.close()
    if code == 70:
        raise AssertionError(f"{command}, served by {liar.mode}: {err}")
    return code, liar.sent


def attack(run):
    silent = Liar(run.rng, ["mute"])
    run.stack.callback(silent.close)
    waiting = mute("unix:" + silent.path)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        # Most of the time of most of them is patience with a server that says nothing.
        for code, sent in pool.map(visit, (run.rng.random() for _ in run.rounds())):
            run.tally("ended")
            run.tally(f"exit {code}")
            run.tally("bytes of lies", sent)
    muted(run, waiting)
    grown = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    run.note("most KiB of one", grown)
    if grown > MOST_KIB * (6 if COUNT < 10000 else 1):
        raise AssertionError(f"a client took {grown} KiB")


main(attack, 40)
