# SPDX-License-Identifier: MIT
"""results.py - the daemon's answers as frozen dataclasses.

Times are milliseconds, depths plies, points and moves text as the game writes
them (Go: "D4", columns A to T without I, row 1 at the bottom; "pass" is a pass).
None means that the daemon sent no value. The fields have their names in the
protocol; protocol/SPEC.md says in full what they mean.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from .errors import Code, TesujiError

State = Literal["queued", "running", "done", "cancelled", "expired", "failed"]
Value = Literal["proven", "disproven", "undecided"]
Scope = Literal["absolute", "order", "heuristic", "within", "none"]
Ko = Literal["unconditional", "ko", "fails"]
Kind = Literal["capture", "save", "cut", "kill", "live", "eyes"]
Tells = Literal["works", "fails", "open"]
Alive = Literal["alive", "dead", "unsettled", "ko", "seki", "open"]

_record = dataclasses.dataclass(frozen=True, slots=True, kw_only=True)


@_record
class Goal:
    """The goal of a job, with those parts that were given."""

    type: str
    target: str | None = None
    attacker: str | None = None
    first: str | None = None


@_record
class Table:
    """The transposition table that a job used: bytes, places, places in use."""

    bytes: int
    entries: int
    used: int


@_record
class Board:
    """The state of a board of Go that the daemon keeps."""

    board: int  # its number on this connection
    moves: int  # how many can be taken back, passes included
    to_play: str
    rows: str
    ko: str | None = None  # where the side to play may not retake


@_record
class Verdict:
    """The answer to one question that a board of Go raises, or a dragon."""

    status: int
    kind: Kind  # who moves first: save and live: the owner; else the other side
    colour: str  # of the stones
    stones: str  # a stone of the block, or of the dragon; of a cut one of each block, "D4 F5"
    size: int
    liberties: int
    value: Value  # "proven": the side that moves first succeeds
    scope: Scope
    order: int
    time_ms: float  # from the request to the verdict
    best: str | None = None  # the first move of the side that succeeds; "pass": none is needed
    ko: Ko | None = None  # how it succeeds; None: undecided, a cut, or a move that was tried
    ko_threats: int | Literal["more"] | None = None
    remembered: bool = False
    tried: str | None = None  # of a dragon: about this first move alone; None: about any
    # A judgement of an undecided one, no fact: how likely the side that moves first succeeds,
    # per mille; best and ko are then the judgement's.
    chance: int | None = None


@_record
class Begun:
    """The daemon's first answer to go.status: the status has begun."""

    status: int
    questions: int
    rows: str


@_record
class Dragon:
    """The daemon's first answer to go.life: the dragon, and where its fate is decided."""

    status: int
    rows: str
    colour: str
    size: int  # stones and liberties of all its blocks
    liberties: int
    closed: bool  # it has no way out of the region; else "alive" may mean that it gets out
    stones: str  # one of each of its blocks, that asked about first
    around: str = ""  # one of each block of the other side around the region
    region: str = ""  # where both sides may play, "A1-G5,H3"; "": on all points


@_record
class Tally:
    """The end of a status: how many verdicts are decided, and how long it took."""

    status: int
    decided: int
    undecided: int
    time_ms: float
    life: Alive | None = None  # of a dragon: what the verdicts say together


@_record
class Question:
    """What a first move has left: send it to solve() as it is (see Tried.question)."""

    rows: str
    goal: Goal
    game: str | None = None
    settings: Any = None  # options of the game; "options" on the wire
    ko: str | None = None
    threats: Any = None


@_record
class Tried:
    """The verdict on one first move, and what was found about the question after it."""

    status: int
    move: str
    verdict: Tells
    rank: int  # its place in the order of the game, from 1
    scope: Scope
    value: Value  # of the question: does the attacker reach the goal?
    order: int
    depth: int
    line: tuple[str, ...]  # what follows the move
    nodes: int
    time_ms: float
    question: Question | None = None  # None: the move itself has decided, or nothing can be asked
    best: str | None = None  # the other side's reply, if it succeeds
    move_coords: str | None = None
    claim: str | None = None
    driver: str = "lambda"
    engine: str | None = None
    best_coords: str | None = None
    coords: tuple[str, ...] | None = None
    remembered: bool = False

    def problem(self) -> dict[str, Any]:
        """Return the question as keywords of solve() and submit(). ValueError: there is none."""
        q = self.question
        if q is None:
            raise ValueError(f"{self.move} has left no question")
        threats = q.threats or {}
        told = {"game": q.game, "rows": q.rows, "options": q.settings, "goal": q.goal.type,
                "target": q.goal.target, "attacker": q.goal.attacker, "first": q.goal.first,
                "ko": q.ko, "attacker_threats": threats.get("attacker"),
                "defender_threats": threats.get("defender")}
        return {name: value for name, value in told.items() if value is not None}


@_record
class Moved:
    """The end of the verdicts on first moves: how many there were of each."""

    status: int
    works: int
    fails: int
    open: int
    nodes: int
    time_ms: float


