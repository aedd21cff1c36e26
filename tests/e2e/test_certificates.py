#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_certificates.py - the checker in Python against the one in C: random proofs, and faulty
ones, of Go and Gomoku. MUTATIONS names the program that makes them; COUNT how many (default 400).
TESUJI_SEED repeats a run."""

import os
import subprocess
import tempfile
import unittest

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


class Agreement(unittest.TestCase):
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
            self.assertGreater(min(said.values()), 0)


if __name__ == "__main__":
    unittest.main()
