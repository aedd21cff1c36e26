# SPDX-License-Identifier: MIT
"""daemon.py - start and stop a real tesujid for a test, and boards to ask about.

TESUJID names the program (default build/server/tesujid), so that the suite runs
against sanitizer builds; TESUJI_E2E_COUNT scales the large tests.
"""

import contextlib
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from client import Client, DEADLINE_S, RpcError

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TESUJID = os.environ.get("TESUJID", os.path.join(ROOT, "build/server/tesujid"))
# The program async_ask (async_ask.c).
ASYNC_ASK = os.environ.get("TESUJI_ASYNC_ASK", os.path.join(ROOT, "build/tests/e2e/async_ask"))
COUNT = int(os.environ.get("TESUJI_E2E_COUNT", "10000"))

# Black to capture: an atari in the corner, proven at once.
SMALL = {"position": {"rows": ["OX.", "...", "..."]}, "goal": {"type": "capture", "target": "A3"}}
# A lone stone in the middle of an empty 19x19: not decided for a long time.
LARGE = {
    "position": {"rows": ["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9},
    "goal": {"type": "capture", "target": "K10"},
    "limits": {"order": 7},
}


def submit(problem, **more):
    return {**problem, **more}


def activated(sockets, *args, pid="$$"):
    """How to start a Daemon that finds the sockets at descriptor 3 and up, as systemd hands them over."""
    def place():
        for i, fd in enumerate([os.dup(s.fileno()) for s in sockets]):
            os.dup2(fd, 50 + i)
        for i in range(len(sockets)):
            os.dup2(50 + i, 3 + i)
    script = f'LISTEN_PID={pid} LISTEN_FDS={len(sockets)} exec "$0" "$@"'
    return {"command": ["/bin/sh", "-c", script, TESUJID, *args], "close_fds": False, "preexec_fn": place}


class Daemon:
    """A tesujid in a child process; its log is read by a thread."""

    def __init__(self, *args, command=None, env=None, listen="127.0.0.1:0", **popen):
        self.directory = tempfile.TemporaryDirectory(prefix="tesuji-e2e-")
        self.path = os.path.join(self.directory.name, "sock")
        if command is None:
            command = [TESUJID, "--listen", listen, "--socket", self.path, "--workers", "2",
                       "--worker-priority", "normal", "--table-mib", "16",
                       "--log-level", "debug", "--drain-ms", "500", *args]
        self.process = subprocess.Popen(
            command, stderr=subprocess.PIPE, env={**os.environ, **(env or {})}, **popen)
        self.lines, self.ended, self.changed = [], False, threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            with self.changed:
                self.lines.append(line.decode(errors="replace").rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def log(self, pattern, count=1):
        """Wait for the count-th line that matches and return its match."""
        end = time.monotonic() + DEADLINE_S
        with self.changed:
            while True:
                found = [m for m in map(re.compile(pattern).search, self.lines) if m]
                if len(found) >= count:
                    return found[count - 1]
                if self.ended or not self.changed.wait(end - time.monotonic()):
                    raise AssertionError(f"no log line {pattern!r} in:\n" + "\n".join(self.lines))

    @property
    def tcp(self):
        return ("127.0.0.1", int(self.log(r"<5>listen address=127\.0\.0\.1:(\d+)$")[1]))

    @property
    def tls(self):
        return ("127.0.0.1", int(self.log(r"<5>listen address=127\.0\.0\.1:(\d+) tls$")[1]))

    def client(self, address=None):
        if address is None:
            self.log(r"<5>listen address=unix:")
            address = self.path
        return Client(address)

    def status(self, field):
        """A field of /proc/PID/status in KiB, or as text."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return dict(line.rstrip("\n").split(":\t", 1) for line in file)[field].strip()

    def rss_kib(self):
        return int(self.status("VmRSS").split()[0])

    def threads(self):
        """What each thread is doing: its name, state, signals, and the call it is in."""
        tasks = f"/proc/{self.process.pid}/task"
        for task in sorted(os.listdir(tasks)):
            with open(f"{tasks}/{task}/status", encoding="ascii") as file:
                status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
            with open(f"{tasks}/{task}/syscall", encoding="ascii") as file:
                call = file.read().split(" ")[0].strip()
            told = [status[key].strip() for key in ("Name", "State", "SigPnd", "ShdPnd", "SigBlk")]
            yield f"thread {task} call {call}: {' '.join(told)}"

    def takes_nothing(self, full):
        """Whether its files may become no larger: its disk is as good as full, or has room again."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (4096 if full else hard, hard))

    @contextlib.contextmanager
    def full_disk(self):
        """Within this block its disk takes nothing."""
        self.takes_nothing(True)
        yield
        if self.process.returncode is None:
            self.takes_nothing(False)

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self):
        """The exit code, after all of the log has been read."""
        try:
            code = self.process.wait(DEADLINE_S)
        except subprocess.TimeoutExpired:
            told = "\n".join([*self.threads(), *self.lines[-60:]])
            raise AssertionError(f"still there after {DEADLINE_S} s:\n{told}") from None
        self.reader.join(DEADLINE_S)
        self.process.stderr.close()
        self.directory.cleanup()
        return code

    def stop(self):
        """SIGTERM, and what every daemon must manage: exit 0, nothing odd said."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        code = self.wait()
        odd = [line for line in self.lines if not re.match(r"<[3-7]>[a-z]+ ", line)]
        if code != 0 or odd:
            raise AssertionError(f"exit {code}\n" + "\n".join(self.lines[-60:]))


class Case(unittest.TestCase):
    """A test with a daemon of its own, stopped in order at its end."""

    def start(self, *args, **more):
        daemon = Daemon(*args, **more)

        def finish():
            try:
                daemon.stop()
            finally:
                if daemon.process.poll() is None:
                    daemon.process.kill()
                    daemon.wait()

        self.addCleanup(finish)
        return daemon

    def connect(self, daemon, address=None):
        client = daemon.client(address)
        self.addCleanup(client.close)
        return client

    def refused(self, client, method, params):
        """The error with which a request is refused."""
        with self.assertRaises(RpcError) as caught:
            client.call(method, params)
        return caught.exception


def main():
    unittest.main(verbosity=2)
