# SPDX-License-Identifier: MIT
"""solver.py - the connection to a daemon, as programs use it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, TypeVar, Unpack

from . import address as places
from . import batch as batches
from . import tls
from .errors import Code, TesujiError
from .job import Job
from .link import Link
from .problem import Problem, life_of, params_of, position_of, status_of
from .results import (Begun, Board, Dragon, Info, Moved, MovesBegun, Piece, Result, State, Status,
                      Stopped, Summary, Tally, decode)
from .verdicts import Asked, Life, Moves, Verdicts
from .waiting import Made, Slots

BUSY_MS = 100  # how long to wait if "busy" came without a time

A = TypeVar("A", bound=Asked)


def _named(job: int | str) -> dict[str, Any]:
    """Return the params that name a job by its number, or a durable one by its key."""
    return {"key": job} if isinstance(job, str) else {"job": job}


class Solver:
    """A connection to a daemon, made by connect(). It belongs to one thread and one event loop.

    Any number of coroutines may use it at once. The daemon accepts a number of
    jobs of one connection at a time (`info.bounds.jobs_per_connection`); further
    submissions wait here for their turn. When the daemon is busy with other
    connections' jobs, they wait as long as it says and ask again.

    Every method raises TesujiError if the daemon refuses, and, once the
    connection is lost, with the reason for that. A lost connection stays lost,
    and its jobs are cancelled, except detached ones: make a new connection. The
    daemon closes a connection without requests and jobs after some minutes.
    """

    def __init__(self, where: str, timeout_s: float, context: ssl.SSLContext | None = None) -> None:
        self.where = where  # the address it is connected to
        self._context = context
        self._jobs: dict[int, Job] = {}
        self._made: dict[int, Made] = {}
        self._asked: dict[int, Asked] = {}
        self._link = Link(where, timeout_s, self._note, self._lost)
        self._slots = Slots(0)
        self._filling = batches.Filling(self._link)
        self._info: Info | None = None

    async def start(self, connect_s: float, answer_s: float, token: str = "") -> None:
        """Connect, and check that a daemon answers, within so many seconds each; then log in.

        For connect(). At a daemon of a default place the time to answer is short;
        a login, which has a token verified, may take as long as any call.
        """
        loop, place = asyncio.get_running_loop(), places.parse(self.where)
        context = None
        if places.is_tls(self.where):
            context = self._context or tls.context(self.where)
        try:
            async with asyncio.timeout(connect_s):
                if isinstance(place, str):
                    await loop.create_unix_connection(lambda: self._link, place)
                else:
                    await loop.create_connection(lambda: self._link, *place, ssl=context)
        except TimeoutError:
            raise TesujiError(Code.TIMEOUT, f"cannot connect to {self.where}: no answer within "
                              f"{connect_s:g} s") from None
        except OSError as error:
            reason = tls.told(error) if context is not None else error.strerror or error
            raise TesujiError(Code.IO_ERROR, f"cannot connect to {self.where}: {reason}") from None
        timeout_s, self._link.timeout_s = self._link.timeout_s, answer_s
        try:
            if token and await self._has_accounts():
                self._link.timeout_s = timeout_s
                await self._login(token)
            self._info = await self.info()
        except BaseException as error:
            await self._link.close()
            if isinstance(error, TesujiError) and error.code == Code.NOT_LOGGED_IN:
                raise TesujiError(error.code, f"the daemon at {self.where} wants a token: set "
                                  "TESUJI_TOKEN_FILE, or give connect() one") from None
            raise
        self._link.timeout_s = timeout_s
        self._link.frame_bytes = self._info.bounds.frame_bytes
        self._slots = Slots(self._info.bounds.jobs_per_connection)

    async def _has_accounts(self) -> bool:
        """Ask whether the daemon has accounts: one that has none needs no token, and gets none."""
        try:
            hello = await self._link.ask("server.hello")
        except TesujiError as error:
            if error.code != Code.UNKNOWN_METHOD:
                raise
            raise TesujiError(error.code, f"cannot log in at {self.where}: this tesujid is too old to "
                              "know accounts") from None
        return hello.get("auth") == "token" or "account" in hello

    async def _login(self, token: str) -> None:
        """Log in. Where the address has to wait, it waits once, if that ends within the timeout."""
        for last in (False, True):
            try:
                await self._link.ask("auth.login", {"token": token})
            except TesujiError as error:
                if self._link.error is not None:
                    raise
                wait_s = (error.retry_ms or 0) / 1000
                if last or error.code != Code.BUSY or not 0 < wait_s < self._link.timeout_s:
                    reason = error.text.removeprefix(f"{error.path}: ")
                    raise TesujiError(error.code, f"cannot log in at {self.where}: {reason}", error.name,
                                      error.retry_ms) from None
                await asyncio.sleep(wait_s)
            else:
                return

    @property
    def version(self) -> str:
        """The daemon's version, "0.1.0"."""
        assert self._info is not None
        return self._info.version

    async def info(self) -> Info:
        """Ask the daemon what it is, can do (games, limits, bounds) and is doing."""
        return decode(Info, await self._link.ask("server.info"))

    async def close(self) -> None:
        """End the connection. Waiting calls and jobs raise Code.CLOSED. May be called twice."""
        await self._link.close()

    async def __aenter__(self) -> Solver:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()

    # Jobs.

    async def solve(self, **problem: Unpack[Problem]) -> Result:
        """Submit a problem and wait for its result; `Problem` has the keywords.

        Cancelling the coroutine (asyncio.timeout, a task's cancel()) cancels the
        job, too, unless it is detached. The state of the result is "done",
        "expired" (a limit of nodes or time ended it) or "cancelled" (by another
        client). Raises TesujiError for a failed job.
        """
        problem.setdefault("progress_ms", 0)
        return await (await self.submit(**problem))

    async def submit(self, **problem: Unpack[Problem]) -> Job:
        """Submit a problem; return the job as soon as the daemon has accepted it.

        If this coroutine is cancelled before, so is the job, detached or not. A durable job
        whose key is known is the one that was submitted before: `job.known` says so.
        """
        params = params_of(problem)
        await self._link.ready()
        await self._slots.take()
        while True:
            try:
                job = await self._try_submit(params)
            except TesujiError as error:
                if error.code != Code.BUSY or self._link.error is not None:
                    self._slots.give()
                    raise
                await self._wait_holding_slot(error.retry_ms or BUSY_MS)
            else:
                return job

    async def _wait_holding_slot(self, wait_ms: int) -> None:
        try:
            await asyncio.sleep(wait_ms / 1000)
        except asyncio.CancelledError:
            self._slots.give()
            raise

    async def _try_submit(self, params: dict[str, Any]) -> Job:
        """Submit once. The slot is the job's if there is one, also if nobody waits any more."""
        future: asyncio.Future[Job | TesujiError] = asyncio.get_running_loop().create_future()
        known = False  # its key was: then the job is another submission's as well, and goes on

        def answered(error: TesujiError | None, result: Any) -> None:
            nonlocal known
            known = isinstance(result, dict) and result.get("known") is True
            job = None if error else self._submitted(result, params, known)
            if not future.done():
                future.set_result(job or error)
            elif job is None:
                self._slots.give()
            elif not known:
                self.abandon(job.id)

        self._link.call("job.submit", params, answered)
        try:
            outcome = await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # the answer came at the same moment
                if not isinstance(future.result(), Job):
                    self._slots.give()
                elif not known:
                    self.abandon(future.result().id)
            raise
        if isinstance(outcome, TesujiError):
            raise outcome
        return outcome

    def _submitted(self, result: Any, params: dict[str, Any], known: bool) -> Job:
        """Return the job of a submission. One whose key was known has no slot of its own."""
        kept = bool(params.get("detach")) or bool(params.get("durable"))
        job = self._job_of(result, not known, kept, known)
        if known:
            self._slots.give()
        return job

    async def watch(self, job: int | str, progress_ms: int | None = None) -> Job:
        """Return a job by its number, or a durable one by its key, to follow its progress and result.

        If the job has ended, and the daemon still knows it, the result comes at
        once. Raises Code.UNKNOWN_JOB, and Code.BUSY if this connection watches
        too many jobs already.
        """
        await self._link.ready()
        future: asyncio.Future[Job | TesujiError] = asyncio.get_running_loop().create_future()

        def answered(error: TesujiError | None, result: Any) -> None:
            outcome = error or self._job_of(result, False, True)
            if not future.done():
                future.set_result(outcome)

        params = _named(job) if progress_ms is None else {**_named(job), "progress_ms": progress_ms}
        self._link.call("job.watch", params, answered)
        outcome = await future
        if isinstance(outcome, TesujiError):
            raise outcome
        return outcome

    async def cancel(self, job: int | str) -> State:
        """Stop a job by its number, whoever submitted it, or its key; return its state then."""
        return decode(Stopped, await self._link.ask("job.cancel", _named(job))).state

    async def status(self, job: int | str) -> Status:
        """Ask how far a job is, by its number or its key."""
        return decode(Status, await self._link.ask("job.status", _named(job)))

    async def ack(self, job: int | str) -> None:
        """Say that the result of a durable job has been taken: the daemon forgets it.

        Raises Code.BAD_VALUE if the job has not ended, and Code.UNKNOWN_JOB if the daemon does not
        know it, which is so when it was taken before.
        """
        await self._link.ask("job.ack", _named(job))

    async def submit_batch(self, problems: Iterable[Problem], *, key: str | None = None,
                           label: str | None = None) -> batches.Batch:
        """Hand in many problems as one, up to `info.bounds.jobs_per_batch`; return when all are there.

        With a key of your own, up to 127 bytes, the batch is durable: it is on the daemon's disk now,
        and the same problems in the same order under the same key and label are the same batch
        (`batch.known`), so whoever does not know whether this was heard calls it again. The problems
        have no deadline_ms, table_bytes and board; detach, durable, key and progress_ms are not
        theirs. Raises TesujiError, and nothing is begun: its `path` has the index of a problem that
        is wrong, "params.jobs[17].limits.order"; Code.BUSY and Code.OVER_QUOTA if the daemon, or the
        account, has as many jobs of batches as it may have: take results.
        """
        return await self._filling.submit(problems, key, label)

    def batch(self, name: int | str) -> batches.Batch:
        """Return the batch of a number, or the durable one of a key; nothing is asked yet."""
        return batches.Batch(self._link, name)

    async def jobs(self) -> list[Summary]:
        """Return all jobs that the daemon knows, finished ones first."""
        told = (await self._link.ask("job.list")).get("jobs")
        if told is not None and not isinstance(told, list):
            raise TesujiError(Code.PROTOCOL_ERROR, "the daemon sent no list of jobs")
        return [decode(Summary, each) for each in told or ()]

    async def certificate(self, job: int) -> bytes:
        """Return the certificate of a job: the contents of a file that `tesuji check` checks.

        The job must have ended with a verdict that has a certificate (protocol/SPEC.md,
        job.certificate), and the daemon must still know it. Making the certificate may take
        seconds, or longer if a large table was overwritten: put asyncio.timeout() around it.
        """
        made = self._made.setdefault(job, Made())
        made.waiting += 1
        try:
            return await self._fetch(job, made)
        finally:
            made.waiting -= 1
            if made.waiting == 0:
                del self._made[job]

    async def _fetch(self, job: int, made: Made) -> bytes:
        data = bytearray()
        while True:
            times = made.times
            try:
                piece = decode(Piece, await self._link.ask(
                    "job.certificate", {"job": job, "offset": len(data)}))
            except TesujiError as error:
                if error.code != Code.BUSY or self._link.error is not None:
                    raise
                await asyncio.sleep((error.retry_ms or BUSY_MS) / 1000)
                continue
            if not piece.ready:
                await made.wait(times)
                continue
            data += piece.piece
            if len(data) == piece.bytes:
                return bytes(data)
            if not piece.piece or len(data) > piece.bytes:
                raise TesujiError(Code.PROTOCOL_ERROR, f"{self.where} sent pieces that are not "
                                  f"of a certificate of {piece.bytes} bytes")

    async def position(self, board: int = 1, *, sgf: str | bytes | None = None,
                       rows: str | Sequence[str] | None = None, move: int | None = None,
                       ko: str | None = None, undo: int = 0,
                       play: Sequence[str] = ()) -> Board:
        """Set up, change and return a board of Go that the daemon keeps for this connection.

        board           its number, from 1 to `info.bounds.boards_per_connection`
        sgf, rows,      begin anew with this position, as in `Problem`; ko: the point where a
        move, ko        single stone was just taken
        undo            how many moves to take back
        play            moves to play, "D4", "white D4", "pass"; without a colour: the side
                        to play

        They are done in this order; after an error the board is as before. To ask about
        the board, use solve(board=1, ...). The daemon reads it when it accepts the job, so
        let it accept your submissions (await submit()) before you change the board.
        """
        params = position_of(board, {"sgf": sgf, "rows": rows, "move": move, "ko": ko}, undo, play)
        return decode(Board, await self._link.ask("go.position", params))

    async def go_status(self, *, sgf: str | bytes | None = None,
                        rows: str | Sequence[str] | None = None, board: int | None = None,
                        move: int | None = None, ko: str | None = None,
                        order: int | None = None, time_ms: int | None = None,
                        cuts: bool | None = None, fresh: bool | None = None) -> Verdicts:
        """Ask what can be captured, saved and cut on a whole board of Go.

        sgf, rows,      the board, as in `Problem`; `board`: one of position()
        board, move
        ko              the point where a single stone was just taken
        order, time_ms  the highest order searched; the time for all questions together
        cuts            False: do not ask about cuts
        fresh           True: search even what the daemon remembers

        If the daemon is busy, this waits as long as it says and asks again.
        """
        params = status_of({"sgf": sgf, "rows": rows, "board": board, "move": move, "ko": ko,
                            "order": order, "time_ms": time_ms, "cuts": cuts, "fresh": fresh})
        return await self._status("go.status", params,
                                  lambda told: Verdicts(self, decode(Begun, told)))

    async def go_life(self, *, group: str, sgf: str | bytes | None = None,
                      rows: str | Sequence[str] | None = None, board: int | None = None,
                      move: int | None = None, ko: str | None = None, exact: bool | None = None,
                      region: str | None = None, ask: str | None = None,
                      moves: bool | None = None, judge: bool | None = None,
                      time_ms: int | None = None, nodes: int | None = None,
                      fresh: bool | None = None) -> Life:
        """Ask whether a dragon of Go lives, and where who moves first decides, by which moves.

        group           a stone of the dragon, or several: "R3", "R3 Q5"
        sgf, rows,      the board and a ko, as in go_status()
        board, move, ko
        exact           True: the dragon is the blocks of `group` and no others
        region          where both sides may play, "A1-G5,H3"; default: the daemon finds it
        ask             "both" (default), "kill" or "live": who moves first
        moves           False: do not ask about every first move
        judge           True: have what stays undecided judged
        time_ms, nodes  for all questions together; for each
        fresh           True: search even what the daemon remembers

        If the daemon is busy, this waits as long as it says and asks again.
        """
        params = life_of({"sgf": sgf, "rows": rows, "board": board, "move": move, "ko": ko,
                          "group": group, "exact": exact, "region": region, "ask": ask,
                          "moves": moves, "judge": judge, "time_ms": time_ms, "nodes": nodes,
                          "fresh": fresh})
        return await self._status("go.life", params,
                                  lambda told: Life(self, decode(Dragon, told)))

    async def moves(self, **problem: Unpack[Problem]) -> Moves:
        """Ask which first moves of a problem work: each is asked as a question of its own.

        The keywords are those of solve(), without detach, ko_verdict and table_bytes; time_ms is
        for all moves together. If the daemon is busy, this waits as long as it says and asks
        again.
        """
        return await self._status("job.moves", params_of(problem),
                                  lambda told: Moves(self, decode(MovesBegun, told)))

    async def _status(self, method: str, params: dict[str, Any], make: Callable[[Any], A]) -> A:
        while True:
            try:
                return await self._try_status(method, params, make)
            except TesujiError as error:
                if error.code != Code.BUSY or self._link.error is not None:
                    raise
                await asyncio.sleep((error.retry_ms or BUSY_MS) / 1000)

    async def _try_status(self, method: str, params: dict[str, Any],
                          make: Callable[[Any], A]) -> A:
        await self._link.ready()
        future: asyncio.Future[A | TesujiError] = asyncio.get_running_loop().create_future()

        def answered(error: TesujiError | None, result: Any) -> None:
            outcome = error or make(result)
            if isinstance(outcome, Asked):  # its notifications can only come after this
                self._asked[outcome.id] = outcome
                if future.done():  # nobody waits any more
                    self.abandon_status(outcome.id)
            if not future.done():
                future.set_result(outcome)

        self._link.call(method, params, answered)
        try:
            outcome = await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and isinstance(future.result(), Asked):
                self.abandon_status(future.result().id)
            raise
        if isinstance(outcome, TesujiError):
            raise outcome
        return outcome

    async def cancel_status(self, status: int) -> None:
        """Stop a status of this connection by its number."""
        try:
            await self._link.ask("go.cancel", {"status": status})
        except TesujiError as error:
            if error.code != Code.UNKNOWN_JOB:  # it has ended meanwhile
                raise

    def abandon_status(self, status: int) -> None:
        """Stop a status of this connection, without waiting for the answer."""
        if self._link.error is None and status in self._asked:
            self._link.call("go.cancel", {"status": status}, lambda error, result: None)

    def abandon(self, number: int) -> None:
        """Stop a job without waiting for the answer."""
        if self._link.error is None:
            self._link.call("job.cancel", {"job": number}, lambda error, result: None)

    # Called by the connection.

    def _job_of(self, told: Any, own: bool, detach: bool, known: bool = False) -> Job:
        """Return the job that a response names. Its notifications can only come after this."""
        number = told.get("job") if isinstance(told, dict) else None
        if not isinstance(number, int):
            raise TesujiError(Code.PROTOCOL_ERROR, f"{self.where} named no job")
        if number not in self._jobs:
            self._jobs[number] = Job(self, number, own, detach, known)
        return self._jobs[number]

    def _note_status(self, method: str, told: dict[str, Any]) -> None:
        number = told.get("status")
        asked = self._asked.get(number) if isinstance(number, int) else None
        if asked is None:
            return
        if method in ("go.verdict", "job.move"):
            asked.told(told)
        elif method == "job.moved" and isinstance(asked, Moves):
            del self._asked[asked.id]
            asked.ended(decode(Moved, told))
        elif method == "go.done":
            del self._asked[asked.id]
            asked.end(decode(Tally, told))

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method.startswith("go.") or method in ("job.move", "job.moved"):
            self._note_status(method, told)
            return
        number = told.get("job")
        if method == "job.certified" and isinstance(number, int) and number in self._made:
            error = told.get("error")
            self._made[number].told(TesujiError.from_wire(error) if error else None)
            return
        job = self._jobs.get(number) if isinstance(number, int) else None
        if job is None:
            return
        if method == "job.progress":
            job.told(told)
        elif method in ("job.done", "job.kept"):
            outcome = decode(Result, told) if method == "job.done" else TesujiError(
                Code.SHUTTING_DOWN, f"{self.where} ends, and the job goes on when it is started "
                f"again: watch its key, {told.get('key')!r}")
            del self._jobs[job.id]
            if job.own:
                self._slots.give()
            job.end(outcome)

    def _lost(self, error: TesujiError) -> None:
        self._slots.fail(error)
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            job.end(error)
        for made in self._made.values():
            made.told(error)
        statuses, self._asked = self._asked, {}
        for asked in statuses.values():
            asked.end(error)
