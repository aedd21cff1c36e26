# SPDX-License-Identifier: MIT
"""A daemon's life: start, settings, sockets, limits of connections, systemd, stop."""

import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from client import Client, RpcError
from daemon import activated, Case, Daemon, LARGE, main, SMALL, submit, TESUJID


def tesujid(*args):
    """Run it to its end: exit code, stdout, stderr."""
    done = subprocess.run([TESUJID, *args], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


# Sends SIGTERM to the process of a pidfd until it is gone.
SENDER = """
import signal, sys
try:
    while True:
        signal.pidfd_send_signal(int(sys.argv[1]), signal.SIGTERM)
except ProcessLookupError:
    pass
"""


class Scratch(Case):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="tesuji-e2e-")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def file(self, name, text=None):
        path = os.path.join(self.directory, name)
        if text is not None:
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
        return path


class Settings(Scratch):
    def test_dump_is_accepted_by_check(self):
        code, dump, _ = tesujid("--dump-config", "--max-jobs=77", "--listen", "none",
                                "--socket", "/run/tesujid.sock")
        self.assertEqual(code, 0)
        self.assertIn("\nmax_jobs = 77\n", dump)
        path = self.file("t.conf", dump)
        self.assertEqual(tesujid("--check-config", path), (0, "", ""))
        self.assertEqual(tesujid("--dump-config", "--config", path)[1], dump)

    def test_bug_a_file_that_could_not_start_passed_the_check(self):
        path = self.file("t.conf", "listen = none\n")
        code, _, err = tesujid("--check-config", path)
        self.assertEqual((code, err), (78, "tesujid: nothing to listen on: listen and listen_tls are none, "
                                           "socket and control_socket are empty\n"))
        path = self.file("t.conf", "max_jobs = 5\n# again\nmax_jobs = 6\n")
        for args in (["--check-config", path], ["--config", path]):
            code, _, err = tesujid(*args)
            self.assertEqual((code, err),
                             (78, f"tesujid: {path}:3: max_jobs: given on line 1 already\n"))
        self.assertEqual(tesujid("--listen", "::1:7499")[0], 64)

    def test_bad_file(self):
        path = self.file("t.conf", "# fine\nmax_jobs = lots\n")
        for args in (["--check-config", path], ["--config", path], [f"--check-config={path}"]):
            code, _, err = tesujid(*args)
            self.assertEqual((code, err),
                             (78, f"tesujid: {path}:2: max_jobs: 'lots' is not a number\n"))
        self.assertEqual(tesujid("--config", self.file("absent"))[0], 78)

    def test_bad_command_line(self):
        for args in (["--max-jobs"], ["--max-jobs", "0"], ["serve"], ["--frobnicate", "1"]):
            code, out, err = tesujid(*args)
            self.assertEqual((code, out), (64, ""), args)
            self.assertRegex(err, r"^tesujid: .*\n$")

    def test_help_and_version(self):
        code, out, _ = tesujid("--help")
        self.assertEqual(code, 0)
        self.assertIn("--max_jobs_per_connection", out)
        self.assertRegex(tesujid("--version")[1], r"^tesujid \d+\.\d+\.\d+\n$")

    def test_command_line_goes_before_file(self):
        path = self.file("t.conf", "max_jobs = 5\nmax_jobs_per_connection = 6\n")
        daemon = self.start("--config", path, "--max-jobs", "9")
        text = repr(self.connect(daemon).call("server.info"))
        self.assertIn("'jobs_total': 9", text)
        self.assertIn("'jobs_per_connection': 6", text)

    def test_reload(self):
        path = self.file("t.conf", "max_jobs_per_connection = 1\n")
        daemon = self.start("--config", path)
        client = self.connect(daemon)
        client.call("job.submit", LARGE)
        with self.assertRaises(RpcError):
            client.call("job.submit", LARGE)
        self.file("t.conf", "max_jobs_per_connection = 2\nworkers = 1\n")
        daemon.signal(signal.SIGHUP)
        daemon.log(r"<5>conf event=reloaded")
        client.call("job.submit", LARGE)
        self.file("t.conf", "nonsense\n")
        daemon.signal(signal.SIGHUP)
        daemon.log(r"<3>conf event=reload-refused why=.*t\.conf:1:")
        with self.assertRaises(RpcError):
            client.call("job.submit", LARGE)


