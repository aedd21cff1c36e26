# SPDX-License-Identifier: MIT
"""The store: answers that outlive a daemon, on every board that agrees; who may open it."""

import os
import signal
import subprocess
import tempfile

from client import eventually
from daemon import Case, Daemon, ROOT, main, submit

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))

# A ladder and a net on 9x9, a gomoku problem, a mate.
PROBLEMS = [
    {"game": "go", "position": {"rows": "........./..X....../..OX...../..X....../........./"
                                        "........./........./........./........."},
     "goal": {"type": "capture", "target": "C7"}, "limits": {"order": 2}},
    {"game": "gomoku", "position": {"rows": "......./......./.XX.X../..O.O../......./......./......."},
     "goal": {"attacker": "black"}},
    {"game": "hex", "position": {"rows": ".../.X./O.."}, "goal": {"attacker": "black"}},
    {"game": "chess", "position": {"fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"}},
]
# A stone in atari in the open, wherever on the board.
ATARI = {"position": {"rows": "........./........./........./....X..../...XOX.../........./"
                              "........./........./........."},
         "goal": {"type": "capture", "target": "E5"}, "limits": {"order": 1}}


def swapped(problem):
    """The same with the colours the other way round, where that is the same."""
    rows = problem["position"]["rows"].translate(str.maketrans("XO", "OX"))
    goal = dict(problem.get("goal", {}))
    if "attacker" in goal:
        goal["attacker"] = "white" if goal["attacker"] == "black" else "black"
    return {**problem, "position": {"rows": rows}, "goal": goal}


class Store(Case):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="tesuji-store-")
        self.addCleanup(directory.cleanup)
        self.folder = os.path.join(directory.name, "store")

    def keeping(self, *args, **more):
        return self.start("--store", self.folder, "--answers", "0", *args, **more)

    def solve(self, client, problem, **more):
        return client.done(client.call("job.submit", submit(problem, **more))["job"])

    def durable(self, client):
        eventually(lambda: client.call("server.info")["store"]["waiting"] == 0)
        return client.call("server.info")["store"]

    def test_answers_outlive_the_daemon(self):
        daemon = Daemon("--store", self.folder)
        client = self.connect(daemon)
        first = [self.solve(client, problem) for problem in PROBLEMS]
        for result in first:
            self.assertNotEqual(result["value"], "undecided")
            self.assertNotIn("remembered", result)
        self.assertEqual(self.durable(client)["facts"], len(PROBLEMS))
        daemon.signal(signal.SIGKILL)
        daemon.wait()
        client = self.connect(self.keeping())
        for problem, before in zip(PROBLEMS, first):
            after = self.solve(client, problem)
            self.assertTrue(after["remembered"])
            self.assertEqual(after["nodes"], 0)
            for key in ("value", "scope", "order", "depth", "best", "line", "zone", "claim"):
                self.assertEqual(after.get(key), before.get(key), key)
            self.assertNotIn("remembered", self.solve(client, problem, fresh=True))
        store = client.call("server.info")["store"]
        self.assertEqual((store["found"], store["missed"]), (len(PROBLEMS), 0))

    def test_images_are_known(self):
        client = self.connect(self.keeping())
        for problem in PROBLEMS[:2]:
            self.assertEqual(self.solve(client, problem)["value"], "proven")
        self.durable(client)
        for problem in PROBLEMS[:2]:
            self.assertTrue(self.solve(client, swapped(problem))["remembered"])

    def test_a_shifted_board_is_known(self):
        client = self.connect(self.keeping())
        self.assertEqual(self.solve(client, ATARI)["value"], "proven")
        self.durable(client)
        rows = ATARI["position"]["rows"].split("/")
        shifted = ["X......O.", *("O" + row[:-1] for row in rows[:-1])]
        result = self.solve(client, {**ATARI, "position": {"rows": shifted},
                                     "goal": {"type": "capture", "target": "F4"}})
        self.assertTrue(result["remembered"])
        self.assertEqual((result["value"], result["best"]), ("proven", "F3"))
        cut = [row[3:8] for row in rows[2:6]]  # now the edge is below the last liberty
        result = self.solve(client, {**ATARI, "position": {"rows": cut},
                                     "goal": {"type": "capture", "target": "B2"}})
        self.assertNotIn("remembered", result)

    def test_a_status_is_kept_too(self):
        daemon = self.keeping()
        board = {"position": {"rows": PROBLEMS[0]["position"]["rows"]}}
        client = self.connect(daemon)
        client.call("go.status", board)
        told = client.note("go.done")
        self.assertGreater(told["decided"], 0)
        facts = self.durable(client)["facts"]
        self.assertGreater(facts, 0)
        daemon.stop()
        client = self.connect(self.keeping())
        client.call("go.status", board)
        client.note("go.done")
        known = [told for _, name, (told,) in client.notes
                 if name == "go.verdict" and told.get("remembered")]
        self.assertGreater(len(known), 0)

    def test_one_daemon_a_folder(self):
        self.connect(self.keeping()).call("server.info")
        second = Daemon("--store", self.folder)
        self.assertEqual(second.wait(), 69)
        self.assertIn("is open in another process", "\n".join(second.lines))

    def test_what_is_false_is_refused(self):
        """Some facts are found out again before anybody is answered."""
        daemon = self.keeping()
        client = self.connect(daemon)
        for problem in PROBLEMS:
            self.solve(client, problem)
        self.durable(client)
        daemon.stop()
        lines = subprocess.run([TESUJI, "store", "export", self.folder], check=True, text=True,
                               stdout=subprocess.PIPE).stdout
        self.assertEqual(lines.count("value=2"), len(PROBLEMS))
        other = self.folder + "-false"
        subprocess.run([TESUJI, "store", "import", other], check=True, text=True,
                       input=lines.replace("value=2", "value=0"), stdout=subprocess.PIPE)
        second = Daemon("--store", other)
        self.assertEqual(second.wait(), 69)
        self.assertRegex("\n".join(second.lines), "store: .*-false says what is false: \".*\" is "
                         "answered otherwise; move it away")
        again = self.keeping()
        again.log("event=store-proved facts=8 open=0")
        self.assertEqual(self.durable(self.connect(again))["facts"], len(PROBLEMS))

    def test_no_store_says_so(self):
        self.assertNotIn("store", self.connect(self.start()).call("server.info"))

    def test_a_full_disk_is_said_once(self):
        """What is found waits, and is written when there is room again."""
        daemon = self.keeping()
        client = self.connect(daemon)
        daemon.takes_nothing(True)
        for problem in PROBLEMS:
            self.assertNotEqual(self.solve(client, problem)["value"], "undecided")
        eventually(lambda: "full" in self.told(client))
        told = self.told(client)
        self.assertEqual((told["facts"], told["waiting"]), (0, len(PROBLEMS)))
        self.assertEqual((told["full"], told["state"]), (True, "failing"))
        self.assertIn("cannot write", told["why"])
        self.assertNotEqual(self.solve(client, PROBLEMS[0], fresh=True)["value"], "undecided")
        daemon.takes_nothing(False)
        daemon.log("event=store-back")
        self.assertEqual(self.durable(client)["facts"], len(PROBLEMS))
        self.assertNotIn("full", self.told(client))
        self.assertEqual(sum("event=store-failed" in line for line in daemon.lines), 1)

    def told(self, client):
        return client.call("server.info")["store"]


if __name__ == "__main__":
    main()
