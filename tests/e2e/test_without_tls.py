#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_without_tls.py - programs that were built without TLS say so where they are asked for it."""

import subprocess
import unittest

from daemon import ASYNC_ASK, DEADLINE_S, TESUJID
from engine_line import program

TESUJI = program("TESUJI", "cli/tesuji")
WITHOUT = "this was built without TLS (WITH_TLS)"


class Told(unittest.TestCase):
    def told(self, *command):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=DEADLINE_S, check=False)
        return done.returncode, done.stderr

    def test_clients(self):
        where = "tls://localhost:7413"
        text = f"cannot connect to {where}: {WITHOUT}\n"
        self.assertEqual((69, f"tesuji: {text}"), self.told(TESUJI, "info", "--server", where))
        self.assertEqual((69, f"async_ask: {text}"), self.told(ASYNC_ASK, where, "1"))

    def test_the_daemon(self):
        code, text = self.told(TESUJID, "--check-config", "--listen-tls", "127.0.0.1:0", "--tls-cert", "/c", "--tls-key", "/k")
        self.assertEqual((78, f"tesujid: listen_tls: {WITHOUT}\n"), (code, text))


if __name__ == "__main__":
    unittest.main(verbosity=2)
