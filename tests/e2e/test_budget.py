# SPDX-License-Identifier: MIT
"""All connections together have one budget of memory: the greediest peer is told and closed
first, and the others notice nothing."""

import socket

import msgpack

from client import Client, eventually
from daemon import COUNT, SMALL, Case, main, submit

MIB = 1 << 20
MOST_MIB = 8
# Sanitizers keep what was freed for a while: the daemon's own count has to do there.
SANITIZED = COUNT < 10000


def request(method, params, msgid=1):
    return msgpack.packb([0, msgid, method, params])


class Budget(Case):
    def setUp(self):
        # Lines of a flood are held back: those at level debug would be the ones that are told.
        self.daemon = self.start("--max-client-mib", str(MOST_MIB), "--log-level", "info")
        self.watcher = self.connect(self.daemon)

    def held(self):
        info = self.watcher.call("server.info")
        self.assertEqual(info["client_bytes_most"], MOST_MIB * MIB)
        self.assertLessEqual(info["client_bytes"], MOST_MIB * MIB)
        return info["client_bytes"]

    def deaf(self):
        """A connection whose kernel buffers are small, so that the daemon's are what fills."""
        client = self.connect(self.daemon, self.daemon.tcp)
        client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return client

    def test_bug_unread_lists_had_no_bound_together(self):
        jobs = [self.watcher.call("job.submit", submit(SMALL, label="x" * 63, progress_ms=0))["job"]
                for _ in range(1000)]
        for job in jobs:
            self.watcher.done(job)
        row = len(msgpack.packb(self.watcher.call("job.list")))
        before = self.daemon.rss_kib()
        clients = [self.deaf() for _ in range(4 * MOST_MIB)]
        for client in clients:
            client.raw(request("job.list", []) * (16 * MIB // row))
        match = self.daemon.log(r"<4>conn id=\d+ evicted=(\d+) peer_bytes=\d+ all=(\d+) "
                                r"peer=127\.0\.0\.1:\d+$")
        self.assertGreater(int(match[1]), row)
        # Exceeded by what one turn of the loop takes up, not by all that was asked.
        self.assertLess(int(match[2]), 2 * MOST_MIB * MIB)
        self.held()
        if not SANITIZED:
            self.assertLess(self.daemon.rss_kib() - before, 4 * MOST_MIB * 1024)
        for client in clients:
            client.close()
        eventually(lambda: self.held() < MIB)

    def test_bug_half_frames_had_no_bound_together(self):
        """Each is told before it is closed; who holds more, but whose peer holds less, stays."""
        self.watcher.raw(request("server.info", [{"x": b"y" * 40000}]) * 2)
        self.watcher.responses.clear()
        for _ in range(2):
            self.watcher.take()
        large = self.connect(self.daemon)
        large.raw(request("server.info", [{"x": b"y" * 65000}])[:-1])
        half = request("server.info", [{"x": b"y" * 30000}])[:-1]
        clients = [self.connect(self.daemon, self.daemon.tcp) for _ in range(400)]
        for client in clients:
            try:
                client.raw(half)
            except ConnectionError:
                pass
        told = self.daemon.log(r"refused=busy why=.*max_client_mib.* peer=127\.0\.0\.1:\d+$")
        self.assertIn("127.0.0.1 ", told[0])
        self.held()
        ended = 0
        for client in clients:
            client.sock.settimeout(0.05 if ended else 10)
            try:
                messages = client.at_end()
            except TimeoutError:
                continue
            if not messages:
                continue  # ended before it had said anything that was read
            self.assertEqual(messages[-1][2][0]["name"], "busy")
            self.assertIn("(max_client_mib)", messages[-1][2][0]["message"])
            ended += 1
            if ended == 20:
                break
        self.assertEqual(ended, 20)
        large.raw(b"y")
        self.assertIsNone(large.read()[2])

    def test_boards_are_charged_and_given_back(self):
        self.held()  # from now on the watcher itself holds the same
        before = self.held()
        client = self.connect(self.daemon)
        for board in range(1, 17):
            client.call("go.position", {"board": board, "set": {"rows": "../.."}})
        self.assertGreater(self.held() - before, 16 * 361)
        for board in range(1, 17):
            client.call("go.position", {"board": board, "set": {"rows": "../.."}})
        held = self.held()
        client.call("go.position", {"board": 1, "play": ["pass"] * 500})
        self.assertGreater(self.held(), held + 8 * 500)
        client.close()
        eventually(lambda: self.held() <= before)

    def test_the_budget_may_be_left_out(self):
        daemon = self.start("--max-client-mib", "0")
        info = self.connect(daemon).call("server.info")
        self.assertNotIn("client_bytes_most", info)


if __name__ == "__main__":
    main()
