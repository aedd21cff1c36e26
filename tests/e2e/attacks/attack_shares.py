# SPDX-License-Identifier: MIT
"""A few clients that want everything: all places for jobs with detached jobs without limits, all
memory for tables, all connections. Another peer still gets what he asks for, and the operator's
socket answers."""

import os

from frame import LARGE, Client, RpcError, eventually, main, submit

MIB = 1 << 20


def jobs(run, target):
    """16 connections with 64 detached jobs each take what they can, and leave."""
    taken = refused = 0
    for _ in range(16):
        client = Client(target.tcp)
        ids = [client.send("job.submit", submit(LARGE, detach=True, progress_ms=0)) for _ in range(64)]
        for msgid in ids:
            try:
                client.wait(msgid)
                taken += 1
            except RpcError as error:
                if error.name not in ("busy", "out_of_range"):
                    raise
                refused += 1
        client.close()
    run.tally("jobs taken", taken)
    run.tally("jobs refused", refused)
    run.least("jobs refused", 1)
    target.honest.ask(8)


def tables(run, target):
    """All tables that a peer can have; another still gets one of his own."""
    client = target.client()
    taken = 0
    for size in (1024, 880, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1):
        try:
            client.call("job.submit", submit(LARGE, progress_ms=0,
                                             limits={"order": 7, "table_bytes": size * MIB}))
            taken += size
        except RpcError as error:
            if error.name not in ("busy", "out_of_range"):
                raise
    run.note("MiB of tables taken", taken)
    target.honest.ask(4, table_bytes=MIB)
    client.close()


def connections(run, target):
    """All connections that TCP can have; the Unix socket and the operator's stay open."""
    clients = []
    for _ in range(120):
        client = Client(target.tcp)
        clients.append(client)
        try:
            client.send("server.info")
        except ConnectionError:
            pass
    with target.daemon.client() as other:
        other.call("server.info")
    with Client(target.control) as operator:
        operator.call("server.info")
    run.tally("connections", len(clients))
    for client in clients:
        client.close()
    eventually(lambda: target.honest.client.call("server.info")["connections"] <= 3)


def attack(run):
    for _ in run.rounds():
        control = os.path.join("/tmp", f"tesuji-control-{os.getpid()}")
        target = run.target("--max-connections", "50", "--control-socket", control, growth_mib=1600)
        target.control = control
        connections(run, target)
        tables(run, target)
        jobs(run, target)
        with Client(control) as operator:
            for row in operator.call("job.list")["jobs"]:
                if row["state"] in ("queued", "running"):
                    operator.call("job.cancel", {"job": row["job"]})
                    run.tally("jobs cancelled by the operator")
        target.verdict(idle=False)


main(attack, 1)
