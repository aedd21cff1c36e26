# SPDX-License-Identifier: MIT
"""rules_shape.py - how files hang together: who calls whom, and how files, functions, types and
tuned numbers are named.

No more than EXCEPTIONS_MOST rows stand in STEMS, NO_HEADER, rules_c.LONGER and rules_c.EXTRA
together, each with its reason."""

import os
import re

import rules_c
from tree import functions

CODE = ("engine/", "server/", "protocol/", "clients/")
EXCEPTIONS_MOST = 5

# Folder or file -> (a stem that its public functions may carry instead of their file's, the reason).
STEMS = {
    "clients/c/": ("tesuji", "the library that is installed has one prefix for all of its names"),
}

# A .c without a header of its own name -> the reason.
NO_HEADER = {
    "protocol/tls_none.c": "it stands for tls.c and tls_rules.c where there is no TLS",
}


def sources(tree):
    return [path for path in tree.paths(".c") if path.startswith(CODE)]


CALL = re.compile(r"(?<![\w.>])([a-z_]\w*)\s*\(")


def call_graph(tree, paths):
    """file -> {file it calls: the function that is called}, a header's functions being those of the
    .c file of its name. What is called through a pointer is not seen, on purpose."""
    public, static, bodies = {}, {}, {}
    for path in paths:
        unit = path[:-2] + ".c"
        for name, is_static, _, _, body in functions(tree.code(path)):
            bodies.setdefault(unit, []).append(body)
            if is_static and path.endswith(".c"):
                static.setdefault(unit, set()).add(name)
            else:
                public.setdefault(name, []).append(unit)
    graph = {}
    for unit, texts in bodies.items():
        for name in {name for body in texts for name in CALL.findall(body)}:
            targets = public.get(name, [])
            if name in static.get(unit, ()) or unit in targets or not targets:
                continue
            near = [t for t in targets if os.path.dirname(t) == os.path.dirname(unit)]
            graph.setdefault(unit, {})[(near or targets)[0]] = name
    return graph


def way_back(graph, start):
    """The shortest circle of calls through a file, as a list of files; none: []."""
    above, todo = {}, [start]
    for unit in todo:
        for target in sorted(graph.get(unit, {})):
            if target == start:
                way = [start, unit]
                while way[-1] != start:
                    way.append(above[way[-1]])
                return way[::-1]
            if target not in above:
                above[target] = unit
                todo.append(target)
    return []


def rule_circles(tree):
    """no circle of calls among the .c files of engine and server"""
    for floor in ("engine/", "server/"):
        paths = [p for p in tree.paths(".c", ".h") if p.startswith(floor)]
        graph = call_graph(tree, paths)
        seen = set()
        for unit in sorted(graph):
            way = [] if unit in seen else way_back(graph, unit)
            seen.update(way)
            if way:
                steps = [f"{os.path.basename(b)} ({graph[a][b]})" for a, b in zip(way, way[1:])]
                yield f"{unit}: calls itself: {' -> '.join([os.path.basename(unit), *steps])}"


def stems_of(tree, path):
    """The prefixes that the public functions of a file may have: its stem; its folder's name and its
    stem; where the stem goes on from that of a header beside it (conn_in of conn), that one; what
    STEMS names."""
    folder, stem = os.path.split(path[:-2])
    stems = [stem, f"{os.path.basename(folder)}_{stem}"]
    parts = stem.split("_")
    stems += ["_".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)
              if f"{folder}/{'_'.join(parts[:n])}.h" in tree.files]
    return stems + [other for place, (other, _) in STEMS.items() if path.startswith(place)]


def rule_stems(tree):
    """a public function carries the stem of its file"""
    for path in sources(tree):
        stems = stems_of(tree, path)
        for name, is_static, line, _, _ in functions(tree.code(path)):
            if is_static or name == "main" or name.isupper():
                continue
            if not any(name == stem or name.startswith(stem + "_") for stem in stems):
                yield f"{path}:{line}: {name} does not begin with {' or '.join(stems)}"


def rule_own_header(tree):
    """each .c has one header, of its own name; programs have none"""
    for path in sources(tree):
        if path in NO_HEADER:
            continue
        named = [name for name, is_static, _, _, _ in functions(tree.code(path)) if not is_static]
        if named and named != ["main"] and path[:-2] + ".h" not in tree.files:
            yield f"{path}: has no header {os.path.basename(path)[:-2]}.h"


