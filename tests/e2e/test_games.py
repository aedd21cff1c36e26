# SPDX-License-Identifier: MIT
"""Every game over the wire: what info says of it, its positions, options, moves and
claims, and what is wrong with bad ones."""

import json
import os
import re

from client import RpcError
from daemon import Case, main

SPEC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../protocol/SPEC.md")

MATE = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
ZUGZWANG = "2k5/8/1K6/8/8/8/8/3R4 w - - 0 1"  # any waiting move mates, no threat does

# Game -> (submission, value, best moves, style, goal).
PROBLEMS = {
    "go": ({"position": {"rows": "O../.X./..."}, "goal": {"target": "A3"}, "limits": {"order": 1}},
           "proven", {"A2", "B3"}, "go", "capture"),
    "gomoku": ({"position": {"sgf": "(;GM[4]SZ[9];B[ee];W[ef];B[de];W[cd];B[fe])"},
                "goal": {"attacker": "black"}},
               "proven", {"C5", "G5"}, "renju", "win"),
    "hex": ({"position": {"sgf": "(;GM[11]SZ[4];B[b2];W[c3];B[b3];W[d1])"}},
            "proven", {"b1", "c1", "a4", "b4"}, "hex", "win"),
    "atarigo": ({"game": "atarigo", "position": {"rows": "..../.XO./..X./O..."}},
                "proven", {"C4", "D3"}, "go", "win"),
    "chess": ({"position": {"fen": MATE}}, "proven", {"Qg7#"}, "chess", "mate"),
}


