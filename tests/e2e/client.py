# SPDX-License-Identifier: MIT
"""client.py - a MessagePack-RPC client for the tests, independent of libtesuji.

One connection, blocking, single-threaded. call() sends a request and reads until
its response; notifications that arrive meanwhile wait in `notes`. raw() sends
any bytes at all. Every wait has a deadline, so that a broken daemon fails a test
instead of hanging it.
"""

import socket
import struct
import time

import msgpack

DEADLINE_S = 120


class RpcError(Exception):
    """An error object of the daemon."""

    def __init__(self, error):
        super().__init__(f"{error['name']}: {error['message']}")
        self.error, self.code, self.name = error, error["code"], error["name"]


class Client:
    def __init__(self, address, timeout=DEADLINE_S):
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        self.sock = socket.socket(family, socket.SOCK_STREAM)
        self.sock.settimeout(timeout)
        self.sock.connect(address)
        if family == socket.AF_INET:
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unpacker = msgpack.Unpacker(raw=False, strict_map_key=True)
        self.last = 0
        self.responses = {}
        self.notes = []

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def close(self):
        self.sock.close()

    def reset(self):
        """Vanish with an RST instead of a FIN (TCP)."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def raw(self, data):
        self.sock.sendall(data)

    def send(self, method, *params):
        """Send a request and return its msgid without waiting."""
        self.last += 1
        self.raw(msgpack.packb([0, self.last, method, list(params)]))
        return self.last

    def read(self):
        """Read one message: None at the end of the stream."""
        while True:
            for message in self.unpacker:
                return message
            data = self.sock.recv(1 << 16)
            if not data:
                return None
            self.unpacker.feed(data)

    def take(self):
        """Read one message and file it; ConnectionError at the end."""
        message = self.read()
        if message is None:
            raise ConnectionError("closed by the daemon")
        if message[0] == 1:
            self.responses[message[1]] = message
        else:
            self.notes.append(message)
        return message

    def wait(self, msgid):
        while msgid not in self.responses:
            self.take()
        _, _, error, result = self.responses.pop(msgid)
        if error is not None:
            raise RpcError(error)
        return result

    def call(self, method, *params):
        return self.wait(self.send(method, *params))

    def note(self, method, job=None):
        """Wait for a notification (of a job) and take it out of `notes`."""
        while True:
            for i, (_, name, params) in enumerate(self.notes):
                if name == method and (job is None or params[0]["job"] == job):
                    del self.notes[i]
                    return params[0]
            self.take()

    def done(self, job):
        return self.note("job.done", job)

    def at_end(self):
        """Read until the daemon closes; the messages that came before."""
        messages = []
        try:
            while (message := self.read()) is not None:
                messages.append(message)
        except ConnectionResetError:
            pass
        return messages


def eventually(what, timeout=DEADLINE_S):
    """Poll for a state that only the daemon can tell, with a deadline."""
    end = time.monotonic() + timeout
    while not what():
        if time.monotonic() > end:
            raise AssertionError("did not come true in time")
        time.sleep(0.002)
