# SPDX-License-Identifier: MIT
"""verdicts.py - the status of a board of Go, or of a dragon, whose verdicts come one by one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator
from typing import TYPE_CHECKING, Any

from .errors import TesujiError
from .results import Alive, Begun, Dragon, Moved, MovesBegun, Tally, Tried, Verdict, decode
from .waiting import News

if TYPE_CHECKING:
    from .solver import Solver


class Asked:
    """What Verdicts, Life and Moves have in common: verdicts. `async for` yields each as it arrives.

    The loop ends after the last one. It may be left before; then cancel() saves the
    daemon the rest, and time_ms ends it in any case. A second loop yields all verdicts
    from the first on. Cancelling a coroutine that waits in the loop (a task's cancel(),
    asyncio.timeout) cancels the status. Raises TesujiError if the connection is lost.
    """

    def __init__(self, solver: Solver, number: int, rows: str) -> None:
        self.id = number
        self.rows = rows  # the board of the questions
        self.found: list[Verdict] = []  # so far
        self.tally: Tally | None = None  # once all are found
        self._solver = solver
        self._error: TesujiError | None = None
        self._news = News()

    def __repr__(self) -> str:
        return f"<tesuji.{type(self).__name__} {self.id} at {self._solver.where}>"

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


class Verdicts(Asked):
    """The verdicts of go_status(): `async for verdict in verdicts`."""

    def __init__(self, solver: Solver, begun: Begun) -> None:
        super().__init__(solver, begun.status, begun.rows)
        self.questions = begun.questions  # captures and cuts; a capture that succeeds adds a save


class Life(Asked):
    """A dragon and the verdicts about it, of go_life(): `async for verdict in life`.

    Awaiting it waits for all of them, and gives what they say together.
    """

    def __init__(self, solver: Solver, dragon: Dragon) -> None:
        super().__init__(solver, dragon.status, dragon.rows)
        self.dragon = dragon

    @property
    def life(self) -> Alive | None:
        """What the verdicts say together, "alive", "dead", ...; None: they are not all here."""
        return self.tally.life if self.tally is not None else None

    async def _all(self) -> Alive:
        async for _ in self:
            pass
        return self.life or "open"

    def __await__(self) -> Generator[Any, None, Alive]:
        return self._all().__await__()


class Moves(Asked):
    """The verdicts on the first moves of a problem, of moves(): `async for tried in moves`.

    Awaiting it waits for all of them, and gives the list of those that work.
    """

    def __init__(self, solver: Solver, begun: MovesBegun) -> None:
        super().__init__(solver, begun.status, begun.rows)
        self.problem = begun
        self.moves: list[Tried] = self.found  # type: ignore[assignment]
        self.counts: Moved | None = None  # once all are found

    def told(self, told: dict[str, Any]) -> None:
        """Take a verdict. Called by the connection."""
        self.moves.append(decode(Tried, told))
        self._news.wake()

    def ended(self, counts: Moved) -> None:
        """Take the end. Called by the connection."""
        self.counts = counts
        self.end(Tally(status=counts.status, decided=counts.works + counts.fails,
                       undecided=counts.open, time_ms=counts.time_ms))

    async def _all(self) -> list[Tried]:
        async for _ in self:
            pass
        return [tried for tried in self.moves if tried.verdict == "works"]

    def __await__(self) -> Generator[Any, None, list[Tried]]:
        return self._all().__await__()
