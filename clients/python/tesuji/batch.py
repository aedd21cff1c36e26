# SPDX-License-Identifier: MIT
"""batch.py - many problems handed in as one, and their results as they come.

Design     A batch goes out in as many messages as it needs, each packed here once to know its size.
           A connection fills one batch at a time, so submissions take turns. Results are asked for
           by number, by calls that the daemon answers when there are some: nothing piles up here, and
           whoever comes back, on another connection, goes on from the number that he has.
"""

from __future__ import annotations

import asyncio
import dataclasses
import re
from collections.abc import AsyncIterator, Iterable
from typing import Any, Literal

import msgpack

from .errors import Code, TesujiError
from .link import Link
from .problem import Problem, params_of
from .results import Result, decode

FRAME_JOBS = 128   # protocol/SPEC.md, batch.submit
ROOM_BYTES = 512   # of a message besides its jobs
WAIT_MS = 30000    # how long the daemon may wait for a result
WAIT_LEAST_MS = 200  # an answer that might have waited for less is never too soon
BUSY_MS = 100

_JOB = re.compile(r"params\.jobs\[(\d+)\]")

BatchState = Literal["open", "running", "done", "cancelled"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class BatchStatus:
    """How far a batch is."""

    batch: int
    label: str
    state: BatchState  # "cancelled": those of its jobs that nobody had begun never will be
    jobs: int
    ended: int         # so many have results
    running: int
    proven: int        # this and the next two: of those that have ended
    disproven: int
    undecided: int
    failed: int        # of the undecided
    key: str | None = None

    @property
    def ends(self) -> bool:
        """Whether no more results come."""
        return self.state == "done" or (self.state == "cancelled" and self.running == 0)


class Batch:
    """Problems that were handed in as one: by Solver.submit_batch(), or long ago (Solver.batch()).

    It outlives its connection. The daemon keeps its results until ack(), or for as long as it keeps
    any; a batch with a key, and its results, also over an end of the daemon.
    """

    def __init__(self, link: Link, name: int | str, known: bool = False) -> None:
        self.name = name    # its key, or the number that this daemon has given it
        self.known = known  # handed in here, and its key was known: it is not new
        self.next = 0       # so many results were given by results()
        self._link = link
        self._ref = {"key": name} if isinstance(name, str) else {"batch": name}

    def __repr__(self) -> str:
        return f"<tesuji.Batch {self.name!r} at {self._link.where}>"

    async def results(self, start: int = 0) -> AsyncIterator[Result]:
        """Yield the results from number `start` on, as they come, until the batch has ended.

        `result.job` is the place of its problem among those that were handed in, from 1. Results keep
        their numbers: after a lost connection, or a restart of the daemon, go on with results(next)
        of the batch of the same key on a new connection. Of a job that has failed the result has an
        `error`, which is not raised. Raises TesujiError: Code.SHUTTING_DOWN if the daemon ends
        before the batch, Code.UNKNOWN_JOB if there is no such batch (any more).
        """
        self.next = start
        loop = asyncio.get_running_loop()
        wait_ms = min(WAIT_MS, int(self._link.timeout_s * 500))
        while True:
            asked = loop.time()
            try:
                told = await self._link.ask("batch.watch", {
                    **self._ref, "from": self.next, "wait_ms": wait_ms})
            except TesujiError as error:
                if error.code != Code.BUSY or self._link.error is not None:
                    raise
                await asyncio.sleep((error.retry_ms or BUSY_MS) / 1000)
                continue
            status = decode(BatchStatus, told.get("status"))
            results = told.get("results")
            if not isinstance(results, list):
                raise TesujiError(Code.PROTOCOL_ERROR, "the daemon sent no list of results")
            for each in results:
                result = decode(Result, each)
                self.next += 1
                yield result
            if not results and status.ends:
                return
            if not results and wait_ms >= WAIT_LEAST_MS and (loop.time() - asked) * 2000 < wait_ms:
                raise TesujiError(Code.SHUTTING_DOWN, "the daemon ends; a durable batch goes on when it "
                                  "is started again")

    async def status(self) -> BatchStatus:
        """Ask how far it is."""
        return decode(BatchStatus, await self._link.ask("batch.status", self._ref))

    async def cancel(self) -> BatchStatus:
        """Have no more of it begun and what runs cancelled; the results that there are stay."""
        return decode(BatchStatus, await self._link.ask("batch.cancel", self._ref))

    async def ack(self) -> BatchStatus:
        """Say that the results have been taken: the daemon forgets the batch.

        Raises Code.BAD_VALUE if it has not ended.
        """
        return decode(BatchStatus, await self._link.ask("batch.ack", self._ref))


def _renamed(error: TesujiError, path: str, skip: int) -> TesujiError:
    """Return the error with `path` in the place of the first `skip` characters of its text."""
    return TesujiError(error.code, path + error.text[skip:], error.name, error.retry_ms)


def _job_of(problem: Problem, at: int) -> dict[str, Any]:
    try:
        return params_of(problem)
    except TesujiError as error:
        if error.path is None:
            raise
        raise _renamed(error, f"params.jobs[{at}]", len("params")) from None


def _frames(problems: Iterable[Problem], frame_bytes: int) -> list[list[dict[str, Any]]]:
    """Divide the problems into messages that the daemon takes."""
    frames: list[list[dict[str, Any]]] = [[]]
    room = 0
    for at, problem in enumerate(problems):
        job = _job_of(problem, at)
        try:
            size = len(msgpack.packb(job))
        except (TypeError, ValueError, OverflowError) as error:
            raise TesujiError(Code.BAD_VALUE, f"params.jobs[{at}]: {error}") from None
        if frames[-1] and (size > room or len(frames[-1]) == FRAME_JOBS):
            frames.append([])
        if not frames[-1]:
            room = frame_bytes - ROOM_BYTES
        frames[-1].append(job)
        room -= size
    return frames


def _numbered(error: TesujiError, sent: int) -> TesujiError:
    """Return an error about a job of a message with the job's number in the batch."""
    found = _JOB.match(error.text)
    return error if found is None else _renamed(error, f"params.jobs[{sent + int(found[1])}]", found.end())


async def _send(link: Link, frames: list[list[dict[str, Any]]], begin: dict[str, Any],
                left: asyncio.Event) -> dict[str, Any]:
    """Send the messages of a batch; where that ends sooner, give up what the daemon has of it."""
    params, told, sent = begin, {}, 0
    try:
        for i, frame in enumerate(frames):
            told = await link.ask("batch.submit", {**params, "jobs": frame, "more": i + 1 < len(frames)})
            params = {"batch": told.get("batch")}
            sent += len(frame)
            if left.is_set() and (i + 1 < len(frames) or "key" not in begin):
                raise TesujiError(Code.CANCELLED, "nobody waits for it any more")
    except TesujiError as error:
        if "batch" in params and link.error is None:
            link.call("batch.cancel", params, lambda error, result: None)
        raise _numbered(error, sent) from None
    return told


class Filling:
    """Hands in the batches of a connection, one after the other."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._turn = asyncio.Lock()

    async def submit(self, problems: Iterable[Problem], key: str | None, label: str | None) -> Batch:
        """Hand in a batch. If this is cancelled before all is there, so is the batch."""
        begin: dict[str, Any] = {} if key is None else {"durable": True, "key": key}
        if label is not None:
            begin["label"] = label
        left = asyncio.Event()
        sending = asyncio.ensure_future(
            self._in_turn(_frames(problems, self._link.frame_bytes), begin, left))
        try:
            told = await asyncio.shield(sending)
        except asyncio.CancelledError:
            left.set()  # what is on its way is waited for, as it may be a part of the batch
            sending.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise
        number = told.get("batch")
        if not isinstance(number, int):
            raise TesujiError(Code.PROTOCOL_ERROR, "the daemon sent no number of a batch")
        return Batch(self._link, number if key is None else key, told.get("known") is True)

    async def _in_turn(self, frames: list[list[dict[str, Any]]], begin: dict[str, Any],
                       left: asyncio.Event) -> dict[str, Any]:
        async with self._turn:
            if left.is_set():
                raise TesujiError(Code.CANCELLED, "nobody waits for it any more")
            return await _send(self._link, frames, begin, left)
