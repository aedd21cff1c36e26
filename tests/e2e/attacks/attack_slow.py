# SPDX-License-Identifier: MIT
"""Slow readers, slow writers, and half-closes, beside an honest client that is answered."""

import socket

import msgpack

from frame import Client, main

MOST_BYTES = 4 << 20


def slow_reader(run, target):
    """Ask without reading until nothing goes in any more, read some, and leave."""
    client = Client(target.tcp)
    client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.sock.setblocking(False)
    batch = msgpack.packb([0, 1, run.rng.choice(["server.info", "job.list"]), []]) * 50
    sent = 0
    try:
        while sent < MOST_BYTES:
            sent += client.sock.send(batch)
            target.honest.client.call("server.info")
    except BlockingIOError:
        run.tally("readers held back")
    except ConnectionError:
        run.tally("readers closed")
    client.sock.settimeout(5)
    try:
        for _ in range(run.rng.randrange(3)):
            client.sock.recv(10000)
    except OSError:
        pass
    return client


def slow_writer(run, target):
    """A request byte by byte, with others' requests in between; or half of one."""
    client = Client(target.path)
    frame = msgpack.packb([0, 1, "job.status", [{"job": 1}]])
    for byte in frame[:run.rng.choice((len(frame), run.rng.randrange(1, len(frame))))]:
        client.raw(bytes([byte]))
        if run.rng.randrange(8) == 0:
            target.honest.client.call("server.info")
    run.tally("writers")
    return client


def half_close(run, target):
    """What was asked before the end is answered, in full."""
    client = Client(run.rng.choice((target.path, target.tcp)))
    count = run.rng.randrange(1, 30)
    for _ in range(count):
        client.send(run.rng.choice(["server.info", "job.list"]))
    client.sock.shutdown(socket.SHUT_WR)
    answers = [message for message in client.at_end() if message[0] == 1]
    if len(answers) != count:
        raise AssertionError(f"{len(answers)} answers of {count} after a half-close")
    run.tally("half-closes")
    return client


def attack(run):
    target = run.target(growth_mib=96)
    kept = []
    for i in run.rounds():
        kept.append(run.rng.choice((slow_reader, slow_writer, half_close))(run, target))
        while len(kept) > 12:
            kept.pop(run.rng.randrange(len(kept))).close()
        if i % 5 == 0:
            target.honest.ask(2)
    for client in kept:
        client.close()
    target.verdict()


main(attack, 40)
