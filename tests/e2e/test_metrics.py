# SPDX-License-Identifier: MIT
"""server.metrics: every figure moves when what it counts happens, and by as much."""

import contextlib
import http.client
import os
import re
import select
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from accounts import WithAccounts
from client import RpcError, eventually
from daemon import DEADLINE_S, Case, LARGE, ROOT, SMALL, TESUJID, main, submit
import exposition
from exposition import total, value


HAS_HTTP = os.environ.get("WITH_METRICS_HTTP", "ON") != "OFF"


def figures(client):
    return exposition.read(client.call("server.metrics")["text"])


def families(text):
    """The name, kind and labels of every family, as docs/metrics.md writes them."""
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    labels = {}
    for name, given in exposition.read(text):
        base = name if name in kinds else name.rsplit("_", 1)[0]
        labels.setdefault(base, set()).update(label for label, _ in given if label != "le")
    return {(name, kind, tuple(sorted(labels[name]))) for name, kind in kinds.items()}


class Documents(WithAccounts):
    def test_docs(self):
        """docs/metrics.md lists the series of a daemon that has everything, no more and no less."""
        with open(os.path.join(ROOT, "docs", "metrics.md"), encoding="utf-8") as file:
            rows = re.findall(r"^\| `(tesuji_\w+)` \| (\w+) \|([\w, ]*)\| \S", file.read(), re.M)
        listed = {(name, kind, tuple(sorted(labels.replace(" ", "").split(","))) if labels.strip() else ())
                  for name, kind, labels in rows}
        fleet = ("--fleet", "nats://127.0.0.1:1", "--fleet-facts", "yes")
        if os.environ.get("WITH_NATS") == "OFF":
            fleet, listed = (), {row for row in listed if not row[0].startswith("tesuji_fleet_")}
        with tempfile.TemporaryDirectory(prefix="tesuji-e2e-") as folder:
            daemon = self.serve("--store", os.path.join(folder, "store"), "--journal-size-mib", "4",
                                "--journal", os.path.join(folder, "journal"), *fleet, ops="class=operator")
            told = families(self.log_in(daemon, "ops").call("server.metrics")["text"])
            daemon.stop()
        self.assertEqual(listed, told)


