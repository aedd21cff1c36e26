# SPDX-License-Identifier: MIT
"""`tesuji problem` of a collection: rows, tables that are resumed, trees of all problems in one file."""

import fcntl
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
import unittest

import solution_tree
from command import HERE, LARGE, Terminal, run, start
from daemon import Case as Daemons
from daemon import Daemon
from go_problems import draw_kinds
from go_problems import table as go_table
from make_collection import NO_FILES, hostile, make, only_files
from tables import Case, places, table

sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import chess_rules  # noqa: E402

SEED = int(os.environ.get("TESUJI_SEED", "4711"))
FENS = ["7k/8/5K2/8/8/8/8/6Q1 w - -", "6k1/5ppp/8/8/8/8/8/R6K w - -", "k7/P7/1K6/8/8/8/8/7R w - -"]
MATES = (f'{FENS[0]} dm 1; bm Qg7#; id "one";\n'
         f'{FENS[0]} dm 1; bm Kf7; id "two";\n'
         f'{FENS[1]} dm 1; id "three";\n')
BROKEN = '7k/8/9/8 w - - id "broken";\n'
# A problem of each kind; that of the third row has no point for its goal.
KINDS = ("id\trows\tgoal\toptions\tbest\n"
         "unique\t...OX../OOOOX../XXXXX../.......\tcapture-all:D4\tregion=A4-D3\tB4\n"
         "cooked\t.X../XO../.X../....\tcapture:B3\tregion=A4-D1\t\n"
         "refused\tOX./.../...\tcapture\t\t\n"
         "unsound\t.O.OX/OOOOX/XXXXX/.....\tcapture-all:D4\tregion=A4-D3\t\n"
         "wrong\t...OX../OOOOX../XXXXX../.......\tcapture-all:D4\tregion=A4-D3\tA4\n")
PLAIN = ("--local", "--driver", "plain")
# What is the same in every run; which of several moves works soonest depends on what is remembered.
CELLS = ("file", "line", "id", "game", "verdict", "solution", "works", "fails", "open", "hash")


def cells(rows):
    return [tuple(row[name] for name in CELLS) for row in rows]


def judged(path, *args, code=None, **more):
    """Run, with the exit code that is wanted."""
    done = run("problem", path, *args, **more)
    if code is not None and done.returncode != code:
        raise AssertionError(f"exit {done.returncode}, not {code}: {done.out[-500:]}{done.err[-500:]}")
    return done


def lines_of(done):
    return [json.loads(line) for line in done.out.splitlines()]


