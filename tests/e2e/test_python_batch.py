# SPDX-License-Identifier: MIT
"""The package tesuji: batches, their results from any place on, and what becomes of them when the
connection or the daemon ends."""

import asyncio
import signal

from daemon import COUNT, main
from journal import WithJournal
from python_client import LARGE, SMALL, ClientCase
from tesuji import Code, TesujiError


def many(count):
    """As many small questions; their labels tell them apart."""
    return [{**SMALL, "label": f"job {i}"} for i in range(count)]


class Batches(WithJournal, ClientCase):
    async def test_results_in_the_order_in_which_they_came(self):
        solver = await self.solver(self.launch())
        count = min(COUNT, 2000)
        batch = await solver.submit_batch(many(count), label="lot")
        told = [result async for result in batch.results()]
        self.assertEqual((batch.next, batch.known), (count, False))
        self.assertEqual(sorted(result.job for result in told), list(range(1, count + 1)))
        for result in told:
            self.assertEqual((result.value, result.label), ("proven", f"job {result.job - 1}"))
        self.assertEqual([result async for result in solver.batch(batch.name).results(count - 5)], told[-5:])
        status = await batch.ack()
        self.assertEqual((status.label, status.state, status.proven, status.ends), ("lot", "done", count, True))
        await self.refused(Code.UNKNOWN_JOB, batch.status(), "params.batch")
        await self.whole(solver)

    async def test_a_kill_in_the_middle(self):
        daemon = self.launch()
        solver = await self.solver(daemon)
        count, told = min(COUNT, 2000), []
        batch = await solver.submit_batch(many(count), key="night")
        with self.assertRaises(TesujiError) as caught:
            async for result in batch.results():
                told.append(result)
                if len(told) == 100:
                    self.kill()
        self.assertEqual(caught.exception.code, Code.CLOSED)
        self.assertEqual(batch.next, len(told))
        solver = await self.solver(self.launch())
        again = await solver.submit_batch(many(count), key="night")
        self.assertTrue(again.known)
        rest = [result async for result in again.results(batch.next)]
        self.assertEqual(sorted(result.job for result in told + rest), list(range(1, count + 1)))
        self.assertEqual([result async for result in again.results()][:len(told)], told)
        await self.refused(Code.KEY_CONFLICT, solver.submit_batch(many(3), key="night"), "params.key")
        await again.ack()

    async def test_a_daemon_that_ends(self):
        daemon = self.launch("--drain-ms", "1000")
        solver = await self.solver(daemon)
        batch = await solver.submit_batch([LARGE] * 20, key="night")
        waiting = asyncio.create_task(anext(batch.results()))
        while (await batch.status()).running == 0:
            await asyncio.sleep(0.01)
        daemon.signal(signal.SIGTERM)
        with self.assertRaises(TesujiError) as caught:
            await waiting
        self.assertIn(caught.exception.code, (Code.SHUTTING_DOWN, Code.CLOSED))
        await asyncio.to_thread(daemon.stop)
        solver = await self.solver(self.launch())
        batch = solver.batch("night")
        self.assertEqual((await batch.cancel()).state, "cancelled")
        self.assertLess(len([result async for result in batch.results()]), 20)
        self.assertTrue((await batch.status()).ends)

    async def test_what_is_wrong_is_named(self):
        solver = await self.solver(self.launch())
        problems = many(300)
        problems[200]["order"] = 9
        await self.refused(Code.OUT_OF_RANGE, solver.submit_batch(problems), "params.jobs[200].limits.order")
        problems[250]["rows"] = 7
        await self.refused(Code.BAD_TYPE, solver.submit_batch(problems), "params.jobs[250].position.rows")
        await self.refused(Code.BAD_VALUE, solver.submit_batch([]), "params.jobs")
        # What was sent of it is gone, and two at once take turns.
        first, second = await asyncio.gather(solver.submit_batch(many(200)), solver.submit_batch(many(3)))
        self.assertNotEqual(first.name, second.name)
        self.assertEqual(len([result async for result in second.results()]), 3)
        job = {"rows": ["XX", "X"], "target": "A1"}
        (failed,) = [result async for result in (await solver.submit_batch([job])).results()]
        self.assertEqual((failed.state, failed.error.code), ("failed", Code.BAD_SYNTAX))
        await self.whole(solver)

    async def test_a_submission_that_is_left(self):
        solver = await self.solver(self.launch())
        left = asyncio.create_task(solver.submit_batch(many(1000)))
        await asyncio.sleep(0)
        left.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await left
        batch = await solver.submit_batch(many(3))
        self.assertEqual(len([result async for result in batch.results()]), 3)


if __name__ == "__main__":
    main()
