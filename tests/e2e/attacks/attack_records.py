# SPDX-License-Identifier: MIT
"""Records that are dear to play out: floods of suicides, captures, rectangles, comments and
variations, up to the longest frame. What the loop works on others between a request and its
answer is measured in processor time, not on the clock, and bounded."""

import msgpack

from frame import Client, main

FRAME = 65536
MOST_MS = 40   # of the loop, eight of them on one connection; a turn is to take some ms
POINTS = "abcdefghijklmnopqrs"


def padded(head, body, tail=")"):
    """As many bodies as a frame can hold."""
    return head + body * ((FRAME - 200 - len(head)) // len(body)) + tail


def records(rng):
    """One record after another; a shape, and the parameters of it drawn."""
    a, b = rng.choice(POINTS), rng.choice(POINTS)
    full = "AB[aa:ss]AE[aa]"
    yield padded(f"(;GM[1]SZ[19]{full}AE[kk]", ";W[kk]")
    yield padded(f"(;GM[1]SZ[19]{full}AE[{a}{b}]", f";W[{a}{b}]")
    yield padded("(;GM[1]SZ[19]", "AB[aa:ss]")
    yield padded("(;GM[1]SZ[19]", "AB[aa:ss]AE[aa:ss]")
    yield padded("(;GM[1]SZ[19]AB", "[aa:ss]")
    yield padded(f"(;GM[1]SZ[19]{full}", f";B[aa];AE[{a}{b}]")
    yield padded("(;GM[1]SZ[19]AB[aa:sr]AW[as:rs]", ";B[ss];AW[as:rs]AE[ss]")
    yield padded("(;GM[1]SZ[19]", "".join(f";{'BW'[i % 2]}[{POINTS[i % 19]}{POINTS[i // 19 % 19]}]"
                                          for i in range(361)))
    yield padded("(;GM[1]SZ[19]C[", "\\]")
    yield padded("(;GM[1]SZ[19]", "(;B[aa])")
    yield "(;GM[1]SZ[19]" + "(;B[aa]" * 9000
    yield padded("(;GM[1]SZ[19]", " X[]")
    yield padded("(;GM[1]SZ[19]", f";B[{a}{b}]W[{b}{a}]AE[{a}{b}]")
    yield padded("(;GM[1]SZ[19]AB" + "".join(f"[{x}{y}]" for x in POINTS for y in POINTS[::2]),
                 ";W[ab];W[cb];W[eb]AE[ab][cb][eb]")
    yield padded("(;GM[11]SZ[14]", ";B[a1];W[b2]")
    yield padded("(;GM[4]SZ[19]", ";B[aa];W[bb]")


def requests(run, sgf):
    """The methods that play out records."""
    method = run.rng.choice(["job.submit", "go.status", "go.position"])
    params = {"job.submit": {"position": {"sgf": sgf}, "goal": {"target": "A1"}, "limits": {"nodes": 10}},
              "go.status": {"position": {"sgf": sgf}, "time_ms": 1, "order": 0},
              "go.position": {"set": {"sgf": sgf}}}[method]
    return msgpack.packb([0, 1, method, [params]])


def attack(run):
    target = run.target(growth_mib=96)
    worst, by = 0, ""
    target.honest.client.call("server.info")
    for _ in run.rounds():
        for sgf in records(run.rng):
            frame = requests(run, sgf)
            if len(frame) > FRAME:
                continue
            client = Client(target.tcp)
            client.raw(frame * 8)
            run.tally("frames", 8)
            answered = 0
            client.sock.setblocking(False)
            while answered < 8:
                stall = target.stall_ns()
                if stall > worst:
                    worst, by = stall, f"{sgf[:60]}... {frame[4:16]}"
                try:
                    client.unpacker.feed(client.sock.recv(1 << 20))
                except BlockingIOError:
                    pass
                answered += sum(message[0] == 1 for message in client.unpacker)
                run.tally("answers to others meanwhile")
            client.close()
    run.note("worst turn of the loop in us", worst // 1000)
    if worst > MOST_MS * 1000000 * (15 if target.sanitized else 1):
        raise AssertionError(f"the loop worked {worst / 1e6:.1f} ms on {by}")
    target.verdict()


main(attack, 2, least=1)
