# SPDX-License-Identifier: MIT
"""Clients have turns at the loop: however much some ask, and however long each request takes, another's
requests are answered in between. Counted in answers, not in time."""

import collections
import statistics

import msgpack

from daemon import Case, main

WORK_MOST = 262144          # SGF_WORK_MOST of protocol/sgf.h
HOSTILE, FRAMES = 6, 8
SUICIDES = "(;GM[1]SZ[19]AB[aa:ss]AE[aa]AE[kk]" + ";W[kk]" * 10800 + ")"
IN_A_TURN = 12              # frames of all of them: 2 ms, and each took 1.4 ms when this was written
ROUNDS = 5


def frames(count):
    return b"".join(msgpack.packb([0, i + 1, "go.status", [{"position": {"sgf": SUICIDES}, "order": 1}]])
                    for i in range(count))


class Turns(Case):
    def setUp(self):
        self.daemon = self.start("--workers", "1")

    def refused(self, answer):
        self.assertEqual(answer[0], 1, answer)
        error = answer[2]
        self.assertEqual(error["name"], "out_of_range", error)
        self.assertRegex(error["message"], rf"position\.sgf: byte \d+: W\[kk\] is beyond the {WORK_MOST} stones")

    def test_bug_a_record_of_suicides_takes_long(self):
        """Every frame is refused where its work reaches the limit, the same byte each time."""
        data = frames(FRAMES)
        client = self.connect(self.daemon)
        client.sock.sendall(data)
        messages = [client.read() for _ in range(FRAMES)]
        for i, answer in enumerate(messages):
            self.refused(answer)
            self.assertEqual(answer[1], i + 1, "in order")
        self.assertEqual(len({answer[2]["message"] for answer in messages}), 1)
        # 359 stones are looked at for each of them: the limit is not far beyond a game's length.
        byte = int(messages[0][2]["message"].split("byte ")[1].split(":")[0])
        self.assertLess(byte, 6 * WORK_MOST // 300)
        self.assertIsNotNone(client.call("server.info"))

    def test_others_are_answered_in_between(self):
        """Six connections have eight such frames each, each followed by a look at the loop's counter of
        turns; another asks again and again. How long this program is kept waiting by the machine must not
        matter: what it sees is judged by the counter, and in the median."""
        honest = self.connect(self.daemon)
        hostile = [self.connect(self.daemon) for _ in range(HOSTILE)]
        info = msgpack.packb([0, FRAMES + 1, "server.info", []])
        data = b"".join(frames(1) + info for _ in range(FRAMES))
        before = honest.call("server.info")["loop"]["turns"]
        turns, between = collections.Counter(), []
        for client in hostile:
            client.sock.setblocking(False)
        for _ in range(ROUNDS):
            waiting = {client: memoryview(data) for client in hostile}
            left = {client: 2 * FRAMES for client in hostile}
            while any(left.values()):
                for client in hostile:
                    try:
                        while waiting[client]:
                            waiting[client] = waiting[client][client.sock.send(waiting[client]):]
                    except BlockingIOError:
                        pass
                honest.call("server.info")
                between.append(0)
                for client in hostile:
                    try:
                        client.unpacker.feed(client.sock.recv(1 << 16))
                    except BlockingIOError:
                        continue
                    for answer in client.unpacker:
                        left[client] -= 1
                        if answer[2] is None:
                            turns[answer[3]["loop"]["turns"]] += 1
                        else:
                            self.refused(answer)
                            between[-1] += 1
        self.assertEqual(sum(between), ROUNDS * HOSTILE * FRAMES)
        self.assertEqual(sum(turns.values()), ROUNDS * HOSTILE * FRAMES)
        self.assertLessEqual(max(turns.values()), IN_A_TURN, turns)
        self.assertLessEqual(statistics.median(between), HOSTILE, between)
        print(f"{sum(between)} refused, at most {max(turns.values())} in a turn of the loop, in the median "
              f"{statistics.median(between)} and at most {max(between)} between two answers to another; "
              f"{honest.call('server.info')['loop']['turns'] - before} turns")


main()
