#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_http_web.py - tesuji-http serves the files of a page: types, packed, remembered by browsers, under a
policy; and nothing else of the disk."""

import gzip
import os
import subprocess
import tempfile

import daemon
from gateway import TESUJI_HTTP, Gateway

PAGE = b"<!doctype html><title>page</title>"


class Files(daemon.Case):
    def setUp(self):
        self.daemon = self.start()
        self.daemon.log(r"<5>listen address=unix:")
        folder = tempfile.TemporaryDirectory(prefix="tesuji-web-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("index.html", PAGE)
        self.write("page.js", b"let a = 1;\n")
        self.write("page.js.gz", gzip.compress(b"let a = 1;\n"))
        self.write("page.css", b"body {}\n")
        self.write("secret.key", b"no")

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def serve(self, *args):
        gateway = Gateway(self.daemon.path, *args)
        self.addCleanup(gateway.stop)
        return gateway

    def test_files(self):
        gateway = self.serve("--web", self.folder)
        for path, media, body in (("/", "text/html; charset=utf-8", PAGE),
                                  ("/index.html", "text/html; charset=utf-8", PAGE),
                                  ("/page.js", "text/javascript; charset=utf-8", b"let a = 1;\n"),
                                  ("/page.css", "text/css; charset=utf-8", b"body {}\n")):
            reply = gateway.ask("GET", path)
            self.assertEqual((reply.status, reply.headers["Content-Type"], reply.body), (200, media, body))
            self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(reply.headers["Cache-Control"], "no-cache")
            self.assertIsNone(reply.headers["Set-Cookie"])
            policy = dict(part.strip().partition(" ")[::2]
                          for part in reply.headers["Content-Security-Policy"].split(";"))
            self.assertEqual(policy, {
                "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:",
                "connect-src": "'self'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"})
            head = gateway.ask("HEAD", path)
            self.assertEqual((head.status, head.body, head.headers["Content-Length"]), (200, b"", str(len(body))))
        self.assertEqual(gateway.ask("GET", "/v1/info").headers["Content-Security-Policy"], "default-src 'none'")

    def test_packed(self):
        gateway = self.serve("--web", self.folder)
        for accepted, is_packed in (("gzip", True), ("br, gzip;q=0.8", True), ("gzip;q=0", False), ("br", False),
                                    ("gzip;q=0.0", False), ("x-gzip", False), ("identity", False)):
            reply = gateway.ask("GET", "/page.js", headers={"Accept-Encoding": accepted})
            self.assertEqual(reply.headers["Content-Encoding"], "gzip" if is_packed else None, accepted)
            body = gzip.decompress(reply.body) if is_packed else reply.body
            self.assertEqual(body, b"let a = 1;\n")
            self.assertEqual(reply.headers["Vary"], "Accept-Encoding")
        packed = gateway.ask("GET", "/", headers={"Accept-Encoding": "gzip"})
        self.assertEqual((packed.headers["Content-Encoding"], packed.body), (None, PAGE))

    def test_remembered(self):
        gateway = self.serve("--web", self.folder)
        tags = set()
        for accepted in ("gzip", "identity"):
            headers = {"Accept-Encoding": accepted}
            tag = gateway.ask("GET", "/page.js", headers=headers).headers["ETag"]
            tags.add(tag)
            for given in (tag, f'"other", {tag}'):
                again = gateway.ask("GET", "/page.js", headers={**headers, "If-None-Match": given})
                self.assertEqual((again.status, again.body, again.headers["ETag"]), (304, b"", tag))
            other = gateway.ask("GET", "/page.js", headers={**headers, "If-None-Match": '"other"'})
            self.assertEqual(other.status, 200)
        self.assertEqual(len(tags), 2)

    def test_nothing_else(self):
        gateway = self.serve("--web", self.folder)
        for path in ("/secret.key", "/page.js.gz", "/../etc/passwd", "/%2e%2e/etc/passwd", "//page.js", "/page.js/",
                     "/PAGE.JS"):
            self.assertEqual(gateway.ask("GET", path).status, 404, path)
        reply = gateway.ask("POST", "/page.js", "x")
        self.assertEqual((reply.status, reply.headers["Allow"]), (405, "GET, HEAD"))
        self.assertEqual(gateway.ask("GET", "/", headers={"Host": "evil.example"}).status, 403)

    def test_read_once(self):
        gateway = self.serve("--web", self.folder)
        self.write("index.html", b"changed")
        self.assertEqual(gateway.ask("GET", "/").body, PAGE)

    def test_none(self):
        self.assertEqual(self.serve("--web", "none").ask("GET", "/").status, 404)

    def refused(self, folder):
        done = subprocess.run([TESUJI_HTTP, "--server", self.daemon.path, "--listen", "127.0.0.1:0", "--web", folder],
                              capture_output=True, text=True, timeout=daemon.DEADLINE_S, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (74, 1), done.stderr)
        return done.stderr

    def test_wrong_folders(self):
        self.assertIn("No such file", self.refused(os.path.join(self.folder, "nothing")))
        self.assertIn("Not a directory", self.refused(os.path.join(self.folder, "page.js")))
        os.remove(os.path.join(self.folder, "index.html"))
        self.assertIn("there is no index.html", self.refused(self.folder))
        self.write("index.html", b"x" * ((4 << 20) + 1))
        self.assertIn("File too large", self.refused(self.folder))
        os.remove(os.path.join(self.folder, "index.html"))
        os.mkdir(os.path.join(self.folder, "index.html"))
        self.assertIn("index.html", self.refused(self.folder))


if __name__ == "__main__":
    daemon.main()
