# SPDX-License-Identifier: MIT
"""`tesuji show`: a proof gone through by hand, and written as a record. What the record shows is played
by the rules of tests/e2e/check_certificate.py, where that knows the game."""

import os
import re
import sys
import tempfile
import unittest

from command import HERE, NET, ROOT, run
from test_check import HEADER, MATE, certificate

sys.path.insert(0, os.path.join(ROOT, "tests/e2e"))
import check_certificate  # noqa: E402

PROBLEMS = {
    "go": (NET, "--capture", "E4"),
    "gomoku": (os.path.join(HERE, "fours.sgf"),),
    "hex": (os.path.join(HERE, "bridge.sgf"),),
    "atarigo": ("--game", "atarigo", "--rows", "...../.XO../.OX../...../....."),
    "chess": (os.path.join(HERE, "smothered.fen"),),
}
KINDS = {"go": "1", "atarigo": "1", "gomoku": "4", "hex": "11"}
TOKEN = re.compile(r"\s*([;()]|([A-Z]+)\s*((?:\[(?:[^\]\\]|\\.)*\]\s*)+))", re.S)
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.S)


def read_sgf(text):
    """The root of the one tree: a node is (properties, children)."""
    root, at, stack, end = None, None, [], 0
    while end < len(text.rstrip()):
        token = TOKEN.match(text, end)
        assert token, text[end:end + 40]
        end = token.end()
        if token[1] == "(":
            stack.append(at)
        elif token[1] == ")":
            at = stack.pop()
        elif token[1] == ";":
            node = ({}, [])
            if at is None:
                assert root is None and stack == [None], "one tree"
                root = node
            else:
                at[1].append(node)
            at = node
        else:
            assert token[2] not in at[0], f"{token[2]} twice in a node"
            at[0][token[2]] = [re.sub(r"\\(.)", r"\1", v, flags=re.S)
                               for v in VALUE.findall(token[3])]
    assert not stack
    return root


class Board:
    """A board of stones that stay."""

    def __init__(self, header):
        self.begin = "".join(header["rows"]), int(header["first"] == "defender")
        self.colour = "XO" if header["attacker"] == "black" else "OX"

    def play(self, position, move):
        stones, turn = position
        if move == check_certificate.PASS:
            return stones, 1 - turn
        if stones[move] != ".":
            return None
        return stones[:move] + self.colour[turn] + stones[move + 1:], 1 - turn


def moves_below(node):
    return 1 + sum(moves_below(child) for child in node[1])


