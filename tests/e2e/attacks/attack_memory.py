# SPDX-License-Identifier: MIT
"""Memory by many small parts: answers that nobody reads, halves of frames, boards with all their
moves, on as many connections as may be. The sum stays within a bound, and honest clients live."""

import msgpack

from frame import SMALL, Client, main

FRAME = 65536


def unread(client):
    """As many answers of job.list as will be taken."""
    client.sock.setblocking(False)
    batch = msgpack.packb([0, 1, "job.list", []]) * 20
    try:
        for _ in range(20):
            client.sock.send(batch)
    except BlockingIOError:
        pass


def half(client):
    """All of a frame but its last byte."""
    head = b"\x94\x00\x01\xabserver.info\x91\x81\xa1x\xc5\xff\x00"
    client.raw(head + b"x" * 0xfeff)


def boards(client):
    """Sixteen boards of 19x19 with a thousand moves each."""
    for number in range(1, 17):
        client.send("go.position", {"board": number, "set": {"rows": ["." * 19] * 19}})
        for _ in range(2):
            client.send("go.position", {"board": number, "play": ["pass"] * 500})


def attack(run):
    target = run.target("--peer-share", "100", growth_mib=320)
    filler = target.daemon.client()
    for _ in range(20):  # so that job.list is long
        for _ in range(50):
            filler.send("job.submit", {**SMALL, "fresh": True, "progress_ms": 0, "detach": True,
                                       "label": "x" * 63})
        while len(filler.responses) < 50:
            filler.take()
        filler.responses.clear()
    filler.close()
    for _ in range(2):
        clients = []
        for _ in run.rounds():
            kind = run.rng.choice((unread, half, boards))
            client = Client(target.tcp)
            clients.append(client)
            try:
                kind(client)
            except (ConnectionError, BlockingIOError):
                run.tally("closed")
            run.tally(kind.__name__)
            if len(clients) % 40 == 0:
                target.honest.ask(2)
        run.note("KiB with all of them", target.daemon.rss_kib() - target.rss_kib)
        for client in clients:
            client.close()
    target.verdict()


main(attack, 200, least=60)
