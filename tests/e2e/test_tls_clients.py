#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_tls_clients.py - the programs and the libraries inside TLS: whom they trust, who they are, and what
they say when it cannot be."""

import os
import socket
import ssl
import subprocess
import threading
import unittest
from unittest import mock

from accounts import Accounts
from authority import Authority, TlsClient
from daemon import ASYNC_ASK, Case, DEADLINE_S, main
from engine_line import Line, program
from python_client import ClientCase, SMALL, tesuji
from tesuji import Code

try:
    from gateway import Gateway
except ImportError:
    Gateway = None

TESUJI = program("TESUJI", "cli/tesuji")
TESUJI_GTP = program("TESUJI_GTP", "gtp/tesuji-gtp")
TESUJI_UCI = program("TESUJI_UCI", "uci/tesuji-uci")
TESUJI_GOMOKU = program("TESUJI_GOMOKU", "gomoku/tesuji-gomoku")
SOLVE = ("solve", "--rows", "OX./.../...", "--capture", "A3")
TOLD_TO_ASK = "it asks for a certificate; TESUJI_TLS_CERT and TESUJI_TLS_KEY name one"
NO_TLS = "it does not speak TLS; as tcp:host:port it may be what is meant"
NO_HANDSHAKE = "it ends the connection instead of a handshake of TLS"
TLS_HERE = "this port speaks TLS: connect to it as tls://host:port"


def setUpModule():
    global authority, other
    authority, other = Authority(), Authority("another")


def tearDownModule():
    authority.close()
    other.close()


def environment(**more):
    """That of this process, without what is ours in it."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TESUJI_") and k != "SSL_CERT_FILE"}
    return {**clean, **more}