class Figures(Case):
    def setUp(self):
        self.daemon = self.start()
        self.client = self.connect(self.daemon)

    def test_fresh(self):
        rows = figures(self.client)
        self.assertEqual(1, total(rows, "tesuji_build_info"))
        self.assertEqual(2, value(rows, "tesuji_workers"))
        self.assertEqual(0, value(rows, "tesuji_draining"))
        self.assertEqual(0, total(rows, "tesuji_jobs"))
        self.assertEqual(0, value(rows, "tesuji_nodes_total"))
        self.assertEqual(1, value(rows, "tesuji_connections", place="shared"))
        self.assertEqual(1, value(rows, "tesuji_requests_total", method="server.metrics"))
        self.assertGreaterEqual(value(rows, "tesuji_memory_bytes", part="table"), 8 << 20)
        self.assertEqual(self.client.call("server.info")["table_bytes"], value(rows, "tesuji_table_bytes"))
        self.assertGreater(value(rows, "tesuji_memory_resident_bytes"), 1 << 20)
        self.assertNotIn("account_", repr(rows))
        self.assertNotIn("store_", repr(rows))

    def test_jobs(self):
        """Two that are searched, one that is remembered, one that is cancelled."""
        nodes = 0
        for fresh in (True, True, False):
            job = self.client.call("job.submit", submit(SMALL, fresh=fresh))["job"]
            nodes += self.client.done(job)["nodes"]
        long = self.client.call("job.submit", LARGE)["job"]
        eventually(lambda: value(figures(self.client), "tesuji_jobs", **{"class": "none"}, state="running") == 1)
        eventually(lambda: value(figures(self.client), "tesuji_nodes_total") > nodes)
        before = value(figures(self.client), "tesuji_nodes_total")
        self.assertEqual(3, total(figures(self.client), "tesuji_jobs_ended_total"))
        self.client.call("job.cancel", {"job": long})
        nodes += self.client.done(long)["nodes"]
        rows = figures(self.client)
        self.assertEqual(0, total(rows, "tesuji_jobs"))
        self.assertEqual(4, value(rows, "tesuji_jobs_submitted_total"))
        self.assertEqual(3, value(rows, "tesuji_jobs_ended_total", **{"class": "none"}, state="done"))
        self.assertEqual(1, value(rows, "tesuji_jobs_ended_total", **{"class": "none"}, state="cancelled"))
        self.assertEqual(3, value(rows, "tesuji_job_values_total", value="proven"))
        self.assertEqual(1, value(rows, "tesuji_job_values_total", value="undecided"))
        self.assertEqual(1, value(rows, "tesuji_jobs_remembered_total"))
        self.assertEqual(nodes, value(rows, "tesuji_nodes_total"))
        self.assertGreaterEqual(value(rows, "tesuji_nodes_total"), before)
        self.assertEqual(3, value(rows, "tesuji_job_wait_seconds_count", **{"class": "none"}))
        self.assertEqual(3, value(rows, "tesuji_job_solve_seconds_count"))
        self.assertEqual(4, value(rows, "tesuji_jobs_kept"))

    def test_what_searches_meet(self):
        """Two workers on one problem find what is in the table, and each other's marks."""
        job = self.client.call("job.submit", submit(LARGE, limits={"order": 7, "time_ms": 60000}))["job"]
        eventually(lambda: value(figures(self.client), "tesuji_table_hits_total") > 0 and
                   value(figures(self.client), "tesuji_marks_met_total") > 0)
        self.client.call("job.cancel", {"job": job})
        self.client.done(job)
        rows = figures(self.client)
        self.assertLess(value(rows, "tesuji_table_hits_total"), value(rows, "tesuji_nodes_total"))

    def test_wait(self):
        """The time of a job is that of waiting and that of searching."""
        jobs = [self.client.call("job.submit", submit(LARGE, limits={"order": 7, "time_ms": ms}))["job"]
                for ms in (60, 70, 80, 90)]
        told = sum(self.client.done(job)["time_ms"] for job in jobs)
        rows = figures(self.client)
        waited = value(rows, "tesuji_job_wait_seconds_sum", **{"class": "none"})
        solved = value(rows, "tesuji_job_solve_seconds_sum")
        self.assertAlmostEqual(told / 1000, waited + solved, places=5)
        self.assertGreater(solved, 0)
        self.assertEqual(4, total(rows, "tesuji_jobs_ended_total", state="expired"))

    def test_traffic(self):
        before = figures(self.client)
        sent = self.client.last
        with self.assertRaises(RpcError):
            self.client.call("job.status", {"job": 77})
        with self.assertRaises(RpcError):
            self.client.call("no.such_method")
        rows = figures(self.client)
        self.assertEqual(sent + 3, self.client.last)
        self.assertEqual(1, value(rows, "tesuji_refusals_total", error="unknown_job"))
        self.assertEqual(1, value(rows, "tesuji_refusals_total", error="unknown_method"))
        self.assertEqual(2, total(rows, "tesuji_refusals_total"))
        self.assertEqual(1, value(rows, "tesuji_requests_total", method="job.status"))
        self.assertEqual(0, value(rows, "tesuji_requests_total", method="job.list"))
        self.assertNotIn("no.such_method", repr(rows))
        for name, least in (("received", 50), ("sent", 5000)):
            grown = value(rows, f"tesuji_{name}_bytes_total") - value(before, f"tesuji_{name}_bytes_total")
            self.assertTrue(least < grown < least + 40000, (name, grown))
        with socket.create_connection(self.daemon.tcp) as broken:
            broken.sendall(b"\x93\x00\x01\x02")
            while broken.recv(4096):
                pass
        self.assertEqual(1, value(figures(self.client), "tesuji_refusals_total", error="bad_frame"))
        self.assertEqual(2, value(figures(self.client), "tesuji_connections_opened_total"))

    def test_loop(self):
        first = value(figures(self.client), "tesuji_loop_turn_seconds_count")
        self.client.call("server.info")
        rows = figures(self.client)
        self.assertGreater(value(rows, "tesuji_loop_turn_seconds_count"), first)
        self.assertGreaterEqual(value(rows, "tesuji_loop_longest_turn_seconds") * 1.001,
                                value(rows, "tesuji_loop_turn_seconds_sum") /
                                value(rows, "tesuji_loop_turn_seconds_count"))

    def test_size(self):
        """Strangers' words become no labels, so the text keeps its size."""
        def lines():
            return self.client.call("server.metrics")["text"].count("\n")
        before = lines()
        for i in range(50):
            with self.assertRaises(RpcError):
                self.client.call(f"made.up{i}")
            self.client.done(self.client.call("job.submit", submit(SMALL, label=f"made up {i}"))["job"])
        self.assertEqual(before, lines())


