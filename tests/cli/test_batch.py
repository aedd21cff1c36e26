# SPDX-License-Identifier: MIT
"""Collections under a key: handed in once, taken as often as one likes, over any end of the command and
of the daemon; and `tesuji batch`."""

import json
import os
import random
import signal
import unittest

from command import DEADLINE_S, run, start

from between import Between
from client import eventually  # from tests/e2e, by the path that command.py adds
from daemon import Case, COUNT, main
from journal import WithJournal
from tables import table

SAME = ("file", "line", "id", "verdict", "move", "answer")  # whoever asks, and however


class Batch(WithJournal, Case):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.scratch, "problems.tsv")
        self.serve()

    def serve(self, *args):
        self.launch(*args)
        self.daemon.log(r"<5>listen address=unix:")
        self.server = ["--server", "unix:" + self.daemon.path]

    def write(self, *rows, head="id\tgame\trows\tattacker"):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("\n".join([head, *rows]) + "\n")

    def write_many(self, count):
        rng = random.Random(1)
        boards = ("/".join("".join(rng.choice("....XO") for _ in range(6)) for _ in range(6))
                  for _ in range(count))
        self.write(*(f"p{i}\thex\t{rows}\tblack" for i, rows in enumerate(boards)))

    def write_hard(self, count):
        """What takes for ever."""
        rows = "/".join(["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9)
        self.write(*[f"{rows}\tK10"] * count, head="rows\ttarget")
        return ["--order", "7", "--time", "0"]

    def solve(self, *args):
        return run("solve", self.file, "--durable", "night", *args, *self.server)

    def batch(self, action):
        done = run("batch", action, "night", "--json", *self.server)
        return json.loads(done.out) if done.returncode == 0 else done.err

    def path(self, name):
        return os.path.join(self.scratch, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


class Kept(Batch):
    def test_a_kill_in_the_middle(self):
        count = min(COUNT, 2000)
        self.write_many(count)
        limits = ["--nodes", "300"]
        began = start("solve", self.file, "--durable", "night", *limits, "--json", "--tsv", self.path("a"),
                      *self.server)
        first = [began.stdout.readline() for _ in range(50)]
        self.kill()
        told = [json.loads(line) for line in first + began.stdout.readlines()]
        err = began.communicate(timeout=DEADLINE_S)[1]
        self.assertLess(len(told), count, "it was too fast to be killed")
        self.assertEqual(began.returncode, 69, err)
        before = table(self.path("a"))
        self.assertEqual(len(before), len(told))
        self.serve()
        # It goes on with its table, and from nothing, as on another machine: all the same.
        again = self.solve(*limits, "--resume", self.path("a"))
        self.assertEqual(again.returncode, 65, again.err)  # four are no problems of Hex
        other = self.solve(*limits, "--json", "--tsv", self.path("b"))
        self.assertEqual(other.returncode, 65, other.err)
        self.assertEqual(self.read("a"), self.read("b"))
        whole = {row["line"]: row for row in table(self.path("a"))}
        self.assertEqual(sorted(map(int, whole)), list(range(2, count + 2)))
        for row in before:  # what was told before the end is what is told now
            self.assertEqual(whole[row["line"]], row)
        lines = [json.loads(line) for line in other.out.splitlines()]
        self.assertEqual([(line["place"], line["nodes"]) for line in lines[:len(told)]],
                         [(line["place"], line["nodes"]) for line in told])
        status = self.batch("status")
        self.assertEqual((status["state"], status["jobs"], status["ended"]), ("done", count, count))
        self.assertEqual(self.batch("ack")["state"], "done")
        self.assertIn("no such batch", self.batch("status"))

    def test_a_command_that_is_left(self):
        options = self.write_hard(40)
        began = start("solve", self.file, "--durable", "night", *options, *self.server)
        eventually(lambda: "running" in self.batch("status"))
        self.assertIn("has not ended", self.batch("ack"))
        began.send_signal(signal.SIGINT)
        out, err = began.communicate(timeout=DEADLINE_S)
        self.assertEqual(began.returncode, 130)
        self.assertIn("the batch goes on", err)
        self.assertIn("40 not asked", out)
        told = run("batch", "status", "night", *self.server)
        self.assertEqual((told.returncode, told.out), (
            0, "night: running, 0 of 40 have ended: 0 proven, 0 disproven, 0 undecided\n"))
        self.assertEqual(self.batch("cancel")["state"], "cancelled")
        done = self.solve(*options)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the batch was cancelled", done.err)
        self.assertIn("40 not asked", done.out)
        eventually(lambda: "state" in self.batch("ack"))

    def test_bug_a_signal_before_the_batch_was_taken_was_told_as_an_error(self):
        between = Between(self.daemon.path)
        self.addCleanup(between.close)
        between.instead["batch.submit"] = lambda link, msgid, _: link.error(msgid, -3, "busy", "it is being written")
        began = start("solve", self.file, "--durable", "night", *self.write_hard(2), "--server", "unix:" + between.path)
        between.wait_for("batch.submit", 1, DEADLINE_S)
        began.send_signal(signal.SIGINT)
        _, err = began.communicate(timeout=DEADLINE_S)
        self.assertEqual((began.returncode, err), (130, "tesuji: the batch was not handed in\n"))

    def test_a_daemon_that_ends(self):
        self.kill()
        self.serve("--drain-ms", "50")
        options = self.write_hard(40)
        began = start("solve", self.file, "--durable", "night", *options, *self.server)
        eventually(lambda: "running" in self.batch("status"))
        self.daemon.signal(signal.SIGTERM)
        _, err = began.communicate(timeout=DEADLINE_S)
        self.assertEqual(began.returncode, 69, err)
        self.daemon.stop()
        self.serve()
        self.assertEqual(self.batch("cancel")["jobs"], 40)

    def test_the_same_as_without_a_key(self):
        """What makes no sense is told where it stands, and costs nothing but itself."""
        self.write("OX./.../...\tA3\tan atari", "OX./.../...\tC1\tno stone", f"OX./.../...\t{'A3 ' * 40}\ttoo long",
                   "OX./X../...\tA3\tno liberty", "OX.\tA3\tno board", "OX./.../...\tB3\tnone to take",
                   head="rows\ttarget\tid")
        plain = run("solve", self.file, "--order", "1", "--tsv", self.path("plain"), *self.server)
        kept = self.solve("--order", "1", "--tsv", self.path("kept"))
        self.assertEqual(sorted(kept.err.splitlines()), sorted(plain.err.splitlines()))
        self.assertEqual(kept.returncode, plain.returncode)
        rows = [[tuple(row[name] for name in SAME) for row in table(self.path(name))]
                for name in ("plain", "kept")]
        self.assertEqual(rows[0], rows[1])
        self.assertGreaterEqual([row[3] for row in rows[0]].count("refused"), 2, rows[0])
        self.assertEqual(self.solve("--order", "1").returncode, plain.returncode)  # known by the same jobs

    def test_what_is_refused(self):
        self.write_many(3)
        self.assertEqual(self.solve("--nodes", "300").returncode & ~3, 0)
        for args, code, said in ((["--nodes", "400"], 65, "--durable: a batch of that key is kept"),
                                 (["--order", "9"], 64, "--order: 9 is not in 0..7"),
                                 (["--jobs", "2"], 64, "--jobs cannot go with it"),
                                 (["--local"], 64, "--local"),
                                 (["--certificate", "x"], 64, "--certificate is for one problem"),
                                 (["--table", "4"], 64, "--table: jobs of a batch have no tables")):
            done = self.solve(*args)
            self.assertEqual(done.returncode, code, done.err)
            self.assertIn(said, done.err)
        for args, said in ((["batch"], "'' is not status, cancel or ack"), (["batch", "eat", "k"], "'eat' is not"),
                           (["batch", "ack"], "needs the KEY"), (["batch", "ack", "k", "l"], "l")):
            done = run(*args)
            self.assertEqual(done.returncode, 64)
            self.assertIn(said, done.err)
        self.write_many(10001)
        done = self.solve()
        self.assertEqual(done.returncode, 64)
        self.assertIn("10001 problems, and a batch has at most 10000", done.err)
        other = self.start()
        other.log(r"<5>listen address=unix:")
        self.server = ["--server", "unix:" + other.path]
        self.write_many(3)
        done = self.solve()
        self.assertEqual(done.returncode, 69)
        self.assertIn("no journal", done.err)


if __name__ == "__main__":
    main()
