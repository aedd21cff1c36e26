#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""readme.py BUILD FILE.md... - run the examples of a Markdown file.

An example is a block ```console below a line `<!-- checked ... -->`. Each line that
begins with "$ " is run by sh in the root of the project, with the programs of BUILD;
what follows it is what must be printed. A line `...` stands for any lines. Numbers in
lines that tell nodes and times may differ. So is each row of a table whose last two cells are
`$ command` and `answer`: the answer is a part of what must be printed. Ends with `N passed, N
failed`.
"""

import os
import re
import subprocess
import sys

import common

BLOCK = re.compile(r"^<!-- checked[^\n]*-->\n```console\n(.*?)^```$", re.S | re.M)


ROW = re.compile(r"^\|.*\| `\$ ([^`]+)` \| `([^`]+)` \|$", re.M)


def examples(text):
    """(command, expected lines) of every checked block."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected.rstrip("\n").split("\n")


def blur(line):
    """The line without what differs from run to run."""
    if re.search(r"\bnodes\b.* in |uptime|started", line):
        line = re.sub(r"\d[\d,.]*( [kMG](?=/s))?", "#", line)
        line = re.sub(r"# (ms|s)\b", "# s", line)
        line = re.sub(r"\bworkers?\b", "worker", line)
        line = re.sub(r"\b[kMG]?/s", "/s", line)
    return line.rstrip()


def agree(expected, got):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(blur(line)) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(blur(line) + "\n" for line in got)) is not None


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 64
    build = os.path.abspath(sys.argv[1])
    env = {**os.environ, "PATH": os.pathsep.join(
        [*(f"{build}/clients/{part}" for part in ("cli", "gtp", "uci", "gomoku")), build + "/server",
         os.environ["PATH"]])}
    env.pop("TESUJI_SERVER", None)
    passed = failed = 0
    for path in sys.argv[2:]:
        text = common.read(path)
        for command, expected in [*examples(text), *ROW.findall(text)]:
            done = subprocess.run(["sh", "-c", command], cwd=common.ROOT, env=env,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, check=False, timeout=120)
            got = done.stdout.rstrip("\n").split("\n")
            if expected in done.stdout if isinstance(expected, str) else agree(expected, got):
                passed += 1
            else:
                failed += 1
                print(f"FAIL {path}: $ {command}\n  printed (exit {done.returncode}):")
                print("".join(f"    {line}\n" for line in got), end="")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