class Show(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = {}
        for game, problem in PROBLEMS.items():
            cls.path[game] = os.path.join(cls.folder.name, game + ".proof")
            done = run("solve", *problem, "--local", "-q", "--certificate", cls.path[game])
            assert done.returncode == 0, done.out + done.err

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def show(self, data, lines="", *args, code=0):
        """The command on a file that is written here."""
        path = os.path.join(self.folder.name, "own.proof")
        with open(path, "wb") as file:
            file.write(data)
        done = run("show", *args, path, stdin=lines)
        self.assertEqual(code, done.returncode, done.out + done.err)
        return done.out if code == 0 else done.err + done.out

    def test_a_walk(self):
        text = self.show(certificate(), "moves\nA2\nback\npass\ntop\n")
        self.assertTrue(text.startswith(
            "go: black captures A3 by force, black moving first\n"
            "4 nodes, replayed on 4 positions: a proof\nblack plays B3\n"), text)
        self.assertIn("    A B C\n  3[O]X).  3\n  2 . X .  2\n  1 . . .  1\n    A B C\n", text)
        self.assertIn("white to move; nodes below: 2; moves to the goal: 1 at most", text)
        self.assertIn("  A2               answered by A1     moves to the goal: 1 at most\n"
                      "  any other (6)    answered by A2     moves to the goal: 1 at most\n", text)
        self.assertIn("white plays A2; black plays A1: the goal is reached", text)
        self.assertIn("white plays pass (any other); black plays A2: the goal is reached", text)
        self.assertEqual(2, text.count("black plays B3"))

    def test_what_cannot_be_done_is_one_line(self):
        text = self.show(certificate(), "Z9\nB3\nA1\nB1\nback\nback\ne2e4\n\x1b[2J\n%s\nquit\nA2\n"
                         % ("x" * 5000))
        told = [line for line in text.split("\n") if line.startswith("?")]
        self.assertEqual(told, [
            "? Z9: neither a move nor a command; try help", "? B3: not legal",
            "? B1: the goal is reached already", "? back: this is the start",
            "? e2e4: neither a move nor a command; try help",
            "? ?[2J: neither a move nor a command; try help",
            "? a line is longer than 4094 bytes"])
        self.assertNotIn("\x1b", text)
        self.assertEqual(1, text.count("black plays A2: the goal is reached"))
        self.assertNotIn("plays A1;", text.split("? a line")[1])

    def test_a_jump(self):
        text = self.show(certificate(), "", "--moves", "A2")
        self.assertIn("black plays A1: the goal is reached", text)
        self.assertIn("? A3: not legal", self.show(certificate(), "", "--moves", "A3", code=65))
        self.assertIn("? A1: the goal", self.show(certificate(), "", "--moves", "A2 A1", code=65))

    def test_bug_a_jump_failed_without_a_word_on_stderr(self):
        done = run("show", "--moves", "A2 A1", "-", stdin=certificate())
        self.assertEqual((65, 'tesuji: --moves: "A1" cannot be played here\n'), (done.returncode, done.err))

    def test_the_line(self):
        text = self.show(certificate(), "line\n")
        self.assertIn("\nA2 A1\nmoves: 2, the first is white's\n", text)
        self.assertIn("  2 1 X .  2\n  1 2 . .  1\n", text)

    def test_standard_input(self):
        done = run("show", "--moves", "A2", "-", stdin=certificate())
        self.assertEqual((0, ""), (done.returncode, done.err))
        self.assertIn("black plays A1: the goal is reached", done.out)

    def test_no_proof(self):
        bad = certificate(nodes=[[1, 3], [1, 8], [2, 0, [3, 1]], [1, 1, 2]])
        self.assertIn("no proof: node 1, after B3 A2 C1: ", self.show(bad, code=1))
        self.assertIn("the file ends", self.show(certificate()[:-1], code=65))
        self.assertEqual(66, run("show", "/nowhere").returncode)
        for args in (("show",), ("show", "a", "b"), ("show", "--nodes", "5", "a"),
                     ("show", "--sgf", "x", "--moves", "A1", "a")):
            self.assertEqual(64, run(*args).returncode, args)

    DENIALS = {
        "nothing": ("--rows", "O.../..../....", "--capture", "A3", "--order", "0"),
        "order": ("--rows", "X.X/.O./...", "--capture", "B2"),
        "round": ("--rows", ".O./O.X/...", "--capture", "B3", "--attacker", "black", "--driver", "plain"),
        "hex": ("--game", "hex", "--attacker", "black", "--rows", ".../.O./..."),
        "chess": (os.path.join(HERE, "smothered.fen"), "--mate", "1"),
    }

    def denial(self, name):
        path = os.path.join(self.folder.name, name + ".denial")
        if not os.path.exists(path):
            self.assertEqual(1, run("solve", *self.DENIALS[name], "-q", "--local", "--certificate", path).returncode)
        return path

    def test_bug_a_denial_was_not_shown(self):
        told = run("show", self.denial("nothing"), stdin="moves\nA2\n").out
        self.assertIn("1 nodes, replayed on 1 positions: a denial\nthe goal takes more moves than are left\n", told)
        self.assertIn("? moves: the line ends here\n? A2: the line ends here\n", told)
        told = run("show", self.denial("order"), stdin="moves\nA2\nback\nback\nA3\n").out
        self.assertIn("black to move; nodes below: 37; order: 3\n", told)
        self.assertIn("\n  A2               answered by pass\n", told)
        self.assertIn("\n  any other (2)    answered by pass\n", told)
        self.assertIn("black plays A2; white plays pass\n", told)
        self.assertIn("; order: 2\n", told)
        self.assertIn("? back: this is the start\n", told)
        self.assertIn("? A3: not legal\n", told)
        told = run("show", self.denial("chess"), stdin="moves\n").out
        first = re.search(r"; moves left: 1\n  (\S+) +answered by (\S+)\n", told)
        self.assertIn(f"white plays {first[1]}; black plays {first[2]}: nothing is left of what is denied\n",
                      run("show", "--moves", first[1], self.denial("chess")).out)

    def test_a_denial_that_goes_round(self):
        path = self.denial("round")
        told = run("show", path, stdin="line\n").out
        line = re.search(r"\n((?:\S+ )+\S+)\nmoves: \d+, the first is black's\n", told)[1].split()
        done = run("show", "--moves", " ".join(line[::2]), path)
        played = re.findall(r" plays (\S+?)(?: \(any other\))?; \S+ plays (\S+?)(?::|\n)", done.out)
        self.assertEqual(line, [word for pair in played for word in pair])
        self.assertRegex(done.out, "came before|back, top or quit")

    def test_records_of_denials(self):
        for name in ("nothing", "order", "round", "hex"):
            root, _ = self.record(self.denial(name))
            self.assertRegex(root[0]["C"][0], "never .*\n\\d+ nodes, a denial\n")
            todo, ends = [root], []
            while todo:
                properties, children = todo.pop()
                todo += children
                ends += properties["C"] if not children else []
            self.assertTrue(all(re.search("goes on as at position|out of reach|moves than are left|no move is legal|"
                                          "nothing is left", end) for end in ends), ends)
        self.assertEqual(64, run("show", "--sgf", "-", self.denial("chess")).returncode)

    def test_all_games(self):
        for game, path in self.path.items():
            done = run("show", path, stdin="moves\nline\nline\nhelp\n")
            self.assertEqual((0, ""), (done.returncode, done.err))
            self.assertTrue(done.out.startswith(game + ": "))
            line = re.search(r"\n((?:[A-Za-z]\S* )*\S+)\nmoves: (\d+), ", done.out)
            words = line[1].split()
            self.assertEqual(int(line[2]), len(words))
            # Its replies, typed in, lead to its answers and to the goal.
            done = run("show", "--moves", " ".join(words[::2]), path)
            self.assertEqual(0, done.returncode, done.out)
            played = re.findall(r" plays (\S+?)(?: \(any other\))?; \S+ plays (\S+?)(?::|\n)", done.out)
            self.assertEqual(words, [word for pair in played for word in pair])
            self.assertIn("the goal is reached", done.out)

    def record(self, path, *args):
        done = run("show", "--sgf", "-", *args, path)
        self.assertEqual(0, done.returncode, done.err)
        return read_sgf(done.out), done

    def rules(self, path):
        with open(path, "rb") as file:
            header = check_certificate.read(file.read())[0]
        game = {"go": check_certificate.Go, "gomoku": check_certificate.Gomoku}.get(header["game"])
        rows = header["position"]["rows"].split("/")
        return game(header) if game else Board({**header, "rows": rows}), len(rows[0])

    def replay(self, root, path):
        """Play every variation; the comments of its leaves."""
        rules, width = self.rules(path)
        todo, ends = [(child, rules.begin) for child in root[1]], []
        while todo:
            (properties, children), position = todo.pop()
            colour = "B" if rules.colour[position[1]] == "X" else "W"
            [point] = properties[colour]
            row = point[1:] if point[1:].isdecimal() else ord(point[1]) - ord("a") + 1 if point else 0
            move = (int(row) - 1) * width + ord(point[0]) - ord("a") if point else -1
            after = rules.play(position, move)
            self.assertIsNotNone(after, f"{point} is not legal")
            comment = properties.get("C", [""])[0]
            if not children:
                ends.append(comment)
            if hasattr(rules, "judge"):
                self.assertEqual(rules.judge(after) == 1, "the goal is reached" in comment)
            todo += [(child, after) for child in children]
        return ends

    def test_records(self):
        for game, path in self.path.items():
            if game == "chess":
                continue
            root, _ = self.record(path)
            self.assertEqual((["4"], [KINDS[game]]), (root[0]["FF"], root[0]["GM"]))
            names = []
            todo = [root]
            while todo:
                properties, children = todo.pop()
                names += properties.get("N", [])
                todo += children
            self.assertEqual(len(names), len(set(names)))
            for end in self.replay(root, path):
                place = re.search(r"goes on as at (position \d+) ", end)
                self.assertTrue("the goal is reached" in end or place[1] in names, end)

    def test_our_own_reader_takes_them(self):
        """The main line, by `tesuji diagram`: the board of the walk's end."""
        for game in ("go", "gomoku", "hex"):
            out = os.path.join(self.folder.name, "out.sgf")
            self.assertEqual(0, run("show", "--sgf", out, self.path[game]).returncode)
            line = run("show", self.path[game], stdin="line\n").out
            replies = re.search(r"\n(\S+(?: \S+)*)\nmoves: ", line)[1].split()[::2]
            end = run("show", "--moves", " ".join(replies), self.path[game]).out
            boards = [re.findall(r"^ *\d+[^\n]*\d+$", text, re.M)
                      for text in (end, run("diagram", out).out)]
            plain = [[re.sub(r"[\[\]()]", " ", row).strip() for row in board] for board in boards]
            self.assertEqual(plain[0][-len(plain[1]):], plain[1])
            self.assertEqual(0, run("solve", out, "--move", "0", "--local", "-q",
                                    *(PROBLEMS[game][1:])).returncode)

    def test_a_size(self):
        whole, done = self.record(self.path["hex"])
        self.assertEqual("", done.err)
        least = 0
        for most in (8, 20, 40, 10 ** 6):
            root, done = self.record(self.path["hex"], "--nodes", str(most))
            self.assertLessEqual(moves_below(root), most)
            self.assertGreaterEqual(moves_below(root), least)
            least = moves_below(root)
            ends = self.replay(root, self.path["hex"])
            self.assertEqual(most < 10 ** 6, "--nodes" in done.err)
            self.assertEqual(most < 10 ** 6, any("left out" in e for e in ends) or
                             "left out" in str(root))
        self.assertEqual(whole, root)

    def test_bug_the_last_replies_of_a_record_were_not_counted(self):
        """More nodes than were allowed, and nothing said. The main line is whole whatever is allowed."""
        for game in ("go", "gomoku", "hex", "atarigo"):
            size = moves_below(self.record(self.path[game])[0])
            main = moves_below(self.record(self.path[game], "--nodes", "1")[0])
            for most in range(main, min(size, main + 40)):
                root, done = self.record(self.path[game], "--nodes", str(most))
                self.assertLessEqual(moves_below(root), most, game)
                self.assertIn("--nodes", done.err)

    def test_text_is_escaped(self):
        header = {**HEADER, "by": "a]b\\c[d", "order": 2}
        root, _ = self.record(self.write(certificate(header)))
        self.assertIn("found by a]b\\c[d\n", root[0]["C"][0])
        self.assertEqual((["aa"], ["bb"], ["aa"], ["B"]),
                         tuple(root[0][p] for p in ("AW", "AB", "TR", "PL")))

    def write(self, data):
        path = os.path.join(self.folder.name, "written.proof")
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_the_defender_first(self):
        header = {**HEADER, "first": "defender",
                  "position": {"rows": "OX../.X../...."}}
        path = self.write(certificate(header, [[1, 4], [1, 8], [2, 0, [4, 1]]]))
        root, _ = self.record(path)
        self.assertEqual(["W"], root[0]["PL"])
        self.assertEqual(["4:3"], root[0]["SZ"])
        self.assertEqual(["the goal is reached"] * 2, self.replay(root, path))

    def test_an_older_record_stays_if_the_disk_is_full(self):
        path = os.path.join(self.folder.name, "older.sgf")
        with open(path, "w", encoding="utf-8") as file:
            file.write("(;)")
        done = run("show", "--sgf", path, self.path["go"], file_bytes=64)
        self.assertEqual((74, "", f"tesuji: {path}: File too large\n"),
                         (done.returncode, done.out, done.err))
        with open(path, encoding="utf-8") as file:
            self.assertEqual("(;)", file.read())
        self.assertFalse([n for n in os.listdir(self.folder.name) if n.startswith("older.sgf.")])

    def test_no_record(self):
        done = run("show", "--sgf", "-", self.path["chess"])
        self.assertEqual((64, "", "tesuji: --sgf: there is no SGF of chess\n"),
                         (done.returncode, done.out, done.err))
        self.assertEqual(74, run("show", "--sgf", "/nowhere/x.sgf", self.path["go"]).returncode)
        self.assertEqual(74, run("show", "--sgf", "/dev/full", self.path["go"]).returncode)
        done = run("show", self.write(certificate(MATE, [[1, 6 + 64 * 7], [2, None, [63 + 64 * 55, 0]],
                                                         [1, 45 + 64 * 53, 1]])), stdin="h8h7\n")
        self.assertIn("black plays h8h7; white plays g1h1: the goal is reached", done.out)


if __name__ == "__main__":
    unittest.main()
