# SPDX-License-Identifier: MIT
"""rules_docs.py - tables of the documents that have to say what the sources do."""

import re

THREADS = "docs/THREADS.md"
SECTIONS = ("Locks", "State of one thread")  # of THREADS.md, each with one table
FLOORS = ("engine/", "protocol/", "server/", "clients/")

# What threads share or keep apart, as it is declared: a member, a variable, an array of either.
SHARED = re.compile(r"\b(?:pthread_(?:mutex|rwlock|cond|once|key|spinlock|barrier)_t|sem_t"
                    r"|uv_(?:mutex|rwlock|cond|once|sem|key)_t|(?:mtx|cnd|once|tss)_t)\s+"
                    r"(\w+)\s*[;=\[]")
THREAD_LOCAL = re.compile(r"\b(?:_Thread_local|thread_local|__thread)\b[^;={(]*?(\w+)\s*[;=\[]")
ROW = re.compile(r"^\| `(?:\w+->)?(\w+)`[^|]*\| `([^`|]+)` \|", re.M)


def declared(tree):
    """(path, name) -> line of all locks, conditions and thread-local variables of the sources."""
    found = {}
    for path in tree.paths(".c", ".h"):
        if not path.startswith(FLOORS):
            continue
        code = tree.code(path)
        for match in [*SHARED.finditer(code), *THREAD_LOCAL.finditer(code)]:
            found[path, match.group(1)] = code.count("\n", 0, match.start()) + 1
    return found


def told(text):
    """(path, name) -> line of the rows of THREADS.md: "| `owner->name` | `path` | ..."."""
    found = {}
    for section in SECTIONS:
        match = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", text, re.S | re.M)
        for row in ROW.finditer(match.group(1)) if match else ():
            line = text.count("\n", 0, match.start(1) + row.start()) + 1
            found[row.group(2), row.group(1)] = line
    return found


def rule_locks(tree):
    """THREADS.md has every lock, condition and thread-local variable, and no other"""
    sources = declared(tree)
    rows = told(tree.files.get(THREADS, ""))
    for path, name in sorted(sources.keys() - rows.keys()):
        yield f"{path}:{sources[path, name]}: {name} stands in no table of {THREADS}"
    for path, name in sorted(rows.keys() - sources.keys()):
        yield f"{THREADS}:{rows[path, name]}: there is no {name} in {path}"


RULES = [rule_locks]
