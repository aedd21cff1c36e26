# SPDX-License-Identifier: MIT
"""Who keeps connections of tesuji-http without asking anything: how many, and for how long."""

import socket
import sys
import threading
import time
import unittest

from client import eventually
from daemon import DEADLINE_S, LARGE, Daemon, submit
from gateway import Gateway

HEAD = b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"


class Slow(unittest.TestCase):
    def gateway(self, *args):
        daemon = Daemon()
        self.addCleanup(daemon.stop)
        daemon.client().close()
        gateway = Gateway(daemon.path, *args)
        self.addCleanup(lambda: self.assertEqual(gateway.stop(), (0, "", "")))
        gateway.wait_for_daemon()
        return gateway

    def connect(self, gateway, source="127.0.0.1"):
        sock = socket.create_connection(("127.0.0.1", gateway.port), DEADLINE_S, (source, 0))
        self.addCleanup(sock.close)
        return sock

    def test_bug_one_address_took_all_places(self):
        """Its next connection is closed, and another address is answered."""
        gateway = self.gateway("--connections", "12", "--per-address", "4")
        for _ in range(2):
            held = [self.connect(gateway, "127.0.0.2") for _ in range(4)]
            for sock in held:
                sock.sendall(HEAD)
            self.assertEqual(self.connect(gateway, "127.0.0.2").recv(1), b"")
            self.assertEqual(gateway.ask("GET", "/v1/info").status, 200)
            for sock in held:  # and has its places back
                sock.close()
            eventually(lambda: self.is_answered(gateway, "127.0.0.2"))

    def is_answered(self, gateway, source):
        with self.connect(gateway, source) as sock:
            try:
                sock.sendall(b"GET /v1/games HTTP/1.0\r\n\r\n")
                return sock.recv(12) == b"HTTP/1.1 200"
            except OSError:
                return False

    def test_bug_single_bytes_kept_a_place(self):
        """In a head, in a body, and in a head behind a request that was answered."""
        gateway = self.gateway("--request-s", "1")
        began = time.monotonic()
        socks = [self.connect(gateway) for _ in range(3)]
        socks[1].sendall(HEAD + b"\r\n")
        socks[2].sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertTrue(socks[2].recv(65536).startswith(b"HTTP/1.1 404"))
        ended = threading.Event()

        def drip(sock):
            try:
                while not ended.wait(0.05):
                    sock.sendall(b"X")
            except OSError:
                pass

        threads = [threading.Thread(target=drip, args=(sock,)) for sock in socks]
        for thread in threads:
            thread.start()
        try:
            for sock in socks:
                try:
                    while sock.recv(65536):
                        pass
                except ConnectionResetError:
                    pass
        finally:
            ended.set()
        for thread in threads:
            thread.join()
        self.assertLess(time.monotonic() - began, 30)  # without the bound it would not end before 60 s, or ever

    def test_a_stream_may_last(self):
        gateway = self.gateway("--request-s", "1")
        stream = gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=100))
        began = time.monotonic()
        events = iter(stream)
        while time.monotonic() - began < 1.5:
            self.assertIn(next(events)[0], ("job", "progress"))
        stream.close()


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
