# SPDX-License-Identifier: MIT
"""Heads of requests that HTTP/1.1 does not let be, before tesuji-http: each is refused, and nothing that comes after it
on its connection is answered. And those that it must take."""

import re
import socket
import sys
import unittest

from daemon import DEADLINE_S
from test_http import Base

HOST = "Host: localhost\r\n"
BODY = '{"a":1}'
NEXT = f"GET /v1/games HTTP/1.1\r\n{HOST}\r\n"  # what is smuggled, if anything is
POST = "POST /v1/jobs HTTP/1.1\r\n"
GET = "GET /v1/games HTTP/1.1\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"

# What is wrong, the bytes, the status.
REFUSED = (
    ("two lengths", f"{POST}{HOST}Content-Length: 7\r\nContent-Length: 5\r\n\r\n{BODY}", 400),
    ("the same length twice", f"{POST}{HOST}Content-Length: 7\r\nContent-Length: 7\r\n\r\n{BODY}", 400),
    ("a list of lengths", f"{POST}{HOST}Content-Length: 7, 7\r\n\r\n{BODY}", 400),
    ("a length with a sign", f"{POST}{HOST}Content-Length: +7\r\n\r\n{BODY}", 400),
    ("a negative length", f"{POST}{HOST}Content-Length: -7\r\n\r\n{BODY}", 400),
    ("a length beyond 64 bits", f"{POST}{HOST}Content-Length: 99999999999999999999\r\n\r\n{BODY}", 413),
    ("a length and chunks", f"{POST}{HOST}Content-Length: 6\r\n{CHUNKED}\r\n0\r\n\r\nG", 400),
    ("a blank before the colon of a length", f"{POST}{HOST}Content-Length : 7\r\n\r\n{BODY}", 400),
    ("a blank before the name", f"GET /v1/games HTTP/1.1\r\n {HOST}X: 1\r\n\r\n", 400),
    ("a coding that is not known", f"{POST}{HOST}Transfer-Encoding: xchunked\r\n\r\n{BODY}", 400),
    ("a coding inside of chunks", f"{POST}{HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    ("chunks twice", f"{POST}{HOST}{CHUNKED}{CHUNKED}\r\n0\r\n\r\n", 400),
    ("chunks in HTTP/1.0", f"POST /v1/jobs HTTP/1.0\r\n{HOST}{CHUNKED}\r\n0\r\n\r\n", 400),
    ("a chunk without a length", f"{POST}{HOST}{CHUNKED}\r\nxyz\r\n", 400),
    ("a chunk with 0x", f"{POST}{HOST}{CHUNKED}\r\n0x7\r\n{BODY}\r\n0\r\n\r\n", 400),
    ("a chunk that does not end", f"{POST}{HOST}{CHUNKED}\r\n7\r\n{BODY}0\r\n\r\n", 400),
    ("a chunk beyond 64 bits", f"{POST}{HOST}{CHUNKED}\r\nFFFFFFFFFFFFFFFFF\r\n{BODY}", 413),
    ("no Host", f"{GET}\r\n", 400),
    ("two Hosts", f"{GET}{HOST}{HOST}\r\n", 400),
    ("a Host that is none", f"{GET}Host: local host\r\n\r\n", 400),
    ("a blank before the colon of Host", f"{GET}Host : localhost\r\n\r\n", 400),
    ("another host in the line", f"GET http://evil.example/v1/games HTTP/1.1\r\n{HOST}\r\n", 400),
    ("two tokens", f"{GET}{HOST}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n", 400),
    ("a carriage return in a value", f"{GET}{HOST}X: a\rb\r\n\r\n", 400),
    ("no colon", f"{GET}{HOST}foo\r\n\r\n", 400),
    ("a blank in the path", f"GET /v1/ga mes HTTP/1.1\r\n{HOST}\r\n", 400),
    ("a byte that is no ASCII in the path", f"GET /v1/g\xe4mes HTTP/1.1\r\n{HOST}\r\n", 400),
    ("no version", "GET /v1/games\r\n\r\n", 400),
    ("another version", f"GET /v1/games HTTP/2.0\r\n{HOST}\r\n", 505),
    ("500 parameters", f"GET /v1/games?{'a=1&' * 500} HTTP/1.1\r\n{HOST}\r\n", 400),
    ("1000 headers", GET + HOST + "X: 1\r\n" * 1000 + "\r\n", 431),
    ("a path that is too long", f"GET /{'a' * 40000} HTTP/1.1\r\n{HOST}\r\n", 414),
)
TAKEN = (
    ("chunks", f"{POST}{HOST}{CHUNKED}\r\n7\r\n{BODY}\r\n0\r\n\r\n", 400),
    ("trailers, which count for nothing", f"{POST}{HOST}{CHUNKED}\r\n7\r\n{BODY}\r\n0\r\nHost: evil\r\n\r\n", 400),
    ("a GET with a body", f"{GET}{HOST}Content-Length: 7\r\n\r\n{BODY}", 200),
    ("an address of a proxy's form", f"GET http://localhost/v1/games HTTP/1.1\r\n{HOST}\r\n", 200),
    ("a line that goes on", f"{GET}{HOST}X: a\r\n b\r\n\r\n", 200),
    ("lines that end with LF", GET.replace("\r", "") + "Host: localhost\n\n", 200),
    ("an escape in the path", f"GET /v1/g%61mes HTTP/1.1\r\n{HOST}\r\n", 200),
    ("a parameter given twice", f"GET /v1/games?a=1&b=2&a=3 HTTP/1.1\r\n{HOST}\r\n", 400),
    ("a parameter given twice, once with an escape", f"GET /v1/games?a=1&%61 HTTP/1.1\r\n{HOST}\r\n", 400),
    ("an option given twice", f"GET /v1/games?option=k=4&option=m=5 HTTP/1.1\r\n{HOST}\r\n", 200),
    ("128 parameters", f"GET /v1/games?{'&'.join(f'a{i}=1' for i in range(128))} HTTP/1.1\r\n{HOST}\r\n", 200),
)


class Framing(Base):
    def answers(self, data):
        """The statuses of what comes back, and all of it, until the gateway closes."""
        with socket.create_connection(("127.0.0.1", self.gateway.port), timeout=DEADLINE_S) as sock:
            back = b""
            try:
                sock.sendall(data.encode("latin-1"))
                while piece := sock.recv(65536):
                    back += piece
            except (ConnectionResetError, BrokenPipeError):
                pass  # it closed before it had read all
        back = back.decode("latin-1")
        return [int(status) for status in re.findall(r"HTTP/1\.1 (\d+) ", back)], back

    def test_bug_a_request_with_two_ends_had_what_followed_answered(self):
        for what, data, status in REFUSED:
            with self.subTest(what):
                statuses, back = self.answers(data + NEXT)
                self.assertLessEqual({*statuses}, {status})  # the library's own, of a length, may come twice
                self.assertEqual(back.count('"games"'), 0)
                if status not in (414, 431):  # it may be gone before it is read
                    self.assertIn(status, statuses)

    def test_what_is_taken_is_answered_and_so_is_the_next(self):
        last = NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
        for what, data, status in TAKEN:
            with self.subTest(what):
                self.assertEqual(self.answers(data + last)[0], [status, 200])

    def test_http_1_0(self):
        self.assertEqual(self.answers("GET /v1/games HTTP/1.0\r\n\r\n" + NEXT)[0], [200])


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
