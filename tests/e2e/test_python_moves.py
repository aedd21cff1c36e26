# SPDX-License-Identifier: MIT
"""The package tesuji: which first moves of a problem work."""

import asyncio

from daemon import main
from python_client import LARGE, ClientCase, tesuji
from tesuji import Code

# White lives on the edge by the middle of three, and Black kills there.
ROW = {"rows": "...OX../OOOOX../XXXXX../.......", "goal": "capture-all", "target": "D4",
       "options": {"region": "A4-D3"}, "time_ms": 20000}


class MovesOfAProblem(ClientCase):
    async def test_one_works(self):
        solver = await self.solver(self.start())
        moves = await solver.moves(**ROW)
        self.assertIsInstance(moves, tesuji.Moves)
        self.assertEqual((moves.problem.moves, moves.rows), (3, ROW["rows"]))
        self.assertEqual([tried.move for tried in await moves], ["B4"])
        self.assertEqual({tried.move: tried.verdict for tried in moves.moves},
                         {"A4": "fails", "B4": "works", "C4": "fails"})
        self.assertEqual(sorted(tried.rank for tried in moves.moves), [1, 2, 3])
        self.assertEqual((moves.counts.works, moves.counts.fails, moves.counts.open), (1, 2, 0))
        for tried in moves.moves:
            self.assertEqual(tried.question.goal.first, "defender")
            self.assertEqual(tried.best, None if tried.move == "B4" else "B4")
            again = await solver.solve(**tried.problem())
            self.assertEqual(again.value, tried.value)
        await self.whole(solver)

    async def test_each_has_a_certificate(self):
        solver = await self.solver(self.start())
        for tried in [each async for each in await solver.moves(**ROW)]:
            job = await solver.submit(**tried.problem(), progress_ms=0)
            await job
            self.assertGreater(len(await solver.certificate(job.id)), 40)
        await self.whole(solver)

    async def test_the_defender_moves_first(self):
        solver = await self.solver(self.start())
        moves = await solver.moves(**ROW, first="defender")
        self.assertEqual([tried.move for tried in await moves], ["B4"])
        self.assertEqual({tried.move for tried in moves.moves}, {"A4", "B4", "C4", "pass"})
        self.assertEqual({tried.move for tried in moves.moves if tried.question is None}, {"B4"})
        self.assertEqual({tried.question.goal.first for tried in moves.moves if tried.question},
                         {None})  # the attacker, by default
        self.assertTrue(all(tried.best for tried in moves.moves if tried.verdict == "fails"))
        await self.whole(solver)

    async def test_a_cancel(self):
        solver = await self.solver(self.start())
        moves = await solver.moves(**LARGE, time_ms=60000)
        await moves.cancel()
        self.assertEqual(await moves, [])
        self.assertEqual(moves.counts.open, moves.problem.moves)
        self.assertNotIn("", {tried.move for tried in moves.moves})
        await self.whole(solver)

    async def test_the_server_bounds_the_time(self):
        solver = await self.solver(self.start("--max-job-s", "20"))
        given = {name: value for name, value in ROW.items() if name != "time_ms"}
        moves = await solver.moves(**given)
        self.assertEqual(moves.problem.time_ms, 20000)
        await moves
        with self.assertRaises(tesuji.TesujiError) as caught:
            await solver.moves(**given, time_ms=20001)
        self.assertIn("max_job_s", str(caught.exception))
        await self.whole(solver)

    async def test_what_is_refused(self):
        solver = await self.solver(self.start())
        for more, path in (({"detach": True}, "params.detach"),
                           ({"ko_verdict": True}, "params.ko_verdict"),
                           ({"table_bytes": 1 << 20}, "params.limits.table_bytes"),
                           ({"time_ms": 3600001}, "params.limits.time_ms"),
                           ({"target": "A4"}, "params.goal.target")):
            with self.assertRaises(tesuji.TesujiError) as caught:
                await solver.moves(**{**ROW, **more})
            self.assertIn(f" {path}: ", str(caught.exception))
            self.assertIn(caught.exception.code, (Code.BAD_VALUE, Code.OUT_OF_RANGE))
        await self.whole(solver)


if __name__ == "__main__":
    main()
