#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_certificates.py - the checker in Python against the one in C: random proofs, and faulty
ones, of Go and Gomoku. MUTATIONS names the program that makes them; COUNT how many (default 400).
TESUJI_SEED repeats a run."""

import os
import subprocess
import tempfile
import unittest
import zlib

import msgpack

import check_certificate

MUTATIONS = os.environ.get("MUTATIONS", "build/tests/proofs/mutations")
TESUJI = os.environ.get("TESUJI", "build/clients/cli/tesuji")
COUNT = os.environ.get("COUNT", "400")


def verdict(data):
    """True, False, or None for a game that this checker does not know."""
    try:
        check_certificate.check(data)
    except check_certificate.Bad as why:
        return None if str(why) == "game" else False
    return True


def small(**others):
    """A certificate of one move."""
    header = {"tesuji": "certificate", "format": 1, "rules": 1, "kind": "proof", "game": "go",
              "goal": {"type": "capture", "target": "A2"}, "attacker": "black",
              "first": "attacker", "position": {"rows": "OX/.."}, **others}
    data = msgpack.packb(header) + msgpack.packb([1, 2])
    return data + msgpack.packb([0, 0, 1, zlib.crc32(data)])


class Agreement(unittest.TestCase):
    def test_bug_an_order_that_was_a_map_was_taken(self):
        self.assertTrue(verdict(small(order=1, depth=1, by="hand")))
        for wrong in ({"order": {}}, {"depth": -1}, {"order": True}, {"by": 1}):
            self.assertFalse(verdict(small(**wrong)), wrong)

    def test_bug_a_run_without_other_games_failed(self):
        """Whether any of so few random proofs is of a game that it does not know is chance."""
        self.assertTrue(verdict(small(order=1, depth=1)))
        for other in ("hex", "chess"):
            self.assertIsNone(verdict(small(game=other, order=1, depth=1)))

    def test_both_say_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([MUTATIONS, COUNT, folder], stdout=subprocess.PIPE, text=True,
                                  check=False)
            self.assertEqual(0, done.returncode, done.stdout)
            print(done.stdout.split("\n")[0])
            said = {True: 0, False: 0, None: 0}
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    got = verdict(file.read())
                said[got] += 1
                if got is not None:
                    self.assertEqual(name.endswith("-1"), got, (done.stdout.split("\n")[0], name))
                if said[got] % 8 == 1:  # and the command says so too
                    by_command = subprocess.run([TESUJI, "check", path], stdout=subprocess.DEVNULL,
                                                stderr=subprocess.DEVNULL, check=False)
                    self.assertEqual(name.endswith("-1"), by_command.returncode == 0, name)
            print(said)
            self.assertGreater(min(said[True], said[False]), 0)


if __name__ == "__main__":
    unittest.main()
