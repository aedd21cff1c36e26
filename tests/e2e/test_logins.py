#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_logins.py - the programs at a daemon that has accounts: with a token, without, with a wrong one."""

import os
import subprocess

from accounts import WithAccounts
from daemon import DEADLINE_S, ROOT, main

ASYNC_ASK = os.environ.get("TESUJI_ASYNC_ASK", os.path.join(ROOT, "build/tests/e2e/async_ask"))
OURS = ("TESUJI_SERVER", "TESUJI_TOKEN", "TESUJI_TOKEN_FILE")


class WithTokens(WithAccounts):
    def token_file(self, text):
        path = os.path.join(self.accounts.folder.name, "token")
        with open(path, "w", encoding="ascii") as file:
            file.write(f" {text} \nand more\n")
        return path

    def run_program(self, *command, text=None, **environment):
        """What it does, its input being `text`; it never says a secret."""
        env = {name: value for name, value in os.environ.items() if name not in OURS}
        done = subprocess.run(command, input=text, stdin=subprocess.DEVNULL if text is None else None, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**env, **environment},
                              timeout=DEADLINE_S, check=False)
        for token in [*self.accounts.tokens.values(), "alice.c2VjcmV0"]:
            self.assertNotIn(token.split(".")[1], done.stdout + done.stderr)
        return done


class Library(WithTokens):
    """libtesuji, by a program that takes its token from the environment."""

    def ask(self, daemon, **environment):
        return self.run_program(ASYNC_ASK, "tcp:%s:%d" % daemon.tcp, "5", **environment)

    def test_a_token_of_the_environment(self):
        daemon = self.serve(alice="", bob="")
        tokens = self.accounts.tokens
        done = self.ask(daemon, TESUJI_TOKEN=tokens["bob"])
        self.assertIn("ok 5 ", done.stdout, done.stderr)
        daemon.log(" login=bob ")
        done = self.ask(daemon, TESUJI_TOKEN=tokens["bob"], TESUJI_TOKEN_FILE=self.token_file(tokens["alice"]))
        self.assertIn("ok 5 ", done.stdout, done.stderr)
        daemon.log(" login=alice ")

    def test_what_is_said_without_a_good_one(self):
        daemon = self.serve(alice="connections=1")
        where = "tcp:%s:%d" % daemon.tcp
        done = self.ask(daemon)
        self.assertEqual((69, "async_ask: server.info: log in first, with auth.login and the token of an account\n"),
                         (done.returncode, done.stderr))
        done = self.ask(daemon, TESUJI_TOKEN_FILE="/nonexistent/token")
        self.assertEqual("async_ask: cannot read the token in /nonexistent/token: No such file or directory\n",
                         done.stderr)
        self.log_in(daemon, "alice")
        done = self.ask(daemon, TESUJI_TOKEN=self.accounts.tokens["alice"])
        self.assertTrue(done.stderr.startswith(f"async_ask: cannot log in at {where}: "), done.stderr)
        self.assertIn("1 connections of account alice", done.stderr)
        done = self.ask(daemon, TESUJI_TOKEN="alice.c2VjcmV0")
        self.assertEqual(f"async_ask: cannot log in at {where}: no account has this token; ask whoever runs this "
                         "server for one\n", done.stderr)

    def test_a_daemon_without_accounts_takes_whoever_comes(self):
        self.serve(alice="")
        daemon = self.start()
        done = self.ask(daemon, TESUJI_TOKEN="alice.c2VjcmV0")
        self.assertIn("ok 5 ", done.stdout, done.stderr)

    def test_who_has_to_wait_for_a_login_waits(self):
        daemon = self.serve(alice="")
        with daemon.client(daemon.tcp) as client:
            self.refused("wrong_token", client, "auth.login", {"token": "alice.x"})
        done = self.ask(daemon, TESUJI_TOKEN=self.accounts.tokens["alice"])  # within 100 ms of that
        self.assertIn("ok 5 ", done.stdout, done.stderr)


if __name__ == "__main__":
    main()
