# SPDX-License-Identifier: MIT
"""certificates.py - fetches the certificates of jobs, and has them checked."""

import os
import subprocess
import tempfile
import time

from client import RpcError
from daemon import TESUJID

CHECK = os.path.join(os.path.dirname(os.path.dirname(TESUJID)), "clients", "check", "tesuji-check")


def ask(client, job):
    """Ask for it, and again when told that others are being made."""
    while True:
        try:
            return client.call("job.certificate", {"job": job})
        except RpcError as error:
            if error.name != "busy":
                raise
            time.sleep(error.error["retry_ms"] / 1000)


def read(client, job):
    """All of one that is ready."""
    data = b""
    while True:
        answer = client.call("job.certificate", {"job": job, "offset": len(data)})
        if not answer["piece"]:
            assert len(data) == answer["bytes"]
            return data
        data += answer["piece"]


def fetch(client, job):
    if not ask(client, job)["ready"]:
        told = client.note("job.certified", job)
        assert "error" not in told, told
    return read(client, job)


def check(data):
    """What is wrong with it; "": nothing."""
    with tempfile.NamedTemporaryFile(suffix=".tjc") as file:
        file.write(data)
        file.flush()
        told = subprocess.run([CHECK, file.name], capture_output=True, text=True, check=False)
    return "" if told.returncode == 0 else told.stdout + told.stderr
