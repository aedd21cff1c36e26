# SPDX-License-Identifier: MIT
"""Ask wire_probe what our code makes of bytes."""
import os
import resource
import subprocess

PROBE = os.environ.get("WIRE_PROBE", "build/tests/wire/wire_probe")
MEMORY = 96 << 20  # bytes; a bomb that allocates what it claims does not fit


def _cap():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def probe(data, chunk=None, reply=None):
    """Lines that wire_probe prints for a stream of bytes."""
    args = [PROBE]
    if chunk is not None:
        args += ["--chunk", str(chunk)]
    if reply is not None:
        args += ["--reply", reply]
    # AddressSanitizer reserves terabytes of addresses: no cap under it.
    cap = None if os.environ.get("WIRE_UNCAPPED") else _cap
    done = subprocess.run(args, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=60, preexec_fn=cap)
    if done.returncode != 0:
        raise AssertionError("wire_probe ended with %d: %s" % (done.returncode,
                                                               done.stderr.decode()))
    return done.stdout.decode().splitlines()
