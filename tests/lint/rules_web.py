# SPDX-License-Identifier: MIT
"""rules_web.py - TypeScript and style sheets of the page. What eslint and tsc see is theirs (tests/web)."""

import json
import os
import re

WEB = "clients/web/"
SOURCES = (".ts", ".tsx", ".mjs", ".js", ".css")
LINE_MOST, LINES_MOST = 140, 450
GENERATED = "clients/web/src/api.ts"  # by api.mjs; tests/e2e of the page compares it with the gateway
TAB = 4


def sources(tree):
    return [path for path in tree.paths(*SOURCES) if path.startswith(WEB)]


def rule_web_heads(tree):
    """a file of the page says its licence, then its name and what it is for"""
    for path in sources(tree):
        lines = tree.files[path].split("\n", 2) + ["", ""]
        name = re.escape(os.path.basename(path))
        start = r" \* " if path.endswith(".css") else r"// "
        if not re.match(rf"{start}{name}\b.* - \S", lines[1]):
            yield f"{path}:2: does not begin with its name and what it is for"


def rule_web_sizes(tree):
    """files of the page have at most 450 lines, and lines 140 characters; generated ones any number of lines"""
    for path in sources(tree):
        lines = tree.files[path].split("\n")
        if len(lines) - 1 > LINES_MOST and path != GENERATED:
            yield f"{path}: {len(lines) - 1} lines, at most {LINES_MOST}"
        for number, line in enumerate(lines, 1):
            if len(line.expandtabs(TAB)) > LINE_MOST:
                yield f"{path}:{number}: longer than {LINE_MOST} characters"


# What the policy of the gateway does not let through, or what would go around it.
UNSAFE = re.compile(r"\binnerHTML\b|\bouterHTML\s*=|dangerouslySetInnerHTML|\beval\(|new Function\(|document\.write\(|"
                    r"setAttribute\(\s*[\"']style[\"']|(?:src|href)=[\"']https?:|@import\s+(?:url\()?[\"']?https?:")


def rule_web_policy(tree):
    """the page makes nothing of text but text, and loads nothing from elsewhere"""
    for path in tree.paths(*SOURCES, ".html"):
        if not path.startswith(WEB + "src/"):
            continue
        for number, line in enumerate(tree.files[path].split("\n"), 1):
            if UNSAFE.search(line):
                yield f"{path}:{number}: {UNSAFE.search(line).group()}"


def rule_web_fetches(tree):
    """one module of the page talks to the gateway"""
    for path in sources(tree):
        if path.startswith(WEB + "src/") and not path.endswith("/connection.ts"):
            for number, line in enumerate(tree.files[path].split("\n"), 1):
                if re.search(r"\bfetch\(|\bEventSource\b|\bXMLHttpRequest\b|\bWebSocket\b|sendBeacon", line):
                    yield f"{path}:{number}: asks the gateway itself"


EXACT = re.compile(r"\d+\.\d+\.\d+$")


def rule_web_pinned(tree):
    """versions of packages of the page are exact, and locked"""
    path = WEB + "package.json"
    if path not in tree.files:
        return
    package = json.loads(tree.files[path])
    locked = json.loads(tree.files.get(WEB + "package-lock.json", "{}")).get("packages", {})
    for kind in ("dependencies", "devDependencies"):
        for name, version in package.get(kind, {}).items():
            if not EXACT.match(version):
                yield f"{path}: {name} {version} is no exact version"
            elif locked.get(f"node_modules/{name}", {}).get("version") != version:
                yield f"{path}: {name} {version} is not what package-lock.json has"


RULES = [rule_web_heads, rule_web_sizes, rule_web_policy, rule_web_fetches, rule_web_pinned]
