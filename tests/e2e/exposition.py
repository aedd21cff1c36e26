# SPDX-License-Identifier: MIT
"""exposition.py - reads the text format of Prometheus, version 0.0.4, strictly.

Nothing of the daemon's: whatever is not in the format is an AssertionError.
"""

import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"'
SAMPLE = re.compile(r"(%s)(?:\{(%s(?:,%s)*)\})? (\S+)$" % (NAME, LABEL, LABEL))


def bucket_rows(rows, name):
    """The counts of a histogram's buckets, one list for each set of other labels."""
    found = {}
    for (sample, labels), value in rows.items():
        if sample == name + "_bucket":
            rest = frozenset(label for label in labels if label[0] != "le")
            bound = float(dict(labels)["le"].replace("+Inf", "inf"))
            found.setdefault(rest, []).append((bound, value))
    return found


def read(text):
    """The samples: {(name, frozenset of (label, value)): number}, each of a family told before it."""
    assert text.endswith("\n"), text[-80:]
    rows, types, family = {}, {}, None
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            family = line.split(" ")[2]
            assert family not in types and len(line.split(" ", 3)[3]) > 3, line
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == family and kind in ("counter", "gauge", "histogram"), line
            assert (kind == "counter") == name.endswith("_total"), line
            types[name] = kind
        else:
            match = SAMPLE.match(line)
            assert match, line
            name, labels, value = match.groups()
            base = re.sub("_(bucket|sum|count)$", "", name) if types[family] == "histogram" else name
            assert base == family, line
            key = (name, frozenset(tuple(part.split("=", 1)) for part in
                                   (label.replace('"', "") for label in (labels or "").split(",") if label)))
            assert key not in rows, line
            rows[key] = float(value)
            assert rows[key] >= 0, line
    for name in (name for name, kind in types.items() if kind == "histogram"):
        found = bucket_rows(rows, name)
        assert found, name
        for rest, buckets in found.items():
            assert buckets == sorted(buckets) and buckets[-1][0] == float("inf"), name
            assert [n for _, n in buckets] == sorted(n for _, n in buckets), name
            assert buckets[-1][1] == rows[(name + "_count", rest)], name
    return rows


def value(rows, name, **labels):
    return rows[(name, frozenset(labels.items()))]


def total(rows, name, **labels):
    """The sum over all samples of that name with these labels."""
    return sum(number for (sample, given), number in rows.items()
               if sample == name and frozenset(labels.items()) <= given)
