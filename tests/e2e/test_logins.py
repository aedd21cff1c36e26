#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_logins.py - the programs at a daemon that has accounts: with a token, without, with a wrong one."""

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import unittest
from unittest import mock

from accounts import WithAccounts
from daemon import ASYNC_ASK, DEADLINE_S, main
from engine_line import Line, program
from python_client import ClientCase, SMALL, tesuji
from tesuji import Code, address

TESUJI = program("TESUJI", "cli/tesuji")
TESUJI_GTP = program("TESUJI_GTP", "gtp/tesuji-gtp")
TESUJI_UCI = program("TESUJI_UCI", "uci/tesuji-uci")
TESUJI_GOMOKU = program("TESUJI_GOMOKU", "gomoku/tesuji-gomoku")
ALONE = os.environ.get("TESUJI_TEST_ALONE")  # in a network of our own
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


class Command(WithTokens):
    """tesuji."""

    SOLVE = ("solve", "--rows", "OX./.../...", "--capture", "A3")

    def test_a_token_in_a_file(self):
        daemon = self.serve(alice="")
        named = ("--server", "tcp:%s:%d" % daemon.tcp)
        path = self.token_file(self.accounts.tokens["alice"])
        for command in (self.SOLVE, ("info",), ("jobs",), ("games",)):
            done = self.run_program(TESUJI, *command, *named, "--token-file", path)
            self.assertEqual((0, ""), (done.returncode, done.stderr), command)
        daemon.log(" login=alice ", 4)
        done = self.run_program(TESUJI, *self.SOLVE, *named, TESUJI_TOKEN_FILE=path)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        done = self.run_program(TESUJI, "jobs", *named, TESUJI_TOKEN=self.accounts.tokens["alice"])
        self.assertEqual((0, 3), (done.returncode, len(done.stdout.splitlines())), done.stdout)

    def test_what_to_do_without_one(self):
        daemon = self.serve(alice="")
        where = "tcp:%s:%d" % daemon.tcp
        for command in (self.SOLVE, ("jobs",), ("watch", "1"), ("status", "--rows", "../..")):
            done = self.run_program(TESUJI, *command, "--server", where)
            self.assertEqual((69, "", f"tesuji: the daemon at {where} wants a token: set TESUJI_TOKEN_FILE or give "
                              "--token-file\n"), (done.returncode, done.stdout, done.stderr), command)

    def test_tokens_that_are_no_good(self):
        daemon = self.serve(alice="")
        where = "tcp:%s:%d" % daemon.tcp
        done = self.run_program(TESUJI, "jobs", "--server", where, TESUJI_TOKEN="alice.c2VjcmV0")
        self.assertEqual((69, f"tesuji: cannot log in at {where}: no account has this token; ask whoever runs this "
                          "server for one\n"), (done.returncode, done.stderr))
        done = self.run_program(TESUJI, "jobs", "--server", where, "--token-file", "/nonexistent/t")
        self.assertEqual((74, "tesuji: cannot read the token in /nonexistent/t: No such file or directory\n"),
                         (done.returncode, done.stderr))
        path = self.token_file("")
        done = self.run_program(TESUJI, "jobs", "--server", where, "--token-file", path)
        self.assertEqual((65, f"tesuji: {path}: no token in the first line\n"), (done.returncode, done.stderr))
        done = self.run_program(TESUJI, *self.SOLVE, "--local", "--token-file", path)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_a_unix_user_needs_none(self):
        daemon = self.serve(me=f"user={os.getuid()}")
        daemon.log("listen address=unix:")
        done = self.run_program(TESUJI, "jobs", "--server", daemon.path)
        self.assertEqual((0, "no jobs\n", ""), (done.returncode, done.stdout, done.stderr))


@unittest.skipUnless(ALONE, "for test_a_network_of_its_own")
class DefaultPlace(WithTokens):
    """A daemon at 127.0.0.1:7411, in a network where nobody else can be there."""

    @classmethod
    def setUpClass(cls):
        with socket.socket() as any_socket:  # as `ip link set lo up`
            fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 1))

    def test_who_has_no_token_and_who_has(self):
        where = "tcp:127.0.0.1:7411"
        daemon = self.serve("--listen", where.removeprefix("tcp:"), alice="")
        daemon.log("listen address=127.0.0.1:7411")
        done = self.run_program(TESUJI, "jobs")
        self.assertEqual((69, f"tesuji: the daemon at {where} wants a token: set TESUJI_TOKEN_FILE or give "
                          "--token-file\n"), (done.returncode, done.stderr))
        done = self.run_program(TESUJI, *Command.SOLVE, "--json")
        self.assertEqual(f"tesuji: warning: passing over what listens at {where}: it wants a token (see "
                         "--token-file)\n", done.stderr)
        self.assertIsNone(json.loads(done.stdout)["server"])
        done = self.run_program(TESUJI, *Command.SOLVE, "--json", TESUJI_TOKEN=self.accounts.tokens["alice"])
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual(where, json.loads(done.stdout)["server"])
        done = self.run_program(TESUJI, *Command.SOLVE, TESUJI_TOKEN="alice.c2VjcmV0")
        self.assertEqual((69, ""), (done.returncode, done.stdout))
        self.assertIn(f"tesuji: cannot log in at {where}: ", done.stderr)