@_record
class MovesBegun:
    """The daemon's first answer to job.moves: the problem, and how many first moves it has."""

    status: int
    moves: int
    time_ms: int
    game: str
    style: str
    rows: str
    attacker: str
    goal: Goal


@_record
class Piece:
    """A part of a certificate of `bytes` bytes; if not `ready`, it is still being made."""

    ready: bool
    bytes: int
    made: int = 0  # nodes so far, while it is being made
    piece: Any = b""


@_record
class Progress:
    """How far a running job is. `order` and `depth` are being searched now."""

    job: int
    sequence: int  # grows; a gap means that reports were dropped
    order: int
    depth: int
    value: Value
    nodes: int
    nodes_per_s: int
    time_ms: float  # since submission
    workers: int
    line: tuple[str, ...]
    best: str | None = None
    driver: str = "lambda"
    best_coords: str | None = None
    coords: tuple[str, ...] | None = None


@_record
class Result:
    """The end of a job. `value` is the answer, `scope` how far it holds."""

    job: int
    label: str
    state: State  # "done", "cancelled", "expired" or "failed"
    value: Value
    scope: Scope
    order: int  # order and depth at which the value was found; undecided: the highest begun
    depth: int
    nodes: int
    nodes_per_s: int
    time_ms: float  # from submission to the result
    workers: int    # most that searched at the same time
    table: Table
    game: str = ""   # "": of a job that failed, as its problem could not be read
    style: str = ""  # how its board is drawn: "go", "renju", "hex", "chess"; "" likewise
    rows: str        # the board of the start, or a FEN
    attacker: str
    goal: Goal
    line: tuple[str, ...]  # principal variation, passes included
    best: str | None = None  # the first move, if the side that moves first succeeds
    claim: str | None = None  # a proof in the game's words, "mate in 3"
    denied: int | None = None  # the goal is not reached within so many moves of the attacker
    driver: str = "lambda"
    engine: str | None = None
    best_coords: str | None = None  # points of best and line, in games whose moves have names
    coords: tuple[str, ...] | None = None
    ko: Ko | None = None  # of the side that moves first, if asked for and decided
    ko_threats: int | Literal["more"] | None = None
    zone: tuple[str, ...] | None = None  # what the value depends on; None: not known
    areas: int | None = None
    indices: tuple[int, ...] | None = None
    remembered: bool = False  # known from a board with the same zone; nothing was searched
    options: Mapping[str, int | str] | None = None  # of the game, that were given
    key: str | None = None  # of a durable job
    error: TesujiError | None = None  # why a job failed

    @property
    def proven(self) -> bool:
        """Whether the attacker reaches the goal by force."""
        return self.value == "proven"

    @property
    def disproven(self) -> bool:
        """Whether the attacker does not reach the goal, within `scope`."""
        return self.value == "disproven"


@_record
class Status:
    """How far a job is; `result` is set once its state is final."""

    job: int
    label: str
    state: State
    detach: bool
    order: int
    depth: int
    value: Value
    nodes: int
    nodes_per_s: int
    time_ms: float
    workers: int
    game: str
    style: str
    rows: str
    attacker: str
    goal: Goal
    line: tuple[str, ...]
    best: str | None = None
    driver: str = "lambda"
    best_coords: str | None = None
    coords: tuple[str, ...] | None = None
    options: Mapping[str, int | str] | None = None
    key: str | None = None  # of a durable job
    result: Result | None = None


@_record
class Stopped:
    """The answer to a cancel: the state of the job."""

    job: int
    state: State


@_record
class Summary:
    """A job in the list of all jobs."""

    job: int
    label: str
    state: State
    order: int
    depth: int
    value: Value
    nodes: int
    time_ms: float
    workers: int
    key: str | None = None


@_record
class Option:
    """An option of a game: a "number", a "word", a "size" ("9", "6x5") or a "text"."""

    name: str
    kind: str
    least: int
    most: int
    help: str
    words: tuple[str, ...] = ()
    default: str | None = None  # None: by the position


@_record
class Game:
    """A game that a daemon knows; the first goal is the default."""

    name: str
    goals: tuple[str, ...]
    help: str
    style: str
    options: tuple[Option, ...] = ()


@_record
class Limit:
    """A limit of a search, as a problem may give it."""

    name: str
    least: int
    most: int
    default: int
    unit: str
    help: str


@_record
class Bounds:
    """What a daemon accepts: sizes of a message, numbers of jobs and boards."""

    frame_bytes: int
    values: int
    depth: int
    method_bytes: int
    label_bytes: int
    jobs_per_connection: int
    jobs_total: int
    jobs_finished: int
    boards_per_connection: int = 0  # 0: a daemon that keeps none
    moves_per_board: int = 0
    key_bytes: int = 0     # 0: a daemon that knows no durable jobs
    jobs_durable: int = 0  # 0: a daemon that has no journal
    jobs_per_batch: int = 0


@_record
class Jobs:
    """How many jobs a daemon has; `total` counts all since its start."""

    queued: int
    running: int
    finished: int
    total: int


