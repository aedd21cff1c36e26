# SPDX-License-Identifier: MIT
"""gtp.py - engines that speak the Go Text Protocol, and a referee who trusts none of them.

TESUJI_GTP names the program (default build/clients/gtp/tesuji-gtp).
"""

import os
import re
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TESUJI_GTP = os.environ.get("TESUJI_GTP", os.path.join(ROOT, "build/clients/gtp/tesuji-gtp"))
GNUGO = "/usr/games/gnugo"
# Limits that make moves quick; without one of time, so that they are always the same.
QUICK = ("--order", "1", "--nodes", "300", "--time-ms", "0")
LETTERS = "ABCDEFGHJKLMNOPQRST"
DEADLINE_S = 120


def talk(text, *args, command=None):
    """All that an engine says to some bytes before their end, and its exit code."""
    if isinstance(text, str):
        text = text.encode()
    env = {k: v for k, v in os.environ.items() if not k.startswith("TESUJI_")}
    done = subprocess.run([command or TESUJI_GTP, *args], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=env, timeout=DEADLINE_S, check=False)
    return done.stdout.decode(), done.returncode, done.stderr.decode()


class Failure(Exception):
    """The engine answered with '?'."""


class Engine:
    """One process; ask() sends a command and returns its answer."""

    def __init__(self, *command):
        env = {k: v for k, v in os.environ.items() if not k.startswith("TESUJI_")}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=env)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(DEADLINE_S)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = ""
        while not answer.endswith("\n\n"):
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(f"no answer to {command}")
            answer += line
        if answer[0] == "?":
            raise Failure(answer[1:].strip())
        return answer[1:].strip()


class Board:
    """The rules, once more: captures, no suicide, the simple ko. Points are (x, y)."""

    def __init__(self, side):
        self.side, self.stones, self.ko = side, {}, None

    def point(self, vertex):
        x, y = LETTERS.index(vertex[0].upper()), int(vertex[1:]) - 1
        if not (0 <= x < self.side and 0 <= y < self.side):
            raise ValueError(vertex)
        return x, y

    def beside(self, at):
        x, y = at
        return [(u, v) for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if 0 <= u < self.side and 0 <= v < self.side]

    def block(self, at):
        stones, free, todo = {at}, set(), [at]
        while todo:
            for p in self.beside(todo.pop()):
                if p not in self.stones:
                    free.add(p)
                elif self.stones[p] == self.stones[at] and p not in stones:
                    stones.add(p)
                    todo.append(p)
        return stones, free

    def play(self, colour, vertex):
        """Plays a move; ValueError when it is not legal."""
        ban, self.ko = self.ko, None
        if vertex.upper() == "PASS":
            return
        at = self.point(vertex)
        if at in self.stones or ban == (colour, at):
            raise ValueError(vertex)
        self.stones[at] = colour
        taken = set()
        for p in self.beside(at):
            if self.stones.get(p, colour) != colour:
                stones, free = self.block(p)
                if not free:
                    taken |= stones
        for p in taken:
            del self.stones[p]
        stones, free = self.block(at)
        if not free:
            raise ValueError(f"{vertex} is suicide")
        if len(taken) == 1 and len(stones) == 1 and len(free) == 1:
            self.ko = ("white" if colour == "black" else "black", next(iter(taken)))

    def of(self, colour):
        return {LETTERS[x] + str(y + 1) for (x, y), c in self.stones.items() if c == colour}


class Asking(unittest.TestCase):
    """Tests that have an engine, self.engine."""

    def ask(self, *commands):
        answer = ""
        for command in commands:
            answer = self.engine.ask(command)
        return answer

    def refuses(self, command, message):
        with self.assertRaises(Failure) as caught:
            self.ask(command)
        self.assertEqual(str(caught.exception), message)


class OneEngine(Asking):
    @classmethod
    def setUpClass(cls):
        cls.engine = Engine(TESUJI_GTP, *QUICK)

    @classmethod
    def tearDownClass(cls):
        cls.engine.__exit__()

    def setUp(self):
        self.ask("boardsize 9", "clear_board")

    def rows(self):
        return re.findall(r"^ ?\d+ ([.XO ]+) \d+$", self.ask("showboard"), re.M)
