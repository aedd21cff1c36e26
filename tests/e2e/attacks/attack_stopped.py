# SPDX-License-Identifier: MIT
"""A daemon that is stopped (SIGSTOP, a laptop that sleeps) for longer than any limit of time: what
had arrived meanwhile counts as in time. Frames whose rest had come are answered."""

import signal
import time

import msgpack

from frame import Client, main

STOPPED_S = 6   # more than a message may take to arrive


def attack(run):
    target = run.target()
    frame = msgpack.packb([0, 1, "job.status", [{"job": 1}]])
    halves = []
    for i in range(20):
        client = Client(target.tcp if i % 2 else target.path)
        cut = run.rng.randrange(1, len(frame))
        client.raw(frame[:cut])
        halves.append((client, cut))
    target.honest.ask(2)
    target.daemon.signal(signal.SIGSTOP)
    for client, cut in halves:
        client.raw(frame[cut:])
    late = Client(target.path)
    late.send("server.info")
    time.sleep(STOPPED_S)  # nothing to wait for: it is the time itself
    target.daemon.signal(signal.SIGCONT)
    for client, _ in halves:
        answer = client.read()
        if answer is None or answer[0] != 1:
            raise AssertionError(f"a frame that had arrived was refused: {answer}")
        client.close()
        run.tally("frames")
    late.wait(1)
    late.close()
    target.verdict()


main(attack, 1)
