# SPDX-License-Identifier: MIT
"""`tesuji diagram` and `--svg`: boards in text and as images, and wrong inputs."""

import os
import re
import stat
import tempfile
import unittest
import xml.etree.ElementTree as ET

from command import LADDER, LARGE, NET, SMALL, run

SVG = "{http://www.w3.org/2000/svg}"
HEX = ["--style", "hex", "--rows", "...X/.O../..X./...."]
BRIDGE = ["--game", "hex", "--rows", "../X./.."]
# Two open threes would meet on E5.
RENJU = "........./........./....X..../....X..../O.XX...../........./........O/O......../O........"
RENJU_TEXT = ("    A B C D E F G H I\n"
              "  9 . . . . . . . . .  9\n"
              "  8 . . . . . . . . .  8\n"
              "  7 . . + . X . + . .  7\n"
              "  6 . . . . X . . . .  6\n"
              "  5 O . X X # . . . .  5\n"
              "  4 . . . . . . . . .  4\n"
              "  3 . . + . . . + . O  3\n"
              "  2 O . . . . . . . .  2\n"
              "  1 O . . . . . . . .  1\n"
              "    A B C D E F G H I\n"
              "    X black, O white, # forbidden to black\n")
MATE = ["--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]


def image(text):
    """The image's root, after a look at what every one must have."""
    root = ET.fromstring(text)
    assert root.tag == SVG + "svg" and root.get("viewBox"), root.attrib
    width, height = float(root.get("width")), float(root.get("height"))
    for element in root.iter():  # everything lies on the page
        for name, most in (("x", width), ("x1", width), ("cx", width),
                           ("y", height), ("y1", height), ("cy", height)):
            value = element.get(name)
            assert value is None or 0 <= float(value) <= most, (element.tag, element.attrib)
    return root


def texts(root):
    return [element.text for element in root.iter(SVG + "text")]


class Text(unittest.TestCase):
    def shows(self, expected, *args, stdin=b""):
        done = run("diagram", *args, stdin=stdin)
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(done.out, expected)

    def test_rows(self):
        self.shows("    A B C\n"
                   "  3 . X[O] 3\n"
                   "  2 3 X 1  2\n"
                   "  1 . . .  1\n"
                   "    A B C\n"
                   "    2 at C3\n"
                   "    X black, O white, [ ] the goal; odd numbers are black's moves\n",
                   "--rows", ".XO/.X./...", "--mark", "C3", "--moves", "C2 C3, A2")

    def test_hex(self):
        self.shows("    a b c d\n"
                   "  1 1 . . X  1\n"
                   "   2 . O . .  2\n"
                   "    3 . 2 X .  3\n"
                   "     4 . . . .  4\n"
                   "       a b c d\n"
                   "    X black top-bottom, O white left-right; odd numbers are white's moves\n",
                   *HEX, "--moves", "a1 b3")

    def test_chess(self):
        self.shows("    a  b  c  d  e  f  g  h\n"
                   "  8 1  .  .  .  .  .  k  .  8\n"
                   "  7 .  .  .  .  .  p  p  p  7\n"
                   + "".join(f"  {row} .  .  .  .  .  .  .  .  {row}\n" for row in (6, 5, 4, 3)) +
                   "  2 .  .  .  .  .  P  P  P  2\n"
                   "  1(R) .  .  .  .  .  K  .  1\n"
                   "    a  b  c  d  e  f  g  h\n"
                   "    capitals are white, ( ) starts of moves; odd numbers are white's moves\n",
                   *MATE, "--moves", "a1a8")

    def test_a_record_shows_its_last_move(self):
        record = "(;GM[1]SZ[5]AB[bb];W[bc];B[cc];W[dd])"
        board = ("    A B C D E\n"
                 "  5 . . . . .  5\n"
                 "  4 . X . . .  4\n"
                 "  3 . O X . .  3\n"
                 "  2 . . .(O).  2\n"
                 "  1 . . . . .  1\n"
                 "    A B C D E\n"
                 "    X black, O white, ( ) the last move\n")
        self.shows(board, "-", stdin=record)
        done = run("diagram", "-", "--move", "1", stdin=record)
        self.assertIn("\n  3 .(O). . .  3\n", done.out)
        done = run("diagram", "-", "--move", "0", stdin=record)
        self.assertNotIn("(", done.out)

    def test_a_record_with_numbers(self):
        # White's first move takes a stone: the board is that before the first number.
        record = "(;GM[1]SZ[5]AB[bb]AW[ba][ab][cb];W[bc];B[];W[cc];B[dd])"
        self.shows("    A B C D E\n"
                   "  5 . O . . .  5\n"
                   "  4 O . O . .  4\n"
                   "  3 . O 2 . .  3\n"
                   "  2 . . . 3 .  2\n"
                   "  1 . . . . .  1\n"
                   "    A B C D E\n"
                   "    1 pass\n"
                   "    X black, O white; odd numbers are black's moves\n",
                   "-", "--numbers", "3", stdin=record)

    def test_forbidden_points(self):
        self.shows(RENJU_TEXT, "--rows", RENJU, "--option", "rule=renju")
        for args in (["--style", "renju"], ["--option", "rule=renju", "--attacker", "white"],
                     ["--option", "rule=renju", "--mark", "E6"]):  # white is to take it
            self.assertNotIn("#", run("diagram", "--rows", RENJU, *args).out)
        numbered = run("diagram", "--rows", RENJU, "--option", "rule=renju", "--moves", "E5").out
        self.assertIn("  5 O . X X 1 . . . .  5", numbered)
        self.assertNotIn("#", numbered)

    def test_forbidden_points_of_a_problem(self):
        args = "solve", "--local", "--game", "gomoku", "--rows", RENJU, "--order", "1", "--workers", "1", "-q"
        self.assertIn("  5 O . X X # . . . .  5", run(*args, "--option", "rule=renju").out)
        self.assertNotIn("#", run(*args).out)

    def test_records_of_other_games(self):
        done = run("diagram", "-", "--numbers", "1", stdin="(;GM[4]SZ[15];B[hh];W[ih])")
        self.assertIn("\n  8 . . . . . . . X 1 . . . . . .  8\n", done.out)
        self.assertIn(" H I J ", done.out)
        done = run("diagram", "-", "--numbers", "1", stdin="(;GM[11]SZ[3];B[b1])")
        self.assertIn("\n  1 . 1 .  1\n   2 . . .  2\n", done.out)

    def test_numbers_on_top_of_a_record(self):
        done = run("diagram", LADDER, "--mark", "D4", "--moves", "D5 E4")
        self.assertIn("\n  4 . . X[O]2 . ", done.out)
        self.assertIn("odd numbers are black's", done.out)

    def test_a_file_of_fen(self):
        board = run("diagram", *MATE, "--moves", "a1a8").out
        self.shows(board, "-", "--moves", "a1a8", stdin=MATE[1] + "\n")


class Images(unittest.TestCase):
    def drawn(self, *args, stdin=b""):
        done = run("diagram", *args, "--svg", "-", stdin=stdin)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return image(done.out)

    def test_go(self):
        root = self.drawn("--rows", ".XO/.X./...", "--mark", "C3", "--moves", "C2 B3 A2 pass")
        self.assertEqual(len(list(root.iter(SVG + "line"))), 6)
        self.assertEqual(len(list(root.iter(SVG + "polygon"))), 1)
        self.assertEqual(len(list(root.iter(SVG + "circle"))), 3 + 2)
        self.assertEqual(texts(root)[-1], "2 at B3,  4 pass")
        for label in "ABC123":
            self.assertGreaterEqual(texts(root).count(label), 2)

    def test_forbidden_points_have_crosses(self):
        def lines(*args):
            return len(list(self.drawn("--rows", RENJU, *args).iter(SVG + "line")))

        self.assertEqual(lines("--option", "rule=renju"), 18 + 2)
        self.assertEqual(lines("--option", "rule=renju", "--moves", "E5"), 18)
        self.assertEqual(lines("--option", "rule=renju", "--attacker", "white"), 18)
        self.assertEqual(lines("--style", "renju"), 18)

    def test_the_last_move_has_a_ring(self):
        root = self.drawn("-", stdin="(;SZ[9];B[cc];W[gg])")
        rings = [c for c in root.iter(SVG + "circle") if c.get("fill") == "none"]
        stones = [c for c in root.iter(SVG + "circle") if float(c.get("r")) > 10]
        self.assertEqual((len(rings), len(stones)), (1, 2))
        self.assertIn((rings[0].get("cx"), rings[0].get("cy")),
                      [(c.get("cx"), c.get("cy")) for c in stones])

    def test_every_size_of_every_style(self):
        for style in ("go", "renju", "hex"):
            for width, height in ((1, 1), (2, 3), (9, 9), (19, 2), (19, 19)):
                root = self.drawn("--style", style, "--rows", "/".join(["." * width] * height))
                self.assertEqual(len(texts(root)), 2 * (width + height))

    def test_chess(self):
        root = self.drawn(*MATE, "--moves", "a1a8")
        self.assertEqual(len(list(root.iter(SVG + "polygon"))), 1)  # the arrow
        self.assertEqual(len(list(root.iter(SVG + "circle"))), 1)  # the badge
        self.assertEqual(texts(root), list("aabbccddeeffgghh8877665544332211") + ["1"])

    def test_the_zone_of_a_search(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "zone.svg")
            done = run("solve", NET, "--capture", "E4", "--local", "--quiet", "--svg", path)
            self.assertEqual((done.returncode, done.err), (0, ""))
            count = int(re.search(r"the zone \((\d+) points\)", done.out)[1])
            with open(path, encoding="ascii") as file:
                root = image(file.read())
            self.assertIn(f"shaded: the zone, {count} points", texts(root))
            self.assertEqual(len(list(root.iter(SVG + "rect"))), 1 + count)
            done = run("solve", *BRIDGE, "--local", "--svg", path)
            self.assertIn("* can matter at once", done.out)
            with open(path, encoding="ascii") as file:
                root = image(file.read())
            fills = {cell.get("fill") for cell in root.iter(SVG + "polygon")}
            self.assertGreater(len(fills), 1)

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "board.svg")
            done = run("diagram", *HEX, "--svg", path)
            self.assertEqual((done.returncode, done.out, done.err), (0, "", ""))
            with open(path, encoding="ascii") as file:
                image(file.read())

    def test_the_result_of_a_search(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "result.svg")
            done = run("solve", LADDER, "--capture", "D4", "--order", "1", "--local", "--quiet",
                       "--svg", path)
            self.assertEqual((done.returncode, done.err), (0, ""))
            self.assertTrue(done.out.startswith("Proven: "))
            with open(path, encoding="ascii") as file:
                root = image(file.read())
            self.assertIn("59", texts(root))
            self.assertIn("58 pass", texts(root))
            done = run("solve", *SMALL, "--local", "--svg", folder)
            self.assertEqual(done.returncode, 74)
            self.assertEqual(done.err, f"tesuji: {folder}: Is a directory\n")


