# SPDX-License-Identifier: MIT
"""rules_tree.py - CMake link lists, first lines, texts, headers, formatting."""

import hashlib
import os
import re
import shutil
import subprocess

class Skip(Exception):
    """The rule cannot be checked here."""


# Target -> what of the project, and which packages, it may link.
MAY_LINK = {
    "tesuji_base": {"tesuji_flags", "Threads::Threads"},
    "tesuji_zone": {"tesuji_base"},
    "tesuji_game": {"tesuji_zone", "tesuji_base"},
    "tesuji_judge": {"tesuji_flags"},
    "tesuji_store": {"tesuji_game", "tesuji_base", "PkgConfig::LMDB"},
    "tesuji_table": {"tesuji_base", "tesuji_zone", "tesuji_game", "PkgConfig::URCU"},
    "tesuji_search": {"tesuji_table", "tesuji_game", "tesuji_zone", "tesuji_base"},
    "tesuji_proof": {"tesuji_search", "tesuji_table", "tesuji_game", "tesuji_base"},
    "tesuji_solve": {"tesuji_proof", "tesuji_certificate", "tesuji_store", "tesuji_search",
                     "tesuji_table", "tesuji_game", "tesuji_base"},
    "tesuji_certificate": {"tesuji_base"},
    "tesuji_check": {"tesuji_certificate", "tesuji_base"},
    "tesuji_protocol": {"tesuji_base", "PkgConfig::MSGPACK"},
    "tesuji_tls": {"tesuji_base", "PkgConfig::OPENSSL"},
    "tesuji_nats": {"tesuji_base", "PkgConfig::NATS"},
    "tesuji_server": {"tesuji_solve", "tesuji_check", "tesuji_judge", "tesuji_protocol", "PkgConfig::UV",
                      "PkgConfig::URCU", "tesuji_tls", "crypt"},
    "tesuji_nats_module": {"tesuji_nats"},
    "tesujid": {"tesuji_server", "${CMAKE_DL_LIBS}", "PkgConfig::MICROHTTPD"},
    "tesuji_client": {"tesuji_protocol", "tesuji_tls"},
    "tesuji_shared": {"tesuji_protocol", "tesuji_tls"},
    "tesuji_example": {"tesuji_flags", "tesuji_shared"},
    "atari_watch": {"tesuji_flags", "tesuji_shared"},
    "night_shift": {"tesuji_flags", "tesuji_shared"},
    "tesuji_check_front": {"tesuji_check"},    # no more: tesuji-check needs nothing but libc
    "tesuji-check": {"tesuji_check_front"},
    "tesuji_collection": {"tesuji_protocol", "tesuji_game"},
    "tesuji_problem": {"tesuji_client"},
    "tesuji_cli": {"tesuji_client", "tesuji_collection", "tesuji_check",
                   "tesuji_check_front", "tesuji_problem", "tesuji_store", "tesuji_diagram", "tesuji_words", "m"},
    "tesuji_diagram": {"tesuji_client", "tesuji_check", "m"},
    "tesuji_words": {"tesuji_diagram"},
    "tesuji_local": {"tesuji_client", "tesuji_server"},
    "tesuji": {"tesuji_cli", "tesuji_local"},
    "tesuji_options": {"tesuji_base"},
    "tesuji_front": {"tesuji_client", "tesuji_options", "tesuji_local", "tesuji_game"},
    "tesuji_http": {"tesuji_client", "tesuji_check", "tesuji_diagram", "tesuji_words", "tesuji_options", "PkgConfig::UV", "PkgConfig::MICROHTTPD", "PkgConfig::JANSSON"},
    "tesuji-http": {"tesuji_http"},
    "tesuji_gtp": {"tesuji_front", "tesuji_game"},
    "tesuji-gtp": {"tesuji_gtp"},
    "tesuji_uci": {"tesuji_front", "tesuji_game"},
    "tesuji-uci": {"tesuji_uci"},
    "tesuji_gomoku": {"tesuji_front", "tesuji_game"},
    "tesuji-gomoku": {"tesuji_gomoku"},
    "fleet_sim": {"tesuji_server", "m"},
    "train_net": {"tesuji_flags"},
    "lessons": {"train_net", "tesuji_search"},
}
LINK = re.compile(r"target_link_libraries\(\s*(\S+)\s+([^)]*)\)")
WORDS = {"PUBLIC", "PRIVATE", "INTERFACE"}


