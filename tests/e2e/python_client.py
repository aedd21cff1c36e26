# SPDX-License-Identifier: MIT
"""python_client.py - what the tests of the package tesuji in clients/python share."""

import asyncio
import gc
import os
import sys
import unittest

from daemon import Case, ROOT

sys.path.insert(0, os.path.join(ROOT, "clients/python"))
import tesuji  # noqa: E402  (the package beside these tests, not an installed one)

# Black to capture: an atari in the corner, proven at once; and what takes for ever.
SMALL = {"rows": "OX./.../...", "goal": "capture", "target": "A3", "order": 1}
LARGE = {"rows": ["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9,
         "target": "K10", "order": 7}
DEADLINE_S = 60  # what hangs fails


class ClientCase(Case, unittest.IsolatedAsyncioTestCase):
    """Tests are coroutines with a daemon of their own and a deadline.

    What asyncio only logs, such as an error that nobody has looked at, fails them.
    """

    async def asyncSetUp(self):
        loop, complaints = asyncio.get_running_loop(), []
        loop.slow_callback_duration = DEADLINE_S  # a busy machine is no fault
        loop.set_exception_handler(lambda _, context: complaints.append(context["message"]))

        def look():
            gc.collect()
            self.assertEqual(complaints, [])
        self.addCleanup(look)

    def _callTestMethod(self, method):
        async def bounded():
            async with asyncio.timeout(DEADLINE_S):
                await method()
        super()._callTestMethod(bounded)

    async def solver(self, daemon, **more):
        """A connection to a daemon's Unix socket, closed at the end of the test."""
        daemon.log(r"<5>listen address=unix:")
        solver = await tesuji.connect("unix:" + daemon.path, **more)
        self.addAsyncCleanup(solver.close)
        return solver

    async def whole(self, solver):
        """Nothing is left behind: no call, no job, no waiter, and every slot is free."""
        bounds = (await solver.info()).bounds
        self.assertEqual((solver._slots._free, len(solver._slots._waiting), len(solver._jobs),
                          len(solver._asked), len(solver._link._calls)),
                         (bounds.jobs_per_connection, 0, 0, 0, 0))

    async def refused(self, code, waiting, path=None):
        """Await what must fail so; the error."""
        with self.assertRaises(tesuji.TesujiError) as caught:
            await waiting
        error = caught.exception
        self.assertEqual((error.code, error.path), (code, path), error)
        self.assertIs(type(error.code), tesuji.Code)
        return error
