# SPDX-License-Identifier: MIT
"""The proofs and disproofs of jobs by tesuji-http, gone through: each reply is answered until the goal is reached, each
attack is refuted until it is said why the line ends."""

import sys
import unittest

from daemon import LARGE
from test_http import SGF, Base


class Solved(Base):
    def solved(self, query, body):
        """The number of a job that has ended."""
        return list(self.gateway.stream("POST", "/v1/solve?" + query, body))[-1][1]["job"]

    def walk(self, job, moves):
        reply = self.gateway.ask("GET", f"/v1/jobs/{job}/proof?moves=" + ",".join(moves))
        self.assertEqual((reply.status, reply.json.get("moves")), (200, moves), reply.body)
        return reply.json


class Proofs(Solved):
    def test_what_a_proof_answers(self):
        """All of a proof: after each reply what was said before, until the goal is reached."""
        for query, body, claim in (
                ("capture=B4", SGF, ["go", "capture", "B4", "black", "attacker"]),
                ("capture=A5&first=defender&order=1", "OX.../.X.../...../...../.....",
                 ["go", "capture", "A5", "black", "defender"]),
                ("mate=2", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", ["chess", "mate", None, "white", "attacker"])):
            job = self.solved(query, body)
            todo, seen, reached = [self.walk(job, [])], 0, 0
            while todo:
                node = todo.pop()
                seen += 1
                told = node["claim"]
                self.assertEqual([told[key] for key in ("game", "goal", "target", "attacker", "first")], claim)
                self.assertEqual((told["verdict"], node["job"]), ("proven", job))
                moves = node["moves"]
                self.assertEqual(node["last"], moves[-1] if moves else None)
                self.assertEqual(node["colour"] == told["attacker"], node["turn"] == "attack")
                self.assertEqual(node["attack"] is not None, node["turn"] == "attack")
                self.assertEqual(node["others"] > 0, any(reply["others"] for reply in node["replies"]))
                if node["turn"] == "reached":
                    self.assertEqual((node["to_goal"], node["nodes"], node["replies"]), (0, 0, []))
                    reached += 1
                elif node["turn"] == "attack":
                    after = self.walk(job, [*moves, node["attack"]])
                    self.assertLess(after["to_goal"], node["to_goal"])
                    todo.append(after)
                for reply in node["replies"]:
                    after = self.walk(job, [*moves, reply["move"]])
                    self.assertEqual((after["to_goal"], after["turn"]), (reply["to_goal"], "attack"))
                    todo.append(after)
                if node["replies"]:
                    self.assertEqual(node["to_goal"], 1 + max(reply["to_goal"] for reply in node["replies"]))
            self.assertGreater(reached, 0)
            self.assertGreater(seen, 3)

    def test_what_a_proof_does_not_answer(self):
        job = self.solved("capture=B4", SGF)
        path = f"/v1/jobs/{job}/proof?moves="
        first = self.walk(job, [])
        attack, reply = first["attack"], self.walk(job, [first["attack"]])["replies"][0]["move"]
        self.assertEqual(self.gateway.ask("GET", path + f"{attack}%20{reply},").json["moves"], [attack, reply])
        for moves, status, code, at in (("A1", 404, "not_in_proof", 0), ("Z9", 400, "bad_value", 0),
                                        ("%ff", 400, "bad_value", 0), (f"{attack},{attack}", 400, "bad_value", 1),
                                        (f"{attack},{reply},E1", 404, "not_in_proof", 2)):
            wrong = self.problem(self.gateway.ask("GET", path + moves), status, code)
            self.assertEqual(wrong["errors"][0]["pointer"], f"#/moves/{at}")
        line = [attack]
        while (node := self.walk(job, line))["turn"] != "reached":
            line.append(node["attack"] or node["replies"][0]["move"])
        wrong = self.problem(self.gateway.ask("GET", path + ",".join([*line, "A1"])), 404, "not_in_proof")
        self.assertEqual(wrong["errors"][0]["pointer"], f"#/moves/{len(line)}")
        self.problem(self.gateway.ask("GET", "/v1/jobs/99999999/proof"), 404, "unknown_job")
        going = self.gateway.ask("POST", "/v1/jobs", LARGE).json["job"]
        self.problem(self.gateway.ask("GET", f"/v1/jobs/{going}/proof"), 409, "not_ended")
        self.gateway.ask("DELETE", f"/v1/jobs/{going}")


class Denials(Solved):
    DENIED = (
        ("capture=B2", "X.X/.O./...", {"order": 3}), ("capture=B3&driver=plain&attacker=black", ".O./O.X/...", {}),
        ("goal=live:D4&attacker=white&option=region%3DA4-D3", ".X.OX../OOOOX../XXXXX../.......", {"order": 3}),
        ("mate=1", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", {"within": 1}),
        ("game=hex&attacker=black&first=defender", ".../.O./...", None),
        ("game=hex&attacker=black", ".../.O./...", {"order": 3}),
        ("game=atarigo&attacker=black", "...../.XO../.O.../...../.....", {}),
        ("game=gomoku&attacker=black&order=1&option=k%3D4", "..../.X../..../....", None))

    def test_what_a_denial_answers(self):
        """Each attack is refuted as its list said, until it is told why the line ends; a line that comes back to
        where it was is followed no more."""
        held, again = set(), 0
        for query, body, bound in self.DENIED:
            job = self.solved(query, body)
            todo, seen = [self.walk(job, [])], set()
            while todo:
                node = todo.pop()
                told, moves = node["claim"], node["moves"]
                self.assertEqual((told["verdict"], node["attack"], node["replies"]), ("disproven", None, []))
                if bound is not None:
                    self.assertEqual({key: told[key] for key in ("order", "within") if key in told}, bound)
                self.assertEqual("left" in node, "order" in told or "within" in told)
                self.assertEqual("held" in node, node["turn"] == "held")
                self.assertEqual(node["refutation"] is not None, node["turn"] == "defence")
                self.assertEqual(node["attacks"] != [], node["turn"] == "attack")
                self.assertEqual(node["others"] > 0, any(attack["others"] for attack in node["attacks"]))
                self.assertNotIn("to_goal", node)
                again += node["again"]
                held.add(node.get("held"))
                place = (node["board"], node["colour"], node.get("left"))
                if node["turn"] == "held" or place in seen or len(seen) > 60:
                    continue
                seen.add(place)
                if node["turn"] == "defence":
                    self.assertNotEqual(node["colour"], told["attacker"])
                    todo.append(self.walk(job, [*moves, node["refutation"]]))
                for attack in node["attacks"][:4]:
                    after = self.walk(job, [*moves, attack["move"]])
                    self.assertEqual(after["refutation"], attack["refutation"])
                    todo.append(after)
        self.assertLessEqual({None, "lost", "safe", "spent", "far"}, held)
        self.assertNotIn("met", held)
        self.assertGreater(again, 0)

    def test_what_a_denial_does_not_answer(self):
        job = self.solved("mate=1", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
        path = f"/v1/jobs/{job}/proof?moves="
        first = self.walk(job, [])["attacks"][0]
        line = [first["move"], first["refutation"]]
        self.assertEqual(self.walk(job, line)["held"], "spent")
        for moves, status, code, at in (
                (["e1e2"], 400, "bad_value", 0), ([line[0], "a8b8" if line[1] != "a8b8" else "a8c8"], 404, "not_in_proof", 1),
                ([*line, "h2h3"], 404, "not_in_proof", 2)):
            wrong = self.problem(self.gateway.ask("GET", path + ",".join(moves)), status, code)
            self.assertEqual(wrong["errors"][0]["pointer"], f"#/moves/{at}")

    def test_a_line_that_goes_round_has_an_end(self):
        job, line = self.solved("capture=B3&driver=plain&attacker=black", ".O./O.X/..."), []
        node = self.walk(job, line)
        while not node["again"]:
            self.assertEqual(node["turn"], "attack")
            rows = [self.walk(job, [*line, row["move"], row["refutation"]]) for row in node["attacks"] if row["refutation"]]
            [node] = [row for row in rows if row["turn"] == "attack"][-1:]
            line = node["moves"]
        self.assertLess(len(line), 40)


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
