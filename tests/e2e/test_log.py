# SPDX-License-Identifier: MIT
"""The log never holds the daemon up: what stderr does not take is dropped, counted and told."""

import fcntl
import os
import re
import select
import signal
import socket
import subprocess
import tempfile

from client import DEADLINE_S, Client, eventually
from daemon import SMALL, TESUJID, Case, main

F_SETPIPE_SZ = 1031


class Log(Case):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="tesuji-log-")
        self.addCleanup(directory.cleanup)
        self.path = os.path.join(directory.name, "sock")

    def serve(self, stderr):
        process = subprocess.Popen(
            [TESUJID, "--listen", "none", "--socket", self.path, "--workers", "1", "--table-mib",
             "1", "--log-level", "debug", "--drain-ms", "500"], stderr=stderr)

        def end():
            if process.poll() is None:
                process.kill()
            process.wait()

        self.addCleanup(end)
        return process

    def client(self):
        """A connection, as soon as the daemon listens: its log cannot be waited for."""
        made = []

        def connected():
            try:
                made.append(Client(self.path))
            except (FileNotFoundError, ConnectionRefusedError):
                pass
            return made

        eventually(connected)
        self.addCleanup(made[0].close)
        return made[0]

    def full_pipe(self):
        """A pipe into which nothing goes any more."""
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        fcntl.fcntl(writing, F_SETPIPE_SZ, 4096)
        os.set_blocking(writing, False)
        try:
            while True:
                os.write(writing, b"#" * 4096)
        except BlockingIOError:
            os.set_blocking(writing, True)
        return reading, writing

    def works(self):
        for _ in range(20):
            client = self.client()
            job = client.call("job.submit", SMALL)["job"]
            self.assertEqual(client.done(job)["value"], "proven")
            client.close()

    def ends(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(DEADLINE_S), 0)

    def test_bug_a_full_pipe_hung_the_daemon(self):
        _, writing = self.full_pipe()
        process = self.serve(writing)
        self.assertFalse(select.select([], [writing], [], 0)[1], "the pipe is full")
        os.close(writing)
        self.works()
        self.ends(process)

    def test_what_was_dropped_is_told(self):
        reading, writing = self.full_pipe()
        process = self.serve(writing)
        self.assertTrue(os.get_blocking(writing), "the mode of a shared pipe is not ours")
        os.close(writing)
        self.works()
        os.set_blocking(reading, False)
        text = b""
        while not (found := re.search(rb"(.*)<4>server event=log-dropped lines=(\d+)\n", text, re.S)):
            self.works()  # says something, now that the pipe is read
            try:
                text += os.read(reading, 65536)
            except BlockingIOError:
                pass
        self.assertEqual(found[1].strip(b"#"), b"", "nothing went into the full pipe")
        self.assertGreater(int(found[2]), 20)
        os.set_blocking(reading, True)
        self.ends(process)
        rest = b"".join(iter(lambda: os.read(reading, 65536), b""))
        lines = (text + rest)[found.end():].decode().splitlines()
        self.assertTrue(all(re.match(r"<[3-7]>[a-z]+ ", line) for line in lines), lines)

    def test_a_full_socket_does_not_hang_it_either(self):
        """The journal is a stream socket."""
        ours, its = socket.socketpair()
        self.addCleanup(ours.close)
        its.setblocking(False)
        try:
            while True:
                its.send(b"#" * 4096)
        except BlockingIOError:
            its.setblocking(True)
        process = self.serve(its.fileno())
        its.close()
        self.works()
        self.ends(process)


if __name__ == "__main__":
    main()
