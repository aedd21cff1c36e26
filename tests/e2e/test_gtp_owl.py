# SPDX-License-Identifier: MIT
"""tesuji-gtp's commands about dragons, which have GNU Go's names: proven where nodes suffice, else
judged."""

import os
import unittest

from gtp import Engine, Failure, OneEngine, TESUJI_GTP

# In the corner Black has four points in a row and a wall of White's around them.
FOUR = ("black a2,black b2,black c2,black d2,black e2,black e1,white a3,white b3,white c3,white d3,"
        "white e3,white f3,white f2,white f1")
# Within a wall of Black's two of his stones and four of White's attack each other.
RACE = ("black a1,black b1,white a2,white b2,white c2,white d2,black a3,black b3,black c3,black d3,"
        "black e2,black e1")


class Owl(OneEngine):
    """With the usual limits: what is small is proven."""

    @classmethod
    def setUpClass(cls):
        cls.engine = Engine(TESUJI_GTP)

    def play(self, moves):
        self.ask(*moves.split(","))

    def test_alive_critical_dead(self):
        self.play(FOUR)
        for move, answers in (
                (None, ("alive proven", "alive", "0", "1 PASS")),
                ("black d1", ("critical 1 B1 1 B1 proven", "critical B1 B1", "1 B1", "1 B1")),
                ("white b1", ("dead proven", "dead", None, "0"))):
            if move is not None:
                self.ask(move)
            for command, answer in zip(("tesuji-status C2", "dragon_status C2", "owl_attack C2",
                                        "owl_defend C2"), answers):
                if answer is not None:
                    self.assertEqual(self.ask(command), answer)
        self.assertRegex(self.ask("owl_attack C2"), "^1 ")

    def test_connected_blocks_are_one(self):
        """A5 and C5 have two points in common."""
        self.play("black a9,black c9,black a8,black c8,white e5")
        self.assertEqual(self.ask("dragon_status A9"), self.ask("dragon_status C9"))

    def test_the_ban_of_a_ko(self):
        """At once Black has to find the first threat, a move later White has."""
        for stones in ("black c4", "white b3,white b5,white a4,black a5,black a3",):
            self.play(stones)
        answers = [self.ask("owl_attack A4"), self.ask("tesuji-status A4")]
        self.assertRegex(answers[0], r"^[0123]")
        self.assertRegex(answers[1], r" (proven|judged [01]\.\d\d)$")

    def test_a_race(self):
        self.play(RACE)
        self.assertEqual(self.ask("analyze_semeai A2 B1"), "0 1 C1")  # takes them, and is dead
        self.assertRegex(self.ask("analyze_semeai B1 A2"), "^0 1 [CD]1$")
        for wrong, message in (("analyze_semeai A2 B2", "vertices must have different color"),
                               ("analyze_semeai A2", "invalid coordinate"),
                               ("analyze_semeai", "invalid coordinate"),
                               ("analyze_semeai A2 J9", "vertex must not be empty"),
                               ("analyze_semeai J9 A2", "vertex must not be empty")):
            self.refuses(wrong, message)

    def test_what_is_open_is_judged(self):
        self.play("black e5,white e6,white d4")
        self.assertRegex(self.ask("tesuji-status E5"),
                         r"^(alive|dead|critical 1 [A-J]\d 1 ([A-J]\d|PASS)) judged [01]\.\d\d$")


class Limits(unittest.TestCase):
    COMMANDS = ("boardsize 9", "black e5", "owl_attack e5", "owl_defend e5", "tesuji-status e5")

    def test_bug_an_hour_was_too_long(self):
        """A dragon may be asked about for an hour, other questions for longer."""
        for limits in (["--time-ms", "3600001"], ["--time-ms", "0", "--nodes", "0"],
                       ["--time-ms", "1"], ["--time-ms", "0", "--nodes", "1"]):
            with Engine(TESUJI_GTP, "--nodes", "20000", *limits) as engine:
                answers = [engine.ask(command) for command in self.COMMANDS]
            self.assertRegex(answers[2], r"^(0|[123] ([A-J]\d|PASS))$", limits)
            self.assertRegex(answers[4], r" (proven|judged [01]\.\d\d)$", limits)

    def test_bug_a_judgement_made_threads(self):
        """libuv's pool is for a daemon: whoever embeds one is not given threads."""
        with Engine(TESUJI_GTP, "--nodes", "1000") as engine:
            tasks = f"/proc/{engine.process.pid}/task"
            for command in self.COMMANDS[:2]:
                engine.ask(command)
            engine.ask("attack e5")
            before = len(os.listdir(tasks))
            self.assertIn("judged", engine.ask("tesuji-status e5"))
            self.assertEqual(len(os.listdir(tasks)), before)


if __name__ == "__main__":
    unittest.main()
