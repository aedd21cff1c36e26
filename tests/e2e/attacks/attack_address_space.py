# SPDX-License-Identifier: MIT
"""No memory: the daemon's address space is bounded (RLIMIT_AS) at more and more than it had.

A start may fail, with a message and a code of its own; what runs refuses jobs, closes connections or
fails jobs as "no_memory", and goes on: honest answers are right whenever they come.
"""

import os
import resource
import subprocess

from frame import SMALL, TESUJID, Client, Skip, eventually, main, submit

MIB = 1 << 20
LOADER = 127  # not even its libraries fit


def bounded(run, target, extra):
    """A daemon that may have `extra` bytes more than it has now, under load."""
    size = int(target.daemon.status("VmSize").split()[0]) * 1024 + extra
    resource.prlimit(target.pid, resource.RLIMIT_AS, (size, resource.RLIM_INFINITY))
    outcome = {"refused": 0, "answered": 0, "closed": 0}
    for _ in range(6):
        target.alive()
        client = Client(run.rng.choice((target.tcp, target.path)), timeout=20)
        try:
            ids = [client.send("job.submit", submit(SMALL, fresh=True, limits={
                "table_bytes": run.rng.choice((0, 1, 16, 64)) * MIB, "order": 1})) for _ in range(20)]
            ids += [client.send("go.status", {"position": {"rows": ["." * 19] * 8 + ["XO." * 6 + "."] * 11},
                                              "time_ms": 100}), client.send("job.list")]
            for msgid in ids:
                while msgid not in client.responses:
                    client.take()
                outcome["refused" if client.responses[msgid][2] else "answered"] += 1
        except (ConnectionError, TimeoutError):
            outcome["closed"] += 1
        client.close()
    for name, count in outcome.items():
        run.tally(name, count)


def start(most):
    """A start in so many bytes: 0 after a TERM, or a message and an exit code of its own."""
    daemon = subprocess.Popen(
        [TESUJID, "--listen", "127.0.0.1:0", "--workers", "2", "--table-mib", "16"],
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
    said = daemon.stderr.readline()
    daemon.terminate()
    said += daemon.communicate(timeout=60)[1]
    if daemon.returncode not in (0, 69, 71, 78, LOADER, -15) or not said:
        raise AssertionError(f"{most // MIB} MiB: exit {daemon.returncode}: {said}")
    return daemon.returncode


def attack(run):
    probe = run.target()
    if probe.sanitized:
        raise Skip("a sanitizer reserves terabytes of addresses")
    probe.verdict()
    for _ in run.rounds():
        run.tally(f"starts that ended with {start(run.rng.randrange(4, 300) * MIB)}")
        target = run.target(growth_mib=256)
        bounded(run, target, run.rng.choice((0, 1, 2, 4, 16, 64)) * MIB)
        resource.prlimit(target.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
        target.honest.close()
        target.honest.client = None
        eventually(lambda: os.path.exists(target.path))
        target.honest.client = target.daemon.client()
        target.verdict()
        run.tally("daemons short of memory")


main(attack, 8, least=2)
