# SPDX-License-Identifier: MIT
"""`tesuji problem`: problems of ours against an exhaustive solver, and what is written of them."""

import json
import os
import random
import re
import sys
import tempfile
import unittest

import solution_tree
from command import run
from daemon import Case
from go_problems import draw
from go_truth import Truth

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import chess_rules  # noqa: E402

ROW = ["--rows", "...OX../OOOOX../XXXXX../.......", "--goal", "capture-all:D4",
       "--option", "region=A4-D3", "--driver", "plain"]
RECORD = ("(;GM[1]FF[4]SZ[7:4]AB[ea][eb][ac][bc][cc][dc][ec]AW[da][ab][bb][cb][db]PL[B]"
          "{}(;B[aa];W[ba]))")
SEED = int(os.environ.get("TESUJI_SEED", "20250"))
WANTED = {"unique": 14, "dual": 10, "cooked": 14, "unsound": 12}  # 50 problems


def problem(*args, code=0, **more):
    done = run("problem", *args, **more)
    if done.returncode != code:
        raise AssertionError(f"{args}: exit {done.returncode}, not {code}: {done.out[:200]}{done.err}")
    return done


def told(*args, code=0):
    return json.loads(problem(*args, "--json", code=code).out)


class Answers(Case):
    def test_a_sound_problem(self):
        self.assertEqual(problem(*ROW, "--local").out, """\
Sound, with one solution: of 3 first moves only B4 works.
  key        B4 then within 6 plies
  main line  1.B4 2.A4 3.C4
  length     2 moves
  duals      none in the main line
  wrong      A4 fails by B4 for good
             C4 fails by B4 for good
""")

    def test_lambda_says_how_far(self):
        out = problem(*ROW[:-2], "--local").out.partition("\n")[0]
        self.assertEqual(out, "Sound, with one solution: of 3 first moves only B4 works, as far as "
                         "lambda-orders up to 3 tell.")
        answer = told(*ROW[:-2], "--local")
        self.assertEqual((answer["scope"], answer["order"]), ("order", 3))
        self.assertEqual(told(*ROW, "--local")["scope"], "absolute")

    def test_a_depth_counts_to_the_goal(self):
        """The last move of the line has one ply left: it reaches the goal at once."""
        atari = ["--rows", ".X./.../XOX/.X.", "--capture", "B2", "--local"]
        answer = told(*atari, "--depth", "1")
        self.assertEqual((answer["line"], answer["complete"]), (["B3"], True))
        self.assertEqual(told(*atari, "--depth", "3", code=5)["works"], 3)
        threes = ["--game", "gomoku", "--option", "k=4", "--attacker", "black", "--rows",
                  "/".join(["......"] * 2 + ["..XX.."] + ["......"] * 3), "--local"]
        answer = told(*threes, "--depth", "3", code=5)
        self.assertEqual((answer["works"], len(answer["line"]), answer["complete"]), (2, 3, True))
        self.assertEqual([dual["works"] for dual in answer["duals"]], [2])

    def test_the_solution(self):
        for solution, says, code in (("B4", "right", 0), ("b4", "right", 0), ("A4", "wrong", 6),
                                     ("G7", "wrong", 6)):
            answer = told(*ROW, "--local", "--solution", solution, code=code)
            self.assertEqual((answer["solution_is"], answer["verdict"]), (says, "unique"))

    def test_the_record_has_the_solution(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "problem.sgf")
            for first, says, code in (("", "wrong", 6), (";B[ba];W[ca];B[aa]", "right", 0)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(RECORD.format(first) if not first else
                               RECORD.partition("{}")[0] + first + ")")
                answer = told(path, *ROW[2:], "--local", code=code)
                self.assertEqual((answer["solution_is"], answer["rows"]), (says, ROW[1]))

    def test_the_record_has_the_goal(self):
        """The mark is on a stone that the solution captures."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "problem.sgf")
            with open(path, "w", encoding="utf-8") as file:
                file.write("(;GM[1]SZ[5]AB[ab][bc][cb]AW[bb]MA[bb];B[ba])")
            answer = told(path, "--depth", "1", "--local")
            self.assertEqual((answer["key"], answer["solution_is"]), ("B5", "right"))

    def test_exit_codes(self):
        problem("--rows", ".O.OX/OOOOX/XXXXX/.....", "--goal", "capture-all:D4", "--option",
                "region=A4-D3", "--driver", "plain", "--local", code=1)
        problem("--rows", ".X../XO../.X../....", "--capture", "B3", "--local", code=5)
        problem("--rows", ".O..../.OOO../......", "--capture", "B3", "--local", "--nodes", "1",
                code=2)
        done = problem(*ROW, "--sgf", "/dev/null", "--pgn", "b.pgn", code=64)
        self.assertIn("only one of --sgf and --pgn", done.err)
        done = problem("--local", *ROW, "--pgn", "/dev/null", code=64)
        self.assertIn("--pgn: there is no PGN of go", done.err)

    def test_other_games(self):
        answer = told("--local", "--game", "hex", "--rows", "..O/.X./...", "--attacker", "black",
                      "--driver", "plain", code=5)
        self.assertGreater(answer["works"], 1)
        answer = told("--local", "--game", "gomoku", "--option", "k=4", "--rows",
                      "....../.XX.../......", "--attacker", "black", "--driver", "plain")
        self.assertEqual(answer["open"], 0)
        answer = told("--local", "--game", "atarigo", "--rows", "OX./.../...", "--attacker", "black",
                      "--driver", "plain", code=5)
        self.assertIn("A2", [m["move"] for m in answer["moves"] if m["verdict"] == "works"])


class AgainstTheTruth(Case):
    """50 problems that the seed draws, each classified as the exhaustive solver has it."""

    def setUp(self):
        self.daemon = self.start()
        self.daemon.log("<5>listen address=unix:")
        self.server = ["--server", "unix:" + self.daemon.path]

    def check(self, rows, target, region, truth):
        """Compare everything that is said of a problem; return its class."""
        works = truth.working(truth.begin)
        word = "unique" if len(works) == 1 else "cooked" if works else "unsound"
        answer = told("--rows", "/".join(rows), "--capture", target, "--attacker", "black",
                      "--option", "region=" + region, "--driver", "plain", *self.server,
                      code={"unique": 0, "cooked": 5, "unsound": 1}[word])
        where = f"seed {SEED}: {'/'.join(rows)} {target} region={region}"
        self.assertEqual(answer["verdict"], word, where)
        self.assertEqual({m["move"]: m["verdict"] for m in answer["moves"]},
                         {truth.name(p): "works" if truth.wins(to) else "fails"
                          for p, to in truth.moves(truth.begin)}, where)
        state, duals = truth.begin, {}
        for ply, move in enumerate(answer["line"], 1):
            if ply % 2 == 1:
                working = truth.working(state)
                self.assertIn(move, working, where)
                if ply > 1 and len(working) > 1:
                    duals[ply] = working
            state = truth.play(state, None if move == "pass" else truth.point(move))
            self.assertIsNotNone(state, where)
        self.assertEqual({d["ply"]: d["works"] for d in answer["duals"]},
                         {ply: len(working) for ply, working in duals.items()}, where)
        if works:
            self.assertTrue(answer["complete"] and truth.is_taken(state), where)
        for m in answer["moves"]:
            if m["verdict"] == "fails" and m["reply"]:
                after = truth.play(truth.begin, truth.point(m["move"]))
                after = truth.play(after, None if m["reply"] == "pass" else truth.point(m["reply"]))
                self.assertTrue(after is not None and not truth.wins(after), where)
        return "dual" if word == "unique" and duals else word

    def test_fifty_problems(self):
        rng, found = random.Random(SEED), dict.fromkeys(WANTED, 0)
        while found != WANTED:
            drawn, truth = draw(rng)
            works = len(truth.working(truth.begin))
            kinds = {0: ("unsound",), 1: ("unique", "dual")}.get(works, ("cooked",))
            if all(found[kind] == WANTED[kind] for kind in kinds):
                continue
            kind = self.check(*drawn, truth)
            found[kind] = min(found[kind] + 1, WANTED[kind])
        print(f"\nseed {SEED}: {sum(found.values())} problems as the truth has them: {found}")


class Records(Case):
    def sgf(self, *args, code=0):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tree.sgf")
            problem(*args, "--local", "--sgf", path, code=code)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def test_the_tree_is_complete(self):
        defences = 0
        for rows, target, region, code in (
                (["O..", ".XX", "X.."], "A3", "A2,A3,B3,C3", 5),
                (["...OX..", "OOOOX..", "XXXXX..", "......."], "D4", "A4,B4,C4,D4,D3,C3", 0)):
            truth = Truth(rows, target, region)
            trees = solution_tree.parse(self.sgf(
                "--rows", "/".join(rows), "--capture", target, "--option", "region=" + region,
                "--driver", "plain", code=code))
            self.assertEqual(len(trees), 1)
            defences += solution_tree.check(trees[0], truth)
        self.assertGreater(defences, 5)

    def test_wrong_moves_have_their_refutation(self):
        text = self.sgf(*ROW)
        self.assertIn("(;B[aa]BM[1]C[fails by B4 for good]\n;W[ba])", text)
        self.assertTrue(text.startswith("(;FF[4]CA[UTF-8]GM[1]AP[tesuji:"))

    def test_hex_and_gomoku(self):
        text = self.sgf("--game", "hex", "--rows", "..O/.X./...", "--attacker", "black", "--driver",
                        "plain", code=5)
        self.assertRegex(text, r"GM\[11\].*SZ\[3\]\nAB\[b2\]AW\[c1\]PL\[B\]")
        self.assertRegex(self.sgf("--game", "gomoku", "--option", "k=4", "--rows",
                                  "....../.XX.../......", "--attacker", "black", "--driver",
                                  "plain"), r"GM\[4\]")


def mates(position, moves):
    """Does the side to move mate in so many moves? By trying everything."""
    return any(mates_by(position, move, moves) for move in position.moves())


def mates_by(position, move, moves):
    after = position.after(move)
    if after.is_mate():
        return True
    if moves == 1 or not after.moves():
        return False
    return all(mates(after.after(reply), moves - 1) for reply in after.moves())


class Chess(Case):
    # Mates of ours: moves, the position.
    MATES = [(1, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), (1, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"),
             (2, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"), (2, "k7/8/2K5/8/8/8/8/7R w - - 0 1"),
             (2, "8/8/8/8/8/6k1/p7/7K b - - 0 1"), (2, "7k/5K2/8/6P1/8/8/8/6R1 w - - 0 1"),
             (3, "7k/6p1/8/5K2/8/P7/8/R7 w - - 0 1"), (2, "5k2/8/5K2/8/8/8/8/R7 w - - 0 1"),
             (1, "k7/P7/1K6/8/8/8/8/7R w - - 0 1"), (2, "7k/7p/5K2/8/8/8/8/R7 w - - 0 1")]

    def test_keys_of_mates(self):
        for moves, fen in self.MATES:
            position = chess_rules.Position(fen)
            keys = {move for move in position.moves() if mates_by(position, move, moves)}
            answer = told("--fen", fen, "--depth", str(2 * moves + 1), "--local",
                          code={0: 1, 1: 0}.get(len(keys), 5))
            self.assertEqual({m["move_coords"] for m in answer["moves"] if m["verdict"] == "works"},
                             keys, fen)
            self.assertEqual((answer["open"], len(answer["moves"])), (0, len(position.moves())))

    def test_an_epd(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mate.epd")
            for best, code in (("Qg7#", 0), ("Qg7", 0), ("Kf7", 6)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"7k/8/5K2/8/8/8/8/6Q1 w - - dm 1; bm {best}; id \"one\";\n")
                answer = told(path, "--local", code=code)
                self.assertEqual((answer["solution"].rstrip("#"), answer["key"]),
                                 (best.rstrip("#"), "Qg7#"))

    def test_a_collection(self):
        """Problems of one file, one fault among them: a line each, and the fault with its place."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mates.epd")
            with open(path, "w", encoding="utf-8") as file:
                file.write('7k/8/5K2/8/8/8/8/6Q1 w - - dm 1; bm Qg7#; id "one";\n'
                           "7k/8/9/8 w - -\n"
                           '7k/8/5K2/8/8/8/8/6Q1 w - - dm 1; bm Kf7; id "two";\n')
            done = run("problem", path, "--json", "--local")
        rows = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual([r["place"]["line"] for r in rows if "fault" in r], [2])
        self.assertEqual([(r["id"], r["place"]["line"], r["verdict"], r["solution_is"])
                          for r in rows if "fault" not in r],
                         [("one", 1, "unique", "right"), ("two", 3, "unique", "wrong")])
        self.assertIn("mates.epd:2: ", done.err)
        self.assertEqual(done.returncode, 65)

    def test_the_pgn(self):
        fen = "7k/6p1/8/5K2/8/P7/8/R7 w - - 0 1"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mate.pgn")
            problem("--fen", fen, "--depth", "7", "--local", "--pgn", path)
            with open(path, encoding="utf-8") as file:
                head, _, moves = file.read().partition("\n\n")
        self.assertIn(f'[FEN "{fen}"]', head)
        words = re.sub(r"\{[^}]*\}", "", moves).replace("(", " ( ").replace(")", " ) ").split()
        self.assertEqual(words[-1], "*")
        self.assertEqual(words.count("("), words.count(")"))
        depth, main = 0, []
        for word in words[:-1]:
            depth += (word == "(") - (word == ")")
            if depth == 0 and word != ")" and not word.endswith("."):
                main.append(word)
        self.assertEqual(main[0], "Kg6")
        self.assertEqual(main[-1], "Rf8#")
        self.assertEqual(len(main), 5)


if __name__ == "__main__":
    unittest.main()