class Store(Case):
    def test_store(self):
        with tempfile.TemporaryDirectory(prefix="tesuji-e2e-") as folder:
            daemon = self.start("--store", os.path.join(folder, "store"))
            client = self.connect(daemon)
            client.done(client.call("job.submit", SMALL)["job"])
            eventually(lambda: value(figures(client), "tesuji_store_waiting_facts") == 0)
            eventually(lambda: value(figures(client), "tesuji_store_commits_total") > 0)  # told by another thread
            rows = figures(client)
            self.assertEqual(1, value(rows, "tesuji_store_open"))
            self.assertGreater(value(rows, "tesuji_store_facts"), 0)
            self.assertEqual(0, value(rows, "tesuji_store_commits_failed_total"))
            self.assertGreater(value(rows, "tesuji_store_last_commit_seconds"), 0)
            self.assertEqual(1, value(rows, "tesuji_store_lookups_total", result="missed"))
            daemon.stop()


class Accounts(WithAccounts):
    def test_who_sees_what(self):
        daemon = self.serve(alice="class=interactive", bob="class=batch jobs=1", ops="class=operator")
        alice, bob, ops = (self.log_in(daemon, name) for name in ("alice", "bob", "ops"))
        nodes = alice.done(alice.call("job.submit", submit(SMALL, fresh=True))["job"])["nodes"]
        long = bob.call("job.submit", LARGE)["job"]
        self.refused("over_quota", bob, "job.submit", SMALL)
        rows = figures(ops)
        his = {"account": "bob", "class": "batch"}
        hers = {"account": "alice", "class": "interactive"}
        self.assertEqual(1, value(rows, "tesuji_account_jobs", **his))
        self.assertEqual(1, value(rows, "tesuji_account_connections", **his))
        self.assertEqual(1, value(rows, "tesuji_account_refusals_total", **his))
        self.assertEqual(0, value(rows, "tesuji_account_jobs", **hers))
        self.assertEqual(1, value(rows, "tesuji_account_jobs_submitted_total", **hers))
        self.assertEqual(nodes, value(rows, "tesuji_account_nodes_total", **hers))
        self.assertEqual(1, value(rows, "tesuji_account_logins_total", **hers))
        self.assertEqual(1, value(rows, "tesuji_jobs_ended_total", **{"class": "interactive"}, state="done"))
        self.assertEqual(1, total(rows, "tesuji_jobs", **{"class": "batch"}))
        for client, name, other in ((alice, "alice", "bob"), (bob, "bob", "alice")):
            text = client.call("server.metrics")["text"]
            mine = exposition.read(text)
            self.assertIn(f'account="{name}"', text)
            self.assertNotIn(other, text)
            self.assertNotIn("tesuji_jobs", text)
            self.assertNotIn("tesuji_refusals", text)
            self.assertEqual(1, total(mine, "tesuji_account_jobs_submitted_total"))
        self.refused("not_logged_in", self.connect(daemon, daemon.tcp), "server.metrics")
        ops.call("job.cancel", {"job": long})
        bob.done(long)
        self.assertEqual(0, total(figures(ops), "tesuji_account_jobs"))
        bob.close()
        eventually(lambda: value(figures(ops), "tesuji_account_connections", **his) == 0)
        self.assertEqual(2, total(figures(ops), "tesuji_account_connections"))

    def test_many(self):
        """So many accounts that the last ones share their series."""
        token = "token=" + "$y$j9T$abc$" + "x" * 43
        names = {f"a{i:03}": token for i in range(300)}
        names["zed"] = "class=operator"
        daemon = self.serve(**names)
        ops = self.log_in(daemon, "zed")
        ops.done(ops.call("job.submit", SMALL)["job"])
        text = ops.call("server.metrics")["text"]
        rows = exposition.read(text)
        self.assertEqual(257, sum(name == "tesuji_account_jobs" for name, _ in rows))
        self.assertEqual(1, total(rows, "tesuji_account_jobs_submitted_total", account="(others)"))
        self.assertNotIn('"zed"', text)
        self.assertLess(len(text), 256 << 10)


class WithoutHttp(Case):
    @unittest.skipIf(HAS_HTTP, "this tesujid has HTTP")
    def test_what_is_said(self):
        told = subprocess.run([TESUJID, "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"],
                              stderr=subprocess.PIPE, text=True, check=False, timeout=60)
        self.assertEqual(69, told.returncode)
        self.assertIn("metrics_listen: this tesujid was built without HTTP: server.metrics tells the same", told.stderr)


