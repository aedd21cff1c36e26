# SPDX-License-Identifier: MIT
"""frame.py - what every attack has: a seed, counts, a daemon of its own, and a verdict by facts.

    def attack(run):
        target = run.target()                  # a daemon, and an honest client of it
        for _ in run.rounds():                 # --count N, or for --seconds N
            ...
            run.tally("frames")
    main(attack, count=200)

What holds at the end of each attack, whatever it did, target.verdict() says: the daemon is
alive, an honest client's answers are all right and complete, descriptors are back to what
there were, memory stays within `growth_mib` of the start, SIGTERM ends it with 0, and its log
has nothing but lines of its own (no "check failed", no report of a sanitizer).

--seed N repeats a run. Counts are smaller where TESUJI_E2E_COUNT is (under a sanitizer).
"""

import argparse
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import Client, RpcError, eventually  # noqa: E402,F401
from daemon import ASYNC_ASK, COUNT, DEADLINE_S, LARGE, ROOT, SMALL, TESUJID, Daemon, submit  # noqa: E402,F401

from honest import Honest  # noqa: E402

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
TESUJI_GTP = os.environ.get("TESUJI_GTP", os.path.join(ROOT, "build/clients/gtp/tesuji-gtp"))
SKIPPED = 77
FATAL = re.compile(r"check failed|Sanitizer|runtime error|double free|corrupt(ed|ion) |SIG[A-Z]{3}")


class Skip(Exception):
    """This machine cannot do what the attack needs."""


