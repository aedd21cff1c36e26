#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_tls.py - the daemon inside TLS: who gets in, what is refused, and that all else is as without it."""

import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import time

import msgpack

from accounts import Accounts
from authority import Authority, TlsClient, client_hello, openssl
from client import RpcError, eventually
from daemon import Case, LARGE, SMALL, TESUJID, main, submit

HANDSHAKE_S = 5  # server/tls_files.h
CRASH = 200      # connections that send garbage, or half a handshake


def setUpModule():
    global authority, server
    authority = Authority()
    server = authority.issue("localhost")


def tearDownModule():
    authority.close()


def half_hello():
    """The first bytes that a client sends, cut in the middle."""
    hello = client_hello()
    return hello[:len(hello) // 2]


class Tls(Case):
    def serve(self, *args, own=None, **more):
        cert, key = own or server
        return self.start("--listen-tls", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key, *args, **more)

    def secure(self, daemon, **how):
        client = TlsClient(daemon.tls, how.pop("ca", authority.ca), **how)
        self.addCleanup(client.close)
        return client

    def last_words(self, client):
        return [params[0]["name"] for _, _, params in client.at_end()]

    def bare(self, daemon, data=b""):
        sock = socket.create_connection(daemon.tls, timeout=60)
        self.addCleanup(sock.close)
        sock.sendall(data)
        return sock


class Messages(Tls):
    def test_a_session(self):
        client = self.secure(self.serve())
        self.assertEqual("TLSv1.3", client.sock.version())
        self.assertIsNone(client.sock.compression())
        self.assertEqual("tesuji", client.call("server.hello")["name"])
        self.assertEqual("proven", client.done(client.call("job.submit", SMALL)["job"])["value"])

    def test_no_session_is_resumed(self):
        client = self.secure(self.serve())
        client.call("server.hello")
        self.assertFalse(client.sock.session.has_ticket)

    def test_plain_connections_beside_it(self):
        daemon = self.serve()
        self.secure(daemon).call("server.hello")
        self.connect(daemon, daemon.tcp).call("server.hello")
        self.connect(daemon).call("server.hello")

    def test_a_byte_in_each_record(self):
        client = self.secure(self.serve())
        for byte in msgpack.packb([0, 1, "job.submit", [SMALL]]):
            client.raw(bytes([byte]))
        self.assertEqual("proven", client.done(client.wait(1)["job"])["value"])

    def test_many_requests_in_one_record(self):
        client = self.secure(self.serve())
        client.raw(b"".join(msgpack.packb([0, n, "server.hello", []]) for n in range(1, 801)))
        for n in range(1, 801):
            self.assertEqual("tesuji", client.wait(n)["name"])

    def test_a_request_larger_than_a_record(self):
        client = self.secure(self.serve())
        with self.assertRaises(RpcError) as raised:
            client.call("job.submit", {**SMALL, "label": "x" * 60000})
        self.assertIn("label", str(raised.exception))
        client.call("server.hello")

    def fill(self, daemon, client, count=400):
        """So many finished jobs, for large answers to job.list."""
        for n in range(count):
            client.done(client.call("job.submit", {**SMALL, "label": f"{n}".rjust(63, "x")})["job"])
        return len(msgpack.packb(client.call("job.list")))

    def test_large_answers_to_who_reads_late(self):
        daemon = self.serve()
        client = self.secure(daemon)
        size = self.fill(daemon, client)
        asked = [client.send("job.list") for _ in range(6 * 1024 * 1024 // size)]
        for msgid in asked:
            self.assertEqual(400, len(client.wait(msgid)["jobs"]))

    def test_who_does_not_read_is_closed(self):
        daemon = self.serve()
        client = self.secure(daemon)
        size = self.fill(daemon, client)
        client.sock.settimeout(1)
        try:
            for _ in range(24 * 1024 * 1024 // size):
                client.send("job.list")
        except OSError:
            pass
        daemon.log(r"closed=(slow reader|write stalled)")

    def test_answers_come_after_the_end_of_what_is_asked(self):
        client = self.secure(self.serve())
        job = client.send("job.submit", submit(LARGE))
        client.say_no_more()
        self.assertEqual("cancelled", client.done(client.wait(job)["job"])["state"])
        self.assertEqual([], client.at_end())

    def test_the_end_is_said_in_tls(self):
        daemon = self.serve()
        client = self.secure(daemon)
        job = client.call("job.submit", submit(LARGE))["job"]
        daemon.signal(signal.SIGTERM)
        self.assertEqual("cancelled", client.done(job)["state"])
        self.assertEqual([], client.at_end())  # else ssl.SSLEOFError

    def test_a_handshake_does_not_hold_up_the_end(self):
        daemon = self.serve()
        self.bare(daemon, half_hello())
        daemon.log("opened peer=127")
        daemon.signal(signal.SIGTERM)
        self.assertEqual(0, daemon.process.wait(60))
        self.assertEqual([], [line for line in daemon.lines if "handshake not complete in time" in line])

    def test_frames_that_are_none_are_refused(self):
        client = self.secure(self.serve())
        client.raw(b"\x93\x00\x01\xc1")
        self.assertEqual(["bad_frame"], self.last_words(client))


class Trust(Tls):
    def test_a_client_sees_the_wrong_authority_and_host(self):
        daemon = self.serve()
        other = Authority("another")
        self.addCleanup(other.close)
        for how in ({"ca": other.ca}, {"host": "elsewhere.example"}):
            with self.assertRaises(ssl.SSLCertVerificationError):
                self.secure(daemon, **how)
        self.assertIn("alert", daemon.log("event=tls-refused why=\"(.*)\" peer=127")[1])
        self.secure(daemon, host="127.0.0.1").call("server.hello")

    def test_versions(self):
        with self.assertRaises(OSError):
            self.secure(self.serve(), newest=ssl.TLSVersion.TLSv1_2)
        client = self.secure(self.serve("--tls-oldest", "1.2"), newest=ssl.TLSVersion.TLSv1_2)
        self.assertEqual("TLSv1.2", client.sock.version())
        self.assertRegex(client.sock.cipher()[0], "^ECDHE-.*(GCM|CHACHA20)")
        self.assertEqual("proven", client.done(client.call("job.submit", SMALL)["job"])["value"])

    def with_accounts(self, *args, **accounts):
        file = Accounts(**accounts)
        self.addCleanup(file.close)
        return self.serve("--tls-client-ca", authority.ca, "--accounts", file.path, *args), file

    def test_a_client_certificate_names_the_account(self):
        daemon, _ = self.with_accounts(alice="class=batch cert=alice.example", bob="cert=bob.example connections=1")
        alice = self.secure(daemon, own=authority.issue("alice.example"))
        hello = alice.call("server.hello")
        self.assertEqual(("none", "alice"), (hello["auth"], hello["account"]))
        self.assertEqual("proven", alice.done(alice.call("job.submit", SMALL)["job"])["value"])
        bob = authority.issue("bob.example")
        first = self.secure(daemon, own=bob)
        self.assertEqual("bob", first.call("server.hello")["account"])
        self.assertEqual(["over_quota"], self.last_words(self.secure(daemon, own=bob)))

    def test_who_is_no_account_is_told_so(self):
        daemon, _ = self.with_accounts(alice="cert=alice.example")
        [(_, method, [error])] = self.secure(daemon, own=authority.issue("mallory.example")).at_end()
        self.assertEqual(("server.error", "not_logged_in"), (method, error["name"]))
        self.assertIn("mallory.example", error["message"])

    def refused(self, daemon, own):
        """In TLS 1.3 a client hears after its handshake that its certificate is refused."""
        with self.assertRaises(OSError):
            self.secure(daemon, own=own).call("server.hello")

    def test_certificates_that_are_none(self):
        daemon, _ = self.with_accounts(alice="cert=alice.example")
        other = Authority("another")
        self.addCleanup(other.close)
        for own, why in ((other.issue("alice.example"), "unable to get local issuer|self-signed|verif"),
                         (authority.issue("alice.example", days=-1, file="old"), "expired"),
                         (None, "did not return a certificate")):
            self.refused(daemon, own)
            daemon.log(f"event=tls-refused why=\"[^\"]*({why})")
        self.secure(daemon, own=authority.issue("alice.example")).call("job.list")

    def test_an_account_that_is_taken_away_is_refused(self):
        daemon, file = self.with_accounts(alice="cert=alice.example", bob="")
        client = self.secure(daemon, own=authority.issue("alice.example"))
        client.call("job.list")
        file.write(bob="")
        daemon.signal(signal.SIGHUP)
        self.assertEqual(["not_logged_in"], self.last_words(client))

    def test_a_certificate_without_accounts_lets_in(self):
        daemon = self.serve("--tls-client-ca", authority.ca)
        self.refused(daemon, None)
        self.secure(daemon, own=authority.issue("alice.example")).call("job.list")


class Reload(Tls):
    def serial(self, client):
        return client.sock.getpeercert()["serialNumber"]

    def test_a_new_certificate_while_a_job_runs(self):
        files = [os.path.join(authority.folder.name, name) for name in ("now.pem", "now.key")]
        for path, to in zip(server, files):
            shutil.copy(path, to)
        daemon = self.serve(own=files)
        old = self.secure(daemon)
        job = old.call("job.submit", submit(LARGE))["job"]
        for path, to in zip(authority.issue("localhost", file="later"), files):
            shutil.copy(path, to)
        daemon.signal(signal.SIGHUP)
        daemon.log("conf event=tls-read")
        new = self.secure(daemon)
        self.assertNotEqual(self.serial(old), self.serial(new))
        self.assertIn(old.call("job.status", {"job": job})["state"], ("queued", "running"))
        old.call("job.cancel", {"job": job})
        self.assertEqual("cancelled", old.done(job)["state"])
        with open(files[0], "w", encoding="ascii") as file:
            file.write("no certificate\n")
        daemon.signal(signal.SIGHUP)
        self.assertIn(f"tls_cert: {files[0]}", daemon.log("<3>conf event=reload-refused why=\"(.*)\"")[1])
        self.assertEqual(self.serial(new), self.serial(self.secure(daemon)))
        old.call("server.hello")


class Settings(Tls):
    def told(self, *args):
        """What is said of settings that are refused, by --check-config and at the start."""
        for check in (["--check-config"], []):
            ran = subprocess.run([TESUJID, *check, "--listen", "none", *args], stderr=subprocess.PIPE,
                                 stdin=subprocess.DEVNULL, text=True, timeout=60)
            self.assertEqual(ran.returncode, 78)
        self.assertRegex(ran.stderr, "^tesujid: [^\n]*\n$")
        return ran.stderr

    def test_what_is_refused(self):
        cert, key = server
        other = authority.issue("other")[1]
        locked = os.path.join(authority.folder.name, "locked.key")
        openssl("ec", "-in", key, "-aes128", "-passout", "pass:secret", "-out", locked)
        here = ["--listen-tls", "127.0.0.1:0"]
        self.assertIn("listen_tls: needs a certificate", self.told(*here))
        self.assertIn("tls_cert: /nowhere", self.told(*here, "--tls-cert", "/nowhere", "--tls-key", key))
        self.assertIn(f"tls_key: {other}", self.told(*here, "--tls-cert", cert, "--tls-key", other))
        self.assertIn(f"tls_key: {locked}", self.told(*here, "--tls-cert", cert, "--tls-key", locked))
        self.assertIn(f"tls_client_ca: {key}", self.told(*here, "--tls-cert", cert, "--tls-key", key,
                                                          "--tls-client-ca", key))
        self.assertIn("listen_tls: 'x' is not host:port", self.told_64("--listen-tls", "x"))

    def told_64(self, *args):
        ran = subprocess.run([TESUJID, *args], stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(64, ran.returncode)
        return ran.stderr

    def test_other_machines_need_accounts_even_with_client_certificates(self):
        told = self.told("--listen-tls", "*:0", "--tls-cert", server[0], "--tls-key", server[1],
                         "--tls-client-ca", authority.ca)
        self.assertIn("listen_tls: *:0 is open to other machines", told)


class Attacks(Tls):
    def test_garbage(self):
        daemon = self.serve()
        seed = int.from_bytes(os.urandom(4))
        print(f"seed {seed}")
        drawn = random.Random(seed).randbytes(64)  # not the head of a record: that may have a rest to wait for
        noise = [msgpack.packb([0, 1, "server.hello", []]), b"GET / HTTP/1.1\r\n\r\n",
                 msgpack.packb([0, 1, "server.hello", []]) + bytes(16), bytes(64),
                 b"\x16\x03\x01\xff\xff" + bytes(64), bytes([drawn[0] & 0xef]) + drawn[1:] + bytes(64)]
        for n in range(CRASH):
            sock = self.bare(daemon, noise[n % len(noise)])
            try:
                while sock.recv(4096):
                    pass
            except ConnectionResetError:
                pass
            sock.close()
        self.assertEqual([], [line for line in daemon.lines if "handshake not complete in time" in line])
        self.assertIn("<6>conn", daemon.log("event=tls-refused why=").string)
        self.secure(daemon).call("server.hello")

    def test_half_handshakes_let_others_in_and_end_in_time(self):
        daemon = self.serve()
        half = half_hello()
        began = time.monotonic()
        socks = [self.bare(daemon, half) for _ in range(CRASH)]
        self.secure(daemon).call("server.hello")
        for sock in socks:
            try:
                self.assertEqual(b"", sock.recv(4096))
            except ConnectionResetError:
                pass
        self.assertGreater(time.monotonic() - began, HANDSHAKE_S)
        daemon.log("closed=handshake not complete in time")

    def test_a_peer_has_a_share_of_the_handshakes(self):
        daemon = self.serve("--peer-share", "50", "--log-level", "info")
        half = half_hello()
        for _ in range(CRASH):
            self.bare(daemon, half)
        daemon.log("event=turned-away peer=127.0.0.1")

    def test_handshakes_beyond_the_most_wait(self):
        daemon = self.serve("--peer-share", "100")
        half = half_hello()
        socks = [self.bare(daemon, half) for _ in range(300)]
        daemon.log("event=paused why=max_connections,handshakes")
        self.connect(daemon, daemon.tcp).call("server.hello")  # others do not wait
        for sock in socks[:100]:
            sock.close()
        self.secure(daemon).call("server.hello")

    def test_a_slow_handshake_is_closed_in_time(self):
        daemon = self.serve()
        half = half_hello()
        sock = self.bare(daemon)
        with self.assertRaises(OSError):
            for byte in half * 2:
                sock.sendall(bytes([byte]))
                sock.settimeout(0.1)
                try:
                    if sock.recv(1) == b"":
                        raise OSError("closed")
                except TimeoutError:
                    pass
        daemon.log("closed=handshake not complete in time")

    def test_handshakes_that_are_left_are_forgotten(self):
        daemon = self.serve()
        half = half_hello()
        for _ in range(3 * CRASH):
            self.bare(daemon, half).close()
        client = self.connect(daemon, daemon.tcp)
        eventually(lambda: client.call("server.info")["connections"] == 1)
        self.secure(daemon).call("server.hello")


if __name__ == "__main__":
    main()
