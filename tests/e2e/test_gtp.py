# SPDX-License-Identifier: MIT
"""tesuji-gtp by the letter of the Go Text Protocol."""

import os
import socket
import subprocess
import tempfile
import time
import unittest

from daemon import Case
from gtp import DEADLINE_S, Engine, Failure, OneEngine, QUICK, TESUJI_GTP, talk

REQUIRED = ["protocol_version", "name", "version", "known_command", "list_commands", "quit",
            "boardsize", "clear_board", "komi", "play", "genmove"]
FURTHER = ["undo", "showboard", "fixed_handicap", "place_free_handicap", "set_free_handicap",
           "loadsgf", "trymove", "popgo", "attack", "defend", "attack_either", "ladder_attack",
           "connect", "disconnect", "owl_attack", "owl_defend", "dragon_status", "analyze_semeai",
           "combination_attack", "black", "white", "tesuji-status", "tesuji-link",
           "tesuji-solve", "tesuji-board", "tesuji-progress",
           "gogui-analyze_commands", "increase_depths", "decrease_depths",
           "reset_reading_node_counter", "get_reading_node_counter"]
KO_OR_NOT = "....X/XO.OX/...XX/...XO/X..O."
LEFT_OPEN = "..X..XX/..XO.../....O../X.XXO.O/..OXO.X/OX...O./OO.XO.."
RECORD = "(;GM[1]SZ[9]AB[ee];B[aa];W[bb];B[cc];W[dd])"


