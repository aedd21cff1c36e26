#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_promtool.py - Prometheus's own checker takes what a daemon tells and the alerts, and sees the
alerts fire. Debian's package prometheus has it."""

import os
import re
import subprocess
import tempfile
import unittest
import urllib.request

import common
from common import TESUJID, run

HERE = os.path.dirname(os.path.abspath(__file__))


def exposition():
    """What a daemon with a store and an account tells over HTTP."""
    with tempfile.TemporaryDirectory(prefix="tesuji-promtool-") as folder:
        accounts = os.path.join(folder, "accounts")
        with open(accounts, "w", encoding="ascii") as file:
            file.write(f"me user={os.getuid()}\n")
        os.chmod(accounts, 0o600)
        with subprocess.Popen([TESUJID, "--listen", "none", "--control-socket", os.path.join(folder, "control"),
                               "--accounts", accounts, "--store", os.path.join(folder, "store"),
                               "--table-mib", "4", "--workers", "1", "--metrics-listen", "127.0.0.1:0"],
                              stderr=subprocess.PIPE, text=True) as daemon:
            try:
                for line in daemon.stderr:
                    at = re.search(r"address=(\S+) for=metrics_listen$", line)
                    if at:
                        break
                with urllib.request.urlopen(f"http://{at[1]}/metrics", timeout=60) as answer:
                    return answer.read().decode()
            finally:
                daemon.terminate()
                daemon.communicate()


class Promtool(unittest.TestCase):
    def test_metrics(self):
        text = exposition()
        self.assertIn('account="me"', text)
        self.assertIn("tesuji_store_facts ", text)
        told = subprocess.run(["promtool", "check", "metrics"], input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, timeout=60)
        self.assertEqual((0, ""), (told.returncode, told.stdout))

    def test_rules(self):
        code, output = run("promtool", "check", "rules", os.path.join(common.DEPLOY, "prometheus", "alerts.yml"))
        self.assertEqual(0, code, output)

    def test_rules_fire(self):
        code, output = run("promtool", "test", "rules", os.path.join(HERE, "alerts_firing.yml"))
        self.assertEqual(0, code, output)


if __name__ == "__main__":
    common.need("promtool")
    unittest.main()
