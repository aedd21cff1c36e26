# SPDX-License-Identifier: MIT
"""Nobody reads the daemon's stderr, a pipe that is soon full, at the level of debug: requests are
answered all the same, SIGTERM ends it with 0, and what could not be written is told later."""

import fcntl
import os
import signal
import subprocess
import tempfile

from frame import SMALL, TESUJID, Client, eventually, main
from honest import Honest

PIPE_BYTES = 4096


def once(run):
    folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-stderr-"))
    path = os.path.join(folder, "sock")
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    process = subprocess.Popen([TESUJID, "--listen", "none", "--socket", path, "--workers", "1",
                                "--table-mib", "1", "--log-level", "debug"], stderr=writing)
    os.close(writing)
    run.stack.callback(process.kill)

    def connects():
        try:
            Client(path).close()
            return True
        except OSError:
            return False
    eventually(connects)
    honest = Honest(lambda: Client(path, timeout=30), run.rng)
    for _ in range(400):  # each says something
        with Client(path, timeout=30) as client:
            client.call("job.submit", SMALL)
            run.tally("lines that nobody reads")
    honest.ask(8)
    run.tally("honest answers", honest.answers)
    if run.rng.randrange(2):
        data = b""
        while b"event=log-dropped" not in data:
            data += os.read(reading, 65536)  # there is room again: it says what is missing
            with Client(path, timeout=30) as client:
                client.call("server.info")
            if len(data) > 1 << 20:
                raise AssertionError("nothing is said of the lines that were lost")
        run.tally("told what was lost")
    process.send_signal(signal.SIGTERM)
    code = process.wait(60)
    os.close(reading)
    honest.close()
    if code != 0:
        raise AssertionError(f"exit {code}")


def attack(run):
    for _ in run.rounds():
        once(run)


main(attack, 2, least=1)
