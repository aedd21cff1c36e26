# SPDX-License-Identifier: MIT
"""The bodies of requests to tesuji-http: positions as editors save them, and what those that do not end hold of its memory."""

import json
import sys
import unittest

from client import eventually
from daemon import COUNT as CASES
from daemon import SMALL, Daemon
from gateway import Gateway, Reply
from test_http import SGF, Base

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
        self.assertLess(gateway.rss() - before, (24 if FREES else 60) * MIB_KB)
        for connection in connections:
            connection.send(b".")
            response = connection.getresponse()
            self.assertEqual(response.status, 401)
            response.read()


class Saved(Base):
    def test_bug_a_position_that_a_text_editor_had_saved_was_refused(self):
        """With a mark of UTF-8 at its beginning, and with lines that end with CR and LF."""
        mark = "\ufeff"
        for body, query, best in ((mark + SGF, "capture=B4", "C4"), (SGF.replace("\n", "\r\n"), "capture=B4", "C4"),
                                  (mark + "OX.\r\n...\r\n...\r\n", "capture=A3&order=0", "A2"),
                                  (mark + "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\r\n", "mate=1", "Qg7#"),
                                  (mark + json.dumps(SMALL), "", "A2")):
            events = list(self.gateway.stream("POST", "/v1/solve?" + query, body.encode()))
            self.assertEqual(events[-1][1]["best"], best, body)


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
