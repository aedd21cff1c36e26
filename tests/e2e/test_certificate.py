# SPDX-License-Identifier: MIT
"""job.certificate: made when asked for, fetched in pieces, refused where there is no proof."""

import zlib

import msgpack

import certificates
from client import RpcError
from daemon import Case, main

CORNER = {"position": {"rows": "O../.X./..."}, "goal": {"target": "A3"}}
LADDER = {"position": {"rows": "/".join(["." * 19] * 14 + ["...X..............."] +
                                        ["..XOX.............."] + ["..XO..............."] +
                                        ["...X..............."] + ["." * 19])},
          "goal": {"target": "D4"}, "limits": {"order": 2}}

# A denial of a thousand positions, most of which are searched again.
MANY = {"position": {"rows": "X...O.../..OOX.O./..X..O../...O...X/X.....XX"
                             "/.O..OX../.O.....O/...OO.X./...X..../...X.O.."},
        "goal": {"type": "capture-any", "target": "E10 B4", "attacker": "black"},
        "limits": {"order": 3}}


class Certificate(Case):
    def setUp(self):
        self.daemon = self.start()
        self.client = self.connect(self.daemon)

    def solved(self, client=None, **params):
        client = client or self.client
        job = client.call("job.submit", params)["job"]
        client.done(job)
        return job

    def refused(self, name, message, **params):
        with self.assertRaises(RpcError) as caught:
            self.client.call("job.certificate", params)
        self.assertEqual((caught.exception.name, caught.exception.error["message"]),
                         (name, message))

    def fetch(self, job, client=None):
        client = client or self.client
        answer = certificates.ask(client, job)
        if not answer["ready"]:
            answer.pop("made", 0)
            self.assertEqual(answer, {"job": job, "ready": False, "bytes": 0})
            told = client.note("job.certified", job)
            self.assertNotIn("error", told)
        return certificates.read(client, job)

    def test_a_certificate(self):
        data = self.fetch(self.solved(**CORNER))
        unpacker = msgpack.Unpacker()
        unpacker.feed(data)
        objects = list(unpacker)
        header, nodes, (kind, root, count, crc) = objects[0], objects[1:-1], objects[-1]
        self.assertEqual((header["tesuji"], header["game"], header["attacker"]),
                         ("certificate", "go", "black"))
        self.assertEqual(header["goal"], {"type": "capture", "target": "A3"})
        self.assertEqual(header["position"], {"rows": "O../.X./..."})
        self.assertEqual((kind, root, count), (0, len(nodes) - 1, len(nodes)))
        self.assertEqual(crc, zlib.crc32(data[:len(data) - len(msgpack.packb(objects[-1]))]))

    def test_it_is_kept(self):
        job = self.solved(**LADDER)
        first = self.fetch(job)
        self.assertEqual(self.fetch(job), first)
        other = self.connect(self.daemon)
        self.assertEqual(self.fetch(job, other), first)

    def test_a_remembered_answer_and_a_table_of_its_own(self):
        self.solved(**CORNER)
        self.assertTrue(self.fetch(self.solved(**CORNER)))
        self.assertTrue(self.fetch(self.solved(position=LADDER["position"], goal=LADDER["goal"],
                                               limits={"order": 2, "table_bytes": 1 << 20})))

    def test_a_verdict_by_ko(self):
        self.assertTrue(self.fetch(self.solved(**CORNER, ko_verdict=True)))

    def test_a_denial(self):
        job = self.solved(position={"rows": "O.../..../....", }, goal={"target": "A3"},
                          limits={"order": 0})
        header = msgpack.Unpacker()
        header.feed(self.fetch(job))
        self.assertEqual({k: v for k, v in header.unpack().items() if k in ("kind", "order")},
                         {"kind": "lambda-denial", "order": 0})

    def test_bug_making_one_had_no_limits(self):
        """The limits of the request that has it made: they are told, and it may be asked again."""
        job = self.solved(**MANY)
        for limits, text in (({"nodes": 10}, "no certificate within 10 nodes of search, or it is "
                                             "too long"),
                             ({"time_ms": 1}, "no certificate within the time for making it")):
            answer = self.client.call("job.certificate", {"job": job, **limits})
            self.assertFalse(answer["ready"])
            error = self.client.note("job.certified", job)["error"]
            self.assertEqual(("over_limit", text), (error["name"], error["message"]))
        self.refused("out_of_range", "params.time_ms: 600001 is not in 0..600000", job=job,
                     time_ms=600001)
        self.assertTrue(self.fetch(job))

    def test_how_far_it_is(self):
        """Who asks again while it is made hears of more and more nodes."""
        job = self.solved(**MANY)
        made = []
        answer = certificates.ask(self.client, job)
        while not answer["ready"]:
            made.append(answer.get("made", 0))
            answer = certificates.ask(self.client, job)
        self.assertEqual(made, sorted(made))
        self.assertGreater(made[-1], 0)
        self.assertNotIn("made", answer)

    def test_refusals(self):
        none = self.solved(position={"rows": "/".join([".....", "..O..", "....."] * 3)},
                           goal={"target": "C8"}, limits={"order": 3, "depth": 3})
        self.refused("bad_value", "params.job: it has no proof: its value is undecided", job=none)
        self.refused("unknown_job", "params.job: there is no job 99 (any more)", job=99)
        job = self.solved(**CORNER)
        size = len(self.fetch(job))
        self.refused("out_of_range", f"params.offset: {size + 1} is beyond its {size} bytes",
                     job=job, offset=size + 1)

    def test_one_that_runs_has_none(self):
        rows = "/".join(["." * 19] * 9 + ["." * 9 + "O" + "." * 9] + ["." * 19] * 9)
        job = self.client.call("job.submit", {"position": {"rows": rows}, "goal": {"target": "K10"},
                                              "limits": {"order": 7}})["job"]
        self.refused("bad_value", "params.job: it has not ended yet", job=job)
        self.client.call("job.cancel", {"job": job})

    def test_the_plug_is_pulled(self):
        """Whoever waits goes away; the daemon ends as it should, and the next one is served."""
        for _ in range(20):
            client = self.connect(self.daemon)
            job = self.solved(client, **LADDER, fresh=True)
            client.send("job.certificate", {"job": job})
            client.close()
        self.assertTrue(self.fetch(self.solved(**CORNER)))


if __name__ == "__main__":
    main()
