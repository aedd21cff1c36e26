# SPDX-License-Identifier: MIT
"""The package tesuji: daemons that die, stop answering, or are none. Nothing hangs."""

import asyncio
import os
import re
import signal
import tempfile
from unittest import mock

import msgpack

from daemon import Daemon, ROOT, main
from python_client import LARGE, SMALL, ClientCase, tesuji
from tesuji import Code
from tesuji.problem import FIELDS, Problem
from tesuji.results import Result, decode

with open(os.path.join(ROOT, "protocol/SPEC.md"), encoding="utf-8") as file:
    SPEC = file.read()


def example(name):
    """A message of SPEC.md by the words after ```hex, decoded."""
    text = re.search(rf"^```hex {re.escape(name)}\n(.*?)^```", SPEC, re.S | re.M)[1]
    return msgpack.unpackb(bytes.fromhex(text))


TIMEOUT_S = 2  # enough for a daemon that is slow, under a sanitizer
INFO = example("response server.info")[3]


class Lost(ClientCase):
    async def many(self, solver):
        """Everything that can wait on a connection, waiting."""
        jobs = [await solver.submit(**LARGE, progress_ms=10) for _ in range(8)]

        async def reports(job):
            return [progress async for progress in job.progress()]
        waiting = [asyncio.ensure_future(job) for job in jobs * 2]
        waiting += [asyncio.create_task(reports(job)) for job in jobs]
        waiting += [asyncio.create_task(solver.solve(**LARGE)) for _ in range(200)]
        await asyncio.sleep(0)
        await solver.info()  # as many of them as may have been taken
        async for _ in jobs[0].progress():
            break
        return waiting

    async def all_end(self, waiting, code):
        """Each with the same clear error, and one of its own."""
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        self.assertEqual({type(end) for end in ends}, {tesuji.TesujiError})
        self.assertEqual({(end.code, end.text) for end in ends}, {(code, ends[0].text)})
        self.assertEqual(len(set(map(id, ends))), len(ends))
        return ends[0].text

    async def test_bug_values_of_wrong_types_are_taken(self):
        told = example("notification job.done")[2][0]
        decode(Result, told)
        self.assertEqual(decode(Result, {**told, "ko_threats": "more"}).ko_threats, "more")
        for field in Result.__dataclass_fields__.keys() & told.keys():
            for wrong in (b"x", {1: 2}, 7.5 if field != "time_ms" else "7.5"):
                with self.assertRaises(tesuji.TesujiError, msg=field) as caught:
                    decode(Result, {**told, field: wrong})
                self.assertEqual(caught.exception.code, Code.PROTOCOL_ERROR)

    async def test_the_daemon_is_killed(self):
        daemon = Daemon("--max-jobs-per-connection", "32")
        try:
            solver = await self.solver(daemon)
            waiting = await self.many(solver)
            daemon.signal(signal.SIGKILL)
            waiting.append(asyncio.create_task(solver.info()))
            text = await self.all_end(waiting, Code.CLOSED)
            self.assertIn(f"the connection to {solver.where} is lost: ", text)
            for call in (solver.solve(**SMALL), solver.submit(**SMALL), solver.info(),
                         solver.watch(1), solver.cancel(1), solver.status(1), solver.jobs()):
                self.assertEqual((await self.refused(Code.CLOSED, call)).text, text)
        finally:
            daemon.process.kill()
            daemon.wait()
        again = await self.solver(self.start())
        self.assertEqual((await again.solve(**SMALL)).value, "proven")

    async def test_the_daemon_stops_answering(self):
        daemon = self.start()
        solver = await self.solver(daemon, timeout=TIMEOUT_S)
        waiting = await self.many(solver)
        daemon.signal(signal.SIGSTOP)
        try:
            waiting.append(asyncio.create_task(solver.info()))
            await self.all_end(waiting, Code.TIMEOUT)
        finally:
            daemon.signal(signal.SIGCONT)

    async def test_the_daemon_reads_no_more(self):
        daemon = self.start()
        solver = await self.solver(daemon, timeout=TIMEOUT_S)
        daemon.signal(signal.SIGSTOP)
        try:
            large = f"(;GM[1]SZ[5]C[{'x' * 60000}])"
            waiting = [asyncio.create_task(solver.solve(sgf=large)) for _ in range(100)]
            while not solver._link._paused and not waiting[0].done():
                await asyncio.sleep(0)
            self.assertTrue(solver._link._paused)
            waiting += [asyncio.create_task(solver.info()) for _ in range(10)]
            text = await self.all_end(waiting, Code.TIMEOUT)
            self.assertEqual(text, f"{solver.where} gave no answer within {TIMEOUT_S:g} s")
        finally:
            daemon.signal(signal.SIGCONT)

    async def test_the_daemon_shuts_down(self):
        daemon = self.start("--drain-ms", "60000")
        solver = await self.solver(daemon)
        job = await solver.submit(**LARGE)
        daemon.signal(signal.SIGTERM)
        daemon.log("<5>server event=draining")
        await self.refused(Code.SHUTTING_DOWN, solver.solve(**SMALL))
        await job.cancel()
        self.assertEqual((await job).state, "cancelled")

        async def until_it_is_gone():
            while await solver.info():
                pass
        await self.refused(Code.CLOSED, until_it_is_gone())

    async def test_closing_ends_what_waits(self):
        solver = await self.solver(self.start())
        waiting = await self.many(solver)
        await solver.close()
        await self.all_end(waiting, Code.CLOSED)
        await solver.close()


