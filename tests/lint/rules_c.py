# SPDX-License-Identifier: MIT
"""rules_c.py - what C files may include, call and weigh."""

import re

from tree import functions

SERVER_ENGINE = ["engine/base/", "engine/solve/", "engine/game/game.h", "engine/store/store.h",
                 "engine/store/store_copy.h", "engine/store/store_share.h", "engine/store/question.h", "engine/store/ledger.h", "engine/store/backup.h",
                 "engine/store/staging.h", "engine/table/epoch.h"]
CLI_OFFLINE = ["clients/cli/", "clients/diagram/", "clients/words/", "clients/c/tesuji.h", "engine/proof/bytes.h", "engine/proof/check/",
               "engine/game/game.h", "engine/base/"]

# Folder -> what its files may include besides it, the longest match of the folder
# counting. Reads: "server uses the protocol and these parts of the engine".
MAY_INCLUDE = {
    "engine/base/": [],
    "engine/zone/": ["engine/base/"],
    "engine/tuning/": [],
    "engine/judge/": [],  # guesses: it knows no game and no proof
    "engine/game/": ["engine/tuning/tuning.h", "engine/zone/", "engine/base/"],
    "engine/store/": ["engine/game/game.h", "engine/game/grid.h", "engine/game/options.h",
                      "engine/zone/", "engine/base/"],
    "engine/table/": ["engine/tuning/tuning.h", "engine/game/game.h", "engine/zone/",
                      "engine/base/"],
    "engine/search/core/": ["engine/tuning/tuning.h", "engine/table/", "engine/game/game.h",
                            "engine/zone/", "engine/base/"],
    "engine/search/alphabeta/": ["engine/search/core/", "engine/tuning/tuning.h", "engine/table/",
                                 "engine/game/game.h", "engine/zone/", "engine/base/"],
    "engine/search/dfpn/": ["engine/search/core/", "engine/search/alphabeta/",
                            "engine/tuning/tuning.h", "engine/table/", "engine/game/game.h",
                            "engine/zone/", "engine/base/"],
    "engine/search/": ["engine/tuning/tuning.h", "engine/table/", "engine/game/game.h",
                       "engine/zone/", "engine/base/"],
    "engine/proof/": ["engine/search/", "engine/table/", "engine/game/game.h", "engine/zone/",
                      "engine/base/"],
    "engine/proof/check/": ["engine/proof/certificate.h", "engine/proof/certificate_read.h",
                            "engine/proof/certificate_write.h", "engine/proof/strategy.h",
                            "engine/proof/canonical.h", "engine/base/"],  # trusts nobody
    "engine/solve/": ["engine/tuning/tuning.h", "engine/proof/", "engine/store/", "engine/search/", "engine/table/",
                      "engine/game/game.h", "engine/zone/", "engine/base/"],
    "protocol/": ["engine/base/"],
    "server/": ["protocol/", *SERVER_ENGINE],
    "server/judging": ["protocol/", *SERVER_ENGINE, "engine/judge/judge.h", "engine/game/dragon.h",
                       "engine/game/grid.h"],  # puts a board of Go before the judge
    "server/fleet/audit": ["server/", "protocol/", *SERVER_ENGINE, "engine/proof/bytes.h",
                           "engine/proof/check/check.h"],  # judges certificates of strangers
    # Headers that are installed name each other as they lie there.
    "clients/c/": ["protocol/", "engine/base/", "tesuji.h", "tesuji_async.h", "tesuji_durable.h", "tesuji_go.h"],
    # The daemon inside a client: its server, behind the library's face.
    "clients/local/": ["clients/c/tesuji.h", "clients/c/fail.h", "clients/c/turns.h",
                       "server/embed.h"],
    # The checker as a program: it trusts what it includes, so that is the checker and the base. Its
    # exit codes are those of the command, in one table.
    "clients/check/": ["engine/proof/check/check.h", "engine/proof/certificate.h", "engine/base/",
                       "clients/cli/exits.h", "clients/cli/json.h"],
    # Readers of files with many problems: text in, problems out.
    "clients/collection/": ["protocol/sgf.h", "protocol/sgf_board.h", "protocol/sgf_split.h",
                            "protocol/utf8.h", "engine/game/game.h", "engine/game/grid.h",
                            "engine/base/"],
    "clients/cli/": ["clients/collection/", "clients/c/tesuji.h", "clients/c/tesuji_batch.h", "clients/c/tesuji_durable.h", "clients/c/tesuji_fleet.h", "clients/c/tesuji_life.h", "clients/c/tesuji_login.h", "clients/c/tesuji_moves.h", "clients/c/tesuji_proof.h", "clients/c/tesuji_tls.h",
                     "clients/local/local.h", "clients/problem/",
                     "clients/diagram/", "clients/words/", "protocol/sgf.h"],
    # Boards and sentences for people, of a client's reports.
    "clients/diagram/": ["clients/c/tesuji.h"],
    "clients/words/": ["clients/c/tesuji.h", "clients/diagram/"],
    # What a problem's setter asks: all that it knows of a game comes from the daemon.
    "clients/problem/": ["clients/c/tesuji.h", "clients/c/tesuji_moves.h"],
    "clients/cli/batch": ["clients/cli/", "clients/collection/", "clients/diagram/", "clients/words/", "clients/c/tesuji.h", "clients/c/tesuji_batch.h", "engine/base/",
                          "engine/game/game.h", "engine/game/grid.h", "protocol/sgf.h"],
    "clients/cli/gather": ["clients/cli/", "clients/collection/", "engine/base/"],
    # The points that Renju forbids, by the rules of the checker.
    "clients/diagram/diagram_renju": ["clients/diagram/", "engine/proof/check/renju.h"],
    # Commands on a file or a folder, which ask no daemon: certificates and stores.
    "clients/cli/check": ["clients/cli/", "clients/check/front.h"],
    "clients/cli/proof_file": [*CLI_OFFLINE],
    "clients/cli/problem_pgn": [*CLI_OFFLINE],
    "clients/cli/problem_tree": [*CLI_OFFLINE, "clients/c/tesuji_proof.h", "clients/collection/collection.h",
                                 "clients/problem/"],
    "clients/cli/show_sgf": [*CLI_OFFLINE],
    "clients/cli/store": [*CLI_OFFLINE, "engine/store/"],
    # What engines for GUIs have in common; and the engines, which know the rules of their games.
    "clients/front/": ["clients/c/tesuji.h", "clients/c/tesuji_login.h", "clients/c/tesuji_tls.h", "clients/local/local.h", "engine/game/game.h",
                       "engine/game/grid.h"],
    "clients/uci/": ["clients/front/", "clients/c/tesuji.h", "engine/game/game.h"],
    "clients/gomoku/": ["clients/front/", "clients/c/tesuji.h"],
    "clients/gtp/": ["clients/front/", "clients/c/tesuji.h", "clients/c/tesuji_life.h", "protocol/sgf.h",
                     "protocol/sgf_board.h"],
    # JSON over HTTP: what is asked goes to the daemon as it is, so it knows the encoding and no game.
    "clients/http/": ["clients/diagram/diagram.h", "clients/words/", "clients/c/convert.h", "clients/c/tesuji.h", "clients/c/tesuji_async.h", "clients/c/tesuji_call.h",
                      "clients/c/tesuji_login.h", "clients/c/tesuji_tls.h", "clients/front/options.h", "protocol/codec.h", "protocol/limits.h", "protocol/msg.h",
                      "protocol/tables.h", "protocol/put.h", "engine/base/version.h", "engine/base/hmac.h", "protocol/wirebuf.h", "engine/proof/check/browse.h",
                      "engine/proof/bytes.h"],
    "tests/": [""],
    "tools/": ["engine/"],
    "tools/fleet_sim/": ["engine/base/", "server/fleet/"],
}

