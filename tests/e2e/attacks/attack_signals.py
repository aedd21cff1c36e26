# SPDX-License-Identifier: MIT
"""Signals in the middle of everything: storms of HUP and others that mean nothing here,
STOP and CONT, and TERM twice, with an honest client's jobs in flight."""

import signal

from frame import LARGE, main, submit
from honest import Background

HARMLESS = [signal.SIGHUP, signal.SIGHUP, signal.SIGPIPE, signal.SIGWINCH, signal.SIGCHLD,
            signal.SIGURG, signal.SIGCONT]


def storm(run):
    target = run.target()
    background = Background(target.daemon.client, run.rng)
    for i in run.rounds(run.count):
        for _ in range(50):
            target.daemon.signal(run.rng.choice(HARMLESS))
        target.daemon.signal(signal.SIGSTOP)
        target.daemon.signal(signal.SIGCONT)
        run.tally("signals", 52)
        if i % 5 == 0:
            target.honest.ask(2)
    run.tally("answers meanwhile", background.finish())
    target.verdict()


def twice(run):
    """The second TERM (or INT) does not wait for running jobs; each is told of once."""
    target = run.target("--drain-ms", "60000")
    client = target.client(tcp=False)
    jobs = [client.call("job.submit", submit(LARGE, progress_ms=0))["job"] for _ in range(8)]
    target.daemon.signal(run.rng.choice((signal.SIGTERM, signal.SIGINT)))
    target.daemon.log("event=draining")
    target.daemon.signal(run.rng.choice((signal.SIGTERM, signal.SIGINT)))
    done = [message[2][0]["job"] for message in client.at_end()
            if message[0] == 2 and message[1] == "job.done"]
    code = target.daemon.wait()
    if code != 0 or sorted(done) != sorted(jobs):
        raise AssertionError(f"exit {code}, told of {done} of {jobs}:\n" +
                             "\n".join(target.daemon.lines[-20:]))
    run.tally("ended twice")


def attack(run):
    storm(run)
    for _ in range(3):
        twice(run)


main(attack, 60)
