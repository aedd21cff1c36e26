# SPDX-License-Identifier: MIT
"""command.py - run the command `tesuji` for a test, with or without a terminal.

TESUJI names the program (default build/clients/cli/tesuji); TESUJID the daemon,
for the tests that need one (tests/e2e/daemon.py starts it).
"""

import fcntl
import os
import pty
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests/e2e"))

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
DEADLINE_S = 120

LADDER = os.path.join(HERE, "ladder.sgf")
BROKEN_LADDER = os.path.join(HERE, "broken_ladder.sgf")
NET = os.path.join(HERE, "net.sgf")

# A lone stone in the middle of an empty 19x19: not decided for a long time.
LARGE = ["--rows", "/".join(["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9),
         "--capture", "K10", "--order", "7", "--time", "0"]
# An atari in the corner: proven at once.
SMALL = ["--rows", "OX./.../...", "--capture", "A3"]


def environment(**more):
    """The test's own environment, without what would lead to another daemon."""
    env = {k: v for k, v in os.environ.items() if k not in ("TESUJI_SERVER", "TESUJI_TOKEN", "TESUJI_TOKEN_FILE", "NO_COLOR")}
    env.update(more)
    return env


def run(*args, stdin=b"", stdout=subprocess.PIPE, file_bytes=None, files=None, **env):
    """Run to the end; returns the CompletedProcess with text in out and err. With file_bytes no
    file can become larger, as if the disk were full; with files so many can be open at once."""
    def limit():
        if file_bytes is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing fails instead
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run([TESUJI, *args], input=stdin, stdout=stdout, stderr=subprocess.PIPE,
                          env=environment(**env), timeout=DEADLINE_S, check=False,
                          preexec_fn=limit if file_bytes or files else None)
    done.out = (done.stdout or b"").decode()
    done.err = done.stderr.decode()
    return done


def start(*args, **env):
    """Start in a process group of its own, output by pipes."""
    return subprocess.Popen([TESUJI, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            stdin=subprocess.DEVNULL, env=environment(**env), text=True)


class Terminal:
    """The command on a terminal of its own; what it wrote, and what one sees."""

    def __init__(self, *args, columns=80, rows=60, **env):
        self.columns, self.bytes, self.code = columns, b"", None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(TESUJI, [TESUJI, *args], environment(TERM="dumb", **env))
        self.resize(columns, rows)

    def resize(self, columns, rows=60):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """Take what comes within some seconds; False at the end."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # EIO: the other side is gone
            data = b""
        self.bytes += data
        return data != b""

    def until(self, text):
        """Wait until the command has written `text`."""
        end = time.monotonic() + DEADLINE_S
        while text.encode() not in self.bytes:
            if not self.read(1) or time.monotonic() > end:
                raise AssertionError(f"no {text!r} in {self.bytes!r}")

    def type(self, keys):
        os.write(self.fd, keys)

    def wait(self):
        """Read to the end; the exit code."""
        end = time.monotonic() + DEADLINE_S
        while self.code is None:
            if not self.read(1):
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            elif time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        return self.code

    def screen(self):
        """The lines one sees in the end, and the widest line that ever was."""
        lines, column, widest = [[]], 0, 0
        for char in self.bytes.decode():
            if char == "\r":
                column = 0
            elif char == "\n":
                lines.append([])
            else:
                line = lines[-1]
                line.extend(" " * (column + 1 - len(line)))
                line[column] = char
                column += 1
                widest = max(widest, column)
        return ["".join(line).rstrip() for line in lines], widest
