# SPDX-License-Identifier: MIT
"""problem.py - a problem as keywords, and the map that job.submit takes.

Design     Types and counts are checked here, because a wrong one would break
           the message, and with it the connection that other jobs use. Values
           are left to the daemon, which knows its games and limits, and whose
           errors name the field as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from .errors import Code, TesujiError

Threats = int | Literal["unlimited"]


class Problem(TypedDict, total=False):
    """A problem and how to search it. A field left out, or None, gets the daemon's default.

    The position, by one of these, or by none where options give a size:

    sgf               a game record; the position after its main line
    rows              "...X/.OOX" or ["...X", ".OOX"]: top row first, X black, O white, . empty
    fen               a position of chess
    move              with sgf: after that many moves only
    board             the number of a board of Go that the daemon keeps (Solver.position)

    The question:

    game              default: the record's, "chess" with fen, else "go"
    options           of the game, {"k": 4, "rule": "renju"}
    goal              "capture"; default: the game's first
    target            the point or points that the goal is about, "D4", "D4 F5"
    attacker          "black" or "white"; default: by the target and the position
    first             who moves first, "attacker" (default) or "defender": whether the
                      attacker reaches the goal whatever the defender does first
    ko                point where retaking is illegal now
    attacker_threats  external ko threats, 0 to 2 or "unlimited"
    defender_threats
    ko_verdict        True: ask for the verdict by ko; the two fields above are left out then

    Limits; 0 means "no limit", except for the order:

    order             highest order searched
    depth             plies, odd
    within            moves of the attacker: is the goal reached in so many, by all moves of
                      both sides? Then no depth, order or driver
    nodes             of all workers together
    time_ms           milliseconds from submission; then the state is "expired"
    table_bytes       size of a table for this job alone; 0 = the shared table
    workers           most workers at the same time

    How to search:

    schedule          "auto" or "depth"
    shortest          True: ask for the least number of moves as well
    driver            "lambda" or "plain"
    engine            "auto", "alphabeta" or "dfpn"
    zone              "sound", "none" or, in Go, "inversion"
    label             shown in lists
    progress_ms       least milliseconds between two reports; 0 = none
    detach            True: the job outlives the connection
    durable           True: the job outlives the daemon, until Job.ack(); see the README
    key               of a durable job, by which it is found again
    priority          0 to 9: those with more go first among your jobs (4)
    deadline_ms       from submission, when nobody wants the answer any more
    fresh             True: search even if the daemon remembers the answer
    """

    sgf: str | bytes | None
    rows: str | Sequence[str] | None
    fen: str | None
    move: int | None
    board: int | None
    game: str | None
    options: Mapping[str, int | str] | None
    goal: str | None
    target: str | None
    attacker: str | None
    first: str | None
    ko: str | None
    attacker_threats: Threats | None
    defender_threats: Threats | None
    ko_verdict: bool | None
    order: int | None
    depth: int | None
    within: int | None
    nodes: int | None
    time_ms: int | None
    table_bytes: int | None
    workers: int | None
    schedule: str | None
    driver: str | None
    engine: str | None
    zone: str | None
    shortest: bool | None
    label: str | None
    progress_ms: int | None
    detach: bool | None
    durable: bool | None
    key: str | None
    priority: int | None
    deadline_ms: int | None
    fresh: bool | None


# Keyword -> the map inside params (None: params itself), the key there, the types it may have.
FIELDS: dict[str, tuple[str | None, str, tuple[type, ...]]] = {
    "sgf": ("position", "sgf", (str, bytes)),
    "rows": ("position", "rows", (str, list)),
    "fen": ("position", "fen", (str,)),
    "move": ("position", "move", (int,)),
    "board": ("position", "board", (int,)),
    "game": (None, "game", (str,)),
    "options": (None, "options", (dict,)),
    "goal": ("goal", "type", (str,)),
    "target": ("goal", "target", (str,)),
    "attacker": ("goal", "attacker", (str,)),
    "first": ("goal", "first", (str,)),
    "ko": (None, "ko", (str,)),
    "attacker_threats": ("threats", "attacker", (int, str)),
    "defender_threats": ("threats", "defender", (int, str)),
    "ko_verdict": (None, "ko_verdict", (bool,)),
    "order": ("limits", "order", (int,)),
    "depth": ("limits", "depth", (int,)),
    "within": ("limits", "within", (int,)),
    "nodes": ("limits", "nodes", (int,)),
    "time_ms": ("limits", "time_ms", (int,)),
    "table_bytes": ("limits", "table_bytes", (int,)),
    "workers": ("limits", "workers", (int,)),
    "schedule": (None, "schedule", (str,)),
    "driver": (None, "driver", (str,)),
    "engine": (None, "engine", (str,)),
    "zone": (None, "zone", (str,)),
    "shortest": (None, "shortest", (bool,)),
    "label": (None, "label", (str,)),
    "progress_ms": (None, "progress_ms", (int,)),
    "detach": (None, "detach", (bool,)),
    "durable": (None, "durable", (bool,)),
    "key": (None, "key", (str,)),
    "priority": (None, "priority", (int,)),
    "deadline_ms": (None, "deadline_ms", (int,)),
    "fresh": (None, "fresh", (bool,)),
}

INTEGER_MOST = 2**53 - 1  # protocol/SPEC.md, section 3
ITEMS_MOST = 64           # rows of a board, options of a game: more than any has


def _checked(path: str, value: Any, types: tuple[type, ...]) -> Any:
    if type(value) not in types and not (
            isinstance(value, types) and not isinstance(value, bool)):
        expected = " or ".join(kind.__name__ for kind in types)
        raise TesujiError(Code.BAD_TYPE, f"{path}: expected {expected}, not {value!r:.60}")
    if isinstance(value, int) and abs(value) > INTEGER_MOST:
        raise TesujiError(Code.OUT_OF_RANGE, f"{path}: {value} is beyond 2^53 - 1")
    if isinstance(value, (list, dict)):
        if len(value) > ITEMS_MOST:
            raise TesujiError(Code.OUT_OF_RANGE,
                              f"{path}: {len(value)} are more than {ITEMS_MOST}")
        for key in value if isinstance(value, dict) else ():
            _checked(path, key, (str,))
            _checked(f"{path}.{key}", value[key], (int, str))
        for row in value if isinstance(value, list) else ():
            _checked(path, row, (str,))
    return value


def position_of(board: int, begin: Mapping[str, Any], undo: int,
                play: Sequence[str]) -> dict[str, Any]:
    """Return the params of go.position; `begin` describes the board to begin anew with, if any."""
    params: dict[str, Any] = {"board": _checked("params.board", board, (int,))}
    for key, value in begin.items():
        if value is None:
            continue
        if key == "rows" and isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            value = list(value)
        params.setdefault("set", {})[key] = _checked(f"params.set.{key}", value, FIELDS[key][2])
    if undo:
        params["undo"] = _checked("params.undo", undo, (int,))
    if play:
        if isinstance(play, str):
            raise TesujiError(Code.BAD_TYPE, "params.play: expected moves, not one text")
        params["play"] = [_checked(f"params.play[{i}]", move, (str,))
                          for i, move in enumerate(play)]
    return params


# The same for go.status, where all but the position is in params itself.
STATUS_FIELDS: dict[str, tuple[str | None, str, tuple[type, ...]]] = {
    **{name: FIELDS[name] for name in ("sgf", "rows", "move", "board", "ko", "fresh")},
    "order": (None, "order", (int,)),
    "time_ms": (None, "time_ms", (int,)),
    "cuts": (None, "cuts", (bool,)),
}


# Those of go.life.
LIFE_FIELDS: dict[str, tuple[str | None, str, tuple[type, ...]]] = {
    **{name: STATUS_FIELDS[name]
       for name in ("sgf", "rows", "move", "board", "ko", "fresh", "time_ms")},
    "group": (None, "group", (str,)),
    "exact": (None, "exact", (bool,)),
    "region": (None, "region", (str,)),
    "ask": (None, "ask", (str,)),
    "moves": (None, "moves", (bool,)),
    "judge": (None, "judge", (bool,)),
    "nodes": (None, "nodes", (int,)),
}


def status_of(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return the params of go.status. Raises TesujiError for a wrong type."""
    return _params(board, STATUS_FIELDS)


def life_of(dragon: Mapping[str, Any]) -> dict[str, Any]:
    """Return the params of go.life. Raises TesujiError for a wrong type."""
    return _params(dragon, LIFE_FIELDS)


def params_of(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Return the params of job.submit.

    Raises TesujiError with the path of a field that has a wrong type, and
    TypeError for an unknown keyword.
    """
    for name in problem:
        if name not in FIELDS:
            raise TypeError(f"a problem has no {name!r}; it may have {', '.join(FIELDS)}")
    return _params(problem, FIELDS)


def _params(given: Mapping[str, Any],
            fields: Mapping[str, tuple[str | None, str, tuple[type, ...]]]) -> dict[str, Any]:
    params: dict[str, Any] = {}
    for name, value in given.items():
        if value is None:
            continue
        group, key, types = fields[name]
        if name == "rows" and isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            value = list(value)
        elif name == "options" and isinstance(value, Mapping):
            value = dict(value)
        path = f"params.{group}.{key}" if group else f"params.{key}"
        (params.setdefault(group, {}) if group else params)[key] = _checked(path, value, types)
    return params
