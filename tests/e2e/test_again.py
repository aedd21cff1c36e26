# SPDX-License-Identifier: MIT
"""Every example of README.md, docs/usage.md and SPEC.md that asks something, asked again and again
of one daemon: as it stands, by every engine, with and without lambda, with tables of 1 and of
16 MiB. All answers have to agree, and the daemon has to live."""

import json
import os
import re
import shlex
import subprocess

from client import RpcError
from daemon import Case, ROOT, main

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
WAYS = [{}] + [{"engine": engine, "driver": driver} for driver in ("lambda", "plain")
               for engine in ("auto", "alphabeta", "dfpn")] + [{}]
ROUNDS = 3
NODES = 3000  # of a question: what it leaves open contradicts nothing
BLOCK = re.compile(r"```json\n(.*?)```", re.S)
COMMAND = re.compile(r"^\s*\$ (tesuji solve .*?)(?: \| .*)?$", re.M)
SHOWN = ("--all-moves", "-q", "--certificate", "/tmp/corner.proof")  # what is not part of the question


def text(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def requests():
    """The job.submit calls of SPEC.md that need no board of the connection."""
    for block in BLOCK.findall(text("protocol/SPEC.md")):
        try:
            message = json.loads(block)
        except ValueError:
            continue
        if isinstance(message, list) and message[2:3] == ["job.submit"]:
            params = message[3][0]
            if "board" not in params.get("position", {}):
                yield {key: value for key, value in params.items() if key != "label"}


def commands():
    for line in COMMAND.findall(text("README.md") + text("docs/usage.md")):
        yield [word for word in shlex.split(line)[2:] if word not in SHOWN]


def contradicts(one, other):
    """Does a proof contradict a denial? Of verdicts by ko only the verdict is compared."""
    if {one["value"], other["value"]} != {"proven", "disproven"} or \
            "heuristic" in (one["scope"], other["scope"]):
        return False
    if "ko" in one:
        return one["scope"] == other["scope"] == "absolute" and one["ko"] != other["ko"]
    proof, denial = (one, other) if one["value"] == "proven" else (other, one)
    return denial["scope"] == "absolute" or (
        proof.get("driver", "lambda") == "lambda" and proof["order"] <= denial["order"])


class Again(Case):
    def agree(self, question, answers, answer, way):
        for other in answers:
            self.assertFalse(contradicts(answer, other), (question, way, answer, other))
        if answer["value"] != "undecided":
            answers.append({key: answer[key] for key in ("value", "scope", "order", "driver", "ko")
                            if key in answer})

    def ask_requests(self, client):
        asked = 0
        for params in requests():
            answers = []
            try:
                client.done(client.call("job.submit", {**params, "limits": {"nodes": 1}})["job"])
            except RpcError:
                continue  # an example of what is refused
            for way in WAYS * ROUNDS:
                limits = {**params.get("limits", {}), "nodes": NODES}
                job = client.call("job.submit", {**params, **way, "limits": limits,
                                                 "fresh": bool(asked % 2)})["job"]
                done = client.done(job)
                self.assertIn(done["state"], ("done", "expired"), (params, way, done))
                self.agree(params, answers, done, way)
                asked += 1
        return asked

    def ask_commands(self, daemon):
        asked = 0
        for words in commands():
            answers = []
            for way in WAYS + WAYS[:1]:
                extra = [word for key, value in way.items() for word in (f"--{key}", value)]
                ended = subprocess.run(
                    [TESUJI, "solve", *words, "--json", "--nodes", str(NODES), *extra,
                     "--server", "unix:" + daemon.path], cwd=ROOT, capture_output=True, text=True,
                    check=False)
                self.assertIn(ended.returncode, (0, 1, 2), (words, extra, ended.stderr))
                answer = json.loads(ended.stdout)
                self.agree(words, answers, answer, way)
                asked += 1
        return asked

    def test_every_example_again(self):
        for mib in ("1", "16"):
            with self.subTest(mib):
                daemon = self.start("--table-mib", mib)
                client = self.connect(daemon)
                self.assertGreater(self.ask_requests(client), 5 * len(WAYS))
                self.assertGreater(self.ask_commands(daemon), 10 * len(WAYS))


if __name__ == "__main__":
    main()
