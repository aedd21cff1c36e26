# SPDX-License-Identifier: MIT
"""gateway.py - start and stop a real tesuji-http for a test, and ask it. TESUJI_HTTP names the program."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time

from daemon import DEADLINE_S, ROOT
from openapi import Description

TESUJI_HTTP = os.environ.get("TESUJI_HTTP", os.path.join(ROOT, "build/clients/http/tesuji-http"))


class Reply:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Stream:
    """Server-Sent Events, or lines of JSON, one by one as (name, value, id); each is given to `check`."""

    def __init__(self, connection, response, check):
        self.check = check
        self.connection, self.response = connection, response
        self.status, self.headers = response.status, response.headers
        self.is_sse = "event-stream" in self.headers["Content-Type"]

    def __iter__(self):
        name, number = None, None
        for line in iter(self.response.readline, b""):
            line = line.decode().rstrip("\n")
            if not self.is_sse:
                if line:
                    self.check(line)
                    value = json.loads(line)
                    assert "event" in value, line  # it was refused
                    yield value["event"], value["data"], None
                continue
            if line.startswith("id: "):
                number = line[4:]
            elif line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                self.check(f'{{"event":"{name}","data":{line[6:]}}}')
                yield name, json.loads(line[6:]), number
                name, number = None, None

    def close(self):
        self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.connection.close()


DESCRIBED = ("/v1/", "/openapi.json")


def examples(path="docs/http.md"):
    """What a page of the docs shows: (command, lines of its output), some of them cut short."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        blocks = re.findall(r"^```console\n(.*?)^```", file.read(), re.S | re.M)
    for block in blocks:
        for shown in block.removeprefix("$ ").split("\n$ "):
            command, *lines = shown.splitlines()
            yield command, lines


class Examples:
    """For a test of a page of the docs."""

    def shows(self, command, lines, port, **environment):
        """The lines are in the output of the command, in that order."""
        command = command.replace("127.0.0.1:7412", f"127.0.0.1:{port}")
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S,
                              env={**os.environ, **environment}, check=False)
        at = 0
        for line in lines:
            said = re.sub(r'("job":)\d+', r"\1", line).removesuffix("}")
            out = re.sub(r'("job":)\d+', r"\1", done.stdout)
            self.assertIn(said, out[at:], command)
            at = out.index(said, at) + len(said)


class Gateway:
    """All that it answers is held against its own description (openapi.py)."""

    def __init__(self, server, *args):
        self._description = None
        self.process = subprocess.Popen(
            [TESUJI_HTTP, "--server", server, "--listen", "127.0.0.1:0", *args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.match(r"tesuji-http: http://127\.0\.0\.1:(\d+), daemon ", line)[1])

    def wait_for_daemon(self):
        end = time.monotonic() + DEADLINE_S
        while self.ask("GET", "/v1/info").status == 503:
            assert time.monotonic() < end

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_S)

    def send(self, method, path, body=None, headers=None):
        connection = self.connect()
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection.request(method, path, body, headers or {})
        return connection, connection.getresponse()

    @property
    def description(self):
        if self._description is None:
            connection, response = self.send("GET", "/openapi.json")
            self._description = Description(Reply(response).json)
            connection.close()
        return self._description

    def ask(self, method, path, body=None, headers=None):
        connection, response = self.send(method, path, body, headers)
        reply = Reply(response)
        connection.close()
        if path.startswith(DESCRIBED) or reply.status >= 400:  # the page's files are not
            self.description.check(method, path, reply)
        return reply

    def stream(self, method, path, body=None, headers=None):
        connection, response = self.send(method, path, body, headers or {"Accept": "text/event-stream"})
        schema = self.description.media(method, path, response.status, response.headers["Content-Type"])
        return Stream(connection, response, lambda value: self.description.validate(schema, value))

    def raw(self, data):
        """What comes back for these bytes and an empty head after them, until the gateway closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=DEADLINE_S) as sock:
            sock.sendall(data + b"\r\n\r\nGET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            back = b""
            try:
                while piece := sock.recv(65536):
                    back += piece
            except ConnectionResetError:
                pass
            return back

    def rss(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+) kB", file.read())[1])

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        out, err = self.process.communicate(timeout=DEADLINE_S)
        return self.process.returncode, out, err
