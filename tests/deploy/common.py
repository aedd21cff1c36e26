# SPDX-License-Identifier: MIT
"""common.py - where things are, and skipping so that ctest shows it."""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("TESUJI_BUILD", os.path.join(ROOT, "build"))
TESUJI = os.environ.get("TESUJI", os.path.join(BUILD, "clients/cli/tesuji"))
TESUJI_CHECK = os.environ.get("TESUJI_CHECK", os.path.join(BUILD, "clients/check/tesuji-check"))
TESUJI_UCI = os.environ.get("TESUJI_UCI", os.path.join(BUILD, "clients/uci/tesuji-uci"))
TESUJI_HTTP = os.environ.get("TESUJI_HTTP", os.path.join(BUILD, "clients/http/tesuji-http"))
TESUJI_GOMOKU = os.environ.get("TESUJI_GOMOKU", os.path.join(BUILD, "clients/gomoku/tesuji-gomoku"))
TESUJI_GTP = os.environ.get("TESUJI_GTP", os.path.join(BUILD, "clients/gtp/tesuji-gtp"))
TESUJID = os.environ.get("TESUJID", os.path.join(BUILD, "server/tesujid"))
DEPLOY = os.path.join(ROOT, "deploy")
SKIPPED = 77


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def run(*command, **more):
    """(exit code, stdout and stderr together)"""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=100, **more)
    return done.returncode, done.stdout


def need(*tools):
    """Ends the test as skipped if a tool is missing."""
    for tool in tools:
        if shutil.which(tool) is None:
            skip(f"{tool} is not installed")


def skip(why):
    print(f"SKIP {os.path.basename(sys.argv[0])}: {why}")
    sys.exit(SKIPPED)
