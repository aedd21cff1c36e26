# SPDX-License-Identifier: MIT
"""Collections: files and folders with many problems, tables that are resumed, records with answers."""

import fcntl
import json
import os
import random
import re
import signal
import tempfile
import unittest

from command import LARGE, Terminal, run, start

from daemon import Daemon  # from tests/e2e, by the path that command.py adds
from make_collection import NO_FILES, hostile, make, only_files
from tables import Case, places, table

EPD = ('7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7#; id "one"; dm 1;\n'
       'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - dm 3; id "two";\n')
PROVEN, DISPROVEN, BAD = EPD, EPD + "7k/8/8/8/8/8/8/K7 w - -\n", EPD + "8/8 w - -\n"
CELLS = ("file", "line", "id", "game", "verdict", "key")  # the same in every run


def cells(rows):
    return [tuple(row[name] for name in CELLS) for row in rows]


# Problems and faults of the mixed collection; a sanitizer makes each of them ten times as long.
COUNT = 250 if os.environ.get("SANITIZE") else 1000


class Mixed(Case):
    """A thousand problems in all formats, with faults among them."""

    LIMITS = ("--local", "--order", "2", "--nodes", "20k", "--jobs", "4", "--workers", "1")

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.home.cleanup)
        cls.seed = int(os.environ.get("SEED", random.randrange(1 << 32)))
        print(f"SEED={cls.seed}", flush=True)
        cls.problems, cls.faults = make(os.path.join(cls.home.name, "mixed"), COUNT, cls.seed)
        cls.mixed = os.path.join(cls.home.name, "mixed")
        cls.hostile = hostile(cls.mixed, cls.seed)
        cls.whole = os.path.join(cls.home.name, "whole.tsv")
        cls.done = run("solve", cls.mixed, "--tsv", cls.whole, *cls.LIMITS)
        cls.told = len(places(cls.done.err)) + len(NO_FILES)

    def check_faults(self, err):
        """All are told with file and line; those of a hostile file are as many as it likes, but not none."""
        told = places(err)
        rest = told[len(self.faults):]
        self.assertEqual(told[:len(self.faults)], self.faults)
        self.assertEqual({path for path, _ in rest}, set(self.hostile))
        self.assertEqual({name: why for name, why in only_files(err).items() if name in NO_FILES}, NO_FILES)

    def test_every_fault_is_told_and_nothing_else_is_lost(self):
        self.assertEqual(len(self.problems), COUNT)
        self.assertGreater(len(self.faults), COUNT // 40)
        self.assertEqual(self.done.returncode, 65, self.done.err[-2000:])
        self.check_faults(self.done.err)
        self.assertIn("passed over 3 files without the suffix of a format\n", self.done.err)
        rows = table(self.whole)
        self.assertEqual([(row["file"], int(row["line"])) for row in rows], self.problems)
        verdicts = [row["verdict"] for row in rows]
        self.assertGreater(verdicts.count("proven"), COUNT * 7 // 10)
        self.assertEqual(verdicts.count("refused"), 0)
        self.assertRegex(self.done.out, rf"\n{COUNT} problems: .*; {self.told} faults in the files; ")
        self.assertEqual(len(self.done.out.splitlines()), COUNT + 2)

    def test_killed_and_resumed(self):
        path = self.path("killed.tsv")
        command = start("solve", self.mixed, "--tsv", path, "--json", *self.LIMITS)
        answered = 0
        while answered < COUNT * 3 // 10:
            answered += '"verdict"' in command.stdout.readline()
        command.kill()
        command.communicate()
        with open(path, "rb+") as file:
            text = file.read()
            self.assertTrue(text.endswith(b"\n"))
            self.assertGreaterEqual(text.count(b"\n"), COUNT * 3 // 10 + 1)
            self.assertLess(text.count(b"\n"), COUNT + 1)
            file.write(text.splitlines()[-1][:40])  # as if a write had been torn
        before = cells(table(path)[:-1])
        done = run("solve", self.mixed, "--resume", path, "--json", *self.LIMITS)
        self.assertEqual(done.returncode, 65)
        lines = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual(sum(line.get("resumed", False) for line in lines), len(before))
        self.assertEqual(sum("fault" in line for line in lines), self.told)
        self.assertEqual(cells(table(path)), cells(table(self.whole)))
        self.check_faults(done.err)

    def test_interrupted_and_resumed(self):
        path = self.path("stopped.tsv")
        command = start("solve", self.mixed, "--resume", path, "--json", *self.LIMITS)
        answered = 0
        while answered < COUNT // 10:
            answered += '"verdict"' in command.stdout.readline()
        command.send_signal(signal.SIGINT)
        _, err = command.communicate()
        self.assertEqual(command.returncode, 130, err[-500:])
        self.assertGreaterEqual(len(table(path)), answered)
        answered = len(table(path))
        self.assertIn(f"tesuji: {COUNT - answered} of {COUNT} problems are open; --resume {path} goes on\n", err)
        run("solve", self.mixed, "--resume", path, *self.LIMITS)
        self.assertEqual(cells(table(path)), cells(table(self.whole)))

    def test_a_lost_daemon(self):
        path = self.path("lost.tsv")
        daemon = Daemon()
        self.addCleanup(daemon.wait)
        daemon.log(r"<5>listen address=unix:")
        limits = ["--server", daemon.path, *self.LIMITS[1:]]
        command = start("solve", self.mixed, "--tsv", path, "--json", *limits)
        self.addCleanup(command.kill)
        answered = 0
        while answered < COUNT // 10:
            answered += '"verdict"' in command.stdout.readline()
        daemon.process.kill()
        _, err = command.communicate()
        self.assertEqual(command.returncode, 69)
        answered = len(table(path))
        lost = [line for line in err.splitlines() if not places(line) and "passed over" not in line and
                not set(only_files(line)) & set(NO_FILES)]
        self.assertRegex(lost[0], r"^tesuji: connection to .* lost: ")
        self.assertRegex(lost[1], rf"^{COUNT} problems: ")
        self.assertEqual(lost[2:], [f"tesuji: {COUNT - answered} of {COUNT} problems are open; "
                                    f"--resume {path} goes on"])
        done = run("solve", self.mixed, "--resume", path, *limits)
        self.assertEqual(done.returncode, 69, done.err[-500:])
        run("solve", self.mixed, "--resume", path, *self.LIMITS)
        self.assertEqual(cells(table(path)), cells(table(self.whole)))

    def test_a_busy_daemon(self):
        """It takes fewer jobs at once than are asked."""
        path = self.path("busy.tsv")
        daemon = Daemon("--max-jobs-per-connection", "2")
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.process.kill)
        daemon.log(r"<5>listen address=unix:")
        done = run("solve", self.mixed, "--tsv", path, "--server", daemon.path, *self.LIMITS[1:], "--jobs", "9")
        self.assertEqual(done.returncode, 65, done.err[-500:])
        self.check_faults(done.err)
        self.assertEqual(cells(table(path)), cells(table(self.whole)))

    def test_the_records_are_read_again(self):
        sgf, pgn = self.path("out.sgf"), self.path("out.pgn")
        done = run("solve", self.mixed, "--resume", self.whole, "--sgf", sgf, "--pgn", pgn, *self.LIMITS)
        rows = table(self.whole)
        chess = [row for row in rows if row["game"] == "chess"]
        others = [row for row in rows if row["game"] != "chess"]
        self.assertIn(f"{sgf}: {len(chess)} problems are left out", done.err)
        self.assertIn(f"{pgn}: {len(others)} problems are left out", done.err)
        for path, expected, options in ((sgf, others, ("--move", "0")), (pgn, chess, ())):
            again = self.path("again.tsv")
            done = run("solve", path, "--tsv", again, *options, *self.LIMITS)
            self.assertEqual(done.err, "")
            self.assertEqual([(row["game"], row["verdict"]) for row in table(again)],
                             [(row["game"], row["verdict"]) for row in expected])


class Exits(Case):
    def test_codes(self):
        for text, code in ((PROVEN, 0), (DISPROVEN, 1), (BAD, 65)):
            done = run("solve", self.path("x.epd", text), "--local")
            self.assertEqual(done.returncode, code, done.err)
        rows = LARGE[1]
        text = f"id\trows\tgoal\na\t{rows}\tcapture:K10\nb\tOX./.../...\tcapture:A3\n"
        done = run("solve", self.path("x.tsv", text), "--local", "--order", "7", "--nodes", "5k")
        self.assertEqual(done.returncode, 2, done.err)
        self.assertIn("\n2 problems: 1 proven, 0 disproven, 1 undecided; ", done.out)

    def test_a_refused_problem_is_one_of_many(self):
        text = "(;SZ[5]AB[ab]AW[aa])(;SZ[5]AB[ab]AW[aa]MA[aa])"
        path = self.path("x.sgf", text)
        done = run("solve", path, "--local")
        self.assertEqual((done.returncode, done.err),
                         (65, f"tesuji: {path}:1: goal.target: no point is given\n"))
        self.assertIn("\n2 problems: 1 proven, 0 disproven, 0 undecided, 1 refused; ", done.out)
        done = run("solve", path, "--local", "--capture", "A5")
        self.assertEqual(done.returncode, 0, done.err)

    def test_a_limit_of_the_file_is_a_fault_of_its_problem(self):
        text = "id\trows\tgoal\tdepth\na\tOX./.../...\tcapture:A3\t4\nb\tOX./.../...\tcapture:A3\t3\n"
        path = self.path("x.tsv", text)
        done = run("solve", path, "--local")
        self.assertEqual((done.returncode, done.err), (65, f"tesuji: {path}:2: limits.depth: 4 is even; a search "
                                                           "ends with the attacker's move\n"))
        self.assertIn("\n2 problems: 1 proven, 0 disproven, 0 undecided, 1 refused; ", done.out)

    def test_bug_a_file_name_wrote_control_characters(self):
        path = self.path("x\x1b[31m\n.epd", EPD)
        done = run("solve", path, "--local")
        self.assertIn(self.path("x?[31m?.epd:1  one\n"), done.out)
        self.assertNotIn("\x1b", done.out)
        done = run("problem", path, "--local")
        self.assertIn(self.path("x?[31m?.epd:1  one\n"), done.out)

    def test_wrong_use(self):
        path = self.path("x.epd", EPD)
        for args, code, why in (
                ((path, "--svg", "x.svg"), 64, "--svg is for one problem, not for a collection"),
                ((path, "--detach"), 64, "--detach is for one problem, not for a collection"),
                ((path, "--order", "9"), 64, "--order: 9 is not in 0..7"),
                ((path, "--jobs", "65"), 64, "--jobs: 65 is more than 64"),
                ((path, "--jobs", "0"), 64, "--jobs: 0 is not in 1..64"),
                ((path, "--tsv", "-"), 64, "--tsv, --resume, --sgf and --pgn need a file here"),
                (("--rows", "X", "--tsv", "y"), 64,
                 "--jobs, --tsv, --resume, --sgf and --pgn are for a collection in a FILE"),
                ((path, "--sgf", "/nonexistent/x"), 74, "/nonexistent/x: No such file or directory"),
                ((path, "--resume", self.path("y.epd", EPD)), 65,
                 f"{self.path('y.epd')}: no table of 'tesuji solve'"),
                *(((path, option, path), 64, f"{path}: it would be written over; give --tsv, --resume, "
                   "--sgf and --pgn another file") for option in ("--tsv", "--resume", "--sgf", "--pgn"))):
            done = run("solve", *args, *(() if "--detach" in args else ("--local",)))
            self.assertEqual((done.err.splitlines()[0], done.returncode), ("tesuji: " + why, code))

    def test_one_record_has_its_goal(self):
        path = self.path("x.sgf", "(;SZ[5]AB[ab][bc][cb]AW[bb]C[goal: capture:B4])")
        done = run("solve", path, "--local", "-q")
        self.assertTrue(done.out.startswith("Proven: black captures B4"), done.err)
        done = run("solve", path, "--local", "-q", "--capture", "A1")
        self.assertIn("there is no stone on A1", done.err)

    def test_no_problem(self):
        for name, text, args in (("x.tsv", "id\trows\n", ()), ("x.tsv", "id\trows\n", ("--jobs", "2")),
                                 ("x.epd", "# nothing\n", ("--jobs", "2")), ("x.moves", "", ())):
            path = self.path(name, text)
            done = run("solve", path, "--local", *args)
            self.assertEqual((done.returncode, done.out, done.err),
                             (65, "", f"tesuji: {path}: no problems in it\n"))

    def test_one_problem_goes_on_as_before(self):
        done = run("solve", self.path("x.epd", EPD.splitlines()[0]), "--local", "-q")
        self.assertTrue(done.out.startswith("Proven: mate in 1"), done.out)
        done = run("solve", self.path("x.moves", "3 a1b1c2b2c1"), "--local", "-q", "--option", "k=3")
        self.assertIn("Best move B3.", done.out)

    def test_the_disk_is_full(self):
        done = run("solve", self.path("x.epd", EPD), "--tsv", "/dev/full", "--local")
        self.assertEqual((done.returncode, done.err.splitlines()[0]),
                         (74, "tesuji: /dev/full: No space left on device"))


class Tables(Case):
    def test_what_changed_is_asked_again(self):
        path, results = self.path("x.epd", EPD), self.path("x.tsv")
        run("solve", path, "--resume", results, "--local")

        def resumed(*args):
            done = run("solve", path, "--resume", results, "--json", "--local", *args)
            return [json.loads(line)["resumed"] for line in done.out.splitlines()]

        self.assertEqual(resumed(), [True, True])
        self.assertEqual(resumed("--nodes", "1M", "--time", "9"), [True, True])
        self.assertEqual(resumed("--order", "2"), [False, False])
        self.path("x.epd", EPD.replace("dm 3", "dm 4"))
        self.assertEqual(resumed("--order", "2"), [True, False])
        with open(results, encoding="utf-8") as file:
            text = file.read()
        self.path("x.tsv", text.replace("\tproven\t", "\tPROVEN\t", 1))
        self.assertEqual(resumed("--order", "2"), [True, False])  # those of the table come first

    def test_another_search_may_answer_otherwise(self):
        """Only a job that leaves the engine and the schedule open goes on without lambda."""
        path = self.path("x.epd", "2k5/8/1K6/8/8/8/8/3R4 w - -\n")
        for args, verdict in ((("--engine", "dfpn"), "disproven"), ((), "proven")):
            run("solve", path, "--resume", self.path("x.tsv"), "--local", *args)
            self.assertEqual([row["verdict"] for row in table(self.path("x.tsv"))], [verdict])

    def test_a_torn_line_is_cut_off(self):
        text = ("id\trows\tgoal\n" + "a\tOX./.../...\tcapture:A3\nb\tOX./.../...\tcapture:A3\n"
                f"c\t{LARGE[1]}\tcapture:K10\n")
        path, results = self.path("x.tsv", text), self.path("r.tsv")
        ask = ("solve", path, "--resume", results, "--json", "--local", "--time", "0", "--order", "7",
               "--jobs", "2")
        for torn in (None, "x.tsv\t2\tb"):
            if torn is not None:
                with open(results, "r+", encoding="utf-8") as file:
                    lines = [line for line in file if "\tb\t" not in line]
                    file.seek(0)
                    file.truncate()
                    file.write("".join(lines) + torn)
            command = start(*ask)
            self.addCleanup(command.kill)
            for _ in range(2):
                self.assertIn('"proven"', command.stdout.readline())
            command.send_signal(signal.SIGINT)
            command.communicate()
            self.assertEqual(sorted(row["id"] for row in table(results)), ["a", "b"])

    def test_a_table_has_one_writer(self):
        path, results = self.path("x.epd", EPD), self.path("x.tsv")
        with open(results, "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = run("solve", path, "--resume", results, "--local")
        self.assertEqual((done.returncode, done.err),
                         (74, f"tesuji: {results}: another run is writing it\n"))

    def test_json_lines(self):
        done = run("solve", self.path("x.epd", BAD), "--json", "--local")
        lines = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual(lines[0]["fault"], "2 rows, a board has 8")
        self.assertEqual({(x["place"]["line"], x["id"], x["verdict"], x["value"]) for x in lines[1:]},
                         {(1, "one", "proven", "proven"), (2, "two", "proven", "proven")})

    def test_own_files_are_no_part_of_the_folder(self):
        self.path("x.epd", EPD)
        results, records = self.path("r.tsv"), self.path("r.pgn")
        for _ in range(2):
            done = run("solve", self.folder, "--resume", results, "--pgn", records, "--local")
            self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(len(table(results)), 2)


class OnATerminal(Case):
    def test_a_bar(self):
        text = "id\trows\tgoal\n" + f"a\t{LARGE[1]}\tcapture:K10\n" * 2
        terminal = Terminal("solve", self.path("x.tsv", text), "--local", "--order", "7", "--time", "1",
                            "--jobs", "1")
        terminal.until("] 1/2  0 proven  0 disproven  1 undecided  ETA ")
        self.assertEqual(terminal.wait(), 2)
        lines, widest = terminal.screen()
        self.assertLess(widest, 80)
        self.assertRegex(lines[0], r"^verdict +move")  # the bar is gone

    def test_a_second_ctrl_c_ends_at_once(self):
        text = "id\trows\tgoal\n" + f"a\t{LARGE[1]}\tcapture:K10\n" * 9
        path = self.path("x.tsv")
        terminal = Terminal("solve", self.path("y.tsv", text), "--local", "--time", "0", "--order", "7",
                            "--resume", path)
        terminal.until("] 0/9")
        terminal.type(b"\x03")
        self.assertEqual(terminal.wait(), 130)
        self.assertIn(b"9 of 9 problems are open", terminal.bytes)
        self.assertEqual(table(path), [])

    def test_no_bar_elsewhere(self):
        done = run("solve", self.path("x.epd", EPD), "--local")
        self.assertEqual(done.err, "")


if __name__ == "__main__":
    unittest.main()
