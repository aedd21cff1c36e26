# SPDX-License-Identifier: MIT
"""broker.py - a NATS server on a port and in a folder of its own, a proxy before it that can be blocked,
and a client of it that knows no more than the tests need."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading

import msgpack

from client import DEADLINE_S, eventually

PROGRAM = shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


class Broker:
    """It keeps its port when it is killed and begun again."""

    def __init__(self, *args):
        self.directory = tempfile.TemporaryDirectory(prefix="tesuji-nats-")
        self.args, self.process = args, None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.begin()

    @property
    def address(self):
        return f"nats://127.0.0.1:{self.port}"

    def begin(self):
        with open(os.path.join(self.directory.name, "log"), "ab") as log:
            self.process = subprocess.Popen([PROGRAM, "-a", "127.0.0.1", "-p", str(self.port), *self.args],
                                            stdout=log, stderr=log, cwd=self.directory.name)
        eventually(self.answers)

    def answers(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def kill(self):
        self.process.kill()
        self.process.wait(DEADLINE_S)

    def close(self):
        self.kill()
        self.directory.cleanup()


class Bus:
    """A member of a fleet that a test plays: hears and says what it likes."""

    def __init__(self, broker, *subjects):
        self.sock = socket.create_connection(("127.0.0.1", broker.port))
        self.sock.settimeout(DEADLINE_S)
        self.file = self.sock.makefile("rb")
        self.lock = threading.Lock()
        assert self.file.readline().startswith(b"INFO ")
        self.write(b"CONNECT " + json.dumps({"verbose": False, "pedantic": False, "echo": False}).encode()
                   + b"\r\n")
        for number, subject in enumerate(subjects, 1):
            self.write(f"SUB {subject} {number}\r\n".encode())
        self.write(b"PING\r\n")
        while self.file.readline().strip() != b"PONG":
            pass

    def write(self, data):
        with self.lock:
            self.sock.sendall(data)

    def say(self, subject, message):
        body = msgpack.packb(message)
        self.write(f"PUB {subject} {len(body)}\r\n".encode() + body + b"\r\n")

    def hear(self):
        """The next message: its subject, and what it says."""
        while True:
            words = self.file.readline().split()
            if not words:
                raise ConnectionError("closed by the broker")
            if words[0] == b"PING":
                self.write(b"PONG\r\n")
            elif words[0] == b"MSG":
                body = self.file.read(int(words[-1]) + 2)[:-2]
                return words[1].decode(), msgpack.unpackb(body, raw=False)

    def wait(self, kind, where=lambda message: True):
        """The next message of a kind."""
        while True:
            _, message = self.hear()
            if message["kind"] == kind and where(message):
                return message

    def close(self):
        self.file.close()
        self.sock.close()


class Proxy:
    """Stands before a broker; while it is blocked nothing passes, and no connection ends."""

    def __init__(self, broker):
        self.broker, self.free, self.links = broker, threading.Event(), []
        self.free.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"nats://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.broker.port))
                except OSError:
                    near.close()
                    continue
                self.links += [near, far]
                for a, b in ((near, far), (far, near)):
                    threading.Thread(target=self.pump, args=(a, b), daemon=True).start()

    def pump(self, near, far):
        with contextlib.suppress(OSError):
            while data := near.recv(1 << 16):
                self.free.wait()
                far.sendall(data)
        for sock in (near, far):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def block(self):
        self.free.clear()

    def heal(self):
        self.free.set()

    def close(self):
        self.heal()
        for sock in [self.listener, *self.links]:
            sock.close()


class Forgetful(Proxy):
    """Forgets every n-th message that comes from its daemon, as a broker that dies after it has taken them."""

    def __init__(self, broker, every):
        self.every, self.seen, self.forgotten = every, 0, 0
        super().__init__(broker)

    def pump(self, near, far):
        if far.getpeername()[1] != self.broker.port:
            super().pump(near, far)
            return
        with contextlib.suppress(OSError), near.makefile("rb") as file:
            while line := file.readline():
                if line.startswith(b"PUB "):
                    line += file.read(int(line.split()[-1]) + 2)
                    self.seen += 1
                    if self.seen % self.every == 0:
                        self.forgotten += 1
                        continue
                far.sendall(line)
        with contextlib.suppress(OSError):
            far.shutdown(socket.SHUT_RDWR)


class Twice:
    """Has every message of a fleet delivered twice, as long as its broker lives."""

    def __init__(self, broker):
        self.bus, self.count = Bus(broker, "tesuji.1.>"), 0
        threading.Thread(target=self.repeat, daemon=True).start()

    def repeat(self):
        with contextlib.suppress(OSError, ConnectionError, ValueError):
            while True:
                self.bus.say(*self.bus.hear())
                self.count += 1
