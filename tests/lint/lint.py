#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""lint.py [ROOT] - keep the house rules: who may include and link what, first lines,
headers that stand alone, who calls whom, names, sizes, formatting. test_lint.py shows that each rule bites.

Prints how many asserts each floor has, which fails nothing, and ends with `N passed, N failed,
N skipped`, one check a rule.
"""

import os
import sys

import rules_c
import rules_docs
import rules_shape
import rules_tree
import rules_web
from tree import Tree

RULES = rules_c.RULES + rules_docs.RULES + rules_shape.RULES + rules_tree.RULES + rules_web.RULES


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../..")
    tree = Tree.read(os.path.abspath(root))
    failed = skipped = 0
    for rule in RULES:
        try:
            complaints = list(rule(tree))
        except rules_tree.Skip as why:
            skipped += 1
            print(f"SKIP {rule.__doc__}: {why}")
            continue
        if complaints:
            failed += 1
            print(f"FAIL {rule.__doc__}")
            print("".join(f"  {line}\n" for line in complaints), end="")
    print("\n".join(rules_shape.report_asserts(tree)))
    print(f"{len(RULES) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
