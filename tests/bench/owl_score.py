#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""owl_score.py - judgements against expected answers.

usage: owl_score.py BENCH TESTS.json [NODES]

BENCH is the program owl of this folder. TESTS.json is a list of objects: "tst" and "id" name the
test, "cmd" is owl_attack or owl_defend, "pt" the dragon, "rows" the board from the top, "exp" an
expression for the answer, negated by a leading "!". Prints the tests that fail, and how many of odd
and of even numbers pass: numbers are tuned on the odd ones."""

import json
import re
import statistics
import subprocess
import sys


def passes(expected, answer):
    negated = expected.startswith("!")
    found = re.search("^" + expected.lstrip("!") + "$", answer) is not None
    return found != negated


def main():
    bench, tests = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8"))
    lines = [f"{i} {'kill' if t['cmd'] == 'owl_attack' else 'live'} {t['pt']} {'/'.join(t['rows'])}"
             for i, t in enumerate(tests)]
    out = subprocess.run([bench, *sys.argv[3:]], input="\n".join(lines) + "\n", text=True,
                         stdout=subprocess.PIPE, check=True).stdout
    right, asked, times = [0, 0], [0, 0], []
    for line in out.splitlines():
        name, answer, _, life, took, unfinished = line.split("\t")
        test = tests[int(name)]
        odd = test["id"] % 2
        asked[odd] += 1
        times.append(float(took))
        if passes(test["exp"], answer):
            right[odd] += 1
        else:
            print(test["tst"], test["id"], test["cmd"], test["pt"], "expected", test["exp"],
                  "got", answer, "life", life, "open" if unfinished == "1" else "")
    print(f"odd {right[1]}/{asked[1]}, even {right[0]}/{asked[0]}, all {sum(right)}/{sum(asked)}; "
          f"median {statistics.median(times):.1f} ms, all {sum(times) / 1000:.1f} s")


if __name__ == "__main__":
    main()
