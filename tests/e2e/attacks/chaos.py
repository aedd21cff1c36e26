# SPDX-License-Identifier: MIT
"""chaos.py - everything at once, for as long as one likes: an hour by hand, some seconds in ctest.

    chaos.py --seconds 3600        (TESUJID names the daemon: a build with AddressSanitizer)

One daemon after the other with a store on a small disk. While it lives, attackers in processes
of their own send whatever comes to mind (see `KINDS`), the disk fills and is freed, signals
come; and honest clients ask what they know the answer to. A life has rounds; after each the
attackers go, and what is left is measured at rest: connections, descriptors and threads are what
they were; memory grows no more in the second half of a life. A life ends by SIGTERM (0, and no leak
found by LeakSanitizer) or by SIGKILL; then the store is corrupted, or not, and the next begins.

The disk is a tmpfs in a namespace of its own; without the right to mount one it never fills.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import msgpack

from frame import INSIDE, LARGE, SMALL, Client, eventually, main, submit, unshared
from hostile import bad_request, corrupt, fill_disk, mutated, packed, requests
from honest import KNOWN, Background

ATTACKERS = 4
DISK_BYTES = 24 << 20
GROWTH_MIB = 32        # at rest, the medians of the first half of a life and of the second
JUDGED_ROUNDS = 8      # of a life, at least, to tell growth from warming up
REFUSED = (69, 71, 74, 78)


# What attackers do; each with a connection of its own, closed afterwards.

def frames(rng, client, valid):
    client.raw(b"".join(mutated(rng, packed(rng.choice(valid))) for _ in range(rng.randrange(1, 5))))
    client.sock.shutdown(socket.SHUT_WR)
    client.at_end()


def fields(rng, client, valid):
    for _ in range(8):
        client.raw(packed(bad_request(rng, valid)))
    client.sock.settimeout(2)
    client.read()


def valid_calls(rng, client, _):
    for problem, _ in rng.sample(KNOWN, 6):
        client.send("job.submit", {**problem, "fresh": bool(rng.randrange(2)), "progress_ms": 10})
    for _ in range(6):
        client.take()


def resets(rng, client, _):
    for _ in range(rng.randrange(1, 9)):
        client.send("job.submit", submit(rng.choice((SMALL, LARGE)), progress_ms=10))
    client.reset()


def half_closes(rng, client, _):
    for _ in range(rng.randrange(1, 9)):
        client.send("job.submit", submit(rng.choice((SMALL, LARGE)), progress_ms=0))
    client.sock.shutdown(socket.SHUT_WR)
    client.at_end()


def cancels(rng, client, _):
    for _ in range(rng.randrange(1, 20)):
        client.send("job.submit", submit(LARGE, detach=bool(rng.randrange(2)), progress_ms=10,
                                         limits={"order": 5, "time_ms": 3000}))
        client.send("job.cancel", {"job": rng.randrange(1, 100000)})
        client.take()
    for note in list(client.responses.values()):
        if note[2] is None:
            client.send("job.cancel", {"job": note[3]["job"]})
    client.take()


def floods(rng, client, _):
    client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.sock.setblocking(False)
    batch = msgpack.packb([0, 1, rng.choice(["server.info", "job.list"]), []]) * 100
    with contextlib.suppress(BlockingIOError):
        for _ in range(200):
            client.sock.send(batch)
    time.sleep(rng.random() / 2)


def statuses(rng, client, _):
    for _ in range(4):
        cells = rng.choices("XO.", (2, 2, 5), k=361)
        client.send("go.status", {"position": {"rows": ["".join(cells[i:i + 19]) for i in range(0, 361, 19)]},
                                  "order": rng.randrange(8), "time_ms": rng.choice((50, 500, 2000)),
                                  "fresh": True})
    for _ in range(rng.randrange(20)):
        client.take()


def dragons(rng, client, _):
    for _ in range(4):
        side = rng.randrange(5, 20)
        cells = rng.choices("XO.", (2, 2, 5), k=side * side)
        stones = [i for i, cell in enumerate(cells) if cell != "."] or [0]
        at = rng.choice(stones)
        client.send("go.life", {
            "position": {"rows": ["".join(cells[i:i + side]) for i in range(0, side * side, side)]},
            "group": "ABCDEFGHJKLMNOPQRST"[at % side] + str(side - at // side),
            "judge": rng.randrange(2) == 0, "time_ms": rng.choice((1, 50, 500)),
            "exact": rng.randrange(4) == 0, "fresh": rng.randrange(2) == 0})
    for _ in range(rng.randrange(12)):
        client.take()
    if rng.randrange(3) == 0:
        client.send("go.cancel", {"status": rng.randrange(1, 40)})


def certificates(rng, client, _):
    problem, value = rng.choice(KNOWN)
    job = client.call("job.submit", {**problem, "progress_ms": 0})["job"]
    client.done(job)
    for _ in range(rng.randrange(1, 4)):
        client.send("job.certificate", {"job": job, "offset": rng.choice((0, 0, 5, 1 << 40))})
    client.take()
    if rng.randrange(2):
        client.take()


def boards(rng, client, _):
    client.send("go.position", {"board": rng.randrange(1, 17), "set": {"rows": ["." * 19] * 19}})
    for _ in range(rng.randrange(20)):
        client.send("go.position", {"play": [f"{rng.choice('ABCDEFG')}{rng.randrange(1, 20)}"],
                                    "undo": rng.randrange(3)})
    client.send("go.status", {"position": {"board": 1}, "time_ms": 100})
    client.take()


def tables(rng, client, _):
    client.send("job.submit", submit(rng.choice((SMALL, LARGE)), progress_ms=0, limits={
        "table_bytes": rng.choice((1, 4, 16)) << 20, "time_ms": 200, "order": 3}))
    client.take()


def crowds(rng, client, _):
    others = []
    for _ in range(30):
        others.append(Client(client.sock.getpeername(), timeout=10))
        if rng.randrange(2):
            others[-1].raw(b"\x94\x00\x01"[:rng.randrange(4)])
    for other in others:
        other.close()


def records(rng, client, _):
    point = rng.choice("abcdefghijklmnopqrs")
    sgf = f"(;GM[1]SZ[19]AB[aa:ss]AE[aa]AE[k{point}]" + f";W[k{point}]" * rng.randrange(10800)
    client.send("job.submit", {"position": {"sgf": sgf}, "goal": {"target": "A1"}})
    client.take()


KINDS = [frames, fields, valid_calls, resets, half_closes, cancels, floods, statuses, dragons, certificates, boards,
         tables, crowds, records]


def attacker(seed, path, port):
    """The process of one: until its input ends; then its counts."""
    rng, counts = random.Random(seed), {}
    valid = list(requests())
    os.set_blocking(0, False)
    while True:
        with contextlib.suppress(BlockingIOError):
            if os.read(0, 1) == b"":
                break
        kind = rng.choice(KINDS)
        try:
            client = Client(path if rng.randrange(4) == 0 else ("127.0.0.1", port), timeout=3)
            try:
                kind(rng, client, valid)
            finally:
                client.close()
        except (OSError, Exception) as error:  # whatever the daemon did not like
            counts["turned away"] = counts.get("turned away", 0) + 1
            if isinstance(error, ConnectionRefusedError):
                time.sleep(0.05)
        counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
    print(json.dumps(counts))


class Life:
    """One daemon, from a start to its end."""

    def __init__(self, run, folder, number):
        self.run, self.folder, self.number = run, folder, number
        self.store = os.path.join(folder, "store")
        self.rss, self.honest, self.refused = [], 0, 0

    def begin(self):
        """Start; where the store is refused in words, without what is in it."""
        args = ["--store", self.store, "--store-size-mib", "8", "--table-mib", "4", "--answers", "4096",
                "--keep-finished", "256", "--max-job-table-mib", "64", "--drain-ms", "2000",
                "--log-level", "info", "--listen", "127.0.0.1:0"]
        try:
            self.target = self.run.target(*args, growth_mib=1024)
        except AssertionError:
            daemon = self.run.last_daemon
            code = daemon.wait()
            if code not in REFUSED or not daemon.lines:
                raise
            self.run.tally("starts refused in words")
            shutil.rmtree(self.store)
            self.target = self.run.target(*args, growth_mib=1024)
        self.threads = self.target.daemon.status("Threads")
        self.target.fds = self.target.count_fds()

    def crowd(self):
        return [subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), "--attacker", str(self.run.rng.random()),
             self.target.path, str(self.target.tcp[1])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(ATTACKERS)]

    def disturb(self):
        """What happens to the machine meanwhile."""
        kind = self.run.rng.randrange(5)
        if kind < 2 and os.environ.get(INSIDE):
            path = fill_disk(self.folder, self.run.rng.choice((0, 0, 4096, 65536)))
            time.sleep(self.run.rng.random() * 2)
            os.unlink(path)
            self.run.tally("times the disk was full")
        elif kind == 2:
            for _ in range(20):
                self.target.daemon.signal(self.run.rng.choice((signal.SIGHUP, signal.SIGPIPE,
                                                               signal.SIGCHLD)))
            self.run.tally("signals", 20)
        elif kind == 3:
            self.target.daemon.signal(signal.SIGSTOP)
            time.sleep(self.run.rng.random() / 4)
            self.target.daemon.signal(signal.SIGCONT)
            self.run.tally("times stopped")
        else:
            time.sleep(self.run.rng.random())

    def round(self, seconds):
        end = time.monotonic() + seconds
        crowd = self.crowd()
        honest = [Background(connect, self.run.rng, busy=True)
                  for connect in (self.target.daemon.client, lambda: Client(self.target.tcp, timeout=120))]
        while time.monotonic() < end:
            self.disturb()
            self.target.alive()
        for process in crowd:
            process.stdin.close()
        for process in crowd:
            out = process.stdout.read()
            process.stdout.close()
            process.wait(120)
            for kind, count in json.loads(out).items():
                self.run.tally(kind, count)
        for client in honest:
            self.honest += client.finish()
            self.refused += client.honest.refused
        self.rest()

    def rest(self):
        """Nobody is there but us: what is left?"""
        info = self.target.honest.client

        def cancelled():
            for row in info.call("job.list")["jobs"]:
                if row["state"] in ("queued", "running"):
                    info.call("job.cancel", {"job": row["job"]})
            return True
        cancelled()
        self.target.idle()
        eventually(lambda: self.target.count_fds() <= self.target.fds + 4)  # the store's files
        eventually(lambda: int(self.target.daemon.status("Threads")) <= int(self.threads))
        self.rss.append(self.target.daemon.rss_kib() // 1024)

    def grown(self):
        """MiB at rest that the second half of a life needed more than the first, in the median."""
        if len(self.rss) < JUDGED_ROUNDS:
            return 0  # still warming up
        rss = self.rss[1:]
        half = len(rss) // 2
        return statistics.median(rss[half:]) - statistics.median(rss[:half])

    def end(self, last):
        self.target.honest.ask(8)
        if not last and self.run.rng.randrange(3) == 0:
            self.target.daemon.process.kill()
            self.target.daemon.wait()
            self.target.honest.close()
            return "killed"
        self.target.verdict()
        return "ended with 0"


def between(run, store):
    """What happens to the store while nobody has it open; in words."""
    kind = run.rng.randrange(4)
    if kind == 0 or not os.path.isdir(store):
        return "as it was"
    names = [os.path.join(store, name) for name in sorted(os.listdir(store))]
    if kind == 1:
        shutil.rmtree(store)
        return "removed"
    return ", ".join(corrupt(run.rng, run.rng.choice(names)) for _ in range(run.rng.choice((1, 1, 3))) if names)


def attack(run):
    seconds = run.seconds or run.count
    lives = max(2, int(seconds // 600))
    rounds = max(2, min(20, int(seconds / lives / 15)))
    folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-chaos-"))
    if os.environ.get(INSIDE):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder], check=True)
        run.stack.callback(subprocess.run, ["umount", "-l", folder], check=False)
    run.seconds = None
    growing = []
    for number in range(lives):
        store = between(run, os.path.join(folder, "store"))
        life = Life(run, folder, number)
        life.begin()
        for _ in range(rounds):
            life.round(seconds / lives / rounds)
        ended = life.end(number + 1 == lives)
        run.tally("lives")
        run.tally("honest answers of crowds", life.honest)
        run.tally("honest jobs refused or cancelled", life.refused)
        print(f"life {number + 1}  store {store}; {ended}; {life.honest} honest answers; MiB at rest "
              f"{' '.join(map(str, life.rss))}; fds {life.target.fds}; threads {life.threads}", flush=True)
        if life.grown() > GROWTH_MIB:
            growing.append(number + 1)
    for name, count in run.counts.items():
        print(f"    {name:32} {count}")
    if growing:
        raise AssertionError(f"memory at rest grows in the lives {growing}")


if len(sys.argv) == 5 and sys.argv[1] == "--attacker":
    attacker(float(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    sys.exit(0)
os.environ.setdefault("ASAN_OPTIONS", "quarantine_size_mb=16:detect_stack_use_after_return=1")
unshared("-rm", "mount -t tmpfs tmpfs /tmp && umount /tmp")
main(attack, 12, least=6)
