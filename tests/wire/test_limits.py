# SPDX-License-Identifier: MIT
"""Every limit at N and at N + 1, bombs, and frames cut and joined at any byte."""
import struct
import unittest

import msgpack
from probe import probe

FRAME_BYTES, VALUES, DEPTH, METHOD, LABEL = 65536, 16384, 16, 64, 63


def request(method, params, msgid=1):
    return msgpack.packb([0, msgid, method, params])


def submit(**more):
    params = {"position": {"rows": ".X/.."}, "goal": {"type": "capture", "target": "B2"}}
    params.update(more)
    return request("job.submit", [params])


def padded(size):
    """A submission of exactly `size` bytes, by an unknown field."""
    empty = len(submit(pad=b"x" * 70000)) - 70000
    return submit(pad=b"x" * (size - empty + (0 if size - empty > 65535 else 2)))


class Frame(unittest.TestCase):
    def test_bytes(self):
        whole = padded(FRAME_BYTES)
        self.assertEqual(len(whole), FRAME_BYTES)
        self.assertRegex(probe(whole)[0], r"^request job.submit 1 ok ")
        over = padded(FRAME_BYTES + 1)
        self.assertEqual(len(over), FRAME_BYTES + 1)
        self.assertEqual(len(probe(over)), 1)
        self.assertRegex(probe(over)[0], r"^refused over_limit byte \d+: .*65536 bytes")

    def test_values(self):
        # The envelope: itself, type, msgid, method, params, map; then a key and an array.
        frame = [0, 1, "server.info", [{"pad": [None] * (VALUES - 8)}]]
        self.assertRegex(probe(msgpack.packb(frame))[0], "^request server.info 1 ok ")
        frame[3][0]["pad"].append(None)
        self.assertRegex(probe(msgpack.packb(frame))[0], "^refused over_limit .*16384 values")

    def test_depth(self):
        def nested(depth):  # of which the envelope, params and the map are three
            value = []
            for _ in range(depth - 4 - 1):
                value = [value]
            return msgpack.packb([0, 1, "server.info", [{"pad": [value, 0]}]])

        self.assertRegex(probe(nested(DEPTH + 1))[0], "^request server.info 1 ok ",
                         "an empty container opens nothing")
        self.assertRegex(probe(nested(DEPTH + 2))[0], "^refused over_limit .*16 deep")
        self.assertRegex(probe(nested(33))[0], "^refused over_limit .*16 deep")
        deepest = b"\x94\x00\x01\xabserver.info" + b"\x91" * (DEPTH - 1) + b"\xc0"
        self.assertRegex(probe(deepest)[0], "^request server.info 1 bad_type params")
        deeper = b"\x94\x00\x01\xabserver.info" + b"\x91" * DEPTH + b"\xc0"
        self.assertRegex(probe(deeper)[0], "^refused over_limit .*16 deep")

    def test_method(self):
        self.assertEqual(probe(request("m" * METHOD, []))[0],
                         "request %s 1 unknown_method" % ("m" * METHOD))
        self.assertRegex(probe(request("m" * (METHOD + 1), []))[0], "^refused over_limit method: ")
        self.assertRegex(probe(request(b"server.info", []))[0], "^request server.info 1 ok ")

    def test_msgid(self):
        last = 2**32 - 1
        self.assertRegex(probe(request("job.list", [], last))[0], "^request job.list %d ok" % last)
        self.assertRegex(probe(request("job.list", [], last + 1))[0], "^refused bad_frame msgid: ")
        self.assertRegex(probe(request("job.list", [], -1))[0], "^refused bad_frame msgid: ")

    def test_shape(self):
        for bad in ([3, 1, "job.list", []], [0, 1, "job.list"], [2, "x", [], 1], [1, 1, None],
                    [0, "1", "job.list", []], [0, 1, 5, []], ["0", 1, "job.list", []]):
            self.assertRegex(probe(msgpack.packb(bad))[0], "^refused bad_frame ", bad)
        for bad in (b"GET / HTTP/1.0\r\n\r\n", b"\x16\x03\x01", b"\xdc\x00\x04", b"\x92\x00\x01"):
            self.assertEqual(probe(bad), ["refused bad_frame byte 0: no MessagePack-RPC message "
                                          "begins like this"])