class Secured(Case):
    def serve(self, *args, own=None, **more):
        cert, key = own or authority.issue("localhost")
        return self.start("--listen-tls", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key, *args, **more)

    def with_accounts(self, *args, **accounts):
        file = Accounts(**accounts)
        self.addCleanup(file.close)
        return self.serve("--accounts", file.path, *args), file

    def where(self, daemon, host="localhost"):
        return f"tls://{host}:{daemon.tls[1]}"

    def says(self, answer):
        """The address of a server that reads something and then says that, or only closes."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            try:
                while True:
                    sock, _ = listener.accept()
                    with sock:
                        sock.recv(4096)
                        sock.sendall(answer)
            except OSError:
                pass
        threading.Thread(target=serve, daemon=True).start()
        return f"tls://127.0.0.1:{listener.getsockname()[1]}"

    def run_program(self, *command, text=None, **env):
        return subprocess.run(command, input=text, stdin=subprocess.DEVNULL if text is None else None, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**env),
                              timeout=DEADLINE_S, check=False)


class Library(Secured):
    """libtesuji: the blocking side by the command, the asynchronous one by a program that asks thousands at once."""

    def ask(self, where, count=5, mode=None, **env):
        return self.run_program(ASYNC_ASK, where, str(count), *([mode] if mode else []), **env)

    def good(self, done):
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_a_file_of_authorities(self):
        daemon = self.serve()
        for host in ("localhost", "127.0.0.1"):
            where = self.where(daemon, host)
            self.good(self.ask(where, TESUJI_TLS_CA=authority.ca))
            self.good(self.run_program(TESUJI, *SOLVE, "--server", where, TESUJI_TLS_CA=authority.ca))
            self.good(self.run_program(TESUJI, *SOLVE, TESUJI_SERVER=where, TESUJI_TLS_CA=authority.ca))
            self.good(self.run_program(TESUJI, *SOLVE, "--server", where, "--tls-ca", authority.ca,
                                       TESUJI_TLS_CA="/nowhere"))

    def test_the_authorities_of_the_system(self):
        where = self.where(self.serve())
        self.good(self.ask(where, SSL_CERT_FILE=authority.ca))
        self.good(self.run_program(TESUJI, *SOLVE, "--server", where, SSL_CERT_FILE=authority.ca))

    def test_thousands_of_queries_and_large_answers(self):
        where = self.where(self.serve("--max-jobs", "64"))
        done = self.ask(where, 3000, TESUJI_TLS_CA=authority.ca)
        self.good(done)
        self.assertIn("ok 3000 ", done.stdout)
        done = self.ask(where, 40, "proof", TESUJI_TLS_CA=authority.ca)
        self.good(done)

    def told(self, where, **env):
        """What both sides say of a server that cannot be, which is the same."""
        command = self.run_program(TESUJI, *SOLVE, "--server", where, **env)
        self.assertRegex(command.stderr, "^tesuji: [^\n]*\n$")
        self.assertEqual((69, ""), (command.returncode, command.stdout), command.stderr)
        asker = self.ask(where, **env)
        self.assertEqual(command.stderr.removeprefix("tesuji: "), asker.stderr.removeprefix("async_ask: "))
        return command.stderr.removeprefix("tesuji: ").removesuffix("\n").removeprefix(f"cannot connect to {where}: ")

    def test_certificates_that_are_not_to_be_trusted(self):
        daemon = self.serve()
        where = self.where(daemon)
        refused = "its certificate is refused: "
        self.assertEqual(f"{refused}unable to get local issuer certificate", self.told(where, TESUJI_TLS_CA=other.ca))
        self.assertEqual(f"{refused}IP address mismatch",
                         self.told(self.where(self.serve(own=authority.issue("localhost", hosts="DNS:localhost")),
                                              "127.0.0.1"), TESUJI_TLS_CA=authority.ca))
        self.assertEqual(f"{refused}hostname mismatch",
                         self.told(self.where(self.serve(own=authority.issue("x", hosts="DNS:elsewhere.example"))),
                                   TESUJI_TLS_CA=authority.ca))
        old = self.serve(own=authority.issue("localhost", days=-1, file="old"))
        self.assertEqual(f"{refused}certificate has expired", self.told(self.where(old), TESUJI_TLS_CA=authority.ca))
        daemon.log("event=tls-refused why=\"the other side refuses: .*alert unknown ca")

    def test_the_common_name_is_no_host(self):
        own = authority.issue("localhost", hosts="DNS:elsewhere.example", file="named")
        self.assertEqual("its certificate is refused: hostname mismatch",
                         self.told(self.where(self.serve(own=own)), TESUJI_TLS_CA=authority.ca))

    def test_what_speaks_no_tls(self):
        daemon = self.serve()
        plain = "tls://127.0.0.1:%d" % daemon.tcp[1]
        self.assertEqual(NO_HANDSHAKE, self.told(plain, TESUJI_TLS_CA=authority.ca))
        self.assertEqual(NO_TLS, self.told(self.says(b"HTTP/1.1 400 Bad Request\r\n\r\n"), TESUJI_TLS_CA=authority.ca))
        self.assertEqual(NO_HANDSHAKE, self.told(self.says(b""), TESUJI_TLS_CA=authority.ca))

    def test_a_port_of_tls_that_is_taken_for_a_plain_one(self):
        where = f"tcp:127.0.0.1:{self.serve().tls[1]}"
        done = self.run_program(TESUJI, "info", "--server", where)
        self.assertEqual((69, f"tesuji: connection to {where} lost: {TLS_HERE}\n"), (done.returncode, done.stderr))
        self.assertEqual(f"async_ask: connection to {where} lost: {TLS_HERE}\n", self.ask(where).stderr)

    def test_who_does_not_answer(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            where = f"tls://127.0.0.1:{listener.getsockname()[1]}"
            done = self.run_program(TESUJI, "info", "--server", where, TESUJI_TLS_CA=authority.ca)
        self.assertEqual((69, f"tesuji: cannot connect to {where}: no end of the handshake of TLS in time\n"),
                         (done.returncode, done.stderr))

    def test_files_that_are_none(self):
        where = self.where(self.serve())
        cert, key = authority.issue("alice.example")
        _, another = authority.issue("bob.example")
        self.assertIn("TLS authorities: /nowhere: ", self.told(where, TESUJI_TLS_CA="/nowhere"))
        self.assertIn(f"TLS authorities: {key}: ", self.told(where, TESUJI_TLS_CA=key))
        self.assertIn("TLS certificate: /nowhere: ", self.told(where, TESUJI_TLS_CERT="/nowhere"))
        self.assertIn(f"TLS key: {another}: ", self.told(where, TESUJI_TLS_CERT=cert, TESUJI_TLS_KEY=another))
        self.assertEqual(f"TLS key: {key}: there is no certificate to it", self.told(where, TESUJI_TLS_KEY=key))

    def test_a_certificate_names_the_account(self):
        daemon, _ = self.with_accounts("--tls-client-ca", authority.ca, alice="cert=alice.example")
        where, (cert, key) = self.where(daemon), authority.issue("alice.example")
        self.good(self.ask(where, TESUJI_TLS_CA=authority.ca, TESUJI_TLS_CERT=cert, TESUJI_TLS_KEY=key))
        self.good(self.run_program(TESUJI, *SOLVE, "--server", where, "--tls-ca", authority.ca, "--tls-cert", cert,
                                   "--tls-key", key))
        both = authority.path("both.pem")
        with open(both, "w", encoding="ascii") as file:
            for path in (cert, key):
                with open(path, encoding="ascii") as part:
                    file.write(part.read())
        self.good(self.run_program(TESUJI, *SOLVE, "--server", where, "--tls-ca", authority.ca, "--tls-cert", both))
        daemon.log(" login=alice ", 3)

    def test_who_has_no_certificate_where_one_is_asked_for(self):
        where = self.where(self.serve("--tls-client-ca", authority.ca))
        done = self.run_program(TESUJI, "info", "--server", where, TESUJI_TLS_CA=authority.ca)
        self.assertEqual((69, f"tesuji: connection to {where} lost: {TOLD_TO_ASK}\n"), (done.returncode, done.stderr))
        done = self.ask(where, TESUJI_TLS_CA=authority.ca)
        self.assertEqual(f"async_ask: connection to {where} lost: {TOLD_TO_ASK}\n", done.stderr)
        cert, key = other.issue("alice.example")
        done = self.ask(where, TESUJI_TLS_CA=authority.ca, TESUJI_TLS_CERT=cert, TESUJI_TLS_KEY=key)
        self.assertRegex(done.stderr, f"^async_ask: connection to {where} lost: the other side refuses: .*alert ")

    def test_tokens_inside_tls(self):
        daemon, file = self.with_accounts(alice="")
        where = self.where(daemon)
        done = self.run_program(TESUJI, "jobs", "--server", where, TESUJI_TLS_CA=authority.ca)
        self.assertEqual((69, f"tesuji: the daemon at {where} wants a token: set TESUJI_TOKEN_FILE or give "
                          "--token-file\n"), (done.returncode, done.stderr))
        self.good(self.ask(where, TESUJI_TLS_CA=authority.ca, TESUJI_TOKEN=file.tokens["alice"]))
        daemon.log(" login=alice ")

    def test_what_the_server_says_at_once(self):
        daemon, _ = self.with_accounts("--tls-client-ca", authority.ca, alice="cert=alice.example connections=1")
        where, (cert, key) = self.where(daemon), authority.issue("alice.example")
        with TlsClient(("127.0.0.1", daemon.tls[1]), authority.ca, own=(cert, key)) as first:
            first.call("server.hello")
            done = self.ask(where, TESUJI_TLS_CA=authority.ca, TESUJI_TLS_CERT=cert, TESUJI_TLS_KEY=key)
        self.assertRegex(done.stderr, f"^async_ask: connection to {where} lost: 1 connections of account alice ")

    def test_it_needs_tls_1_3(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*authority.issue("localhost"))
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        with socket.create_server(("127.0.0.1", 0)) as listener:
            def serve():
                for _ in range(2):
                    sock, _ = listener.accept()
                    try:
                        context.wrap_socket(sock, server_side=True)
                    except OSError:
                        pass
            threading.Thread(target=serve, daemon=True).start()
            told = self.told(f"tls://localhost:{listener.getsockname()[1]}", TESUJI_TLS_CA=authority.ca)
        self.assertRegex(told, "^the other side refuses: .*protocol version$")


class Programs(Secured):
    """tesuji-gtp, tesuji-uci, tesuji-gomoku and tesuji-http, with a certificate that names the account."""

    def setUp(self):
        self.daemon, _ = self.with_accounts("--tls-client-ca", authority.ca, alice="cert=alice.example")
        cert, key = authority.issue("alice.example")
        self.named = ("--server", self.where(self.daemon), "--tls-ca", authority.ca, "--tls-cert", cert, "--tls-key", key)

    def test_gtp(self):
        text = "boardsize 5\nplay black A4\nplay white A5\nattack A5\nquit\n"
        done = self.run_program(TESUJI_GTP, *self.named, text=text)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertNotIn("?", done.stdout)
        done = self.run_program(TESUJI_GTP, *self.named[:2], text=text, TESUJI_TLS_CA=other.ca)
        self.assertEqual((69, f"tesuji-gtp: cannot connect to {self.named[1]}: its certificate is refused: self-signed "
                          "certificate in certificate chain\n"), (done.returncode, done.stderr))

    def test_gomoku(self):
        done = self.run_program(TESUJI_GOMOKU, *self.named, text="START 15\nBEGIN\nEND\n")
        self.assertNotIn("MESSAGE no proofs", done.stdout)
        self.daemon.log(" login=alice ")

    def test_uci(self):
        with Line(TESUJI_UCI, *self.named) as engine:
            engine.say("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go mate 1")
            self.assertTrue(any(" score mate " in line for line in engine.until("bestmove")))
        self.daemon.log(" login=alice ")

    @unittest.skipIf(Gateway is None or "TESUJI_HTTP" not in os.environ, "no gateway was built")
    def test_http(self):
        gateway = Gateway(self.named[1], *self.named[2:])
        try:
            gateway.wait_for_daemon()
            self.assertEqual(200, gateway.ask("GET", "/v1/info").status)
        finally:
            code, _, err = gateway.stop()
        self.assertEqual((0, ""), (code, err))


class Python(ClientCase, Secured):
    """The package tesuji."""

    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.dict(os.environ, environment(), clear=True))

    async def solves(self, where, **more):
        async with tesuji.connect(where, **more) as solver:
            self.assertEqual("proven", (await solver.solve(**SMALL)).value)

    async def told(self, where, **more):
        error = await self.refused(Code.IO_ERROR, tesuji.connect(where, **more))
        return error.text.removeprefix(f"cannot connect to {where}: ")

    async def test_whom_it_trusts(self):
        daemon = self.serve()
        os.environ["TESUJI_TLS_CA"] = authority.ca
        for host in ("localhost", "127.0.0.1"):
            await self.solves(self.where(daemon, host))
        os.environ["TESUJI_TLS_CA"] = other.ca
        refused = "its certificate is refused: "
        self.assertEqual(f"{refused}unable to get local issuer certificate", await self.told(self.where(daemon)))
        await self.solves(self.where(daemon), context=ssl.create_default_context(cafile=authority.ca))
        os.environ["TESUJI_TLS_CA"] = ""
        os.environ["SSL_CERT_FILE"] = authority.ca
        await self.solves(self.where(daemon))
        os.environ["TESUJI_TLS_CA"] = authority.ca
        elsewhere = self.serve(own=authority.issue("x", hosts="DNS:elsewhere.example"))
        self.assertIn("Hostname mismatch", await self.told(self.where(elsewhere)))
        old = self.serve(own=authority.issue("localhost", days=-1, file="old"))
        self.assertEqual(f"{refused}certificate has expired", await self.told(self.where(old)))

    async def test_what_speaks_no_tls(self):
        daemon = self.serve()
        os.environ["TESUJI_TLS_CA"] = authority.ca
        self.assertEqual(NO_HANDSHAKE, await self.told("tls://127.0.0.1:%d" % daemon.tcp[1]))
        self.assertEqual(NO_TLS, await self.told(self.says(b"HTTP/1.1 400 Bad Request\r\n\r\n")))
        error = await self.refused(Code.BAD_FRAME, tesuji.connect(f"tcp:127.0.0.1:{daemon.tls[1]}"))
        self.assertEqual(TLS_HERE, error.text)

    async def test_files_that_are_none(self):
        where = self.where(self.serve())
        cert, key = authority.issue("alice.example")
        os.environ["TESUJI_TLS_CA"] = "/nowhere"
        self.assertEqual("TLS authorities: /nowhere: No such file or directory", await self.told(where))
        os.environ.update(TESUJI_TLS_CA=authority.ca, TESUJI_TLS_KEY=key)
        self.assertEqual(f"TLS key: {key}: there is no certificate to it", await self.told(where))
        os.environ.update(TESUJI_TLS_CERT=cert, TESUJI_TLS_KEY=authority.issue("bob.example")[1])
        self.assertIn("TLS certificate: ", await self.told(where))

    async def test_a_certificate_names_the_account(self):
        daemon, _ = self.with_accounts("--tls-client-ca", authority.ca, alice="cert=alice.example")
        cert, key = authority.issue("alice.example")
        os.environ.update(TESUJI_TLS_CA=authority.ca, TESUJI_TLS_CERT=cert, TESUJI_TLS_KEY=key)
        await self.solves(self.where(daemon))
        daemon.log(" login=alice ")
        del os.environ["TESUJI_TLS_CERT"], os.environ["TESUJI_TLS_KEY"]
        error = await self.refused(Code.CLOSED, tesuji.connect(self.where(daemon)))
        self.assertEqual(f"the connection to {self.where(daemon)} is lost: {TOLD_TO_ASK}", error.text)

    async def test_tokens_inside_tls(self):
        daemon, file = self.with_accounts(alice="")
        os.environ["TESUJI_TLS_CA"] = authority.ca
        await self.solves(self.where(daemon), token=file.tokens["alice"])
        daemon.log(" login=alice ")

    async def test_many_at_once(self):
        os.environ["TESUJI_TLS_CA"] = authority.ca
        async with tesuji.connect(self.where(self.serve())) as solver:
            for problem in [solver.solve(**SMALL, fresh=True) for _ in range(200)]:
                self.assertEqual("proven", (await problem).value)


if __name__ == "__main__":
    main()
