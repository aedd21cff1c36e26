# SPDX-License-Identifier: MIT
"""tesuji-gtp's commands about life, and those for people who look at a board in a GUI."""

import unittest

from gtp import OneEngine


class Analyze(OneEngine):
    def test_life(self):
        """Two eyes in a row of four; a stone that is taken does not live."""
        for stone in "b a2,b b2,b c2,b d2,b e2,b e1,w a3,w b3,w c3,w d3,w e3,w f3,w f2,w f1".split(","):
            self.ask("play " + stone)
        self.assertEqual(self.ask("owl_attack C2"), "0")  # four in a row are alive
        self.assertRegex(self.ask("owl_defend C2"), "^1 ")
        self.ask("play w a1")
        self.assertRegex(self.ask("tesuji-solve live C2"), r"^yes order \d+ depth \d+ nodes \d+")
        self.ask("play b g8", "play w g9", "play w f8", "play w h8")
        self.assertEqual(self.ask("owl_attack G8"), "1 G7")
        self.assertRegex(self.ask("tesuji-solve kill G8"), "^yes order ")

    def test_what_people_look_at(self):
        self.ask("play b e5", "play w d5", "play w f5", "play w e6")
        self.assertEqual(self.ask("combination_attack w"), "E4")
        self.assertEqual(self.ask("combination_attack b"), "PASS")
        self.refuses("combination_attack", "invalid color")
        self.assertRegex(self.ask("tesuji-solve capture E5"),
                         r"^yes order 0 depth 1 nodes \d+ best E4\nline E4$")
        self.assertRegex(self.ask("tesuji-solve capture E6"), "^(no|open) order ")
        self.refuses("tesuji-solve", "goal not one of capture, save, connect, cut, semeai, live, "
                                     "kill")
        self.refuses("tesuji-solve cut E5", "invalid coordinate")
        self.refuses("tesuji-solve cut E5 A1", "vertex must not be empty")
        self.refuses("tesuji-solve cut E5 D5", "params.goal.target: the stones on E5 and D5 are of "
                                               "two colours")
        drawn = self.ask("tesuji-board").split("\n")
        self.assertRegex(drawn[0], "^COLOR #[0-9a-f]{6} E5$")
        self.assertTrue(any(line.startswith("TEXT 1 can be captured, ") for line in drawn), drawn)
        self.assertIn("CIRCLE E4", drawn)

    def test_progress_and_analyze_commands(self):
        self.assertEqual(self.ask("tesuji-progress on"), "")
        self.assertEqual(self.ask("tesuji-progress off"), "")
        self.refuses("tesuji-progress", "neither on nor off")
        known = self.ask("list_commands").split("\n")
        for line in self.ask("gogui-analyze_commands").split("\n"):
            kind, _, command = line.split("/")
            self.assertIn(kind, ("gfx", "string", "none"))
            self.assertIn(command.split()[0], known)


if __name__ == "__main__":
    unittest.main()
