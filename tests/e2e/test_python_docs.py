# SPDX-License-Identifier: MIT
"""What is printed about the package tesuji: examples in Markdown, and the example program.

An example stands below a line `<!-- run by tests/e2e/test_python_docs.py -->`: a block
```python and one ```text of what it prints, or a block ```console with one command,
run in the root of the project. All of them find the daemon by TESUJI_SERVER.
"""

import os
import re
import subprocess
import sys
import tempfile

from daemon import Case, DEADLINE_S, ROOT, main
from journal import WithJournal
from python_client import ClientCase

sys.path.insert(0, os.path.join(ROOT, "clients/python/examples"))
import atari_watch  # noqa: E402

MARK = "<!-- run by tests/e2e/test_python_docs.py -->\n"
PROGRAM = re.compile(MARK + r"```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.S | re.M)
COMMAND = re.compile(MARK + r"```console\n\$ ([^\n]*)\n(.*?)^```$", re.S | re.M)
WATCH = os.path.join(ROOT, "clients/python/examples/atari_watch.py")
GAME = os.path.join(ROOT, "clients/python/examples/game.sgf")


class Docs(WithJournal, Case):
    def setUp(self):
        super().setUp()
        daemon = self.launch()
        daemon.log(r"<5>listen address=unix:")
        self.env = {**os.environ, "TESUJI_SERVER": "unix:" + daemon.path,
                    "PYTHONPATH": os.path.join(ROOT, "clients/python"),
                    "PYTHONDONTWRITEBYTECODE": "1"}

    def run_it(self, *command, **more):
        done = subprocess.run(command, cwd=ROOT, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False, timeout=4 * DEADLINE_S, **more)
        return done.returncode, done.stdout, done.stderr

    def check(self, path, programs, commands):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        found = PROGRAM.findall(text), COMMAND.findall(text)
        self.assertEqual((len(found[0]), len(found[1])), (programs, commands))
        self.assertEqual(text.count(MARK), programs + commands)
        for program, printed in found[0]:
            self.assertEqual(self.run_it(sys.executable, "-c", program), (0, printed, ""))
        for command, printed in found[1]:
            self.assertEqual(self.run_it("sh", "-c", command), (0, printed, ""))

    def test_readme(self):
        self.check("README.md", 1, 0)

    def test_readme_of_the_package(self):
        self.check("clients/python/README.md", 2, 1)

    def watch(self, record, *args):
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(record)
            file.flush()
            return self.run_it(sys.executable, WATCH, file.name, *args)

    def test_watch_complains(self):
        code, out, err = self.run_it(sys.executable, WATCH, "/nowhere.sgf")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("No such file", err)
        code, out, err = self.watch("(;SZ[5];B[aa];W[ba])", "--order", "99")
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, "^atari_watch: out_of_range: params.limits.order: .*\n$")
        code, out, err = self.watch("(;SZ[5];B[aa])", "--server", "/nowhere")
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, "^atari_watch: io_error: cannot connect to /nowhere: .*\n$")


class Board(ClientCase):
    async def follow(self, record):
        """The boards of the example are those of its record; (move, blocks) of each."""
        daemon, told, number = self.start(), [], 0
        solver, other = await self.solver(daemon), await self.solver(daemon)
        async for _, move, board in atari_watch.positions(solver, record):
            number += 1
            result = await other.solve(game="go", sgf=record, move=number, order=0,
                                       target=board.name(next(iter(board.stones))))
            self.assertEqual(result.rows, "/".join(
                "".join({"black": "X", "white": "O", None: "."}[board.stones.get((x, y))]
                        for x in range(board.width)) for y in range(board.height)))
            told.append((move, sorted((owner, *sorted(map(board.name, block)))
                                      for owner, block in board.in_danger())))
        return told

    async def test_setup_captures_passes_variations(self):
        """And comments with brackets in them."""
        told = await self.follow(
            "(;SZ[5]C[(\\];B[aa\\]]AB[aa:ba][ed][dc:ec]AW[bb]PL[W];W[ca](;B[tt]C[;W[ea\\]]"
            ";W[ab];B[];W[ee])(;B[dd]))")
        self.assertEqual([move for move, _ in told], ["C5", "pass", "A4", "pass", "E1"])
        self.assertEqual(told[0][1], [("black", "A5", "B5"), ("white", "B4"), ("white", "C5")])
        self.assertEqual(told[4][1], [("white", "C5"), ("white", "E1")])

    async def test_setup_in_the_middle(self):
        """Set-up that follows a move is on its board, as `move` has it."""
        solver = await self.solver(self.start())
        record = "(;SZ[3];B[bb];AW[ba]AB[ab];W[aa];AE[aa]PL[W];W[ac];B[aa])"
        told = [(move, "".join(board.stones.get((x, y), ".")[0]
                               for y in range(3) for x in range(3)))
                async for _, move, board in atari_watch.positions(solver, record)]
        self.assertEqual(told, [("B2", "....b...."), ("A3", ".w.bb...."), ("A1", ".w.bb.w.."),
                                ("A3", "bw.bb.w..")])

    async def test_the_game_beside_it(self):
        with open(GAME, encoding="ascii") as file:
            told = await self.follow(file.read())
        self.assertEqual((len(told), told[7][0]), (21, "D4"))


if __name__ == "__main__":
    main()
