# SPDX-License-Identifier: MIT
"""tls.py - connections inside TLS, by the rules of the C library (tesuji_tls.h).

Whom to trust and who this program is come from the environment, unless the program
gives connect() a context of its own: TESUJI_TLS_CA names a file of authorities
(default: the system's), TESUJI_TLS_CERT and TESUJI_TLS_KEY this program's
certificate and its key, if that is not in the same file.
"""

from __future__ import annotations

import os
import ssl

from .errors import Code, TesujiError

NO_TLS = ("WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE")


def context(where: str) -> ssl.SSLContext:
    """Return what the environment says, for a connection to `where`. Raises TesujiError."""
    ca, cert, key = (os.environ.get(f"TESUJI_TLS_{name}") or None for name in ("CA", "CERT", "KEY"))
    try:
        made = ssl.create_default_context(cafile=ca)
        made.minimum_version = ssl.TLSVersion.TLSv1_3
    except OSError as error:
        raise _unread(where, "TLS authorities", ca, error) from None
    if cert is None and key is not None:
        raise TesujiError(Code.IO_ERROR, f"cannot connect to {where}: TLS key: {key}: there is no "
                          "certificate to it")
    if cert is not None:
        try:
            made.load_cert_chain(cert, key, password="")  # nobody is asked for one
        except (OSError, ValueError) as error:
            raise _unread(where, "TLS certificate", f"{cert} and {key}" if key else cert, error) from None
    return made


def _unread(where: str, what: str, path: str | None, error: Exception) -> TesujiError:
    return TesujiError(Code.IO_ERROR, f"cannot connect to {where}: {what}: {path}: {told(error)}")


def told(error: Exception) -> str:
    """Return what to say of an error of a connection inside TLS."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is refused: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        reason = error.reason or str(error)
        if reason in NO_TLS:
            return "it does not speak TLS; as tcp:host:port it may be what is meant"
        if "CERTIFICATE_REQUIRED" in reason:
            return "it asks for a certificate; TESUJI_TLS_CERT and TESUJI_TLS_KEY name one"
        return reason.lower().replace("_", " ")
    if isinstance(error, (ConnectionResetError, ConnectionAbortedError)):
        return "it ends the connection instead of a handshake of TLS"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
