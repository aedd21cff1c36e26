# SPDX-License-Identifier: MIT
"""job.py - one job of a daemon: its result, its progress, its end."""

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
    """A job that was submitted or is watched. `await job` is its Result.

    If the waiting is cancelled (a task's cancel(), asyncio.timeout), so is the
    job, as with tasks of asyncio; asyncio.shield(job) keeps it. Detached and
    watched jobs are never cancelled so, but by cancel().

    `await job` and progress() raise TesujiError when the connection is lost or
    the job failed. A cancelled or expired job has a Result: see its `state`.
    """

    def __init__(self, solver: Solver, number: int, own: bool, detach: bool) -> None:
        self.id = number  # the daemon's number of the job, good on any connection
        self._solver = solver
        self.own = own  # submitted here: it has a slot
        self._kept = detach or not own
        self._outcome: Result | TesujiError | None = None
        self._told: dict[str, Any] | None = None  # the latest report
        self._ended, self._news = News(), News()

    def __repr__(self) -> str:
        return f"<tesuji.Job {self.id} at {self._solver.where}>"

    def done(self) -> bool:
        """Whether the result is here, or an error in its place."""
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
        """The reports of the job as they come, until it ends.

        A reader that is slow gets the latest and misses those before it. How
        often they come says the problem's `progress_ms` (default: 200 ms).
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
        """Ask the daemon to stop the job; its state then. The result still comes."""
        return await self._solver.cancel(self.id)

    async def status(self) -> Status:
        """Where the job stands."""
        return await self._solver.status(self.id)

    async def certificate(self) -> bytes:
        """The proof that the job has found, once it has ended; as Solver.certificate()."""
        return await self._solver.certificate(self.id)

    # What the connection tells.

    def told(self, report: dict[str, Any]) -> None:
        """A report of progress has come."""
        self._told = report
        self._news.wake()

    def end(self, outcome: Result | TesujiError) -> None:
        """The job's result has come, or the connection is lost."""
        self._outcome = outcome
        self._ended.wake()
        self._news.wake()
