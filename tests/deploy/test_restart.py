#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_restart.py - `systemctl restart tesujid` with tesujid.socket loses nobody: the service manager keeps the sockets,
and hands them to each daemon in turn (LISTEN_FDS). Done by hand here, without systemd, while clients connect all the
time: no connect() fails; each question is answered, or refused as "shutting_down" (or "busy": so many durable jobs may be
left by the daemons before), or cancelled when drain_ms is over, or its connection is closed before that (protocol/SPEC.md,
section 9), and the next daemon answers it; of durable jobs none is lost.

    test_restart.py --service PORT     # the service of this machine, by systemctl, behind tesujid.socket

does so with systemd, where that runs (test_package.py). TESUJI_ROUNDS sets how many restarts.
"""

import os
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import common

sys.path.insert(0, os.path.join(common.ROOT, "tests/e2e"))
from client import Client, RpcError, eventually  # noqa: E402
from daemon import LARGE, SMALL, Daemon, activated, submit  # noqa: E402

ROUNDS = int(os.environ.get("TESUJI_ROUNDS", "20"))
CLIENTS = 3        # of each socket, and as many who submit durable jobs
BEFORE_A_STOP = 3  # answers of each client at least


class Asker(threading.Thread):
    """Connects for each question, and does so again, whatever became of the one before."""

    def __init__(self, address, number):
        super().__init__(daemon=True)
        self.address, self.number = address, number
        self.over, self.failure = threading.Event(), None
        self.answers = self.refused = self.cancelled = self.closed = 0
        self.start()

    def run(self):
        try:
            while not self.over.is_set():
                self.once()
        except BaseException as failure:  # told by finish()
            self.failure = failure

    def once(self):
        with Client(self.address) as client:  # an OSError from here is a failure: the attempt was lost
            try:
                self.ask(client)
            except RpcError as error:
                if error.name not in ("shutting_down", "busy"):
                    raise
                self.refused += 1
                self.over.wait(error.error.get("retry_ms", 0) / 1000)  # as it was told
            except OSError:
                self.closed += 1

    def ask(self, client):
        done = client.done(client.call("job.submit", submit(SMALL, fresh=True))["job"])
        if done["state"] == "cancelled":  # for lack of drain_ms
            self.cancelled += 1
        elif (done["state"], done["value"]) != ("done", "proven"):
            raise AssertionError(done)
        else:
            self.answers += 1

    def finish(self):
        self.over.set()
        self.join(60)
        if self.failure is not None:
            raise AssertionError(f"a client: {self.failure!r}") from self.failure
        if self.is_alive():
            raise AssertionError("a client still waits")


class Keeper(Asker):
    """Submits durable jobs under keys of his own; those that were answered must be there at the end."""

    def __init__(self, address, number):
        self.kept = []
        super().__init__(address, number)

    def ask(self, client):
        key = f"{self.number}/{len(self.kept)}"
        limits = {"order": 7, "nodes": 1000}  # searched for a millisecond or two
        client.call("job.submit", submit(LARGE, fresh=True, limits=limits, durable=True, key=key))
        self.kept.append(key)
        self.answers += 1


def under_load(addresses, restart):
    """Restart it so often while clients connect; the keys of durable jobs that were answered."""
    clients = [kind(address, number * 10 + at) for number in range(CLIENTS)
               for at, (kind, address) in enumerate([*((Asker, one) for one in addresses),
                                                     (Keeper, addresses[number % len(addresses)])])]
    for _ in range(ROUNDS):
        before = [client.answers for client in clients]
        eventually(lambda: all(client.failure or client.answers >= since + BEFORE_A_STOP
                               for client, since in zip(clients, before)))
        restart()
    for client in clients:
        client.finish()
    print(f"{ROUNDS} restarts; " + ", ".join(
        f"{what} {sum(getattr(client, what) for client in clients)}"
        for what in ("answers", "refused", "cancelled", "closed")), flush=True)
    return {key for client in clients if isinstance(client, Keeper) for key in client.kept}


def all_end(address, keys):
    """Every durable job that a client was told of is there, and ends."""
    with Client(address) as client:
        for key in sorted(keys):  # one by one: a connection may watch no more than 64
            client.done(client.call("job.watch", {"key": key})["job"])


class Restart(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tesuji-restart-")
        self.addCleanup(scratch.cleanup)
        self.journal = os.path.join(scratch.name, "journal")
        self.sockets = [socket.socket(), socket.socket(socket.AF_UNIX)]
        self.sockets[0].bind(("127.0.0.1", 0))
        self.sockets[1].bind(os.path.join(scratch.name, "sock"))
        for sock in self.sockets:
            self.addCleanup(sock.close)
            sock.listen(1024)  # as Backlog= in tesujid.socket
        self.addresses = [sock.getsockname() for sock in self.sockets]

    def begin(self):
        daemon = Daemon(**activated(self.sockets, "--workers", "1", "--worker-priority", "normal", "--table-mib", "4",
                                    "--journal", self.journal, "--drain-ms", "20", "--peer-share", "100"))
        self.addCleanup(lambda: daemon.process.poll() is None and daemon.process.kill())
        return daemon

    def test_no_attempt_is_lost(self):
        daemon = self.begin()

        def restart():
            nonlocal daemon
            daemon.stop()  # exit 0, and what has been begun is told
            daemon = self.begin()

        kept = under_load(self.addresses, restart)
        all_end(self.addresses[0], kept)
        daemon.stop()


def restart_service():
    """More often than systemd would take for restarts of somebody sane."""
    subprocess.run("systemctl reset-failed tesujid; systemctl restart tesujid", shell=True, check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--service"]:
        service = ("127.0.0.1", int(sys.argv[2]))
        all_end(service, under_load([service], restart_service))
    else:
        unittest.main()
