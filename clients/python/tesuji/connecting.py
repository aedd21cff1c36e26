# SPDX-License-Identifier: MIT
"""connecting.py - how a program comes to a Solver."""

from __future__ import annotations

import ssl
from collections.abc import Generator
from types import TracebackType
from typing import Any

from . import address as places
from . import tokens
from .errors import Code, TesujiError
from .solver import Solver

CONNECT_S = 5.0  # to a daemon that was named
LOOK_S = 0.3     # to a default place: for the connection, and for the answer
CALL_S = 10.0    # how long a call waits for its answer
# Of a login that failed: a daemon is there.
LOGIN_CODES = (Code.NOT_LOGGED_IN, Code.WRONG_TOKEN, Code.BUSY, Code.OVER_QUOTA)


class Connecting:
    """What connect() returns. Use it in `async with`, or await it and close the Solver."""

    def __init__(self, address: str | None, token: str | None, context: ssl.SSLContext | None,
                 timeout: float) -> None:
        self._address, self._token, self._timeout = address, token, timeout
        self._context = context
        self._solver: Solver | None = None

    def __await__(self) -> Generator[Any, None, Solver]:
        return self._open().__await__()

    async def __aenter__(self) -> Solver:
        self._solver = await self._open()
        return self._solver

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        assert self._solver is not None
        await self._solver.close()

    async def _open(self) -> Solver:
        named = self._address or places.named()
        token = tokens.default() if self._token is None else self._token
        if named is not None:
            return await self._at(named, CONNECT_S, self._timeout, token)
        reasons = []
        for place in places.DEFAULT_PLACES:
            try:
                return await self._at(place, LOOK_S, LOOK_S, token)
            except TesujiError as error:  # nobody there, or somebody else
                if error.code in LOGIN_CODES:
                    raise
                reasons.append(error.text)
        raise TesujiError(Code.IO_ERROR, "no daemon, start tesujid or give its address: "
                          + "; ".join(reasons))

    async def _at(self, place: str, connect_s: float, answer_s: float, token: str) -> Solver:
        solver = Solver(place, self._timeout, self._context)
        await solver.start(connect_s, answer_s, token)
        return solver


def connect(address: str | None = None, *, token: str | None = None,
            context: ssl.SSLContext | None = None, timeout: float = CALL_S) -> Connecting:
    """Connect to a daemon: `async with tesuji.connect() as solver:`.

    address  "unix:/path", "/path", "tcp:host:port", "host:port", "[::1]:7411" or, inside
             TLS, "tls://host:port"; None: the address in the environment variable TESUJI_SERVER, else
             the daemon at one of the default places of the command `tesuji`
    token    of an account, at a daemon that has accounts; None: the first line of
             the file that the environment variable TESUJI_TOKEN_FILE names, else
             TESUJI_TOKEN; "": do not log in
    context  of TLS, for an address "tls://host:port": whom to trust, and who this
             program is; None: by the environment variables TESUJI_TLS_CA,
             TESUJI_TLS_CERT and TESUJI_TLS_KEY (files in PEM), TLS 1.3, and the
             authorities that the system trusts
    timeout  seconds to wait for the answer to a call; after that the connection
             is lost. Results of jobs have no such limit: give the jobs time_ms,
             or use asyncio.timeout.

    Awaiting it raises TesujiError: Code.BAD_SYNTAX (a wrong address),
    Code.IO_ERROR (no daemon there, or none to be trusted), Code.TIMEOUT, Code.PROTOCOL_ERROR (what
    answers is no daemon), Code.NOT_LOGGED_IN (it wants a token), Code.WRONG_TOKEN,
    Code.BUSY (after wrong tokens: see retry_ms), Code.OVER_QUOTA (the account has
    as many connections as it may).
    """
    return Connecting(address, token, context, timeout)
