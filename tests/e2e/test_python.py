# SPDX-License-Identifier: MIT
"""The package tesuji: queries, cancelling, deadlines, progress, errors."""

import asyncio
import os
from unittest import mock

from daemon import COUNT, ROOT, main
from python_client import LARGE, SMALL, ClientCase, tesuji
from tesuji import Code, address

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
QUERIES = min(COUNT, 2000)
STEPS = 12  # turns of the event loop in which a submission is on its way


class Queries(ClientCase):
    async def test_thousands_at_once(self):
        """Each gets the answer to its own question, in turns that the daemon allows."""
        solver = await self.solver(self.start("--max-jobs-per-connection", "16"))
        results = await asyncio.gather(*(
            solver.solve(**SMALL, label=str(i), first="defender" if i % 3 else None)
            for i in range(QUERIES)))
        self.assertEqual([result.label for result in results], [str(i) for i in range(QUERIES)])
        self.assertEqual([result.goal.first for result in results],
                         ["defender" if i % 3 else None for i in range(QUERIES)])
        self.assertEqual({(result.state, result.value) for result in results}, {("done", "proven")})
        self.assertEqual({result.best for result in results[::3]}, {"A2"})
        self.assertEqual(len({result.job for result in results}), QUERIES)
        info = await solver.info()
        self.assertEqual((info.jobs.total, info.bounds.jobs_per_connection), (QUERIES, 16))
        await self.whole(solver)

    async def test_a_busy_daemon_is_waited_for(self):
        daemon = self.start("--max-jobs", "3")
        solvers = [await self.solver(daemon) for _ in range(3)]
        results = await asyncio.gather(*(solver.solve(**SMALL) for solver in solvers * 10))
        self.assertEqual({result.value for result in results}, {"proven"})
        for solver in solvers:
            await self.whole(solver)

    async def test_positions_and_what_comes_back(self):
        solver = await self.solver(self.start())
        record = b"(;GM[1]SZ[5]AB[ba][ab]AW[bb];B[cc];W[ee])"
        result = await solver.solve(sgf=record, move=1, target="B4", label="corner")
        self.assertEqual((result.rows, result.label), (".X.../XO.../..X../...../.....", "corner"))
        self.assertEqual((result.value, result.scope, result.attacker, result.order),
                         ("proven", "absolute", "black", 1))
        self.assertTrue(result.proven and not result.disproven)
        self.assertEqual(result.line[0], result.best)
        self.assertIn("B4", result.zone)
        self.assertEqual(result.goal, tesuji.Goal(type="capture", target="B4"))
        self.assertGreater(result.table.bytes, 0)
        result = await solver.solve(rows=("X.X.", ".O..", ".OOO"), target="A3", first="defender",
                                    ko_verdict=True)
        self.assertEqual((result.value, result.best, result.ko, result.ko_threats),
                         ("disproven", "B3", "ko", 0))
        held = await solver.position(2, rows=["X.X.", "....", ".OOO"], play=["white A1", "pass"])
        self.assertEqual(held, tesuji.Board(board=2, moves=2, to_play="white",
                                            rows="X.X./..../OOOO"))
        self.assertEqual(await solver.position(2, undo=1), tesuji.Board(
            board=2, moves=1, to_play="black", rows="X.X./..../OOOO"))
        result = await solver.solve(board=2, target="A3", first="defender", order=1)
        self.assertEqual((result.rows, result.goal.target), ("X.X./..../OOOO", "A3"))
        for params, path in (({"board": 3}, "params.board"), ({"undo": 5}, "params.board"),
                             ({"board": 2, "undo": 5}, "params.undo"),
                             ({"board": 2, "undo": -1}, "params.undo"),
                             ({"board": 2, "play": "D4"}, "params.play"),
                             ({"board": 2, "play": ["B2", 5]}, "params.play[1]"),
                             ({"board": 2, "play": ["B2", "B2"]}, "params.play[1]"),
                             ({"rows": 5}, "params.set.rows"), ({"ko": "A1"}, "params.set")):
            with self.assertRaises(tesuji.TesujiError) as caught:
                await solver.position(**params)
            self.assertEqual(caught.exception.path, path, params)
        result = await solver.solve(fen="7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
        self.assertEqual((result.claim, result.coords), ("mate in 1", ("g1g7",)))
        result = await solver.solve(game="gomoku", options={"size": "4x3", "k": 3}, driver="plain")
        self.assertEqual((result.value, result.driver), ("proven", "plain"))
        result = await solver.solve(game="hex", rows="../X./..", order=0)
        self.assertEqual((result.areas, len(result.indices)), (4, len(result.zone)))
        with self.assertRaises(AttributeError):
            result.value = "proven"

    async def test_jobs_by_their_numbers(self):
        daemon = self.start()
        solver, other = await self.solver(daemon), await self.solver(daemon)
        job = await solver.submit(**LARGE, label="kept", detach=True)
        await solver.close()
        self.assertEqual([(each.job, each.label) for each in await other.jobs()],
                         [(job.id, "kept")])
        status = await other.status(job.id)
        self.assertEqual((status.detach, status.result, status.goal.target), (True, None, "K10"))
        watched = await other.watch(job.id, progress_ms=10)
        async for progress in watched.progress():
            self.assertEqual(progress.job, job.id)
            break
        task = asyncio.ensure_future(watched)
        await asyncio.sleep(0)
        task.cancel()  # the job is somebody else's and goes on
        await asyncio.wait([task])
        before = (await watched.status()).nodes
        async for progress in watched.progress():
            if progress.nodes > before:
                break
        else:
            self.fail("it does not go on")
        self.assertIn(await watched.cancel(), ("running", "cancelled"))
        self.assertEqual((await watched).state, "cancelled")
        again = await (await other.watch(job.id))
        self.assertEqual((again.state, again.label), ("cancelled", "kept"))
        self.assertEqual((await other.status(job.id)).result, again)
        await self.whole(other)

    async def test_certificates(self):
        """For all who ask, once it is made; what the program `tesuji check` takes for a proof."""
        solver = await self.solver(self.start())
        job = await solver.submit(**SMALL)
        result = await job
        proofs = await asyncio.gather(*(solver.certificate(result.job) for _ in range(20)),
                                      job.certificate())
        self.assertEqual(len(set(proofs)), 1)
        done = await asyncio.create_subprocess_exec(
            TESUJI, "check", "-", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE)
        out, _ = await done.communicate(proofs[0])
        self.assertTrue(out.startswith(b"proven: go: "), out)
        self.assertEqual(done.returncode, 0)
        await self.refused(Code.UNKNOWN_JOB, solver.certificate(99), "params.job")
        hard = await solver.submit(**LARGE)
        await hard.cancel()
        await hard
        await self.refused(Code.BAD_VALUE, hard.certificate(), "params.job")
        self.assertEqual(solver._made, {})
        await self.whole(solver)

    async def test_info(self):
        solver = await self.solver(self.start())
        info = await solver.info()
        self.assertEqual((info.name, info.protocol, info.version), ("tesuji", 1, solver.version))
        games = {game.name: game for game in info.games}
        self.assertEqual(games["go"].goals[0], "capture")
        self.assertEqual({option.name for option in games["gomoku"].options}, {"size", "k", "rule"})
        self.assertEqual({limit.name: limit.default for limit in info.limits}["order"], 3)


class Ends(ClientCase):
    """How a query ends before its answer."""

    async def idle(self, solver):
        """Wait until the daemon searches no more; it says so, how long it takes is not told."""
        while (jobs := (await solver.info()).jobs).running + jobs.queued > 0:
            pass

    async def test_cancel(self):
        solver = await self.solver(self.start())
        job = await solver.submit(**LARGE)
        self.assertFalse(job.done())
        self.assertIn(await job.cancel(), ("queued", "running", "cancelled"))
        self.assertEqual(((await job).state, (await job).value), ("cancelled", "undecided"))
        self.assertTrue(job.done())
        self.assertEqual(await job.cancel(), "cancelled")

    async def test_a_cancelled_task_cancels_its_job(self):
        solver = await self.solver(self.start())
        job = await solver.submit(**LARGE, progress_ms=10)
        waiting = [asyncio.ensure_future(job) for _ in range(2)]
        async for _ in job.progress():
            break
        waiting[0].cancel()
        with self.assertRaises(asyncio.CancelledError):
            await waiting[0]
        self.assertEqual((await waiting[1]).state, "cancelled")

    async def test_asyncio_timeout(self):
        solver = await self.solver(self.start())
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.05):
                await solver.solve(**LARGE)
        await self.idle(solver)
        self.assertEqual([job.state for job in await solver.jobs()], ["cancelled"])

    async def test_a_shielded_job_goes_on(self):
        solver = await self.solver(self.start())
        job = await solver.submit(**LARGE)
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.shield(job)
        self.assertIn((await job.status()).state, ("queued", "running"))
        await job.cancel()
        self.assertEqual((await job).state, "cancelled")

    async def test_cancelled_at_every_step(self):
        """While it waits, is sent, is answered: no job goes on, no place is lost."""
        solver = await self.solver(self.start("--max-jobs-per-connection", "4"))
        for steps in range(STEPS):
            tasks = [asyncio.create_task(solver.solve(**LARGE)) for _ in range(9)]
            for _ in range(steps):
                await asyncio.sleep(0)
            if steps % 2:
                await solver.info()  # what was sent before has been answered
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            self.assertEqual({type(end) for end in ends}, {asyncio.CancelledError})
        await self.idle(solver)
        refused = asyncio.create_task(solver.solve(goal="picnic"))
        await asyncio.sleep(0)
        refused.cancel()  # sent, not yet answered
        while solver._jobs:
            await solver.info()
        await self.whole(solver)
        jobs = [await solver.submit(**LARGE) for _ in range(4)]
        fifth = asyncio.create_task(solver.solve(**SMALL))
        jobs_now = (await solver.info()).jobs
        self.assertEqual(jobs_now.running + jobs_now.queued, 4)
        self.assertFalse(fifth.done())
        sixth = asyncio.create_task(solver.solve(**SMALL))
        await asyncio.sleep(0)
        sixth.cancel()
        await asyncio.wait([sixth])
        self.assertEqual(len(solver._slots._waiting), 1)
        await jobs[0].cancel()
        self.assertEqual((await fifth).value, "proven")
        for job in jobs[1:]:
            await job.cancel()
            await job
        await self.whole(solver)

    async def test_time_limit(self):
        solver = await self.solver(self.start())
        results = await asyncio.gather(*(solver.solve(**LARGE, time_ms=20) for _ in range(4)))
        self.assertEqual({(result.state, result.value, result.scope) for result in results},
                         {("expired", "undecided", "none")})
        self.assertGreaterEqual(min(result.time_ms for result in results), 20)

    async def test_progress(self):
        solver = await self.solver(self.start())
        job = await solver.submit(**LARGE, progress_ms=10)
        told = []
        async for progress in job.progress():
            told.append(progress)
            if len(told) == 3:
                await job.cancel()
        numbers = [progress.sequence for progress in told]
        self.assertGreaterEqual(len(told), 3)
        self.assertEqual(numbers, sorted(set(numbers)))
        self.assertEqual({(progress.job, progress.value) for progress in told},
                         {(job.id, "undecided")})
        self.assertTrue(job.done())
        quiet = await solver.submit(**SMALL, progress_ms=0)
        self.assertEqual([progress async for progress in quiet.progress()], [])
        self.assertEqual((await quiet).value, "proven")


