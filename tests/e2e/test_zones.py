# SPDX-License-Identifier: MIT
"""Zones over the wire: what job.done says of them, what the parameter `zone` does, and that
what lies outside a zone does not matter."""

import random
import time

from client import RpcError
from daemon import Case, LARGE, main

NET = {"position": {"sgf": "(;GM[1]SZ[9]AW[ef][hc]AB[df][eg][de][fg])"},
       "goal": {"type": "capture", "target": "E4"}, "limits": {"workers": 1}}
LADDER = {"position": {"rows": "/".join(["." * 9] * 4 + ["..X......", "..XO.....", "...XX....",
                                                         "." * 9, "." * 9])},
          "goal": {"type": "capture", "target": "D4"}, "limits": {"order": 1}}
MATE = {"position": {"fen": "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"}}
PLACED = {  # games in which stones stay, and one move that wins
    "hex": {"game": "hex", "position": {"rows": "../X./.."}, "limits": {"order": 1}},
    "gomoku": {"game": "gomoku", "position": {"rows": ".XXXX.O/" + "/".join(["......."] * 5)
                                              + "/O.O.O.."}},
    "atarigo": {"game": "atarigo", "position": {"rows": "..../.XO./..X./O..."}},
}
REFILLS = 60


class Zones(Case):
    def setUp(self):
        self.client = self.connect(self.start())

    def solve(self, problem, **more):
        return self.client.done(self.client.call("job.submit", {**problem, **more})["job"])

    def refused(self, message, problem, **more):
        with self.assertRaises(RpcError) as caught:
            self.client.call("job.submit", {**problem, **more})
        self.assertEqual((caught.exception.name, caught.exception.error["message"]),
                         ("bad_value", message))

    def test_go(self):
        done = self.solve(NET)
        self.assertEqual((done["value"], done["scope"]), ("proven", "absolute"))
        self.assertLessEqual({"E4", done["best"]}, set(done["zone"]))
        self.assertEqual(len(done["zone"]), len(set(done["zone"])))
        self.assertLess(len(done["zone"]), 40, "half of the board is far away")
        self.assertNotIn("areas", done)
        self.assertNotIn("indices", done)
        kept = self.client.call("job.status", {"job": done["job"]})
        self.assertEqual(kept["result"]["zone"], done["zone"])
        self.assertNotIn("zone", kept)

    def test_failures_have_one(self):
        done = self.solve(NET, limits={"order": 1})
        self.assertEqual((done["value"], done["scope"]), ("disproven", "order"))
        self.assertIn("E4", done["zone"])

    def test_stones_that_stay(self):
        for name, problem in PLACED.items():
            with self.subTest(name):
                done = self.solve(problem)
                self.assertEqual((done["value"], done["game"]), ("proven", name))
                self.assertEqual(len(done["zone"]), len(done["indices"]))
                self.assertIn(done["areas"], range(2, 17))
                self.assertLessEqual(set(done["indices"]), set(range(1, done["areas"])))
                index = dict(zip(done["zone"], done["indices"]))
                self.assertEqual(len(index), len(done["zone"]))
                self.assertEqual(index[done["best"]], 1, "who takes that point stops the win")

    def test_no_zone(self):
        self.assertNotIn("zone", self.solve(NET, zone="none"))
        self.assertNotIn("zone", self.solve(MATE))
        undecided = self.solve(LARGE, limits={"order": 7, "nodes": 1000})
        self.assertEqual(undecided["value"], "undecided")
        self.assertNotIn("zone", undecided)

    def test_the_parameter(self):
        own = {"order": 2, "workers": 1, "table_bytes": 1 << 22}
        sound = self.solve(NET, limits=own, zone="sound")
        none = self.solve(NET, limits=own, zone="none")
        guess = self.solve(NET, limits=own, zone="inversion")
        self.assertEqual((none["value"], none["scope"]), ("proven", "absolute"))
        self.assertEqual((none["order"], none["depth"]), (sound["order"], sound["depth"]))
        self.assertLess(sound["nodes"], none["nodes"])
        self.assertEqual(guess["scope"], "heuristic")

    def test_what_is_wrong_with_it(self):
        self.refused("params.zone: chess has no inversion rule", MATE, zone="inversion")
        for name, problem in PLACED.items():
            self.refused(f"params.zone: {name} has no inversion rule", problem, zone="inversion")
        self.refused('params.zone: "all" is not one of sound, none, inversion', NET, zone="all")

    def refill(self, rows, zone, rng):
        """The board with stones at random on some points outside of the zone."""
        size, filled = len(rows), [list(row) for row in rows]
        for y in range(size):
            for x in range(size):
                point = "ABCDEFGHJKLMNOPQRST"[x] + str(size - y)
                if point not in zone:
                    filled[y][x] = rng.choice("...XO")
        return {"rows": ["".join(row) for row in filled]}

    def test_the_rest_of_the_board_does_not_matter(self):
        seed = int(time.time())
        print(f"seed {seed}")
        rng = random.Random(seed)
        for problem in (LADDER, NET, {**NET, "limits": {"order": 1}}):
            done = self.solve(problem)
            rows, solved = done["rows"].split("/"), 0
            for _ in range(REFILLS):
                position = self.refill(rows, set(done["zone"]), rng)
                try:
                    again = self.solve(problem, position=position)
                except RpcError as error:  # a block without liberties, or no stone there
                    self.assertEqual(error.name, "bad_position", error)
                    continue
                self.assertEqual((again["value"], again["state"]), (done["value"], "done"),
                                 (seed, position))
                solved += 1
            self.assertGreater(solved, REFILLS // 10)


if __name__ == "__main__":
    main()