class Progress(unittest.TestCase):
    def test_with_the_board(self):
        done = run("solve", *LARGE, "--time", "1.5", "--local", "--board")
        self.assertEqual(done.returncode, 2)
        reports = done.err.split("\norder ")
        self.assertTrue(1 <= len(reports) <= 3, done.err)
        for report in reports:
            self.assertRegex(report, r"\n +A +B +C .*\n 19 ")
            self.assertRegex(report, r"\n 10 .*\[O\].*\d")
        done = run("solve", *LARGE, "--time", "0.3", "--local", "--board", "--quiet")
        self.assertEqual(done.err, "")


class WrongInput(unittest.TestCase):
    def refused(self, code, message, *args, stdin=b""):
        done = run(*args, stdin=stdin)
        self.assertEqual((done.err, done.returncode), ("tesuji: " + message + "\n", code))
        self.assertEqual(done.out, "")

    def diagram(self, code, message, *args, stdin=b""):
        self.refused(code, message, "diagram", *args, stdin=stdin)

    def test_usage(self):
        what = "diagram needs one of a FILE, --rows TEXT and --fen FEN"
        self.diagram(64, what)
        self.diagram(64, what, LADDER, "--rows", "..")
        self.diagram(64, what, *MATE, "--rows", "..")
        self.diagram(64, "--move is for a game record in a FILE", "--rows", "..", "--move", "1")
        self.diagram(64, "--numbers is for a game record in a FILE", *MATE, "--numbers", "1")
        self.diagram(64, "only one of --numbers N and --moves TEXT may be given", LADDER,
                     "--numbers", "1", "--moves", "D5")
        self.diagram(64, "--style: 'shogi' is not go, renju, hex or chess", "--rows", "..",
                     "--style", "shogi")
        self.diagram(64, "--option: rule=renju is for the style renju", "--rows", "..", "--style", "go",
                     "--option", "rule=renju")
        self.diagram(64, "--option: the only option of a diagram is rule=renju", "--rows", "..",
                     "--option", "k=4")
        self.diagram(64, "--style: a FEN is drawn in the style chess", *MATE, "--style", "go")
        self.diagram(64, "--order is not for 'tesuji diagram'", "--rows", "..", "--order", "1")
        self.diagram(64, "--numbers: 513 is more than 512", LADDER, "--numbers", "513")
        self.refused(64, "--svg needs the result; it cannot go with --detach", "solve", *SMALL,
                     "--detach", "--svg", "x.svg")
        self.refused(64, "--svg needs a file here: standard output is for the answer", "solve",
                     *SMALL, "--local", "--svg", "-")

    def test_boards(self):
        self.diagram(65, "no diagram: row 2 has 1 points, expected 2", "--rows", "../.")
        self.diagram(65, "no diagram: a board has 8 ranks", "--fen", "8/8")
        self.diagram(65, "no diagram: row 1, point 1 is none of '.', 'X', 'O'", "--rows", "\x1b[2J")

    def test_moves_and_points(self):
        self.diagram(65, "no diagram: move 2: 'C1' is no move on this 2x2 board", "--rows", "../..",
                     "--moves", "A1 C1")
        self.diagram(65, "no diagram: move 1: 'Nf3' is no move on this 8x8 board", *MATE,
                     "--moves", "Nf3")
        self.diagram(65, "no diagram: 'A3' is no point of this 2x2 board", "--rows", "../..",
                     "--mark", "A3")
        self.diagram(65, "--moves: a move is longer than 15 letters", "--rows", "..", "--moves",
                     "x" * 16)
        self.diagram(65, "--moves: more than 512 moves", "--rows", "..", "--moves", "A1 " * 513)

    def test_records(self):
        self.diagram(66, "/nonexistent.sgf: No such file or directory", "/nonexistent.sgf")
        self.diagram(65, 'standard input: byte 0: no SGF: there is no "(;"', "-", stdin="x")
        self.diagram(65, f"--numbers: 3 moves were asked for, {LADDER} has 0", LADDER,
                     "--numbers", "3")
        self.diagram(65, "standard input: move 1 cannot be told from stones set up after it", "-",
                     "--numbers", "1", stdin="(;SZ[5];B[aa];AB[bb])")

    def test_fen_files(self):
        self.diagram(64, "--numbers is for a game record; standard input is a FEN", "-",
                     "--numbers", "1", stdin=MATE[1])
        self.diagram(64, "--style: a FEN is drawn in the style chess", "-", "--style", "go",
                     stdin=MATE[1])
        self.diagram(65, "standard input: longer than 511 bytes, that is no FEN", "-",
                     stdin=MATE[1] + "x" * 500)

    def test_files(self):
        self.diagram(74, "/nonexistent/x.svg: No such file or directory", "--rows", "..", "--svg",
                     "/nonexistent/x.svg")
        if os.path.exists("/dev/full") and stat.S_ISCHR(os.stat("/dev/full").st_mode):
            self.diagram(74, "/dev/full: No space left on device", "--rows", "..", "--svg",
                         "/dev/full")

    def test_where_no_file_can_be_made_beside(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x" * 255)  # no longer name is left
            link = os.path.join(folder, "link")
            with open(path, "w", encoding="utf-8") as file:
                file.write("older")
            os.symlink(os.path.join(folder, "new"), link)
            for name in (path, link):
                done = run("diagram", "--rows", "..", "--svg", name)
                self.assertEqual((0, ""), (done.returncode, done.err))
                with open(name, encoding="utf-8") as file:
                    image(file.read())
            self.assertTrue(os.path.islink(link), "replaced")

    def test_an_older_image_stays_if_the_disk_is_full(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "older.svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write("<svg/>")
            done = run("diagram", "--rows", "..", "--svg", path, file_bytes=64)
            self.assertEqual((74, f"tesuji: {path}: File too large\n"),
                             (done.returncode, done.err))
            with open(path, encoding="utf-8") as file:
                self.assertEqual("<svg/>", file.read())
            self.assertEqual(["older.svg"], os.listdir(folder))


if __name__ == "__main__":
    unittest.main(verbosity=2)
