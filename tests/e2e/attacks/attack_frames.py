# SPDX-License-Identifier: MIT
"""Frames that are none: random bytes, cut and changed requests, other protocols, huge claims."""

import socket

from frame import Client, main
from hostile import mutated, packed, requests

OTHERS = [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\xff\xfb\x01", b"\n" * 9,
          b"SSH-2.0-x\r\n", b"\x80", b"\xc1", b"\x94", b"\x93\x02", b"", b"\0" * 5000, b"\x94\x00\xcf"]
CLAIMS = [b"\xdd\x0f\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\x7f\xff\xff\xff",
          b"\xc9\xff\xff\xff\xff\x01", b"\x91" * 9000, b"\xdc\xff\xff" * 99, b"\x81\xa1x" * 400]


def attack(run):
    target = run.target("--max-job-table-mib", "16")  # a frame may be right by chance
    valid = [packed(request) for request in requests()]
    for i in run.rounds():
        kind = run.rng.randrange(5)
        if kind == 0:
            data = run.rng.choice((b"", b"\x93", b"\x94")) + run.rng.randbytes(run.rng.randrange(3000))
        elif kind == 1:
            data = run.rng.choice(OTHERS)
        elif kind == 2:
            data = b"\x94\x00\x01\xabserver.info\x91\x81\xa1x" + run.rng.choice(CLAIMS)
        else:
            data = b"".join(mutated(run.rng, run.rng.choice(valid)) for _ in range(kind))
        client = Client(target.tcp if i % 2 else target.path)
        try:
            client.raw(data)
            end = run.rng.randrange(3)
            if end == 0:
                client.sock.shutdown(socket.SHUT_WR)
                run.tally("messages back", len(client.at_end()))
            elif end == 1 and i % 2:
                client.reset()
        except (ConnectionError, BrokenPipeError):
            run.tally("closed at once")
        client.close()
        run.tally("streams")
        if i % 100 == 0:
            target.honest.ask(2)
    target.verdict()


main(attack, 1000)
