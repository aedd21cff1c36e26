# SPDX-License-Identifier: MIT
"""The package tesuji: durable jobs, their keys, and what becomes of them when the daemon ends."""

import asyncio
import signal

from daemon import main
from journal import WithJournal
from python_client import LARGE, SMALL, ClientCase, tesuji
from tesuji import Code, TesujiError


class Durable(WithJournal, ClientCase):
    settings = ("--journal-size-mib", "4")

    async def test_a_key_over_a_kill(self):
        daemon = self.launch()
        solver = await self.solver(daemon)
        self.assertGreater((await solver.info()).bounds.jobs_durable, 0)
        job = await solver.submit(**SMALL, durable=True, key="k")
        result = await job
        self.assertEqual((result.key, result.value, job.known), ("k", "proven", False))
        again = await solver.submit(**SMALL, durable=True, key="k")
        self.assertTrue(again.known)
        self.assertEqual(await again, result)
        with self.assertRaises(TesujiError) as caught:
            await solver.submit(**LARGE, durable=True, key="k")
        self.assertEqual(caught.exception.code, Code.KEY_CONFLICT)
        self.kill()
        solver = await self.solver(self.launch())
        self.assertEqual((await solver.status("k")).key, "k")
        found = await solver.watch("k")
        self.assertEqual((await found).line, result.line)
        self.assertEqual([row.key for row in await solver.jobs()], ["k"])
        await found.ack()
        with self.assertRaises(TesujiError) as caught:
            await solver.ack("k")
        self.assertEqual(caught.exception.code, Code.UNKNOWN_JOB)
        await self.whole(solver)

    async def test_bug_a_job_became_known_when_it_was_submitted_again(self):
        solver = await self.solver(self.launch())
        job = await solver.submit(**LARGE, durable=True, key="k")
        again = await solver.submit(**LARGE, durable=True, key="k")
        self.assertEqual((again.id, job.known), (job.id, False))
        await solver.cancel("k")

    async def test_what_a_daemon_keeps_when_it_ends(self):
        daemon = self.launch("--drain-ms", "20")
        solver = await self.solver(daemon)
        job = await solver.submit(**LARGE, durable=True, key="k")
        daemon.signal(signal.SIGTERM)
        with self.assertRaises(TesujiError) as caught:
            await job
        self.assertEqual(caught.exception.code, Code.SHUTTING_DOWN)
        self.assertIn("'k'", caught.exception.text)
        daemon.wait()
        solver = await self.solver(self.launch())
        job = await solver.watch("k")
        self.assertIn(await job.cancel(), ("queued", "running"))
        self.assertEqual((await job).state, "cancelled")

    async def test_one_key_many_times_takes_no_places(self):
        solver = await self.solver(self.launch("--max-jobs-per-connection", "4"))
        jobs = [await solver.submit(**SMALL, durable=True, key="k") for _ in range(40)]
        results = await asyncio.gather(*jobs)
        self.assertEqual(len({result.job for result in results}), 1)
        await self.whole(solver)

    async def test_who_gives_up_waiting_does_not_cancel_it(self):
        solver = await self.solver(self.launch())
        job = await solver.submit(**LARGE, durable=True, key="k")
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.05):
                await job
        self.assertIn((await solver.status("k")).state, ("queued", "running"))
        await solver.cancel("k")
        self.assertEqual((await job).state, "cancelled")


if __name__ == "__main__":
    main()
