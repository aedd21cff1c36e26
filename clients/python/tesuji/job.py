# SPDX-License-Identifier: MIT
"""job.py - one job of a daemon: its progress, its end and its result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator
from typing import TYPE_CHECKING, Any

from .errors import TesujiError
from .results import Progress, Result, State, Status, decode
from .waiting import News

if TYPE_CHECKING:
    from .solver import Solver


class Job:
    """A job that was submitted or is watched. `await job` returns its Result.

    Cancelling the coroutine that awaits it (a task's cancel(), asyncio.timeout)
    cancels the job, as with tasks of asyncio; asyncio.shield(job) prevents that.
    Detached, durable and watched jobs are cancelled by cancel() only.

    `await job` and progress() raise TesujiError if the connection is lost or the
    job has failed; Code.SHUTTING_DOWN if the daemon ends and the job, which is
    durable, goes on with the next. A cancelled or expired job has a Result: see its `state`.
    """

    def __init__(self, solver: Solver, number: int, own: bool, detach: bool, known: bool) -> None:
        self.id = number  # the daemon's number of the job, the same on every connection
        self._solver = solver
        self.own = own  # submitted here: it has a slot
        self.known = known  # submitted here, and its key was known: it is not new
        self._kept = detach or not own
        self._outcome: Result | TesujiError | None = None
        self._told: dict[str, Any] | None = None  # the latest report
        self._ended, self._news = News(), News()

    def __repr__(self) -> str:
        return f"<tesuji.Job {self.id} at {self._solver.where}>"

    def done(self) -> bool:
        """Return whether the result, or an error in its place, has arrived."""
        return self._outcome is not None

    def __await__(self) -> Generator[Any, None, Result]:
        return self._wait().__await__()

    async def _wait(self) -> Result:
        try:
            while self._outcome is None:
                await self._ended.wait()
        except asyncio.CancelledError:
            if self._outcome is None and not self._kept:
                self._solver.abandon(self.id)
            raise
        return self._result()

    def _result(self) -> Result:
        outcome = self._outcome
        assert outcome is not None
        if isinstance(outcome, TesujiError):
            raise outcome.again()
        if outcome.error is not None:
            raise outcome.error.again()
        return outcome

    async def progress(self) -> AsyncIterator[Progress]:
        """Yield the job's reports as they arrive, until it ends.

        A slow reader gets the latest report and misses those before it. The
        problem's `progress_ms` sets how often they come (default: 200 ms).
        """
        seen = None
        while True:
            if self._told is not seen:
                seen = self._told
                yield decode(Progress, seen)
            elif self._outcome is None:
                await self._news.wait()
            else:
                self._result()
                return

    async def cancel(self) -> State:
        """Ask the daemon to stop the job, and return its state then. The result still comes."""
        return await self._solver.cancel(self.id)

    async def status(self) -> Status:
        """Ask the daemon how far the job is."""
        return await self._solver.status(self.id)

    async def ack(self) -> None:
        """Say that the result of this durable job has been taken; see Solver.ack()."""
        await self._solver.ack(self.id)

    async def certificate(self) -> bytes:
        """Return the certificate of the ended job; see Solver.certificate()."""
        return await self._solver.certificate(self.id)

    # Called by the connection.

    def told(self, report: dict[str, Any]) -> None:
        """Take a report of progress."""
        self._told = report
        self._news.wake()

    def end(self, outcome: Result | TesujiError) -> None:
        """Take the job's result, or the error that ended the connection."""
        self._outcome = outcome
        self._ended.wake()
        self._news.wake()
