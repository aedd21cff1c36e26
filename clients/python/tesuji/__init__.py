# SPDX-License-Identifier: MIT
"""tesuji - ask a tesujid daemon to prove or disprove a goal in a game, with asyncio.

    async with tesuji.connect() as solver:
        result = await solver.solve(rows="OX./.../...", goal="capture", target="A3")
        print(result.value, *result.line)

connect() makes a Solver: one connection, which any number of coroutines may use.
Problem lists the keywords of solve() and submit() with their units. They return
Results and Jobs; TesujiError is the only exception that the package raises by itself.
"""

from .batch import Batch, BatchStatus
from .connecting import connect
from .errors import Code, TesujiError
from .job import Job
from .problem import Problem
from .results import (Board, Bounds, Dragon, Fleet, Game, Goal, Info, Jobs, Limit, Member, Moved, Option,
                      Progress, Question, Result, Status, Summary, Table, Tally, Tried, Verdict)
from .solver import Solver
from .verdicts import Life, Moves, Verdicts

__version__ = "0.1.0"

__all__ = ["Batch", "BatchStatus", "Board", "Bounds", "Code", "Dragon", "Fleet", "Game", "Goal", "Info", "Job", "Jobs", "Life",
           "Limit", "Member", "Moved", "Moves", "Option", "Problem", "Progress", "Question", "Result", "Solver",
           "Status", "Summary", "Table", "Tally", "TesujiError", "Tried", "Verdict", "Verdicts",
           "connect"]