class Network(unittest.TestCase):
    def test_a_network_of_its_own(self):
        alone = ["unshare", "-rn"]
        try:
            subprocess.run([*alone, "true"], stderr=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("no network of its own can be made")
        done = subprocess.run([*alone, sys.executable, __file__, "DefaultPlace"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, "TESUJI_TEST_ALONE": "1"}, text=True,
                              timeout=DEADLINE_S, check=False)
        self.assertEqual(0, done.returncode, done.stdout)
        self.assertIn("Ran 1 test", done.stdout)


class Engines(WithTokens):
    """tesuji-gtp, tesuji-uci and tesuji-gomoku."""

    def setUp(self):
        super().setUp()
        self.daemon = self.serve(alice="")
        self.where = "tcp:%s:%d" % self.daemon.tcp
        self.good = ("--token-file", self.token_file(self.accounts.tokens["alice"]))
        self.wanted = f"the daemon at {self.where} wants a token: set TESUJI_TOKEN_FILE or give --token-file"

    def test_gtp(self):
        text = "boardsize 5\nplay black A4\nplay white A5\nattack A5\nquit\n"
        done = self.run_program(TESUJI_GTP, "--server", self.where, text=text)
        self.assertEqual((69, f"tesuji-gtp: {self.wanted}\n"), (done.returncode, done.stderr))
        for args, env in ((self.good, {}), ((), {"TESUJI_TOKEN_FILE": self.good[1]})):
            done = self.run_program(TESUJI_GTP, "--server", self.where, *args, text=text, **env)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            self.assertNotIn("?", done.stdout)
        self.daemon.log(" login=alice ", 2)

    def test_gomoku(self):
        text = "START 15\nBEGIN\nEND\n"
        done = self.run_program(TESUJI_GOMOKU, "--server", self.where, text=text)
        self.assertIn(f"MESSAGE no proofs: {self.wanted}\n", done.stdout)
        done = self.run_program(TESUJI_GOMOKU, "--server", self.where, *self.good, text=text)
        self.assertNotIn("MESSAGE no proofs", done.stdout)
        self.daemon.log(" login=alice ")

    def test_uci(self):
        mate = ("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go mate 1")
        with Line(TESUJI_UCI) as engine:
            engine.say(f"setoption name Server value {self.where}", *mate)
            self.assertIn(f"info string no proofs: {self.wanted}", engine.until("bestmove"))
            engine.say(f"setoption name TokenFile value {self.good[1]}", *mate)
            self.assertTrue(any(" score mate " in line for line in engine.until("bestmove")))
        self.daemon.log(" login=alice ")
        with Line(TESUJI_UCI, "--server", self.where, *self.good) as engine:
            engine.say(*mate)
            engine.until("bestmove")
        self.daemon.log(" login=alice ", 2)


class Python(ClientCase, WithTokens):
    """The package tesuji."""

    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.dict(os.environ))
        for name in OURS:
            os.environ.pop(name, None)
        self.daemon = self.serve(alice="")
        self.where = "tcp:%s:%d" % self.daemon.tcp
        self.token = self.accounts.tokens["alice"]

    async def solves(self, *address, **more):
        async with tesuji.connect(*address, **more) as solver:
            self.assertEqual("proven", (await solver.solve(**SMALL)).value)

    async def test_a_token_of_the_program_or_the_environment(self):
        await self.solves(self.where, token=self.token)
        os.environ["TESUJI_TOKEN"] = f" {self.token} "
        await self.solves(self.where)
        os.environ.update(TESUJI_TOKEN="alice.c2VjcmV0", TESUJI_TOKEN_FILE=self.token_file(self.token))
        await self.solves(self.where)
        self.daemon.log(" login=alice ", 3)
        error = await self.refused(Code.NOT_LOGGED_IN, tesuji.connect(self.where, token=""))
        self.assertEqual(f"the daemon at {self.where} wants a token: set TESUJI_TOKEN_FILE, or give connect() one",
                         error.text)

    async def test_tokens_that_are_no_good(self):
        error = await self.refused(Code.WRONG_TOKEN, tesuji.connect(self.where, token="alice.c2VjcmV0"))
        self.assertEqual(f"cannot log in at {self.where}: no account has this token; ask whoever runs this server "
                         "for one", error.text)
        path = self.token_file("")
        for value, code, text in (("/nonexistent/t", Code.IO_ERROR, "cannot read the token in /nonexistent/t: No "
                                   "such file or directory"),
                                  (path, Code.MISSING_FIELD, f"{path}: no token in the first line")):
            os.environ["TESUJI_TOKEN_FILE"] = value
            self.assertEqual(text, (await self.refused(code, tesuji.connect(self.where))).text)
        os.environ["TESUJI_TOKEN_FILE"] = ""
        os.environ["TESUJI_TOKEN"] = "x" * 256
        error = await self.refused(Code.OUT_OF_RANGE, tesuji.connect(self.where))
        self.assertEqual("TESUJI_TOKEN: a token has at most 255 bytes", error.text)

    async def test_who_has_to_wait(self):
        await self.refused(Code.WRONG_TOKEN, tesuji.connect(self.where, token="alice.x"))
        await self.solves(self.where, token=self.token)  # waits for what is left of 100 ms
        error = None  # waits are twice as long each time: some time one is longer than anything else takes
        while error is None:
            try:
                await tesuji.connect(self.where, token="alice.x", timeout=0.5)
            except tesuji.TesujiError as raised:
                self.assertIn(raised.code, (Code.WRONG_TOKEN, Code.BUSY))
                error = raised if raised.code == Code.BUSY else None
        self.assertGreater(error.retry_ms, 500)

    async def test_a_daemon_at_a_default_place(self):
        with mock.patch.object(address, "DEFAULT_PLACES", (self.where,)):
            await self.solves(token=self.token)
            await self.refused(Code.NOT_LOGGED_IN, tesuji.connect())
            await self.refused(Code.WRONG_TOKEN, tesuji.connect(token="alice.x"))

    async def test_a_daemon_without_accounts(self):
        daemon = self.start()
        await self.solves("tcp:%s:%d" % daemon.tcp, token="alice.c2VjcmV0")


if __name__ == "__main__":
    main()
