# SPDX-License-Identifier: MIT
"""The program tesuji-check: it says what `tesuji check` does."""

import os
import re
import resource
import subprocess
import tempfile
import unittest

import msgpack
from command import ROOT, environment, run
from test_check import HEADER, MATE, NODES, certificate

PROGRAM = os.environ.get("TESUJI_CHECK", os.path.join(ROOT, "build/clients/check/tesuji-check"))
WRONG = [[1, 3], [1, 8], [2, 0, [3, 1]], [1, 1, 2]]


def alone(*args, stdin=b""):
    done = subprocess.run([PROGRAM, *args], input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment(), timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def little():
    """32 MiB of address space; a sanitizer needs more for itself."""
    if not os.environ.get("SANITIZE"):
        resource.setrlimit(resource.RLIMIT_AS, (32 << 20, 32 << 20))


class TesujiCheck(unittest.TestCase):
    def test_it_says_what_the_command_says(self):
        denial = {**HEADER, "kind": "lambda-denial", "order": 0,
                  "position": {"rows": "O../.../..."}}
        for data in (certificate(), certificate(nodes=WRONG), certificate(denial, [[2, None, []]]),
                     certificate()[:-1], certificate({**HEADER, "format": 2}), b"", b"hello",
                     certificate(MATE, [[1, 6 + 64 * 7]]), msgpack.packb(NODES)):
            for options in ([], ["--exhaustive"], ["--expect", "denied:1"], ["--time", "9"],
                            ["--max-positions", "1"], ["--json", "--max-positions", "3"]):
                done = run("check", *options, "-", stdin=data)
                code, out, err = alone(*options, "-", stdin=data)
                self.assertEqual(done.returncode, code)
                self.assertEqual(done.err.replace("tesuji: ", "tesuji-check: "), err)
                if "--json" in options:
                    drop = r'"ms": [0-9.]+'
                    self.assertEqual(re.sub(drop, "", done.out), re.sub(drop, "", out))
                    continue
                # The first and the last paragraph: between them is the board.
                self.assertEqual(done.out.split("\n\n")[0], out.split("\n\n")[0])
                self.assertEqual(done.out.split("\n\n")[-1], out.split("\n\n")[-1])

    def test_a_board(self):
        self.assertIn("\n\n    O..\n    .X.\n    ...\n\n", alone("-", stdin=certificate())[1])

    def test_hostile_files(self):
        """One line each, and memory by what was read, not by what the file says that will come."""
        head, many = msgpack.packb(HEADER), 1 << 20
        rows = {**HEADER, "position": {"rows": "O" * many}}
        for data in (b"\x91" * many, b"\x81" * many, b"\xdd\xff\xff\xff\xff" * many, b"\0" * many,
                     b"\xff" * many, head + b"\x91" * many, head + b"\0" * many,
                     head + b"\x93\x02\xc0\xdd\xff\xff\xff\xff" + b"\0" * many,
                     head + b"\x92\x01\xcf" + b"\xff" * many, b"\xdf\xff\xff\xff\xff" + b"\xa1a" * many,
                     b"\xdb\xff\xff\xff\xff" + b"a" * many, certificate(rows), certificate() + b"\0" * many,
                     certificate({**HEADER, "by": "a\0b"}), certificate({**HEADER, "order": 2 ** 63}),
                     certificate(nodes=[[1, 2 ** 64 - 1]]), certificate(nodes=[[1, 3, 0]]),
                     certificate(nodes=[[2, 1, []], [1, 3, 0]]), certificate(root=2 ** 32)):
            with tempfile.TemporaryFile() as file:
                file.write(data)
                file.seek(0)
                done = subprocess.run([PROGRAM, "-"], stdin=file, stdout=subprocess.DEVNULL, check=False,
                                      stderr=subprocess.PIPE, env=environment(), preexec_fn=little)
            self.assertEqual(65, done.returncode, data[:40])
            self.assertRegex(done.stderr.decode(), r"\Atesuji-check: -: [ -~]{10,300}\n\Z")

    def test_use(self):
        self.assertEqual(66, alone("/nowhere/at/all")[0])
        self.assertEqual(74, alone("/")[0])
        for args in ((), ("a", "b"), ("--what", "a"), ("-x",), ("--expect", "a", "b"),
                     ("--expect",), ("--time", "x", "a"), ("--max-positions", "-1", "a"), ("--expect=", "a"),
                     ("--expect=a", "b"), ("--time=", "a"), ("--max-positions=x", "a"), ("--expected=proven", "a"),
                     ("--json=1", "a"), ("--", "a"), ("-hh",), ("--expect", "proven")):
            code, out, err = alone(*args)
            self.assertEqual((64, ""), (code, out))
            self.assertRegex(err, r"\Atesuji-check: [^\n]*; see tesuji-check --help\n\Z")
        self.assertEqual("tesuji-check: --expected=proven is no option; see tesuji-check --help\n",
                         alone("--expected=proven", "a")[2])
        for word in ("--help", "-h"):
            code, out, err = alone(word)
            self.assertEqual((0, ""), (code, err))
            self.assertIn("Usage: tesuji-check", out)

    def test_bug_a_value_behind_an_equals_sign_was_no_option(self):
        for options, code in ((("--expect=proven",), 0), (("--expect=denied",), 4), (("--expect=denied:1",), 4),
                              (("--max-positions=1",), 3), (("--max-positions=0", "--time=9"), 0)):
            self.assertEqual(code, alone(*options, "-", stdin=certificate())[0], options)
            split = [word for option in options for word in option.split("=")]
            self.assertEqual(code, alone(*split, "-", stdin=certificate())[0], split)


if __name__ == "__main__":
    unittest.main()
