# SPDX-License-Identifier: MIT
"""hostile.py - bytes and values that no client should send, and harm to files and disks."""

import os
import re

import msgpack

from daemon import ROOT


def requests():
    """Every request that SPEC.md shows: [0, msgid, method, params]."""
    with open(os.path.join(ROOT, "protocol/SPEC.md"), encoding="utf-8") as file:
        text = file.read()
    for body in re.findall(r"^```hex request [^\n]*\n(.*?)^```", text, re.M | re.S):
        yield msgpack.unpackb(bytes.fromhex(body))


def paths(value, path=()):
    """Where every value inside of a value is."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(
            value if isinstance(value, list) else ()):
        yield from paths(inner, (*path, key))


def replaced(value, path, new):
    """The value with another one at a place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def nest(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


MIB = 1 << 20
ODD = [
    None, True, False, 0, 1, 2, 3, -1, 7, 8, 16, 17, 64, 127, 128, 255, 256, 507, 508, 1024, 65535,
    1 << 31, (1 << 31) - 1, -(1 << 31), 1 << 32, (1 << 53) - 1, 1 << 53, (1 << 63) - 1, -(1 << 63),
    (1 << 64) - 1, 0.0, 1.0, -0.5, 1e308, float("inf"), float("-inf"), float("nan"), "", " ", "A1",
    "a1", "T19", "I5", "Z99", "A0", "A20", "A-1", "D4 F5", "A1 A1", "A1 B2 C3 D4 E5 F6 G7 H8 J9",
    "pass", "PASS", "white", "black", "BLACK", "unlimited", "lambda", "plain", "dfpn", "auto",
    "inversion", "none", "defender", "live", "live-any", "capture-all", "semeai", "connect", "win",
    "mate", "chess", "hex", "gomoku", "atarigo", "go", "x" * 63, "x" * 64, "x" * 127, "x" * 128,
    "x" * 511, "x" * 512, "x" * 60000, "\0", "a\nb", "\x7f", "é", "日本" * 20, "\u202e", b"\xff\xfe",
    b"\xc0\x80", b"", "%s%n%x", "../../etc/passwd", "A1-T19", "A1-A1,B2-C3", "X", "O", ".", "X/O",
    "/", "//", "." * 361, "/".join(["." * 19] * 19), "/".join(["." * 20] * 20), "XO/OX",
    "/".join(["X" * 19] * 19), "(;", "(;GM[1]SZ[19])", "(;GM[1]SZ[1])", "(;GM[1]SZ[19:2]AB[aa:ss])",
    "(;GM[1]SZ[9]" + ";B[aa];W[bb]" * 50 + ")", "(" * 500, "(;C[" + "\\" * 501 + "])",
    "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1",
    "kkkkkkkk/KKKKKKKK/8/8/8/8/8/8 w KQkq a3 99 9999", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/k6K/8/8/8/8 w - - 0 1", [], [None], [1, 2], ["A1"], ["..", ".X"],
    ["." * 19] * 19, ["." * 19] * 20, ["x"] * 512, ["pass"] * 513, ["A1"] * 3, nest(9), nest(13),
    {}, {"": 1}, {"a": {}}, {"rows": "..X/.OX"}, {"sgf": "(;SZ[5])"}, {"fen": "x"}, {"board": 1},
    {"board": 0}, {"size": 3}, {"size": "19x19", "k": 6, "rule": "renju"}, {"region": "A1-C3"},
    {"region": "A1-Z9"}, {"size": "2x99"}, {"k": "5 x=1"}, {"attacker": 2, "defender": "unlimited"},
    {"target": "A1"}, {"type": "live"}, {"order": 0, "depth": 507}, {"time_ms": 0}, {"table_bytes": 1},
    {"table_bytes": 1 << 40}, {"workers": 1024}, msgpack.ExtType(5, b"x"), msgpack.Timestamp(1, 2),
]


def bounded(request):
    """Whatever came out of a mutation: no job that goes on for ever."""
    request = list(request)
    if len(request) == 4 and isinstance(request[3], list) and request[3] and isinstance(
            request[3][0], dict) and request[2] == "job.submit":
        limits = request[3][0].get("limits")
        if limits is None or (isinstance(limits, dict) and "nodes" not in limits):
            request[3] = [{**request[3][0], "limits": {**(limits or {}), "nodes": 2000}}, *request[3][1:]]
    return request


def bad_request(rng, valid):
    """A request of the protocol with one to three of its values replaced, removed or doubled."""
    request = rng.choice(valid)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = [path for path in paths(request) if len(path) >= 2 and path[0] == 3] or [(3,)]
        path = rng.choice(places)
        kind = rng.randrange(8)
        if kind == 0 and len(path) > 2:  # an unknown key beside it
            parent = request
            for step in path[:-1]:
                parent = parent[step]
            if isinstance(parent, dict):
                request = replaced(request, path[:-1], {**parent, rng.choice(["x", "", "job "]): 1})
                continue
        if kind == 1:  # the value of some other place
            other = rng.choice(valid)
            at = rng.choice([p for p in paths(other)])
            new = other
            for step in at:
                new = new[step]
            request = replaced(request, path, new)
            continue
        request = replaced(request, path, rng.choice(ODD))
    return bounded(request)


def packed(value):
    """As MessagePack, with surrogates and all."""
    return msgpack.packb(value, use_bin_type=True, unicode_errors="surrogatepass")


def mutated(rng, data):
    """Bytes with some of them changed, cut out, repeated or put in."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] = rng.randrange(256)
        elif kind == 1 and data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del data[at:at + rng.randrange(1, 9)]
        elif kind == 3:
            data[at:at] = rng.randbytes(rng.randrange(1, 9))
        elif kind == 4:
            data[at:at] = data[at:at + rng.randrange(1, 40)]
        else:
            data[at:at] = rng.choice((b"\xdd\xff\xff\xff\xff", b"\xdf\x0f\xff\xff\xff", b"\xc1",
                                      b"\xdb\x7f\xff\xff\xff", b"\x91" * 30, b"\xdc\xff\xff"))
    return bytes(data)


def corrupt(rng, path, kinds=range(8)):
    """Some harm to a file; in words. Kind 0 cuts it off."""
    size = os.path.getsize(path)
    kind = rng.choice(kinds)
    with open(path, "r+b") as file:
        def put(at, data):
            file.seek(at)
            file.write(data)
        if kind == 0 or size == 0:
            file.truncate(rng.randrange(size + 1))
            return "cut"
        if kind == 1:
            put(rng.randrange(size), rng.randbytes(200))
            return "200 bytes"
        if kind == 2:  # the head of some page
            put(rng.randrange((size + 4095) // 4096) * 4096 + rng.randrange(16), rng.randbytes(1))
            return "page header"
        if kind == 3:
            put(rng.randrange((size + 4095) // 4096) * 4096, bytes(4096))
            return "page of zeros"
        if kind == 4 and size >= 8192:  # two pages change places
            a, b = (rng.randrange(size // 4096) * 4096 for _ in range(2))
            file.seek(a)
            first = file.read(4096)
            file.seek(b)
            other = file.read(4096)
            put(a, other)
            put(b, first)
            return "pages swapped"
        if kind == 5:
            file.truncate(size + rng.randrange(1, 65536))
            return "longer"
        at = rng.randrange(size)
        file.seek(at)
        put(at, bytes([file.read(1)[0] ^ (1 << rng.randrange(8))]))
        return "bit"


def fill_disk(folder, leave=0):
    """Leave so many bytes of the disk, in whole pages."""
    path = os.path.join(folder, "fill")
    with open(path, "ab", buffering=0) as file:
        try:
            for size in (MIB, 65536, 4096):
                while True:
                    file.write(b"x" * size)
        except OSError:
            pass
    with open(path, "ab", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass
        size = os.fstat(file.fileno()).st_size
        os.truncate(path, max(0, size - leave))
    return path