class Protocol(unittest.TestCase):
    def says(self, text, *answers):
        out, code, err = talk(text)
        self.assertEqual((out, code, err), ("".join(answers), 0, ""))

    def waits_until_asleep(self, process):
        end, state = time.monotonic() + DEADLINE_S, ""
        while state != "S":
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                state = file.read().rsplit(")", 1)[1].split()[0]
            self.assertLess(time.monotonic(), end)

    def test_answers_end_with_an_empty_line(self):
        self.says("protocol_version\nname\n", "= 2\n\n", "= tesuji-gtp\n\n")

    def test_numbers_come_back(self):
        self.says("1 name\n007 komi 0\n2147483647 foo\n3\n5name\n",
                  "=1 tesuji-gtp\n\n", "=007 \n\n", "?2147483647 unknown command\n\n", "?3 unknown command\n\n",
                  "? unknown command\n\n")

    def test_comments_blanks_and_control_characters(self):
        self.says(b"\n  \n# nothing\n\t\r\n \t12\t name \t# name\r\n#\nna\x07me\r\n"
                  b"\x7fname\x00\nname#x\n",
                  "=12 tesuji-gtp\n\n", *["= tesuji-gtp\n\n"] * 3)

    def test_the_input_ends(self):
        self.says("")
        self.says("name", "= tesuji-gtp\n\n")
        self.says("name\nquit\nname\n", "= tesuji-gtp\n\n", "= \n\n")

    def test_lines_come_in_pieces(self):
        with Engine(TESUJI_GTP) as engine:
            engine.ask("name")
            for piece in ("na", "me\n1 pro", "tocol_version", "\n2 name\n3 na"):
                engine.process.stdin.write(piece)
                engine.process.stdin.flush()
                self.waits_until_asleep(engine.process)
            said = [engine.process.stdout.readline() for _ in range(6)]
            self.assertEqual(said, ["= tesuji-gtp\n", "\n", "=1 2\n", "\n", "=2 tesuji-gtp\n", "\n"])
            engine.process.stdin.write("me\n")
            engine.process.stdin.flush()
            self.assertEqual(engine.process.stdout.readline(), "=3 tesuji-gtp\n")

    def test_it_sleeps_when_nothing_comes(self):
        with Engine(TESUJI_GTP) as engine:
            for _ in range(10):
                engine.ask("name")
                self.waits_until_asleep(engine.process)

    def test_the_end_of_the_input_stays(self):
        mine, its = os.openpty()
        with subprocess.Popen([TESUJI_GTP], stdin=its, stdout=subprocess.PIPE) as process:
            os.close(its)
            os.write(mine, b"name\x04\x04")  # what a terminal makes of Ctrl-D: the end, once
            self.assertEqual(process.stdout.read(), b"= tesuji-gtp\n\n")
            self.assertEqual(process.wait(DEADLINE_S), 0)
        os.close(mine)

    def test_what_comes_after_quit_is_not_taken(self):
        with tempfile.TemporaryFile() as file:
            file.write(b"name\nquit\nrest\n")
            file.seek(0)
            done = subprocess.run([TESUJI_GTP], stdin=file, stdout=subprocess.PIPE, check=True,
                                  timeout=DEADLINE_S)
            self.assertEqual((done.stdout, os.read(file.fileno(), 100)),
                             (b"= tesuji-gtp\n\n= \n\n", b"rest\n"))

    def test_an_input_that_does_not_block(self):
        mine, its = socket.socketpair()
        its.setblocking(False)
        with subprocess.Popen([TESUJI_GTP], stdin=its, stdout=subprocess.PIPE) as process:
            for _ in range(3):
                self.waits_until_asleep(process)
                mine.send(b"name\n")
                self.assertEqual(process.stdout.readline() + process.stdout.readline(),
                                 b"= tesuji-gtp\n\n")
            mine.close()
            self.assertEqual(process.wait(DEADLINE_S), 0)
        its.close()

    def test_an_input_that_cannot_be_read(self):
        directory = os.open("/", os.O_RDONLY)
        done = subprocess.run([TESUJI_GTP], stdin=directory, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False, timeout=DEADLINE_S)
        os.close(directory)
        self.assertEqual((done.returncode, done.stdout), (74, b""))
        self.assertIn(b"cannot read a command: Is a directory", done.stderr)

    def test_streams_that_are_closed(self):
        for closed in ("<&-", "<&- >&-", "<&- >&- 2>&-", "2>&-"):
            done = subprocess.run(["sh", "-c", f'exec "$0" {closed}', TESUJI_GTP], check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=DEADLINE_S)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
        done = subprocess.run(["sh", "-c", 'exec "$0" >&-', TESUJI_GTP], check=False, input=b"name\n",
                              stderr=subprocess.PIPE, timeout=DEADLINE_S)
        self.assertEqual(done.returncode, 74)
        self.assertIn(b"cannot write an answer: Bad file descriptor", done.stderr)

    def test_lines_that_are_too_long(self):
        self.says("7 play black " + "x" * 100000 + "\nname\n", "?7 line too long\n\n",
                  "= tesuji-gtp\n\n")
        self.says("set_free_handicap" + " A1" * 600 + "\nname\n", "? too many arguments\n\n",
                  "= tesuji-gtp\n\n")
        self.says("name " + " " * 100000 + "# x\nname\n", "? line too long\n\n",
                  "= tesuji-gtp\n\n")

    def test_commands_are_known(self):
        listed = talk("list_commands\n")[0]
        self.assertTrue(listed.startswith("= ") and listed.endswith("\n\n"))
        listed = listed[2:].split()
        self.assertEqual(set(REQUIRED + FURTHER) - set(listed), set())
        self.assertEqual(len(listed), len(set(listed)))
        known = talk("".join(f"known_command {name}\n" for name in listed))[0]
        self.assertEqual(known, "= true\n\n" * len(listed))
        self.says("known_command nothing\nknown_command\n", "= false\n\n", "= false\n\n")

    def test_random_bytes(self):
        noise = bytes((i * 7919 + i // 3) % 256 for i in range(60000)) + b"\nname\n"
        out, code, _ = talk(noise)
        self.assertEqual(code, 0)
        self.assertTrue(out.endswith("= tesuji-gtp\n\n"))
        self.assertRegex(out, r"\A([=?]\d* [^\n]*\n\n)*\Z")

    def test_options(self):
        self.assertRegex(talk("", "--version")[0], r"^tesuji-gtp \d+\.\d+\.\d+\n$")
        self.assertIn("--order N", talk("", "--help")[0])
        for args, why in ((["--order", "8"], "--order: '8' is not a number from 1 to 7"),
                          (["--order"], "--order needs an argument"),
                          (["--nodes=x"], "--nodes: 'x' is not a number from 0 to 1000000000"),
                          (["--what"], "unknown option '--what'; see --help")):
            self.assertEqual(talk("name\n", *args), ("", 64, f"tesuji-gtp: {why}\n"))
        out, code, err = talk("name\n", "--server", "unix:/nonexistent/socket")
        self.assertEqual((out, code), ("", 69))
        self.assertIn("/nonexistent/socket", err)

    def test_nobody_reads_the_answers(self):
        with open("/dev/full", "wb") as full:
            with tempfile.TemporaryFile() as file:
                file.write(b"name\n")
                file.seek(0)
                done = subprocess.run([TESUJI_GTP], stdin=file, stdout=full,
                                      stderr=subprocess.PIPE, check=False, timeout=60)
        self.assertEqual(done.returncode, 74)
        self.assertIn(b"cannot write an answer", done.stderr)


class TheBoard(OneEngine):
    def test_sizes(self):
        for side in (2, 7, 13, 19):
            self.ask(f"boardsize {side}")
            self.assertEqual(len(self.rows()), side)
        for command, message in (("boardsize", "boardsize not an integer"),
                                 ("boardsize 1", "unacceptable size"),
                                 ("boardsize 20", "unacceptable size"),
                                 ("boardsize 9x", "unacceptable size"),
                                 ("boardsize -9", "unacceptable size")):
            self.refuses(command, message)
        self.assertEqual(len(self.rows()), 19)

    def test_komi(self):
        self.ask("komi 6.5")
        self.assertEqual(self.ask("get_komi"), "6.5")
        for komi in ("", " x", " 1.5x", " nan", " inf"):
            self.refuses("komi" + komi, "komi not a float")
        self.assertEqual(self.ask("komi -3", "get_komi"), "-3")

    def test_moves(self):
        self.ask("play black D4", "play WHITE e4", "play b pass", "play w PASS", "play W j9")
        self.assertEqual(self.rows()[5], ". . . X O . . . .")
        self.assertEqual(self.rows()[0], ". . . . . . . . O")
        for move in ("black D4", "white J9"):
            self.refuses("play " + move, "illegal move")
        for move in ("", " black", " D4", " red D5", " black I5", " black K1", " black A10",
                     " black A0", " black resign", " black 4D", " black D"):
            self.refuses("play" + move, "invalid color or coordinate")

    def test_captures_and_suicide(self):
        self.ask("play b a1", "play w a2", "play w b1")
        self.assertEqual(self.rows()[8], ". O . . . . . . .")
        self.assertIn("WHITE (O) has captured 1 stones", self.ask("showboard"))
        self.refuses("play b a1", "illegal move")
        self.ask("play w a1")

    def test_ko(self):
        for move in ("b c4", "b b3", "b c2", "w d4", "w e3", "w d2", "w c3"):
            self.ask("play " + move)
        self.ask("play b d3")
        self.refuses("play w c3", "illegal move")
        self.ask("play w h8", "play b h2", "play w c3")
        self.refuses("play b d3", "illegal move")
        self.ask("play b pass", "play w pass", "play b d3")

    def test_undo(self):
        self.refuses("undo", "cannot undo")
        self.ask("play b a1", "play w a2", "play w b1", "undo")
        self.assertEqual(self.rows()[8], "X . . . . . . . .")
        self.ask("undo", "undo")
        self.refuses("undo", "cannot undo")

    def test_hypothetical_moves(self):
        self.refuses("popgo", "Stack empty.")
        self.ask("play b a1", "trymove w a2", "trymove w b1")
        self.refuses("undo", "cannot undo")
        self.refuses("trymove b a1", "illegal move")
        self.refuses("trymove b", "invalid color or coordinate")
        self.ask("popgo", "popgo")
        self.refuses("popgo", "Stack empty.")
        self.assertEqual(self.rows()[8], "X . . . . . . . .")
        self.ask("undo")

    def test_handicap(self):
        self.assertEqual(self.ask("fixed_handicap 2"), "C3 G7")
        self.refuses("fixed_handicap 2", "board not empty")
        for side, stones, points in (
                (9, 5, "C3 G7 C7 G3 E5"), (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
                (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"), (13, 3, "D4 K10 D10"),
                (8, 4, "C3 F6 C6 F3"), (7, 2, "C3 E5")):
            self.ask(f"boardsize {side}")
            self.assertEqual(self.ask(f"fixed_handicap {stones}"), points)
        for side, stones in ((9, 1), (9, 10), (8, 5), (7, 5), (6, 2), (9, "x")):
            self.ask(f"boardsize {side}")
            self.refuses(f"fixed_handicap {stones}", "invalid number of stones")
        self.ask("boardsize 8")
        self.assertEqual(self.ask("place_free_handicap 7"), "C3 F6 C6 F3")
        self.refuses("place_free_handicap 7", "board not empty")

    def test_free_handicap(self):
        for points in ("", " A1", " A1 A1", " A1 pass", " A1 K1"):
            self.refuses("set_free_handicap" + points, "bad vertex list")
        self.ask("set_free_handicap A1 b2 J9")
        self.assertEqual(self.rows()[7:], [". X . . . . . . .", "X . . . . . . . ."])
        self.refuses("set_free_handicap A1 A2", "board not empty")

    def test_records(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(RECORD)
            file.flush()
            for until, turn, moves in (("", "black", 4), (" 3", "black", 2), (" 1", "black", 0),
                                       (" 99", "black", 4), (" D6", "white", 3),
                                       (" C7", "black", 2), (" J1", "black", 4)):
                self.assertEqual(self.ask(f"loadsgf {file.name}{until}"), turn)
                self.assertEqual(sum(row.count("X") + row.count("O") for row in self.rows()),
                                 moves + 1)
            self.refuses(f"loadsgf {file.name} x", "cannot load file")
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(RECORD.rstrip().removesuffix(")"))  # cut off: GNU Go reads that, too
            file.flush()
            self.assertEqual(self.ask(f"loadsgf {file.name}"), "black")
        self.refuses("loadsgf /nonexistent", "cannot load file")
        self.refuses("loadsgf /dev/zero", "cannot load file")
        self.refuses("loadsgf /", "cannot load file")
        self.refuses("loadsgf", "missing filename")


def set_up(engine, rows):
    rows = rows.split("/")
    engine.ask(f"boardsize {len(rows)}")
    for y, row in enumerate(rows):
        for x, stone in enumerate(row):
            if stone != ".":
                engine.ask(f"play {'bw'[stone == 'O']} {'ABCDEFGH'[x]}{len(rows) - y}")


class Questions(OneEngine):
    def crosscut(self):
        self.ask("play black E5", "play white D5", "play white F5", "play white E6")

    def test_attack_and_defend(self):
        self.ask("play black E5")
        self.assertEqual((self.ask("attack E5"), self.ask("defend E5")), ("0", "1 PASS"))
        self.crosscut_stones()
        self.assertEqual((self.ask("attack E5"), self.ask("defend E5")), ("1 E4", "1 E4"))
        self.ask("play white E3", "play white D4", "play white F4")
        self.assertEqual((self.ask("attack E5"), self.ask("defend E5")), ("1 E4", "0"))

    def crosscut_stones(self):
        self.ask("play white D5", "play white F5", "play white E6")

    def test_ko(self):
        """White stones that it takes a ko to capture, or to save: the last one of each. There
        may be several moves."""
        with Engine(TESUJI_GTP, "--order", "3", "--nodes", "0", "--time-ms", "0") as engine:
            for black, white, attack, defend in (("A1 C1 D1 D3", "D4 C3", "2", "1"),
                                                 ("A4 C3 D4", "D3 A1", "1", "3"),
                                                 ("B2 C2", "D3 A3", "1", "3")):
                engine.ask("boardsize 4")
                for point in black.split():
                    engine.ask(f"play b {point}")
                for point in white.split():
                    engine.ask(f"play w {point}")
                target = white.split()[-1]
                self.assertRegex(engine.ask(f"attack {target}"), f"^{attack} [A-D][1-4]$")
                self.assertRegex(engine.ask(f"defend {target}"), f"^{defend} [A-D][1-4]$")

    def test_the_move_that_is_told(self):
        """Of moves that work one that takes no ko, and that takes the most stones."""
        with Engine(TESUJI_GTP) as engine:
            for rows, question, answer in (
                    (KO_OR_NOT, "attack E2", "1 C1"),
                    ("...OX/XOOXX/.X.X./.OX.X/.X.X.", "attack B4", "1 C5")):
                set_up(engine, rows)
                self.assertEqual(engine.ask(question), answer, rows)

    def test_no_move_is_told_where_a_ko_needs_none(self):
        """The other side has to find the first threat even if it moves first. Then a move that
        changes nothing is not told: a pass, or in defence where the other side would begin.
        Where it would begin there itself, the attack is told. Black is '#' where three X in a row
        would look like a note of something unfinished."""
        for rows, block, question, other, answer in (
                ("X.O.O./XO..OO/OO..X./..OOO./.X.OXO/X.XX.X", "A1", "attack", "defend", "2 PASS"),
                ("#O##../.O.###/.#O##./#OOOO./O.O#.O/.O.OO.", "C6", "defend", "attack", "2 C5"),
                ("#.O.O./#O..OO/OO..#./..OO../.#.O#O/#.##.#", "A1", "attack", "defend", "2 A2")):
            with Engine(TESUJI_GTP, "--time-ms", "0") as engine:
                set_up(engine, rows)
                self.assertEqual(engine.ask(f"{question} {block}"), answer, rows)
                self.assertRegex(engine.ask(f"{other} {block}"), "^3 [A-F][1-6]$", rows)

    def test_a_defence_found_broken_is_not_told(self):
        """What few nodes leave open holds by the order below; where that is known not to last,
        another move is told."""
        with Engine(TESUJI_GTP, "--nodes", "2000") as few, Engine(TESUJI_GTP) as many:
            set_up(few, LEFT_OPEN)
            answer = few.ask("defend G7")
            self.assertRegex(answer, "^1 [A-G][1-7]$")
            set_up(many, LEFT_OPEN)
            many.ask(f"play b {answer[2:]}")
            self.assertEqual(many.ask("attack G7"), "0")

    def test_the_ban_of_a_ko(self):
        """Who was just taken from may not take back; the other may."""
        for move in ("b c4", "b b3", "b c2", "w d4", "w e3", "w d2", "w c3", "b d3"):
            self.ask("play " + move)
        banned = self.ask("attack D3")
        self.ask("play w j9", "play b j1")
        self.assertEqual((banned, self.ask("attack D3")), ("3 C3", "2 C3"))

    def test_status(self):
        self.ask("play black E5")
        self.assertRegex(self.ask("tesuji-status E5"), r"^alive judged [01]\.\d\d$")
        self.crosscut_stones()
        self.assertRegex(self.ask("tesuji-status E5"), r"^critical 1 E4 1 E4 judged [01]\.\d\d$")
        self.ask("play white E3", "play white D4", "play white F4")
        self.assertRegex(self.ask("tesuji-status E5"), r"^dead (proven|judged 0\.9\d)$")

    def test_black_and_white(self):
        self.assertEqual(self.ask("black E5", "white pass", "white e6"), "")
        for command, message in (("black", "invalid coordinate"), ("white J10", "invalid coordinate"),
                                 ("black E5", "illegal move"), ("white E5", "illegal move")):
            self.refuses(command, message)
        self.assertEqual(self.ask("undo", "undo", "undo", "white E5"), "")

    def test_ladders(self):
        self.ask("play b e5", "play w d5", "play w e6")
        self.assertRegex(self.ask("ladder_attack E5"), r"^0$|^[123] ")
        self.refuses("ladder_attack D5", "string must have exactly 2 liberties")

    def test_either(self):
        self.ask("play black E5")
        self.crosscut_stones()
        self.assertEqual(self.ask("attack_either E5 E6"), "1")
        self.assertEqual(self.ask("attack_either E6 D5"), "0")

    def test_connections(self):
        self.ask("play b e5", "play b e6", "play b g5", "play b a1")
        for stones, connect, cut in (("E5 E6", "1 PASS", "0"), ("E5 E5", "1 PASS", "0"),
                                     ("E5 G5", "1 F5", "0"), ("A1 G5", "0", "1 A2")):
            self.assertEqual((self.ask(f"connect {stones}"), self.ask(f"disconnect {stones}")),
                             (connect, cut))
        self.ask("play w f6", "play w f4", "play w f3")
        self.assertEqual((self.ask("connect E5 G5"), self.ask("disconnect E5 G5")),
                         ("1 F5", "1 F5"))
        self.ask("play w f5")
        self.assertEqual(self.ask("connect E5 G5"), "0")

    def test_wrong_connections(self):
        self.ask("play b e5", "play b g5", "play w a1")
        for command in ("connect", "disconnect"):
            self.refuses(command + " E5 A1", "vertices must have same color")
            self.refuses(command + " E5 A2", "vertex must not be empty")
            self.refuses(command + " E5", "invalid coordinate")

    def test_bad_points(self):
        for command in ("attack", "defend", "ladder_attack", "attack_either", "tesuji-status",
                        "owl_attack", "owl_defend", "dragon_status", "analyze_semeai"):
            for point in ("", " Z9", " I1", " pass", " A20"):
                self.refuses(command + point, "invalid coordinate")
            self.refuses(command + " B2", "vertex must not be empty")

    def test_counters(self):
        self.ask("play black G2", "play white G3", "play white F2", "play white H2")
        self.assertEqual(self.ask("reset_reading_node_counter", "get_reading_node_counter"), "0")
        self.ask("defend G2")  # asked in no other test: what is remembered costs no nodes
        self.assertGreater(int(self.ask("get_reading_node_counter")), 0)

    def test_depths_are_accepted(self):
        self.assertEqual(self.ask("increase_depths", "decrease_depths"), "")


class AskingADaemon(Case):
    def test_the_daemon_answers(self):
        daemon = self.start()
        client = self.connect(daemon)
        with Engine(TESUJI_GTP, "--server", f"unix:{daemon.path}", *QUICK) as engine:
            for command in ("boardsize 9", "play b e5", "play w d5", "play w f5", "play w e6"):
                engine.ask(command)
            self.assertEqual(engine.ask("attack E5"), "1 E4")
        self.assertGreater(client.call("server.info")["jobs"]["total"], 0)

    def test_it_goes_away(self):
        listener = socket.socket(socket.AF_UNIX)
        with tempfile.TemporaryDirectory() as folder, listener:
            path = os.path.join(folder, "sock")
            listener.bind(path)
            listener.listen()
            with Engine(TESUJI_GTP, "--server", path) as engine:
                engine.ask("play b e5")
                listener.accept()[0].close()
                for command in ("attack E5", "defend E5"):
                    with self.assertRaises(Failure):
                        engine.ask(command)
                self.assertEqual(engine.ask("name"), "tesuji-gtp")


if __name__ == "__main__":
    unittest.main()