class Rows(Case):
    def test_rows_and_sums(self):
        path = self.path("kinds.tsv", KINDS)
        done = judged(path, *PLAIN, code=65)
        self.assertEqual(done.err, f"tesuji: {path}:4: goal.target: no point is given\n")
        lines = done.out.splitlines()
        self.assertEqual(lines[0].split(), "verdict key solution moves duals works problem".split())
        self.assertEqual([line.split()[0] for line in lines[1:-1]],
                         ["unique", "cooked", "refused", "unsound", "unique"])
        self.assertEqual(lines[1].split(), ["unique", "B4", "right", "2", "0", "1", f"{path}:2", "unique"])
        self.assertEqual(lines[5].split()[1:3], ["B4", "wrong"])
        self.assertRegex(lines[-1], r"^5 problems: 2 unique, 1 cooked, 1 unsound, 0 open, 1 refused; "
                         r"solution right 1 of 2 times; [\d,]+ nodes in ")

    def test_the_table(self):
        path, results = self.path("kinds.tsv", KINDS), self.path("judged.tsv")
        judged(path, "--tsv", results, *PLAIN, code=65)
        rows = table(results)
        self.assertEqual([(r["file"], r["line"], r["id"], r["game"]) for r in rows],
                         [(path, str(2 + i), name, "go") for i, name in
                          enumerate(("unique", "cooked", "refused", "unsound", "wrong"))])
        self.assertEqual([(r["verdict"], r["solution"], r["works"]) for r in rows],
                         [("unique", "right", "1"), ("cooked", "", rows[1]["works"]), ("refused", "", "0"),
                          ("unsound", "", "0"), ("unique", "wrong", "1")])
        first = rows[0]
        self.assertEqual((first["key"], first["length"], first["complete"], first["duals"], first["fails"],
                          first["open"], first["moves"], first["answer"]),
                         ("B4", "2", "yes", "0", "2", "0", "B4 A4 C4",
                          "Sound, with one solution: of 3 first moves only B4 works."))
        self.assertEqual(rows[2]["answer"], "goal.target: no point is given")
        self.assertEqual(len({r["hash"] for r in rows}), 5)

    def test_faults_and_refusals_cost_nothing_else(self):
        path = self.path("mates.epd", MATES.replace("\n", "\n" + BROKEN, 1))
        done = judged(path, "--tsv", self.path("x.tsv"), "--json", "--local", code=65)
        self.assertEqual(places(done.err), [(path, 2)])
        lines = lines_of(done)
        self.assertEqual([line["place"]["line"] for line in lines if "fault" in line], [2])
        self.assertEqual([(line["id"], line["verdict"], line["solution_is"], line["resumed"])
                          for line in lines if "fault" not in line],
                         [("one", "unique", "right", False), ("two", "unique", "wrong", False),
                          ("three", "unique", None, False)])
        self.assertIn("; 1 fault in the files; solution right 1 of 2 times; ", done.err)
        self.assertEqual([row["line"] for row in table(self.path("x.tsv"))], ["1", "3", "4"])

    def test_a_folder(self):
        self.path("a.epd", MATES)
        self.path("b.tsv", KINDS)
        self.path("README", "no problem")
        for _ in range(2):
            done = judged(self.folder, "--resume", self.path("judged.tsv"), *PLAIN, code=65)
            self.assertIn(f"{self.folder}: passed over 1 file without the suffix of a format\n", done.err)
            self.assertIn("\n8 problems: 5 unique, 1 cooked, 1 unsound, 0 open, 1 refused; ", done.out)

    def test_the_worst_is_the_exit_code(self):
        head, unique, cooked, refused, unsound, wrong = KINDS.splitlines(True)
        undecided = "open\t.O..../.OOO../......\tcapture:B3\t\t\n"
        for rows, code in ((unique, 0), (unique + cooked, 5), (cooked + wrong + unique, 6),
                           (wrong + unsound + cooked, 1), (unsound + undecided, 2),
                           (undecided + refused + unsound, 65)):
            path = self.path("x.tsv", head + rows)
            limits = ("--nodes", "1") if undecided in rows else ()
            self.assertEqual(judged(path, *PLAIN, *limits, "--tsv", self.path("y.tsv")).returncode, code, rows)

    def test_a_search_that_fails(self):
        """It ends its problem as failed, which stands in no table."""
        path, results = self.path("mates.epd", MATES), self.path("x.tsv")
        done = judged(path, "--tsv", results, "--local", code=70, TESUJI_BREAK="result:5")
        self.assertIn(f"tesuji: {path}:1: the search failed\n", done.err)
        self.assertIn("\n3 problems: 2 unique, 0 cooked, 0 unsound, 0 open, 1 failed; ", done.out)
        self.assertEqual([row["id"] for row in table(results)], ["two", "three"])
        done = judged(path, "--resume", results, "--local", code=6)
        self.assertIn("; 2 from the table; ", done.out)

    def test_only_faults(self):
        path = self.path("x.epd", BROKEN)
        done = judged(path, "--local", code=65)
        self.assertEqual((done.out, places(done.err)), ("", [(path, 1)]))

    def test_wrong_use(self):
        path = self.path("x.epd", MATES)
        for args, code, why in (
                (("--fen", FENS[0] + " 0 1", "--tsv", "y"), 64, "--tsv and --resume are for a collection in a FILE"),
                ((path, "--tsv", "-"), 64, "--tsv, --resume, --sgf and --pgn need a file here"),
                ((path, "--jobs", "2"), 64, "--jobs is not for 'tesuji problem'"),
                ((path, "--tsv", path), 64, f"{path}: it would be written over; give --tsv, --resume, --sgf "
                 "and --pgn another file"),
                ((path, "--sgf", "/nonexistent/x"), 74, "/nonexistent/x: No such file or directory"),
                ((path, "--tsv", "/nonexistent/x"), 74, "/nonexistent/x: No such file or directory"),
                ((path, "--order", "9"), 64, "--order: 9 is not in 0..7")):
            done = run("problem", *args, "--local")
            self.assertEqual((done.returncode, done.err.splitlines()[0]), (code, "tesuji: " + why))


