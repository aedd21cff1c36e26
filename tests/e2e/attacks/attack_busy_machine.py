# SPDX-License-Identifier: MIT
"""Other programs use every core, and the workers have the least priority: small jobs wait for
the kernel (how long is told, and not judged), but each ends, and rightly."""

import math
import os
import subprocess
import sys

from frame import main

from bystander import asks_small, judge, timed

HOG = "while True: pass"


def attack(run):
    for priority in ("idle", "nice", "normal"):
        target = run.target("--worker-priority", priority)
        hogs = [subprocess.Popen([sys.executable, "-c", HOG]) for _ in range(os.cpu_count())]
        try:
            ask, times = asks_small(target.honest.client, fresh=True), []
            for _ in run.rounds(run.count):
                times.append(timed(ask))
                run.tally("jobs")
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()
        judge(run, times, f"{priority} ", most_ms=math.inf)
        target.verdict()


main(attack, 20)
