# SPDX-License-Identifier: MIT
"""Other programs use every core, and the workers have the least priority: small jobs wait for
the kernel (how long is told, and not judged), but each ends, and rightly."""

import os
import subprocess
import sys
import time

from frame import SMALL, main, submit

HOG = "while True: pass"


def attack(run):
    for priority in ("idle", "nice", "normal"):
        target = run.target("--worker-priority", priority)
        hogs = [subprocess.Popen([sys.executable, "-c", HOG]) for _ in range(os.cpu_count())]
        try:
            client, times = target.honest.client, []
            for _ in run.rounds(run.count):
                began = time.monotonic()
                done = client.done(client.call("job.submit", submit(SMALL, fresh=True))["job"])
                times.append((time.monotonic() - began) * 1000)
                if done["value"] != "proven":
                    raise AssertionError(done)
                run.tally("jobs")
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()
        times.sort()
        run.note(f"{priority}: median ms", round(times[len(times) // 2], 2))
        run.note(f"{priority}: p99 ms", round(times[len(times) * 99 // 100], 2))
        target.verdict()


main(attack, 20)