class Content(unittest.TestCase):
    def one(self, frame):
        line = probe(frame)[0].split(" ", 3)
        self.assertEqual(line[:2], ["request", "job.submit"])
        return line[3]

    def test_label(self):
        self.assertRegex(self.one(submit(label="l" * LABEL)), "^ok ")
        self.assertEqual(self.one(submit(label="l" * (LABEL + 1))),
                         "out_of_range params.label: 64 bytes, at most 63 may be given")

    def test_ranges(self):
        for name, least, most in (("order", 0, 7), ("depth", 1, 507), ("nodes", 0, 2**53 - 1),
                                  ("time_ms", 0, 86400000), ("table_bytes", 0, 2**40),
                                  ("workers", 0, 1024)):
            for value in (least, most):
                self.assertRegex(self.one(submit(limits={name: value})), "^ok ")
            for value in (least - 1, most + 1, 2**64 - 1, -2**63):
                self.assertEqual(self.one(submit(limits={name: value})),
                                 "out_of_range params.limits.%s: %d is not in %d..%d"
                                 % (name, value, least, most))
        self.assertRegex(self.one(submit(progress_ms=60000)), "^ok ")
        self.assertRegex(self.one(submit(progress_ms=60001)), "^out_of_range params.progress_ms")
        self.assertRegex(self.one(submit(ko="D" * 15)), "^ok ")
        self.assertRegex(self.one(submit(ko="D" * 16)), "^out_of_range params.ko: ")
        self.assertRegex(self.one(submit(position={"rows": "." * 511})), "^ok ")
        self.assertRegex(self.one(submit(position={"rows": "." * 512})), "^out_of_range")
        self.assertRegex(self.one(submit(position={"rows": ["." * 63] * 8})), "^ok ")
        self.assertRegex(self.one(submit(position={"rows": ["." * 63] * 9})), "^out_of_range")
        self.assertRegex(self.one(submit(position={"rows": [""] * 65})), "^out_of_range")

    def test_messages(self):
        cases = (
            (submit(limits={"order": "9"}),
             "bad_type params.limits.order: expected an integer, got a string"),
            (submit(limits={"order": 1.0}),
             "bad_type params.limits.order: expected an integer, got a float"),
            (submit(limits={"depth": 4}),
             "bad_value params.limits.depth: 4 is even; a search ends with the attacker's move"),
            (submit(game=""), "unknown_game params.game: an empty name is no game"),
            (submit(limits=[]), "bad_type params.limits: expected a map, got an array"),
            (submit(detach=1), "bad_type params.detach: expected a boolean, got an integer"),
            (submit(goal=[]), "bad_type params.goal: expected a map, got an array"),
            (submit(goal={"type": 5}),
             "bad_type params.goal.type: expected a string, got an integer"),
            (submit(goal={"type": "capture", "target": "D4", "attacker": "red"}),
             'bad_value params.goal.attacker: "red" is not one of black, white'),
            (submit(driver="fast"), 'bad_value params.driver: "fast" is not one of lambda, plain'),
            (submit(engine="fast"),
             'bad_value params.engine: "fast" is not one of auto, alphabeta, dfpn'),
            (submit(engine=2), "bad_type params.engine: expected a string, got an integer"),
            (submit(zone="all"),
             'bad_value params.zone: "all" is not one of sound, none, inversion'),
            (submit(zone=False), "bad_type params.zone: expected a string, got a boolean"),
            (submit(options=["k=4"]), "bad_type params.options: expected a map, got an array"),
            (submit(options={"k": 2.5}),
             "bad_type params.options.k: expected an integer or a string"),
            (submit(options={"k": "4 rule=x"}),
             "bad_value params.options.k: \"4 rule=x\" is empty, or has a blank or a '=' in it"),
            (submit(options={"a b": 4}),
             "bad_value params.options: \"a b\" is no name of letters, digits, '-' and '_'"),
            (submit(options={"k" * 32: 4}),
             "out_of_range params.options[0]: 32 bytes, at most 31 may be given"),
            (submit(options={"k" * 31 + str(i): 4 for i in range(9)}),
             "out_of_range params.options[0]: 32 bytes, at most 31 may be given"),
            (submit(options={"k" * 30 + str(i): 4 for i in range(9)}),
             "out_of_range params.options: more than 255 bytes in all"),
            (submit(options={b"k": 4, "k": 5}), "bad_value params.options.k: given more than once"),
            (submit(position={"fen": "8" * 128}),
             "out_of_range params.position.fen: 128 bytes, at most 127 may be given"),
            (submit(position={"rows": "..", "fen": "8"}),
             "bad_value params.position: both rows and fen are given"),
            (submit(position={"sgf": "(;)", "fen": "8"}),
             "bad_value params.position: both sgf and fen are given"),
            (submit(position={"rows": ["..", 5]}),
             "bad_type params.position.rows[1]: expected a string, got an integer"),
            (submit(position={"rows": "..", "sgf": "(;)"}),
             "bad_value params.position: both sgf and rows are given"),
            (submit(position={"rows": "..", "move": 3}),
             "bad_value params.position.move: counts the moves of an sgf, which is not given"),
            (submit(threats={"attacker": 3}),
             "out_of_range params.threats.attacker: 3 is not in 0..2"),
            (submit(threats={"attacker": "many"}),
             'bad_value params.threats.attacker: "many" is not one of unlimited'),
            (submit(schedule="deep"), 'bad_value params.schedule: "deep" is not one of auto, depth'),
            (submit(label=b"\xff"), "bad_value params.label: byte 0 is no printable UTF-8"),
            (submit(label="a\x1b[2J"), "bad_value params.label: byte 1 is no printable UTF-8"),
            (submit(label=msgpack.ExtType(1, b"")),
             "bad_type params.label: expected a string, got an extension"),
            (request("job.submit", []), "missing_field params: missing"),
            (request("job.submit", [5]), "bad_type params: expected a map, got an integer"),
            (request("job.submit", {}), "bad_type params: expected an array, got a map"),
            (request("job.submit", [{}, {}]),
             "out_of_range params: 2 items, at most 1 may be given"),
        )
        for frame, answer in cases:
            self.assertEqual(self.one(frame), answer)

    def test_doubled_key(self):
        frame = (b"\x94\x00\x01\xaajob.cancel\x91\x82\xa3job\x01\xa3job\x02")
        self.assertEqual(probe(frame), ["request job.cancel 1 bad_value params.job: given 2 times"])
        frame = (b"\x94\x00\x01\xaajob.cancel\x91\x83\xa3job\x01\xa1x\x02\xa1x\x03")
        self.assertRegex(probe(frame)[0], "^request job.cancel 1 ok ", "unknown keys may repeat")

    def test_unknown_fields_are_ignored(self):
        plain, more = self.one(submit()), self.one(submit(colour="red", later={"a": [1, {}]}))
        self.assertEqual(plain, more)


