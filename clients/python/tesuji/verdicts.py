# SPDX-License-Identifier: MIT
"""verdicts.py - the status of a whole board of Go, whose verdicts come one by one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from .errors import TesujiError
from .results import Begun, Tally, Verdict, decode
from .waiting import News

if TYPE_CHECKING:
    from .solver import Solver


class Verdicts:
    """The verdicts of go_status(). `async for verdict in verdicts` yields each as it arrives.

    The loop ends after the last one. It may be left before; then cancel() saves the
    daemon the rest, and time_ms ends it in any case. A second loop yields all verdicts
    from the first on. Cancelling a coroutine that waits in the loop (a task's cancel(),
    asyncio.timeout) cancels the status. Raises TesujiError if the connection is lost.
    """

    def __init__(self, solver: Solver, begun: Begun) -> None:
        self.id = begun.status
        self.questions = begun.questions  # captures and cuts; a capture that succeeds adds a save
        self.rows = begun.rows  # the board of the questions
        self.found: list[Verdict] = []  # so far
        self.tally: Tally | None = None  # once all are found
        self._solver = solver
        self._error: TesujiError | None = None
        self._news = News()

    def __repr__(self) -> str:
        return f"<tesuji.Verdicts {self.id} at {self._solver.where}>"

    def done(self) -> bool:
        """Return whether all verdicts, or an error, have arrived."""
        return self.tally is not None or self._error is not None

    async def _each(self) -> AsyncIterator[Verdict]:
        count = 0
        while True:
            for verdict in self.found[count:]:
                count += 1
                yield verdict
            if count < len(self.found):
                continue
            if self._error is not None:
                raise self._error.again()
            if self.tally is not None:
                return
            try:
                await self._news.wait()
            except asyncio.CancelledError:
                self._solver.abandon_status(self.id)
                raise

    def __aiter__(self) -> AsyncIterator[Verdict]:
        return self._each()

    async def cancel(self) -> None:
        """Stop the status. What is not decided yet comes as undecided, then the loop ends."""
        if not self.done():
            await self._solver.cancel_status(self.id)

    def told(self, told: dict[str, Any]) -> None:
        """Take a verdict. Called by the connection."""
        self.found.append(decode(Verdict, told))
        self._news.wake()

    def end(self, outcome: Tally | TesujiError) -> None:
        """Take the end of the status. Called by the connection."""
        if isinstance(outcome, Tally):
            self.tally = outcome
        else:
            self._error = outcome
        self._news.wake()
