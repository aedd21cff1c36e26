#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_certificates.py - the checker in Python against the one in C: random proofs, and faulty
ones. MUTATIONS names the program that makes them; COUNT how many (default 400).
KOS names the one that makes proofs about kos, of KO_COUNT problems (default 100). TESUJI_SEED repeats a run."""

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
KOS = os.environ.get("KOS", "build/tests/proofs/kos")
KO_COUNT = os.environ.get("KO_COUNT", "100")


def verdict(data, most=None):
    """True, False, or None for what this checker does not know, or gives up after `most` positions."""
    try:
        check_certificate.POSITIONS_MOST = most
        check_certificate.check(data)
    except check_certificate.Unknown:
        return None
    except check_certificate.Bad as why:
        return None if str(why) == "game" else False
    return True


def named(path):
    with open(path, "rb") as file:
        return check_certificate.name(file.read())


def small(move=2, **others):
    """A certificate of one move."""
    header = {"tesuji": "certificate", "format": 1, "rules": 1, "kind": "proof", "game": "go",
              "goal": {"type": "capture", "target": "A2"}, "attacker": "black",
              "first": "attacker", "position": {"rows": "OX/.."}, **others}
    data = msgpack.packb(header) + msgpack.packb([1, move])
    return data + msgpack.packb([0, 0, 1, zlib.crc32(data)])


# Positions of a replay: of chess, and of life in Go, each takes some milliseconds.
CHESS_MOST, OTHERS_MOST = 60, 100


class Agreement(unittest.TestCase):
    def test_bug_an_order_that_was_a_map_was_taken(self):
        self.assertTrue(verdict(small(order=1, depth=1, by="hand")))
        for wrong in ({"order": {}}, {"depth": -1}, {"order": True}, {"by": 1}):
            self.assertFalse(verdict(small(**wrong)), wrong)

    def test_bug_types_and_texts_that_are_none_were_taken(self):
        """True for 1, bytes for a text, and texts that are empty or no ASCII."""
        position = {"rows": "OX/.."}
        for wrong in ({"format": True}, {"rules": 1.0}, {"by": ""}, {"by": "\u00e9"}, {"by": "a\0"},
                      {"by": "a" * 512}, {"position": {"rows": b"OX/.."}}, {"threats": {"attacker": True}},
                      {"position": {**position, "ko": ""}}, {"goal": {"type": "capture", "target": ""}},
                      {"options": {"region": ""}}, {"position": {**position, "fen": "-"}},
                      {"options": []}, {"kind": "lambda-denial"}, {"attacker": "Black"}):
            self.assertFalse(verdict(small(**wrong)), wrong)
            done = subprocess.run([TESUJI, "check", "-"], input=small(**wrong), check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((65, b""), (done.returncode, done.stdout), wrong)

    def test_bug_a_run_without_other_games_failed(self):
        """Whether any of so few random proofs is of a game that it does not know is chance."""
        self.assertTrue(verdict(small(order=1, depth=1)))
        self.assertIsNone(verdict(small(game="draughts", order=1, depth=1)))
        self.assertFalse(verdict(small(game="chess", order=1, depth=1)))

    def test_bug_a_second_king_was_taken(self):
        """The second checker did not judge a FEN."""
        for fen in ("k6K/8/7K/8/8/8/8/8 w - - 0 1", "k6K/8/8/8/8/8/8/7P w - - 0 1", "k6K/8/8 w - - 0 1",
                    "k6K/8/8/8/8/8/8/R7 w - - 0 1", "k6K/8/8/8/8/8/8/8 w K - 0 1", "k6K/8/8/8/8/8/8/8 w - e6 0 1"):
            self.assertFalse(verdict(small(game="chess", goal={"type": "mate"}, position={"fen": fen})), fen)

    def test_bug_threats_of_ko_were_taken_in_chess(self):
        mate = {"game": "chess", "goal": {"type": "mate"}, "position": {"fen": "7k/Q7/6K1/8/8/8/8/8 w - - 0 1"}}
        move = 48 + 64 * 55  # a7h7
        self.assertTrue(verdict(small(move, attacker="white", **mate)))
        self.assertFalse(verdict(small(move, attacker="white", threats={"attacker": 2, "defender": 0}, **mate)))

    def test_bug_a_race_was_lost_by_what_came_too_late(self):
        """White leaves B3 in the ko and takes G1: each checker, and the search, has B3 taken first."""
        for attacker, defender in ((0, 0), (1, 1), (2, 1), (2, 2)):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "race")
                subprocess.run([TESUJI, "solve", "--local", "--rows", ".XO..../XO.O.../.XO..../.....OX",
                                "--goal", "semeai:B3 G1", "--attacker", "black", "--attacker-threats", str(attacker),
                                "--defender-threats", str(defender), "--certificate", path],
                               stdout=subprocess.DEVNULL, check=True)
                for way in ([], ["--exhaustive"]):
                    subprocess.run([TESUJI, "check", *way, path], stdout=subprocess.DEVNULL, check=True)
                with open(path, "rb") as file:
                    self.assertTrue(verdict(file.read()))

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
                    data = file.read()
                got = verdict(data, CHESS_MOST if b"mate" in data else OTHERS_MOST)
                said[got] += 1
                if got is not None:
                    self.assertEqual(name.endswith("-1"), got, (done.stdout.split("\n")[0], name))
                if said[got] % 8 == 1:  # and the command says so too
                    by_command = subprocess.run([TESUJI, "check", path], stdout=subprocess.PIPE,
                                                stderr=subprocess.DEVNULL, check=False)
                    if got:
                        self.assertIn(b"sha256:" + named(path).encode(), by_command.stdout)
                    self.assertEqual(name.endswith("-1"), by_command.returncode == 0, name)
            print(said)
            self.assertGreater(min(said[True], said[False]), 0)

    def test_proofs_about_kos(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([KOS, KO_COUNT, "all", folder], stdout=subprocess.PIPE, text=True, check=False)
            self.assertEqual(0, done.returncode, done.stdout)
            names = sorted(os.listdir(folder))
            print(done.stdout.split("\n")[0], len(names))
            self.assertGreater(len(names), 0)
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    self.assertTrue(verdict(file.read()), (done.stdout.split("\n")[0], name))


if __name__ == "__main__":
    unittest.main()
