# SPDX-License-Identifier: MIT
"""The command and a real daemon: solve through it, the other commands, and what
is said when the daemon is gone, silent, or none at all."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from command import DEADLINE_S, LADDER, LARGE, NET, SMALL, Terminal, run, start

from client import eventually  # from tests/e2e, by the path that command.py adds
from daemon import Case, Daemon  # from tests/e2e, by the path that command.py adds

EXAMPLE = os.environ.get("TESUJI_EXAMPLE")


class WithDaemon(Case):
    def setUp(self):
        self.daemon = self.start()
        self.daemon.log(r"<5>listen address=unix:")
        self.server = ["--server", "unix:" + self.daemon.path]

    def run_json(self, *args):
        done = run(*args, "--json", *self.server)
        self.assertEqual(done.returncode, 0, done.err)
        return json.loads(done.out)

    def detached(self):
        """A long job that stays with the daemon; its number as text."""
        done = run("solve", *LARGE, "--detach", "--label", "long", *self.server)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return done.out.strip()

    def ended(self, command):
        out, err = command.communicate(timeout=DEADLINE_S)
        return command.returncode, out, err

    def test_solve(self):
        done = run("solve", NET, "--capture", "E4", *self.server)
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(done.out.startswith("Proven: black captures E4"), done.out)
        self.assertEqual(self.run_json("info")["jobs"]["total"], 1)

    def test_solve_by_tcp_and_environment(self):
        host, port = self.daemon.tcp
        done = run("solve", LADDER, "--capture", "D4", "--order", "1", "--json",
                   TESUJI_SERVER=f"tcp:{host}:{port}")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertEqual(json.loads(done.out)["server"], f"tcp:{host}:{port}")
        done = run("info", "--server", f"localhost:{port}")
        self.assertEqual(done.returncode, 0, done.err)

    def test_info(self):
        info = self.run_json("info")
        self.assertEqual((info["name"], info["workers"], info["protocol"]), ("tesuji", 2, 1))
        self.assertEqual(info["games"][0]["name"], "go")
        self.assertEqual({limit["name"] for limit in info["limits"]},
                         {"order", "depth", "within", "nodes", "time_ms", "table_bytes", "workers"})
        done = run("info", *self.server)
        self.assertRegex(done.out, r"^tesuji \d+\.\d+\.\d+ at unix:.*, protocol 1, up ")
        self.assertIn("2 workers, table of 16 MiB", done.out)

    def test_a_daemon_in_no_fleet_has_none_to_show(self):
        self.assertNotIn("fleet", run("info", *self.server).out)
        self.assertNotIn("fleet", self.run_json("info"))
        for more in ([], ["--watch"], ["--json"]):
            done = run("fleet", *more, *self.server)
            self.assertEqual((done.returncode, done.out, done.err),
                             (69, "", f"tesuji: the daemon at {self.server[1]} is in no fleet: see 'fleet' in "
                                      "tesujid.conf(5)\n"))

    def test_jobs(self):
        self.assertEqual(run("jobs", *self.server).out, "no jobs\n")
        self.assertEqual(self.run_json("jobs")["jobs"], [])
        job = self.detached()
        rows = self.run_json("jobs")["jobs"]
        self.assertEqual([(row["job"], row["label"]) for row in rows], [(int(job), "long")])
        self.assertRegex(run("jobs", *self.server).out, rf"\n +{job}  (queued|running) .*  long\n$")
        self.assertEqual(run("cancel", job, *self.server).returncode, 0)

    def test_cancel(self):
        job = self.detached()
        done = run("cancel", job, *self.server)
        self.assertEqual(done.returncode, 0, done.err)
        self.assertRegex(done.out, rf"^job {job}: (being cancelled|cancelled)\n$")
        watched = run("watch", job, *self.server)
        self.assertEqual(watched.returncode, 2)
        self.assertTrue(watched.out.startswith("Not decided: cancelled"), watched.out)
        self.assertEqual(run("cancel", job, *self.server).out, f"job {job}: cancelled\n")

    def test_cancel_of_no_job(self):
        for command in ("cancel", "watch"):
            done = run(command, "4711", *self.server)
            self.assertEqual(done.returncode, 65)
            self.assertRegex(done.err, r"^tesuji: [^\n]*4711[^\n]*\n$")

    def test_watch_from_another_process(self):
        solver = start("solve", *LARGE, *self.server)
        self.addCleanup(solver.kill)
        solver.stderr.readline()  # it is running
        job = str(self.run_json("jobs")["jobs"][0]["job"])
        watcher = start("watch", job, "--json", *self.server)
        self.addCleanup(watcher.kill)
        self.assertRegex(watcher.stderr.readline(), r"^order \d depth \d+ ")
        run("cancel", job, *self.server)
        code, out, _ = self.ended(watcher)
        self.assertEqual(code, 2)
        self.assertEqual(json.loads(out)["state"], "cancelled")
        code, out, _ = self.ended(solver)
        self.assertEqual(code, 2)
        self.assertTrue(out.startswith("Not decided: cancelled"), out)

    def test_watch_shows_a_finished_job(self):
        number = run("solve", NET, "--capture", "E4", "--detach", *self.server).out.strip()
        done = run("watch", number, *self.server)
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(done.out.startswith("Proven: black captures E4"), done.out)
        again = run("watch", number, *self.server)
        self.assertEqual(done.out, again.out)

    def test_ctrl_c_ends_the_watching_only(self):
        job = self.detached()
        watcher = start("watch", job, *self.server)
        self.addCleanup(watcher.kill)
        watcher.stderr.readline()
        watcher.send_signal(signal.SIGINT)
        code, out, err = self.ended(watcher)
        self.assertEqual((code, out), (130, ""))
        self.assertTrue(err.endswith(f"tesuji: job {job} goes on\n"), err)
        self.assertEqual(self.run_json("jobs")["jobs"][0]["state"], "running")
        run("cancel", job, *self.server)

    def test_the_command_killed_takes_its_job_along(self):
        solver = start("solve", *LARGE, *self.server)
        solver.stderr.readline()
        solver.kill()
        self.ended(solver)
        end = time.monotonic() + DEADLINE_S
        while self.run_json("jobs")["jobs"][0]["state"] != "cancelled":
            self.assertLess(time.monotonic(), end)

    def test_a_second_ctrl_c_does_not_wait_for_a_silent_daemon(self):
        terminal = Terminal("solve", *LARGE, *self.server)
        terminal.until("order ")
        self.daemon.signal(signal.SIGSTOP)
        self.addCleanup(self.daemon.signal, signal.SIGCONT)
        end = time.monotonic() + DEADLINE_S
        while terminal.read(0.05) and time.monotonic() < end:
            try:
                terminal.type(b"\x03")
            except OSError:
                break
        self.assertEqual(terminal.wait(), 130)

    def test_the_daemon_shuts_down(self):
        daemon = self.start("--drain-ms", "50")
        daemon.log(r"<5>listen address=unix:")
        solver = start("solve", *LARGE, "--server", daemon.path)
        self.addCleanup(solver.kill)
        solver.stderr.readline()
        daemon.signal(signal.SIGTERM)
        code, out, err = self.ended(solver)
        self.assertEqual(code, 2, err)
        self.assertTrue(out.startswith("Not decided: cancelled"), out)

    @unittest.skipUnless(EXAMPLE, "TESUJI_EXAMPLE is not set")
    def test_the_example_of_the_library(self):
        done = subprocess.run([EXAMPLE, self.daemon.path], capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"^proven [A-T]\d+.* \(\d+ nodes\)$")
        nobody = subprocess.run([EXAMPLE, "/nonexistent"], capture_output=True, text=True,
                                timeout=DEADLINE_S, check=False)
        self.assertEqual((nobody.returncode, nobody.stderr),
                         (69, "cannot connect to /nonexistent: No such file or directory\n"))


class Gone(unittest.TestCase):
    def test_killed_in_the_middle(self):
        daemon = Daemon()
        self.addCleanup(daemon.wait)
        daemon.log(r"<5>listen address=unix:")
        solver = start("solve", *LARGE, "--server", daemon.path)
        self.addCleanup(solver.kill)
        solver.stderr.readline()
        daemon.process.kill()
        out, err = solver.communicate(timeout=DEADLINE_S)
        self.assertEqual((solver.returncode, out), (69, ""))
        self.assertRegex(err.splitlines()[-1], r"^tesuji: connection to /.*/sock lost: [A-Za-z ]+, "
                                               r"before the job was finished$")


class Stranger:
    """Something that listens and is no tesujid: answers with `data` and closes."""

    def __init__(self, data):
        self.data = data
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            with peer:
                peer.recv(65536)
                peer.sendall(self.data)


class Strangers(unittest.TestCase):
    def said(self, data):
        stranger = Stranger(data)
        self.addCleanup(stranger.listener.close)
        done = run("solve", *SMALL, "--server", stranger.address)
        self.assertEqual(done.returncode, 69, done.err)
        self.assertRegex(done.err, r"^tesuji: [^\n]+\n$")
        return done.err

    def test_a_web_server(self):
        self.assertIn("lost: ", self.said(b"HTTP/1.1 400 Bad Request\r\n\r\n"))

    def test_hanging_up(self):
        self.assertIn("lost: closed by the other side", self.said(b""))

    def test_nonsense(self):
        for data in (b"\x94\x01\x01\xc0\x80",           # an answer without a job
                     b"\x94\x01\x01\xc0\xa3abc",        # no map
                     b"\x94\x01\x01\xc0\x81\xa3job\xc0",
                     b"\x94\x01\x01\x81\xa4code\xa1x\xc0",  # an error that is none
                     b"\x94\x00\x01\xa1m\x90",          # a request
                     b"\x94\x01\x01\xc0\xdd\xff\xff\xff\xff",  # four billion values
                     b"\x94\x01\x01\xc0\xc1",
                     b"\x93\x02\xa8job.done\x91\x80"):
            with self.subTest(data=data):
                self.said(data)


class NoDaemon(unittest.TestCase):
    def test_default_places(self):
        """Without a daemon solve works by itself; the rest says what is missing."""
        if os.path.exists("/run/tesujid/tesujid.sock"):
            self.skipTest("a daemon is installed here")
        try:
            socket.create_connection(("127.0.0.1", 7411), 1).close()
        except OSError:
            pass
        else:
            self.skipTest("something listens at 127.0.0.1:7411")
        self.assertEqual(json.loads(run("solve", *SMALL, "--json").out)["server"], None)
        for command in (["info"], ["jobs"], ["cancel", "1"], ["watch", "1"],
                        ["solve", *SMALL, "--detach"]):
            done = run(*command)
            self.assertEqual((done.returncode, done.out), (69, ""))
            self.assertEqual(done.err, "tesuji: no daemon at unix:/run/tesujid/tesujid.sock or "
                                       "tcp:127.0.0.1:7411; start tesujid, or name one with "
                                       "--server\n")


class Durable(Case):
    def test_a_key_over_a_restart(self):
        with tempfile.TemporaryDirectory(prefix="tesuji-cli-") as folder:
            journal = ["--journal", os.path.join(folder, "journal"), "--journal-size-mib", "4",
                       "--drain-ms", "20"]
            daemon = self.start(*journal)
            daemon.log(r"<5>listen address=unix:")
            server = ["--server", "unix:" + daemon.path]
            first = run("solve", NET, "--capture", "E4", "--durable", "net", *server)
            self.assertEqual(first.returncode, 0, first.err)
            other = run("solve", NET, "--capture", "E4", "--order", "1", "--durable", "net", *server)
            self.assertEqual(other.returncode, 65, other.err)
            self.assertIn("--durable", other.err)
            waiting = start("solve", *LARGE, "--durable", "large", *server)
            eventually(lambda: "has not ended" in run("ack", "large", *server).err)
            daemon.signal(signal.SIGTERM)
            _, err = waiting.communicate(timeout=DEADLINE_S)
            self.assertIn("goes on when it is started again", err)
            daemon.wait()
            daemon = self.start(*journal)
            daemon.log(r"<5>listen address=unix:")
            server = ["--server", "unix:" + daemon.path]
            again = run("solve", NET, "--capture", "E4", "--durable", "net", *server)
            self.assertEqual((again.returncode, again.out), (0, first.out))
            taken = run("ack", "net", "--json", *server)
            self.assertEqual((taken.returncode, json.loads(taken.out)), (0, {"key": "net"}))
            self.assertEqual(run("ack", "net", *server).returncode, 65)

    def test_what_is_refused(self):
        daemon = self.start()
        daemon.log(r"<5>listen address=unix:")
        server = ["--server", "unix:" + daemon.path]
        done = run("solve", NET, "--capture", "E4", "--durable", "k", *server)
        self.assertEqual(done.returncode, 69, done.err)
        self.assertIn("no journal", done.err)
        for args in (["--local"], ["--all-moves"]):
            self.assertEqual(run("solve", NET, "--capture", "E4", "--durable", "k", *args).returncode, 64)
        self.assertEqual(run("ack").returncode, 64)


if __name__ == "__main__":
    unittest.main(verbosity=2)
