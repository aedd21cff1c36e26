# SPDX-License-Identifier: MIT
"""verdicts.py - the status of a whole board of Go, verdict by verdict as they come."""

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
    """What go_status() has asked. `async for verdict in verdicts` takes each as soon as it is known.

    The loop ends with the last of them. It may be left before; cancel() then spares
    the daemon the rest, and time_ms ends it in any case. Begun anew it tells all from
    the first on. If its waiting is cancelled (a task's cancel(), asyncio.timeout), so
    is the status. It raises TesujiError when the connection is lost.
    """

    def __init__(self, solver: Solver, begun: Begun) -> None:
        self.id = begun.status
        self.questions = begun.questions  # captures and cuts; each capture that succeeds adds a save
        self.rows = begun.rows  # the board, captures made
        self.found: list[Verdict] = []  # so far
        self.tally: Tally | None = None  # once all are found
        self._solver = solver
        self._error: TesujiError | None = None
        self._news = News()

    def __repr__(self) -> str:
        return f"<tesuji.Verdicts {self.id} at {self._solver.where}>"

    def done(self) -> bool:
        """Whether no more will come."""
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
        """Stop it. What is not decided is told as undecided, then the loop ends."""
        if not self.done():
            await self._solver.cancel_status(self.id)

    def told(self, told: dict[str, Any]) -> None:
        """A verdict has come. For the connection, as end() is."""
        self.found.append(decode(Verdict, told))
        self._news.wake()

    def end(self, outcome: Tally | TesujiError) -> None:
        """That was all."""
        if isinstance(outcome, Tally):
            self.tally = outcome
        else:
            self._error = outcome
        self._news.wake()
