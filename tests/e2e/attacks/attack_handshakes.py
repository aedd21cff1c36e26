# SPDX-License-Identifier: MIT
"""Slow handshakes, as many as come in: a byte of a hello now and then, or nothing at all. They come from several
addresses, of which each has no more than its share of the handshakes that go on at once; some would be done in time,
if they went on. One who is inside is answered all the while, and one who comes anew each time gets in beside them.

--count is how many slow handshakes there are in all, a thousand of them at once. Fewer give up after a second.
"""

import errno
import math
import selectors
import time

from frame import main
from authority import client_hello
from secure import FLOODERS, arrive, bystanders, own_network, secure_target

AT_ONCE = 1000
TURN_S = 0.01  # between two bytes
PATIENCE_S = 1  # of fewer: those of more go on until the daemon ends them


class Slow:
    """Handshakes that go on slowly; those that the daemon ends are counted."""

    def __init__(self, run, address):
        self.run, self.address, self.hello = run, address, client_hello()
        self.open, self.ready, self.begun = {}, selectors.DefaultSelector(), 0

    def begin(self):
        sock = arrive(self.address, FLOODERS[self.begun % len(FLOODERS)])
        sock.setblocking(False)
        self.ready.register(sock, selectors.EVENT_READ)
        self.open[sock] = 0
        self.begun += 1

    def end(self, sock, why):
        self.run.tally(why)
        self.ready.unregister(sock)
        del self.open[sock]
        sock.close()

    def turn(self):
        """A byte of some, and a look at who was closed."""
        for sock in self.run.rng.sample(sorted(self.open, key=id), len(self.open) // 4):
            at = self.open[sock]
            try:
                if at < len(self.hello) - 1:
                    sock.send(self.hello[at:at + 1])
                    self.open[sock] += 1
            except OSError as error:
                if error.errno != errno.EAGAIN:
                    self.end(sock, "closed")
        for key, _ in self.ready.select(TURN_S):
            try:
                told = key.fileobj.recv(4096)
            except OSError:
                told = b""
            if told[:1] not in (b"", b"\x15"):
                raise AssertionError(f"told in a handshake: {told[:80]!r}")
            self.end(key.fileobj, "closed")


def attack(run):
    target, authority = secure_target(run)
    others, slow = bystanders(target, authority), Slow(run, target.daemon.tls)
    enough = math.inf
    while slow.begun < run.count or (slow.open and time.monotonic() < enough):
        while slow.begun < run.count and len(slow.open) < AT_ONCE:
            slow.begin()
        if slow.begun == run.count < AT_ONCE:
            enough = min(enough, time.monotonic() + PATIENCE_S)
        slow.turn()
        run.note("at once", len(slow.open))
        run.note("descriptors", target.count_fds())
    for sock in list(slow.open):
        slow.end(sock, "given up")
    for name, bystander in others.items():
        bystander.finish(run, name)
    run.least("closed", run.count if run.count >= AT_ONCE else 0)
    target.verdict()


own_network()
main(attack, 300)