class Refusals(ClientCase):
    async def test_errors_name_the_field(self):
        solver = await self.solver(self.start())
        with self.assertRaisesRegex(TypeError, "no 'sice'; it may have sgf, rows"):
            await solver.solve(sice=9)
        for problem, code, path in (
                ({"goal": "picnic"}, Code.UNKNOWN_GAME, "params.goal.type"),
                ({"game": "tiddlywinks"}, Code.UNKNOWN_GAME, "params.game"),
                ({"rows": "OX./..?/..."}, Code.BAD_SYNTAX, "params.position.rows"),
                ({"rows": [["O"]]}, Code.BAD_TYPE, "params.position.rows"),
                ({"rows": ["."] * 65}, Code.OUT_OF_RANGE, "params.position.rows"),
                ({"target": "Z9"}, Code.BAD_VALUE, "params.goal.target"),
                ({"order": 8}, Code.OUT_OF_RANGE, "params.limits.order"),
                ({"order": 2.0}, Code.BAD_TYPE, "params.limits.order"),
                ({"order": True}, Code.BAD_TYPE, "params.limits.order"),
                ({"nodes": 2**53}, Code.OUT_OF_RANGE, "params.limits.nodes"),
                ({"options": {"k": [5]}}, Code.BAD_TYPE, "params.options.k"),
                ({"options": {5: 5}}, Code.BAD_TYPE, "params.options"),
                ({"attacker_threats": 4}, Code.OUT_OF_RANGE, "params.threats.attacker"),
                ({"ko_verdict": 1}, Code.BAD_TYPE, "params.ko_verdict"),
                ({"label": "a\nb"}, Code.BAD_VALUE, "params.label"),
                ({"label": "\ud800"}, Code.BAD_VALUE, "params"),
                ({"label": "x" * 70000}, Code.OVER_LIMIT, None)):
            with self.subTest(str(problem)[:60]):
                error = await self.refused(code, solver.solve(**{**SMALL, **problem}), path)
                self.assertEqual(str(error), f"{error.name}: {error.text}")
        await self.refused(Code.UNKNOWN_JOB, solver.status(99), "params.job")
        await self.refused(Code.UNKNOWN_JOB, solver.watch(99), "params.job")
        self.assertEqual((await solver.solve(**SMALL)).value, "proven")
        await self.whole(solver)

    async def test_addresses(self):
        daemon = self.start()
        port = daemon.tcp[1]
        daemon.log(r"<5>listen address=unix:")
        forms = ["unix:" + daemon.path, daemon.path, f"tcp:127.0.0.1:{port}", f"127.0.0.1:{port}"]
        for form in forms:
            async with tesuji.connect(form) as solver:
                self.assertEqual((await solver.solve(**SMALL)).best, "A2")
            await self.refused(Code.CLOSED, solver.solve(**SMALL))
        with mock.patch.dict(os.environ, {"TESUJI_SERVER": forms[2]}):
            async with tesuji.connect() as solver:
                self.assertEqual(solver.where, forms[2])
        nowhere = daemon.path + "-none"
        with mock.patch.dict(os.environ, {"TESUJI_SERVER": ""}):
            with mock.patch.object(address, "DEFAULT_PLACES", ("unix:" + nowhere, forms[2])):
                async with tesuji.connect() as solver:
                    self.assertEqual(solver.where, forms[2])
            with mock.patch.object(address, "DEFAULT_PLACES", ("unix:" + nowhere,)):
                error = await self.refused(Code.IO_ERROR, tesuji.connect())
                self.assertEqual(error.text, "no daemon, start tesujid or give its address: cannot "
                                 f"connect to unix:{nowhere}: No such file or directory")
        error = await self.refused(Code.IO_ERROR, tesuji.connect(nowhere))
        self.assertEqual(error.text, f"cannot connect to {nowhere}: No such file or directory")
        for form in ("unix:sock", "localhost", "localhost:", "localhost:0", "tcp:h:65536",
                     "::1:7411", ":7411", "h:1x", "h:\u0661"):
            await self.refused(Code.BAD_SYNTAX, tesuji.connect(form))
        self.assertEqual(address.parse("tcp:[::1]:7411"), ("::1", 7411))


if __name__ == "__main__":
    main()