class Zones(unittest.TestCase):
    """The zone of a result, as a client reads it."""

    def done(self, **more):
        params = {"job": 1, "label": "", "state": "done", "value": "proven", "scope": "heuristic",
                  "order": 1, "depth": 3, "best": None, "line": [], "nodes": 0, "nodes_per_s": 0,
                  "time_ms": 0.0, "table": {"bytes": 0, "entries": 0, "used": 0}, "workers": 1,
                  "rows": "", "attacker": "black", "goal": {}, **more}
        line = probe(msgpack.packb([2, "job.done", [params]]), reply="job.done")[0].split(" ", 3)
        self.assertEqual(line[:2], ["notification", "job.done"])
        return line[3]

    def kept(self, **more):
        """The fields of the zone that come back."""
        answer = self.done(**more).split(" ")
        self.assertEqual(answer[0], "ok", answer)
        params = msgpack.unpackb(bytes.fromhex(answer[1]))[2][0]
        return {key: params[key] for key in ("zone", "areas", "indices") if key in params}

    def test_kept(self):
        points = [f"{letter}{row}" for letter in "ABCDEFGHJKLMNOPQRST" for row in range(1, 20)]
        for zone in ({}, {"zone": []}, {"zone": ["D4"]}, {"zone": points},
                     {"zone": ["a1", "b2"], "areas": 4, "indices": [1, 3]},
                     {"zone": points, "areas": 16, "indices": [15] * 361}):
            self.assertEqual(self.kept(**zone), zone)
        self.assertEqual(self.kept(zone=None, areas=None, indices=[]), {})

    def test_the_engine_is_not_auto(self):
        self.assertRegex(self.done(engine="dfpn"), "^ok ")
        self.assertEqual(self.done(engine="auto"),
                         'bad_value params.engine: "auto" is not one of alphabeta, dfpn')

    def test_refused(self):
        for zone, answer in (
                ({"zone": ["A1"] * 401},
                 "out_of_range params.zone: 401 items, at most 400 may be given"),
                ({"zone": "A1"}, "bad_type params.zone: expected an array, got a string"),
                ({"zone": ["A1", 5]},
                 "bad_type params.zone[1]: expected a string, got an integer"),
                ({"zone": ["A" * 16]},
                 "out_of_range params.zone[0]: 16 bytes, at most 15 may be given"),
                ({"zone": [], "areas": 1}, "out_of_range params.areas: 1 is not in 2..16"),
                ({"zone": [], "areas": 17}, "out_of_range params.areas: 17 is not in 2..16"),
                ({"zone": ["A1"], "areas": 2, "indices": [0]},
                 "out_of_range params.indices[0]: 0 is not in 1..16"),
                ({"zone": ["A1"], "areas": 2, "indices": [2.0]},
                 "bad_type params.indices[0]: expected an integer, got a float"),
                ({"zone": ["A1"], "areas": 2, "indices": [1] * 401},
                 "out_of_range params.indices: 401 items, at most 400 may be given")):
            self.assertEqual(self.done(**zone), answer)