@_record
class Member:
    """Another daemon of a fleet, as the one that is asked knows it."""

    name: str
    role: str  # "both", "front" (hands jobs out), "worker" (takes them)
    version: str
    places: int  # jobs of others that it searches at once
    free: int    # of these
    jobs: int    # that it has of the daemon that is asked
    silent_ms: int  # since it was heard of
    why: str = ""   # why it gets no jobs, for people; "": it may get some


@_record
class Fleet:
    """The fleet of a daemon (docs/fleet.md), as that knows it; counts are since its start."""

    name: str  # of the daemon that is asked
    role: str
    connected: bool  # to a broker
    out: int  # of its own jobs: those that are elsewhere now
    handed_out: int
    settled: int   # of these: ended by a result from there
    declined: int
    lapsed: int    # nothing was heard of them any more
    failed: int
    errands: int  # jobs of others that are here now
    taken: int
    done: int
    lost: int  # messages, coming or going
    members: tuple[Member, ...]  # at most 64


@_record
class Info:
    """What a daemon is, can do and is doing."""

    name: str  # "tesuji"
    version: str
    protocol: int
    workers: int
    uptime_ms: int
    table_bytes: int
    table_used: float  # 0..1
    jobs: Jobs
    connections: int
    games: tuple[Game, ...]
    limits: tuple[Limit, ...]
    bounds: Bounds
    client_bytes: int = 0  # memory that all connections use together
    client_bytes_most: int = 0  # memory that they may use; 0 = no limit
    faults: int = 0  # internal checks that have failed since the start
    fleet: Fleet | None = None  # None: it is in none


T = TypeVar("T")
_Convert = Callable[[Any], Any]


def _many(kind: type) -> _Convert:
    return lambda told: tuple(decode(kind, each) for each in told)


def _one(kind: type) -> _Convert:
    return lambda told: decode(kind, told)


def _list_of(kind: type) -> _Convert:
    def convert(told: Any) -> tuple[Any, ...]:
        if not isinstance(told, list) or not all(isinstance(each, kind) for each in told):
            raise TypeError
        return tuple(told)
    return convert


def _question(told: Any) -> Any:
    if not isinstance(told, Mapping):
        raise TypeError
    return decode(Question, {"settings" if name == "options" else name: value
                             for name, value in told.items()})


def _options(told: Any) -> Any:
    """Those that a game has, or those that were given."""
    return dict(told) if isinstance(told, Mapping) else _many(Option)(told)


_texts, _numbers = _list_of(str), _list_of(int)

# How the value of a field is read, if it is not annotated as an int; all others are of the types below.
_CONVERT: dict[str, _Convert] = {
    "line": _texts, "coords": _texts, "zone": _texts, "indices": _numbers, "goals": _texts,
    "words": _texts, "goal": _one(Goal), "table": _one(Table), "result": _one(Result),
    "jobs": _one(Jobs), "bounds": _one(Bounds), "games": _many(Game), "options": _options,
    "limits": _many(Limit), "question": _question, "piece": memoryview, "error": TesujiError.from_wire,
    "fleet": _one(Fleet), "members": _many(Member),
}


# The types that the daemon may send for a word of a field's annotation. None is "no value".
_WIRE: dict[str, tuple[type, ...]] = {
    "int": (int,), "float": (int, float), "bool": (bool,), "str": (str,), "State": (str,),
    "Value": (str,), "Tells": (str,), "Scope": (str,), "Ko": (str,), "Kind": (str,), "Alive": (str,),
    "BatchState": (str,),
    repr(Literal["more"]).removeprefix("typing."): (str,),  # as annotations are stored
}


def _of_type(annotation: str) -> _Convert:
    types = tuple(each for word in annotation.split(" | ") for each in _WIRE.get(word, ()))

    def convert(told: Any) -> Any:
        if types and not isinstance(told, types):
            raise TypeError
        return told
    return convert


@functools.cache
def _plan(kind: type) -> tuple[tuple[str, bool, _Convert], ...]:
    return tuple((field.name, field.default is dataclasses.MISSING,
                  (field.type != "int" and _CONVERT.get(field.name)) or _of_type(str(field.type)))
                 for field in dataclasses.fields(kind))


def decode(kind: type[T], told: Any) -> T:
    """Read a map of the daemon. Unknown keys are ignored, as the protocol asks.

    Raises TesujiError (Code.PROTOCOL_ERROR) if it is no map, or a field is missing or of a
    wrong type.
    """
    if not isinstance(told, Mapping):
        raise TesujiError(Code.PROTOCOL_ERROR, f"no map where {kind.__name__} is expected")
    values: dict[str, Any] = {}
    for name, required, convert in _plan(kind):
        value = told.get(name)
        if value is not None:
            try:
                values[name] = convert(value)
            except TypeError:
                raise TesujiError(Code.PROTOCOL_ERROR, f"{kind.__name__} came with a '{name}' "
                                  "of the wrong type") from None
        elif required:
            raise TesujiError(Code.PROTOCOL_ERROR, f"{kind.__name__} came without '{name}'")
    return kind(**values)
