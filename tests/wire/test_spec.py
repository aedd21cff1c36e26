# SPDX-License-Identifier: MIT
"""SPEC.md against the code: every example is decoded and encoded again, every
table compared with the sources.

An example is a block of JSON and after it a block of hex whose fence says the
direction and the method: ```hex request job.submit. `test_spec.py --write`
makes the hex anew from the JSON.
"""
import json
import os
import re
import sys
import unittest

import msgpack
from probe import probe

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SPEC = os.path.join(ROOT, "protocol", "SPEC.md")
EXAMPLE = re.compile(r"```json\n(.*?)```\n\n```hex (\w+) (\S+)( \w+)?\n(.*?)```", re.S)
KINDS = ["request", "response", "notification"]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def joined(text):
    return text.replace("\\\n", " ")


def rows_of(path, macro):
    """Arguments of the X(...) rows of a table macro."""
    text = joined(read(*path.split("/")))
    body = re.search(r"#define %s\(X\)(.*?)\n" % macro, text).group(1)
    rows = re.findall(r'X\(((?:[^()"]|"[^"]*")*)\)', body)
    return [[cell.strip().strip('"') for cell in re.findall(r'"[^"]*"|[^,"]+', row)
             if cell.strip()] for row in rows]


def plain(value):
    """What JSON stands for: {"bin": "00ff"} is bytes."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        if list(value) == ["bin"]:
            return bytes.fromhex(value["bin"])
        return {key: plain(item) for key, item in value.items()}
    return value


def hex_lines(data):
    text = data.hex()
    return "".join(text[i:i + 96] + "\n" for i in range(0, len(text), 96))


def write():
    def renew(match):
        packed = msgpack.packb(plain(json.loads(match.group(1))))
        return match.group(0)[:match.start(5) - match.start(0)] + hex_lines(packed) + "```"

    text = EXAMPLE.sub(renew, read("protocol", "SPEC.md"))
    with open(SPEC, "w", encoding="utf-8") as file:
        file.write(text)


class Examples(unittest.TestCase):
    def setUp(self):
        found = EXAMPLE.finditer(read("protocol", "SPEC.md"))
        self.examples = [(plain(json.loads(m[1])), m[2], m[3], bytes.fromhex(m[5]))
                         for m in found]

    def test_all_blocks_are_examples(self):
        self.assertEqual(len(re.findall("```hex", read("protocol", "SPEC.md"))), len(self.examples))

    def test_every_message_has_one(self):
        methods = [row[1] for row in rows_of("protocol/methods.h", "METHOD_TABLE")]
        wanted = {("response", "error"), ("notification", "job.progress"),
                  ("notification", "job.done"), ("notification", "job.kept"),
                  ("notification", "job.certified"),
                  ("notification", "job.move"), ("notification", "job.moved"),
                  ("notification", "go.verdict"),
                  ("notification", "go.done"), ("notification", "server.error")}
        wanted |= {(kind, method) for kind in ("request", "response") for method in methods}
        self.assertEqual({(kind, name) for _, kind, name, _ in self.examples}, wanted)

    def test_hex_is_the_json(self):
        for value, kind, name, data in self.examples:
            with self.subTest(kind=kind, name=name):
                self.assertEqual(msgpack.unpackb(data), value)
                self.assertEqual(KINDS[value[0]], kind)
                if kind != "response":
                    self.assertEqual(value[-2], name)

    def test_our_code_agrees(self):
        """Decoded, then encoded again, every example has the same bytes."""
        for value, kind, name, data in self.examples:
            with self.subTest(kind=kind, name=name):
                reply = "job.submit" if name == "error" else name
                lines = probe(data, chunk=3, reply=None if kind == "request" else reply)
                if name == "error":
                    name = "job.submit"
                msgid = value[1] if kind != "notification" else 0
                self.assertEqual(lines, ["%s %s %d ok %s" % (kind, name, msgid, data.hex())])


class Tables(unittest.TestCase):
    def setUp(self):
        self.text = read("protocol", "SPEC.md")

    def has(self, row):
        self.assertIn("\n| " + " | ".join(str(cell) for cell in row) + " |\n", self.text)

    def section(self, start, end):
        return self.text[self.text.index(start):self.text.index(end)]

    def test_methods(self):
        rows = rows_of("protocol/methods.h", "METHOD_TABLE")
        self.assertGreater(len(rows), 5)
        for _, name, params, draining, text in rows:
            self.has(["`%s`" % name, "required" if params == "true" else "none",
                      "yes" if draining == "true" else "refused", text])
            self.assertIn("\n### %s\n" % name, self.text)

    def test_errors(self):
        rows = [row for row in rows_of("engine/base/err.h", "ERR_TABLE") if row[1] != "0"]
        self.assertGreater(len(rows), 15)
        for _, number, name, text in rows:
            self.has([number, "`%s`" % name, text])
        table = self.section("| code | name | meaning |", "Some of them")
        self.assertEqual(len(re.findall(r"\n\| -", table)), len(rows))

    def test_limits(self):
        rows = rows_of("engine/solve/limits.h", "LIMIT_TABLE")
        self.assertEqual(len(rows), 7)
        for name, least, most, default, unit, text in self.cut(rows):
            self.has(["`%s`" % name, least, most, default, unit, text])

    @staticmethod
    def cut(rows):
        """A help may hold commas: it is one cell."""
        return [row[:5] + [", ".join(row[5:])] for row in rows]

    def test_bounds(self):
        rows = rows_of("protocol/limits.h", "BOUND_TABLE")
        self.assertEqual(len(rows), 13)
        for _, value, name, text in rows:
            self.has(["`%s`" % name, value, text])

    def test_numbers(self):
        limits = dict(re.findall(r"(\w+) = (\d+),", read("protocol", "limits.h")))
        section = self.section("## 7 Limits", "## 8 ")
        for name in ("REPLY_BYTES_MAX", "REPLY_VALUES_MAX", "HALF_FRAME_MS", "LOGIN_MS", "IDLE_MS",
                     "OUTPUT_SOFT_BYTES", "OUTPUT_SOFT_MS", "OUTPUT_HARD_BYTES",
                     "STALLED_WRITE_MS", "FINISHED_KEPT_MS"):
            self.assertRegex(section, r"\b%s\b" % limits[name], name)
        self.assertIn("version %s\n" % limits["PROTOCOL_VERSION"], self.text)
        self.assertIn("0..%s ms | %s |" % (limits["PROGRESS_MOST_MS"],
                                           limits["PROGRESS_DEFAULT_MS"]), self.text)
        self.assertIn("`retry_ms` from %s to %s" % (limits["RETRY_LEAST_MS"],
                                                    limits["RETRY_MOST_MS"]), self.text)
        self.assertIn("more than %s statuses of one connection or %s of the server" %
                      (limits["CONNECTION_STATUSES_MAX"], limits["SERVER_STATUSES_MAX"]),
                      self.text)
        work = re.search(r"SGF_WORK_MOST = (\d+),", read("protocol", "sgf.h"))[1]
        self.assertIn("may look at %s stones" % work, self.text)
        self.assertIn("for %s ms at a time" % limits["TURN_MS"], self.text)

    def test_every_field_is_described(self):
        """Each key that the code knows is named somewhere in the text, as `key`."""
        source = "".join(read("protocol", name) for name in ("msg.c", "msg_batch.c", "msg_go.c", "msg_life.c", "msg_moves.c", "msg_position.c",
                                                           "msg_proof.c"))
        keys = set(re.findall(r"(?:KEY_UINT|UINT|REAL|BOOL|TEXT|LINE|CHOICE|MAP|MOVE|MAYBE\w*)"
                              r"\(msg_\w+, (\w+)", source))
        keys |= set(re.findall(r"GROUP\((\w+)", source)) | set(re.findall(r'\{"(\w+)", FIELD', source))
        keys -= {"key"}
        self.assertGreater(len(keys), 50)
        named = set(re.findall(r"`(?:\w+\.)?(\w+)`", self.text))
        named |= {word for cell in re.findall(r"`([\w`, ]+)`", self.text)
                  for word in re.findall(r"\w+", cell)}
        self.assertEqual(keys - named, set())


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
