# SPDX-License-Identifier: MIT
"""between.py - stands between a client and a daemon: passes messages on, and answers some of the client's requests
itself, as a test wants."""

import os
import socket
import tempfile
import threading

import msgpack

BYTES = 65536


class Link:
    """One connection of the client's, and one to the daemon."""

    def __init__(self, between, client):
        self.between, self.client, self.lock = between, client, threading.Lock()
        self.heard = []  # methods
        self.daemon = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.daemon.connect(between.daemon_path)
        self.threads = [threading.Thread(target=run, daemon=True) for run in (self.up, self.down)]
        for thread in self.threads:
            thread.start()

    def up(self):
        unpacker = msgpack.Unpacker(raw=False, strict_map_key=True)
        try:
            while data := self.client.recv(BYTES):
                unpacker.feed(data)
                for message in unpacker:
                    self.take(message)
        except OSError:
            pass
        self.close()

    def take(self, message):
        _, msgid, method, params = message
        with self.between.changed:
            self.between.heard.append((method, params))
            self.heard.append(method)
            answer = self.between.instead.get(method)
            self.between.changed.notify_all()
        if answer is None or not answer(self, msgid, *params):
            self.daemon.sendall(msgpack.packb(message))

    def down(self):
        try:
            while data := self.daemon.recv(BYTES):
                with self.lock:
                    self.client.sendall(data)
        except OSError:
            pass
        self.close()

    def send(self, message):
        with self.lock:
            self.client.sendall(msgpack.packb(message))

    def result(self, msgid, value):
        self.send([1, msgid, None, value])
        return True

    def error(self, msgid, code, name, message, **more):
        self.send([1, msgid, {"code": code, "name": name, "message": message, **more}, None])
        return True

    def close(self):
        for sock in (self.client, self.daemon):
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Between:
    """`instead` has a function (link, msgid, params) by method: true if it has answered, or will. `heard` has all
    requests, as (method, params)."""

    def __init__(self, daemon_path):
        self.daemon_path, self.instead, self.heard = daemon_path, {}, []
        self.changed = threading.Condition()
        self.links = []
        self.directory = tempfile.TemporaryDirectory(prefix="tesuji-between-")
        self.path = os.path.join(self.directory.name, "sock")
        self.server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.server.bind(self.path)
        self.server.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                self.links.append(Link(self, self.server.accept()[0]))
        except OSError:
            pass

    def count(self, method):
        with self.changed:
            return sum(heard == method for heard, _ in self.heard)

    def wait_for(self, method, count, timeout):
        """Wait until so many requests of a method have been heard."""
        with self.changed:
            done = self.changed.wait_for(lambda: sum(heard == method for heard, _ in self.heard) >= count, timeout)
        assert done, (method, count)

    def close(self):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        for link in self.links:
            link.close()
            for thread in link.threads:
                thread.join()
            link.client.close()
            link.daemon.close()
        self.directory.cleanup()