def rule_link_lists(tree):
    """CMake link lists go down the floors of the house, never up"""
    for path in tree.paths("CMakeLists.txt", ".cmake"):
        if path.startswith("tests/"):
            continue
        text = re.sub(r"#[^\n]*", "", tree.files[path])
        for match in LINK.finditer(text):
            target, libraries = match.group(1), set(match.group(2).split()) - WORDS
            line = text.count("\n", 0, match.start()) + 1
            if target not in MAY_LINK:
                yield f"{path}:{line}: no rule says what {target} may link"
            for library in sorted(libraries - MAY_LINK.get(target, libraries)):
                yield f"{path}:{line}: {target} must not link {library}"


NAMED = "SPDX-License-Identifier: MIT"
SHEBANG_OR_C = (".c", ".h", ".ts", ".tsx", ".js", ".mjs", ".css", ".py", ".sh", ".in", ".service", ".socket", ".1", ".3", ".5", ".8")


def rule_licence(tree):
    """every source says its licence in its first line (after #!)"""
    for path, text in sorted(tree.files.items()):
        lines = text.split("\n", 2)
        scripted = text.startswith("#!")
        if not (path.endswith(SHEBANG_OR_C) or scripted) or path.endswith("tesuji.pc.in"):
            continue
        first = lines[1] if scripted and len(lines) > 1 else lines[0]
        if NAMED not in first:
            yield f"{path}: '{NAMED}' is not in its first line"
        elif path.endswith((".c", ".h")) and not first.startswith("/* " + NAMED):
            yield f"{path}: does not begin with '/* {NAMED}'"


INSTALLED = "clients/c/tesuji"  # headers that stand side by side where they are installed


def rule_guards(tree):
    """include guards are spelled after the path"""
    for path in tree.paths(".h"):
        guard = re.sub(r"\W", "_", path).upper()
        if path.startswith(INSTALLED):
            guard = re.sub(r"\W", "_", os.path.basename(path)).upper()
        if f"#ifndef {guard}\n#define {guard}\n" not in tree.files[path]:
            yield f"{path}: no include guard {guard}"


BODY = re.compile(r"^ \* Body +SHA-256 ([0-9a-f]{64})$", re.M)


def rule_generated(tree):
    """a generated file names a tool that is there, and the hash of what follows its head"""
    for path in tree.paths(".c", ".h"):
        maker = tree.maker(path)
        if not maker:
            continue
        head, _, body = tree.files[path].partition("*/\n")
        told = BODY.search(head)
        if maker not in tree.files:
            yield f"{path}: there is no {maker} to generate it"
        if not told or told.group(1) != hashlib.sha256(body.encode()).hexdigest():
            yield f"{path}: does not have the hash of its body: {maker} writes it"


UNWANTED = [
    (re.compile(r"[ \t]+$"), "blanks at the end of the line", (".md",)),
    (re.compile(r"\r$"), "carriage return", ()),
    (re.compile(r"^(<<<<<<<|>>>>>>>|=======)( |$)"), "merge conflict", ()),
    (re.compile(r"\b(FIXME|XXX|HACK|TODO)\b"), "unfinished business",
     ("tests/lint/", "tests/proofs/vector_claims.py")),
    (re.compile(r"(?<![\w.])/(home|root|work|Users)/\w"), "a path of somebody's machine",
     ("tests/lint/",)),
]


def rule_text(tree):
    """no trailing blanks, conflicts, leftovers or private paths; a newline at the end"""
    for path, text in sorted(tree.files.items()):
        if path.startswith("tests/fuzz/corpus") or path.endswith((".hex", ".tsv", ".cert")):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            for pattern, what, excepted in UNWANTED:
                if not any(e in path for e in excepted) and pattern.search(line):
                    yield f"{path}:{number}: {what}"
        if text and not text.endswith("\n"):
            yield f"{path}: no newline at the end"


