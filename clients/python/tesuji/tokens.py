# SPDX-License-Identifier: MIT
"""tokens.py - where the token of an account is read, as the C library does it.

The environment variable TESUJI_TOKEN_FILE names a file whose first line it is;
without that it is the variable TESUJI_TOKEN. No error's text has a token.
"""

from __future__ import annotations

import os

from .errors import Code, TesujiError

TOKEN_BYTES_MOST = 255  # protocol/SPEC.md, auth.login
LINE_BYTES_MOST = 1023  # that are read of a file


def default() -> str:
    """Return the token that the environment names, or "". Raises TesujiError if there is none to read."""
    path = os.environ.get("TESUJI_TOKEN_FILE")
    if path:
        return read(path)
    text = os.environ.get("TESUJI_TOKEN")
    return _checked("TESUJI_TOKEN", text) if text else ""


def read(path: str) -> str:
    """Return the first line of a file, without the blanks around it. Raises TesujiError."""
    try:
        with open(path, "rb") as file:
            text = file.read(LINE_BYTES_MOST)
    except OSError as error:
        raise TesujiError(Code.IO_ERROR, f"cannot read the token in {path}: "
                          f"{error.strerror or error}") from None
    return _checked(path, text.decode(errors="replace"))


def _checked(where: str, text: str) -> str:
    token = text.partition("\n")[0].strip()
    if not token:
        raise TesujiError(Code.MISSING_FIELD, f"{where}: no token in the first line")
    if len(token.encode()) > TOKEN_BYTES_MOST:
        raise TesujiError(Code.OUT_OF_RANGE, f"{where}: a token has at most {TOKEN_BYTES_MOST} bytes")
    return token
