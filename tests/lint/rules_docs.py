# SPDX-License-Identifier: MIT
"""rules_docs.py - tables of the documents that have to say what the sources do."""

import re

THREADS = "docs/THREADS.md"
SECTIONS = ("Locks", "State of one thread", "Atomics")  # of THREADS.md, each with one table
FLOORS = ("engine/", "protocol/", "server/", "clients/")

# What threads share or keep apart, as it is declared: a member, a variable, an array of either.
SHARED = re.compile(r"\b(?:pthread_(?:mutex|rwlock|cond|once|key|spinlock|barrier)_t|sem_t"
                    r"|uv_(?:mutex|rwlock|cond|once|sem|key)_t|(?:mtx|cnd|once|tss)_t)\s+"
                    r"(\w+)\s*[;=\[]")
THREAD_LOCAL = re.compile(r"\b(?:_Thread_local|thread_local|__thread)\b[^;={(]*?(\w+)\s*[;=\[]")
ATOMIC = re.compile(r"^[ \t]*(?:(?:static|extern|volatile)\s+)*"  # no pointers, and no constants
                    r"(?:_Atomic\s*\([^)]*\)|_Atomic\s+(?:(?:unsigned|signed|long)\s+)*\w+|"
                    r"atomic_(?:u?int|u?long|u?llong|bool|flag|size_t|uintptr_t)\w*)"
                    r"\s+(\w[^;()*]*);", re.M)
ATOMIC_POINTER = re.compile(r"\*\s*_Atomic\s+(\w+)\s*[;=\[]")
ROW = re.compile(r"^\| ((?:`(?:\w+->)?\w+`(?:, )?)+)[^|]*\| `([^`|]+)` \|", re.M)
NAME = re.compile(r"`(?:\w+->)?(\w+)`")


def declared(tree):
    """(path, name) -> line of the locks, conditions, thread-local variables and atomics."""
    found = {}
    for path in tree.paths(".c", ".h"):
        if not path.startswith(FLOORS):
            continue
        code = tree.code(path)
        for match in [*SHARED.finditer(code), *THREAD_LOCAL.finditer(code),
                      *ATOMIC_POINTER.finditer(code)]:
            found[path, match.group(1)] = code.count("\n", 0, match.start()) + 1
        for match in ATOMIC.finditer(code):
            for variable in match.group(1).split(","):
                name = re.match(r"\s*(\w+)", variable).group(1)
                found[path, name] = code.count("\n", 0, match.start(1)) + 1
    return found


def told(text):
    """(path, name) -> line of the rows of THREADS.md: "| `owner->name`, `name` | `path` | ..."."""
    found = {}
    for section in SECTIONS:
        match = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", text, re.S | re.M)
        for row in ROW.finditer(match.group(1)) if match else ():
            line = text.count("\n", 0, match.start(1) + row.start()) + 1
            for name in NAME.findall(row.group(1)):
                found[row.group(2), name] = line
    return found


def rule_locks(tree):
    """THREADS.md has every lock, condition, thread-local variable and atomic, and no other"""
    sources = declared(tree)
    rows = told(tree.files.get(THREADS, ""))
    for path, name in sorted(sources.keys() - rows.keys()):
        yield f"{path}:{sources[path, name]}: {name} stands in no table of {THREADS}"
    for path, name in sorted(rows.keys() - sources.keys()):
        yield f"{THREADS}:{rows[path, name]}: there is no {name} in {path}"


# Documents that name what stands in the sources, beside the comments of the engine.
MAPS = ("docs/search.md", "docs/glossary.md", "docs/development.md", "docs/zones.md", "docs/store.md",
        "docs/lifedeath.md", "docs/lifegoals.md", "docs/results/search.md", "docs/results/techniques.md")
NAMED_FILE = re.compile(r"(?<![\w.*/<-])((?:[\w-]+/)*[a-z]\w*\.(?:c|h|def))\b(?!\w)")
NAMED_MEMBER = re.compile(r"\b([a-z]\w*_t)\.([a-z]\w*)\b")
NAMED_WORD = re.compile(r"(?<![\w/.*-])([A-Za-z][A-Za-z0-9]*_\w+)\b(?![/.\w-])")
TYPE_DEFINED = re.compile(r"\}\s*(\w+_t);|\bstruct (\w+) \{")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
ELSEWHERE = {"go_GOAL", "mdb_dump", "mdb_copy", "call_rcu"}  # of other projects, or a pattern


def unnamed(tree, types, text):
    """(offset, name) of files and members of types that a text names and that are not there."""
    for match in NAMED_FILE.finditer(text):
        if not any(f"/{path}".endswith(f"/{match.group(1)}") for path in tree.files):
            yield match.start(), match.group(1)
    for match in NAMED_MEMBER.finditer(text):
        codes = types.get(match.group(1), [])
        if not any(re.search(rf"\b{match.group(2)}\b", code) for code in codes):
            yield match.start(), match.group()


def rule_names(tree):
    """the comments of the engine and the maps in docs name files, members and words that are there"""
    types = {}
    for path in tree.paths(".c", ".h"):
        code = tree.code(path)
        for match in TYPE_DEFINED.finditer(code):
            types.setdefault(match.group(1) or match.group(2) + "_t", []).append(code)
    texts = [(path, match.start(), match.group()) for path in tree.paths(".c", ".h")
             if path.startswith("engine/") for match in COMMENT.finditer(tree.files[path])]
    texts += [(path, 0, tree.files[path]) for path in MAPS if path in tree.files]
    for path, offset, text in texts:
        for at, name in unnamed(tree, types, text):
            line = tree.files[path].count("\n", 0, offset + at) + 1
            yield f"{path}:{line}: there is no {name}"
    sources = "\n".join(text for path, text in tree.files.items() if not path.endswith(".md"))
    words = set(re.findall(r"[A-Za-z]\w+", sources)) | ELSEWHERE
    for path in MAPS:
        for match in NAMED_WORD.finditer(tree.files.get(path, "")):
            name = match.group(1)
            if name not in words and not (name.endswith("_") and name in sources):
                line = tree.files[path].count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: no source knows {name}"


RULES = [rule_locks, rule_names]
