# SPDX-License-Identifier: MIT
"""A store on a disk that is full: at the start (with and without its files), while the daemon
runs, and freed again. Service goes on, answers are right, the start says why, no signal.

Needs to mount a tmpfs, in a namespace of its own; skips where that is not allowed.
"""

import os
import shutil
import signal
import subprocess
import tempfile

from frame import TESUJID, Skip, main, unshared
from hostile import fill_disk

MIB = 1 << 20


def start_full(run, folder):
    """On a full disk: up without a store, or a refusal in words; never a signal."""
    store = os.path.join(folder, "store")
    if run.rng.randrange(2):
        for name in os.listdir(store) if os.path.isdir(store) else ():
            if "lock" in name or run.rng.randrange(3) == 0:
                os.unlink(os.path.join(store, name))
    fill_disk(folder, run.rng.choice((0, 0, 4096, 8192, 16384)))
    process = subprocess.Popen([TESUJID, "--listen", "127.0.0.1:0", "--workers", "1", "--table-mib", "1",
                                "--store", store], stderr=subprocess.PIPE)
    said = process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    said += process.communicate(timeout=60)[1]
    if process.returncode not in (0, 69, 71, 74, 78, -signal.SIGTERM) or not said:
        raise AssertionError(f"exit {process.returncode} of a start on a full disk: {said}")
    run.tally(f"starts on a full disk: exit {process.returncode}")
    os.unlink(os.path.join(folder, "fill"))


def running(run, folder):
    """Filled while it runs, and freed."""
    store = os.path.join(folder, "store")
    shutil.rmtree(store, ignore_errors=True)
    target = run.target("--store", store, "--store-size-mib", "4", growth_mib=128)
    for _ in range(3):
        target.honest.ask(8)
        path = fill_disk(folder, run.rng.choice((0, 4096, 65536)))
        target.honest.ask(20)
        os.unlink(path)
        run.tally("times full")
    target.honest.ask(8)
    run.tally("facts at the end", target.honest.client.call("server.info")["store"]["facts"])
    target.verdict()


def attack(run):
    folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-disk-"))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={8 * MIB}", "tmpfs", folder],
                      stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise Skip("mounting a tmpfs is not allowed here")
    run.stack.callback(subprocess.run, ["umount", "-l", folder], check=False)
    for _ in run.rounds():
        running(run, folder)
        for _ in range(4):
            start_full(run, folder)


unshared("-rm", "true")
main(attack, 3, least=1)
