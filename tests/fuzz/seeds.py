#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the hand-made seeds of the corpora: seeds.py [FOLDER].

The other files of a corpus, named by their hash, were found by the fuzzers and
kept by `fuzz_NAME -merge=1 corpus/NAME FOUND`.
"""
import os
import sys

import msgpack

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "corpus")
LINE = ["D4", "pass", "C4"]
GOAL = {"type": "capture", "target": "D4"}
OPTIONS = [{"name": "k", "kind": "number", "least": 3, "most": 6, "default": "5", "help": "h"},
           {"name": "rule", "kind": "word", "least": 0, "most": 0, "words": ["a", "b"],
            "default": "a", "help": "h"}]
DONE = {"job": 5, "label": "a", "state": "failed",
        "error": {"code": -1, "name": "no_memory", "message": "m"}, "value": "proven",
        "scope": "absolute", "order": 1, "depth": 9, "best": "D4", "line": LINE, "nodes": 5000,
        "nodes_per_s": 70000, "time_ms": 1.5, "table": {"bytes": 1 << 28, "entries": 8, "used": 2},
        "workers": 2, "rows": "..X/.OX", "attacker": "black", "goal": GOAL}
JOB = {k: DONE[k] for k in ("job", "label", "state", "order", "depth", "value", "nodes",
                            "nodes_per_s", "time_ms", "workers", "best", "line", "rows",
                            "attacker", "goal")}
JOB.update(detach=True, result=DONE)
ROW = {k: JOB[k] for k in ("job", "label", "state", "order", "depth", "value", "nodes", "time_ms",
                           "workers")}
PROGRESS = {k: JOB[k] for k in ("job", "order", "depth", "value", "nodes", "nodes_per_s",
                                "time_ms", "workers", "best", "line")}
PROGRESS["sequence"] = 3
INFO = {"name": "tesuji", "version": "0.1.0", "protocol": 1, "workers": 2, "uptime_ms": 900,
        "table_bytes": 1 << 28, "table_used": 0.25,
        "jobs": {"queued": 0, "running": 1, "finished": 2, "total": 3}, "connections": 1,
        "games": [{"name": "go", "goals": ["capture"], "help": "h"},
                  {"name": "x", "goals": ["win"], "help": "h", "style": "renju",
                   "options": OPTIONS}],
        "limits": [{"name": "order", "least": 0, "most": 7, "default": 3, "unit": "order",
                    "help": "h"}],
        "bounds": {"frame_bytes": 65536, "values": 16384, "depth": 16, "method_bytes": 64,
                   "label_bytes": 63, "jobs_per_connection": 64, "jobs_total": 1024,
                   "jobs_finished": 1024, "boards_per_connection": 16,
                   "moves_per_board": 1024}}
SUBMIT = {"game": "go", "position": {"sgf": "(;SZ[5]AB[aa]AW[ba];B[cc])", "move": 1}, "goal": GOAL,
          "ko": "A1", "threats": {"attacker": 1, "defender": "unlimited"},
          "limits": {"order": 2, "depth": 9, "nodes": 5, "time_ms": 5, "table_bytes": 4096,
                     "workers": 1},
          "schedule": "depth", "detach": True, "progress_ms": 50, "label": "näme"}
CHESS = {**DONE, "claim": "mate in 1", "driver": "plain", "engine": "dfpn", "best": "Qg7#",
         "line": ["Qg7#"],
         "best_coords": "g1g7", "coords": ["g1g7"], "game": "chess", "style": "chess",
         "rows": "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "goal": {"type": "mate"}}
ZONES = {**DONE, "state": "done", "error": None, "scope": "heuristic", "game": "gomoku",
         "style": "renju", "zone": ["A1", "B1", "A2"], "areas": 4, "indices": [1, 3, 2]}
STATUS = {"position": {"sgf": "(;SZ[5]AB[aa]AW[ba];B[cc])", "move": 1}, "ko": "A1", "order": 2,
          "time_ms": 5, "cuts": False, "fresh": True}
VERDICT = {"status": 5, "kind": "cut", "colour": "white", "stones": "D4 F5", "size": 3,
           "liberties": 2, "value": "proven", "scope": "order", "ko": "ko", "ko_threats": "more",
           "best": "E4", "order": 1, "time_ms": 1.5, "remembered": True}
LIFE = {"position": {"board": 2}, "group": "A5 C5", "exact": True, "region": "A5-C1,D4", "ask": "live",
        "moves": False, "judge": True, "time_ms": 5, "nodes": 9, "fresh": True}
DRAGON = {"status": 5, "rows": "X./..", "colour": "black", "size": 1, "liberties": 2, "closed": True,
          "stones": "A2", "around": "B1", "region": "A2-B1"}
JUDGED = {**VERDICT, "kind": "kill", "value": "undecided", "scope": "none", "chance": 1000}
MESSAGES = {
    "info": [0, 1, "server.info", []], "submit": [0, 2, "job.submit", [SUBMIT]],
    "submit_rows": [0, 2, "job.submit", [{"position": {"rows": ["..X", ".OX"]}, "goal": GOAL}]],
    "submit_options": [0, 2, "job.submit", [{"game": "gomoku", "driver": "plain", "options":
                                             {"size": "6x5", "k": 4, "rule": "renju"}}]],
    "submit_zone": [0, 2, "job.submit", [{"position": {"rows": "X./O."}, "zone": "inversion",
                                           "engine": "alphabeta"}]],
    "submit_ko": [0, 2, "job.submit", [{"position": {"rows": "X./O."}, "ko_verdict": True,
                                         "goal": {"target": "A1", "first": "defender"}}]],
    "submit_fen": [0, 2, "job.submit", [{"position": {"fen": "7k/8/5K2/8/8/8/8/6Q1 w - -"}}]],
    "cancel": [0, 3, "job.cancel", [{"job": 5}]], "list": [0, 4, "job.list", [None]],
    "watch": [0, 4, b"job.watch", [{"job": 5, "progress_ms": 0}]],
    "infoed": [1, 1, None, INFO], "submitted": [1, 2, None, {"job": 5}],
    "cancelled": [1, 3, None, {"job": 5, "state": "cancelled"}], "status": [1, 3, None, JOB],
    "listed": [1, 4, None, {"jobs": [ROW, ROW]}],
    "error": [1, 4, {"code": -3, "name": "busy", "message": "m", "retry_ms": 20}, None],
    "progress": [2, "job.progress", [PROGRESS]], "done": [2, "job.done", [DONE]],
    "done_chess": [2, "job.done", [CHESS]], "done_zone": [2, "job.done", [ZONES]],
    "done_ko": [2, "job.done", [{**DONE, "ko": "ko", "ko_threats": "more"}]],
    "go_status": [0, 5, "go.status", [STATUS]], "go_cancel": [0, 6, "go.cancel", [{"status": 5}]],
    "go_begun": [1, 5, None, {"status": 5, "questions": 9, "rows": "X./.."}],
    "go_verdict": [2, "go.verdict", [VERDICT]],
    "go_done": [2, "go.done", [{"status": 5, "decided": 8, "undecided": 1, "time_ms": 9.5}]],
    "go_life": [0, 5, "go.life", [LIFE]], "go_dragon": [1, 5, None, DRAGON],
    "go_verdict_judged": [2, "go.verdict", [JUDGED]],
    "go_verdict_tried": [2, "go.verdict", [{**VERDICT, "kind": "live", "tried": "A1"}]],
    "go_done_life": [2, "go.done", [{"status": 5, "decided": 8, "undecided": 1, "time_ms": 9.5,
                                     "life": "seki"}]],
    "go_position": [0, 7, "go.position", [{"board": 2, "set": {"rows": ["X.", ".."], "ko": "A1"},
                                           "undo": 1, "play": ["B1", "white pass"]}]],
    "go_held": [1, 7, None, {"board": 2, "moves": 3, "to_play": "white", "ko": "A1",
                             "rows": "X./.."}],
    "submit_board": [0, 8, "job.submit", [{"position": {"board": 2}, "goal": GOAL}]],
    "certificate": [0, 9, "job.certificate", [{"job": 5, "offset": 7}]],
    "certificate_piece": [1, 9, None, {"job": 5, "ready": True, "bytes": 9, "piece": b"\0\xff"}],
    "certified": [2, "job.certified", [{"job": 5, "bytes": 9, "nodes": 3, "searched": 1, "error": {
        "code": -13, "name": "over_limit", "message": "m"}}]],
    "goodbye": [2, "server.error", [{"code": -12, "name": "bad_frame", "message": "m"}]],
}
BOMBS = {
    "array32": b"\xdd\x0f\xff\xff\xff", "map32": b"\xdf\xff\xff\xff\xff",
    "str32": b"\xdb\xff\xff\xff\xff", "ext32": b"\xc9\xff\xff\xff\xff\x01",
    "nested": b"\xdd\x00\x00\x20\x00" * 20, "deep": b"\x91" * 40, "reserved": b"\x92\xc1\xc0",
    "scalars": msgpack.packb([None, True, -1, -200, -70000, 2**40, 2.5, b"x" * 40, "y" * 300,
                              msgpack.ExtType(1, b"abcd"), {1: {}, "a": []}]),
}
SGF = {
    "moves": b"(;FF[4]GM[1]SZ[9]KM[6.5]C[a \\] b];B[ee];W[cc]N[x](;B[gc];W[])(;B[aa]))",
    "setup": b"(;SZ[5:4]AB[aa][bb]AW[ca:dc]AE[cb]PL[W])",
    "ko": b"(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])",
    "suicide": b"(;SZ[3]AB[ba][ab]AW[cc];W[aa])",
    "old": b"junk\xef\xbb\xbf( ; SiZe[19] White[\xff] B[tt]\n;W [ss ] )",
    "gomoku": b"(;GM[4]SZ[15];B[hh];W[ig];B[gg])",
    "hex": b"(;FF[4]GM[11]SZ[5]AB[a1:b2];W[c3];B[e5];W[aa])",
    "broken": b"(;SZ[9]AB[zz", "open": b"((((((;", "late": b"(;AB[cc]SZ[3];B[aa]B[bb])",
}
LINES = {
    "gtp": b"1 boardsize 9\r\n\tplay b e5 # a comment\n\n2 genmove w",
    "uci": b"uci\nposition startpos moves e2e4\ngo mate 3\n",
    "bytes": bytes(range(256)) * 3, "long": b"x" * 700 + b"\nshort\n",
}
UCI = {
    "moves": b"startpos moves e2e4 c7c5 e4e5 d7d5 e5d6\nmate 3 searchmoves e7e6 e7d6 nodes 5",
    "fen": b"fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1\nwtime 9 btime -9 binc 1",
    "promotion": b"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n\ninfinite depth 3 movestogo 40",
    "faults": b"fen 8/8 moves e9e1\nmate x ponder searchmoves",
}
GOMOCUP = {
    "points": b"7,7\n0,14,2\n20\n1,2,3,4\n,,\n-1,5",
    "info": b"timeout_turn 0\ntime_left -5\ntimeout_match 60000\ntime_left 2147483647\nrule 4\n"
            b"rule 8\nmax_memory 83886080\nfolder /tmp",
}
COLLECTION = {
    "sgf": b"(;GM[1]SZ[5]GN[one]AB[ab]AW[aa]MA[aa];B[ba])\n(;SZ[5]C[Goal: capture:A1\n"
           b"(;GM[11]SZ[5];B[a1])stray(;SZ[5]AB[zz])",
    "epd": b"# x\n7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7# Kx1; dm 1; id \"a; b\";\n8/8 w\n",
    "fen": b"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\n7k/8/5K2/8/8/8/8/6Q1 b - - 0 1\n",
    "pgn": b"[Event \"x\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - -\"]\n\n1. Qg7# *\n[Event \"y\"]\n\n"
           b"1. e4 {a} e5 $4 2.Nf3?! (2. d4 (2. c4) ;z\n) 2... 0-0 1/2-1/2\n[Event \"z\"]\n{",
    "psq": b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,12\n-1\nA.zip\nB.zip\nPiskvorky 3x3,\n1,1\n1,1\n",
    "moves": b"3 a1b3 x\nhex 3 a1b3\n5x4 a4 e1\na1a1\nq16\n",
    "renlib": b"\xffRenLib\xff\3\4" + b"\xff" * 10 + b"\0\0\x78\0\x69\xc8i9\0\0\x87\x11\0\1t\0\x11\x40",
    "tsv": b"id\tposition\tgoal\tattacker\tmate\na\tOX./.../...\tcapture:A3\tblack\t2\n"
           b"c\t(;SZ[5]AB[aa])\tcapture\tgreen\n",
    "guess": b"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\t1\nfirst\thex\tX../.../...\nh8i9\tx\n",
}
ROUTE = {
    "job": b"GET\n/v1/jobs/12\nlocalhost:7412\nhttp://localhost:7412",
    "proof": b"HEAD\n/v1/jobs/9007199254740991/proof\n[::1]:80\nhttp://go.example",
    "none": b"DELETE\n/v1/jobs/0\nsolver.example\nnull",
    "post": b"POST\n/v1/solve\n127.0.0.1",
    "batch": b"GET\n/v1/batches/night%2F17/events\n127.0.0.1",
    "batch_number": b"DELETE\n/v1/batches/3\nlocalhost",
    "batch_marks": b"POST\n/v1/batches/%2217%22/ack\nlocalhost\nnull",
    "batch_wrong": b"GET\n/v1/batches/%00%zz%\nlocalhost",
}


def put(corpus, name, data):
    folder = os.path.join(FOLDER, corpus)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "seed_" + name), "wb") as out:
        out.write(data)


for key, message in MESSAGES.items():
    put("rpc", key, msgpack.packb(message))
    put("scan", key, b"\x02" + msgpack.packb(message))
put("rpc", "stream", b"".join(msgpack.packb(m) for m in MESSAGES.values()))
for key, data in BOMBS.items():
    put("scan", key, b"\x00" + data)
    put("rpc", key, b"\x94\x00\x01\xaajob.submit" + data)
for key, data in SGF.items():
    put("sgf", key, data)
for key, data in LINES.items():
    put("lines", key, data)
for key, data in UCI.items():
    put("uci", key, data)
for key, data in GOMOCUP.items():
    put("gomocup", key, data)
for key, data in ROUTE.items():
    put("route", key, data)
for key, data in COLLECTION.items():
    put("collection", key, data)