class Strangers(ClientCase):
    """Peers that are no daemon, or a broken one."""

    async def peer(self, *messages, close=False):
        """A socket that tells these messages, each in answer to a request; its path."""
        folder = tempfile.TemporaryDirectory(prefix="tesuji-e2e-")
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "sock")

        async def talk(reader, writer):
            unpacker = msgpack.Unpacker()
            left = list(messages)
            while data := await reader.read(1 << 16):
                unpacker.feed(data)
                for request in unpacker:
                    told = left.pop(0) if left else b""
                    told = told(request[1]) if callable(told) else told
                    writer.write(told if isinstance(told, bytes) else msgpack.packb(told))
                if close and not left:
                    break
            writer.close()
        server = await asyncio.start_unix_server(talk, path)
        self.addAsyncCleanup(server.wait_closed)
        self.addCleanup(server.close)
        return path

    async def test_no_daemon(self):
        for told, code in ((b"HTTP/1.1 400 Bad Request\r\n\r\n", Code.PROTOCOL_ERROR),
                           (b"\xc1", Code.PROTOCOL_ERROR), (b"\x90", Code.PROTOCOL_ERROR),
                           (b"\x93\x00\x01\x02", Code.PROTOCOL_ERROR),
                           (b"\xc6\x7f\xff\xff\xff" + b"x" * (2 << 20), Code.PROTOCOL_ERROR),
                           (b"\x91" * 5000, Code.PROTOCOL_ERROR),
                           (b"\x93\x02\xa1\xff\x90", Code.PROTOCOL_ERROR),
                           (lambda msgid: [1, msgid, None, None], Code.PROTOCOL_ERROR),
                           (lambda msgid: [1, msgid, None, [1]], Code.PROTOCOL_ERROR),
                           (lambda msgid: [1, msgid, None, {}], Code.PROTOCOL_ERROR),
                           (lambda msgid: [1, msgid, None, {**INFO, "games": 3}],
                            Code.PROTOCOL_ERROR),
                           (lambda msgid: [1, msgid, "no", None], Code.PROTOCOL_ERROR),
                           (example("notification server.error"), Code.OVER_LIMIT),
                           (b"", Code.CLOSED), (b"\x94\x01", Code.CLOSED)):
            with self.subTest(str(told)[:40]):
                path = await self.peer(told, close=True)
                await self.refused(code, tesuji.connect(path))

    async def test_no_answer(self):
        path = await self.peer()
        await self.refused(Code.TIMEOUT, tesuji.connect(path, timeout=0.05))
        with mock.patch.object(tesuji.connecting, "LOOK_S", 0.05), \
                mock.patch.object(tesuji.address, "DEFAULT_PLACES", (path,)), \
                mock.patch.dict(os.environ, {"TESUJI_SERVER": ""}):
            await self.refused(Code.IO_ERROR, tesuji.connect(timeout=3600))
        path = await self.peer(self.info)
        async with tesuji.connect(path, timeout=TIMEOUT_S) as solver:
            await self.refused(Code.TIMEOUT, solver.info())  # asked before the first would be due

    def info(self, msgid):
        return [1, msgid, None, INFO]

    async def test_broken_answers(self):
        for told in ([None], {}, {"job": None}, {"job": [1]}):
            path = await self.peer(self.info, lambda msgid, told=told: [1, msgid, None, told])
            async with tesuji.connect(path) as solver:
                await self.refused(Code.PROTOCOL_ERROR, solver.solve(**SMALL))
                await self.refused(Code.PROTOCOL_ERROR, solver.info())
        for broken in ({"value": None}, {"goal": "capture"}, {"line": 7}):
            done = {**example("notification job.done")[2][0], **broken}
            path = await self.peer(self.info, lambda msgid, done=done: (
                msgpack.packb([1, msgid, None, {"job": 1}]) +
                msgpack.packb([2, "job.done", [done]])))
            async with tesuji.connect(path) as solver:
                await self.refused(Code.PROTOCOL_ERROR, solver.solve(**SMALL))

    async def test_a_daemon_of_tomorrow(self):
        """Unknown keys, notifications, answers and codes are no fault."""
        done = {**example("notification job.done")[2][0], "colour": "blue"}
        path = await self.peer(
            self.info,
            lambda msgid: b"".join(map(msgpack.packb, (
                [2, "job.moved", [{"job": 1}]], [2, "server.tired", [1, 2]], [1, 77, None, {}],
                [2, "job.done", [{"job": 5}]], [1, msgid, None, {"job": 1, "x": {}}],
                [2, "job.done", [done]]))),
            lambda msgid: [1, msgid, {"code": -99, "name": "too_late", "message": "go home"}, None])
        async with tesuji.connect(path) as solver:
            self.assertEqual((await solver.solve(**SMALL)).best, "C4")
            with self.assertRaises(tesuji.TesujiError) as caught:
                await solver.info()
            self.assertEqual((caught.exception.code, str(caught.exception)),
                             (-99, "too_late: go home"))

    def piece(self, *notes, **told):
        """Answers with a piece of a certificate, and these notifications after it."""
        return lambda msgid: b"".join(map(msgpack.packb, (
            [1, msgid, None, {"job": 7, **told}],
            *([2, "job.certified", [note]] for note in notes))))

    async def test_certificates(self):
        made, failed = {"job": 7, "bytes": 5}, {"code": -13, "name": "over_limit", "message": "no"}
        later = self.piece({"job": 6}, made, ready=False, bytes=0)
        busy = {"code": -3, "name": "busy", "message": "two are made", "retry_ms": 1}
        path = await self.peer(
            self.info, lambda msgid: [1, msgid, busy, None], later,
            self.piece(ready=True, bytes=5, piece=b"abc"),
            self.piece(ready=True, bytes=5, piece=b"de"),
            self.piece({**made, "error": failed}, ready=False, bytes=0),
            self.piece(ready=True, bytes=0, piece=b""))
        async with tesuji.connect(path) as solver:
            self.assertEqual(await solver.certificate(7), b"abcde")
            await self.refused(Code.OVER_LIMIT, solver.certificate(7))
            self.assertEqual(await solver.certificate(7), b"")
            self.assertEqual(solver._made, {})
        for broken in ({"piece": b"", "bytes": 5}, {"piece": b"abcdef", "bytes": 5},
                       {"piece": "abcde", "bytes": 5}, {"piece": 5, "bytes": 5}, {}):
            path = await self.peer(self.info, self.piece(ready=True, **broken))
            async with tesuji.connect(path) as solver:
                await self.refused(Code.PROTOCOL_ERROR, solver.certificate(7))

    async def test_a_certificate_that_never_comes(self):
        never = self.piece(ready=False, bytes=0)
        path = await self.peer(self.info, never, never)
        async with tesuji.connect(path) as solver:
            with self.assertRaises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await solver.certificate(7)
            self.assertEqual(solver._made, {})
            waiting = asyncio.create_task(solver.certificate(7))
            while not solver._made:
                await asyncio.sleep(0)
            await solver.close()
            await self.refused(Code.CLOSED, waiting)
            self.assertEqual(solver._made, {})

    async def test_a_job_that_failed(self):
        failed = {**example("notification job.done failed")[2][0], "job": 1}
        path = await self.peer(self.info, lambda msgid: (
            msgpack.packb([1, msgid, None, {"job": 1}]) +
            msgpack.packb([2, "job.done", [failed]])))
        async with tesuji.connect(path) as solver:
            await self.refused(Code.NO_MEMORY, solver.solve(**SMALL))


