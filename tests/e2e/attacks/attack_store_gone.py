# SPDX-License-Identifier: MIT
"""The store's folder is removed, renamed, emptied or replaced while the daemon runs: it says so,
does not pretend to keep what it finds, answers on, and no second daemon shares the place."""

import os
import shutil
import subprocess
import tempfile

from frame import TESUJID, eventually, main


def remove(store):
    shutil.rmtree(store)


def rename(store):
    os.rename(store, store + ".away")


def empty(store):
    for name in os.listdir(store):
        os.unlink(os.path.join(store, name))


def replace(store):
    os.rename(store, store + ".away")
    shutil.copytree(store + ".away", store)


def second(run, store):
    """Another daemon at the same place must not believe that it is alone with the same files."""
    done = subprocess.run([TESUJID, "--listen", "none", "--socket", store + ".sock", "--workers", "1",
                           "--table-mib", "1", "--store", store, "--check-config"],
                          stderr=subprocess.PIPE, check=False, timeout=60)
    run.tally(f"check exits {done.returncode}")


def attack(run):
    for i in run.rounds():
        folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-gone-"))
        store = os.path.join(folder, "store")
        target = run.target("--store", store, growth_mib=128)
        target.honest.ask(8)
        client = target.honest.client
        eventually(lambda: client.call("server.info")["store"]["waiting"] == 0)
        harm = (remove, rename, empty, replace)[i % 4]
        harm(store)
        run.tally(harm.__name__)

        def noticed():  # told by the log: `full` lasts until a folder is made anew, a second later
            target.honest.ask(4, fresh=True)
            return any("event=store-failed" in line for line in target.daemon.lines)
        eventually(noticed)
        second(run, store)
        target.fds += 8  # it may close the store's files or keep them
        target.verdict()


main(attack, 4, least=4)
