# SPDX-License-Identifier: MIT
"""The trees of `tesuji problem --sgf`, opened by a reader of others: npm's @sabaki/sgf.

It is installed into the build's folder. Where npm cannot be reached the test is skipped, and says so.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import unittest

import solution_tree
from command import ROOT, run
from go_problems import draw_kinds
from go_problems import table as go_table
from tables import Case, table

SKIPPED = 77
SEED = int(os.environ.get("TESUJI_SEED", "1897"))
READER, VERSION = "@sabaki/sgf", "3.4.7"
WANTED = {"unique": 24, "cooked": 14, "unsound": 12}  # 50 problems
INSTALL_S = 120
PARSE = ("const sgf = require(process.argv[1]);"
         "const strip = node => [node.data, node.children.map(strip)];"
         "console.log(JSON.stringify(sgf.parseFile(process.argv[2]).map(strip)));")


def install():
    """Return the folder of the reader, or the reason why there is none."""
    home = os.path.join(os.environ.get("TESUJI_BUILD", os.path.join(ROOT, "build")), "npm")
    reader = os.path.join(home, "node_modules", *READER.split("/"))
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None, "there is no node or no npm here"
    try:
        with open(os.path.join(reader, "package.json"), encoding="utf-8") as file:
            if json.load(file)["version"] == VERSION:
                return reader, None
    except (OSError, ValueError, KeyError):
        pass
    os.makedirs(home, exist_ok=True)
    try:
        done = subprocess.run(["npm", "install", "--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts",
                               "--no-update-notifier", "--fetch-retries=1", "--fetch-timeout=30000",
                               f"{READER}@{VERSION}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=INSTALL_S, check=False, text=True)
    except subprocess.TimeoutExpired:
        return None, f"npm has not installed {READER} within {INSTALL_S} s"
    if done.returncode != 0:
        return None, f"npm cannot install {READER}: {done.stderr.strip().splitlines()[:1]}"
    return reader, None


def without(node, is_left_out):
    """A copy of a tree without the variations that begin with some nodes."""
    return node[0], [without(child, is_left_out) for child in node[1] if not is_left_out(child[0])]


class Reader(Case):
    def test_fifty_problems(self):
        problems = draw_kinds(random.Random(SEED), WANTED)
        path, records, results = self.path("fifty.tsv", go_table(problems)), self.path("fifty.sgf"), \
            self.path("judged.tsv")
        done = run("problem", path, "--sgf", records, "--tsv", results, "--driver", "plain", "--local")
        self.assertEqual((done.returncode, done.err), (1, ""))
        rows = table(results)
        self.assertEqual([row["verdict"] for row in rows], [kind for *_, kind in problems])
        self.assertGreater(sum(int(row["duals"]) > 0 for row in rows), 0)
        done = subprocess.run(["node", "-e", PARSE, REACHED, records], capture_output=True, text=True, check=True)
        roots = json.loads(done.stdout)
        self.assertEqual([root[0]["GN"] for root in roots], [[str(number)] for number in range(len(problems))])
        defences = 0
        for root, (drawn, truth, kind) in zip(roots, problems, strict=True):
            with self.subTest(seed=SEED, problem=drawn):
                count = solution_tree.check(root, truth)
                self.assertEqual(count > 0, kind != "unsound" and any("TE" in c[0] and c[1] for c in root[1]))
                defences += count
        self.assertGreater(defences, 50)
        with open(records, encoding="utf-8") as file:
            own = solution_tree.parse(file.read())
        self.assertEqual(json.loads(json.dumps(own)), roots)
        self.check_catches(roots, problems)
        print(f"seed {SEED}: {len(roots)} trees with {defences} defences, read by {READER} {VERSION}")

    def check_catches(self, roots, problems):
        """A tree that lacks something is noticed: a first move, or all that stand for other replies."""
        noticed = 0
        for root, (_, truth, _) in zip(roots, problems, strict=True):
            with self.assertRaises(AssertionError):
                solution_tree.check((root[0], root[1][1:]), truth)
            lacking = without(root, lambda data: "any other reply" in data.get("C", [""])[0])
            if lacking != without(root, lambda data: False):
                with self.assertRaises(AssertionError):
                    solution_tree.check(lacking, truth)
                noticed += 1
        self.assertGreater(noticed, 5)


if __name__ == "__main__":
    REACHED, WHY = install()
    if REACHED is None:
        print(f"SKIP {WHY}")
        sys.exit(SKIPPED)
    unittest.main()
