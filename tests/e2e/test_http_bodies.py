# SPDX-License-Identifier: MIT
"""Bodies that do not end, before tesuji-http: what they hold of its memory."""

import sys
import unittest

from client import eventually
from daemon import COUNT as CASES
from daemon import Daemon
from gateway import Gateway, Reply

MIB_KB = 1024
COUNT, ALL_MIB, KIB = 90, 64, 900  # bodies, what they may hold in all, what comes of each
BODY = b"[" + b" " * (KIB * 1024)  # no JSON, which is found out at once
# A sanitizer keeps what is freed.
FREES = CASES == 10000


def unread(port):
    """Bytes that are on their way to a port of this machine, or wait there to be read."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file][1:]
    ends, queues = [[row[i].rpartition(":")[2] for row in rows] for i in (1, 2)], [row[4].split(":") for row in rows]
    return sum(int(queue[1], 16) for queue, end in zip(queues, ends[0]) if int(end, 16) == port) + \
        sum(int(queue[0], 16) for queue, end in zip(queues, ends[1]) if int(end, 16) == port)


class Bodies(unittest.TestCase):
    def gateway(self, *args):
        daemon = Daemon()
        self.addCleanup(daemon.stop)
        daemon.client().close()
        gateway = Gateway(daemon.path, *args)
        self.addCleanup(lambda: self.assertEqual(gateway.stop(), (0, "", "")))
        return gateway

    def begun(self, gateway):
        """Connections that have sent most of a body."""
        connections = [gateway.connect() for _ in range(COUNT)]
        for connection in connections:
            self.addCleanup(connection.close)
            connection.putrequest("POST", "/v1/jobs")
            connection.putheader("Content-Length", str(len(BODY) + 1))
            connection.endheaders(BODY)
        return connections

    def test_bug_bodies_held_memory_without_bound(self):
        gateway = self.gateway()
        gateway.wait_for_daemon()
        before = gateway.rss()
        connections = self.begun(gateway)
        eventually(lambda: unread(gateway.port) == 0)
        if FREES:
            self.assertLess(gateway.rss() - before, (ALL_MIB + 24) * MIB_KB)
        replies = []
        for connection in connections:
            connection.send(b".")
            replies.append(Reply(connection.getresponse()))
            connection.close()
        crowded = [reply for reply in replies if reply.status == 503]
        self.assertGreaterEqual(len(crowded), COUNT - ALL_MIB)
        self.assertEqual({(reply.json["code"], reply.headers["Retry-After"]) for reply in crowded}, {("busy", "1")})
        self.assertEqual({reply.json["code"] for reply in replies if reply not in crowded}, {"bad_syntax"})
        self.assertEqual(gateway.ask("POST", "/v1/jobs", BODY).status, 400)
        if FREES:
            eventually(lambda: gateway.rss() - before < 24 * MIB_KB)

    def test_bug_bodies_of_who_brings_no_token_held_memory(self):
        gateway = self.gateway("--need-token", "true")
        before = gateway.rss()
        connections = self.begun(gateway)
        eventually(lambda: unread(gateway.port) == 0)
        self.assertLess(gateway.rss() - before, 24 * MIB_KB)
        for connection in connections:
            connection.send(b".")
            response = connection.getresponse()
            self.assertEqual(response.status, 401)
            response.read()


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
