# SPDX-License-Identifier: MIT
"""errors.py - the exception of this package, and its codes."""

from __future__ import annotations

import enum
import re
from typing import Any


class Code(enum.IntEnum):
    """The errors, with their numbers and names in the protocol."""

    NO_MEMORY = -1
    OUT_OF_RANGE = -2
    BUSY = -3
    BAD_SYNTAX = -4
    BAD_TYPE = -5
    MISSING_FIELD = -6
    BAD_VALUE = -7
    BAD_POSITION = -8
    UNKNOWN_GAME = -9
    UNKNOWN_METHOD = -10
    UNKNOWN_JOB = -11
    BAD_FRAME = -12
    OVER_LIMIT = -13
    SHUTTING_DOWN = -14
    CANCELLED = -15
    IO_ERROR = -16
    CLOSED = -17
    TIMEOUT = -18
    PROTOCOL_ERROR = -19
    INTERNAL = -20
    NOT_LOGGED_IN = -21
    WRONG_TOKEN = -22
    NOT_YOURS = -23
    OVER_QUOTA = -24
    KEY_CONFLICT = -25
    NOT_JOURNALLED = -26


_PATH = re.compile(r"(params(?:\.\w+|\[\d+\])*): ")


class TesujiError(Exception):
    """The daemon refused something, or the connection is lost.

    code      a negative number, to be compared with `Code`; a newer daemon may
              send one that `Code` does not have
    name      the code's name in the protocol, "out_of_range"
    text      for people: "params.limits.order: 9 is not in 0..7"
    path      the field that was wrong, "params.limits.order", or None
    retry_ms  with Code.BUSY, and Code.OVER_QUOTA where time helps: milliseconds after
              which to try again; else None
    """

    def __init__(self, code: int, text: str, name: str | None = None,
                 retry_ms: int | None = None) -> None:
        known = code in Code._value2member_map_
        self.code: int = Code(code) if known else code
        self.name = name or (Code(code).name.lower() if known else f"error {code}")
        self.text, self.retry_ms = text, retry_ms
        found = _PATH.match(text)
        self.path: str | None = found[1] if found else None
        super().__init__(f"{self.name}: {text}")

    def __reduce__(self) -> tuple[Any, ...]:
        return TesujiError, (int(self.code), self.text, self.name, self.retry_ms)

    def again(self) -> TesujiError:
        """Return a copy, so that each caller that raises it gets a traceback of its own."""
        return TesujiError(self.code, self.text, self.name, self.retry_ms)

    @classmethod
    def from_wire(cls, told: Any) -> TesujiError:
        """Return the error that a map of the daemon describes."""
        if not isinstance(told, dict) or not isinstance(told.get("code"), int):
            return cls(Code.PROTOCOL_ERROR, "the daemon sent an error without a code")
        name, retry_ms = told.get("name"), told.get("retry_ms")
        return cls(told["code"], str(told.get("message", "")),
                   name if isinstance(name, str) else None,
                   retry_ms if isinstance(retry_ms, int) else None)
