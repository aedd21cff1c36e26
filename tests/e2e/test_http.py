# SPDX-License-Identifier: MIT
"""tesuji-http before a real daemon: every path, what is wrong, streams, and the end of either."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from xml.etree import ElementTree

import jsonschema

from board import Board
from client import eventually
from daemon import COUNT, DEADLINE_S, LARGE, ROOT, SMALL, Daemon, submit
from gateway import TESUJI_HTTP, Examples, Gateway, Reply, examples

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))

SGF = "(;GM[1]SZ[5]\nAB[ba][ab][cc]AW[bb];B[ee])"


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tesuji-http-")
        cls.daemon = Daemon("--journal", os.path.join(cls.folder.name, "journal"), "--journal-size-mib", "4")
        cls.daemon.client().close()
        cls.gateway = Gateway(cls.daemon.path, "--origin", "http://go.example:8080", "--host", "solver.example")
        cls.gateway.wait_for_daemon()

    @classmethod
    def tearDownClass(cls):
        code, _, err = cls.gateway.stop()
        cls.daemon.stop()
        cls.folder.cleanup()
        assert (code, err) == (0, ""), (code, err)

    def problem(self, reply, status, code):
        self.assertEqual((reply.status, reply.headers["Content-Type"], reply.json["code"], reply.json["status"]),
                         (status, "application/problem+json", code, status), reply.body)
        self.assertEqual(reply.json["type"], "urn:tesuji:error:" + code)
        self.assertTrue(reply.json["title"] and reply.json["detail"])
        return reply.json

    def until(self, job, *states):
        end = time.monotonic() + DEADLINE_S
        while (got := self.gateway.ask("GET", f"/v1/jobs/{job}").json)["state"] not in states:
            self.assertLess(time.monotonic(), end, got)
        return got


class Paths(Base):
    def test_info_and_games(self):
        info = self.gateway.ask("GET", "/v1/info")
        self.assertEqual((info.status, info.json["name"]), (200, "tesuji"))
        games = self.gateway.ask("GET", "/v1/games").json["games"]
        self.assertEqual([game["name"] for game in games], ["go", "gomoku", "hex", "chess", "atarigo"])
        self.assertEqual(games, info.json["games"])

    def test_a_job(self):
        made = self.gateway.ask("POST", "/v1/jobs", SMALL)
        job = made.json["job"]
        self.assertEqual((made.status, made.headers["Location"]), (201, f"/v1/jobs/{job}"))
        got = self.until(job, "done")
        self.assertEqual((got["value"], got["result"]["scope"]), ("proven", "absolute"))
        self.assertIn(job, [row["job"] for row in self.gateway.ask("GET", "/v1/jobs").json["jobs"]])
        self.assertEqual(self.gateway.ask("DELETE", f"/v1/jobs/{job}").json, {"job": job, "state": "done"})
        events = list(self.gateway.stream("GET", f"/v1/jobs/{job}/events"))
        self.assertEqual([name for name, _, _ in events], ["job", "done"])
        self.assertEqual(events[1][1], got["result"])
        again = self.gateway.ask("GET", f"/v1/jobs/{job}/events", headers={"Last-Event-ID": events[1][2]})
        self.assertEqual((again.status, again.body), (204, b""))
        certificate = self.gateway.ask("GET", f"/v1/jobs/{job}/certificate")
        self.assertEqual(certificate.headers["Content-Type"], "application/vnd.tesuji.certificate")
        self.assertIn(b"certificate", certificate.body)
        self.assertEqual(self.gateway.ask("HEAD", "/v1/info").body, b"")

    def test_positions_as_they_are(self):
        for body, query, best in ((SGF, "capture=B4", "C4"), ("\n" + SGF + "\n", "goal=capture:B4&attacker=black", "C4"),
                                  ("OX.\n...\n...\n", "capture=A3&order=0", "A2"),
                                  ("OX./.../...", "goal=capture&target=A3&workers=1", "A2"),
                                  ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\n", "mate=1", "Qg7#"),
                                  ("XX./.../...", "game=gomoku&option=k%3D3&option=rule%3Dcaro&attacker=black", "C3")):
            events = list(self.gateway.stream("POST", "/v1/solve?" + query, body))
            self.assertEqual(events[0][0], "job", body)
            name, done, _ = events[-1]
            self.assertEqual((name, done["value"], done["best"]), ("done", "proven", best), body)
            lines = list(self.gateway.stream("POST", "/v1/solve?format=ndjson&" + query, body))
            self.assertEqual((lines[-1][0], lines[-1][1]["best"]), ("done", best))
        accepted = self.gateway.stream("POST", "/v1/solve", SMALL, {"Accept": "application/x-ndjson"})
        self.assertFalse(accepted.is_sse)
        self.assertEqual([name for name, _, _ in accepted][-1], "done")

    def test_boards_and_moves(self):
        events = list(self.gateway.stream("POST", "/v1/go/status?order=1", "..X../.XOX./...../.X.X./.OOO."))
        self.assertEqual([events[0][0], events[-1][0]], ["begun", "done"])
        verdicts = [value for name, value, _ in events if name == "verdict"]
        self.assertEqual(len(verdicts), events[-1][1]["decided"] + events[-1][1]["undecided"])
        self.assertIn(("capture", "C4", "proven"), [(v["kind"], v["stones"], v["value"]) for v in verdicts])
        events = list(self.gateway.stream("POST", "/v1/moves?game=hex&attacker=black&driver=plain", "..O/.X./..."))
        self.assertEqual(events[-1][1]["works"] + events[-1][1]["fails"] + events[-1][1]["open"],
                         sum(name == "move" for name, _, _ in events))
        events = list(self.gateway.stream("POST", "/v1/go/life?group=D4", "...OX../OOOOX../XXXXX../......."))
        self.assertEqual((events[0][0], events[-1][0]), ("begun", "done"))
        self.assertIn("life", events[-1][1])

    def test_a_board_that_is_sent_again_after_moves(self):
        """A stone in atari in one corner: moves in the opposite one leave what was found of it known, though the
        whole board is sent; when it has been captured it is not asked about."""
        board = Board(13)
        for point, colour in (((2, 2), "white"), ((1, 2), "black"), ((2, 1), "black"), ((2, 3), "black")):
            board.stones[point] = colour

        def told(query=""):
            events = self.gateway.stream("POST", "/v1/go/status?order=1&cuts=false&time_ms=20000" + query, board.rows())
            return {(v["kind"], v["stones"]): (v["value"], v.get("best"), v.get("remembered", False))
                    for name, v, _ in events if name == "verdict"}

        self.assertEqual(told("&fresh=true")["capture", "C11"], ("proven", "D11", False))
        board.stones.update({(10, 11): "black", (11, 11): "white"})
        after = told()
        self.assertEqual(after["capture", "C11"], ("proven", "D11", True))
        self.assertTrue(after["save", "C11"][2])
        self.assertFalse(after["capture", "L2"][2])
        self.assertEqual({key: value[:2] for key, value in after.items()},
                         {key: value[:2] for key, value in told("&fresh=true").items()})
        del board.stones[2, 2]
        board.stones[3, 2] = "black"
        self.assertNotIn(("capture", "C11"), told())

    def test_what_is_wrong(self):
        ask = self.gateway.ask
        self.problem(ask("GET", "/v1/nothing"), 404, "no_such_path")
        self.problem(ask("GET", "/v1/jobs/"), 404, "no_such_path")
        self.problem(ask("GET", "/v1/jobs/0"), 400, "bad_value")
        self.problem(ask("GET", "/v1/jobs/12x"), 404, "unknown_job")
        self.problem(ask("GET", "/v1/jobs/99999999"), 404, "unknown_job")
        self.problem(ask("GET", "/v1/jobs/99999999/events"), 404, "unknown_job")
        refused = ask("PUT", "/v1/jobs", "{}")
        self.problem(refused, 405, "bad_method")
        self.assertEqual(set(refused.headers["Allow"].split(", ")), {"OPTIONS", "GET", "POST"})
        wrong = self.problem(ask("POST", "/v1/jobs", submit(SMALL, limits={"order": 9})), 400, "out_of_range")
        self.assertEqual(wrong["errors"], [{"pointer": "#/limits/order", "detail": "9 is not in 0..7"}])
        wrong = self.problem(ask("POST", "/v1/jobs", '{"position":{"rows":"X."},'), 400, "bad_syntax")
        self.assertIn("line 1, column ", wrong["detail"])
        self.problem(ask("POST", "/v1/jobs", '{"a":1,"a":2}'), 400, "bad_syntax")
        self.problem(ask("POST", "/v1/jobs", "[1]"), 400, "bad_type")
        self.problem(ask("POST", "/v1/jobs", "X\0."), 400, "bad_syntax")
        self.problem(ask("POST", "/v1/jobs", b"\xff."), 400, "bad_syntax")
        self.problem(ask("POST", "/v1/jobs", "[" * 5000), 400, "bad_syntax")
        self.problem(ask("POST", "/v1/jobs", '{"a":' * 40 + "1" + "}" * 40), 413, "over_limit")
        self.problem(ask("POST", "/v1/jobs", {"label": "x" * 70000}), 413, "over_limit")
        self.problem(ask("POST", "/v1/jobs", "." * (1 << 20) + "."), 413, "over_limit")
        self.problem(ask("POST", "/v1/jobs?frobnicate=1", SMALL), 400, "unknown_parameter")
        for query in ("order=x", "order=", "order=-1", "order=99999999999999999999", "fresh=perhaps", "option=k"):
            self.problem(ask("POST", "/v1/jobs?" + query, SMALL), 400, "bad_value")
        self.problem(ask("POST", "/v1/jobs?order=1", {**SMALL, "limits": 5}), 400, "bad_value")
        self.problem(ask("GET", "/v1/jobs/1/events?progress_ms=x"), 400, "bad_value")
        self.problem(ask("POST", "/v1/go/status?capture=D4", "XO./..."), 400, "unknown_parameter")

    def test_who_may_ask(self):
        ask = self.gateway.ask
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"},
                        {"Host": "evil.example:80", "Origin": "http://evil.example:80"}, {"Host": "[::1"}):
            self.problem(ask("POST", "/v1/jobs", SMALL, headers), 403, "forbidden")
        for host in ("localhost", "127.0.0.1:80", "[::1]:7412", "SOLVER.example:7412", "192.168.1.3"):
            self.assertEqual(ask("GET", "/v1/info", headers={"Host": host}).status, 200, host)
        own = {"Host": "localhost:7412", "Origin": "http://localhost:7412"}
        self.assertEqual(ask("GET", "/v1/info", headers=own).status, 200)
        named = ask("GET", "/v1/info", headers={"Origin": "http://go.example:8080"})
        self.assertEqual(named.headers["Access-Control-Allow-Origin"], "http://go.example:8080")
        self.assertIn("Location, Retry-After", named.headers["Access-Control-Expose-Headers"])
        self.assertEqual(ask("OPTIONS", "/v1/jobs", headers={"Origin": "http://go.example:8080"}).status, 204)
        for name, value in (("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
                            ("Content-Security-Policy", "default-src 'none'")):
            self.assertEqual(named.headers[name], value)

    def test_any_bytes(self):
        rng = random.Random(seed := random.randrange(1 << 32))
        for number in range(COUNT // 100):
            data = rng.randbytes(rng.randrange(1, 300))
            if number % 2:
                data = b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(data) + data
            back = self.gateway.raw(data)
            self.assertTrue(back == b"" or back.startswith(b"HTTP/1.1 4"), (seed, data, back))
        self.assertEqual(self.gateway.ask("GET", "/v1/info").status, 200)


class Described(Base):
    """/openapi.json; what else the tests of this file hear is held against it (gateway.py)."""

    def test_sound(self):
        self.gateway.description.sound()

    def test_every_path_of_the_docs(self):
        with open(os.path.join(ROOT, "docs/http.md"), encoding="utf-8") as file:
            rows = re.findall(r"^\| (GET|POST|DELETE) \| `([^`]*)` \|", file.read(), re.M)
        told = {(method.upper(), path) for path, item in self.gateway.description.document["paths"].items()
                for method in item}
        self.assertEqual(set(rows), told)

    def test_the_ranges_are_the_daemons(self):
        limits = self.gateway.ask("GET", "/v1/info").json["limits"]
        schema = self.gateway.description.document["components"]["schemas"]["Problem"]["properties"]["limits"]
        self.assertEqual({row["name"]: (row["least"], row["most"]) for row in limits},
                         {name: (row["minimum"], row["maximum"]) for name, row in schema["properties"].items()})

    def test_every_parameter_of_the_query(self):
        """What the description names is taken, and what it does not name is not."""
        for path, item in self.gateway.description.document["paths"].items():
            for method, operation in item.items():
                if "requestBody" not in operation:
                    continue
                for parameter in operation["parameters"]:
                    name = parameter["name"]
                    if parameter["in"] != "query":
                        continue
                    reply = self.gateway.ask(method.upper(), f"{path}?{name}=%3F", "")
                    self.assertEqual(reply.status, 400, (path, name))
                    self.assertNotEqual(reply.json["code"], "unknown_parameter", (path, name))
                self.problem(self.gateway.ask(method.upper(), path + "?frobnicate=1", ""), 400, "unknown_parameter")

    def test_what_is_not_described_is_a_fault(self):
        description = self.gateway.description
        reply = self.gateway.ask("GET", "/v1/games")
        for wrong in ({**reply.json, "more": 1}, {}, {"games": 5}):
            reply.body = json.dumps(wrong).encode()
            with self.assertRaises(jsonschema.ValidationError):
                description.check("GET", "/v1/games", reply)
        with self.assertRaises(AssertionError):
            description.check("GET", "/v1/nothing", reply)


class Streams(Base):
    def test_progress_and_cancel(self):
        job = self.gateway.ask("POST", "/v1/jobs", LARGE).json["job"]
        stream = self.gateway.stream("GET", f"/v1/jobs/{job}/events?progress_ms=10")
        names, last = [], 0
        for name, value, number in stream:
            names.append(name)
            if name == "progress":
                self.assertGreater(int(number), last)
                last = int(number)
                if names.count("progress") == 3:
                    self.gateway.ask("DELETE", f"/v1/jobs/{job}")
            if name == "done":
                self.assertEqual(value["state"], "cancelled")
        self.assertEqual((names[0], names[-1]), ("job", "done"))

    def test_diagrams(self):
        """The image that `tesuji solve --svg` writes."""
        for body, query, args in ((SGF, "capture=B4", ["--capture", "B4"]),
                                  ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "mate=1", ["--mate", "1"])):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "x.svg")
                subprocess.run([TESUJI, "solve", "--server", self.daemon.path, "-", *args, "--svg", path],
                               input=body, capture_output=True, text=True, timeout=DEADLINE_S, check=True)
                with open(path, "rb") as file:
                    image = file.read()
            job = list(self.gateway.stream("POST", "/v1/solve?" + query, body))[-1][1]["job"]
            reply = self.gateway.ask("GET", f"/v1/jobs/{job}/diagram.svg")
            self.assertEqual((reply.status, reply.headers["Content-Type"]), (200, "image/svg+xml"))
            self.assertEqual(reply.body, image)
        job = self.gateway.ask("POST", "/v1/jobs", LARGE).json["job"]
        ElementTree.fromstring(self.gateway.ask("GET", f"/v1/jobs/{job}/diagram.svg").body)
        self.gateway.ask("DELETE", f"/v1/jobs/{job}")
        self.problem(self.gateway.ask("GET", "/v1/jobs/99999999/diagram.svg"), 404, "unknown_job")

    def test_bug_events_and_images_did_not_show_what_renju_forbids(self):
        rows = "........./........./........./........./..XX...../....X..../....X..../........./........."
        query = "game=gomoku&attacker=black&order=0&time_ms=500"
        strokes = {}
        for options, shown in (("", False), ("&option=rule%3Drenju&option=k%3D5", True)):
            job = self.gateway.ask("POST", f"/v1/jobs?{query}{options}", rows).json["job"]
            words = self.gateway.ask("GET", f"/v1/jobs/{job}/events?format=text").body.decode()
            board, is_shown, _ = words.partition("# forbidden to black")
            self.assertEqual(is_shown != "", shown)
            self.assertEqual(self.gateway.ask("GET", f"/v1/jobs/{job}").json.get("options"),
                             {"rule": "renju", "k": 5} if shown else None)
            image = self.gateway.ask("GET", f"/v1/jobs/{job}/diagram.svg").body
            strokes[shown] = image.count(b"<line")
        crosses = len(re.findall(r"(?m)^ +\d.* #", board))
        self.assertGreater(crosses, 0)
        self.assertEqual(strokes[True] - strokes[False], 2 * crosses)

    def test_words(self):
        """What curl gets: progress and verdict as `tesuji solve` writes them."""
        said = subprocess.run([TESUJI, "solve", "--server", self.daemon.path, "-", "--capture", "B4"],
                              input=SGF, capture_output=True, text=True, timeout=DEADLINE_S, check=False).stdout
        for headers, query in (({}, ""), ({"Accept": "*/*"}, ""), ({"Accept": "text/plain"}, ""),
                               ({"Accept": "text/event-stream;q=0, application/x-ndjson; q=0.0"}, ""),
                               ({"Accept": "text/event-streams"}, ""),
                               ({"Accept": "text/event-stream"}, "&format=text")):
            reply = self.gateway.ask("POST", "/v1/solve?capture=B4" + query, SGF, headers)
            self.assertEqual(reply.headers["Content-Type"], "text/plain; charset=utf-8")
            first, verdict = reply.body.decode().split("\n", 1)
            self.assertRegex(first, r"^job \d+$")
            self.assertEqual(verdict.splitlines()[:-1], said.splitlines()[:-1])  # the last is the time it took
        job = first.split()[1]
        self.assertEqual(self.gateway.ask("GET", f"/v1/jobs/{job}/events?format=text").body.decode(),
                         first + "\n" + verdict)
        connection, response = self.gateway.send("POST", "/v1/solve", submit(LARGE, progress_ms=10))
        job = int(response.readline().split()[1])
        line = response.readline().decode()
        self.assertRegex(line, r"^order \d+ depth \d+  [\d.]+ m?s  [\d.]+( [kM])? nodes  [\d.]+( [kM])?/s  \d workers?")
        self.gateway.ask("DELETE", f"/v1/jobs/{job}")
        self.assertIn("Not decided: cancelled at order ", response.read().decode())
        connection.close()
        renju = self.gateway.ask("POST", "/v1/solve?game=gomoku&option=rule%3Drenju&attacker=black&order=0&time_ms=500",
                                 "........./........./........./........./..XX...../....X..../....X..../........./.........")
        self.assertIn("# forbidden to black", renju.body.decode())
        self.problem(self.gateway.ask("POST", "/v1/solve?format=xml&capture=B4", SGF), 400, "bad_value")
        self.problem(self.gateway.ask("POST", "/v1/go/status?format=text", SGF), 400, "bad_value")
        lines = self.gateway.ask("POST", "/v1/go/status?order=1", SGF)
        self.assertEqual(lines.headers["Content-Type"], "application/x-ndjson")

    def test_solving_ends_with_its_client(self):
        stream = self.gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=10))
        name, value, _ = next(iter(stream))
        self.assertEqual(name, "job")
        stream.close()
        self.assertEqual(self.until(value["job"], "cancelled")["value"], "undecided")

    def test_a_quiet_stream_learns_that_its_client_has_gone(self):
        stream = self.gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=0))
        _, value, _ = next(iter(stream))
        stream.close()
        self.until(value["job"], "cancelled")

    def test_many_followers_some_of_whom_do_not_read(self):
        """Those that do not read cost a bounded amount, and nobody waits for them."""
        job = self.gateway.ask("POST", "/v1/jobs", LARGE).json["job"]
        path = f"/v1/jobs/{job}/events?progress_ms=10"
        count = COUNT // 50
        deaf = [self.gateway.connect() for _ in range(count // 10)]
        for connection in deaf:
            connection.connect()
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.request("GET", path)
        streams = [self.gateway.stream("GET", path) for _ in range(count)]
        readers = [iter(stream) for stream in streams]
        for reader in readers:
            self.assertEqual(next(reader)[0], "job")
        before = self.gateway.rss()
        slowest = 0
        for _ in range(20):
            for reader in readers[:10]:
                next(reader)
            began = time.monotonic()
            self.assertEqual(self.gateway.ask("GET", f"/v1/jobs/{job}").status, 200)
            slowest = max(slowest, time.monotonic() - began)
        self.assertLess(self.gateway.rss() - before, 8192, "kB")
        self.assertLess(slowest, 2)
        self.gateway.ask("DELETE", f"/v1/jobs/{job}")
        for reader in readers:
            self.assertEqual(list(reader)[-1][0], "done")
        for connection in deaf:
            connection.close()

    def test_asked_at_once(self):
        failed = []

        def one():
            for _ in range(10):
                events = list(self.gateway.stream("POST", "/v1/solve", SMALL))
                if events[-1][1]["best"] != "A2":
                    failed.append(events)

        threads = [threading.Thread(target=one) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])


class Docs(Base, Examples):
    def test_the_examples_of_the_docs(self):
        count = 0
        for command, lines in examples():
            if "Bearer" not in command:  # test_http_bearers.py has those
                self.shows(command, lines, self.gateway.port)
                count += 1
        self.assertGreater(count, 3)


class Ends(unittest.TestCase):
    problem = Base.problem

    def test_bug_who_left_a_durable_job_cancelled_it(self):
        with tempfile.TemporaryDirectory(prefix="tesuji-http-") as folder:
            daemon = Daemon("--journal", os.path.join(folder, "journal"), "--journal-size-mib", "4")
            client = daemon.client()
            gateway = Gateway(daemon.path)
            gateway.wait_for_daemon()
            asked = submit(LARGE, durable=True, key="k")
            job = gateway.ask("POST", "/v1/jobs", asked).json["job"]
            for problem in (asked, LARGE):  # the second is cancelled, after the first would have been
                stream = gateway.stream("POST", "/v1/solve", problem)
                left = next(iter(stream))[1]["job"]
                stream.close()
            eventually(lambda: client.call("job.status", {"job": left})["state"] == "cancelled")
            self.assertIn(client.call("job.status", {"job": job})["state"], ("queued", "running"))
            client.call("job.cancel", {"key": "k"})
            client.close()
            gateway.stop()
            daemon.stop()

    def test_the_daemon_goes_and_comes_back(self):
        daemon = Daemon()
        daemon.client().close()
        gateway = Gateway(daemon.path)
        gateway.wait_for_daemon()
        stream = iter(gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=10)))
        self.assertEqual(next(stream)[0], "job")
        _, words = gateway.send("POST", "/v1/solve", submit(LARGE, progress_ms=10))
        daemon.process.kill()
        daemon.process.wait()
        name, value, _ = list(stream)[-1]
        self.assertEqual((name, value["status"]), ("lost", 503))
        self.assertRegex(words.read().decode(), "(?s)^job .*\nLost: ")
        away = gateway.ask("POST", "/v1/jobs", SMALL)
        self.assertEqual((away.status, away.headers["Retry-After"]), (503, "1"))
        other = Daemon(command=[*daemon.process.args])
        gateway.wait_for_daemon()
        self.assertEqual(list(gateway.stream("POST", "/v1/solve", SMALL))[-1][1]["value"], "proven")
        other.stop()
        code, _, err = gateway.stop()
        self.assertEqual(code, 0)
        self.assertRegex(err, "^tesuji-http: the daemon is gone: ")

    def test_bug_a_daemon_that_died_under_a_request_was_not_missed(self):
        daemon = Daemon()
        daemon.client().close()
        gateway = Gateway(daemon.path)
        gateway.wait_for_daemon()
        daemon.process.send_signal(signal.SIGSTOP)
        waiting = gateway.connect()
        waiting.request("GET", "/v1/jobs/1/certificate")
        self.problem(gateway.ask("GET", "/v1/nothing"), 404, "no_such_path")  # so it has read the other
        daemon.process.kill()
        daemon.process.wait()
        self.assertEqual(waiting.getresponse().status, 503)
        other = Daemon(command=[*daemon.process.args])
        gateway.wait_for_daemon()
        waiting.close()
        other.stop()
        self.assertRegex(gateway.stop()[2], "^tesuji-http: the daemon is gone: ")

    def test_the_gateway_ends(self):
        daemon = Daemon()
        daemon.client().close()
        gateway = Gateway(daemon.path)
        gateway.wait_for_daemon()
        stream = iter(gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=0)))
        self.assertEqual(next(stream)[0], "job")
        self.assertEqual(gateway.stop()[0], 0)
        name, value, _ = list(stream)[-1]
        self.assertEqual((name, value["code"]), ("lost", "shutting_down"))
        daemon.stop()

    def test_bug_a_stream_with_progress_did_not_hear_of_the_end(self):
        """The connection was closed with what had to be sent before that."""
        daemon = Daemon()
        daemon.client().close()
        gateway = Gateway(daemon.path)
        gateway.wait_for_daemon()
        streams = [iter(gateway.stream("POST", "/v1/solve", submit(LARGE, progress_ms=10))) for _ in range(4)]
        for stream in streams:
            self.assertEqual(["job", "progress"], [next(stream)[0] for _ in range(2)])
        gateway.process.send_signal(signal.SIGTERM)
        for stream in streams:
            self.assertEqual("lost", list(stream)[-1][0])
        self.assertEqual(0, gateway.process.wait(DEADLINE_S))
        daemon.stop()

    def test_the_gateway_ends_while_requests_wait(self):
        daemon = Daemon()
        daemon.client().close()
        gateway = Gateway(daemon.path)
        gateway.wait_for_daemon()
        daemon.process.send_signal(signal.SIGSTOP)
        try:
            waiting = []
            for path in ("/v1/info", "/v1/jobs", "/v1/jobs/1/certificate"):
                connection = gateway.connect()
                connection.request("GET", path)
                waiting.append(connection)
            self.problem(gateway.ask("GET", "/v1/nothing"), 404, "no_such_path")  # so it has read the others
            self.assertEqual(gateway.stop()[:2], (0, ""))
            for connection in waiting:
                self.problem(Reply(connection.getresponse()), 503, "shutting_down")
                connection.close()
        finally:
            daemon.process.send_signal(signal.SIGCONT)
        daemon.stop()

    def test_bug_with_all_places_taken_it_listened_no_more(self):
        """Those who waited were taken up at the next event only, and there may be none."""
        daemon = Daemon()
        daemon.client().close()
        gateway = Gateway(daemon.path, "--connections", "4")
        gateway.wait_for_daemon()
        for _ in range(5):
            held = [gateway.connect() for _ in range(4)]
            for connection in held:
                connection.request("GET", "/v1/games")
                self.assertEqual(200, connection.getresponse().status)
            later = gateway.connect()
            later.request("GET", "/v1/games")
            gateway.process.send_signal(signal.SIGSTOP)
            for connection in held:  # so that it sees all of them end at once
                connection.close()
            gateway.process.send_signal(signal.SIGCONT)
            self.assertEqual(200, later.getresponse().status)
            later.close()
        self.assertEqual(0, gateway.stop()[0])
        daemon.stop()

    def test_arguments(self):
        def run(*args):
            done = subprocess.run([TESUJI_HTTP, *args], capture_output=True, text=True, timeout=DEADLINE_S, check=False)
            return done.returncode, done.stdout, done.stderr

        self.assertEqual(run("--help")[0], 0)
        self.assertIn("--listen ADDR", run("--help")[1])
        self.assertEqual(run("--frob")[0], 64)
        for option, value in (("--connections", "0"), ("--per-address", "0"), ("--request-s", "0"), ("--accounts", "0"), ("--need-token", "1")):
            self.assertEqual(run(option, value)[0], 64, option)
        self.assertEqual(run("--proxy", "::1,proxy.example"),
                         (64, "", "tesuji-http: --proxy proxy.example: no IP address\n"))
        names = ",".join(f"h{i}" for i in range(17))
        for option in ("--host", "--origin", "--proxy"):
            self.assertEqual(run(option, names), (64, "", f"tesuji-http: {option}: more than 16 names\n"))
        for where, says in (("nowhere", "expected an address and a port"), ("127.0.0.1:http-not", ""),
                            ("203.0.113.1:80", "cannot listen on")):
            code, out, err = run("--listen", where)
            self.assertEqual((code, out, err.count("\n")), (74, "", 1))
            self.assertIn(says, err)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.assertIn("Address already in use", run("--listen", f"127.0.0.1:{port}")[2])


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
