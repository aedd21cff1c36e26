# SPDX-License-Identifier: MIT
"""`tesuji check`: proofs, files that prove nothing, files that are no certificates. The files are
written here, with another MessagePack than the program's."""

import os
import tempfile
import unittest
import zlib

import msgpack
from command import run

HEADER = {"tesuji": "certificate", "format": 1, "rules": 1, "kind": "proof", "game": "go",
          "goal": {"type": "capture", "target": "A3"}, "attacker": "black", "first": "attacker",
          "position": {"rows": "O../.X./..."}}
# Black B3, and A2 after all replies but A2, which leaves A1.
NODES = [[1, 3], [1, 6], [2, 0, [3, 1]], [1, 1, 2]]
MATE = {**HEADER, "game": "chess", "goal": {"type": "mate"}, "attacker": "white",
        "position": {"fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"}}


def certificate(header=None, nodes=None, root=None):
    nodes = NODES if nodes is None else nodes
    body = msgpack.packb(HEADER if header is None else header)
    body += b"".join(msgpack.packb(node) for node in nodes)
    trailer = [0, len(nodes) - 1 if root is None else root, len(nodes), zlib.crc32(body)]
    return body + msgpack.packb(trailer)


class Check(unittest.TestCase):
    def check(self, code, data, *args):
        done = run("check", *args, "-", stdin=data)
        self.assertEqual(code, done.returncode, done.out + done.err)
        self.assertEqual(code >= 64, done.out == "")
        self.assertEqual(code < 64, done.err == "")
        return done.out + done.err

    def test_a_proof(self):
        self.assertEqual(self.check(0, certificate()),
                         "proven: go: black captures A3 by force, black moving first\n\n"
                         "    A B C\n  3[O]. .  3\n  2 . X .  2\n  1 . . .  1\n    A B C\n\n"
                         "4 nodes, replayed on 4 positions\n")
        self.assertIn("every legal reply", self.check(0, certificate(), "--exhaustive"))

    def test_no_proof(self):
        self.assertIn("rejected: go: black captures A3 by force, black moving first",
                      self.check(1, certificate(nodes=[[1, 3], [1, 8], [2, 0, [3, 1]], [1, 1, 2]])))
        text = self.check(1, certificate(nodes=[[1, 3], [1, 6], [2, None, [3, 1]], [1, 1, 2]]))
        self.assertIn("node 2, after B3 pass: the defender's reply has no answer", text)
        text = self.check(1, certificate(nodes=[[1, 3], [1, 4], [2, 0, [3, 1]], [1, 1, 2]]))
        self.assertIn("node 1, after B3 A2 B2: the attacker's move is not legal", text)

    def test_a_mate(self):
        """1.Kf7 Kh7 2.Rh1: squares f7 53, h7 55, h1 7, from f6 45, g1 6."""
        nodes = [[1, 6 + 64 * 7], [2, None, [63 + 64 * 55, 0]], [1, 45 + 64 * 53, 1]]
        text = self.check(0, certificate(MATE, nodes))
        self.assertIn("proven: chess: white mates by force, white moving first", text)
        nodes[0] = [1, 6 + 64 * 5]
        text = self.check(1, certificate(MATE, nodes))
        self.assertIn("node 0, after f6f7 h8h7 g1f1: the attacker's last move does not reach", text)

    def test_a_denial(self):
        """Two liberties are too far for order 0; for order 1 a stop says nothing."""
        for order, code, start in ((0, 0, "denied: "), (1, 1, "rejected: ")):
            header = {**HEADER, "kind": "lambda-denial", "order": order,
                      "position": {"rows": "O../.../..."}}
            self.assertIn(f"{start}go: black never captures A3 by lambda of order {order} or less",
                          self.check(code, certificate(header, [[2, None, []]])))

    def test_a_folder(self):
        done = run("check", os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual(done.returncode, 74)
        self.assertIn("Is a directory", done.err)

    def test_no_certificate(self):
        for data, text in ((b"", "byte 0, header: "), (b"hello", "byte 0, header: this is no map"),
                           (certificate()[:-1], "node 4: the file ends"),
                           (certificate({**HEADER, "format": 2}), "format: 2"),
                           (certificate({**HEADER, "more": 2}), '"more" is no key'),
                           (certificate({**HEADER, "goal": {}, "goal.type": "capture",
                                         "goal.target": "A3"}), '"goal.type" is no key'),
                           (certificate({**HEADER, "kind": "refusal"}), "kind"),
                           (certificate({**HEADER, "game": "draughts"}), "game"),
                           (certificate({**HEADER, "goal": {"type": "capture", "target": "B1"}}),
                            "no white stone"),
                           (certificate({**HEADER, "position": {"rows": "OX./X../..."}}), "liberty")):
            self.assertIn(text, self.check(65, data))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "proof.tesuji")
            self.assertEqual(66, run("check", path).returncode)
            with open(path, "wb") as file:
                file.write(certificate())
            self.assertEqual(0, run("check", path).returncode)
            self.assertEqual(74, run("check", folder).returncode)

    def test_wrong_use(self):
        self.assertEqual(64, run("check").returncode)
        self.assertEqual(64, run("check", "a", "b").returncode)
        self.assertEqual(64, run("check", "a", "--json").returncode)
        self.assertEqual(64, run("solve", "a", "--exhaustive").returncode)


if __name__ == "__main__":
    unittest.main()
