# SPDX-License-Identifier: MIT
"""Hostile input for tesuji-gtp: wrong arguments to every command, bytes that are no text, lines
without end, records that are none. Each line has one answer, and after all of it the engine
still answers rightly."""

from frame import TESUJI_GTP, main, program
from hostile import mutated

QUICK = ("--order", "1", "--nodes", "200", "--time-ms", "0")
WORDS = ["black", "white", "b", "w", "pass", "resign", "A1", "a1", "J9", "I5", "T19", "Z99", "A0", "-1",
         "0", "1", "9", "19", "20", "25", "99999999999999999999", "3.5", "nan", "-inf", "1e999", "x" * 5000,
         "\\", "%s", "%n", "/dev/zero", "/nowhere", "/", "(;", "é", "\u202e", "undefined", "corner", "#"]
HEAD = "boardsize 9\nclear_board\n"
LAST = "boardsize 9\nclear_board\nplay b a8\nplay w a9\nplay b e5\nattack a9\n"


def commands():
    _, out, _ = program(TESUJI_GTP, data=b"list_commands\n")
    names = out.decode()[1:].split()
    return [name for name in names if name != "quit"]


def lines(run, names):
    """Some lines of input, and how many answers they are to have (None: who knows)."""
    rng, text, count = run.rng, [], 0
    for _ in range(30):
        name = rng.choice(names)
        words = rng.choices(WORDS, k=rng.choice((0, 1, 1, 2, 2, 3, 40)))
        if name == "loadsgf" or "undefined" in words:
            words = words[:2]
        number = rng.choice(("", "", "7 ", "99999999999 "))
        line = number + name + " " + " ".join(words)
        text.append(line)
        count += 1
    return text, count


def attack(run):
    names = commands()
    for i in run.rounds():
        text, count = lines(run, names)
        data = (HEAD + "\n".join(text) + "\n").encode()
        exact = i % 3 != 0
        if not exact:
            data = mutated(run.rng, data) + run.rng.randbytes(run.rng.randrange(300)) + b"\n"
            run.tally("changed inputs")
        code, out, err = program(TESUJI_GTP, *QUICK, data=data + LAST.encode())
        text = out.decode(errors="replace")
        answers = [answer for answer in text.split("\n\n") if answer.strip()]
        if code != 0 or not answers or not answers[-1].startswith("= 1"):
            raise AssertionError(f"exit {code} after {data!r}:\n{text[-500:]}\n{err}")
        if exact and len([a for a in answers if a[0] in "=?"]) < count:
            raise AssertionError(f"{len(answers)} answers to {count} lines: {data!r}")
        run.tally("lines", count)
    program(TESUJI_GTP, *QUICK, data=b"play b a1" + b" " * (1 << 20) + b"\n" + b"\xff" * (1 << 20))
    program(TESUJI_GTP, *QUICK, data=b"\0" * 100000 + b"\nname\n")


main(attack, 30)
