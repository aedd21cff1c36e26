# SPDX-License-Identifier: MIT
"""Floods of connections: opened and dropped at once, reset, kept silent, all slots taken."""

import socket

from frame import Client, eventually, main

AT_ONCE = 200


def attack(run):
    target = run.target("--max-connections", str(AT_ONCE + 50))
    for i in run.rounds():
        clients = []
        for _ in range(AT_ONCE):
            kind = run.rng.randrange(4)
            client = Client(target.tcp if kind else target.path)
            try:
                if kind == 1:
                    client.raw(b"\x94\x00\x01")
                elif kind == 2:
                    client.send("server.info")
                elif kind == 3:
                    client.sock.shutdown(socket.SHUT_WR)
            except ConnectionError:
                pass
            clients.append((client, kind))
        run.tally("connections", AT_ONCE)
        if i % 2:
            target.honest.ask(2)
        for client, kind in clients:
            if kind and run.rng.randrange(2):
                client.reset()
            else:
                client.close()
    info = target.honest.client
    eventually(lambda: info.call("server.info")["connections"] == 1)
    target.verdict()


main(attack, 20)
