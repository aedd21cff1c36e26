# SPDX-License-Identifier: MIT
"""A backup of a daemon's store and journal while both are written to; what is restored from it; and
backups that cannot be made, or are ended in the middle, of which nothing is left."""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading

from client import RpcError, eventually
from daemon import ROOT, SMALL, Case, Daemon, main, submit

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
SPARSE_BYTES = 96 << 20  # of data that takes a while to copy


def problem(number):
    """Four in a row, to be made five; another fact for each number."""
    rows = ["XXXX...", "......."] + ["".join("O." if number >> 4 * row + i & 1 else ".." for i in range(4))[:7]
                                     for row in range(4)] + ["......."]
    return {"game": "gomoku", "position": {"rows": rows}, "goal": {"attacker": "black"}}


class Backup(Case):
    def setUp(self):
        parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.scratch = tempfile.mkdtemp(prefix="tesuji-backup-", dir=parent)
        self.addCleanup(shutil.rmtree, self.scratch)

    def path(self, *names):
        return os.path.join(self.scratch, *names)

    def left(self):
        """What there is beside the daemon's own folders and its socket."""
        return sorted(set(os.listdir(self.scratch)) - {"store", "journal", "control"})

    def begin(self, store="store", journal="journal"):
        """A daemon with both, and an operator's connection."""
        control = self.path("control")
        daemon = Daemon("--store", self.path(store), "--store-size-mib", "8", "--answers", "0", "--journal",
                        self.path(journal), "--journal-size-mib", "8", "--control-socket", control)
        self.addCleanup(lambda: daemon.process.poll() is None and daemon.stop())
        daemon.log("control$")
        return daemon, self.connect(daemon, control)

    def kill(self, daemon):
        daemon.process.kill()
        daemon.wait()

    def command(self, *args, code=0):
        done = subprocess.run([TESUJI, *args], check=False, text=True, capture_output=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def refused(self, client, to, name, text):
        with self.assertRaises(RpcError) as caught:
            client.call("server.backup", {"to": to})
        self.assertEqual(caught.exception.name, name)
        self.assertIn(text, caught.exception.error["message"])

    def grow(self, name):
        """Data with so much behind it that copying it takes a while; it is no damage."""
        os.truncate(self.path(name, "data.mdb"), SPARSE_BYTES)


class Restored(Backup):
    def write_on(self, daemon, ending, told):
        """Durable jobs, and facts, as fast as one connection goes; told: keys whose results are kept."""
        client = self.connect(daemon)
        number = 0
        while not ending.is_set() and number < 1024:
            asked = [client.call("job.submit", submit(problem(n), durable=True, key=f"k{n}"))["job"]
                     for n in range(number, number + 16)]
            for job in asked:
                told.append(client.done(job)["key"])
            number += 16

    def test_a_backup_while_it_is_written_to(self):
        daemon, client = self.begin()
        ending, told = threading.Event(), []
        writer = threading.Thread(target=self.write_on, args=(daemon, ending, told))
        writer.start()
        try:
            for i in range(4):
                eventually(lambda: len(told) > 64 * (i + 1))
                before = len(told)
                made = client.call("server.backup", {"to": self.path(f"backup{i}")})
                self.assertGreaterEqual(made["records"], 2 * before)  # the jobs, and their results
        finally:
            ending.set()
            writer.join()
        eventually(lambda: client.call("server.info")["store"]["waiting"] == 0)
        last = self.command("server", "backup", self.path("last"), "--server", self.path("control"))
        self.assertRegex(last, f"^{len(told)} facts of the store, {2 * len(told)} records of the journal, ")
        self.assertIn('tesuji_backups_total{result="made"} 5\n', client.call("server.metrics")["text"])
        self.kill(daemon)
        for name, keys in (("backup3", before), ("last", len(told))):
            self.restore(name, told[:keys], is_last=name == "last")

    def restore(self, name, keys, is_last):
        """Put a backup in place and begin a daemon with it: it knows what was told before the backup."""
        store, journal = self.path(name + "-store"), self.path(name + "-journal")
        out = self.command("store", "restore", self.path(name, "store"), store)
        self.assertRegex(out, r"\d asked again: \d proven and checked, 0 found again, 0 open, 0 wrong\n"
                              r"\d+ facts of a store, ")
        self.assertRegex(self.command("store", "restore", self.path(name, "journal"), journal),
                         r"^\d+ records of a journal, ")
        daemon, client = self.begin(store, journal)
        for key in keys:
            told = client.call("job.watch", {"key": key})
            self.assertEqual((told["state"], told["result"]["value"]), ("done", "proven"))
        for number in range(len(keys) if is_last else 0):
            done = client.done(client.call("job.submit", problem(number))["job"])
            self.assertEqual((done["value"], done["best"], done["remembered"]), ("proven", "E7", True))
        rows = "/".join(problem(5)["position"]["rows"])
        proof = self.path(name + ".proof")
        self.command("solve", "--game", "gomoku", "--rows", rows, "--attacker", "black", "--certificate", proof,
                     "--server", self.path("control"))
        self.assertIn("proven", self.command("check", proof))
        daemon.stop()

    def test_a_folder_that_nobody_has_open(self):
        daemon, client = self.begin()
        client.done(client.call("job.submit", submit(SMALL, durable=True, key="k"))["job"])
        eventually(lambda: client.call("server.info")["store"]["facts"] == 1)
        text = self.command("store", "backup", self.path("store"), self.path("copy"), code=69)
        self.assertIn("tesuji server backup", text)
        self.assertIn("is open in another process", text)
        text = self.command("store", "restore", self.path("store"), self.path("copy"), code=69)
        daemon.stop()
        for name, told in (("store", "1 facts of a store"), ("journal", "2 records of a journal")):
            os.mkdir(self.path(name + "-2"))  # an empty folder is as good as none
            self.assertIn(told, self.command("store", "backup", self.path(name), self.path(name + "-2")))
            self.assertIn(told, self.command("store", "restore", self.path(name + "-2"), self.path(name + "-3")))
            self.assertIn("is there already, and is not empty",
                          self.command("store", "restore", self.path(name + "-2"), self.path(name), code=65))
            self.assertIn("it is within", self.command("store", "backup", self.path(name), self.path(name, "x"),
                                                       code=65))
        client = self.begin("store-3", "journal-3")[1]
        self.assertEqual(client.call("job.watch", {"key": "k"})["result"]["value"], "proven")
        for args in (["backup"], ["backup", self.path("store")], ["info", self.path("store"), "more"],
                     ["backup", self.path("store"), "a", "b"], ["backup", "--sample", "1", "a", "b"]):
            self.command("store", *args, code=64)
        for args in (["backup"], ["reload", "more"], ["backup", "/a", "/b"]):
            self.command("server", *args, code=64)
        self.assertIn("there is none in", self.command("store", "restore", self.scratch, "to", code=66))

    def test_what_is_false_or_damaged_is_not_restored(self):
        daemon, client = self.begin()
        client.done(client.call("job.submit", SMALL)["job"])
        eventually(lambda: client.call("server.info")["store"]["facts"] == 1)
        daemon.stop()
        lines = self.command("store", "export", self.path("store"))
        subprocess.run([TESUJI, "store", "import", self.path("false")], check=True, text=True,
                       input=lines.replace("value=2", "value=0"), capture_output=True)
        text = self.command("store", "restore", self.path("false"), self.path("to"), code=1)
        self.assertIn("kept as disproven, it is proven", text)
        with open(self.path("false", "data.mdb"), "r+b") as file:
            file.seek(8192)
            file.write(os.urandom(os.stat(file.name).st_size - 8192))
        self.assertIn("is damaged", self.command("store", "restore", self.path("false"), self.path("to"), code=65))
        self.assertEqual(self.left(), ["false"])


class Refused(Backup):
    def test_where_it_cannot_be(self):
        daemon, client = self.begin()
        os.makedirs(self.path("full", "of"))
        os.symlink(self.path("full"), self.path("link"))
        there = self.left()
        self.refused(client, "backup", "bad_value", "params.to: 'backup' is not absolute")
        self.refused(client, self.path("full"), "bad_value", "is there already, and is not empty")
        self.refused(client, self.path("link"), "bad_value", "is there already, and is no folder")
        self.refused(client, self.path("none", "backup"), "io_error", "No such file or directory")
        self.refused(client, self.path("store", "backup"), "bad_value", "it is within the store")
        self.refused(client, self.path("journal", "a"), "bad_value", "it is within the journal")
        self.refused(client, "/", "bad_value", "names no new folder")
        self.refused(client, "/" + "a" * 300, "out_of_range", "params.to")
        self.refused(client, "/sys/backup" if os.geteuid() == 0 else "/backup", "io_error", "ReadWritePaths=")
        with self.assertRaises(RpcError) as caught:
            self.connect(daemon).call("server.backup", {"to": self.path("backup")})
        self.assertEqual(caught.exception.name, "not_yours")
        self.assertEqual(self.left(), there)
        text = self.command("server", "backup", "/", "--server", self.path("control"), code=65)
        self.assertIn("names no new folder", text)
        self.assertIn("event=backup-failed why=", "\n".join(daemon.lines))

    def test_one_at_a_time(self):
        client = self.begin()[1]
        first, second = (client.send("server.backup", {"to": self.path(name)}) for name in ("a", "b"))
        with self.assertRaises(RpcError) as caught:
            client.wait(second)
        self.assertEqual(caught.exception.name, "busy")
        client.wait(first)
        self.assertEqual(self.left(), ["a"])
        self.refused(client, self.path("a"), "bad_value", "is not empty")
        client.call("server.backup", {"to": self.path("b")})

    def test_nothing_to_copy(self):
        daemon = self.start("--control-socket", self.path("control"))
        daemon.log("control$")
        self.refused(self.connect(daemon, self.path("control")), self.path("a"), "bad_value",
                     "no store and no journal")

    def test_no_room(self):
        daemon, client = self.begin()
        size = max(os.stat(self.path(name, "data.mdb")).st_size for name in ("store", "journal"))
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (size // 2, resource.RLIM_INFINITY))
        self.refused(client, self.path("a"), "io_error", "the copy cannot be written: File too large")
        self.assertEqual(self.left(), [])
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                         (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.assertEqual(client.done(client.call("job.submit", SMALL)["job"])["value"], "proven")
        client.call("server.backup", {"to": self.path("a")})

    def test_a_store_that_is_gone(self):
        daemon, client = self.begin()
        os.rename(self.path("store"), self.path("moved"))
        self.refused(client, self.path("a"), "io_error", "cannot be used at present")
        self.assertEqual(self.left(), ["moved"])
        daemon.log("event=backup-failed")


class Ended(Backup):
    def half_way(self):
        """A daemon in the middle of a backup, as a rule."""
        daemon = self.begin()[0]
        daemon.stop()
        self.grow("store")
        daemon, client = self.begin()
        msgid = client.send("server.backup", {"to": self.path("a")})
        eventually(lambda: self.left() != [])
        return daemon, client, msgid

    def test_by_a_kill(self):
        daemon = self.half_way()[0]
        self.kill(daemon)
        self.assertIn(self.left(), (["a"], [".a.tesuji-part"]))
        whole = self.left() == ["a"]
        client = self.begin()[1]
        if whole:
            self.refused(client, self.path("a"), "bad_value", "is not empty")
        else:
            client.call("server.backup", {"to": self.path("a")})
        self.assertEqual(self.left(), ["a"])

    def test_by_the_end_of_the_daemon(self):
        daemon, client, msgid = self.half_way()
        daemon.signal(signal.SIGTERM)
        try:
            client.wait(msgid)
            left = ["a"]
        except RpcError as error:
            self.assertEqual(error.name, "shutting_down")
            left = []
        daemon.stop()
        self.assertEqual(self.left(), left)
        if not left:  # bug: it was told as one that had failed
            self.assertRegex("\n".join(daemon.lines), r"<5>server event=backup-cancelled to=.*/a\"\n")
            self.assertNotIn("event=backup-failed", "\n".join(daemon.lines))

    def test_not_by_the_end_of_its_connection(self):
        daemon, client, _ = self.half_way()
        client.close()
        daemon.log("event=backup to=.* bytes=")
        self.assertEqual(self.left(), ["a"])


if __name__ == "__main__":
    main()
