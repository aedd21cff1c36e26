# SPDX-License-Identifier: MIT
"""Verdicts, exit codes, output and wrong inputs, in the command's own process."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from command import BROKEN_LADDER, HERE, LADDER, LARGE, NET, ROOT, SMALL, TESUJI, run

KO = "X.X./.O../.OOO"  # B3 is where the corner is taken, or saved by ko


class Verdicts(unittest.TestCase):
    def test_proven(self):
        done = run("solve", LADDER, "--capture", "D4", "--order", "1", "--local")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertRegex(done.out, r"^Proven: black captures D4 within \d+ plies \(order 1\)\. "
                                   r"Best move D5\.\nLine: 1\.D5 2\.E4 3\.F4 4\.E5 ")
        self.assertRegex(done.out, r"\n  5  \.  [.*]  [.*]  1  4  6  7  [.*]")
        self.assertRegex(done.out, r"\n  4  \.  [.*]  X \[O\] 2  3  [.*]  [.*]")
        self.assertRegex(done.out, r"\n[\d,]+ nodes in \d+(\.\d+)? m?s \(.*/s\), \d+ workers?, "
                                   r"table of 256 MiB .* full\n$")

    def test_disproven(self):
        done = run("solve", BROKEN_LADDER, "--capture", "D4", "--order", "1", "--local")
        self.assertEqual(done.returncode, 1, done.err)
        self.assertTrue(done.out.startswith(
            "Disproven: black cannot capture D4 by orders <= 1.\n"), done.out)

    def test_net_needs_order_two(self):
        done = run("solve", NET, "--capture", "E4", "--local", "--order", "1")
        self.assertEqual(done.returncode, 1, done.err)
        done = run("solve", NET, "--capture", "E4", "--local", "--schedule", "depth")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(done.out.startswith(
            "Proven: black captures E4 within 5 plies (order 2). Best move F5.\n"), done.out)

    def test_not_decided(self):
        done = run("solve", *LARGE, "--nodes", "5k", "--local")
        self.assertEqual(done.returncode, 2, done.err)
        self.assertRegex(done.out, r"^Not decided: a limit of time or nodes ended the search at "
                                   r"order \d, depth \d+\.\n")

    def test_time_limit(self):
        done = run("solve", *LARGE, "--time", "0.05", "--local")
        self.assertEqual(done.returncode, 2, done.err)

    def test_depth_limit(self):
        done = run("solve", LADDER, "--capture", "D4", "--depth", "5", "--order", "1", "--local")
        self.assertEqual(done.returncode, 2, done.err)
        self.assertIn("Not decided: no verdict up to order 1, depth 5.\n", done.out)

    def test_standard_input(self):
        with open(NET, "rb") as file:
            record = file.read()
        done = run("solve", "-", "--capture", "E4", "--local", stdin=record)
        self.assertEqual(done.returncode, 0, done.err)

    def test_the_defender_first(self):
        saved = json.loads(run("solve", "--rows", KO, "--capture", "A3", "--first", "defender",
                               "--local", "--json").out)
        self.assertEqual((saved["value"], saved["best"], saved["goal"]["first"]),
                         ("disproven", "B3", "defender"))
        self.assertNotIn("ko", saved)
        done = run("solve", "--rows", KO, "--capture", "A3", "--first", "black", "--local")
        self.assertEqual((done.returncode, done.err),
                         (65, "tesuji: --first: 'black' is not attacker or defender\n"))
        lost = run("solve", "--rows", ".XX./.OXX/..OO", "--capture", "B2", "--first", "defender",
                   "--local", "-q")
        self.assertEqual(lost.returncode, 0, lost.err)
        self.assertRegex(lost.out, "^Proven: .* whatever white does first.\n")
        self.assertIn("odd numbers are white's moves", lost.out)

    def test_the_defender_first_in_other_games(self):
        for given, said in ((("--fen", "7k/R7/8/8/8/8/8/1R5K b - - 0 1"), "mate in 1"),
                            (("--fen", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), "checkmate"),
                            (("--game", "hex", "--rows", ".XO/.X./..."), "black wins within 2"),
                            (("--game", "gomoku", "--rows", "...../.OOO./.X.X./.....",
                              "--option", "k=4", "--attacker", "white"), "white wins within 2")):
            with self.subTest(given), tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "proof.tsp")
                done = run("solve", *given, "--first", "defender", "--local", "-q",
                           "--certificate", file)
                self.assertEqual(done.returncode, 0, done.err)
                self.assertRegex(done.out, f"^Proven: {said}.* whatever .* does first")
                self.assertEqual(run("check", file, "--exhaustive").returncode, 0)

    def test_the_verdict_by_ko(self):
        for first, value, ko in (("attacker", "proven", ("unconditional", None)),
                                 ("defender", "disproven", ("ko", 0))):
            found = json.loads(run("solve", "--rows", KO, "--capture", "A3", "--first", first,
                                   "--ko-verdict", "--local", "--json").out)
            self.assertEqual((found["value"], found["best"], found["ko"], found.get("ko_threats")),
                             (value, "B3", *ko))
        done = run("solve", "--rows", "OX./.../...", "--capture", "A3", "--ko-verdict", "--local",
                   "-q")
        self.assertIn("\nKo: none is needed, whatever threats white has.\n", done.out)
        done = run("solve", "--game", "hex", "--option", "size=3", "--ko-verdict", "--local")
        self.assertEqual((done.returncode, done.err),
                         (65, "tesuji: --ko-verdict: there is no ko in hex\n"))

    def test_after_some_moves(self):
        record = "(;SZ[5]AB[ab];AW[aa];B[ba])"  # the last move takes the corner stone
        after = ["solve", "-", "--capture", "A4", "--local", "--json", "--order", "0"]
        self.assertEqual(json.loads(run(*after, "--move", "0", stdin=record).out)["rows"],
                         "O..../X..../...../...../.....")
        self.assertEqual(json.loads(run(*after, stdin=record).out)["rows"],
                         ".X.../X..../...../...../.....")

    def test_ko_and_threats(self):
        # Black would retake at B3; the ko forbids it until a threat elsewhere is spent.
        rows = ".XO./XO.O/.XO./...."
        free = run("solve", "--rows", rows, "--capture", "B3", "--local", "--order", "0")
        self.assertEqual(free.returncode, 0, free.err)
        banned = ["solve", "--rows", rows, "--capture", "B3", "--ko", "C3", "--local"]
        self.assertNotEqual(run(*banned, "--order", "0").returncode, 0)
        self.assertEqual(run(*banned, "--attacker-threats", "unlimited").returncode, 0)

    def test_a_large_commented_record(self):
        record = "(;SZ[9]C[" + "words " * 30000 + "]AW[ef][hc]AB[df][eg][de][fg])"
        done = run("solve", "-", "--capture", "E4", "--local", stdin=record)
        self.assertEqual(done.returncode, 0, done.err)


class Output(unittest.TestCase):
    def test_json(self):
        done = run("solve", NET, "--capture", "E4", "--json", "--local", "--label", 'a "b" \\ \u7881')
        self.assertEqual(done.returncode, 0, done.err)
        report = json.loads(done.out)
        self.assertEqual((report["value"], report["state"]), ("proven", "done"))
        self.assertIn(report["scope"], ("absolute", "order"))
        self.assertEqual((report["best"], report["line"][0]), ("F5", "F5"))
        self.assertEqual(report["goal"], {"type": "capture", "target": "E4", "first": "attacker"})
        self.assertEqual((report["attacker"], report["server"]), ("black", None))
        self.assertEqual(report["label"], 'a "b" \\ \u7881')
        self.assertEqual(report["rows"].split("/")[2], ".......O.")
        self.assertEqual(set(report["table"]), {"bytes", "entries", "used"})
        for field in ("job", "order", "depth", "nodes", "nodes_per_s", "workers"):
            self.assertIsInstance(report[field], int, field)
        self.assertIsInstance(report["time_ms"], float)

    def test_zone(self):
        net = ["solve", NET, "--capture", "E4", "--local"]
        report = json.loads(run(*net, "--json").out)
        self.assertLessEqual({"E4", "F5"}, set(report["zone"]))
        self.assertNotIn("indices", report)
        done = run(*net)
        self.assertIn("\n    * and capitals: the zone (%d points); what lies outside does not "
                      "matter\n" % len(report["zone"]), done.out)
        self.assertRegex(done.out, r"\n  7 .*o")  # the stone that is far away is small
        self.assertIsNone(json.loads(run(*net, "--json", "--zone", "none").out)["zone"])
        self.assertNotIn("zone", run(*net, "--zone", "none").out)

    def test_zone_of_several_areas(self):
        report = json.loads(run("solve", "--game", "hex", "--rows", "../X./..", "--local",
                                "--json").out)
        self.assertEqual(len(report["zone"]), len(report["indices"]))
        self.assertLess(max(report["indices"]), report["areas"])

    def test_a_guess_is_called_so(self):
        done = run("solve", NET, "--capture", "E4", "--local", "--zone", "inversion")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(done.out.startswith("Proven: black captures E4 within 5 plies (order 2), "
                                            "if the inversion rule holds. Best move F5.\n"), done.out)
        done = run("solve", BROKEN_LADDER, "--capture", "D4", "--order", "1", "--local", "--zone",
                   "inversion")
        self.assertIn(" by orders <= 1, if the inversion rule holds.\n", done.out)

    def test_progress_goes_to_stderr_in_lines(self):
        done = run("solve", *LARGE, "--time", "2.5", "--json", "--local")
        self.assertEqual(json.loads(done.out)["value"], "undecided")
        self.assertEqual(json.loads(done.out)["state"], "expired")
        lines = done.err.splitlines()
        self.assertTrue(1 <= len(lines) <= 4, done.err)
        for line in lines:
            self.assertRegex(line, r"^order \d depth \d+  .* nodes  .*/s  \d workers?  [A-T]\d")
            self.assertLess(len(line), 80)

    def test_quiet(self):
        done = run("solve", *LARGE, "--time", "1.2", "--quiet", "--local")
        self.assertEqual(done.err, "")

    def test_plain_ascii(self):
        done = run("solve", LADDER, "--capture", "D4", "--order", "1", "--local")
        self.assertTrue(done.out.isascii())
        self.assertNotIn("\x1b", done.out + done.err)

    def test_the_answer_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            done = run("solve", *SMALL, "--local", stdout=full)
        self.assertEqual(done.returncode, 74)
        self.assertEqual(done.err, "tesuji: cannot write the answer: No space left on device\n")

    def test_bug_a_closed_stream_aborted(self):
        """The event loop had a descriptor of its own where a standard stream should be."""
        for closed, code in (("<&-", 0), ("2>&-", 0), ("<&- 2>&-", 0), (">&-", 74),
                             ("<&- >&- 2>&-", 74)):
            done = subprocess.run(["sh", "-c", f'exec "$0" "$@" {closed}', TESUJI, "solve", *SMALL,
                                   "--local"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=60, check=False)
            self.assertEqual(done.returncode, code, closed)

    def test_engines(self):
        for engine in ("alphabeta", "dfpn"):
            done = run("solve", NET, "--capture", "E4", "--engine", engine, "--local", "--json")
            report = json.loads(done.out)
            self.assertEqual((report["engine"], report["value"], report["order"], report["best"]),
                             (engine, "proven", 2, "F5"))
            done = run("solve", BROKEN_LADDER, "--capture", "D4", "--order", "1", "--engine",
                       engine, "--local")
            self.assertEqual(done.returncode, 1, done.err)
        self.assertIn(json.loads(run("solve", NET, "--capture", "E4", "--local", "--json").out)
                      ["engine"], ("alphabeta", "dfpn"))

    def test_help(self):
        done = run("help")
        self.assertEqual(done.returncode, 0)
        for word in ("solve", "info", "jobs", "cancel", "watch", "Exit status", "130"):
            self.assertIn(word, done.out)
        done = run("solve", "--help")
        self.assertIn("--capture POINT", done.out)
        self.assertEqual(done.out, run("help", "solve").out)
        self.assertRegex(run("--version").out, r"^tesuji \d+\.\d+\.\d+\n$")


    def test_the_manual_page_has_every_option(self):
        options = re.findall(r"^  --([a-z-]+)", run("help", "solve").out, re.MULTILINE)
        self.assertGreater(len(options), 20)
        with open(os.path.join(ROOT, "deploy/man/tesuji.1"), encoding="utf-8") as file:
            page = file.read().replace("\\-", "-")
        self.assertEqual([name for name in options if f"--{name}" not in page], [])


class WrongInput(unittest.TestCase):
    """One line that says what was wrong and where, and the code for its kind."""

    def refused(self, code, message, *args, stdin=b"", **env):
        done = run(*args, stdin=stdin, **env)
        self.assertEqual((done.err, done.returncode), ("tesuji: " + message + "\n", code))
        self.assertEqual(done.out, "")

    def solve(self, code, message, *args, **more):
        self.refused(code, message, "solve", *args, "--local", **more)

    def test_usage(self):
        self.refused(64, "no command; try 'tesuji help'")
        self.refused(64, "unknown option '--captur'", "solve", "x", "--captur", "D4")
        self.refused(64, "unknown command 'sove' (solve, problem, status, life, games, info, server, fleet, jobs, "
                     "cancel, ack, batch, watch, diagram, check, show, store, help)", "sove")
        self.refused(64, "solve needs a FILE, --rows TEXT or --fen FEN", "solve")

    def test_limits(self):
        for option, value, why in (
                ("order", "8", "8 is not in 0..7"),
                ("depth", "999", "999 is not in 1..507"),
                ("depth", "0", "0 is not in 1..507"),
                ("depth", "4", "4 is even; a search ends with the attacker's move"),
                ("workers", "1025", "1025 is not in 0..1024"),
                ("schedule", "fast", "'fast' is not auto or depth"),
                ("driver", "fast", "'fast' is not lambda or plain"),
                ("engine", "fast", "'fast' is not auto, alphabeta or dfpn"),
                ("zone", "all", "'all' is not sound, none or inversion"),
                ("label", "x" * 64, "longer than 63 bytes")):
            self.solve(64, f"--{option}: {why}", LADDER, "--capture", "D4", f"--{option}", value)

    def test_the_inversion_rule_is_of_go(self):
        self.solve(64, "--zone: hex has no inversion rule", "--game", "hex", "--rows", "../..",
                   "--zone", "inversion")

    def test_files(self):
        self.solve(66, "/nonexistent.sgf: No such file or directory", "/nonexistent.sgf",
                   "--capture", "D4")
        with tempfile.TemporaryDirectory() as folder:
            self.solve(65, f"{folder}: no problems in it", folder, "--capture", "D4")
        self.solve(65, "standard input: byte 5 is 0, that is no text", "-", "--capture", "D4",
                   stdin=b"(;SZ[\0")
        with tempfile.NamedTemporaryFile(suffix=".sgf") as file:
            file.write(b"x" * (1 << 20) + b"x")
            file.flush()
            self.solve(65, f"{file.name}: more than 1048576 bytes, that is no game record",
                       file.name, "--capture", "D4")
            os.chmod(file.name, 0)
            if os.geteuid() != 0:
                self.solve(66, f"{file.name}: Permission denied", file.name, "--capture", "D4")

    def test_records(self):
        for record, why in (
                ("", 'byte 0: no SGF: there is no "(;"'),
                ("(;SZ[9]AB[zz])", "byte 9: AB[zz] is off the 9x9 board"),
                ("(;SZ[25])", "byte 4: SZ[25] is no board from 2x2 to 19x19"),
                ("(;SZ[9]AB[aa]", "byte 13: the text ends within a variation")):
            self.solve(65, f"standard input: {why}", "-", "--capture", "A9", stdin=record)
        self.solve(65, f"{LADDER}: move 3 was asked for, the main line has 0", LADDER, "--capture",
                   "D4", "--move", "3")

    def test_rows(self):
        for rows, why in (("X", "row 1 has 1 points, a board has 2 to 19"),
                          ("XO/X", "row 2 has 1 points, expected 2"),
                          ("X?/..", "row 1, point 2: '?' is none of '.', 'X', 'O'"),
                          ("." * 600, "longer than 511 bytes")):
            self.solve(65, f"--rows: {why}", "--rows", rows, "--capture", "A1")

    def test_goals(self):
        self.solve(65, "--goal: no point is given", LADDER)
        self.solve(65, "--goal: there is no stone on D9", LADDER, "--goal", "capture:D9")
        self.solve(65, '--goal: go has no goal "eat"', LADDER, "--goal", "eat:D4")
        self.solve(65, "--capture: there is no stone on D9", LADDER, "--capture", "D9")
        self.solve(65, '--capture: "Z9" is not a point of a 19x19 board', LADDER, "--capture", "Z9")
        self.solve(65, "--attacker: the stone on D4 is the attacker's own", LADDER, "--capture",
                   "D4", "--attacker", "white")
        self.solve(65, "--ko: no ko on A1, the attacker would not capture a single stone there",
                   LADDER, "--capture", "D4", "--ko", "A1")

    def test_goals_of_several(self):
        rows = ("solve", "--rows", "O.X./.XX./..XO", "--local", "--workers", "1", "--goal")
        done = run(*rows, "capture-all:A3 D1")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(done.out.startswith(
            "Proven: black captures all of A3 D1 within 5 plies (order 2). Best move D2.\n"), done.out)
        self.assertIn("\n  3[O]", done.out)
        self.assertIn("X[O] 1\n", done.out)
        done = run(*rows, "capture-any:A3 D1", "--first", "defender")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertRegex(done.out, "^Proven: .*black captures any of A3 D1 ")
        done = run(*rows, "capture-any:A3 C3")
        self.assertEqual(done.returncode, 65)
        self.assertIn("the stones on A3 and C3 are of two colours", done.err)

    def test_servers(self):
        self.refused(64, "address 'foo': expected unix:/path, /path, tcp:host:port, host:port or tls://host:port",
                     "info", "--server", "foo")
        self.refused(69, "cannot connect to /nonexistent: No such file or directory",
                     "solve", *SMALL, "--server", "/nonexistent")
        self.refused(69, "cannot connect to tcp:127.0.0.1:1: Connection refused",
                     "info", TESUJI_SERVER="tcp:127.0.0.1:1")
        self.refused(64, "either --local or --server ADDRESS, not both",
                     "solve", *SMALL, "--local", "--server", "/x")

    def test_control_characters_stay_out_of_the_terminal(self):
        self.solve(66, "/none?[2J?: No such file or directory", "/none\x1b[2J\n", "--capture", "D4")

    def test_no_memory(self):
        """Too little address space for the engine: an error, not a crash."""
        done = subprocess.run(
            ["sh", "-c", 'ulimit -v 60000; exec "$0" "$@"', TESUJI,
             "solve", *SMALL, "--local"], capture_output=True, check=False, timeout=60)
        if b"Sanitizer" in done.stderr or b"shadow memory" in done.stderr:
            self.skipTest("sanitizers need the address space")
        if b"error while loading shared libraries" in done.stderr:
            self.skipTest("so little does not hold the libraries")
        self.assertIn(done.returncode, (0, 71), done.stderr)
        if done.returncode == 71:
            self.assertRegex(done.stderr, rb"^tesuji: [^\n]*\n$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