class Bombs(unittest.TestCase):
    def refused(self, data, rule="over_limit"):
        for chunk in (None, 1):
            lines = probe(data, chunk)
            self.assertEqual(len(lines), 1, data)
            self.assertRegex(lines[0], "^refused %s " % rule)

    def test_bombs(self):
        open_frame = b"\x94\x00\x01\xaajob.submit"
        self.refused(open_frame + b"\xdd\x0f\xff\xff\xff")
        self.refused(open_frame + b"\xdd\xff\xff\xff\xff")
        self.refused(open_frame + b"\xdf\xff\xff\xff\xff")
        self.refused(open_frame + b"\xdf\x80\x00\x00\x00")
        self.refused(open_frame + b"\xdb\xff\xff\xff\xff")
        self.refused(open_frame + b"\xc6\xff\xff\xff\xff")
        self.refused(open_frame + b"\xc9\xff\xff\xff\xff\x01")
        self.refused(open_frame + b"\xdd\x00\x00\x20\x00" * 20)
        self.refused(open_frame + b"\xdc\xff\xff" * 34)
        self.refused(open_frame + b"\x91" * 200)
        self.refused(open_frame + b"\x81" * 200)
        self.refused(open_frame + b"\x91\xc1", "bad_frame")
        self.refused(b"\x94\xdb\xff\xff\xff\xff")

    def test_reply_bombs(self):
        lines = probe(b"\x94\x01\x01\xc0\xdd\x0f\xff\xff\xff", reply="job.list")
        self.assertRegex(lines[0], "^refused over_limit ")

    def test_longest_list(self):
        """The most that a server may have to say fits what a client accepts."""
        row = {"job": 2**53 - 1, "label": "l" * LABEL, "state": "cancelled", "order": 7,
               "depth": 507, "value": "undecided", "nodes": 2**53 - 1, "time_ms": 86400000.5,
               "workers": 1024}
        frame = msgpack.packb([1, 2**32 - 1, None, {"jobs": [row] * 3000}])
        self.assertRegex(probe(frame, reply="job.list")[0], "^response job.list %d ok" % (2**32 - 1))


class Pieces(unittest.TestCase):
    def test_chunks(self):
        stream = (submit(label="one") + request("job.list", [], 7)
                  + msgpack.packb([2, "job.unheard", [{}]])
                  + request("job.cancel", [{"job": 5}], 300) + submit(limits={"order": 9}))
        whole = probe(stream)
        self.assertEqual(len(whole), 5)
        for chunk in (1, 2, 3, 5, 7, 64, len(submit(label="one")) + 1):
            self.assertEqual(probe(stream, chunk), whole)

    def test_every_cut(self):
        frame = submit(position={"sgf": "(;SZ[9])"}, nodes=2.5, more=[-1, 2**40, b"ab"])
        for cut in range(1, len(frame)):
            self.assertEqual(probe(frame[:cut]), ["partial %d" % cut])
        self.assertEqual(len(probe(frame)), 1)

    def test_long_forms(self):
        """Any form of a number or a head means the same."""
        plain = probe(request("job.cancel", [{"job": 5}]))
        long = (b"\x94\xd3" + struct.pack(">q", 0) + b"\xce" + struct.pack(">I", 1)
                + b"\xdb\x00\x00\x00\x0ajob.cancel" + b"\xdd\x00\x00\x00\x01"
                + b"\xdf\x00\x00\x00\x01" + b"\xd9\x03job" + b"\xcf" + struct.pack(">Q", 5))
        self.assertEqual(probe(long), plain)


if __name__ == "__main__":
    unittest.main()