@unittest.skipUnless(HAS_HTTP, "this tesujid has no HTTP")
class Http(WithAccounts):
    def ask(self, daemon, path, method="GET", body=None):
        """The status, the headers and the body, from the standard library's client."""
        port = int(daemon.log(r"<5>listen address=127\.0\.0\.1:(\d+) for=metrics_listen$")[1])
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.addCleanup(link.close)
        link.request(method, path, body=body)
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def test_pages(self):
        daemon = self.start("--metrics-listen", "127.0.0.1:0")
        client = self.connect(daemon)
        client.done(client.call("job.submit", SMALL)["job"])
        status, headers, text = self.ask(daemon, "/metrics")
        self.assertEqual((200, "text/plain; version=0.0.4; charset=utf-8"), (status, headers["Content-Type"]))
        self.assertEqual(1, value(exposition.read(text), "tesuji_jobs_submitted_total"))
        self.assertEqual(families(text), families(client.call("server.metrics")["text"]))
        self.assertEqual((200, "ok\n"), self.ask(daemon, "/healthz")[::2])
        self.assertEqual((200, "ok\n"), self.ask(daemon, "/readyz")[::2])
        self.assertEqual((200, ""), self.ask(daemon, "/metrics", "HEAD")[::2])
        self.assertEqual(404, self.ask(daemon, "/")[0])
        for body in (None, "x" * 5000):
            self.assertEqual(405, self.ask(daemon, "/metrics", "PUT", body)[0])

    def test_draining(self):
        """While a job runs on after SIGTERM it is alive, tells its figures, and is not ready."""
        daemon = self.start("--metrics-listen", "127.0.0.1:0", "--drain-ms", "60000")
        client = self.connect(daemon)
        job = client.call("job.submit", LARGE)["job"]
        daemon.signal(signal.SIGTERM)
        daemon.log("event=draining")
        self.assertEqual((503, "shutting down\n"), self.ask(daemon, "/readyz")[::2])
        self.assertEqual(200, self.ask(daemon, "/healthz")[0])
        self.assertEqual(1, value(exposition.read(self.ask(daemon, "/metrics")[2]), "tesuji_draining"))
        client.call("job.cancel", {"job": job})
        daemon.stop()

    def test_everything_without_login(self):
        daemon = self.serve("--metrics-listen", "127.0.0.1:0", alice="class=batch")
        self.assertIn('tesuji_account_jobs{account="alice",class="batch"} 0\n', self.ask(daemon, "/metrics")[2])

    def test_crowd(self):
        """Many idle connections take some places here for a while, and none of the daemon's own."""
        daemon = self.start("--metrics-listen", "127.0.0.1:0")
        port = int(daemon.log(r"address=127\.0\.0\.1:(\d+) for=metrics_listen$")[1])
        crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
        client = self.connect(daemon)
        self.assertEqual(1, client.call("server.info")["connections"])
        for one in crowd:
            one.close()
        self.assertEqual(200, self.ask(daemon, "/healthz")[0])

    def test_bug_eight_slow_heads_kept_all_others_out(self):
        daemon = self.start("--metrics-listen", "127.0.0.1:0")
        port = int(daemon.log(r"address=127\.0\.0\.1:(\d+) for=metrics_listen$")[1])
        with contextlib.ExitStack() as stack:
            slow = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(8)]
            for one in slow:
                one.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nX: ")
            other = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            end = time.monotonic() + DEADLINE_S
            while not select.select([other], [], [], 0.2)[0]:
                self.assertLess(time.monotonic(), end)
                for one in slow:
                    with contextlib.suppress(OSError):  # it has been closed
                        one.sendall(b"x")
            self.assertTrue(other.recv(4096).startswith(b"HTTP/1.1 200 "))

    def test_long_head(self):
        daemon = self.start("--metrics-listen", "127.0.0.1:0")
        port = int(daemon.log(r"address=127\.0\.0\.1:(\d+) for=metrics_listen$")[1])
        with socket.create_connection(("127.0.0.1", port)) as link:
            link.settimeout(30)
            link.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nPad: " + b"x" * 7000)
            try:
                for _ in range(50):
                    link.sendall(b"x" * 7000)
                told = link.recv(4096)
            except OSError:
                told = b""
        self.assertTrue(told == b"" or told.startswith(b"HTTP/1.1 4"), told)
        self.assertEqual(200, self.ask(daemon, "/healthz")[0])

    def test_settings(self):
        def check(*args):
            told = subprocess.run([TESUJID, *args], stderr=subprocess.PIPE, text=True, check=False, timeout=60)
            return told.returncode, told.stderr
        for address in ("0.0.0.0:9411", "*:9411", "[::]:9411", "192.0.2.1:9411"):
            code, text = check("--metrics-listen", address)
            self.assertEqual(78, code)
            self.assertIn("metrics_listen: ", text)
            self.assertIn("metrics_reach = any", text)
        code, text = check("--listen", "none", "--control-socket", "/tmp/x.sock", "--metrics-listen", "127.0.0.1:0,[::1]:0")
        self.assertNotEqual(0, code)
        self.assertIn("metrics_listen: one address alone", text)
        daemon = self.start("--metrics-listen", "*:0", "--metrics-reach", "any")
        daemon.log(r"<5>listen address=0\.0\.0\.0:\d+ for=metrics_listen$")


if __name__ == "__main__":
    main()