class Games(Case):
    def setUp(self):
        self.client = self.connect(self.start())

    def solve(self, **problem):
        return self.client.done(self.client.call("job.submit", problem)["job"])

    def refused(self, name, message, **problem):
        with self.assertRaises(RpcError) as caught:
            self.client.call("job.submit", problem)
        self.assertEqual((caught.exception.name, caught.exception.error["message"]),
                         (name, message))

    def test_info_has_them(self):
        games = {game["name"]: game for game in self.client.call("server.info")["games"]}
        self.assertLessEqual(set(PROBLEMS), set(games))
        for name, (_, _, _, style, goal) in PROBLEMS.items():
            self.assertEqual((games[name]["style"], games[name]["goals"][0]), (style, goal))
            self.assertTrue(0 < len(games[name]["help"]) < 159, "cut")
        for option in sum((game.get("options", []) for game in games.values()), []):
            self.assertIn(option["kind"], ("number", "word", "size", "text"))
            if option["kind"] == "word":
                self.assertIn(option["default"], option["words"])
            elif option["kind"] != "text":
                self.assertLess(option["least"], option["most"])
            self.assertTrue(0 < len(option["help"]) < 159, "cut")
        options = {option["name"]: option for option in games["gomoku"]["options"]}
        self.assertEqual((options["k"]["default"], options["k"]["kind"]), ("5", "number"))
        self.assertNotIn("default", options["size"])
        self.assertEqual(options["rule"]["words"], ["freestyle", "standard", "renju", "caro"])

    def test_every_game_is_solved(self):
        for name, (problem, value, best, style, goal) in PROBLEMS.items():
            with self.subTest(name):
                done = self.solve(**problem)
                self.assertEqual((done["state"], done["value"]), ("done", value))
                self.assertEqual((done["game"], done["style"], done["goal"]["type"]),
                                 (name, style, goal))
                self.assertIn(done["best"], best)
                self.assertEqual(done["line"][0], done["best"])
                self.assertNotIn("driver", done)

    def test_every_engine_solves_every_game(self):
        """Tables of their own, so that no engine finds what another has left."""
        own = {"workers": 1, "table_bytes": 1 << 20}
        for name, (problem, value, best, _, _) in PROBLEMS.items():
            for engine in ("alphabeta", "dfpn"):
                for driver in ("lambda", "plain"):
                    if name == "go" and driver == "plain":
                        continue  # a capture that is not found goes on to the end of the game
                    with self.subTest(f"{name} {engine} {driver}"):
                        done = self.solve(**{**problem, "driver": driver, "engine": engine,
                                             "limits": {**problem.get("limits", {}), **own}})
                        self.assertEqual((done["state"], done["value"]), ("done", value))
                        self.assertEqual((done["engine"], done["scope"]), (engine, "absolute"))
                        self.assertEqual(done["line"][0], done["best"])
                        if engine == "alphabeta":  # df-pn's proof may be a longer one
                            self.assertIn(done["best"], best)

    def test_which_engine_has_answered(self):
        done = self.solve(**PROBLEMS["go"][0])
        self.assertIn(done["engine"], ("alphabeta", "dfpn"))
        status = self.client.call("job.status", {"job": done["job"]})
        self.assertEqual(status["result"]["engine"], done["engine"])
        self.assertNotIn("engine", status)

    def test_the_defender_first_and_the_verdict_by_ko(self):
        goal = {"target": "A3", "first": "defender"}
        done = self.solve(position={"rows": "X.X./.O../.OOO"}, goal=goal, ko_verdict=True)
        self.assertEqual((done["value"], done["best"], done["ko"], done["ko_threats"]),
                         ("disproven", "B3", "ko", 0))
        status = self.client.call("job.status", {"job": done["job"]})
        self.assertEqual(status["goal"]["first"], "defender")
        self.assertEqual(status["result"]["ko"], "ko")
        done = self.solve(position={"rows": "..X./..../..OO"}, ko_verdict=True,
                          goal={"target": "C1", "first": "defender"})
        self.assertEqual((done["value"], done["ko"], done["best"]), ("disproven", "unconditional",
                                                                     "B2"))
        self.assertNotIn("ko_threats", done)
        done = self.solve(position={"rows": "O../X../..."}, goal=goal)
        self.assertEqual((done["value"], done["best"]), ("proven", None))
        self.assertNotIn("ko", done)

    def test_what_does_not_go_together(self):
        for params, message in (
                ({"ko_verdict": True, "threats": {"attacker": 1}},
                 "params.threats: the verdict by ko tries all stocks, none can be given"),
                ({"goal": {"target": "A2", "first": "black"}},
                 'params.goal.first: "black" is not one of attacker, defender'),
                ({"ko": "B1", "goal": {"target": "A2", "first": "defender"}},
                 "params.ko: no ko on B1, the defender would not capture a single stone there")):
            with self.assertRaises(RpcError) as caught:
                self.client.call("job.submit", {"position": {"rows": "O./.."},
                                                "goal": {"target": "A2"}, **params})
            self.assertEqual(caught.exception.error["message"], message)

    def test_disproofs_by_either_engine(self):
        for engine in ("alphabeta", "dfpn"):
            done = self.solve(game="gomoku", options={"size": 3, "k": 3}, driver="plain",
                              engine=engine)
            self.assertEqual((done["value"], done["scope"]), ("disproven", "absolute"))
            done = self.solve(game="hex", options={"size": 3}, goal={"attacker": "white"},
                              position={"rows": "X../.../..."}, limits={"order": 1}, engine=engine)
            self.assertEqual((done["value"], done["scope"]), ("disproven", "order"))

    def test_only_the_least_mate_is_so_called(self):
        """df-pn does not ask depth by depth."""
        for engine, claim in (("alphabeta", "mate in 2"), ("dfpn", "mate in \\d+ or less")):
            done = self.solve(position={"fen": ZUGZWANG}, driver="plain", engine=engine)
            self.assertRegex(done["claim"], f"^{claim}$")

    def test_spec_tells_of_each(self):
        """A section for each game, with its options and two examples that are true."""
        with open(SPEC, encoding="utf-8") as file:
            sections = file.read().split("\n## 11 Games\n")[1].split("\n### ")[1:]
        sections = {section.split("\n")[0]: section for section in sections}
        games = {game["name"]: game for game in self.client.call("server.info")["games"]}
        self.assertEqual(set(sections), set(games))
        for name, section in sections.items():
            options = [option["name"] for option in games[name].get("options", [])]
            self.assertEqual(re.findall(r"^\| `(\w+)` \|", section, re.M), options, name)
            self.assertIn(f'style "{games[name]["style"]}"', section)
            for goal in games[name]["goals"]:
                self.assertIn(f'"{goal}"', section)
            examples = re.findall(r"```json example\n(.*?)```", section, re.S)
            self.assertGreaterEqual(len(examples), 2)
            for example in map(json.loads, examples):
                done = self.solve(**example["submit"])
                self.assertEqual(done["game"], name)
                self.assertEqual({key: done.get(key) for key in example["done"]}, example["done"])

    def test_moves_with_names_have_points_too(self):
        done = self.solve(position={"fen": MATE})
        self.assertEqual((done["claim"], done["scope"]), ("mate in 1", "absolute"))
        self.assertEqual((done["best_coords"], done["coords"]), ("g1g7", ["g1g7"]))
        self.assertEqual((done["rows"], done["attacker"]), (MATE, "white"))
        self.assertNotIn("target", done["goal"])
        job = self.client.call("job.status", {"job": done["job"]})
        self.assertEqual((job["coords"], job["best_coords"], job["result"]["claim"]),
                         (["g1g7"], "g1g7", "mate in 1"))
        done = self.solve(position={"fen": "k7/2P5/1K6/8/8/8/8/8 w - - 0 1"})
        self.assertRegex(done["best"], "^c8=[QR]#$")
        self.assertRegex(done["best_coords"], "^c7c8[qr]$")
        done = self.solve(**PROBLEMS["go"][0])
        self.assertFalse({"claim", "coords", "best_coords"} & set(done))

    def test_a_line_is_told_move_by_move(self):
        """Each name is that of a move in the position before it."""
        done = self.solve(position={"fen": ZUGZWANG}, driver="plain")
        self.assertEqual((done["value"], done["scope"], done["claim"], done["driver"]),
                         ("proven", "absolute", "mate in 2", "plain"))
        self.assertEqual((done["line"][1:], done["coords"][1:]),
                         (["Kb8", "Rd8#"], ["c8b8", done["coords"][0][2:] + "d8"]))

    def test_progress_has_points_too(self):
        fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
        job = self.client.call("job.submit", {"position": {"fen": fen}, "progress_ms": 10,
                                              "limits": {"order": 7}})["job"]
        for _ in range(5):
            progress = self.client.note("job.progress", job)
            self.assertEqual(len(progress.get("coords", [])), len(progress["line"]))
            for move in progress.get("coords", []):
                self.assertRegex(move, "^([a-h][1-8][a-h][1-8][qrbn]?|pass)$")
        self.client.call("job.cancel", {"job": job})
        done = self.client.done(job)
        self.assertEqual(done["state"], "cancelled")
        self.assertNotIn("claim", done)

    def test_progress_tells_the_driver(self):
        job = self.client.call("job.submit", {"game": "gomoku", "options": {"size": 15},
                                              "driver": "plain", "progress_ms": 10})["job"]
        self.assertEqual(self.client.note("job.progress", job)["driver"], "plain")
        self.assertEqual(self.client.call("job.status", {"job": job})["driver"], "plain")
        self.client.call("job.cancel", {"job": job})
        self.assertEqual(self.client.done(job)["driver"], "plain")

    def test_options(self):
        small = {"game": "gomoku", "driver": "plain"}
        done = self.solve(options={"size": 3, "k": 3}, **small)
        self.assertEqual((done["value"], done["scope"]), ("disproven", "absolute"))
        self.assertEqual(done["rows"], ".../.../...")
        done = self.solve(options={"size": "4x3", "k": "3"}, **small)
        self.assertEqual((done["value"], done["rows"]), ("proven", "..../..../...."))
        done = self.solve(game="hex", options={"size": 3}, driver="plain")
        self.assertEqual((done["value"], done["best"]), ("proven", "b2"))
        done = self.solve(game="atarigo", options={"size": 3, "stuck": "loses", "pass": "no"},
                          driver="plain")
        self.assertEqual((done["value"], done["depth"]), ("proven", 7))

    def test_who_is_to_move_attacks(self):
        record = "(;GM[4]SZ[7]AB[dd]AW[cc]%s)"
        for end, attacker in (("", "black"), ("PL[W]", "white"), (";B[ee]", "white")):
            done = self.solve(position={"sgf": record % end}, limits={"order": 0})
            self.assertEqual(done["attacker"], attacker, end)
        done = self.solve(position={"fen": MATE.replace(" w ", " b ")}, limits={"order": 0})
        self.assertEqual(done["attacker"], "black")

    def test_errors_name_the_field(self):
        rows = {"rows": "..../..../..../...."}
        self.refused("missing_field", "params.position.rows: no board is given, nor its size",
                     game="gomoku")
        self.refused("missing_field", "params.goal.target: no point is given", position=rows)
        self.refused("bad_value", 'params.options: gomoku has no option "size_of_shoe"',
                     game="gomoku", position=rows, options={"size_of_shoe": 43})
        self.refused("out_of_range", 'params.options.k: "9" is not in 3..6',
                     game="gomoku", position=rows, options={"k": 9})
        self.refused("bad_value", 'params.options.rule: "old" is not one of freestyle|standard|renju|caro',
                     game="gomoku", position=rows, options={"rule": "old"})
        self.refused("unknown_game", 'params.goal.type: hex has no goal "mate"',
                     game="hex", position=rows, goal={"type": "mate"})
        self.refused("unknown_game", 'params.game: there is no game "tiddlywinks"',
                     game="tiddlywinks", position=rows)
        self.refused("bad_value",
                     "params.position.sgf: byte 4: GM[4] is a record of gomoku, not of hex",
                     game="hex", position={"sgf": "(;GM[4]SZ[9])"})
        self.refused("out_of_range",
                     "params.position.sgf: row 1 has 19 points, a board has 2 to 14",
                     position={"sgf": "(;GM[11])"})
        for fen in ("", "8/8 w - - 0 1", "x" * 100, MATE + " extra words here", "9" * 71,
                    "8/8/8/8/8/8/8/8 w - - 0 1", MATE.replace("Q", "Z")):
            with self.subTest(fen):
                with self.assertRaises(RpcError) as caught:
                    self.client.call("job.submit", {"position": {"fen": fen}, "game": "chess"})
                self.assertRegex(caught.exception.error["message"],
                                 r"^params\.position\.%s: ." % ("fen" if fen else "rows"))
        self.assertEqual(self.client.call("server.info")["jobs"]["total"], 0)


if __name__ == "__main__":
    main()
