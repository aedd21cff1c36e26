# SPDX-License-Identifier: MIT
"""A server that lies to the Python client: every call ends, with a result or a TesujiError (never
another exception), and memory stays bounded."""

import asyncio
import os
import resource
import sys

from frame import ROOT, main
from liar import Liar

sys.path.insert(0, os.path.join(ROOT, "clients/python"))
import tesuji  # noqa: E402  (the package beside these tests)

GROWTH_KIB = 128 * 1024
SMALL = {"rows": "OX./.../...", "goal": "capture", "target": "A3", "order": 1, "time_ms": 500}


async def use(run, solver):
    """Something that a program would do with a connection."""
    kind = run.rng.randrange(10)
    if kind == 0:
        await solver.info()
    elif kind == 1:
        await solver.jobs()
    elif kind == 2:
        await solver.status(1)
    elif kind == 3:
        await solver.cancel(1)
    elif kind == 4:
        job = await solver.submit(**SMALL)
        async for _ in job.progress():
            pass
        await job
    elif kind == 5:
        await (await solver.watch(1))
    elif kind == 6:
        await asyncio.gather(*(solver.solve(**SMALL) for _ in range(20)))
    elif kind == 7:
        async for _ in (await solver.submit_batch([SMALL] * 3, key="k")).results():
            pass
    elif kind == 8:
        await solver.batch("k").ack()
    else:
        await solver.solve(**SMALL)


async def visit(run, liar):
    try:
        async with tesuji.connect("unix:" + liar.path, timeout=1) as solver:
            for _ in range(3):
                await use(run, solver)
        return "served"
    except tesuji.TesujiError as error:
        return error.code.name if isinstance(error.code, tesuji.Code) else "A CODE OF ITS OWN"


async def visits(run, liar):
    loop, complaints = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: complaints.append(context))
    for _ in run.rounds():
        liar.mode = run.rng.choice(liar.modes)
        try:
            # Results have no deadline of their own (see connect): this is the program's.
            async with asyncio.timeout(3):
                run.tally(await visit(run, liar))
        except TimeoutError:
            run.tally("left by us")
        except Exception as error:
            raise AssertionError(f"served by {liar.mode}: {error!r}") from error
        if complaints:
            raise AssertionError(f"served by {liar.mode}: {complaints}")
        run.tally("visits")


def attack(run):
    liar = Liar(run.rng)
    run.stack.callback(liar.close)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    asyncio.run(visits(run, liar))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    run.note("peak growth KiB", grown)
    if grown > GROWTH_KIB:
        raise AssertionError(f"memory grew by {grown} KiB")


main(attack, 60)