class Target:
    """A daemon under attack, and what it was like before."""

    def __init__(self, run, *args, growth_mib=64, **more):
        self.run, self.growth_mib = run, growth_mib
        self.daemon = run.last_daemon = Daemon(*args, **more)
        run.stack.callback(self._kill)
        self.honest = Honest(self.daemon.client, run.rng)
        self.honest.ask(4)
        self.fds, self.rss_kib = self.count_fds(), self.daemon.rss_kib()
        self.sanitized = int(self.daemon.status("VmSize").split()[0]) > 1 << 30

    def _kill(self):
        if self.daemon.process.poll() is None:
            self.daemon.process.kill()
            self.daemon.wait()

    @property
    def pid(self):
        return self.daemon.process.pid

    @property
    def path(self):
        return self.daemon.path

    @property
    def tcp(self):
        return self.daemon.tcp

    def client(self, tcp=True):
        """A connection that is closed at the end of the attack."""
        client = Client(self.tcp if tcp else self.path)
        self.run.stack.callback(client.close)
        return client

    def alive(self):
        if self.daemon.process.poll() is not None:
            raise AssertionError(f"the daemon is gone: {self.daemon.wait()}\n" +
                                 "\n".join(self.daemon.lines[-40:]))

    def count_fds(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def cpu_ns(self, loop=True):
        """Processor time of the loop's thread, or of all threads: other programs do not count."""
        tasks = [self.pid] if loop else map(int, os.listdir(f"/proc/{self.pid}/task"))
        total = 0
        for task in tasks:
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                with open(f"/proc/{self.pid}/task/{task}/schedstat", encoding="ascii") as file:
                    total += int(file.read().split()[0])
        return total

    def stall_ns(self, client=None):
        """How much the loop works on others between a request and its answer."""
        client = client or self.honest.client
        before = self.cpu_ns()
        client.call("server.info")
        return self.cpu_ns() - before

    def idle(self):
        """Wait until no connection but the honest client's is left, and no job."""
        def nothing():
            info = self.honest.client.call("server.info")
            return info["connections"] == 1 and info["jobs"]["running"] + info["jobs"]["queued"] == 0
        eventually(nothing)

    def verdict(self, idle=True):
        """Facts at the end; AssertionError for each that is none."""
        self.alive()
        self.honest.ask(8)
        if idle:
            self.idle()
            eventually(lambda: self.count_fds() <= self.fds)
        grown = int(self.daemon.status("VmHWM").split()[0]) - self.rss_kib
        most = self.growth_mib * 1024 * (6 if self.sanitized else 1)
        if grown > most:
            raise AssertionError(f"memory grew by {grown} KiB, more than {most}")
        self.run.note("honest answers", self.honest.answers)
        self.run.note("peak growth KiB", grown)
        self.honest.close()
        self.daemon.stop()
        for line in self.daemon.lines:
            if FATAL.search(line):
                raise AssertionError(line)


class Run:
    """One attack: what it was told, what it has counted."""

    def __init__(self, args, stack):
        self.seed, self.count, self.seconds, self.stack = args.seed, args.count, args.seconds, stack
        self.rng, self.counts = random.Random(args.seed), {}
        self.last_daemon = None  # for what could not start

    def target(self, *args, **more):
        return Target(self, *args, **more)

    def rounds(self, count=None):
        """Numbers from 0 until the count, or the time, is over."""
        end, i = time.monotonic() + (self.seconds or 0), 0
        while time.monotonic() < end if self.seconds else i < (count or self.count):
            yield i
            i += 1

    def tally(self, name, count=1):
        self.counts[name] = self.counts.get(name, 0) + count

    def note(self, name, value):
        self.counts[name] = max(self.counts.get(name, 0), value)

    def least(self, name, least):
        """The attack itself has to have taken place."""
        if self.counts.get(name, 0) < least:
            raise AssertionError(f"{name}: {self.counts.get(name, 0)}, expected {least} at least")


INSIDE = "TESUJI_ATTACK_INSIDE"


def unshared(flags, setup):
    """Run the script again in namespaces of its own, by `unshare FLAGS`, where a line of shell succeeds in such ones.
    Tells whether it is in there: False where that is not allowed."""
    if INSIDE in os.environ:
        return True
    alone = ["unshare", flags]
    if shutil.which("unshare") and subprocess.run([*alone, "sh", "-c", setup], stdout=subprocess.DEVNULL,
                                                  stderr=subprocess.DEVNULL, check=False).returncode == 0:
        os.environ[INSIDE] = "1"
        os.execvp("unshare", [*alone, "sh", "-c", setup + ' && exec "$0" "$@"', sys.executable, *sys.argv])
    return False


def program(*command, data=b"", timeout=DEADLINE_S, **more):
    """Run a client or a command to its end: it may fail, but neither hang nor die of a signal.

    Returns (exit code, stdout, stderr).
    """
    if "stdin" not in more:
        more["input"] = data
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=timeout, **more)
    err = done.stderr.decode(errors="replace")
    if done.returncode < 0 or done.returncode in (70, 134, 139) or FATAL.search(err):
        raise AssertionError(f"exit {done.returncode} of {command}:\n{err[-2000:]}")
    return done.returncode, done.stdout, err


def main(attack, count, least=1):
    """Run `attack` with the arguments of the command line; `count` is the default one."""
    if COUNT < 10000:
        count = max(least, count // 5)
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--count", type=int, default=count, help=f"rounds (default {count})")
    parser.add_argument("--seconds", type=float, help="go on for so long instead")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TESUJI_SEED", time.time_ns())))
    args = parser.parse_args()
    name = os.path.basename(sys.argv[0]).removesuffix(".py")
    print(f"{name} --seed {args.seed}", flush=True)
    began = time.monotonic()
    try:
        with contextlib.ExitStack() as stack:
            run = Run(args, stack)
            attack(run)
    except Skip as why:
        print(f"SKIP {why}")
        sys.exit(SKIPPED)
    except AssertionError as fact:
        print(f"FAILED: {str(fact)[:4000]}\nso far: {run.counts}")
        sys.exit(1)
    told = ", ".join(f"{name} {value}" for name, value in run.counts.items())
    print(f"held: {told}; {time.monotonic() - began:.1f} s")