# A .c or .h that may include more than its folder -> (what, the reason).
EXTRA = {
    "engine/game/game.c": (["engine/game/"], "it has the list of games, one line each"),
}

SYSTEM = {  # header -> where it may be included
    r"lmdb\.h": r"engine/store/.*|tests/.*",
    r"uv\.h": r"server/.*|clients/http/.*|tests/.*",
    r"microhttpd\.h": r"clients/http/.*|server/metrics_http\.c|tests/.*",
    r"jansson\.h": r"clients/http/.*|tests/.*",
    r"msgpack.*\.h": r"protocol/codec\.c|tests/.*",
    r"openssl/.*": r"protocol/tls.*|tests/.*",
    r"sys/sdt\.h": r"engine/base/probe\.h",
    r"zlib\.h": r"tests/.*",  # to compare with
    r"urcu.*\.h|urcu/.*": r"engine/table/epoch\.c|server/bridge\.c",
    r"sys/socket\.h": r"(?!engine/).*|engine/store/writer\.c",  # to its own second process
    r"sys/un\.h|netinet/.*|arpa/.*|netdb\.h": r"(?!engine/).*",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def includes(tree, path):
    for match in INCLUDE.finditer(tree.code(path)):
        line = tree.code(path).count("\n", 0, match.start(1)) + 1
        yield line, match.group(1) == '"', match.group(2)


def folder_of(path):
    known = [folder for folder in MAY_INCLUDE if path.startswith(folder)]
    return max(known, key=len) if known else None


def rule_directions(tree):
    """#include lines go down the floors of the house, never up"""
    for path in tree.paths(".c", ".h"):
        mine = folder_of(path)
        if mine is None:
            yield f"{path}: no rule says what this folder may include"
            continue
        allowed = [mine, *MAY_INCLUDE[mine], *EXTRA.get(path, [[]])[0]]
        if mine == "engine/game/":  # a game knows itself, not its neighbours
            own = ["/".join(path.split("/")[:3]) + "/"] if path.count("/") >= 3 else []
            allowed = [*own, *MAY_INCLUDE[mine], *EXTRA.get(path, [[]])[0]]
        for line, project, name in includes(tree, path):
            shared = mine == "engine/game/" and re.fullmatch(r"engine/game/[^/]+\.h", name)
            if project and not shared and not name.startswith(tuple(allowed)):
                yield f"{path}:{line}: must not include \"{name}\""


def rule_libraries(tree):
    """uv, msgpack, urcu and sockets are included where they belong only"""
    for path in tree.paths(".c", ".h"):
        for line, project, name in includes(tree, path):
            for header, places in SYSTEM.items():
                if not project and re.fullmatch(header, name) and not re.fullmatch(places, path):
                    yield f"{path}:{line}: must not include <{name}>"


OUTPUT = re.compile(r"\b(v?f?printf|v?dprintf|f?puts|f?putc|putchar|perror|fwrite|v?syslog|"
                    r"exit|_exit|_Exit|quick_exit|abort)\s*\(")


ENDS = {  # a file of the engine that may end a process -> which
    "engine/base/check.c": "a failed CHECK ends the one that it is in",
    "engine/store/writer.c": "those that it has made itself, to write to a store",
}


def rule_silent_engine(tree):
    """the engine prints nothing and ends no process (but for a failed CHECK, and its own)"""
    for path in tree.paths(".c", ".h"):
        if not path.startswith("engine/") or path in ENDS:
            continue
        code = tree.code(path)
        for match in OUTPUT.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: the engine must not call {match.group(1)}()"


CALL = re.compile(r"\b([a-z_]\w*)\s*\(")


def rule_no_recursion(tree):
    """no function of the search calls itself, directly or through others"""
    calls, where, names = {}, {}, {}
    paths = [p for p in tree.paths(".c", ".h") if p.startswith("engine/search/")]
    for path in paths:
        for name, static, line, _, body in functions(tree.code(path)):
            key = (path if static else "", name)
            where[key] = f"{path}:{line}"
            names[path, name] = key
            calls[key] = (path, set(CALL.findall(body)))

    def callees(key):
        path, called = calls[key]
        for name in called:
            target = names.get((path, name), ("", name))
            if target in calls:
                yield target

    done = set()
    for root in sorted(calls):
        if root in done:
            continue
        stack, on_path = [(root, callees(root))], [root]
        while stack:
            for target in stack[-1][1]:
                if target in on_path:
                    cycle = on_path[on_path.index(target):] + [target]
                    yield f"{where[target]}: {' -> '.join(name for _, name in cycle)}"
                elif target not in done:
                    stack.append((target, callees(target)))
                    on_path.append(target)
                    break
            else:
                done.add(on_path.pop())
                stack.pop()


FILE_LINES, FUNCTION_LINES = 600, 60

# Files that may be longer, and why: path -> (their own limit, the reason).
LONGER = {
}


def rule_sizes(tree):
    """files of at most 600 lines, functions of at most 60; generated files have no limit"""
    for path in tree.paths(".c", ".h", ".py", ".sh"):
        if path.endswith((".c", ".h")) and tree.maker(path):
            continue
        lines = tree.files[path].count("\n")
        most, _ = LONGER.get(path, (FILE_LINES, ""))
        if lines > most:
            yield f"{path}: {lines} lines, at most {most}: split it by topic"
        if path.endswith((".c", ".h")):
            for name, _, first, length, _ in functions(tree.code(path)):
                if length > FUNCTION_LINES:
                    yield f"{path}:{first}: {name} has {length} lines, at most {FUNCTION_LINES}"


RULES = [rule_directions, rule_libraries, rule_silent_engine, rule_no_recursion, rule_sizes]