class Spec(ClientCase):
    """What the package knows of the protocol is what SPEC.md says."""

    def table(self, start, end):
        return re.findall(r"^\| (`[^|]*`) \|", SPEC.split(start, 1)[1].split(end, 1)[0], re.M)

    async def test_one_version(self):
        for path, pattern in (("CMakeLists.txt", r"project\(tesuji VERSION (\S+)"),
                              ("clients/python/pyproject.toml", r'\nversion = "(.*)"\n')):
            with open(os.path.join(ROOT, path), encoding="utf-8") as source:
                self.assertEqual(re.search(pattern, source.read())[1], tesuji.__version__)

    async def test_codes(self):
        rows = re.findall(r"^\| (-\d+) \| `(\w+)` \|", SPEC, re.M)
        self.assertEqual({name.upper(): int(code) for code, name in rows},
                         {code.name: code.value for code in Code})

    async def test_keywords(self):
        told = {name.strip("`") for name in self.table("### job.submit", "### job.cancel")}
        told -= {"position", "goal", "threats", "limits", "limits."}
        ours = {f"{group}.{key}" if group in ("position", "goal", "threats") else key
                for group, key, _ in FIELDS.values()}
        self.assertEqual(ours, told)
        self.assertEqual(list(Problem.__annotations__), list(FIELDS))

    async def test_fields(self):
        for kind, start, end in ((tesuji.Result, "### job.done", "Who moves first succeeds"),
                                 (tesuji.Progress, "### job.progress", "### job.done"),
                                 (tesuji.Status, "### job.status", "### job.list"),
                                 (tesuji.Bounds, "## 7 Limits", "## 8 Order")):
            told = {name for names in self.table(start, end)
                    for name in re.findall(r"`(\w+)`", names)}
            self.assertEqual(set(kind.__dataclass_fields__), told, kind)
        optional = {"client_bytes", "client_bytes_most", "faults", "fleet"}  # the example has none of them
        self.assertEqual(set(tesuji.Info.__dataclass_fields__), set(INFO) | optional)


if __name__ == "__main__":
    main()
