# SPDX-License-Identifier: MIT
"""secure.py - a daemon with TLS for the attacks on it, and who comes to it anew all the while."""

import socket
import ssl
import sys

import msgpack

from authority import Authority, TlsClient
from bystander import Bystander, asks_small
from client import DEADLINE_S
from frame import SKIPPED, unshared

NEWCOMER = "10.9.0.1"
FLOODERS = [f"10.9.0.{i}" for i in range(2, 8)]


def own_network():
    """Go on in a network with addresses of its own: shares go by address, and all of 127.0.0.0/8 is one."""
    if not unshared("-rn", "ip link set lo up" + "".join(f" && ip address add {one}/32 dev lo"
                                                        for one in [NEWCOMER, *FLOODERS])):
        print("SKIP a network of its own cannot be made here")
        sys.exit(SKIPPED)


def secure_target(run, *args, **more):
    """(target, authority): a daemon that listens with TLS as well."""
    authority = Authority()
    run.stack.callback(authority.close)
    cert, key = authority.issue("localhost")
    target = run.target("--listen-tls", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key, *args, **more)
    return target, authority


def context_of(authority):
    return ssl.create_default_context(cafile=authority.ca)


def arrive(address, source):
    """A connection from an address of this machine."""
    sock = socket.create_connection(address, timeout=DEADLINE_S, source_address=(source, 0))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def comes_anew(address, context):
    """A function that connects, shakes hands, asks who is there, and leaves."""
    hello = msgpack.packb([0, 1, "server.hello", []])

    def ask():
        with context.wrap_socket(arrive(address, NEWCOMER), server_hostname="localhost") as sock:
            sock.sendall(hello)
            answer = sock.recv(4096)
        if b"tesuji" not in answer:
            raise AssertionError(f"a newcomer is told {answer!r}")

    return ask


def bystanders(target, authority):
    """One who has been there before, and one who comes anew each time."""
    address, ca, context = target.daemon.tls, authority.ca, context_of(authority)
    return {"within: ": Bystander(target, lambda: asks_small(TlsClient(address, ca))),
            "anew: ": Bystander(target, lambda: comes_anew(address, context))}
