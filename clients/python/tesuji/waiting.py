# SPDX-License-Identifier: MIT
"""waiting.py - what coroutines wait for: news, something that is made, a free place.

Design     asyncio.Condition and asyncio.Semaphore can neither be ended with an
           error nor be woken from a callback. These classes use plain futures;
           a coroutine that is cancelled removes its own.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from .errors import TesujiError


class News:
    """Wakes all coroutines that wait for it."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], None] = {}

    async def wait(self) -> None:
        """Sleep until the next wake()."""
        future = asyncio.get_running_loop().create_future()
        self._waiting[future] = None
        try:
            await future
        finally:
            self._waiting.pop(future, None)

    def wake(self) -> None:
        """Wake every coroutine that waits now."""
        waiting, self._waiting = self._waiting, {}
        for future in waiting:
            if not future.done():
                future.set_result(None)


class Made:
    """Something that the daemon makes, once or more often, for all coroutines that wait for it."""

    def __init__(self) -> None:
        self.waiting = 0  # coroutines that use this object
        self.times = 0    # calls of told()
        self._error: TesujiError | None = None
        self._news = News()

    def told(self, error: TesujiError | None) -> None:
        """It is made, or, with an error, could not be."""
        self.times += 1
        self._error = error
        self._news.wake()

    async def wait(self, times: int) -> None:
        """Wait until told() was called more than `times` times. Raises the error it was given."""
        while self.times == times:
            await self._news.wait()
        if self._error is not None:
            raise self._error.again()


class Slots:
    """`count` places. Coroutines that find none free wait in the order of their coming."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[asyncio.Future[bool], None] = OrderedDict()
        self._error: TesujiError | None = None

    async def take(self) -> None:
        """Take a place, or wait for one. Raises the error that fail() was given."""
        if self._error is not None:
            raise self._error.again()
        if self._free > 0:
            self._free -= 1
            return
        future = asyncio.get_running_loop().create_future()
        self._waiting[future] = None
        try:
            got = await future
        except asyncio.CancelledError:
            self._waiting.pop(future, None)
            if not future.cancelled() and future.result():  # it got a place at the same moment
                self.give()
            raise
        if not got:
            assert self._error is not None
            raise self._error.again()

    def give(self) -> None:
        """Give a place back, to the coroutine that has waited longest."""
        while self._waiting:
            future, _ = self._waiting.popitem(last=False)
            if not future.done():
                future.set_result(True)
                return
        self._free += 1

    def fail(self, error: TesujiError) -> None:
        """End every wait, now and later, with an error."""
        self._error = error
        waiting, self._waiting = self._waiting, OrderedDict()
        for future in waiting:
            if not future.done():
                future.set_result(False)
