# SPDX-License-Identifier: MIT
"""The package tesuji: whether a dragon of Go lives, verdict by verdict."""

import asyncio

from daemon import main
from python_client import LARGE, ClientCase, tesuji
from tesuji import Code

# White's three points in a row: who plays in the middle decides.
ROW = {"rows": "...OX../OOOOX../XXXXX../.......", "group": "D4", "time_ms": 20000}
HARD = {"rows": LARGE["rows"], "group": LARGE["target"], "time_ms": 60000}
# White has just taken on B3; Black may not take back on C3 at once.
RECORD = b"(;GM[1]SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db];W[bb])"


class Lives(ClientCase):
    async def test_a_dragon(self):
        solver = await self.solver(self.start())
        life = await solver.go_life(**ROW)
        self.assertIsInstance(life, tesuji.Life)
        self.assertEqual(life.dragon, tesuji.Dragon(
            status=life.id, rows=ROW["rows"], colour="white", size=5, liberties=3, closed=True,
            stones="D4", around="E4", region="A4-D3"))
        self.assertEqual(life.rows, ROW["rows"])
        found = [verdict async for verdict in life]
        self.assertEqual(found, life.found)
        self.assertEqual(found, [verdict async for verdict in life])
        self.assertTrue(life.done())
        self.assertEqual((life.life, life.tally.life, await life), ("unsettled",) * 3)
        self.assertEqual((life.tally.decided, life.tally.undecided), (len(found), 0))
        self.assertIn(f"tesuji.Life {life.id} at ", repr(life))
        whole = {verdict.kind: verdict for verdict in found if verdict.tried is None}
        self.assertEqual({kind: (v.value, v.best, v.ko, v.stones, v.chance)
                          for kind, v in whole.items()},
                         {"kill": ("proven", "B4", "unconditional", "D4", None),
                          "live": ("proven", "B4", "unconditional", "D4", None)})
        self.assertEqual({(v.kind, v.tried): v.value for v in found if v.tried is not None},
                         {(kind, point): "proven" if point == "B4" else "disproven"
                          for kind in ("kill", "live") for point in ("A4", "B4", "C4")})
        await self.whole(solver)

    async def test_waiting_for_all(self):
        solver = await self.solver(self.start())
        self.assertEqual(await (await solver.go_life(**ROW)), "unsettled")
        life = await solver.go_life(**ROW, moves=False, fresh=True)
        self.assertEqual((await life, len(life.found)), ("unsettled", 2))
        life = await solver.go_life(**ROW, ask="kill", exact=True, region="A4-C4", nodes=10000)
        self.assertEqual((life.dragon.region, await life), ("A4-C4", "open"))
        self.assertEqual([verdict.kind for verdict in life.found], ["kill"])
        await self.whole(solver)

    async def test_a_board_that_is_kept(self):
        solver = await self.solver(self.start())
        await solver.position(rows="...OX../OOO.X../XXXXX../.......", play=["white D3"])
        life = await solver.go_life(board=1, group="A3", time_ms=20000)
        self.assertEqual((life.rows, await life), (ROW["rows"], "unsettled"))
        life = await solver.go_life(sgf=RECORD, group="B3", exact=True, region="A4-C3,D4")
        self.assertEqual(life.rows, ".XO./XO.O/.XO./....")
        free = await solver.go_life(rows=life.rows, group="B3", exact=True, region="A4-C3,D4")
        await life
        await free
        for asked, threats in ((life, 1), (free, 0)):
            (kill,) = [v for v in asked.found if v.kind == "kill" and v.tried is None]
            self.assertEqual((kill.ko, kill.ko_threats), ("ko", threats))
        await self.whole(solver)

    async def test_what_is_open_is_judged(self):
        solver = await self.solver(self.start())
        life = await solver.go_life(**{**HARD, "time_ms": 1}, judge=True)
        self.assertEqual(await life, "open")
        self.assertEqual({(v.kind, v.value) for v in life.found},
                         {("kill", "undecided"), ("live", "undecided")})
        for verdict in life.found:
            self.assertTrue(0 <= verdict.chance <= 1000)
            self.assertIn(verdict.ko, ("unconditional", "ko", "fails"))
        await self.whole(solver)

    async def test_each_as_it_comes(self):
        """A loop may be left; what is left is cancelled."""
        solver = await self.solver(self.start())
        life = await solver.go_life(**HARD)
        self.assertFalse(life.done())
        await life.cancel()
        self.assertEqual([verdict.value async for verdict in life], ["undecided"] * 2)
        self.assertEqual(life.life, "open")
        await life.cancel()  # nothing is left to stop
        await solver.cancel_status(life.id)
        await self.whole(solver)

    async def test_who_stops_waiting_ends_it(self):
        solver = await self.solver(self.start())
        life = await solver.go_life(**HARD)
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.1):
                await life
        self.assertEqual(await life, "open")
        for turns in range(6):  # in which the request is on its way
            task = asyncio.create_task(solver.go_life(**HARD))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            (outcome,) = await asyncio.gather(task, return_exceptions=True)
            if isinstance(outcome, tesuji.Life):  # it was there already
                await outcome.cancel()
            else:
                self.assertIsInstance(outcome, asyncio.CancelledError)
        while solver._asked or solver._link._calls:
            await solver.info()
        await self.whole(solver)

    async def test_beside_a_board(self):
        """Both kinds have their own verdicts, though their numbers are of one count."""
        solver = await self.solver(self.start())
        board, life = await asyncio.gather(
            solver.go_status(rows=ROW["rows"], time_ms=20000), solver.go_life(**ROW))
        self.assertNotEqual(board.id, life.id)
        self.assertEqual(await life, "unsettled")
        self.assertEqual({v.kind async for v in board} & {"kill", "live"}, set())
        self.assertIsNone(board.tally.life)
        await self.whole(solver)

    async def test_what_is_refused(self):
        solver = await self.solver(self.start())
        for params, code, path in (
                ({"group": "C4"}, Code.BAD_VALUE, "params.group"),
                ({"group": ""}, Code.MISSING_FIELD, "params.group"),
                ({"group": 4}, Code.BAD_TYPE, "params.group"),
                ({"region": "Z9"}, Code.BAD_VALUE, "params.region"),
                ({"ask": "both?"}, Code.BAD_VALUE, "params.ask"),
                ({"judge": 1}, Code.BAD_TYPE, "params.judge"),
                ({"time_ms": 0}, Code.OUT_OF_RANGE, "params.time_ms"),
                ({"rows": "X./.?"}, Code.BAD_SYNTAX, "params.position.rows")):
            await self.refused(code, solver.go_life(**{**ROW, **params}), path)
        with self.assertRaises(TypeError):
            await solver.go_life(rows=ROW["rows"])
        await self.whole(solver)

    async def test_a_lost_connection(self):
        solver = await self.solver(self.start())
        life = await solver.go_life(**HARD)
        await solver.close()
        with self.assertRaises(tesuji.TesujiError) as caught:
            await life
        self.assertEqual(caught.exception.code, Code.CLOSED)
        self.assertTrue(life.done())
        self.assertIsNone(life.life)


if __name__ == "__main__":
    main()
