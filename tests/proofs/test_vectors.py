#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_vectors.py - the published test vectors (tests/proofs/vectors): both checkers say of each what
index.tsv says, in the default mode and exhaustively; and they can be made again, byte for byte.
TESUJI_CHECK names the program."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests/e2e"))

import check_certificate  # noqa: E402  (found by the line above)

VECTORS = os.path.join(HERE, "vectors")
PROGRAM = os.environ.get("TESUJI_CHECK", os.path.join(ROOT, "build/clients/check/tesuji-check"))
REFUSED = 65


def read(path):
    with open(path, "rb") as file:
        return file.read()


def index():
    """(path, verdict, is it canonical, digest) of each."""
    lines = read(os.path.join(VECTORS, "index.tsv")).decode("ascii").splitlines()
    assert lines[0] == "file\tverdict\tcanonical\tdigest\treason", lines[0]
    return [line.split("\t")[:4] for line in lines[1:]]


def by_python(data):
    """What the checker in Python says; None where it does not know the game or the kind."""
    try:
        header, _, _ = check_certificate.read(data)
    except (check_certificate.Bad, StopIteration):
        return "refused"
    if header["kind"] in ("denial", "lambda-denial") or header["game"] == "chess":
        return None
    try:
        check_certificate.check(data)
    except check_certificate.Bad as why:
        return "rejected" if str(why).startswith("node ") else "refused"
    return "proven"


class Vectors(unittest.TestCase):
    def test_all_files_are_in_the_index(self):
        found = {os.path.relpath(os.path.join(folder, name), VECTORS)
                 for folder, _, names in os.walk(VECTORS) for name in names}
        self.assertEqual(found, {path for path, *_ in index()} | {"index.tsv"})
        self.assertGreater(len(found), 200)

    def test_they_cover_all_games_and_goals(self):
        seen = set()
        for path, *_ in index():
            if path.startswith("accepted/"):
                header = check_certificate.read(read(os.path.join(VECTORS, path)))[0]
                seen.add((header["game"], header["goal"]["type"]))
        self.assertEqual(seen, {*(("go", goal) for goal in check_certificate.Go.OWNERS), ("gomoku", "win"),
                                ("atarigo", "win"), ("hex", "win"), ("chess", "mate")})

    def test_the_checker_says_so(self):
        for path, verdict, form, digest in index():
            for options in ([], ["--exhaustive"]):
                done = subprocess.run([PROGRAM, *options, os.path.join(VECTORS, path)], check=False,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
                out, err = done.stdout.decode(), done.stderr.decode()
                if verdict == "refused":
                    self.assertEqual((REFUSED, ""), (done.returncode, out), path)
                    self.assertEqual(1, err.count("\n"), path)  # one clear line
                    continue
                self.assertEqual(("", verdict), (err, out.split(":")[0]), path)
                self.assertEqual(verdict != "rejected", f"\nsha256:{digest}" in out, path)
                if verdict != "rejected":
                    self.assertEqual(form == "yes", out.endswith(digest + "\n"), path)

    def test_the_checker_in_python_says_so(self):
        known = 0
        for path, verdict, form, digest in index():
            data = read(os.path.join(VECTORS, path))
            said = by_python(data)
            self.assertIn(said, (None, verdict), path)
            known += said is not None
            if verdict != "refused":
                self.assertEqual(digest, check_certificate.name(data), path)
                whole = check_certificate.canonical(*check_certificate.read(data))
                self.assertEqual(form == "yes", whole == data, path)
        self.assertGreater(known, 150)

    def test_they_can_be_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "vectors")
            subprocess.run([sys.executable, os.path.join(HERE, "make_vectors.py"), made], check=True)
            for path in ["index.tsv", *(path for path, *_ in index())]:
                self.assertEqual(read(os.path.join(VECTORS, path)), read(os.path.join(made, path)), path)
            self.assertEqual(len(os.listdir(made)), len(os.listdir(VECTORS)))


if __name__ == "__main__":
    unittest.main()