class Sockets(Scratch):
    def test_unix_socket_mode(self):
        daemon = self.start("--socket-mode", "0600")
        daemon.client().close()
        mode = os.stat(daemon.path).st_mode
        self.assertTrue(stat.S_ISSOCK(mode))
        self.assertEqual(stat.S_IMODE(mode), 0o600)

    def test_stale_unix_socket_is_replaced(self):
        path = self.file("sock")
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(path)
        daemon = self.start("--socket", path)
        daemon.log(r"<5>listen removed=.* why=stale")
        daemon.log(r"listen address=unix:")
        self.connect(daemon, path).call("server.info")
        daemon.stop()
        self.assertFalse(os.path.exists(path))

    def test_living_unix_socket_is_left_alone(self):
        first = self.start()
        first.client().close()
        second = Daemon("--socket", first.path)
        self.assertEqual(second.wait(), 69)
        self.assertIn("somebody listens", second.lines[-1])
        self.connect(first).call("server.info")

    def test_other_files_are_left_alone(self):
        path = self.file("sock", "precious")
        daemon = Daemon("--socket", path)
        self.assertEqual(daemon.wait(), 69)
        with open(path, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious")

    def test_port_in_use(self):
        first = self.start()
        second = Daemon(listen=f"127.0.0.1:{first.tcp[1]}")
        self.assertEqual(second.wait(), 69)
        self.assertIn("Address already in use", second.lines[-1])

    def test_several_addresses_and_none(self):
        daemon = self.start(listen="127.0.0.1:0, localhost:0")
        for i in (1, 2):
            port = int(daemon.log(r"address=127\.0\.0\.1:(\d+)$", i)[1])
            self.connect(daemon, ("127.0.0.1", port)).call("server.info")
        daemon = self.start(listen="none")
        self.connect(daemon).call("server.info")
        self.assertEqual(tesujid("--listen", "none")[0], 78)


class Connections(Case):
    def test_max_connections(self):
        daemon = self.start("--max-connections", "3", "--peer-share", "100")
        clients = [self.connect(daemon) for _ in range(3)]
        for client in clients:
            client.call("server.info")
        late = self.connect(daemon)
        msgid = late.send("server.info")
        daemon.log(r"<4>listen event=paused why=max_connections")
        self.assertEqual(clients[0].call("server.info")["connections"], 3)
        clients[0].close()
        self.assertEqual(late.wait(msgid)["connections"], 3)

    def test_out_of_descriptors(self):
        """The limit falls after the start, which has counted with another one."""
        limit = 40
        daemon = self.start("--max-connections", "1000", preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (200, 200)))
        address = daemon.tcp  # it listens
        resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        clients = [self.connect(daemon, address) for _ in range(limit)]
        asked = [client.send("server.info") for client in clients]
        daemon.log(r"<4>listen event=paused why=EMFILE")
        served = clients[0].wait(asked[0])["connections"]
        self.assertLess(served, limit)
        self.assertGreater(served, limit // 4)
        for client in clients[:limit // 2]:
            client.close()
        for client, msgid in list(zip(clients, asked))[limit // 2:]:
            client.wait(msgid)

    def test_bug_few_open_files_silently_meant_one_connection(self):
        """A limit of open files of 64 allows half of it, and a word in the log says so."""
        daemon = self.start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
        daemon.log(r"<4>listen event=few-files open_files=64 allow_connections=32 .*LimitNOFILE")
        clients = [self.connect(daemon, daemon.tcp) for _ in range(28)]  # 87 % of 32
        for client in clients:
            client.call("server.info")

    def test_hundreds_at_once(self):
        daemon = self.start()
        clients = [self.connect(daemon, daemon.tcp) for _ in range(300)]
        asked = [client.send("job.submit", submit(SMALL, progress_ms=0)) for client in clients]
        for client, msgid in zip(clients, asked):
            self.assertEqual(client.done(client.wait(msgid)["job"])["value"], "proven")


class Stop(Case):
    def jobs(self, daemon, count, problem=LARGE):
        clients = [self.connect(daemon, daemon.tcp) for _ in range(count)]
        asked = [(c, c.send("job.submit", submit(problem, progress_ms=10)))
                 for c in clients for _ in range(5)]
        return [(c, c.wait(msgid)["job"]) for c, msgid in asked]

    def test_every_job_is_done_at_sigterm(self):
        daemon = self.start("--drain-ms", "100")
        jobs = self.jobs(daemon, 40)
        daemon.signal(signal.SIGTERM)
        for client, job in jobs:
            self.assertEqual(client.done(job)["state"], "cancelled")
        for client in {client for client, _ in jobs}:
            self.assertEqual([m for m in client.at_end() if m[1] == "job.done"], [])
            client.close()
        self.assertEqual(daemon.wait(), 0)

    def test_jobs_may_finish_while_draining(self):
        daemon = self.start("--drain-ms", "60000")
        limits = {"order": 7, "nodes": 100000}
        jobs = self.jobs(daemon, 4, submit(LARGE, limits=limits))
        daemon.signal(signal.SIGTERM)
        for client, job in jobs:
            self.assertEqual(client.done(job)["state"], "expired")
        self.assertEqual(daemon.wait(), 0)

    def test_second_signal_hurries(self):
        daemon = self.start("--drain-ms", "3600000")
        jobs = self.jobs(daemon, 2)
        daemon.signal(signal.SIGINT)
        daemon.log(r"state=draining")
        self.assertIn(jobs[0][0].call("job.status", {"job": jobs[0][1]})["state"],
                      ("queued", "running"))
        with self.assertRaises(RpcError) as caught:
            jobs[0][0].call("job.submit", SMALL)
        self.assertEqual(caught.exception.name, "shutting_down")
        daemon.signal(signal.SIGINT)
        for client, job in jobs:
            self.assertEqual(client.done(job)["state"], "cancelled")
        self.assertEqual(daemon.wait(), 0)

    def test_a_client_that_does_not_read_cannot_hold_it(self):
        daemon = self.start("--drain-ms", "10")
        stuck = self.connect(daemon, daemon.tcp)
        stuck.sock.setblocking(False)
        try:
            for _ in range(2000):
                stuck.send("server.info")
        except BlockingIOError:
            pass
        began = time.monotonic()
        daemon.stop()
        self.assertLess(time.monotonic() - began, 30)

    def test_bug_sigterm_while_tearing_down_killed_it(self):
        """Signals until the process is gone: the last ones found the default action. A daemon
        that is still there after a while is waited for without more of them, so that one
        which hangs is told from one that has no time but for signals."""
        for _ in range(10):
            daemon = self.start()
            self.connect(daemon, daemon.tcp).call("server.info")
            end = time.monotonic() + 20
            while daemon.process.poll() is None and time.monotonic() < end:
                daemon.signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(), 0)

    def flood(self, daemon, senders):
        """Processes that send it SIGTERM until it is gone, and has been waited for."""
        fd = os.pidfd_open(daemon.process.pid)
        for _ in range(senders):
            sender = subprocess.Popen([sys.executable, "-c", SENDER, str(fd)], pass_fds=[fd])
            self.addCleanup(sender.wait)
            self.addCleanup(sender.kill)
        os.close(fd)

    def test_bug_a_flood_of_signals_left_no_time_to_end(self):
        """Each took a callback of the loop, which had no other turn until all were called: no
        timer, no connection, no end. Now two are taken, whatever comes."""
        daemon = self.start("--drain-ms", "3600000")
        jobs = self.jobs(daemon, 2)
        self.flood(daemon, 4)
        for client, job in jobs:
            self.assertEqual(client.done(job)["state"], "cancelled")
        self.assertEqual(daemon.process.wait(20), 0)
        self.assertEqual(daemon.wait(), 0)
        told = [line for line in daemon.lines if "signal=15" in line]
        self.assertEqual(told, ["<5>server event=draining signal=15",
                                "<5>server event=stopping signal=15"])

    def test_killed_while_starting(self):
        for _ in range(20):
            daemon = Daemon()
            daemon.signal(signal.SIGTERM)
            self.assertIn(daemon.wait(), (0, -signal.SIGTERM))


class Systemd(Scratch):
    def notify_socket(self, abstract=False):
        """A socket that stands for systemd's, and its name for NOTIFY_SOCKET."""
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(sock.close)
        sock.settimeout(60)
        if abstract:
            name = f"tesuji-e2e-{os.getpid()}"
            sock.bind("\0" + name)
            return sock, "@" + name
        sock.bind(self.file("notify"))
        return sock, self.file("notify")

    def test_readiness_reload_and_stopping(self):
        for abstract in (False, True):
            sock, name = self.notify_socket(abstract)
            daemon = self.start(env={"NOTIFY_SOCKET": name})
            self.assertEqual(sock.recv(1000), b"READY=1")
            with Client(daemon.path) as client:
                client.call("server.info")  # at once: it is ready
            daemon.signal(signal.SIGHUP)
            self.assertRegex(sock.recv(1000), rb"^RELOADING=1\nMONOTONIC_USEC=\d+$")
            self.assertEqual(sock.recv(1000), b"READY=1")
            daemon.signal(signal.SIGTERM)
            self.assertEqual(sock.recv(1000), b"STOPPING=1")
            self.assertEqual(daemon.wait(), 0)

    def test_watchdog_is_fed_while_workers_work(self):
        sock, name = self.notify_socket()
        daemon = self.start(env={"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "400000"})
        self.assertEqual(sock.recv(1000), b"READY=1")
        client = self.connect(daemon)
        for _ in range(4):
            client.call("job.submit", submit(LARGE, progress_ms=0))
        for _ in range(4):
            self.assertEqual(sock.recv(1000), b"WATCHDOG=1")

    def test_bug_a_manager_that_does_not_read_kept_the_daemon_waiting(self):
        """A socket holds a few messages; to send one more the loop waited, and served nobody."""
        with open("/proc/sys/net/unix/max_dgram_qlen", encoding="ascii") as file:
            held = int(file.read()) + 1
        sock, name = self.notify_socket()
        daemon = self.start(env={"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000"})
        client = self.connect(daemon)
        end = time.monotonic() + 2 * held / 1000 + 0.2  # one message each ms
        while time.monotonic() < end:
            client.call("server.info")
        self.assertEqual(sock.recv(1000), b"READY=1")
        for _ in range(held + 20):
            self.assertEqual(sock.recv(1000), b"WATCHDOG=1")
        daemon.stop()

    def test_watchdog_of_another_process_is_not_ours(self):
        sock, name = self.notify_socket()
        env = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}
        daemon = self.start(env=env)
        self.assertEqual(sock.recv(1000), b"READY=1")
        self.connect(daemon).call("server.info")
        daemon.signal(signal.SIGTERM)
        self.assertEqual(sock.recv(1000), b"STOPPING=1")

    def test_the_table_is_in_memory_before_the_first_job(self):
        """Small jobs once waited 10 ms for workers at nice 19 that took its pages."""
        held = {}
        for when in ("start", "use"):
            daemon = self.start("--table-mib", "128", "--table-memory", when)
            self.connect(daemon).call("server.info")
            held[when] = daemon.rss_kib()
        self.assertGreater(held["start"] - held["use"], 120 << 10)

    def handed_over(self, *sockets, **more):
        return self.start(**activated(sockets, "--workers", "1", "--worker-priority", "normal", "--table-mib", "1",
                                      "--listen", "127.0.0.1:0", **more))

    def test_sockets_handed_over(self):
        with socket.socket() as tcp, socket.socket(socket.AF_UNIX) as unix:
            tcp.bind(("127.0.0.1", 0))
            unix.bind(self.file("sock"))
            for sock in (tcp, unix):
                sock.listen()
            daemon = self.handed_over(tcp, unix)
            port = tcp.getsockname()[1]
            self.assertEqual(daemon.tcp[1], port)
            for address in (("127.0.0.1", port), self.file("sock")):
                client = self.connect(daemon, address)
                self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"],
                                 "proven")
            daemon.stop()
        self.assertTrue(os.path.exists(self.file("sock")), "not ours to remove")

    def test_sockets_for_another_process(self):
        with socket.socket() as tcp:
            tcp.bind(("127.0.0.1", 0))
            tcp.listen()
            daemon = self.handed_over(tcp, pid="1")
            self.assertNotEqual(daemon.tcp[1], tcp.getsockname()[1])

    @unittest.skipUnless(shutil.which("systemd-socket-activate"), "no systemd-socket-activate")
    def test_systemd_socket_activate(self):
        path = self.file("sock")
        daemon = self.start_activated(path)
        daemon.log(r"^Listening on ")  # the file is there before it listens
        client = self.connect(daemon, path)
        self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"], "proven")

    def start_activated(self, path):
        """Its own line comes before the daemon's, so no Daemon.stop."""
        daemon = Daemon(command=["systemd-socket-activate", "-l", path, TESUJID, "--workers", "1",
                                 "--worker-priority", "normal", "--table-mib", "1"])

        def finish():
            daemon.signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(), 0)

        self.addCleanup(finish)
        return daemon


if __name__ == "__main__":
    main()
