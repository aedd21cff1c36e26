# SPDX-License-Identifier: MIT
"""waiting.py - coroutines that wait for one another: for news, and for a free place.

Design     asyncio.Condition and asyncio.Semaphore would do, but can neither be
           ended with an error nor be woken from a callback. The classes hold
           plain futures; a waiter that is cancelled takes its own out again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from .errors import TesujiError


class News:
    """Wakes all who wait for it."""

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
        """Let all go on who wait now."""
        waiting, self._waiting = self._waiting, {}
        for future in waiting:
            if not future.done():
                future.set_result(None)


class Made:
    """Something that is made for all who wait for it, perhaps in vain, perhaps more than once."""

    def __init__(self) -> None:
        self.waiting = 0  # who uses this
        self.times = 0    # how often it was told
        self._error: TesujiError | None = None
        self._news = News()

    def told(self, error: TesujiError | None) -> None:
        """It is made, or why it is not."""
        self.times += 1
        self._error = error
        self._news.wake()

    async def wait(self, times: int) -> None:
        """Wait until it was told more often than that. Raises what told() was given."""
        while self.times == times:
            await self._news.wait()
        if self._error is not None:
            raise self._error.again()


class Slots:
    """So many places; who finds none waits for his turn, first come, first served."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[asyncio.Future[bool], None] = OrderedDict()
        self._error: TesujiError | None = None

    async def take(self) -> None:
        """Take a place, or wait for one. Raises what fail() was given."""
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
            if not future.cancelled() and future.result():  # it came at the same moment
                self.give()
            raise
        if not got:
            assert self._error is not None
            raise self._error.again()

    def give(self) -> None:
        """Give a place back: to the first who waits."""
        while self._waiting:
            future, _ = self._waiting.popitem(last=False)
            if not future.done():
                future.set_result(True)
                return
        self._free += 1

    def fail(self, error: TesujiError) -> None:
        """End all waiting, now and later, with an error."""
        self._error = error
        waiting, self._waiting = self._waiting, OrderedDict()
        for future in waiting:
            if not future.done():
                future.set_result(False)
