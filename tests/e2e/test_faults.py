# SPDX-License-Identifier: MIT
"""Work that fails a check of its own costs its job, and nobody else's: TESUJI_BREAK makes one fail.

The line that the daemon logs says which check it was and names the question."""

import os
import subprocess

from daemon import Case, LARGE, ROOT, TESUJID, main, submit

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
NET = {"position": {"rows": "......../......../......O./......../..X...../..XO..../...XX.../........"},
       "goal": {"type": "capture", "target": "D3"}, "limits": {"order": 3}}
CORNER = {"position": {"rows": "O../.X./..."}, "goal": {"type": "capture", "target": "A3"}}
LOST = {**CORNER, "limits": {"order": 0}}
TESUJI_GTP = os.environ.get("TESUJI_GTP", os.path.join(ROOT, "build/clients/gtp/tesuji-gtp"))
SOLVE = [TESUJI, "solve", "--local", "--rows", CORNER["position"]["rows"], "--goal", "capture:A3"]
TESUJID_COMMAND = [TESUJID, "--listen", "none", "--socket", "/nowhere/at/all"]
ALONE = {name: value for name, value in os.environ.items() if name != "TESUJI_SERVER"}
BOARD = {"position": {"rows": "..X../.XOX./...../X.X../.OOO."}, "order": 2, "time_ms": 20000}
MESSAGE = r"a fault in tesuji itself: check failed at failpoint.c:\d+: !broken_on_purpose"
ROUNDS = 20


class Faults(Case):
    def broken(self, where, *args):
        return self.start(*args, env={"TESUJI_BREAK": where})

    def is_told(self, daemon, work, goal):
        daemon.log(rf"^<3>job event=fault work={work} at=failpoint\.c:\d+ check=\"!broken_on_purpose\"")
        daemon.log(rf"^<3>job event=fault game=go goal=capture target=\"{goal}\"")

    def failed(self, done):
        self.assertEqual((done["state"], done["error"]["name"], done["value"]),
                         ("failed", "internal", "undecided"))
        self.assertRegex(done["error"]["message"], f"^{MESSAGE}$")

    def test_a_broken_search_costs_its_job(self):
        """One long job of several workers, small ones of two clients beside it."""
        daemon = self.broken("search:300")
        clients = [self.connect(daemon) for _ in range(3)]
        long = submit(LARGE, limits={"order": 7, "nodes": 400000})
        jobs = [(clients[0], clients[0].call("job.submit", long)["job"], None)]
        for i in range(ROUNDS):
            for client in clients[1:]:
                problem, value = ((NET, "proven"), (CORNER, "proven"), (LOST, "disproven"))[i % 3]
                job = client.call("job.submit", submit(problem, fresh=True))["job"]
                jobs.append((client, job, value))
        broken = []
        for client, job, value in jobs:
            done = client.done(job)
            if done["state"] == "failed":
                broken.append((client, done))
            else:
                self.assertEqual((done["state"], done["value"]),
                                 ("done", value) if value else ("expired", "undecided"))
        self.assertEqual(len(broken), 1)
        self.failed(broken[0][1])
        self.is_told(daemon, "search", "K10")
        daemon.log(rf"^<3>job job={broken[0][1]['job']} state=failed")
        self.assertEqual(clients[0].call("server.info")["faults"], 1)
        again = clients[0].done(clients[0].call("job.submit", long)["job"])
        self.assertEqual((again["state"], again["value"]), ("expired", "undecided"))

    def test_the_same_question_is_answered_afterwards(self):
        for where, work in (("slice:1", "search"), ("search:1", "search"), ("result:1", "result")):
            daemon = self.broken(where)
            client = self.connect(daemon)
            self.failed(client.done(client.call("job.submit", NET)["job"]))
            self.is_told(daemon, work, "D3")
            done = client.done(client.call("job.submit", NET)["job"])
            self.assertEqual((done["state"], done["value"], done["best"]), ("done", "proven", "E4"))
            self.assertNotIn("remembered", done)

    def test_a_certificate_fails_alone(self):
        daemon = self.broken("certificate:1")
        client = self.connect(daemon)
        job = client.call("job.submit", NET)["job"]
        client.done(job)
        self.assertFalse(client.call("job.certificate", {"job": job})["ready"])
        told = client.note("job.certified", job)
        self.assertEqual(told["error"]["name"], "internal")
        self.assertRegex(told["error"]["message"], f"^{MESSAGE}$")
        self.is_told(daemon, "certificate", "D3")
        self.assertFalse(client.call("job.certificate", {"job": job})["ready"])
        self.assertNotIn("error", client.note("job.certified", job))
        self.assertTrue(client.call("job.certificate", {"job": job})["ready"])

    def test_a_status_leaves_that_question_open(self):
        daemon = self.broken("slice:2")
        client = self.connect(daemon)
        for undecided in (1, 0):
            client.call("go.status", BOARD)
            self.assertEqual(client.note("go.done")["undecided"], undecided)

    def test_the_command_says_so(self):
        for where, code in (("result:1", 70), ("result:2", 0)):
            ended = subprocess.run(SOLVE, capture_output=True, text=True, check=False,
                                   env={**os.environ, "TESUJI_BREAK": where})
            self.assertEqual(ended.returncode, code, ended.stderr)
            if code != 0:
                self.assertRegex(ended.stdout, f"Not decided: the search failed: {MESSAGE}")

    def test_bug_an_unknown_place_was_silently_ignored(self):
        """So a test that was to break something broke nothing, and held."""
        said = (r'TESUJI_BREAK: "{}" is not PLACE:N, with N from 1 on and one of the places slice, '
                "search, result, certificate\n")
        for where in ("serch:1", "search", "search:", "search:0", "search:-1", "search:1x", "search: 1",
                      "search:1,result:1", "search:99999999999"):
            for command, name, code in ((TESUJID_COMMAND, "tesujid: ", 69),
                                        (SOLVE, "tesuji: cannot start the engine: ", 64),
                                        ([TESUJI_GTP], "tesuji-gtp: ", 64)):
                ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                       check=False, timeout=60, env={**ALONE, "TESUJI_BREAK": where})
                self.assertEqual((ended.returncode, ended.stderr), (code, name + said.format(where)))
        ended = subprocess.run(SOLVE, capture_output=True, check=False, env={**ALONE, "TESUJI_BREAK": ""})
        self.assertEqual(ended.returncode, 0)


if __name__ == "__main__":
    main()
