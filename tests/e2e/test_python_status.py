# SPDX-License-Identifier: MIT
"""The package tesuji: the status of a board of Go, verdict by verdict."""

import asyncio

from daemon import main
from python_client import LARGE, ClientCase, tesuji
from tesuji import Code

# White C4 is in atari and cannot be saved; Black is two stones that can be cut, and walls.
BOARD = {"rows": "..X../.XOX./...../X.X../.OOO.", "order": 2, "time_ms": 20000}
HARD = {"rows": LARGE["rows"], "order": 7, "time_ms": 60000}


class Statuses(ClientCase):
    async def test_verdicts(self):
        solver = await self.solver(self.start())
        verdicts = await solver.go_status(**BOARD)
        self.assertEqual((verdicts.rows, verdicts.questions), (BOARD["rows"], 15))
        found = [verdict async for verdict in verdicts]
        self.assertEqual(found, verdicts.found)
        self.assertEqual(found, [verdict async for verdict in verdicts])
        self.assertTrue(verdicts.done())
        self.assertEqual((verdicts.tally.decided, verdicts.tally.undecided), (len(found), 0))
        self.assertEqual(sum(verdict.kind != "save" for verdict in found), verdicts.questions)
        by_question = {(verdict.kind, verdict.stones): verdict for verdict in found}
        atari = by_question["capture", "C4"]
        self.assertEqual((atari.value, atari.best, atari.ko, atari.colour, atari.size,
                          atari.liberties), ("proven", "C3", "unconditional", "white", 1, 1))
        self.assertEqual(by_question["save", "C4"].ko, "fails")
        self.assertIsNone(by_question["save", "C4"].best)
        await self.whole(solver)

    async def test_each_as_it_comes(self):
        """Some are told while others are open; what is left is cancelled."""
        solver = await self.solver(self.start())
        rows = list(HARD["rows"])
        rows[0] = "OX" + "." * 17  # in atari
        verdicts = await solver.go_status(**{**HARD, "rows": rows})
        async for verdict in verdicts:
            if verdict.value == "proven":
                break
        self.assertFalse(verdicts.done())
        await verdicts.cancel()
        values = [verdict.value async for verdict in verdicts]
        self.assertIn("undecided", values)
        self.assertEqual(verdicts.tally.decided + verdicts.tally.undecided, len(values))
        await verdicts.cancel()  # nothing is left to stop
        await solver.cancel_status(verdicts.id)
        await self.whole(solver)

    async def test_who_stops_waiting_ends_it(self):
        solver = await self.solver(self.start())
        verdicts = await solver.go_status(**HARD)
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.1):
                async for _ in verdicts:
                    pass
        self.assertIn("undecided", [verdict.value async for verdict in verdicts])
        for turns in range(6):  # in which the request is on its way
            task = asyncio.create_task(solver.go_status(**HARD))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            (outcome,) = await asyncio.gather(task, return_exceptions=True)
            if isinstance(outcome, tesuji.Verdicts):  # it was there already
                await outcome.cancel()
            else:
                self.assertIsInstance(outcome, asyncio.CancelledError)
        while solver._asked or solver._link._calls:
            await solver.info()
        await self.whole(solver)

    async def test_a_board_that_is_kept(self):
        solver = await self.solver(self.start())
        await solver.position(rows="..X../.XO../...../X.X../.OOO.", play=["black D4"])
        verdicts = await solver.go_status(board=1, order=2, cuts=False)
        self.assertEqual(verdicts.rows, BOARD["rows"])
        self.assertEqual({verdict.kind async for verdict in verdicts}, {"capture", "save"})
        record = b"(;GM[1]SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db];W[bb])"
        verdicts = await solver.go_status(sgf=record, order=1, fresh=True)
        self.assertEqual(verdicts.rows, ".XO./XO.O/.XO./....")
        threats = {verdict.stones: verdict.ko_threats async for verdict in verdicts
                   if verdict.kind == "capture"}
        self.assertEqual(threats["B3"], 1)
        await self.whole(solver)

    async def test_what_is_refused(self):
        solver = await self.solver(self.start())
        for params, code, path in (
                ({"rows": "X./.?"}, Code.BAD_SYNTAX, "params.position.rows"),
                ({}, Code.MISSING_FIELD, "params.position"),
                ({"rows": "X./..", "order": 8}, Code.OUT_OF_RANGE, "params.order"),
                ({"rows": "X./..", "cuts": 1}, Code.BAD_TYPE, "params.cuts"),
                ({"rows": 5}, Code.BAD_TYPE, "params.position.rows")):
            await self.refused(code, solver.go_status(**params), path)
        await self.whole(solver)

    async def test_a_lost_connection(self):
        daemon = self.start()
        solver = await self.solver(daemon)
        verdicts = await solver.go_status(**HARD)
        await solver.close()
        with self.assertRaises(tesuji.TesujiError) as caught:
            async for _ in verdicts:
                pass
        self.assertEqual(caught.exception.code, Code.CLOSED)
        self.assertTrue(verdicts.done())


if __name__ == "__main__":
    main()
