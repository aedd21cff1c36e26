#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_man.py - the man pages are well-formed and name what the programs know."""

import os
import re
import unittest

import common
from common import TESUJI, TESUJI_CHECK, TESUJI_GOMOKU, TESUJI_GTP, TESUJI_HTTP, TESUJI_UCI, TESUJID, run

PAGES = ["tesuji.1", "tesuji-check.1", "tesuji-gtp.1", "tesuji-uci.1", "tesuji-gomoku.1", "tesujid.accounts.5",
         "tesujid.conf.5", "tesuji-http.8", "tesujid.8"]


def page(name):
    """The page without fonts: what a reader sees, roughly."""
    text = common.read(common.DEPLOY, "man", name)
    return re.sub(r"\\f.", "", text.replace("\\-", "-")).replace('"', "")


def options(text):
    return set(re.findall(r"(?<![\w-])--([a-z][a-z-]*)", text))


class ManPages(unittest.TestCase):
    def test_groff_has_no_complaints(self):
        for name in PAGES:
            path = os.path.join(common.DEPLOY, "man", name)
            self.assertEqual((0, ""), run("groff", "-man", "-Tutf8", "-ww", "-z", path))

    def test_they_name_this_version(self):
        version = run(TESUJI, "--version")[1].split()[-1]
        for name in PAGES:
            self.assertIn(f"tesuji {version}", page(name).split("\n")[1])

    def test_the_command_has_these_options(self):
        said = set()
        for command in re.findall(r"^  ([a-z]+)", run(TESUJI, "help")[1].split("Commands\n")[1]
                                  .split("\n\n")[0], re.M):
            said |= options(run(TESUJI, "help", command)[1])
        self.assertGreater(len(said), 15)
        self.assertEqual(said, options(page("tesuji.1")))

    def test_the_command_has_these_exit_codes(self):
        listed = run(TESUJI, "help")[1].split("Exit status\n")[1]
        codes = set(re.findall(r"^ +(\d+)  ", listed, re.M))
        self.assertGreater(len(codes), 5)
        section = page("tesuji.1").split(".SH EXIT STATUS")[1].split(".SH ")[0]
        self.assertEqual(codes, set(re.findall(r"^\.B (\d+)$", section, re.M)))

    def test_the_gtp_engine_has_these_options(self):
        self.assertEqual(options(run(TESUJI_GTP, "--help")[1]), options(page("tesuji-gtp.1")))
        for name, text in (("order", "3"), ("time-ms", "4000"), ("nodes", "1100000")):
            self.assertRegex(run(TESUJI_GTP, "--help")[1], rf"--{name} N .*\(default {text}\)")
            self.assertRegex(page("tesuji-gtp.1"),
                             rf"\.BI --{name} +n\n(?:[^.].*\n|\.BR.*\n)*The default is {text}\.\n")

    def test_the_engines_for_guis_have_these_options(self):
        for command, name in ((TESUJI_UCI, "tesuji-uci.1"), (TESUJI_GOMOKU, "tesuji-gomoku.1"),
                              (TESUJI_HTTP, "tesuji-http.8")):
            self.assertEqual(options(run(command, "--help")[1]), options(page(name)))

    def test_the_checker_has_these_options_and_exit_codes(self):
        usage, status = run(TESUJI_CHECK, "--help")[1].split("Exit status\n")
        self.assertEqual(options(usage), options(page("tesuji-check.1")))
        section = page("tesuji-check.1").split(".SH EXIT STATUS")[1].split(".SH ")[0]
        self.assertEqual(set(re.findall(r"(?:^ +|; *\n? *)(\d+) ", status, re.M)),
                         set(re.findall(r"^\.B (\d+)$", section, re.M)))

    def test_the_daemon_has_these_settings(self):
        text = page("tesujid.conf.5")
        told = dict(re.findall(r"^\.BR (\w+)  =(?: ([^\n(]*?))?(?: \(reload\))?$", text, re.M))
        dump = run(TESUJID, "--dump-config")[1]
        known = {n: v.strip() for n, v in re.findall(r"^(\w+) =(.*)$", dump, re.M)}
        self.assertEqual(known, told)
        reload = set(re.findall(r"^\.BR (\w+) .*\(reload\)$", text, re.M))
        restart = {re.search(r"^(\w+) =", part, re.M).group(1)
                   for part in dump.split("\n\n")[1:] if "; restart)" in part}
        self.assertEqual(set(known) - restart, reload)

    def test_the_daemon_has_these_options(self):
        first = run(TESUJID, "--help")[1].split("--listen")[0]
        told = options(page("tesujid.8")) - {"drain-ms", "now"}  # an example, systemctl's
        self.assertEqual(options(first), told)


if __name__ == "__main__":
    common.need("groff")
    unittest.main()