class Tables(Case):
    def resumed(self, *args):
        done = run("problem", self.path("x.epd"), "--resume", self.path("x.tsv"), "--json", "--local", *args)
        return {line["id"]: line["resumed"] for line in lines_of(done)}

    def test_what_changed_is_asked_again(self):
        names = ("one", "two", "three")
        self.path("x.epd", MATES)
        self.assertEqual(self.resumed(), dict.fromkeys(names, False))
        self.assertEqual(self.resumed(), dict.fromkeys(names, True))
        self.assertEqual(self.resumed("--nodes", "1M", "--time", "9"), dict.fromkeys(names, True))
        self.assertEqual(self.resumed("--order", "2"), dict.fromkeys(names, False))
        self.path("x.epd", MATES.replace("bm Kf7", "bm Kf5"))
        self.assertEqual(self.resumed("--order", "2"), {"one": True, "two": False, "three": True})
        self.assertEqual(self.resumed("--order", "2", "--solution", "Qg7#"),
                         {"one": True, "two": False, "three": False})

    def test_what_cannot_be_read_is_asked_again(self):
        self.path("x.epd", MATES)
        self.resumed()
        with open(self.path("x.tsv"), encoding="utf-8") as file:
            text = file.read()
        for old, new in (("\tunique\t", "\tUNIQUE\t"), ("\tright\t", "\tcorrect\t"), ("\t1\tyes\t", "\t-1\tyes\t"),
                         ("\tyes\t", "\t"), ("\tyes\t", "\tyes\t\t"), ("\tQg7#\t", "\t" + "Q" * 99 + "\t")):
            self.assertIn(old, text)
            self.path("x.tsv", text.replace(old, new, 1))
            self.assertEqual(self.resumed(), {"one": False, "two": True, "three": True}, new[:20])

    def test_rows_of_the_table_are_shown(self):
        self.path("kinds.tsv", KINDS)
        args = (self.path("kinds.tsv"), "--resume", self.path("x.tsv"), *PLAIN)
        fresh = {line["id"]: line for line in lines_of(judged(*args, "--json", code=65))}
        again = {line["id"]: line for line in lines_of(judged(*args, "--json", code=65))}
        self.assertEqual(list(again), list(fresh))
        for name, line in again.items():
            self.assertTrue(line.pop("resumed"))
            self.assertEqual(line, {key: fresh[name][key] for key in line})
            self.assertTrue(line["answer"])
        text = judged(*args, code=65)
        self.assertEqual(text.out.splitlines()[:-1],
                         judged(self.path("kinds.tsv"), *PLAIN, code=65).out.splitlines()[:-1])
        self.assertIn("; 5 from the table; ", text.out)
        self.assertEqual(text.err, "")

    def test_a_table_has_one_writer(self):
        path, results = self.path("x.epd", MATES), self.path("x.tsv")
        with open(results, "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = judged(path, "--resume", results, "--local", code=74)
        self.assertEqual((done.out, done.err), ("", f"tesuji: {results}: another run is writing it\n"))

    def test_a_table_of_another_command(self):
        path, results = self.path("x.epd", MATES), self.path("x.tsv")
        run("solve", path, "--tsv", results, "--local")
        done = judged(path, "--resume", results, "--local", code=65)
        self.assertEqual(done.err, f"tesuji: {results}: no table of 'tesuji problem'\n")
        judged(path, "--tsv", results, "--local", code=6)
        done = run("solve", path, "--resume", results, "--local")
        self.assertEqual((done.returncode, done.err), (65, f"tesuji: {results}: no table of 'tesuji solve'\n"))

    def test_the_disk_is_full(self):
        done = judged(self.path("x.epd", MATES), "--tsv", "/dev/full", "--local", code=74)
        self.assertEqual(done.err.splitlines()[0], "tesuji: /dev/full: No space left on device")
        done = judged(self.path("x.epd"), "--tsv", self.path("x.tsv"), "--local", code=74, file_bytes=400)
        self.assertIn(f"tesuji: {self.path('x.tsv')}: ", done.err)
        judged(self.path("x.epd"), "--resume", self.path("x.tsv"), "--local", code=6)
        self.assertEqual([row["id"] for row in table(self.path("x.tsv"))], ["one", "two", "three"])


class Stopped(Case):
    """Runs that do not come to their end, of problems that the seed draws, with faults among them."""

    COUNT = 60 if os.environ.get("SANITIZE") else 200

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.home.cleanup)
        rng, folder = random.Random(SEED), cls.home.name
        share = cls.COUNT // 5
        drawn = draw_kinds(rng, {"unique": share, "cooked": share, "unsound": share})
        rows = go_table(drawn).splitlines(True)
        rows.insert(3, "a\tgo\tXO/...\tcapture:A1\tblack\t\n")  # a fault
        rows.insert(9, f"b\tgo\t{'/'.join(drawn[0][0][0])}\tcapture\tblack\t\n")  # refused
        mates = [f'{rng.choice(FENS)} dm 1; id "{i}";\n' for i in range(cls.COUNT - 3 * share)]
        for name, lines in (("a.tsv", rows), ("b.epd", mates)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.writelines(lines)
        cls.count = cls.COUNT + 1  # the refused one
        cls.args = ("problem", folder)
        cls.limits = ("--driver", "plain", "--workers", "1")
        cls.whole = os.path.join(folder, "whole")
        cls.done = run(*cls.args, "--tsv", cls.whole, "--local", *cls.limits)

    def test_the_whole(self):
        self.assertEqual(self.done.returncode, 65, self.done.err[-500:])
        self.assertEqual([line for _, line in places(self.done.err)], [4, 10])
        verdicts = [row["verdict"] for row in table(self.whole)]
        self.assertEqual(len(verdicts), self.count)
        self.assertEqual(verdicts.count("refused"), 1)

    def begun(self, path, *args, lines):
        """Start a run and read so many judgements of it."""
        command = start(*self.args, "--resume", path, "--json", *args, *self.limits)
        self.addCleanup(command.wait)
        self.addCleanup(command.kill)
        seen = 0
        while seen < lines:
            line = command.stdout.readline()
            self.assertTrue(line, "the run ended")
            seen += '"answer"' in line
        return command

    def check_resumed(self, path, *args):
        done = run(*self.args, "--resume", path, "--local", *self.limits, *args)
        self.assertEqual(done.returncode, 65, done.err[-500:])
        self.assertEqual(cells(table(path)), cells(table(self.whole)))
        return done

    def test_killed_and_resumed(self):
        path = self.path("killed.tsv")
        command = self.begun(path, "--local", lines=self.COUNT // 4)
        command.kill()
        command.communicate()
        with open(path, "rb+") as file:
            text = file.read()
            self.assertTrue(text.endswith(b"\n"))
            self.assertGreater(text.count(b"\n"), self.COUNT // 4)
            self.assertLess(text.count(b"\n"), self.count + 1)
            file.write(text.splitlines()[-1][:40])  # as if a write had been torn
        before = len(table(path)) - 1
        done = self.check_resumed(path, "--json")
        self.assertEqual(sum(line.get("resumed", False) for line in lines_of(done)), before)
        self.assertEqual(len(lines_of(done)), self.count + 1)

    def test_interrupted_and_resumed(self):
        path = self.path("stopped.tsv")
        command = self.begun(path, "--local", lines=self.COUNT // 4)
        command.send_signal(signal.SIGINT)
        _, err = command.communicate()
        self.assertEqual(command.returncode, 130, err[-500:])
        answered = len(table(path))
        self.assertGreaterEqual(answered, self.COUNT // 4)
        self.assertIn(f"tesuji: {self.count - answered} of {self.count} problems are not judged; "
                      f"--resume {path} goes on\n", err)
        self.check_resumed(path)

    def test_a_lost_daemon(self):
        path, records = self.path("lost.tsv"), self.path("lost.pgn")
        daemon = Daemon()
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.process.kill)
        daemon.log(r"<5>listen address=unix:")
        command = self.begun(path, "--pgn", records, "--server", daemon.path, lines=self.COUNT // 4)
        daemon.process.kill()
        _, err = command.communicate()
        self.assertEqual(command.returncode, 69)
        answered = len(table(path))
        lost = [line for line in err.splitlines() if not places(line)]
        self.assertEqual(len([line for line in lost if " lost: " in line or "connection" in line]), 1, lost)
        self.assertEqual(lost[-1], f"tesuji: {self.count - answered} of {self.count} problems are not judged; "
                         f"--resume {path} goes on")
        self.check_resumed(path)


class Mixed(Case):
    """A thousand problems in all formats, with faults among them and hostile files."""

    COUNT = 100 if os.environ.get("SANITIZE") else 1000
    LIMITS = ("--local", "--order", "1", "--nodes", "200", "--workers", "1")

    def check_faults(self, err):
        told = places(err)
        self.assertEqual(told[:len(self.faults)], self.faults)
        self.assertEqual({path for path, _ in told[len(self.faults):]}, set(self.hostile))
        self.assertEqual({name: why for name, why in only_files(err).items() if name in NO_FILES}, NO_FILES)

    def test_killed_and_resumed(self):
        folder, whole, killed = self.path("mixed"), self.path("whole.tsv"), self.path("killed.tsv")
        self.problems, self.faults = make(folder, self.COUNT, SEED)
        self.hostile = hostile(folder, SEED)
        done = judged(folder, "--tsv", whole, *self.LIMITS, code=65)
        self.check_faults(done.err)
        self.assertEqual([(row["file"], int(row["line"])) for row in table(whole)], self.problems)
        command = start("problem", folder, "--tsv", killed, "--json", *self.LIMITS)
        self.addCleanup(command.wait)
        self.addCleanup(command.kill)
        seen = 0
        while seen < self.COUNT // 3:
            line = command.stdout.readline()
            self.assertTrue(line, "the run ended")
            seen += '"answer"' in line
        command.kill()
        command.communicate()
        before = len(table(killed))
        self.assertIn(before, range(seen, self.COUNT))
        done = judged(folder, "--resume", killed, *self.LIMITS, code=65)
        self.assertIn(f"; {before} from the table; ", done.out)
        self.check_faults(done.err)
        for again, row in zip(table(killed), table(whole), strict=True):
            for name in CELLS:  # how much is found within a limit of nodes depends on what is remembered
                if name in ("file", "line", "id", "game", "hash") or row["open"] == again["open"] == "0":
                    self.assertEqual(again[name], row[name])


class Trees(Case):
    """The trees of a collection in one file, read again by our readers."""

    GO = "id\tgame\trows\tgoal\n" + "".join(f"{name}\tgo\t{rows}\t{goal}\n" for name, rows, goal in (
        ("one", "OX./.../...", "capture:A3"), ("two]", ".X./XO./.X.", "capture:B2"),
        ("none", ".O.O/OOOO/XXXX/.X.X", "capture:B3")))

    def test_sgf(self):
        path, records, first = self.path("x.tsv", self.GO), self.path("x.sgf"), self.path("1.tsv")
        done = judged(path, "--sgf", records, "--tsv", first, *PLAIN)
        self.assertEqual(done.err, "")
        with open(records, encoding="utf-8") as file:
            roots = solution_tree.parse(file.read())
        self.assertEqual([root[0]["GN"] for root in roots], [["one"], ["two]"], ["none"]])
        rows = table(first)
        self.assertEqual([len(root[1]) for root in roots],
                         [int(r["works"]) + int(r["fails"]) + int(r["open"]) for r in rows])
        again = self.path("2.tsv")
        judged(records, "--tsv", again, *PLAIN, code=done.returncode)
        for row, read in zip(rows, table(again), strict=True):
            self.assertEqual([row[n] for n in ("id", "verdict", "works", "fails")],
                             [read[n] for n in ("id", "verdict", "works", "fails")])
            self.assertEqual(read["solution"], "right" if int(row["works"]) else "wrong")
        solved = self.path("3.tsv")
        run("solve", records, "--tsv", solved, "--move", "0", *PLAIN)
        self.assertEqual([r["verdict"] for r in table(solved)],
                         ["proven" if int(r["works"]) else "disproven" for r in rows])

    def test_pgn(self):
        path, records = self.path("x.epd", MATES), self.path("x.pgn")
        done = judged(path, "--pgn", records, "--tsv", self.path("1.tsv"), "--local", code=6)
        self.assertEqual(done.err, "")
        with open(records, encoding="utf-8") as file:
            games = re.split(r"\n\n(?=\[Event)", file.read())
        self.assertEqual([re.match(r'\[Event "(\w+)"\]', game)[1] for game in games], ["one", "two", "three"])
        for game in games:
            self.assertRegex(game, r"\n\n1\. \S+#")
            self.assertEqual(game.rstrip()[-1], "*")
        judged(records, "--tsv", self.path("2.tsv"), "--mate", "1", "--local", code=0)
        rows, again = table(self.path("1.tsv")), table(self.path("2.tsv"))
        self.assertEqual([(r["verdict"], r["key"], r["works"], r["fails"]) for r in rows],
                         [(r["verdict"], r["key"], r["works"], r["fails"]) for r in again])
        for fen, row in zip((FENS[0], FENS[0], FENS[1]), again, strict=True):
            self.assertEqual(len(chess_rules.Position(fen + " 0 1").moves()),
                             int(row["works"]) + int(row["fails"]))

    def test_what_has_no_tree_is_counted(self):
        self.path("a.epd", MATES)
        self.path("b.tsv", self.GO + "refused\tgo\tOX./.../...\tcapture\n")
        sgf, pgn = self.path("x.sgf"), self.path("x.pgn")
        done = judged(self.folder, "--sgf", sgf, *PLAIN, code=65)
        self.assertEqual(done.err.splitlines()[1:],
                         [f"tesuji: {sgf}: 3 problems are left out: not of Go, Gomoku or Hex",
                          f"tesuji: {sgf}: 1 problem is left out: refused"])
        done = judged(self.folder, "--pgn", pgn, "--sgf", sgf, *PLAIN, code=65)
        self.assertIn(f"tesuji: {pgn}: 4 problems are left out: not of chess\n", done.err)
        with open(pgn, encoding="utf-8") as file:
            self.assertEqual(file.read().count("[Event "), 3)
        with open(sgf, encoding="utf-8") as file:
            self.assertEqual(len(solution_tree.parse(file.read())), 3)

    def test_a_table_has_no_trees(self):
        """What is to have one is judged again."""
        path, results, records = self.path("x.tsv", self.GO + "refused\tgo\tOX./.../...\tcapture\n"), \
            self.path("r.tsv"), self.path("x.sgf")
        judged(path, "--resume", results, *PLAIN, code=65)
        before = table(results)
        done = judged(path, "--resume", results, "--sgf", records, "--json", *PLAIN, code=65)
        self.assertEqual(done.err.splitlines()[0],
                         f"tesuji: {results}: 3 problems in it are judged again: a table has no trees")
        self.assertEqual({line["id"]: line["resumed"] for line in lines_of(done)},
                         {"one": False, "two]": False, "none": False, "refused": True})
        with open(records, encoding="utf-8") as file:
            self.assertEqual(len(solution_tree.parse(file.read())), 3)
        self.assertEqual(cells(table(results)), cells(before))

    def test_bug_an_open_row_replaced_a_decided_one(self):
        """What is judged again for its tree, with less time, keeps the row of the table where that says more."""
        path, results, records = self.path("x.tsv", KINDS), self.path("r.tsv"), self.path("x.sgf")
        judged(path, "--resume", results, *PLAIN, code=65)
        with open(results, encoding="utf-8") as file:
            before = file.read()
        short = judged(path, "--tsv", self.path("y.tsv"), *PLAIN, "--nodes", "1")
        less = sum(row["verdict"] == "open" for row in table(self.path("y.tsv")))
        self.assertGreater(less, 0, short.out)
        done = judged(path, "--resume", results, "--sgf", records, *PLAIN, "--nodes", "1", code=65)
        self.assertIn(f"tesuji: {results}: {less} problems in it stay as they were: less was found this time\n", done.err)
        self.assertNotIn("\nopen ", done.out)
        rows = table(results)
        self.assertEqual(cells(rows), cells([dict(zip(before.split("\n")[0].split("\t"), line.split("\t"), strict=True))
                                             for line in before.splitlines()[1:]]))
        with open(records, encoding="utf-8") as file:
            self.assertEqual(len(solution_tree.parse(file.read())), 4)
        # A search that fails, and nothing that has been found before is lost.
        done = judged(path, "--resume", results, "--sgf", records, *PLAIN, TESUJI_BREAK="result:2")
        self.assertIn(": the search failed\n", done.err)
        self.assertEqual(cells(table(results)), cells(rows))

    def test_bug_no_room_for_the_kept_trees_named_the_wrong_file(self):
        """The trees are kept in a file of the system's folder until the run ends."""
        path, args = self.path("x.tsv", self.GO), ("--sgf", self.path("x.sgf"), "--pgn", self.path("x.pgn"))
        done = judged(path, *args, *PLAIN, code=74, files=4)  # the second of them is one too many
        self.assertEqual(done.err, "tesuji: a temporary file in /tmp: Too many open files\n")
        done = judged(path, *args, *PLAIN, code=74, file_bytes=20)
        self.assertIn("tesuji: a temporary file in /tmp: File too large\n", done.err)

    def test_a_stopped_run_writes_whole_trees(self):
        text = self.GO + f"large\tgo\t{LARGE[1]}\tcapture:K10\n"
        path, records = self.path("x.tsv", text), self.path("x.sgf")
        command = start("problem", path, "--sgf", records, "--json", "--local", "--order", "7", "--time", "0")
        self.addCleanup(command.kill)
        for _ in range(3):
            self.assertIn('"answer"', command.stdout.readline())
        command.send_signal(signal.SIGINT)
        _, err = command.communicate()
        self.assertEqual(command.returncode, 130, err)
        with open(records, encoding="utf-8") as file:
            trees = solution_tree.parse(file.read())
        self.assertIn(len(trees), (2, 3))  # the third one may have been asked for
        self.assertIn(f"{records}: {4 - len(trees)} problem", err)
        self.assertIn("left out: not judged to the end\n", err)

    def test_one_problem_goes_on_as_before(self):
        path, records = self.path("x.tsv", "".join(self.GO.splitlines(True)[:2])), self.path("x.sgf")
        done = judged(path, "--sgf", records, *PLAIN)
        self.assertTrue(done.out.startswith("Cooked: "), done.out)
        done = judged(path, "--sgf", records, "--pgn", self.path("x.pgn"), "--local", code=64)
        self.assertEqual(done.err, "tesuji: only one of --sgf and --pgn may be given for one problem\n")
        done = judged(path, "--tsv", self.path("r.tsv"), *PLAIN)
        self.assertIn("\n1 problem: 0 unique, 1 cooked, ", done.out)


class Busy(Daemons):
    def test_a_busy_daemon_is_asked_again(self):
        """28 statuses are the share of one address: the run waits until one of them has ended."""
        daemon = self.start()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.epd")
            with open(path, "w", encoding="utf-8") as file:
                file.write(MATES)
            began = time.monotonic()
            for _ in range(7):
                client = self.connect(daemon, daemon.tcp)
                for _ in range(4):
                    client.call("go.status", {"position": {"rows": LARGE[1]}, "order": 7, "time_ms": 1500})
            done = judged(path, "--server", "{}:{}".format(*daemon.tcp), code=6)
        self.assertEqual(done.err, "")
        self.assertGreater(time.monotonic() - began, 1.4)


class OnATerminal(Case):
    def test_a_bar(self):
        text = "id\trows\tgoal\n" + f"a\t{LARGE[1]}\tcapture:K10\n" * 2
        terminal = Terminal("problem", self.path("x.tsv", text), "--local", "--order", "7", "--time", "1")
        terminal.until("] 1/2  0 unique  0 cooked  0 unsound  1 open  ETA ")
        self.assertEqual(terminal.wait(), 2)
        lines, widest = terminal.screen()
        self.assertLess(widest, 80 + len(self.folder))
        self.assertRegex(lines[0], r"^verdict +key")
        self.assertTrue(all(line.startswith("open ") for line in lines[1:3]), lines)  # the bar is gone
        self.assertTrue(lines[3].startswith("2 problems: "), lines)

    def test_quiet(self):
        terminal = Terminal("problem", self.path("x.epd", MATES), "--local", "--quiet")
        self.assertEqual(terminal.wait(), 6)
        self.assertNotIn(b"[", terminal.bytes)

    def test_a_second_ctrl_c_ends_at_once(self):
        text = "id\trows\tgoal\n" + f"a\t{LARGE[1]}\tcapture:K10\n" * 9
        terminal = Terminal("problem", self.path("y.tsv", text), "--local", "--time", "0", "--order", "7",
                            "--resume", self.path("x.tsv"))
        terminal.until("] 0/9")
        terminal.type(b"\x03")
        self.assertEqual(terminal.wait(), 130)
        self.assertIn(b"9 of 9 problems are not judged", terminal.bytes)
        self.assertEqual(table(self.path("x.tsv")), [])


if __name__ == "__main__":
    unittest.main()