TYPEDEF = re.compile(r"^typedef\b[^;{]*?(?:(?:\{.*?^\}|\{[^{}]*\})[^;]*?)?"
                     r"\b(\w+)\s*(?:\[[^\]]*\]\s*)*;", re.S | re.M)
FUNCTION_TYPE = re.compile(r"^typedef\b[^;{(]*?(?:\(\s*\*\s*(\w+)\s*\)|\b(\w+))"
                           r"\([^;]*\)\s*;", re.M)
TAGGED = re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) \{", re.M)


def type_names(code):
    """(name, line) of the types that a header defines."""
    found = {}
    for pattern in (FUNCTION_TYPE, TAGGED, TYPEDEF):
        for match in pattern.finditer(code):
            found.setdefault(match.group(match.lastindex), code.count("\n", 0, match.start()) + 1)
    return sorted(found.items())


def rule_type_names(tree):
    """no two headers of the engine define a type of the same name"""
    first = {}
    for path in tree.paths(".h"):
        if not path.startswith("engine/"):
            continue
        for name, line in type_names(tree.code(path)):
            other = first.setdefault(name, path)
            if other != path:
                yield f"{path}:{line}: {name} is also a type of {other}"


TUNING = "engine/tuning/"
TUNED_LIST = "tests/bench/CMakeLists.txt"
INCLUDES_TUNING = '#include "engine/tuning/tuning.h"'
TUNE = re.compile(r"^TUNE\((\w+),\s*(-?\d+),\s*(-?\d+),\s*(-?\d+),\s*"
                  r'"([^"]*)",\s*(?:([A-Z]\w*)|"([^"]*)",\s*"([^"]*)")\)$', re.M)
TUNED_SET = re.compile(r'^#define (\w+)\s+"[^"]+",\s*(?:[A-Z]\w*\s*)?(?:"[^"]+")?$', re.M)
DEFINED = r"(?:\b{0}\s*=[^=]|#\s*define\s+{0}\b)"


def tuned_rows(text):
    """(name, line, what is wrong with the row or None) of each row of tuning.def."""
    text = text.replace("\\\n", " ")
    sets = set(TUNED_SET.findall(re.sub(r"[ \t]+", " ", text)))
    rows = {match.group(1): match for match in TUNE.finditer(text)}
    for start in re.finditer(r"^TUNE\((\w+)", text, re.M):
        name, line = start.group(1), text.count("\n", 0, start.start()) + 1
        row = rows.get(name)
        if row is None or not row.group(5) or (row.group(6) or "") not in sets | {""} or (
                row.group(6) is None and not (row.group(7) and row.group(8))):
            yield name, line, "needs value, range, what it means, what it was set on and a command"
        elif not int(row.group(3)) <= int(row.group(2)) <= int(row.group(4)):
            yield name, line, "is out of its range"
        else:
            yield name, line, None


def rule_tuned(tree):
    """a tuned number has a whole row in tuning.def, and its value nowhere else"""
    table = TUNING + "tuning.def"
    names = []
    for name, line, wrong in tuned_rows(tree.files.get(table, "")):
        if wrong or name in names:
            yield f"{table}:{line}: {name} {wrong or 'is there twice'}"
        names.append(name)
    everywhere = "".join(text for path, text in tree.files.items() if path.endswith(".c"))
    for name in names:
        if TUNED_LIST in tree.files and not re.search(rf"\b{name}\b", everywhere):
            yield f"{table}: {name} is used nowhere"
    defined = re.compile(DEFINED.format(f"({'|'.join(names)})")) if names else None
    for path in tree.paths(".c", ".h"):
        code = tree.code(path)
        if path.startswith(("engine/", "server/")) and not path.startswith(TUNING) and defined:
            for match in defined.finditer(code):
                line = code.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: {match.group().strip(' =')} stands in tuning.def"
        if path.startswith("engine/") and INCLUDES_TUNING in code:
            if path.endswith(".h"):
                yield f"{path}: a header must not include tuning.h"
            elif path[len("engine/"):] not in tree.files.get(TUNED_LIST, path):
                yield f"{path}: includes tuning.h and is not in the list of {TUNED_LIST}"


# Where a number that is written down may be a tuned one: besides, files of games with tuned numbers.
GUESSING = ("engine/search/", "engine/solve/", "engine/table/")
NO_TUNED = "size|bound|limit|layout|rule|latency"  # of docs/development.md, "Tune"
ENUM = re.compile(r"(typedef\s+)?enum\b[^{};()]*\{([^{}]*)\}[^;{}]*;")
ENUMERATOR = re.compile(r"(\w+)\s*=\s*([^,]*\d[^,]*)")
CONSTANT = re.compile(r"\b(?:static\s+)?const\s+(?:unsigned|int|long|size_t|float|double|u?int\d+_t)\s+"
                      r"(\w+\s*=\s*[^;{}\"]*\d[^;{}\"]*);")
MACRO = re.compile(r"^#[ \t]*define[ \t]+(\w+)[ \t]+\(?-?\d[\w.]*\)?[ \t]*$", re.M)
REASON = re.compile(rf"/\*\s*(?:{NO_TUNED}):\s*\S")


def written_numbers(code):
    """(name, start, end) of each named constant of blanked C whose value is written in digits; an enum's end
    is that of its line, or of the whole enum. Vocabularies (typedef enum) are none, nor are values that
    a function computes."""
    for match in ENUM.finditer(code):
        if match.group(1):
            continue
        for row in ENUMERATOR.finditer(match.group(2)):
            start = match.start(2) + row.start()
            yield row.group(1), start, match.start(), match.end()
    for match in CONSTANT.finditer(code):
        outside = code.rfind("\n", 0, match.start()) + 1 == match.start()
        if outside or match.group().startswith("static"):
            for row in ENUMERATOR.finditer(match.group(1)):
                yield row.group(1), match.start(1) + row.start(), match.start(), match.end()
    for match in MACRO.finditer(code):
        yield match.group(1), match.start(1), match.start(), match.end()


def has_reason(text, start, whole, end):
    """Is there a reason on the constant's own line, at the end of its declaration, or just before it?"""
    own = text[start:text.find("\n", start)]
    after = text[end:text.find("\n", end)]
    before = text[:whole].rstrip()
    before = before[before.rfind("/*"):] if before.endswith("*/") else ""
    return any(REASON.search(piece) for piece in (own, after, before))


def rule_written_numbers(tree):
    """a number of the search that is written down is tuned, or its comment says what else it is"""
    for path in tree.paths(".c", ".h"):
        code = tree.code(path)
        guesses = path.startswith("engine/game/") and INCLUDES_TUNING in code
        if not (path.startswith(GUESSING) or guesses):
            continue
        for name, start, whole, end in written_numbers(code):
            if not has_reason(tree.files[path], start, whole, end):
                line = code.count("\n", 0, start) + 1
                yield (f"{path}:{line}: {name} is in no row of {TUNING}tuning.def, and its comment does not "
                       f"begin with {NO_TUNED.replace('|', ':, ')}:")


def rule_exceptions(tree):
    """exceptions are few, have reasons, and name what is there"""
    tables = {"STEMS": STEMS, "NO_HEADER": NO_HEADER, "LONGER": rules_c.LONGER,
              "EXTRA": rules_c.EXTRA}
    here = "tests/lint/rules_shape.py"
    rows = [(table, place, row) for table, rows in tables.items() for place, row in rows.items()]
    if len(rows) > EXCEPTIONS_MOST:
        yield f"{here}: {len(rows)} exceptions, at most {EXCEPTIONS_MOST}"
    for table, place, row in rows:
        if not (row if isinstance(row, str) else row[-1]):
            yield f"{here}: {table}: {place} has no reason"
        if "tests/lint/lint.py" in tree.files and not any(path.startswith(place) for path in tree.files):
            yield f"{here}: {table}: there is no {place}"


ASSERT = re.compile(r"\b(?:assert|CHECK|_Static_assert|static_assert)\s*\(")


def report_asserts(tree):
    """Lines of text: asserts for each 1,000 lines of C, a floor a line."""
    lines, asserts = {}, {}
    for path in tree.paths(".c", ".h"):
        parts = path.split("/")
        if not path.startswith(CODE):
            continue
        floor = "/".join(parts[:2]) if len(parts) > 2 else parts[0]
        lines[floor] = lines.get(floor, 0) + tree.files[path].count("\n")
        asserts[floor] = asserts.get(floor, 0) + len(ASSERT.findall(tree.code(path)))
    for floor, count in sorted(lines.items()):
        yield f"note {floor}: {asserts[floor]} asserts, {1000 * asserts[floor] / count:.1f} a 1,000 lines"


RULES = [rule_circles, rule_stems, rule_own_header, rule_type_names, rule_tuned, rule_written_numbers,
         rule_exceptions]
