# SPDX-License-Identifier: MIT
"""A connection may send any bytes at all: no crash, no growth, a clear error."""

import random
import signal
import socket
import time

import msgpack

from client import Client, eventually
from daemon import COUNT, Case, SMALL, main

GROWTH_KIB = 64 * 1024


def request(method, params, msgid=1):
    return msgpack.packb([0, msgid, method, params])


def nested(depth):
    """server.info with `depth` containers open at the deepest place."""
    inner = 1
    for _ in range(depth - 3):
        inner = [inner]
    return request("server.info", [{"x": inner}])


class Hostile(Case):
    def setUp(self):
        self.daemon = self.start()
        self.watcher = self.connect(self.daemon)
        self.watcher.call("server.info")

    def tearDown(self):
        self.watcher.call("server.info")
        eventually(lambda: self.watcher.call("server.info")["connections"] <= 1 + self.open)

    open = 0

    def ends_with(self, data, name):
        """Send `data`; the daemon says `name` (None: nothing) and closes."""
        client = self.connect(self.daemon, self.daemon.tcp)
        try:
            client.raw(data)
        except ConnectionError:
            pass
        messages = client.at_end()
        client.close()
        if name is None:
            self.assertEqual(messages, [])
            return
        last = messages[-1]
        error = last[2][0] if last[0] == 2 else last[2]
        if last[0] == 2:
            self.assertEqual(last[1], "server.error")
        self.assertEqual(error["name"], name, error)
        self.assertTrue(error["message"])

    def goes_on(self, data, count=1):
        """Send `data`; `count` answers come and the connection lives."""
        client = self.connect(self.daemon)
        client.raw(data)
        answers = [client.read() for _ in range(count)]
        client.call("server.info")
        client.close()
        return answers

    def test_other_protocols(self):
        for data in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00", b"\xff\xfb\x01", b"\n",
                     b"\xdd\x0f\xff\xff\xff", b"\x80", b"\xc1", b"\xdf\xff\xff\xff\xff", b"\x92\x00\x01"):
            with self.subTest(data):
                self.ends_with(data, None)

    def test_bombs(self):
        head = b"\x94\x00\x01\xabserver.info"
        for data in (b"\xdd\x0f\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdd\xff\xff\xff\xff",
                     b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xc9\xff\xff\xff\xff\x01",
                     b"\x91\xdc\xff\xff" * 20, b"\x91" * 40, b"\xdc\xff\xff" + b"\xdc\xff\xff" * 30):
            with self.subTest(data):
                self.ends_with(head + data, "over_limit")
        self.ends_with(head + b"\xc1", "bad_frame")

    def test_depth(self):
        for depth in (4, 15, 16):
            self.assertIsNone(self.goes_on(nested(depth))[0][2])
        for depth in (17, 18, 32, 33, 34, 400):
            self.ends_with(nested(depth), "over_limit")

    def test_size(self):
        most = 65536
        empty = len(request("server.info", [{"x": b""}])) + 3
        fits = request("server.info", [{"x": b"y" * (most - empty + 1)}])
        fits = request("server.info", [{"x": b"y" * (most - empty + 1 - (len(fits) - most))}])
        self.assertEqual(len(fits), most)
        self.assertIsNone(self.goes_on(fits)[0][2])
        self.ends_with(request("server.info", [{"x": b"y" * most}]), "over_limit")
        values = request("server.info", [{"x": [0] * 20000}])
        self.ends_with(values, "over_limit")

    def test_broken_envelopes(self):
        for message in ([0, 1, "server.info"], [0, 1, "server.info", [], 5], [3, 1, "x", []],
                        [0, "one", "server.info", []], [0, -1, "server.info", []],
                        [0, 1 << 32, "server.info", []], [0, 1, 7, []], [0, 1, "m\0", []],
                        [-1, 2, "x", []], ["request", 1, "x", []], [1, 1, None, None],
                        [1, 7, {"code": -1}, None]):
            data = msgpack.packb(message)
            with self.subTest(message):
                self.ends_with(data, None if data[0] not in (0x93, 0x94) else "bad_frame")
        self.ends_with(request("m" * 65, []), "over_limit")
        self.ends_with(b"\x94\x00\x01\xa2\xff\xfe\x90", "bad_frame")

    def test_odd_but_sound(self):
        for params in (None, 7, "x", {"a": 1}, [1], [{}, {}], [[]], [{}, 1], [{1: 2}]):
            with self.subTest(params):
                answer = self.goes_on(request("job.status", params))[0]
                self.assertEqual((answer[0], answer[1]), (1, 1))
                self.assertTrue(answer[2]["message"].startswith("params"), answer)
        self.assertIsNone(self.goes_on(request(b"server.info", []))[0][2], "a bin as method")
        same = self.goes_on(request("server.info", [], 9) + request("job.list", [], 9), 2)
        self.assertEqual([answer[1] for answer in same], [9, 9], "a msgid used twice")
        self.assertIsNone(self.goes_on(request("server.info", [], 0xffffffff))[0][2])

    def test_notifications_are_ignored(self):
        client = self.connect(self.daemon)
        client.raw(msgpack.packb([2, "job.submit", [SMALL]]))
        client.raw(msgpack.packb([2, "nonsense", []]))
        self.assertEqual(client.call("server.info")["jobs"]["total"], 0)
        client.close()

    def test_every_cut(self):
        """One byte at a time, and two frames in each possible pair of packets."""
        frames = request("server.info", [], 1) + request("job.status", [{"job": 5}], 2)
        self.assertEqual(len(self.goes_on(frames, 2)), 2)
        client = self.connect(self.daemon)
        for byte in frames:
            client.raw(bytes([byte]))
        self.assertEqual([client.read()[1], client.read()[1]], [1, 2])
        for cut in range(1, len(frames)):
            client.raw(frames[:cut])
            client.raw(frames[cut:])
            self.assertEqual([client.read()[1], client.read()[1]], [1, 2])
        client.close()

    def test_random_bytes(self):
        seed = time.time_ns()
        print(f"seed {seed}")
        rng = random.Random(seed)
        good = request("job.submit", [SMALL])
        before = self.daemon.rss_kib()
        for i in range(max(50, COUNT // 20)):
            data = bytearray(good * 3 if i % 2 else rng.randbytes(rng.randrange(1, 3000)))
            if i % 2 == 0 and rng.random() < 0.9:
                data[0] = rng.choice((0x93, 0x94))
            for _ in range(rng.randrange(0, 8)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            client = Client(self.daemon.tcp)
            try:
                client.raw(bytes(data))
                client.sock.shutdown(socket.SHUT_WR)
                client.at_end()
            except ConnectionError:
                pass
            client.close()
        self.assertLess(self.daemon.rss_kib() - before, GROWTH_KIB, f"seed {seed}")

    def test_error_survives_a_flood(self):
        """The last word arrives though the sender goes on sending."""
        client = self.connect(self.daemon, self.daemon.tcp)
        client.raw(b"\x94\x00\x01\xc1" + b"x" * 200000)
        self.assertEqual(client.at_end()[-1][1], "server.error")
        client.close()

    def flood(self, method):
        """Send requests without reading until nothing goes in any more."""
        client = Client(self.daemon.tcp)
        self.addCleanup(client.close)
        client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.sock.setblocking(False)
        batch, sent, quiet_since = request(method, []) * 100, 0, None
        while sent < 100000:
            try:
                sent += client.sock.send(batch) / (len(batch) / 100)
                quiet_since = None
            except BlockingIOError:
                quiet_since = quiet_since or time.monotonic()
                if time.monotonic() - quiet_since > 0.5:
                    break  # back-pressure: that is what is wanted
                self.watcher.call("server.info")
            except ConnectionError:
                break
        client.sock.settimeout(60)
        return client

    def test_unread_answers(self):
        before = self.daemon.rss_kib()
        clients = [self.flood("server.info") for _ in range(3)]
        self.assertLess(self.daemon.rss_kib() - before, GROWTH_KIB)
        for client in clients:
            client.close()

    def test_slow_reader_is_closed(self):
        client = self.flood("server.info")
        self.daemon.log(r"<7>conn id=\d+ closed=(slow reader|write stalled)")
        client.close()

    def test_slow_reader_that_catches_up_loses_nothing(self):
        client = Client(self.daemon.path)
        count = min(COUNT, 5000)
        sender = request("server.info", [], 7) * count
        client.sock.settimeout(60)
        answers, at = 0, 0
        while answers < count:
            client.sock.setblocking(False)
            try:
                at += client.sock.send(sender[at:at + 100000]) if at < len(sender) else 0
            except BlockingIOError:
                pass
            client.sock.settimeout(60)
            if client.read() is not None:
                answers += 1
        self.assertEqual(client.call("server.info")["connections"], 2)
        client.close()

    def test_pipelining_does_not_starve_others(self):
        """While one peer has thousands of requests queued, another is answered."""
        greedy = Client(self.daemon.path)
        count = min(COUNT, 3000)
        greedy.sock.setblocking(False)
        try:
            greedy.sock.send(request("job.status", [{"job": 1}]) * count)
        except BlockingIOError:
            pass
        self.watcher.call("server.info")
        greedy.close()

    def test_bug_a_frame_was_late_because_the_daemon_had_been_stopped(self):
        """The rest of a frame that came in time is read before the clock is looked at, although
        the daemon could not run meanwhile."""
        frame = request("server.info", [])
        half = self.connect(self.daemon, self.daemon.tcp)
        half.raw(frame[:5])
        self.daemon.log(r"conn id=2 opened")
        self.watcher.call("server.info")
        self.daemon.signal(signal.SIGSTOP)
        half.raw(frame[5:])
        time.sleep(6)  # more than a frame may take to arrive, 5 s
        self.daemon.signal(signal.SIGCONT)
        self.assertIsNone(half.read()[2])
        half.close()

    def test_time_limits(self):
        """Half a frame is refused after a while; so is silence, if so set."""
        half = self.connect(self.daemon, self.daemon.tcp)
        half.raw(b"\x94\x00\x01")
        daemon = self.start("--idle-timeout-s", "1")
        idle = self.connect(daemon)
        self.assertEqual(idle.at_end(), [])
        daemon.log(r"closed=idle")
        message = half.at_end()[-1]
        self.assertEqual((message[1], message[2][0]["name"]), ("server.error", "timeout"))


if __name__ == "__main__":
    main()
