# SPDX-License-Identifier: MIT
"""tree.py - the files that the rules look at, and C without comments and strings."""

import os
import re
import subprocess

SKIPPED_DIRS = re.compile(r"^(\.git|build|build-.*|__pycache__)$")


class Tree:
    """Files by path from the root. `files` maps a path to its text."""

    def __init__(self, files, root=None):
        self.files, self.root = files, root
        self._code = {}

    @classmethod
    def read(cls, root):
        files = {}
        for path in list_paths(root):
            with open(os.path.join(root, path), "rb") as file:
                data = file.read()
            if b"\0" not in data:
                files[path] = data.decode("utf-8", "surrogateescape")
        return cls(files, root)

    def paths(self, *endings):
        return sorted(path for path in self.files if path.endswith(endings))

    def code(self, path):
        """The text with comments and the insides of strings blanked, lines kept."""
        if path not in self._code:
            self._code[path] = blank(self.files[path])
        return self._code[path]


def list_paths(root):
    """What git knows or would add; without git, everything outside build folders."""
    if os.path.exists(os.path.join(root, ".git")):
        done = subprocess.run(
            ["git", "-C", root, "-c", f"safe.directory={root}", "ls-files", "-co",
             "--exclude-standard", "-z"],
            stdout=subprocess.PIPE, check=False)
        if done.returncode == 0:
            paths = done.stdout.decode().split("\0")
            return [p for p in paths if p and os.path.isfile(os.path.join(root, p))]
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not SKIPPED_DIRS.match(f)]
        found += [os.path.relpath(os.path.join(folder, n), root) for n in names]
    return found


TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def blank(text):
    def cover(match):
        piece = match.group()
        if piece[0] in "\"'":
            return piece[0] + " " * (len(piece) - 2) + piece[0]
        return re.sub(r"[^\n]", " ", piece)
    # An #include's "path" is no string to blank.
    return "\n".join(line if line.startswith("#include") else covered for line, covered
                     in zip(text.split("\n"), TOKEN.sub(cover, text).split("\n")))


FUNCTION = re.compile(r"^((?!typedef|struct \w+ \{|enum|union)[\w][\w \t*]*?)"
                      r"[ *](\w+)\(([^;{}]*)\)\n\{\n(.*?)^\}", re.S | re.M)
STATIC = re.compile(r"\bstatic\b|\bALWAYS_INLINE\b")  # what a file keeps to itself


def functions(code):
    """(name, is_static, first line, lines, body) of every function of blanked C."""
    for match in FUNCTION.finditer(code):
        first = code.count("\n", 0, match.start()) + 1
        yield (match.group(2), bool(STATIC.search(match.group(1))), first,
               match.group().count("\n") + 1, match.group(4))
