# SPDX-License-Identifier: MIT
"""What others do to a store while a daemon has it, or before: it serves on, says so, and what is
told to be on the disk is there."""

import glob
import os
import shutil
import signal
import subprocess
import tempfile

from client import eventually
from daemon import Case, Daemon, main, submit
from test_store import PROBLEMS


class Lost(Case):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="tesuji-store-")
        self.addCleanup(directory.cleanup)
        self.parent = directory.name
        self.folder = os.path.join(directory.name, "store")
        self.data = os.path.join(self.folder, "data.mdb")

    def keeping(self, folder=None):
        return self.start("--store", folder or self.folder, "--answers", "0")

    def told(self, client):
        return client.call("server.info")["store"]

    def solve(self, client, problem, **more):
        result = client.done(client.call("job.submit", submit(problem, **more))["job"])
        self.assertNotEqual(result["value"], "undecided")
        return result

    def durable(self, client, facts):
        eventually(lambda: self.told(client)["waiting"] == 0)
        told = self.told(client)
        self.assertNotIn("full", told)
        self.assertEqual(told["facts"], facts)

    def filled(self):
        daemon = self.keeping()
        client = self.connect(daemon)
        for problem in PROBLEMS:
            self.solve(client, problem)
        self.durable(client, len(PROBLEMS))
        return daemon, client

    def changed(self, at, bytes_):
        with open(self.data, "r+b") as data:
            data.seek(at)
            data.write(bytes_)

    def test_a_damaged_one_is_no_store(self):
        """It is said, questions are answered, and an empty folder is taken up without a restart."""
        daemon, client = self.filled()
        client.close()
        daemon.stop()
        self.changed(4096 * 2 + 10, b"\xff\xff")  # its kind: this page or a later one is reached
        for page in range(3, os.path.getsize(self.data) // 4096):
            self.changed(4096 * page + 10, b"\xff\xff")
        daemon = self.keeping()
        client = self.connect(daemon)
        daemon.log("event=store-failed why=\"store: .*/store is damaged: page [0-9]+ .*; move it away")
        self.assertNotIn("remembered", self.solve(client, PROBLEMS[0]))
        told = self.told(client)
        self.assertEqual((told["state"], told["full"], told["facts"], told["waiting"]),
                         ("shut", True, 0, 1))
        self.assertIn("is damaged", told["why"])
        os.rename(self.folder, self.folder + "-damaged")
        daemon.log("event=store-back")
        self.durable(client, 1)
        self.assertTrue(self.solve(client, PROBLEMS[0])["remembered"])

    def test_one_of_no_bytes_is_new(self):
        """As a first start leaves it that was ended early, or somebody who wants none of it."""
        os.mkdir(self.folder)
        open(self.data, "wb").close()
        daemon, client = self.filled()
        client.close()
        daemon.stop()
        os.truncate(self.data, 0)
        daemon, client = self.filled()
        daemon.log(r"event=store-open facts=0")

    def test_cut_short_while_it_is_open(self):
        _, client = self.filled()
        os.truncate(self.data, 8192)
        for problem in PROBLEMS:
            self.assertNotIn("remembered", self.solve(client, problem))
        eventually(lambda: self.told(client).get("state") == "shut")
        self.assertEqual(self.told(client)["waiting"], len(PROBLEMS))
        shutil.rmtree(self.folder)
        self.durable(client, len(PROBLEMS))

    def test_removed_while_it_is_open(self):
        """What is found afterwards is not on the disk, and is not said to be, before it is."""
        daemon = Daemon("--store", self.folder, "--answers", "0")
        self.addCleanup(lambda: daemon.process.poll() is None and daemon.process.kill())
        client = self.connect(daemon)
        for problem in PROBLEMS:
            self.solve(client, problem)
        self.durable(client, len(PROBLEMS))
        shutil.rmtree(self.folder)
        self.solve(client, PROBLEMS[0], fresh=True)
        daemon.log("event=store-failed why=\".*/store was moved, removed or replaced")
        daemon.log("event=store-back")
        self.durable(client, 1)
        daemon.signal(signal.SIGKILL)
        daemon.wait()
        client = self.connect(self.keeping())
        self.assertTrue(self.solve(client, PROBLEMS[0])["remembered"])
        self.assertNotIn("remembered", self.solve(client, PROBLEMS[1]))

    def test_removed_while_nothing_happens(self):
        daemon, client = self.filled()
        shutil.rmtree(self.folder)
        daemon.log("event=store-failed why=\".*/store was moved, removed or replaced")
        daemon.log("event=store-back facts=0")
        self.durable(client, 0)

    def test_a_moved_one_belongs_to_its_daemon(self):
        """Whoever opens it where it was moved to is refused, and so is who opens the new one."""
        daemon, _ = self.filled()
        moved = self.folder + "-moved"
        daemon.signal(signal.SIGSTOP)  # before it notices, and lets go
        os.rename(self.folder, moved)
        os.unlink(os.path.join(moved, "tesuji.lock"))
        second = Daemon("--store", moved)
        self.assertEqual(second.wait(), 69)
        self.assertIn("is open in another process", "\n".join(second.lines))
        daemon.signal(signal.SIGCONT)
        daemon.log("event=store-back")
        second = Daemon("--store", self.folder)
        self.assertEqual(second.wait(), 69)

    def test_another_daemon_took_the_path(self):
        daemon, client = self.filled()
        daemon.signal(signal.SIGSTOP)  # before it notices, and makes a new one
        shutil.rmtree(self.folder)
        second = self.connect(self.keeping())
        daemon.signal(signal.SIGCONT)
        self.solve(client, PROBLEMS[0], fresh=True)
        daemon.log("event=store-failed why=\".*/store is open in another process")
        told = self.told(client)
        self.assertEqual((told["state"], told["waiting"]), ("shut", 1))
        self.solve(second, PROBLEMS[1])
        self.durable(second, 1)

    def test_a_full_disk(self):
        """A file system with room for less than what a store begins with, and later for all."""
        disk = os.path.join(self.parent, "disk")
        os.mkdir(disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk],
                          check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("cannot mount")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=False)
        folder = os.path.join(disk, "store")
        daemon = self.keeping(folder)
        client = self.connect(daemon)
        for problem in PROBLEMS:
            self.solve(client, problem)
        daemon.log("event=store-failed")
        told = self.told(client)
        self.assertEqual((told["full"], told["waiting"]), (True, len(PROBLEMS)))
        subprocess.run(["mount", "-o", "remount,size=4m", disk], check=True)
        daemon.log("event=store-back")
        self.durable(client, len(PROBLEMS))
        for name in glob.glob(os.path.join(folder, "lock.mdb")):
            self.fail(f"{name}: a sparse mapping")
        daemon.stop()
        with open(os.path.join(disk, "rest"), "wb", buffering=0) as rest:
            try:
                while True:
                    rest.write(b"\0" * 4096)
            except OSError:
                pass
        daemon = self.keeping(folder)  # what is there can be read on a disk without room
        client = self.connect(daemon)
        self.assertTrue(self.solve(client, PROBLEMS[0])["remembered"])


if __name__ == "__main__":
    main()
