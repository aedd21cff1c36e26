# SPDX-License-Identifier: MIT
"""engine_line.py - an engine that is talked to in lines, for the tests of UCI and Gomocup."""

import os
import queue
import subprocess
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEADLINE_S = 60
# What a machine with other work to do may take from a move; a sanitizer takes more.
LAG_S = 0.5 if int(os.environ.get("TESUJI_E2E_COUNT", "10000")) >= 10000 else 5


def program(variable, path):
    return os.environ.get(variable, os.path.join(ROOT, "build/clients", path))


class Line:
    """One process; its lines are read by a thread, so that none is waited for in vain."""

    def __init__(self, *command, cwd=None):
        env = {k: v for k, v in os.environ.items() if not k.startswith("TESUJI_")}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=env, cwd=cwd)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.end()

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self, seconds=DEADLINE_S):
        """The next line; None at the end of the output."""
        return self.lines.get(timeout=seconds)

    def until(self, *begins, seconds=DEADLINE_S):
        """The lines up to the first that begins so."""
        end, got = time.monotonic() + seconds, []
        while True:
            got.append(self.line(max(end - time.monotonic(), 0.001)))
            if got[-1] is None:
                raise EOFError(f"{got} and no {begins}")
            if got[-1].startswith(begins):
                return got

    def quiet(self, seconds, but=None):
        """Does it say nothing for so long, but lines that begin so?"""
        try:
            while self.line(seconds).startswith(but or "\n"):
                pass
        except queue.Empty:
            return True
        return False

    def end(self):
        """Ends the input, and returns the exit code."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        code = self.process.wait(DEADLINE_S)
        self.process.stdout.close()
        return code
