# SPDX-License-Identifier: MIT
"""Every game by the command: two worked examples each, files of either kind, the list
of games, and what is said about wrong options and files."""

import json
import os
import tempfile
import unittest

from command import HERE, LADDER, NET, run

BRIDGE, FOURS, SMOTHERED = (os.path.join(HERE, name)
                            for name in ("bridge.sgf", "fours.sgf", "smothered.fen"))


def solve(*args, **more):
    return run("solve", *args, "--local", "--quiet", **more)


class Examples(unittest.TestCase):
    def shows(self, args, code, *pieces):
        done = solve(*args)
        self.assertEqual(done.returncode, code, done.err)
        for piece in pieces:
            self.assertIn(piece, done.out)

    def test_go(self):
        self.shows([LADDER, "--goal", "capture:D4", "--order", "1"], 0,
                   "Proven: black captures D4 within ", " (order 1). Best move D5.\n")
        self.shows([NET, "--capture", "E4", "--order", "1"], 1,
                   "Disproven: black cannot capture E4 by orders <= 1.\n")

    def test_gomoku(self):
        self.shows([FOURS, "--schedule", "depth"], 0, "Proven: black wins within 3 plies (order 1). Best move H8.\n",
                   "Line: 1.H8 2.pass ")
        self.shows(["--game", "gomoku", "--option", "size=3", "--option", "k=3",
                    "--driver", "plain"], 1, "Disproven: black cannot win.\n")

    def test_hex(self):
        self.shows([BRIDGE, "--schedule", "depth"], 0, "Proven: black wins within 7 plies (order ")
        self.shows(["--game", "hex", "--option", "size=3", "--driver", "plain", "--workers", "1"], 0,
                   "Proven: black wins within 5 plies. Best move b2.\n")

    def test_atari_go(self):
        self.shows(["--game", "atarigo", "--rows", "..../.XO./..X./O...", "--schedule", "depth"], 0,
                   "Proven: black wins within 5 plies (order 1). Best move ")
        self.shows(["--game", "atarigo", "--option", "size=3", "--option", "stuck=loses",
                    "--option", "pass=no", "--driver", "plain", "--workers", "1"], 0,
                   "Proven: black wins within 7 plies. Best move B2.\n")

    def test_chess(self):
        self.shows([SMOTHERED, "--schedule", "depth"], 0, "Proven: mate in 2 or less (order 1). Best move Qg8+.\n",
                   "Line: 1.Qg8+ 2.Rxg8 3.Nf7#\n")
        self.shows(["--fen", "2k5/8/1K6/8/8/8/8/3R4 w - - 0 1", "--driver", "plain"], 0,
                   "Proven: mate in 2. Best move Rd", "2.Kb8 3.Rd8#\n")


class Output(unittest.TestCase):
    def test_json(self):
        report = json.loads(solve(SMOTHERED, "--schedule", "depth", "--json").out)
        self.assertEqual((report["game"], report["style"], report["claim"], report["driver"]),
                         ("chess", "chess", "mate in 2 or less", "lambda"))
        self.assertEqual(report["line"], ["Qg8+", "Rxg8", "Nf7#"])
        self.assertEqual(report["coords"], ["b3g8", "a8g8", "h6f7"])
        self.assertEqual((report["best"], report["best_coords"]), ("Qg8+", "b3g8"))
        self.assertEqual(report["goal"], {"type": "mate", "target": None, "first": "attacker"})
        report = json.loads(solve("--game", "hex", "--option", "size=3x4", "--json",
                                  "--driver", "plain").out)
        self.assertEqual((report["driver"], report["rows"], report["claim"]),
                         ("plain", ".../.../.../...", None))
        self.assertNotIn("coords", report)

    def test_not_decided_without_orders(self):
        done = solve("--game", "gomoku", "--option", "size=9", "--driver", "plain", "--depth", "3")
        self.assertEqual(done.returncode, 2, done.err)
        self.assertIn("Not decided: no verdict up to depth 3.\n", done.out)

    def test_games(self):
        done = run("games", "--local")
        self.assertEqual(done.returncode, 0, done.err)
        for piece in ("go\n  rows of ", "\n  --goal capture (default)\n", "\n\ngomoku\n",
                      "\n  --option k=N, 3 to 6 (default 5)\n", "\n\nhex\n", "\n\nchess\n",
                      "\n\natarigo\n", "\n  --option rule=freestyle|standard|renju|caro"):
            self.assertIn(piece, done.out)
        listed = json.loads(run("games", "--local", "--json").out)
        self.assertIsNone(listed["server"])
        games = {game["name"]: game for game in listed["games"]}
        self.assertEqual(games["chess"]["options"], [])
        option = {option["name"]: option for option in games["gomoku"]["options"]}["rule"]
        self.assertEqual(option["words"], ["freestyle", "standard", "renju", "caro"])


class Files(unittest.TestCase):
    def test_fen_is_known_by_its_looks(self):
        with open(SMOTHERED, encoding="ascii") as file:
            fen = file.read()
        for text in (fen, "\n  " + fen.strip(), fen.strip() + "\r\n\r\n"):
            self.assertEqual(solve("-", "--order", "1", stdin=text).returncode, 0, text)

    def refused(self, message, *args, code=65, **more):
        done = solve(*args, **more)
        self.assertEqual((done.err, done.returncode, done.out), ("tesuji: " + message + "\n", code, ""))

    def test_wrong_files(self):
        fen = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1"
        many = solve("-", stdin=fen + "\n" + fen + "\n")  # a collection
        self.assertEqual((many.returncode, many.out.count("Nf7#")), (0, 2), many.err)
        with tempfile.NamedTemporaryFile(suffix=".fen") as file:
            self.refused(f"{file.name}: no FEN in it", file.name)
            file.write(b"8/8 w - - 0 1\n")
            file.flush()
            done = solve(file.name)
            self.assertEqual(done.returncode, 65)
            self.assertRegex(done.err, rf"^tesuji: {file.name}: ")
        self.refused("standard input: byte 4: GM[4] is a record of gomoku, not of hex", "-",
                     "--game", "hex", stdin="(;GM[4]SZ[9])")
        self.refused("standard input: byte 4: GM[6] is neither Go (1) nor Gomoku (4) nor Hex (11)",
                     "-", stdin="(;GM[6]SZ[9])")

    def test_wrong_options(self):
        rows = ["--rows", ".../.../..."]
        self.refused('--option k: "9" is not in 3..6', *rows, "--game", "gomoku",
                     "--option", "k=9")
        self.refused('--option: gomoku has no option "j"', *rows, "--game", "gomoku",
                     "--option", "j=9")
        self.refused('--option k: given more than once', *rows, "--game", "gomoku",
                     "--option", "k=3", "--option", "k=4")
        self.refused("--option: 'k' is not of the form NAME=VALUE", *rows, "--option", "k",
                     code=64)
        self.refused('--game: there is no game "checkers"', *rows, "--game", "checkers")
        self.refused('--goal: gomoku has no goal "eat"', *rows, "--game", "gomoku",
                     "--goal", "eat")
        self.refused("--driver: 'df-pn' is not lambda or plain", *rows, "--game", "gomoku",
                     "--driver", "df-pn", code=64)
        self.refused("--rows: no board is given, nor its size", "--game", "gomoku",
                     "--option", "k=4")


if __name__ == "__main__":
    unittest.main(verbosity=2)
