# SPDX-License-Identifier: MIT
"""The daemon inside the command (--local): wrong arguments of every kind, signals in the middle,
a closed output, no memory. Each run ends by itself with a code of its own."""

import os
import resource
import signal
import subprocess

from frame import TESUJI, main, program
from hostile import ODD

BASE = [["solve", "--local", "--rows", "OX./.../...", "--capture", "A3"],
        ["solve", "--local", "--game", "gomoku", "--option", "size=6", "--option", "k=4"],
        ["solve", "--local", "--fen", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"],
        ["status", "--local", "--rows", "OX./.X./..."], ["games", "--local"]]
OPTIONS = ["--game", "--goal", "--capture", "--attacker", "--first", "--rows", "--fen", "--option", "--move",
           "--ko", "--attacker-threats", "--defender-threats", "--order", "--depth", "--time", "--nodes",
           "--workers", "--schedule", "--driver", "--engine", "--zone", "--table", "--label"]
FLAGS = ["--ko-verdict", "--json", "--board", "--quiet", "--detach"]
ENDS = {0, 1, 2, 64, 65, 66, 69, 71, 74}
LARGE = ["solve", "--local", "--time", "0", "--order", "7", "--capture", "K10", "--rows",
         "/".join(["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9)]
WORDS = [word for word in ODD if isinstance(word, str) and "\0" not in word and len(word) < 5000
         and "\u202e" not in word]


def arguments(run):
    command = [TESUJI, *run.rng.choice(BASE), "--nodes", "2000", "--time", "2"]
    if command[1] != "solve":
        command = command[:-4]
    for _ in range(run.rng.randrange(1, 4)):
        if command[1] == "solve" and run.rng.randrange(4) == 0:
            command.append(run.rng.choice(FLAGS))
        else:
            value = run.rng.choice(WORDS + ["1", "2", "3", "k=3", "size=3"])
            option = run.rng.choice(OPTIONS)
            if option == "--table" and len(value) > 3 or option in ("--time", "--nodes"):
                continue
            command += [option, value]
    try:
        code, _, err = program(*command, timeout=100)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{command} does not end") from None
    if code not in ENDS or (code >= 64 and not err):
        raise AssertionError(f"{command}: exit {code}: {err}")
    run.tally(f"exit {code}")


def interrupted(run):
    """The first signal ends the search, and tells what was found."""
    number = run.rng.choice((signal.SIGINT, signal.SIGTERM))
    with subprocess.Popen([TESUJI, *LARGE], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stderr.readline()  # progress: it runs
        process.send_signal(number)
        process.communicate(timeout=60)
        if process.returncode not in (128 + number, 2):
            raise AssertionError(f"exit {process.returncode} after {number}")
    run.tally("interrupted")


def closed_output(run):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TESUJI, *BASE[0], "--json"], stdout=full, stderr=subprocess.PIPE,
                              check=False, timeout=60)
    if done.returncode != 74 or not done.stderr:
        raise AssertionError(f"exit {done.returncode} on a full output: {done.stderr}")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([TESUJI, *BASE[0], "--json"], stdout=writing, stderr=subprocess.PIPE, check=False,
                          timeout=60)
    os.close(writing)
    if done.returncode not in (74, -signal.SIGPIPE, 141):
        raise AssertionError(f"exit {done.returncode} on a closed output: {done.stderr}")
    run.tally("outputs that fail", 2)


def no_memory(run, sanitized):
    if sanitized:
        return
    most = run.rng.randrange(6, 300) << 20
    code, _, err = program(TESUJI, *BASE[0], timeout=60, preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_AS, (most, most)))
    if code not in (0, 69, 70, 71, 127) or (code and not err):
        raise AssertionError(f"{most >> 20} MiB: exit {code}: {err}")
    run.tally(f"short of memory: exit {code}")


def attack(run):
    sanitized = bool(os.environ.get("SANITIZE"))
    for i in run.rounds():
        arguments(run)
        if i % 10 == 0:
            interrupted(run)
            no_memory(run, sanitized)
    closed_output(run)


main(attack, 60)
