# SPDX-License-Identifier: MIT
"""The example programs of libtesuji: what the README shows; that atari_watch tells the same as the Python
one on games at random, and how it fails; that night_shift comes back for what it has handed in."""

import os
import random
import re
import subprocess
import sys
import tempfile

from board import Board
from daemon import Case, COUNT, DEADLINE_S, ROOT, main
from journal import WithJournal

WATCH = os.environ.get("TESUJI_ATARI_WATCH", os.path.join(ROOT, "build/clients/c/atari_watch"))
NIGHT = os.environ.get("TESUJI_NIGHT_SHIFT", os.path.join(ROOT, "build/clients/c/night_shift"))
PYTHON = os.path.join(ROOT, "clients/python/examples/atari_watch.py")
GAME = os.path.join(ROOT, "clients/python/examples/game.sgf")
SHOWN = re.compile(r"<!-- run by tests/e2e/test_examples.py -->\n```console\n\$ ([^\n]*)\n(.*?)^```$",
                   re.S | re.M)
LETTERS = "abcdefghijklmnopqrs"
GAMES, MOVES, SIZE = 4, 50, 7


def moves_of(text):
    """What is told of each move, sorted: the two programs take blocks in different orders. Which of
    several good moves is told may differ, too."""
    return [(part.split("\n")[0], sorted(re.sub(r" by \w+", " by", line)
                                         for line in part.split("\n")[1:]))
            for part in re.split(r"\n(?=\d)", text.rstrip("\n"))]


def record(rng):
    """A game at random, as SGF."""
    board, sgf = Board(SIZE), f"(;GM[1]SZ[{SIZE}]"
    for _ in range(MOVES):
        points = [(x, y) for x in range(SIZE) for y in range(SIZE)] + [None]
        rng.shuffle(points)
        point = next(p for p in points if isinstance(board.play(p), Board))
        sgf += f";{board.to_play[0].upper()}[{LETTERS[point[0]] + LETTERS[point[1]] if point else ''}]"
        board = board.play(point)
    return sgf + ")"


class Examples(WithJournal, Case):
    def setUp(self):
        super().setUp()
        self.serve()

    def serve(self):
        self.launch()
        self.daemon.log(r"<5>listen address=unix:")
        self.where = "unix:" + self.daemon.path

    def run_it(self, *command):
        env = {**os.environ, "TESUJI_SERVER": self.where, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, check=False,
                              capture_output=True, text=True, timeout=4 * DEADLINE_S)
        return done.returncode, done.stdout, done.stderr

    def watch(self, sgf, *args):
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(sgf)
            file.flush()
            return self.run_it(WATCH, self.where, file.name, *args)

    def both(self, sgf):
        """What both tell of a record."""
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(sgf)
            file.flush()
            told = [self.run_it(WATCH, self.where, file.name, "1", "60000"),
                    self.run_it(sys.executable, PYTHON, file.name, "--time-ms", "60000")]
        for code, _, err in told:
            self.assertEqual((code, err), (0, ""))
        ours, theirs = (moves_of(out) for _, out, _ in told)
        self.assertEqual(ours, theirs, sgf)
        return ours

    def test_the_readme(self):
        with open(os.path.join(ROOT, "clients/c/README.md"), encoding="utf-8") as file:
            shown = SHOWN.findall(file.read())
        self.assertEqual(len(shown), 2)
        for command, told in shown:
            for program in (WATCH, NIGHT):
                command = command.replace("build/clients/c/" + os.path.basename(program), program)
            self.assertEqual(self.run_it("sh", "-c", command), (0, told, ""))

    def test_both_languages_tell_the_same(self):
        seed = int(os.environ.get("TESUJI_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        rng = random.Random(seed)
        told = [move for _ in range(GAMES) for move in self.both(record(rng))]
        self.assertGreater(len(told), GAMES)

    def test_setup_passes_variations(self):
        told = self.both("(;SZ[5]C[(\\];B[aa\\]]AB[aa:ba][ed][dc:ec]AW[bb]PL[W];W[ca];B[tt];W[ea]"
                         ";AE[aa]AW[ab];B[];W[ad](;B[ac]C[x])(;B[dd]))")
        self.assertEqual([title.split(" ", 1)[0] for title, _ in told][-1], "6.")

    def test_how_it_fails(self):
        self.assertEqual(self.run_it(WATCH)[0], 64)
        code, out, err = self.run_it(WATCH, self.where, "/nowhere.sgf")
        self.assertEqual((code, out, err), (66, "", "/nowhere.sgf: No such file or directory\n"))
        code, out, err = self.run_it(WATCH, "/nowhere", GAME)
        self.assertEqual((code, out), (69, ""))
        self.assertIn("cannot connect to /nowhere", err)
        for sgf, args, message in (
                ("(;SZ[9];B[ee];W[ee])", (), "params.play[0]: there is a stone on E5"),
                ("(;SZ[5];B[aa];W[ba])", ("9",), "params.order: 9 is not in 0..7"),
                ("no game", (), "params.set.sgf: byte 0: no SGF: there is no \"(;\"")):
            with self.subTest(message):
                self.assertEqual(self.watch(sgf, *args), (70, "", f"atari_watch: {message}\n"))

    def test_a_batch_over_a_kill(self):
        count = min(COUNT, 3000)
        began = subprocess.Popen([NIGHT, self.where, "k", str(count)], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        before = [began.stdout.readline() for _ in range(40)]
        self.kill()
        before += began.stdout.readlines()
        err = began.communicate(timeout=DEADLINE_S)[1]
        if began.returncode != 0:  # else it was too fast
            self.assertEqual(began.returncode, 70)
            self.assertIn("lost", err)
            self.serve()
            code, told, err = self.run_it(NIGHT, self.where, "k", str(count))
            self.assertEqual((code, err), (0, ""))
            self.assertTrue(told.startswith("".join(before)))  # what was told is told again, and goes on
            *lines, total = told.splitlines()
            self.assertEqual(sorted(int(line.split()[0]) for line in lines), list(range(1, count + 1)))
            self.assertEqual(total, f"{count} problems: {count // 2} proven, {count // 2} disproven, 0 undecided")

    def test_a_batch_that_is_refused(self):
        for args, code, said in (((self.where, "k" * 128, "1"), 70, "params.key: longer than 127 bytes"),
                                 ((self.where, "k", "10001"), 64, "usage")):
            done = self.run_it(NIGHT, *args)
            self.assertEqual(done[0], code)
            self.assertIn(said, done[2])


if __name__ == "__main__":
    main()
