# SPDX-License-Identifier: MIT
"""`tesuji check`: proofs, files that prove nothing, files that are no certificates. The files are
written here, with another MessagePack than the program's."""

import hashlib
import json
import os
import pty
import subprocess
import tempfile
import unittest
import zlib

import msgpack
from command import TESUJI, run

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


OTHER_FORM = ", of the canonical form; this file has another\n"


def canonical(nodes):
    """The canonical file of HEADER and nodes that are in order: all keys, in the order of the
    document."""
    header = {**HEADER}
    full = {key: header.pop(key) for key in ("tesuji", "format", "rules", "kind", "game")}
    full["options"] = {}
    full.update(header)
    full.update({"threats": {"attacker": 0, "defender": 0}, "order": 0, "depth": 0})
    return certificate(full, nodes)


def name(nodes):
    return hashlib.sha256(canonical(nodes)).hexdigest()


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
                         "4 nodes, replayed on 4 positions\n"
                         "sha256:" + name(NODES) + OTHER_FORM)
        self.assertIn("every legal reply", self.check(0, certificate(), "--exhaustive"))

    def test_the_name_of_a_proof(self):
        """The digest of the canonical file, whichever file is read."""
        lines = self.check(0, canonical(NODES)).split("\n")
        self.assertEqual(["sha256:" + name(NODES), ""], lines[-2:])
        self.assertIn("4 nodes", lines[-3])
        loose = [[1, 6], [1, 8], [1, 3], [2, 2, [3, 0]], [1, 1, 3]]  # another order, and one more
        text = self.check(0, canonical(loose))
        self.assertTrue(text.endswith("sha256:" + name(NODES) + OTHER_FORM), text)

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

    def test_bug_a_proof_and_a_denial_exited_alike(self):
        """--expect tells them apart, and how far a denial goes."""
        first = {**HEADER, "kind": "lambda-denial", "order": 1,
                 "position": {"rows": ".O./.../..."}, "goal": {"type": "capture", "target": "B3"}}
        alive = {**HEADER, "kind": "denial", "goal": {"type": "capture", "target": "A1"},
                 "position": {"rows": "OOO/.O./OOO"}}
        files = {"proven": certificate(), "order 1": certificate(first, [[2, None, []]]),
                 "absolutely": certificate(alive, [[2, None, []]])}
        for name, good in (("proven", ("proven",)),
                           ("order 1", ("denied", "denied:0", "denied:1")),
                           ("absolutely", ("denied", "denied:0", "denied:1", "denied:2",
                                           "denied:absolute"))):
            self.check(0, files[name])
            for claim in ("proven", "denied", "denied:0", "denied:1", "denied:2",
                          "denied:absolute"):
                done = run("check", "--expect", claim, "-", stdin=files[name])
                self.assertEqual(0 if claim in good else 4, done.returncode, (name, claim, done.err))
                self.assertTrue(done.out.startswith("proven: " if name == "proven" else "denied: "))
                self.assertIn("" if claim in good else "not what was expected: it is ", done.err)
                self.assertIn("" if claim in good else name, done.err)
        wrong = certificate(nodes=[[1, 3], [1, 8], [2, 0, [3, 1]], [1, 1, 2]])
        self.check(1, wrong, "--expect", "denied")

    def test_json(self):
        answer = json.loads(self.check(0, certificate({**HEADER, "by": "me"}), "--json"))
        self.assertGreaterEqual(answer.pop("ms"), 0)
        for key, value in (("verdict", "proven"), ("kind", "proof"), ("game", "go"),
                           ("claim", "go: black captures A3 by force, black moving first"),
                           ("goal", {"type": "capture", "target": "A3"}), ("options", {}),
                           ("attacker", "black"), ("first", "attacker"), ("by", "me"),
                           ("position", {"rows": "O../.X./...", "ko": None}),
                           ("threats", {"attacker": 0, "defender": 0}), ("nodes", 4),
                           ("positions", 4), ("positions_most", 250000 + 1000 * (4 + 1)),
                           ("exhaustive", False), ("canonical", False)):
            self.assertEqual(value, answer[key], key)
        self.assertRegex(answer["sha256"], r"\A[0-9a-f]{64}\Z")
        self.assertNotIn("broken", answer)
        self.assertNotIn("order", answer)
        header = {**HEADER, "kind": "lambda-denial", "order": 0,
                  "position": {"rows": "O../.../..."}}
        answer = json.loads(self.check(0, certificate(header, [[2, None, []]]), "--json"))
        self.assertEqual(("denied", "lambda-denial", 0),
                         (answer["verdict"], answer["kind"], answer["order"]))
        nodes = [[1, 3], [1, 4], [2, 0, [3, 1]], [1, 1, 2]]
        answer = json.loads(self.check(1, certificate(nodes=nodes), "--json"))
        self.assertEqual(("rejected", {"node": 1, "after": "B3 A2 B2",
                                       "reason": "the attacker's move is not legal"}),
                         (answer["verdict"], answer["broken"]))
        answer = json.loads(self.check(0, certificate(
            MATE, [[1, 6 + 64 * 7], [2, None, [63 + 64 * 55, 0]], [1, 45 + 64 * 53, 1]]), "--json"))
        self.assertEqual({"fen": MATE["position"]["fen"]}, answer["position"])
        self.assertEqual("", run("check", "--json", "-", stdin=b"hello").out)

    def test_bug_a_check_had_no_limit(self):
        """Dead stones in rows: each has walls of its own, whose liberties white may fill in any
        order."""
        rows = ["." * 19 for _ in range(19)]
        points, moves = [], []
        for y in range(0, 15, 4):
            for x in range(0, 16, 5):
                for i, part in enumerate(("XXXX", "XO.X", "XXXX")):
                    rows[y + i] = rows[y + i][:x] + part + rows[y + i][x + 4:]
                points.append(f"{'ABCDEFGHJKLMNOPQRST'[x + 1]}{19 - y - 1}")
                moves.append((y + 1) * 19 + x + 2)
        nodes = [[1, moves[-1]]]
        for move in moves[-2::-1]:
            nodes += [[2, len(nodes) - 1, []], [1, move, len(nodes)]]
        data = certificate({**HEADER, "goal": {"type": "capture-all", "target": " ".join(points)},
                            "position": {"rows": "/".join(rows)}}, nodes)
        self.assertEqual((31, True), (len(nodes), len(data) < 800))
        for options in (["--max-positions", "2000"], ["--max-positions", "2000", "--exhaustive"],
                        ["--max-positions", "0", "--time", "0.1"]):
            done = run("check", *options, "-", stdin=data)
            self.assertEqual((3, ""), (done.returncode, done.out), done.err)
            self.assertRegex(done.err, r"\Atesuji: -: not decided(: stopped after|"
                                       r" within) \d+ positions\n\Z")
        done = run("check", "--json", "--max-positions", "2000", "-", stdin=data)
        answer = json.loads(done.out)
        self.assertEqual((3, "undecided", 31, 2000, 2000),
                         (done.returncode, answer["verdict"], answer["nodes"],
                          answer["positions"], answer["positions_most"]))
        progress = self.at_a_terminal(data, "--max-positions", "30000")
        self.assertRegex(progress, r"\r\d+ of at most 30000 positions \[=+ +\] \d+ s")
        self.assertNotIn("of at most", self.at_a_terminal(data, "--max-positions", "30000", "-q"))

    def at_a_terminal(self, data, *options):
        """What a check writes to a terminal."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            ours, theirs = pty.openpty()
            with subprocess.Popen([TESUJI, "check", *options, file.name], stdout=theirs,
                                  stderr=theirs) as process:
                os.close(theirs)
                said = b""
                while True:
                    try:
                        some = os.read(ours, 4096)
                    except OSError:  # the other end is closed
                        break
                    said += some
                self.assertEqual(3, process.wait(60))
            os.close(ours)
        return said.decode()

    def test_a_folder(self):
        done = run("check", os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual(done.returncode, 74)
        self.assertIn("Is a directory", done.err)

    def test_no_certificate(self):
        for data, text in ((b"", "header: "), (b"hello", "header: this is no map (byte 0)"),
                           (certificate()[:-1], "nodes[4]: the file ends"),
                           (certificate({**HEADER, "format": 2}), "format: 2"),
                           (certificate({**HEADER, "more": 2}), '"more" is no key'),
                           (certificate({**HEADER, "goal": {}, "goal.type": "capture",
                                         "goal.target": "A3"}), '"goal.type" is no key'),
                           (certificate({**HEADER, "kind": "refusal"}), "kind"),
                           (certificate({**HEADER, "kind": "lambda-denial"}), '"order" is missing'),
                           (certificate({**HEADER, "by": ""}), "by: an empty text"),
                           (certificate({**HEADER, "position": {"rows": "O../.X./...", "ko": ""}}),
                            "position.ko: an empty text"),
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
        self.assertEqual(64, run("check", "a", "--certificate", "b").returncode)
        for claim in ("prove", "denied:", "denied:x", "denied:10", "denied:absolutely"):
            done = run("check", "a", "--expect", claim)
            self.assertEqual((64, ""), (done.returncode, done.out))
            self.assertIn("denied:ORDER", done.err)
        self.assertEqual(64, run("solve", "a", "--exhaustive").returncode)


if __name__ == "__main__":
    unittest.main()
