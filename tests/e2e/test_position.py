# SPDX-License-Identifier: MIT
"""go.position: boards that a connection keeps, against the rules written a second time; jobs and
statuses that refer to them; and that a bad request changes nothing."""

import os
import random

from board import Board, OTHER
from client import RpcError
from daemon import Case, main

KO = ".XO./X.XO/.XO./...."  # White takes on B3; Black may not retake on C3
GAMES, MOVES = 120, 100


class Position(Case):
    def setUp(self):
        self.daemon = self.start()
        self.client = self.connect(self.daemon)

    def held(self, **params):
        return self.client.call("go.position", params)

    def refused(self, name, message, method="go.position", **params):
        with self.assertRaises(RpcError) as caught:
            self.client.call(method, params)
        self.assertEqual((caught.exception.name, caught.exception.error["message"]),
                         (name, message))

    def done(self, **params):
        return self.client.done(self.client.call("job.submit", params)["job"])

    def verdicts(self, **params):
        """By question, what it comes to and whether that was remembered."""
        status = self.client.call("go.status", params)["status"]
        while not any(name == "go.done" for _, name, _ in self.client.notes):
            self.client.take()
        told = [note[2][0] for note in self.client.notes if note[1] == "go.verdict"]
        self.client.notes.clear()
        self.assertEqual({verdict["status"] for verdict in told}, {status})
        return {(v["kind"], v["stones"]): ((v["value"], v["best"], v.get("ko")),
                                           v.get("remembered", False)) for v in told}

    def test_set_play_undo(self):
        self.assertEqual(self.held(set={"rows": ".../.../..."}, play=["B2", "pass", "C2", "W C1"]),
                         {"board": 1, "moves": 4, "to_play": "black", "rows": ".../.XX/..O"})
        self.assertEqual(self.held(undo=1, play=["white A1", "Black a3"]),
                         {"board": 1, "moves": 5, "to_play": "white", "rows": "X../.XX/O.."})
        self.assertEqual(self.held(undo=5),
                         {"board": 1, "moves": 0, "to_play": "black", "rows": ".../.../..."})
        self.assertEqual(self.held()["moves"], 0)

    def test_a_record(self):
        sgf = "(;GM[1]SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db];W[bb];B[dd];W[aa])"
        self.assertEqual(self.held(set={"sgf": sgf, "move": 1}),
                         {"board": 1, "moves": 0, "to_play": "black", "ko": "C3",
                          "rows": ".XO./XO.O/.XO./...."})
        self.refused("bad_position", "params.play[0]: black on C3 would retake a ko at once",
                     play=["C3"])
        self.assertEqual(self.held(play=["D1", "A1", "C3"])["rows"], KO[:-4] + "O..X")
        self.assertEqual(self.held(set={"sgf": sgf})["to_play"], "black")
        self.assertEqual(self.held(set={"rows": ".XO./XO.O/.XO./....", "ko": "c3"}),
                         {"board": 1, "moves": 0, "to_play": "black", "ko": "C3",
                          "rows": ".XO./XO.O/.XO./...."})

    def test_games_at_random(self):
        """Each answer as the rules in board.py have it, moves forth and back."""
        seed = int(os.environ.get("TESUJI_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        rng = random.Random(seed)
        refusals, undone = set(), 0
        for game in range(GAMES):
            size, number = rng.randint(2, 5), rng.randint(1, 16)
            line = [Board(size)]
            self.held(board=number, set={"rows": line[0].rows()})
            for _ in range(MOVES):
                undo = rng.choice((0, 0, 0, 1, len(line) // 2)) if len(line) > 1 else 0
                points, colours = [], []
                after = line[:len(line) - undo]
                for _ in range(rng.randint(0, 3)):
                    ko = after[-1].ko
                    points.append(ko[0] if ko and rng.random() < 0.8 else rng.choice(
                        (None,) + tuple((x, y) for x in range(size) for y in range(size)
                                        if (x, y) not in after[-1].stones or rng.random() < 0.1)))
                    colours.append(rng.choice((None, None, "black", "white")))
                    after.append(after[-1].play(points[-1], colours[-1]))
                    if isinstance(after[-1], str):
                        break
                params = {"board": number, "undo": undo, "play": [
                    (f"{colour} " if colour else "") + (line[0].name(p) if p else "pass")
                    for p, colour in zip(points, colours)]}
                if isinstance(after[-1], str):
                    refusals.add(after[-1].split(" ")[-1])
                    self.refused("bad_position",
                                 f"params.play[{len(points) - 1}]: {after[-1]}", **params)
                    told = self.held(board=number)
                else:
                    line, undone = after, undone + undo
                    told = self.held(**params)
                now = line[-1]
                want = {"board": number, "moves": len(line) - 1, "to_play": now.to_play,
                        "rows": now.rows()}
                if now.ko:
                    want["ko"] = now.name(now.ko[0])
                self.assertEqual(told, want, (seed, game))
        self.assertTrue({"suicide", "once"} <= refusals, refusals)
        self.assertGreater(undone, GAMES)

    def test_a_job_about_it(self):
        """With the ko of the board, as if its record had been sent."""
        self.held(set={"rows": KO}, play=["pass", "B3"])
        goal = {"type": "capture", "target": "B3"}
        banned = self.done(position={"board": 1}, goal=goal)
        self.assertEqual((banned["rows"], banned["value"]), (".XO./XO.O/.XO./....", "disproven"))
        self.assertEqual(self.done(position={"board": 1}, goal=goal, game="go")["value"],
                         "disproven")
        self.held(play=["pass", "pass"])
        free = self.done(position={"board": 1}, goal=goal)
        self.assertEqual((free["value"], free["best"]), ("proven", "C3"))
        self.refused("bad_value", "params.position.board: a board of go, not of atarigo",
                     "job.submit", position={"board": 1}, game="atarigo")

    def test_each_request_sees_the_board_of_its_moment(self):
        goal = {"type": "capture", "target": "A3"}
        self.client.send("go.position", {"set": {"rows": "O../.X./..."}})
        first = self.client.send("job.submit", {"position": {"board": 1}, "goal": goal})
        self.client.send("go.position", {"play": ["C1", "A2"]})
        then = self.client.send("job.submit", {"position": {"board": 1}, "goal": goal})
        self.client.send("go.position", {"undo": 2})
        last = self.client.send("job.submit", {"position": {"board": 1}, "goal": goal})
        rows = [self.client.done(self.client.wait(sent)["job"])["rows"]
                for sent in (first, then, last)]
        self.assertEqual(rows, ["O../.X./...", "O../OX./..X", "O../.X./..."])

    def test_what_no_move_has_touched_is_remembered(self):
        """A ladder stone in one corner; moves in the opposite one leave it alone."""
        board = Board(13)
        for point, colour in (((2, 2), "white"), ((1, 2), "black"), ((2, 1), "black"),
                              ((3, 2), "black")):
            board.stones[point] = colour
        self.held(set={"rows": board.rows()})
        question = {"position": {"board": 1}, "order": 1, "cuts": False, "time_ms": 20000}
        first = self.verdicts(**question)
        self.assertEqual(first["capture", "C11"][0], ("proven", "C10", "unconditional"))
        self.held(play=["L2", "M3"])
        after = self.verdicts(**question)
        fresh = self.verdicts(**question, fresh=True)
        self.assertEqual({key: told for key, (told, _) in after.items()},
                         {key: told for key, (told, _) in fresh.items()})
        self.assertTrue(after["capture", "C11"][1] and after["save", "C11"][1])
        self.assertFalse(after["capture", "L2"][1])
        self.assertFalse(any(remembered for _, remembered in fresh.values()))
        self.held(play=["black C10"])  # right there
        self.assertNotIn(("capture", "C11"), self.verdicts(**question))

    def test_boards_are_of_their_connection(self):
        self.held(board=16, set={"rows": "X./.."})
        other = self.connect(self.daemon)
        for params in ({"board": 16}, {"board": 16, "play": ["A1"]}):
            with self.assertRaises(RpcError) as caught:
                other.call("go.position", params)
            self.assertEqual(caught.exception.error["message"],
                             "params.board: there is no board 16 on this connection, set it first")
        with self.assertRaises(RpcError) as caught:
            other.call("go.status", {"position": {"board": 16}})
        self.assertEqual(caught.exception.name, "bad_value")
        self.assertEqual(self.held(board=16)["rows"], "X./..")

    def test_wrong_input(self):
        self.held(set={"rows": "X../.../..."}, play=["B2"])
        before = self.held()
        for name, message, params in (
                ("out_of_range", "params.board: 0 is not in 1..9007199254740991", {"board": 0}),
                ("out_of_range", "params.board: 17 is not in 1..16",
                 {"board": 17, "set": {"rows": "X./.."}}),
                ("bad_value", "params.board: there is no board 2 on this connection, set it first",
                 {"board": 2}),
                ("missing_field", "params.set: neither sgf nor rows are given", {"set": {}}),
                ("bad_value", "params.set: both sgf and rows are given",
                 {"set": {"rows": "X./..", "sgf": "(;SZ[3])"}}),
                ("bad_value", "params.set.move: counts the moves of an sgf, which is not given",
                 {"set": {"rows": "X./..", "move": 1}}),
                ("bad_syntax", "params.set.rows: row 1, point 2: 'Y' is none of '.', 'X', 'O'",
                 {"set": {"rows": "XY/.."}}),
                ("bad_position", "params.set.rows: the block on A2 has no liberty",
                 {"set": {"rows": "XO/OO"}}),
                ("bad_position", "params.set.sgf: the block on A2 has no liberty",
                 {"set": {"sgf": "(;SZ[2]AB[aa]AW[ba][ab][bb])"}}),
                ("bad_value", "params.set.sgf: byte 4: GM[4] is a record of gomoku, not of go",
                 {"set": {"sgf": "(;GM[4]SZ[9])"}}),
                ("bad_value", 'params.set.ko: "Z9" is not a point of a 2x2 board',
                 {"set": {"rows": "X./..", "ko": "Z9"}}),
                ("bad_position", "params.set.ko: no ko there, nobody would capture a single stone",
                 {"set": {"rows": "X./.O", "ko": "A1"}}),
                ("out_of_range", "params.undo: the board has 1 moves to take back", {"undo": 2}),
                ("bad_position", "params.play[1]: there is a stone on B2",
                 {"undo": 1, "play": ["B2", "B2"]}),
                ("bad_value", 'params.play[0]: "D4" is not a point of a 3x3 board',
                 {"play": ["D4"]}),
                ("bad_value", 'params.play[2]: "" is not a point of a 3x3 board',
                 {"play": ["A1", "C1", ""]}),
                ("bad_syntax",
                 'params.play[0]: "green A1": black or white is expected before a point',
                 {"play": ["green A1"]}),
                ("bad_type", "params.play: expected an array, got a string", {"play": "A1"}),
                ("bad_value", "params.position: both board and rows are given",
                 {"method": "go.status", "position": {"board": 1, "rows": "X./.."}}),
                ("bad_value", "params.position: both sgf and board are given",
                 {"method": "job.submit", "position": {"board": 1, "sgf": "(;SZ[3])"}}),
                ("bad_value", "params.position.board: there is no board 5 on this connection, "
                 "set it first", {"method": "job.submit", "position": {"board": 5}})):
            with self.subTest(message):
                self.refused(name, message, **params)
        self.assertEqual(self.held(), before)
        self.assertEqual(self.held(play=["A1"])["to_play"], OTHER[before["to_play"]])

    def test_limits(self):
        daemon = self.start("--max-boards-per-connection", "2", "--max-moves-per-board", "3")
        self.client = self.connect(daemon)
        bounds = self.client.call("server.info")["bounds"]
        self.assertEqual((bounds["boards_per_connection"], bounds["moves_per_board"]), (2, 3))
        self.held(board=2, set={"rows": ".../.../..."}, play=["A1", "A2"])
        self.refused("out_of_range", "params.board: 3 is not in 1..2", board=3,
                     set={"rows": ".../.../..."})
        self.refused("out_of_range", "params.play: more than 3 moves on a board, set it anew",
                     board=2, play=["B1", "B2"])
        self.assertEqual(self.held(board=2, undo=1, play=["B1", "B2"])["moves"], 3)
        self.refused("out_of_range", "params.play: more than 3 moves on a board, set it anew",
                     board=2, play=["C1"])
        self.assertEqual(self.held(board=2, set={"rows": "X./.."}, play=["B1"])["moves"], 1)


if __name__ == "__main__":
    main()
