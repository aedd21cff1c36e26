# SPDX-License-Identifier: MIT
"""`tesuji store`: what it tells of a folder, and what comes out of one goes into another."""

import os
import re
import tempfile
import unittest

from command import run

from client import eventually
from daemon import Case

PROBLEMS = [
    {"position": {"rows": "O../.X./..."}, "goal": {"type": "capture", "target": "A3"}},
    {"position": {"rows": "O..../.X.../....."}, "goal": {"type": "capture", "target": "A3"},
     "limits": {"order": 0}},
    {"game": "gomoku", "position": {"rows": "......./......./..XX.X./..O.O../......./......./......."},
     "goal": {"attacker": "black"}},
    {"game": "chess", "position": {"fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"}},
]


class Store(Case):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="tesuji-store-")
        self.addCleanup(directory.cleanup)
        self.folder = os.path.join(directory.name, "store")
        self.other = os.path.join(directory.name, "other")

    def ask(self, folder, also=None):
        """Put the problems to a daemon with that folder; how many it knew."""
        daemon = self.start("--store", folder, "--answers", "0")
        client = self.connect(daemon)
        results = [client.done(client.call("job.submit", p)["job"]) for p in PROBLEMS]
        eventually(lambda: client.call("server.info")["store"]["waiting"] == 0)
        if also is not None:
            also()
        client.close()
        daemon.stop()
        return sum(result.get("remembered", False) for result in results)

    def store(self, action, folder=None, code=0, sample=None, **more):
        args = () if sample is None else ("--sample", str(sample))
        done = run("store", action, folder or self.folder, *args, **more)
        self.assertEqual(done.returncode, code, done.err)
        return done

    def test_out_of_one_into_another(self):
        self.assertEqual(self.ask(self.folder), 0)
        told = dict(line.split() for line in self.store("info").out.splitlines())
        self.assertEqual(told["facts"], str(len(PROBLEMS)))
        self.assertEqual((told["proven"], told["disproven"]), ("3", "1"))
        self.assertEqual(self.store("verify").out,
                         f"{len(PROBLEMS)} facts, all sound\n{len(PROBLEMS)} asked again: "
                         "3 proven and checked, 1 found again, 0 open, 0 wrong\n")
        self.assertIn("\n2 asked again: ", self.store("verify", sample=2).out)
        self.assertIn("\n0 asked again: ", self.store("verify", sample=0).out)
        lines = self.store("export").out
        self.assertEqual(len(lines.splitlines()), 1 + len(PROBLEMS))
        self.assertIn(f"{len(PROBLEMS)} read, {len(PROBLEMS)} facts there now, 0 before",
                      self.store("import", self.other, stdin=lines).out)
        self.assertIn(f"facts there now, {len(PROBLEMS)} before",
                      self.store("import", self.other, stdin=lines).out)
        self.assertEqual(self.store("export", self.other).out, lines)
        self.assertEqual(self.ask(self.other), len(PROBLEMS))

    def test_what_is_false_is_named(self):
        """Facts that somebody has made up, in a form that is sound."""
        self.ask(self.folder)
        header, *lines = self.store("export").out.splitlines()
        lies = []
        for line in lines:
            hash_, question, numbers, *rest = line.split("\t")
            turned = {"value=2": "value=0", "value=0": "value=2"}[numbers[:7]] + numbers[7:]
            lies.append("\t".join([hash_, question, turned, *rest]))
        lies.append("\t".join([hash_[::-1], question, numbers, *rest]))
        self.store("import", self.other, stdin="\n".join([header, *lies]) + "\n")
        done = self.store("verify", self.other, code=1)
        self.assertIn("0 proven and checked, 0 found again, 0 open, 5 wrong", done.out)
        told = done.err.splitlines()
        self.assertEqual(len(told), 5)
        for line in lines:
            hash_, question, numbers = line.split("\t")[:3]
            is_now = "dis" if numbers.startswith("value=0") else ""
            self.assertTrue(any(t.startswith(f"tesuji: fact {hash_} ({question}): kept as ") and
                                f"it is {is_now}proven on " in t for t in told), told)
        self.assertTrue(any("not where it would be looked for" in t for t in told), told)
        self.assertEqual(self.store("verify", self.other, sample=0).err, "")

    def test_a_move_on_a_stone_is_no_answer(self):
        """Facts with their first moves replaced by points that are taken, or by nonsense."""
        self.ask(self.folder)
        header, *lines = self.store("export").out.splitlines()
        lies = []
        for line in lines:
            *rest, place, box, _, zone = line.split("\t")
            x, y = map(int, place.split(","))
            row, column = next((i, re.search("[adtsK]", r).start())
                               for i, r in enumerate(box.split("/")) if re.search("[adtsK]", r))
            taken = f"{0x40 + y + row:02x}{0x40 + x + column:02x}"
            moves = "efff" if "chess" in line else f"{taken} {taken}"
            lies.append("\t".join([*rest, place, box, moves, zone]))
        self.store("import", self.other, stdin="\n".join([header, *lies]) + "\n")
        done = self.store("verify", self.other, code=1)
        self.assertIn("4 wrong", done.out)
        self.assertEqual(done.err.count("or its move is not legal"), 4)
        self.assertEqual(self.ask(self.other), 0)

    def test_what_was_not_written_so_is_left_out(self):
        """The others can be had; what would write to such a store, or answer from it, refuses."""
        self.ask(self.folder)
        with open(os.path.join(self.folder, "data.mdb"), "r+b") as data:
            bytes_ = data.read()
            for found in re.finditer(b"gomoku", bytes_):
                data.seek(found.start())
                data.write(b"gomoko")
        self.assertIn("1 of 4 facts are not what was written", self.store("verify", code=65).err)
        done = self.store("export", code=65)
        self.assertIn("left out 1 facts", done.err)
        self.assertEqual(len(done.out.splitlines()), len(PROBLEMS))
        self.assertIn("is damaged: a record is not", self.store("compact", code=65).err)
        self.assertEqual(self.store("import", self.other, stdin=done.out).err, "")
        self.assertEqual(self.ask(self.other), len(PROBLEMS) - 1)

    def test_compact_keeps_them_all(self):
        self.ask(self.folder)
        lines = self.store("export").out
        data = os.path.join(self.folder, "data.mdb")
        size = os.stat(data).st_size
        os.chmod(data, 0o640)
        if os.geteuid() == 0:
            os.chown(data, 65534, 65534)
        before = os.stat(data)
        self.store("compact")
        after = os.stat(data)
        self.assertEqual((before.st_mode, before.st_uid, before.st_gid),
                         (after.st_mode, after.st_uid, after.st_gid))
        self.assertLessEqual(os.stat(os.path.join(self.folder, "data.mdb")).st_size, size)
        self.assertEqual(self.store("export").out, lines)
        self.assertEqual(self.ask(self.folder), len(PROBLEMS))

    def test_not_while_a_daemon_has_it(self):
        self.ask(self.folder, also=lambda: self.assertIn(
            "is open in another process", self.store("info", code=69).err))

    def test_what_is_no_store(self):
        self.assertIn("there is none in", self.store("info", code=66).err)
        os.mkdir(self.folder)
        self.assertIn("there is none in", self.store("verify", code=66).err)
        self.assertEqual(run("store", "info").returncode, 64)
        self.assertEqual(run("store", "info", "--sample", "3", self.folder).returncode, 64)
        self.assertEqual(run("store", "frobnicate", self.folder).returncode, 64)
        self.assertEqual(run("store", "info", self.folder, "more").returncode, 64)

    def test_bad_lines_are_named(self):
        self.ask(self.folder)
        header, first, *_ = self.store("export").out.splitlines()
        fields = first.split("\t")
        bad = [("tesuji store format=1 rules=999", "line 1: not"),
               (header + "\n" + first + "\nsomething", "line 3: not 7 fields"),
               (header + "\n" + first[1:], "line 2: hash: "),
               (header + "\n" + first.replace("value=2", "value=1").replace("value=0", "value=1"),
                "line 2: not a fact"),
               (header + "\n" + "\t".join([*fields[:4], fields[4] + "/.", *fields[5:]]),
                "line 2: board: "),
               (header + "\n" + "\t".join([*fields[:5], "zz", *fields[6:]]), "line 2: moves: ")]
        bad += [(header + "\n" + re.sub(rf"\b{name}=\d+", f"{name}={number}", first),
                 "line 2: not a fact")
                for name, number in (("engine", 3), ("driver", 2), ("order", 8), ("depth", 509),
                                     ("ko", 4), ("threats", 4), ("scope", 3))]
        for text, complaint in bad:
            self.assertIn(complaint, self.store("import", self.other, 65, stdin=text).err)
        self.assertEqual(self.store("export", self.other).out, f"{header}\n{first}\n")


if __name__ == "__main__":
    unittest.main()
