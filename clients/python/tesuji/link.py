# SPDX-License-Identifier: MIT
"""link.py - one connection: MessagePack-RPC messages in and out, and its end.

Design     An asyncio.Protocol rather than streams: an answer is passed on in
           the same call that read it, so that a job is known before the
           notifications about it, which follow in the stream. Requests made in
           one turn of the event loop are sent by one write. One timer checks
           only the oldest call; answers to calls are expected in time, the ends
           of jobs are not. Every failure ends in lost(), once; from then on
           every call gets the error that lost() was given.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import Any, cast

import msgpack

from .errors import Code, TesujiError
from .tls import told
from .waiting import News

REQUEST, RESPONSE, NOTIFICATION = 0, 1, 2
MSGIDS = 1 << 32

# protocol/SPEC.md, section 7: the longest message of a daemon, and the longest
# message to it until the daemon has told its own limit.
REPLY_BYTES_MOST = 1 << 20
FRAME_BYTES = 1 << 16
READ_BYTES_MOST = 1 << 18  # asyncio's largest read

# The system notices in about a minute that a peer is gone without closing.
KEEPALIVE = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))

Answered = Callable[[TesujiError | None, dict[str, Any] | None], None]


class Link(asyncio.Protocol):
    """A connection. `on_note` gets notifications, `on_lost` the error that ends it, once."""

    def __init__(self, where: str, timeout_s: float, on_note: Callable[[str, dict[str, Any]], None],
                 on_lost: Callable[[TesujiError], None]) -> None:
        self.where, self.timeout_s = where, timeout_s
        self.frame_bytes = FRAME_BYTES
        self.error: TesujiError | None = None  # why the connection is lost
        self._on_note, self._on_lost = on_note, on_lost
        self._loop = asyncio.get_running_loop()
        self._closed: asyncio.Future[None] = self._loop.create_future()
        self._transport: asyncio.Transport | None = None
        self._unpacker = msgpack.Unpacker(raw=False, strict_map_key=True,
                                          max_buffer_size=REPLY_BYTES_MOST + READ_BYTES_MOST)
        self._packer = msgpack.Packer()
        self._calls: dict[int, tuple[float, Answered]] = {}  # oldest first
        self._last = 0
        self._out: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None
        self._last_word: TesujiError | None = None
        self._paused, self._resumed = False, News()

    # Called by asyncio.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        sock = transport.get_extra_info("socket")
        if sock is not None and sock.family != socket.AF_UNIX:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in KEEPALIVE:
                if hasattr(socket, name):
                    sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._messages(data):
                self._take(message)
        except TesujiError as error:
            self.lost(error)

    def _messages(self, data: bytes) -> Iterator[Any]:
        try:
            self._unpacker.feed(data)
            while self.error is None and (message := next(self._unpacker, self)) is not self:
                yield message
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            raise TesujiError(Code.PROTOCOL_ERROR, f"{self.where} sends what is no MessagePack "
                              f"or more than a message may have: {error!r}") from None

    def connection_lost(self, exc: Exception | None) -> None:
        reason = told(exc) if isinstance(exc, ssl.SSLError) else exc or "the daemon closed it"
        self.lost(TesujiError(Code.CLOSED, f"the connection to {self.where} is lost: {reason}"))
        if not self._closed.done():
            self._closed.set_result(None)

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False
        self._resumed.wake()

    # Calls.

    async def ready(self) -> None:
        """Wait while the socket takes no more. Raises TesujiError if the connection is lost."""
        while self._paused and self.error is None:
            await self._resumed.wait()
        if self.error is not None:
            raise self.error.again()

    def call(self, method: str, params: dict[str, Any] | None, answered: Answered) -> None:
        """Send a request. `answered` is called once, on the event loop, with its error or result.

        Raises TesujiError when the connection is lost or the request cannot be sent.
        """
        if self.error is not None:
            raise self.error.again()
        self._last = (self._last + 1) % MSGIDS
        message = [REQUEST, self._last, method, [] if params is None else [params]]
        try:
            frame = self._packer.pack(message)
        except (TypeError, ValueError, OverflowError) as error:
            self._packer.reset()
            raise TesujiError(Code.BAD_VALUE, f"params: {error}") from None
        if len(frame) > self.frame_bytes:
            raise TesujiError(Code.OVER_LIMIT, f"a request of {len(frame)} bytes is longer than "
                              f"the {self.frame_bytes} that the daemon takes")
        self._calls[self._last] = (self._loop.time() + self.timeout_s, answered)
        if self._timer is None:
            self._timer = self._loop.call_later(self.timeout_s, self._look)
        self._out.append(frame)
        if len(self._out) == 1:
            self._loop.call_soon(self._flush)

    async def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its result. Raises TesujiError."""
        await self.ready()
        future: asyncio.Future[TesujiError | dict[str, Any]] = self._loop.create_future()

        def answered(error: TesujiError | None, result: dict[str, Any] | None) -> None:
            if not future.done():
                future.set_result(error or result or {})

        self.call(method, params, answered)
        outcome = await future
        if isinstance(outcome, TesujiError):
            raise outcome
        return outcome

    def _flush(self) -> None:
        if self.error is None and self._transport is not None:
            self._transport.write(b"".join(self._out))
        self._out.clear()

    def _look(self) -> None:
        """Called by the timer: end the connection if the oldest call is overdue."""
        self._timer = None
        if not self._calls:
            return
        due = next(iter(self._calls.values()))[0]
        if due <= self._loop.time():
            self.lost(TesujiError(Code.TIMEOUT, f"{self.where} gave no answer within "
                                  f"{self.timeout_s:g} s"))
        else:
            self._timer = self._loop.call_at(due, self._look)

    # Messages.

    def _take(self, message: Any) -> None:
        if not isinstance(message, list) or not message:
            raise TesujiError(Code.PROTOCOL_ERROR, f"{self.where} does not speak MessagePack-RPC")
        if message[0] == RESPONSE and len(message) == 4:
            _, msgid, error, result = message
            call = self._calls.pop(msgid, None) if isinstance(msgid, int) else None
            if call is not None:
                self._answer(call[1], error, result)
            return
        if message[0] != NOTIFICATION or len(message) != 3:
            raise TesujiError(Code.PROTOCOL_ERROR, f"{self.where} does not speak MessagePack-RPC")
        _, method, params = message
        if not isinstance(method, str) or not isinstance(params, list) or len(params) != 1 or (
                not isinstance(params[0], dict)):
            return  # none that this version knows
        if method == "server.error":
            self._last_word = TesujiError.from_wire(params[0])
        else:
            self._on_note(method, params[0])

    def _answer(self, answered: Answered, error: Any, result: Any) -> None:
        try:
            if error is not None:
                answered(TesujiError.from_wire(error), None)
            elif isinstance(result, dict):
                answered(None, result)
            else:
                raise TesujiError(Code.PROTOCOL_ERROR, f"{self.where} sent no map as a result")
        except TesujiError as bad:
            answered(bad.again(), None)
            raise

    # The end.

    def lost(self, error: TesujiError) -> None:
        """End the connection: every waiting and every later call gets `error`."""
        if self.error is not None:
            return
        if self._last_word is not None:  # what the daemon said is the better reason
            error = self._last_word
        self.error = error
        if self._timer is not None:
            self._timer.cancel()
        calls, self._calls = self._calls, {}
        for _, answered in calls.values():
            answered(error.again(), None)
        self._resumed.wake()
        self._on_lost(error)
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """End the connection and wait until the socket is closed."""
        self.lost(TesujiError(Code.CLOSED, f"the connection to {self.where} was closed by "
                              "this program"))
        await asyncio.shield(self._closed)
