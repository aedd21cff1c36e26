# SPDX-License-Identifier: MIT
"""What is no TLS, and handshakes that go wrong: noise, records that claim much, hellos that are cut or changed, others
that stop in the middle, noise in the place of a client's last word and after it. Some stay open, some end well, some by
a reset. Nobody is told anything but records of TLS, and that it is wanted; one who is inside is answered all the while, and so is one who
comes anew each time.

--count is how many connections are made. They come from an address of their own, whose share of handshakes is not
exceeded: attack_handshakes does that.
"""

import socket
import ssl
import struct

import msgpack

from frame import main
from authority import client_hello
from hostile import mutated
from secure import FLOODERS, arrive, bystanders, context_of, own_network, secure_target

OPEN = 100   # at once, of those that stop in the middle
NO_TLS = b"this port speaks TLS"  # what one is told who speaks the protocol as it is
TOLD = 4096  # bytes that are looked at of what one is told


def noise(run):
    """Bytes that begin as nothing, as another protocol, or as a record."""
    rng = run.rng
    head = struct.pack(">BHH", rng.choice((20, 21, 22, 23, 24, 255)), rng.choice((0, 0x301, 0x303, 0xffff)),
                       rng.choice((0, 1, 512, 16384, 18433, 65535)))
    return rng.choice([rng.randbytes(rng.randrange(1, 600)), b"GET / HTTP/1.1\r\n\r\n", bytes(64), head + rng.randbytes(64),
                       msgpack.packb([0, 1, "server.hello", []]), head * 40])


def inside(run, sock, context):
    """A handshake without fault, and then noise past its sealing, or in the middle of it."""
    sock = context.wrap_socket(sock, server_hostname="localhost", suppress_ragged_eofs=True)
    bare = socket.socket(fileno=sock.detach())
    bare.settimeout(60)
    bare.sendall(noise(run))
    return bare


def half_way(sock, context, last):
    """A handshake up to the client's last word, in whose place something else comes."""
    into, out = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(into, out, server_hostname="localhost")
    for _ in range(2):
        try:
            client.do_handshake()
        except ssl.SSLWantReadError:
            sock.sendall(out.read())
            into.write(sock.recv(16384))
    sock.sendall(last)
    return sock


def harm(run, sock, context, hello):
    """One connection's worth of harm; the socket, if it may stay open."""
    kind = run.rng.choice(("noise", "cut hello", "changed hello", "silent", "half way", "inside"))
    run.tally(kind)
    try:
        if kind == "noise":
            sock.sendall(noise(run))
        elif kind == "cut hello":
            sock.sendall(hello[:run.rng.randrange(1, len(hello))])
        elif kind == "changed hello":
            sock.sendall(mutated(run.rng, hello))
        elif kind == "half way":
            half_way(sock, context, run.rng.choice((b"", noise(run))))
        elif kind == "inside":
            sock = inside(run, sock, context)
    except (OSError, ssl.SSLError) as error:
        run.tally("ended meanwhile: " + type(error).__name__)
    return sock


def leave(run, sock):
    """Look at what was told, where it is there already, and go."""
    try:
        sock.setblocking(False)
        told = sock.recv(TOLD)
        if told and told[0] not in (20, 21, 22, 23) and NO_TLS not in told:
            raise AssertionError(f"told outside of TLS: {told[:80]!r}")
        if run.rng.randrange(3) == 0:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except OSError:
        pass
    sock.close()


def attack(run):
    target, authority = secure_target(run)
    others, context, hello, kept = bystanders(target, authority), context_of(authority), client_hello(), []
    for _ in run.rounds():
        sock = harm(run, arrive(target.daemon.tls, FLOODERS[0]), context, hello)
        kept.append(sock)
        if len(kept) > OPEN:
            leave(run, kept.pop(run.rng.randrange(len(kept))))
        run.tally("connections")
    for sock in kept:
        leave(run, sock)
    for name, bystander in others.items():
        bystander.finish(run, name)
    target.verdict()


own_network()
main(attack, 200)
