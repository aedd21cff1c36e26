# SPDX-License-Identifier: MIT
"""tesuji_async.h against a daemon: thousands of queries on one connection, batches, a daemon that is busy,
and one that is killed in the middle."""

import signal
import subprocess

from client import RpcError, eventually
from daemon import ASYNC_ASK, Case, COUNT, Daemon, DEADLINE_S, LARGE, SMALL, main
from journal import WithJournal

FEW = 60  # one after the other


class Async(WithJournal, Case):
    def ask(self, daemon, *args):
        daemon.log(r"<5>listen address=unix:")
        program = subprocess.Popen([ASYNC_ASK, "unix:" + daemon.path, *map(str, args)], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return program

    def end(self, program):
        out, err = program.communicate(timeout=DEADLINE_S)
        self.assertEqual((program.returncode, err), (0, ""), out)
        words = out.splitlines()[-1].split()
        return dict(zip(words[::2], map(int, words[1::2])))

    def test_thousands(self):
        daemon = self.start()
        self.assertEqual(self.end(self.ask(daemon, COUNT)), {"ok": COUNT, "refused": 0})
        info = self.connect(daemon).call("server.info")
        self.assertEqual(info["jobs"]["total"], COUNT)

    def test_certificates(self):
        """As long as the daemon's own; it keeps so many finished jobs."""
        daemon = self.start()
        client = self.connect(daemon)
        problem = {"position": {"rows": "OX./.../..."}, "goal": {"target": "A3"},
                   "limits": {"order": 1}, "fresh": True, "detach": True}
        job = client.done(client.call("job.submit", problem)["job"])["job"]
        piece = client.call("job.certificate", {"job": job})
        if not piece["ready"]:
            client.note("job.certified")
            piece = client.call("job.certificate", {"job": job})
        self.assertEqual(self.end(self.ask(daemon, 50, "proof")),
                         {"ok": 50, "refused": 0, "bytes": 50 * piece["bytes"]})

    def test_bug_certificates_were_made_one_a_second(self):
        """Whoever is refused, as others are being made, is to come again when one takes so long."""
        daemon = self.start()
        client = self.connect(daemon)
        problem = {"position": {"rows": "OX./.../..."}, "goal": {"target": "A3"},
                   "limits": {"order": 1}, "fresh": True, "detach": True}
        jobs = [client.done(client.call("job.submit", problem)["job"])["job"] for _ in range(50)]
        errors = []
        for asked in [client.send("job.certificate", {"job": job}) for job in jobs]:
            try:
                client.wait(asked)
            except RpcError as error:
                errors.append(error.error)
        self.assertGreater(len(errors), 0)
        self.assertLess(max(error["retry_ms"] for error in errors), 1000)

    def test_statuses(self):
        """Captures of two blocks, and the save of the one that succeeds."""
        self.assertEqual(self.end(self.ask(self.start(), 50, "status")),
                         {"ok": 50, "refused": 0, "verdicts": 50 * 3})

    def test_a_batch_that_many_follow(self):
        """Over a kill, and an end in order; and who comes late is told all."""
        client = self.begin("--drain-ms", "1000")
        jobs = [SMALL] * 100 + [LARGE]
        client.call("batch.submit", {"jobs": jobs, "durable": True, "key": "night"})
        for number, codes in ((signal.SIGKILL, {"closed"}), (signal.SIGTERM, {"closed", "shutting_down"})):
            program = self.ask(self.daemon, 3, "batch")
            self.assertEqual([program.stdout.readline() for _ in range(2)], ["asked\n", "first\n"])
            self.daemon.signal(number)
            told = self.end(program)
            self.assertEqual((told.pop("ok"), told.pop("refused")), (0, 0))
            self.assertGreater(told.pop("results"), 0)
            self.assertEqual(sum(told.values()), 3)
            self.assertLessEqual(set(told), codes)
            self.daemon.wait()
            client = self.begin("--drain-ms", "1000")
        eventually(lambda: self.status(client)["ended"] == 100 and self.status(client)["running"] == 1)
        client.call("batch.cancel", {"key": "night"})
        self.assertEqual(self.end(self.ask(self.daemon, 3, "batch")), {"ok": 3, "refused": 0, "results": 3 * len(jobs)})
        client.call("batch.ack", {"key": "night"})
        self.assertEqual(self.end(self.ask(self.daemon, 3, "batch")),
                         {"ok": 0, "unknown_job": 3, "refused": 0, "results": 0})

    def status(self, client):
        return client.call("batch.status", {"key": "night"})

    def test_a_busy_daemon(self):
        """Others have all its places but one, and take them again and again."""
        daemon = self.start("--max-jobs", "3", "--peer-share", "100")
        other = self.connect(daemon)
        jobs = [other.call("job.submit", LARGE)["job"] for _ in range(3)]
        program = self.ask(daemon, FEW)
        self.assertEqual(program.stdout.readline(), "asked\n")
        other.call("job.cancel", {"job": jobs[0]})
        self.assertEqual(program.stdout.readline(), "first\n")
        self.assertEqual(self.end(program), {"ok": FEW, "refused": 0})

    def test_the_plug(self):
        """Each query that has no answer yet gets the error."""
        daemon = Daemon()
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.process.kill)
        program = self.ask(daemon, COUNT, "hard")
        self.assertEqual([program.stdout.readline() for _ in range(2)], ["asked\n", "first\n"])
        daemon.signal(signal.SIGKILL)
        counts = self.end(program)
        self.assertEqual(sum(counts.values()), COUNT)
        self.assertEqual(set(counts), {"ok", "closed", "refused"})
        self.assertGreater(counts["ok"], 0)
        self.assertGreater(counts["closed"], COUNT // 3)

    def test_nobody_there(self):
        done = subprocess.run([ASYNC_ASK, "unix:/nowhere/at/all", "1"], capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 69)
        self.assertIn("cannot connect to unix:/nowhere/at/all", done.stderr)


if __name__ == "__main__":
    main()