def rule_links(tree):
    """relative links in Markdown lead somewhere"""
    for path in tree.paths(".md"):
        folder = os.path.dirname(path)
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", tree.files[path]):
            if re.match(r"[a-z]+:", target):
                continue
            inside = os.path.normpath(os.path.join(folder, target))
            is_image = tree.root and os.path.isfile(os.path.join(tree.root, inside))
            if inside not in tree.files and not is_image and not any(
                    p.startswith(inside + "/") for p in tree.files):
                yield f"{path}: the link to {target} leads nowhere"


def cut(text, lines=6):
    return "\n    ".join(text.strip().split("\n")[:lines])


C_FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]


def rule_headers_alone(tree):
    """every header compiles alone"""
    packages = subprocess.run(["pkg-config", "--cflags", "libuv"], stdout=subprocess.PIPE,
                              check=False, text=True).stdout.split()
    flags = [*C_FLAGS, "-I", tree.root, *packages]
    for path in tree.paths(".h"):
        beside = ["-I", os.path.join(tree.root, os.path.dirname(path))]
        done = subprocess.run(["gcc", *flags, *(beside if path.startswith(INSTALLED) else []),
                               "-x", "c", "-"],
                              input=f"{tree.files[path]}\ntypedef int nothing_else_t;\n",
                              stderr=subprocess.PIPE, check=False, text=True)
        if done.returncode != 0:
            yield f"{path}: does not compile alone:\n    {cut(done.stderr)}"


def rule_headers_together(tree):
    """no name of the engine's headers has two meanings: all of them compile in one file"""
    whole = "".join(f'#line 1 "{path}"\n{tree.files[path]}\n' for path in tree.paths(".h")
                    if path.startswith("engine/"))
    done = subprocess.run(["gcc", *C_FLAGS, "-I", tree.root, "-x", "c", "-"], input=whole,
                          stderr=subprocess.PIPE, check=False, text=True)
    for place, what in re.findall(r"^(\S+?:\d+):\d+: error: (.*)", done.stderr, re.M):
        yield f"{os.path.relpath(place, tree.root) if os.path.isabs(place) else place}: {what}"


def rule_format(tree):
    """clang-format has nothing to change"""
    tool = shutil.which("clang-format-14") or shutil.which("clang-format")
    version = subprocess.run([tool, "--version"], stdout=subprocess.PIPE, check=False,
                             text=True).stdout if tool else ""
    if " version 14." not in version:  # others lay some things out differently
        raise Skip("clang-format 14 is not installed")
    for path in tree.paths(".c", ".h"):
        done = subprocess.run([tool, f"--assume-filename={os.path.join(tree.root, path)}"],
                              input=tree.files[path], stdout=subprocess.PIPE, check=False,
                              text=True)
        if done.returncode != 0 or done.stdout != tree.files[path]:
            yield f"{path}: clang-format -i would change it"


def rule_scripts(tree):
    """scripts parse; shellcheck has nothing to say where it is installed"""
    checker = shutil.which("shellcheck")
    for path, text in sorted(tree.files.items()):
        if path.endswith(".py"):
            try:
                compile(text, path, "exec")
            except SyntaxError as error:
                yield f"{path}:{error.lineno}: {error.msg}"
        elif path.endswith(".sh") or re.match(r"#! ?/(usr/)?bin/(env )?(ba)?sh\b", text):
            shell = "sh" if re.match(r"#![^\n]*[/ ]sh\b", text) else "bash"
            # SC1091: what is sourced is checked for itself.
            command = [checker, "-e", "SC1091", "-s", shell, "-"] if checker else [shell, "-n"]
            done = subprocess.run(command, input=text, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False, text=True)
            if done.returncode != 0:
                yield f"{path}:\n    {cut(done.stdout, 20)}"


RULES = [rule_link_lists, rule_licence, rule_guards, rule_generated, rule_text, rule_links,
         rule_headers_alone, rule_headers_together, rule_format, rule_scripts]
