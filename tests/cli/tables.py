# SPDX-License-Identifier: MIT
"""tables.py - for tests of collections: a folder of files, the tables of answers, complaints."""

import csv
import os
import re
import tempfile
import unittest


class Case(unittest.TestCase):
    """A folder for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path


def table(path):
    """The rows of a table of answers."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def places(text):
    """(file, line) of the complaints."""
    return [(name, int(line)) for name, line in re.findall(r"^tesuji: (\S+?):(\d+): ", text, re.M)]
