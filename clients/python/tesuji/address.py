# SPDX-License-Identifier: MIT
"""address.py - where a daemon listens: the text of an address, and the default places.

The forms are those of the C library, the default places those of the command
`tesuji`: the address in the environment variable TESUJI_SERVER, else the Unix
socket of the system's daemon, else the TCP port on this machine.
"""

from __future__ import annotations

import os

from .errors import Code, TesujiError

DEFAULT_PLACES = ("unix:/run/tesujid/tesujid.sock", "tcp:127.0.0.1:7411")

Address = str | tuple[str, int]  # the path of a Unix socket, or a host and a port


def named() -> str | None:
    """Return the address in the environment variable TESUJI_SERVER, or None."""
    return os.environ.get("TESUJI_SERVER") or None


def is_tls(text: str) -> bool:
    """Return whether what listens at an address speaks TLS."""
    return text.startswith("tls:")


def parse(text: str) -> Address:
    """Read "unix:/path", "/path", "tcp:host:port", "host:port", "[::1]:7411" or "tls://host:port".

    Raises TesujiError (Code.BAD_SYNTAX) for any other text.
    """
    if text.startswith(("/", "unix:")):
        path = text.removeprefix("unix:")
        if not path.startswith("/"):
            raise TesujiError(Code.BAD_SYNTAX, f"address '{text}': a path must begin with '/'")
        return path
    rest = text[4:].removeprefix("//") if text.startswith(("tcp:", "tls:")) else text
    host, colon, port = rest.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:  # an IPv6 address without brackets
        host = ""
    if not colon or not host:
        raise TesujiError(Code.BAD_SYNTAX, f"address '{text}': expected unix:/path, /path, "
                          "tcp:host:port, host:port or tls://host:port")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise TesujiError(Code.BAD_SYNTAX,
                          f"address '{text}': the port '{port}' is not in 1..65535")
    return host, int(port)
