# SPDX-License-Identifier: MIT
"""liar.py - a server that lies: what SPEC.md's server says, changed, cut short, without end.

Each connection is answered in one of MODES, drawn at random. Nothing it sends goes beyond
MOST_BYTES, and all its threads end with it.
"""

import os
import re
import socket
import struct
import tempfile
import threading

import msgpack

from daemon import ROOT
from hostile import ODD, mutated, packed, paths, replaced

MOST_BYTES = 24 << 20
CLAIMS = [b"\xdd\x0f\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\x7f\xff\xff\xff",
          b"\xc9\xff\xff\xff\xff\x01", b"\x91" * 9000, b"\xdc\xff\xff" * 99, b"\x81\xa1x" * 400, b"\xc1"]


def examples(kind):
    """Every example of SPEC.md of a kind, "response" or "notification", by its words."""
    with open(os.path.join(ROOT, "protocol/SPEC.md"), encoding="utf-8") as file:
        text = file.read()
    return {name: msgpack.unpackb(bytes.fromhex(body)) for name, body in re.findall(
        rf"^```hex {kind} ([^\n]*)\n(.*?)^```", text, re.M | re.S)}


RESPONSES = examples("response")
NOTES = examples("notification")


class Liar:
    """A listening Unix socket and a thread that answers who comes."""

    MODES = ["right", "types", "bytes", "short", "claims", "notes", "flood", "reset", "junk", "ids",
             "mute"]

    def __init__(self, rng, modes=None):
        self.rng, self.modes = rng, modes or [m for m in self.MODES if m != "mute"]
        self.directory = tempfile.TemporaryDirectory(prefix="tesuji-liar-")
        self.path = os.path.join(self.directory.name, "sock")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(64)
        self.mode = self.modes[0]
        self.sent = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()
        self.directory.cleanup()

    def _accept(self):
        while True:
            try:
                sock, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock):
        sock.settimeout(20)
        unpacker = msgpack.Unpacker(raw=False, strict_map_key=False, unicode_errors="replace")
        try:
            while data := sock.recv(65536):
                unpacker.feed(data)
                for request in unpacker:
                    for piece in self.answer(request):
                        if piece is None:
                            if self.mode == "reset":
                                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                                struct.pack("ii", 1, 0))
                            return
                        sock.sendall(piece)
                        self.sent += len(piece)
        except (OSError, ValueError, msgpack.exceptions.UnpackException):
            pass
        finally:
            sock.close()

    def right(self, request):
        """What a server would say: the response, and how it goes on."""
        method = request[2] if len(request) == 4 and isinstance(request[2], str) else "server.info"
        name = {"job.submit": "job.submit", "job.certificate": "job.certificate piece"}.get(method, method)
        answer = RESPONSES.get(name, RESPONSES["server.info"])
        answer = [1, request[1], *answer[2:]]
        if method == "server.hello":  # nobody has to log in
            answer[3] = {**answer[3], "auth": "none"}
        if method == "job.certificate":  # of one piece
            answer[3] = {**answer[3], "bytes": len(answer[3]["piece"])}
        follow = []
        if method in ("job.submit", "job.watch"):
            done = self.rng.choice([n for k, n in NOTES.items() if k.startswith("job.done")])
            follow = [NOTES["job.progress"], done]
            job = (answer[3] or {}).get("job", 1)
            follow = [[2, n[1], [{**n[2][0], "job": job}]] for n in follow]
        elif method == "go.status":
            follow = [NOTES["go.verdict"], NOTES["go.verdict save"],
                      [2, "go.done", [{"status": 1, "decided": 2, "undecided": 0, "time_ms": 1.0}]]]
        return [answer, *follow]

    def lie(self, messages):
        """Some message with one to three of its values replaced."""
        at = self.rng.randrange(len(messages))
        message = messages[at]
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            path = self.rng.choice(list(paths(message)))
            if path and (self.mode != "ids" or len(path) < 3):
                message = replaced(message, path, self.rng.choice(ODD))
        return [*messages[:at], message, *messages[at + 1:]]

    def answer(self, request):
        """Pieces of bytes; None: hang up."""
        rng, mode = self.rng, self.mode
        messages = self.right(request)
        good = b"".join(packed(message) for message in messages)
        first = request[2] == "server.info" and rng.randrange(3)  # often let it begin
        if mode == "right" or (first and mode != "mute"):
            yield good
        elif mode == "mute":  # an answer, and never the end
            yield packed(messages[0])
        elif mode in ("types", "ids"):
            yield b"".join(packed(message) for message in self.lie(messages))
        elif mode == "bytes":
            yield mutated(rng, good)
        elif mode == "short":
            yield good[:rng.randrange(len(good))]
            yield None
        elif mode == "claims":
            yield good[:rng.randrange(len(good))] + rng.choice(CLAIMS) + rng.randbytes(rng.randrange(3000))
        elif mode == "notes":
            for _ in range(rng.randrange(1, 2000)):
                yield packed(rng.choice(list(NOTES.values())))
            yield good
        elif mode == "flood":
            piece = rng.choice((packed(NOTES["job.progress"]) * 300, packed(messages[0]) * 300,
                                b"\x93\x02\xa1x\x91\xc6\x00\x0f\xff\xf0" + b"x" * 0xffff0))
            for _ in range(MOST_BYTES // len(piece)):
                yield piece
            yield None
        elif mode == "junk":
            yield rng.randbytes(rng.randrange(1, 5000))
        elif mode == "reset":
            yield good[:rng.randrange(len(good))]
            yield None
