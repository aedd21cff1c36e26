#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_tune.py - --tune NAME=VALUE of the benches: it sets what it says, and refuses the rest."""

import os
import subprocess
import unittest

NODES = os.environ["NODES"]
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../problems/eyes.tst")


def nodes(*tuned):
    arguments = [word for text in tuned for word in ("--tune", text)]
    return subprocess.run([NODES, *arguments, "-n", "2000", "-r", "1", LIST], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


class Tune(unittest.TestCase):
    def refuses(self, text, why):
        done = nodes(text)
        self.assertEqual((64, ""), (done.returncode, done.stdout))
        self.assertEqual(1, done.stderr.count("\n"))
        self.assertIn(why, done.stderr)

    def test_own_values_change_nothing(self):
        rows = [line.split("\t") for line in nodes("list").stdout.splitlines()]
        self.assertGreater(len(rows), 50)
        self.assertTrue(all(len(row) == 6 and all(row) for row in rows))
        same = nodes(*(f"{row[0]}={row[1]}" for row in rows))
        self.assertEqual(nodes().stdout, same.stdout)

    def test_other_values_change_nodes(self):
        for text in ("DFPN_SLACK_SHARE=100", "GUESS_DOUBT=0", "GOMOKU_ATTACK_ATTACKER_2=0",
                     "EYES_PROOF_3=100", "CAPTURE_SLACK=0", "GO_LEAF_ORDER=0"):
            with self.subTest(text):
                self.assertTrue(nodes().stdout != nodes(text).stdout)

    def test_refused(self):
        self.refuses("NO_SUCH=1", "no such number")
        self.refuses("DFPN_SLACK_SHARE=0", "expected 1 to 1000")
        self.refuses("DFPN_SLACK_SHARE=99999999999999999999", "expected 1 to 1000")
        self.refuses("DFPN_SLACK_SHARE=many", "expected NAME=VALUE")
        self.refuses("DFPN_SLACK_SHARE", "expected NAME=VALUE")


if __name__ == "__main__":
    unittest.main()
