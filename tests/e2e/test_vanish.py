# SPDX-License-Identifier: MIT
"""Clients that go away, politely or not."""

import os
import socket

import msgpack

from client import eventually
from daemon import COUNT, Case, LARGE, SMALL, main, submit


class Vanish(Case):
    def setUp(self):
        self.daemon = self.start()
        self.watcher = self.connect(self.daemon)

    def running(self):
        jobs = self.watcher.call("server.info")["jobs"]
        return jobs["running"] + jobs["queued"]

    def state(self, job):
        return self.watcher.call("job.status", {"job": job})["state"]

    def gone(self):
        eventually(lambda: self.watcher.call("server.info")["connections"] == 1)

    def test_jobs_of_a_closed_connection_are_cancelled(self):
        for vanish in ("close", "reset"):
            for address in (self.daemon.tcp, None):
                client = self.connect(self.daemon, address)
                job = client.call("job.submit", LARGE)["job"]
                if vanish == "reset" and address is not None:
                    client.reset()
                else:
                    client.close()
                eventually(lambda job=job: self.state(job) == "cancelled")
        self.gone()

    def test_detached_jobs_survive(self):
        client = self.connect(self.daemon, self.daemon.tcp)
        job = client.call("job.submit", submit(LARGE, detach=True, label="kept"))["job"]
        client.reset()
        self.gone()
        status = self.watcher.call("job.watch", {"job": job, "progress_ms": 10})
        self.assertEqual((status["state"] in ("queued", "running"), status["detach"]), (True, True))
        self.assertEqual(self.watcher.note("job.progress")["job"], job)
        self.watcher.call("job.cancel", {"job": job})
        done = self.watcher.done(job)
        self.assertEqual((done["state"], done["label"]), ("cancelled", "kept"))

    def test_a_watcher_that_leaves_disturbs_nothing(self):
        job = self.watcher.call("job.submit", submit(LARGE, progress_ms=0))["job"]
        for _ in range(20):
            other = self.connect(self.daemon)
            other.call("job.watch", {"job": job, "progress_ms": 1})
            other.close()
        self.gone()
        self.assertIn(self.state(job), ("queued", "running"))
        self.watcher.call("job.cancel", {"job": job})
        self.assertEqual(self.watcher.done(job)["state"], "cancelled")

    def test_inside_a_frame(self):
        frame = msgpack.packb([0, 1, "job.submit", [LARGE]])
        for cut in range(1, len(frame)):
            client = self.connect(self.daemon, self.daemon.tcp)
            client.raw(frame[:cut])
            if cut % 2:
                client.reset()
            else:
                client.close()
        self.gone()
        self.assertEqual(self.watcher.call("server.info")["jobs"]["total"], 0)

    def test_right_after_submitting(self):
        """The result often finds its connection gone, or going."""
        count = max(20, COUNT // 20)
        for i in range(count):
            client = self.connect(self.daemon, self.daemon.tcp if i % 2 else None)
            problem = submit(SMALL if i % 3 else LARGE, progress_ms=1)
            for _ in range(5):
                client.send("job.submit", problem)
            if i % 4 == 1:
                client.reset()
            else:
                client.close()
        self.gone()
        eventually(lambda: self.running() == 0)

    def test_half_close(self):
        """What was asked before the FIN is answered, then the daemon closes."""
        client = self.connect(self.daemon, self.daemon.tcp)
        client.send("server.info")
        client.send("job.submit", submit(LARGE, progress_ms=0))
        client.send("job.list")
        client.sock.shutdown(socket.SHUT_WR)
        messages = client.at_end()
        self.assertEqual([m[1] for m in messages if m[0] == 1], [1, 2, 3])
        dones = [m[2][0] for m in messages if m[0] == 2 and m[1] == "job.done"]
        self.assertEqual([done["state"] for done in dones], ["cancelled"])
        self.gone()

    def test_half_close_leaves_detached_jobs(self):
        client = self.connect(self.daemon)
        client.send("job.submit", submit(LARGE, progress_ms=0, detach=True))
        client.sock.shutdown(socket.SHUT_WR)
        job = client.at_end()[0][3]["job"]
        self.gone()
        self.assertIn(self.state(job), ("queued", "running"))

    def test_file_descriptors_come_back(self):
        def count():
            return len(os.listdir(f"/proc/{self.daemon.process.pid}/fd"))
        self.watcher.call("server.info")  # it has been accepted
        before = count()
        clients = [self.connect(self.daemon) for _ in range(50)]
        for client in clients:
            client.call("server.info")
        self.assertEqual(count(), before + 50)
        for client in clients:
            client.close()
        eventually(lambda: count() == before)


if __name__ == "__main__":
    main()
