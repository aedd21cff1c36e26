# SPDX-License-Identifier: MIT
"""go.life: what is found of a dragon, the verdicts about it, what they say together, and all the ways
to ask wrongly and to end it."""

import os
import random
import signal
import socket
import tempfile
import time

from client import RpcError
from daemon import Case, LARGE, main

# White's three points in a row: who plays in the middle decides.
ROW = "...OX../OOOOX../XXXXX../......."
# A board, a stone of White's dragon, and the move that kills it, if one is needed.
LIVES = {
    "unsettled": (ROW, "D4", "B4"),
    "alive": (".O.OX./OOOOX./XXXXX./......", "D4", None),
    "dead": (".OOOX./OOOOX./XXXXX./......", "B4", "A4"),
    "ko": (".O.OX./OOOXX./XXXXX./......", "A3", "C4"),
    "seki": (".OX./XOX./XOX./XOX./.OX./OOX./XX../....", "B8", None),
}
# Nothing decides about its one stone for a long time.
HARD = {"position": LARGE["position"], "group": "K10", "time_ms": 20000}
LETTERS = "ABCDEFGHJKLMNOPQRST"
# White has just taken on B3; Black may not take back on C3 at once.
RECORD = "(;GM[1]SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db];W[bb];B[dd])"


class Life(Case):
    def setUp(self):
        self.daemon = self.start()
        self.client = self.connect(self.daemon)

    def refused(self, name, message, method="go.life", **params):
        with self.assertRaises(RpcError) as caught:
            self.client.call(method, params)
        self.assertEqual((caught.exception.name, caught.exception.error["message"]),
                         (name, message))
        return caught.exception.error

    def begin(self, rows=None, group=None, client=None, **params):
        if rows is not None:
            params["position"] = {"rows": rows}
        if group is not None:
            params["group"] = group
        params.setdefault("time_ms", 20000)
        return (client or self.client).call("go.life", params)

    def end(self, begun, client=None):
        """The verdicts of a status and its life, with what all of them keep."""
        client = client or self.client
        while not any(name == "go.done" and params[0]["status"] == begun["status"]
                      for _, name, params in client.notes):
            client.take()
        mine = [(name, params[0]) for _, name, params in client.notes
                if params[0].get("status") == begun["status"]]
        client.notes = [note for note in client.notes
                        if note[2][0].get("status") != begun["status"]]
        self.assertEqual([name for name, _ in mine],
                         ["go.verdict"] * (len(mine) - 1) + ["go.done"])
        verdicts, done = [verdict for _, verdict in mine[:-1]], mine[-1][1]
        open_ones = [verdict["value"] == "undecided" for verdict in verdicts]
        self.assertEqual(open_ones, sorted(open_ones))
        self.assertEqual((done["decided"], done["undecided"]),
                         (open_ones.count(False), open_ones.count(True)))
        for verdict in verdicts:
            self.assertEqual((verdict["colour"], verdict["stones"], verdict["size"],
                              verdict["liberties"]),
                             (begun["colour"], begun["stones"].split()[0], begun["size"],
                              begun["liberties"]))
            self.assertGreater(verdict["time_ms"], 0)
            if "tried" in verdict:
                self.assertNotIn("ko", verdict)
                self.assertIsNone(verdict["best"])
            if "chance" in verdict:
                self.assertEqual(verdict["value"], "undecided")
        self.assertEqual(done["life"], self.together(verdicts))
        return verdicts, done["life"]

    @staticmethod
    def together(verdicts):
        """What SPEC.md says that they say together."""
        whole = {verdict["kind"]: verdict for verdict in verdicts if "tried" not in verdict}
        value = {kind: verdict["value"] for kind, verdict in whole.items()}
        if value.get("kill") == "disproven":
            return "seki" if value.get("eyes") == "proven" else "alive"
        if value.get("live") == "disproven":
            return "dead"
        if value.get("kill") == value.get("live") == "proven":
            return "ko" if "ko" in (whole["kill"]["ko"], whole["live"]["ko"]) else "unsettled"
        return "open"

    @staticmethod
    def by_question(verdicts):
        return {(verdict["kind"], verdict.get("tried")): verdict for verdict in verdicts}

    def test_lives(self):
        for life, (rows, group, best) in LIVES.items():
            with self.subTest(life):
                begun = self.begin(rows, group)
                self.assertEqual((begun["rows"], begun["colour"], begun["closed"]),
                                 (rows, "white", True))
                verdicts, told = self.end(begun)
                self.assertEqual(told, life)
                found = self.by_question(verdicts)
                self.assertEqual(len(found), len(verdicts))
                self.assertEqual(found["kill", None]["best"], best)
                self.assertEqual(("eyes", None) in found, life in ("alive", "seki"))
                self.assertEqual(any(tried for _, tried in found), life in ("unsettled", "ko"))

    def test_the_dragon_and_first_moves(self):
        begun = self.begin(ROW, "D4")
        self.assertEqual(begun, {
            "status": 1, "rows": ROW, "colour": "white", "size": 5, "liberties": 3,
            "closed": True, "stones": "D4", "around": "E4", "region": "A4-D3"})
        verdicts, _ = self.end(begun)
        found = self.by_question(verdicts)
        self.assertEqual({tried for _, tried in found}, {None, "A4", "B4", "C4"})
        for (kind, tried), verdict in found.items():
            self.assertEqual((verdict["value"], verdict["scope"]),
                             ("proven" if tried in (None, "B4") else "disproven", "absolute"), kind)
        self.assertEqual({(v["kind"], v.get("tried")) for v in verdicts[:2]},
                         {("kill", None), ("live", None)})
        verdicts, life = self.end(self.begin(ROW, "D4", moves=False))
        self.assertEqual((len(verdicts), life), (2, "unsettled"))

    def test_dragons_of_many_blocks(self):
        rows = ["X.X......", "X.X......", "OX......."] + ["." * 9] * 6
        params = {"time_ms": 1, "client": None}
        for group, more, stones in (("C9", {}, "C9 A9"), ("C9", {"exact": True}, "C9"),
                                    ("C9 B7", {"exact": True}, "C9 B7"), ("b7", {}, "B7 C9")):
            begun = self.begin(rows, group, **params, **more)
            self.assertEqual((begun["stones"], begun["closed"]), (stones, False))
            self.end(begun)
        begun = self.begin(rows, "C9", region="A9-D7", **params)
        self.assertEqual((begun["region"], begun["closed"]), ("A9-D7", False))
        self.assertNotIn("around", begun)
        self.end(begun)

    def test_one_question(self):
        for ask, kinds, life in (("kill", {"kill"}, "open"), ("live", {"live"}, "open"),
                                 ("both", {"kill", "live"}, "unsettled")):
            verdicts, told = self.end(self.begin(ROW, "D4", ask=ask))
            self.assertEqual(({verdict["kind"] for verdict in verdicts}, told), (kinds, life))
        verdicts, life = self.end(self.begin(*LIVES["alive"][:2], ask="kill"))
        self.assertEqual(({verdict["kind"] for verdict in verdicts}, life),
                         ({"kill", "eyes"}, "alive"))
        self.assertEqual(self.end(self.begin(*LIVES["dead"][:2], ask="live"))[1], "dead")

    def test_a_region_that_is_open_lets_out(self):
        """White is dead within the walls; with the gap in them he gets out, and so lives."""
        rows, gap = "..OX.../OOOX.../XXXX.../.......", "..O..../OOOX.../XXXX.../......."
        begun = self.begin(rows, "C4", region="A4-C4")
        self.assertTrue(begun["closed"])
        self.assertEqual(self.end(begun)[1], "dead")
        begun = self.begin(gap, "C4", region="A4-D4")
        self.assertFalse(begun["closed"])
        self.assertEqual(self.end(begun)[1], "unsettled")

    def test_a_record_and_its_ko(self):
        """At once Black needs a threat to take back, one move later none."""
        query = {"group": "B3", "exact": True, "region": "A4-C3,D4"}
        for place, threats in (({"sgf": RECORD, "move": 1}, 1), ({"sgf": RECORD}, 0),
                               ({"rows": ".XO./XO.O/.XO./...."}, 0)):
            begun = self.begin(position=place, **query)
            self.assertEqual(begun["rows"][:14], ".XO./XO.O/.XO.")
            kill = self.by_question(self.end(begun)[0])["kill", None]
            self.assertEqual((kill["ko"], kill["ko_threats"]), ("ko", threats))
        begun = self.begin(position={"rows": ".XO./XO.O/.XO./...."}, ko="C3", **query)
        self.assertEqual(self.by_question(self.end(begun)[0])["kill", None]["ko_threats"], 1)
        self.refused("out_of_range",
                     "params.position.sgf: move 5 was asked for, the main line has 2",
                     position={"sgf": RECORD, "move": 5}, group="B3")

    def test_a_kept_board(self):
        self.client.call("go.position", {"set": {"sgf": RECORD, "move": 0}, "play": ["white B3"]})
        query = {"position": {"board": 1}, "group": "B3", "exact": True, "region": "A4-C3,D4"}
        begun = self.begin(**query)
        self.assertEqual(begun["rows"], ".XO./XO.O/.XO./....")
        self.assertEqual(self.by_question(self.end(begun)[0])["kill", None]["ko_threats"], 1)
        self.client.call("go.position", {"play": ["pass"]})
        self.assertEqual(self.by_question(self.end(self.begin(**query))[0])["kill", None]
                         ["ko_threats"], 0)
        self.client.call("go.position", {"undo": 2})
        self.refused("bad_value", "params.group: there is no stone on B3", **query)

    def test_asked_twice_at_once(self):
        first, second = self.begin(ROW, "D4"), self.begin(ROW, "D4")
        self.assertNotEqual(first["status"], second["status"])
        answers = [sorted((v["kind"], v.get("tried", ""), v["value"]) for v in self.end(begun)[0])
                   for begun in (second, first)]
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(len(answers[0]), 8)

    def test_two_dragons_and_a_board_at_once(self):
        begun = [self.begin(*LIVES[life][:2]) for life in ("unsettled", "seki")]
        board = self.client.call("go.status", {"position": {"rows": ROW}})
        self.assertEqual([self.end(status)[1] for status in begun], ["unsettled", "seki"])
        while not any(note[1] == "go.done" for note in self.client.notes):
            self.client.take()
        for _, name, (told,) in self.client.notes:
            self.assertEqual(told["status"], board["status"])
            self.assertNotIn("life", told, name)

    def test_a_store_remembers(self):
        with tempfile.TemporaryDirectory() as folder:
            for fresh, remembered in ((False, False), (False, True), (True, False)):
                daemon = self.start("--store", os.path.join(folder, "store"))
                client = self.connect(daemon)
                verdicts, life = self.end(self.begin(ROW, "D4", client, fresh=fresh), client)
                self.assertEqual(life, "unsettled")
                self.assertEqual(any("remembered" in verdict for verdict in verdicts), remembered)
                client.close()
                daemon.stop()

    def test_the_deadline(self):
        verdicts, life = self.end(self.begin(**{**HARD, "time_ms": 30}))
        self.assertEqual(life, "open")
        self.assertEqual({(v["kind"], v["value"], v["scope"], v["best"]) for v in verdicts},
                         {(kind, "undecided", "none", None) for kind in ("kill", "live")})
        for verdict in verdicts:
            self.assertGreaterEqual(verdict["time_ms"], 30)
            self.assertNotIn("ko", verdict)
            self.assertNotIn("chance", verdict)
        self.assertEqual(self.end(self.begin(**{**HARD, "nodes": 100}))[1], "open")

    def test_what_is_open_is_judged(self):
        for ask, kinds in (("both", {"kill", "live"}), ("kill", {"kill"}), ("live", {"live"})):
            verdicts, life = self.end(self.begin(**{**HARD, "time_ms": 30}, judge=True, ask=ask))
            self.assertEqual((life, {verdict["kind"] for verdict in verdicts}), ("open", kinds))
            for verdict in verdicts:
                self.assertEqual((verdict["value"], verdict["scope"]), ("undecided", "none"))
                self.assertTrue(0 <= verdict["chance"] <= 1000)
                self.assertIn(verdict["ko"], ("unconditional", "ko", "fails"))
                self.assertEqual(verdict["best"] is None, verdict["ko"] == "fails")
                self.assertEqual("ko_threats" in verdict, verdict["ko"] == "ko")
        verdicts, _ = self.end(self.begin(ROW, "D4", judge=True))  # nothing is open
        self.assertFalse(any("chance" in verdict for verdict in verdicts))

    def test_random_dragons_are_judged(self):
        """On boards of all shapes and with kos: each move that is told can be played."""
        seed = int(os.environ.get("TESUJI_SEED", time.time_ns() % 10**9))
        rng, told = random.Random(seed), 0
        for _ in range(25):
            width, height = rng.randrange(2, 20), rng.randrange(2, 20)
            weights = rng.choice(((2, 2, 5), (3, 3, 3), (1, 1, 8), (4, 1, 4)))
            cells = rng.choices("XO.", weights, k=width * height)
            at = rng.choice([i for i, cell in enumerate(cells) if cell != "."] or [0])
            rows = "/".join("".join(cells[i:i + width]) for i in range(0, len(cells), width))
            group = LETTERS[at % width] + str(height - at // width)
            with self.subTest(seed=seed, rows=rows, group=group):
                try:
                    begun = self.begin(rows, group, time_ms=1, judge=True, fresh=True)
                except RpcError as error:  # a block without liberties, or no stone at all
                    self.assertIn(error.name, ("bad_position", "bad_value"))
                    continue
                for verdict in self.end(begun)[0]:
                    told += "chance" in verdict
                    for move in (verdict["best"], verdict.get("tried")):
                        if move not in (None, "pass"):
                            x, y = LETTERS.index(move[0]), height - int(move[1:])
                            self.assertEqual(rows.split("/")[y][x], ".")
        print(f"TESUJI_SEED={seed}: {told} judgements", end=" ")

    def test_cancel(self):
        for judge in (False, True):
            begun = self.begin(**HARD, judge=judge)
            ref = {"status": begun["status"]}
            self.assertEqual(self.client.call("go.cancel", ref), ref)
            verdicts, life = self.end(begun)
            self.assertEqual(([v["value"] for v in verdicts], life), (["undecided"] * 2, "open"))
            self.assertFalse(any("chance" in verdict for verdict in verdicts))
        self.refused("unknown_job", "params.status: there is no status 1 (any more)",
                     "go.cancel", status=1)

    def test_cancelled_wherever_it_stands(self):
        for turn in range(40):
            begun = self.begin(ROW, "D4", judge=True, fresh=True)
            if turn % 2:
                self.client.call("server.info", {})
            try:
                self.client.call("go.cancel", {"status": begun["status"]})
            except RpcError as error:
                self.assertEqual(error.name, "unknown_job")
            self.end(begun)

    def test_too_many(self):
        """Those of boards and of dragons are counted together."""
        begun = [self.begin(**HARD) for _ in range(3)]
        board = self.client.call("go.status", {"position": HARD["position"], "order": 7,
                                               "time_ms": 20000})
        error = self.refused("busy", "4 statuses of this connection are in flight already", **HARD)
        self.assertTrue(10 <= error["retry_ms"] <= 10000)
        self.client.call("go.cancel", {"status": board["status"]})
        for status in begun:
            self.client.call("go.cancel", {"status": status["status"]})
            self.end(status)
        self.assertEqual(self.end(self.begin(ROW, "D4"))[1], "unsettled")

    def test_half_close(self):
        self.client.send("go.life", {**HARD, "judge": True})
        self.client.sock.shutdown(socket.SHUT_WR)
        names = [message[1] if message[0] == 2 else "answer" for message in self.client.at_end()]
        self.assertEqual(names, ["answer", "go.verdict", "go.verdict", "go.done"])

    def test_who_leaves_while_it_is_judged(self):
        for _ in range(5):
            client = self.connect(self.daemon)
            self.begin(client=client, **{**HARD, "time_ms": 1}, judge=True)
            client.close()
        self.assertEqual(self.end(self.begin(ROW, "D4"))[1], "unsettled")

    def test_draining(self):
        begun = self.begin(**HARD, judge=True)
        self.daemon.signal(signal.SIGTERM)
        self.daemon.log("state=draining jobs=1")
        self.refused("shutting_down", "the server is shutting down", **HARD)
        self.assertEqual([v["value"] for v in self.end(begun)[0]], ["undecided"] * 2)
        self.assertEqual(self.client.at_end(), [])

    def test_wrong_input(self):
        good = {"position": {"rows": ROW}, "group": "D4"}
        long_region = ",".join(["A4"] * 82)  # 245 bytes
        for name, message, params in (
                ("missing_field", "params.group: missing", {"group": None}),
                ("missing_field", "params.group: no point is given", {"group": ""}),
                ("bad_value", "params.group: there is no stone on B4", {"group": "B4"}),
                ("bad_value", "params.group: there is no stone on B4", {"group": "D4 B4"}),
                ("bad_value", "params.group: \"Z4\" is not a point of a 7x4 board",
                 {"group": "Z4"}),
                ("bad_value", "params.group: the stones on D4 and E4 are of two colours",
                 {"group": "D4 E4"}),
                ("bad_value", "params.group: more than 16 points",
                 {"group": " ".join(["D4"] * 17)}),
                ("bad_type", "params.group: expected a string, got an array", {"group": ["D4"]}),
                ("bad_value", "params.region: \"A4-Z1\" is no point or rectangle (like A1-G7) of a "
                 "7x4 board", {"region": "A4-Z1"}),
                ("bad_value", "params.region: \"\" is no point or rectangle (like A1-G7) of a "
                 "7x4 board", {"region": "A4,"}),
                ("bad_value", "params.region: there is a space in it", {"region": "A4 B4"}),
                ("out_of_range", "params.region: 245 bytes, at most 239 may be given",
                 {"region": long_region}),
                ("bad_value", "params.ask: \"both?\" is not one of both, kill, live",
                 {"ask": "both?"}),
                ("bad_type", "params.judge: expected a boolean, got an integer", {"judge": 1}),
                ("out_of_range", "params.time_ms: 0 is not in 1..3600000", {"time_ms": 0}),
                ("out_of_range", "params.time_ms: 3600001 is not in 1..3600000",
                 {"time_ms": 3600001}),
                ("missing_field", "params.position: missing", {"position": None}),
                ("missing_field", "params.position: neither board nor sgf nor rows are given",
                 {"position": {}}),
                ("bad_value", "params.position: both sgf and rows are given",
                 {"position": {"rows": ROW, "sgf": RECORD}}),
                ("bad_position", "params.position.rows: the block on A2 has no liberty",
                 {"position": {"rows": "XO/OO"}, "group": "B2"}),
                ("bad_position", "params.ko: no ko there, nobody would capture a single stone",
                 {"ko": "A4"}),
                ("bad_value", "params.ko: \"Z9\" is not a point of a 7x4 board", {"ko": "Z9"})):
            with self.subTest(message):
                self.refused(name, message, **{**good, **params})
        self.assertEqual(self.end(self.begin(ROW, "D4"))[1], "unsettled")


if __name__ == "__main__":
    main()
