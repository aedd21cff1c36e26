# SPDX-License-Identifier: MIT
"""vector_refused.py - files that are not of the form, or claim what makes no sense; and forms that are
allowed, though not canonical. For make_vectors.py."""

import msgpack

MATE = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"


def uint64(value):
    return b"\xcf" + value.to_bytes(8, "big")


def text(value, size=1):
    """A str with a length of so many bytes, shortest or not."""
    data = value if isinstance(value, bytes) else value.encode()
    return {1: b"\xd9", 2: b"\xda", 4: b"\xdb"}[size] + len(data).to_bytes(size, "big") + data


def map_of(items):
    """A map of these pairs, keys twice or not; what is bytes stands as it is."""
    put = lambda x: x if isinstance(x, bytes) else msgpack.packb(x)
    return bytes([0x80 + len(items)]) + b"".join(put(k) + put(v) for k, v in items)


def other_forms(pack, header, nodes):
    """Files that say the same as the canonical one of these."""
    loose = [nodes[1], [1, 8], nodes[0], [1, 3], [2, 3, [3, 0]], [2, None, []], [1, 1, 4]]
    wide = [b"\x93\xd3" + b"\0" * 7 + b"\x01" + uint64(1) + b"\xd0\x02"]
    long_texts = map_of([(text(k, 4) if isinstance(v, str) and i else k, text(v, 2) if isinstance(v, str) else v)
                         for i, (k, v) in enumerate(header.items())])
    backwards = dict([("tesuji", "certificate"), *reversed(list(header.items())[1:])])
    more = {**header, "options": {}, "threats": {}, "order": 1, "depth": 3, "by": "a hand"}
    for name, data, reason in (
            ("form-keys", pack(backwards, nodes), "keys in another order, what may be absent is"),
            ("form-all-keys", pack(more, nodes), "all keys, and empty maps"),
            ("form-nodes", pack(header, loose), "nodes in another order, one twice, two that nobody comes to"),
            ("form-integers", pack(header, nodes[:3] + wide), "integers of eight bytes"),
            ("form-texts", pack(long_texts, nodes), "texts with lengths of two and of four bytes"),
            ("form-lists", pack(header, [b"\xdc\0\x02\x01\x03", *nodes[1:]]), "a list with a length of two bytes"),
            ("form-lower-case", pack({**header, "goal": {"type": "capture", "target": "a3"}}, nodes),
             "letters of points may be lower case")):
        yield "proven", name, data, reason


def headers(go, gomoku, chess):
    """Headers that are refused: name, header, reason."""
    one = go("OX/..", "A2")
    goal = lambda target, kind="capture": {**one, "goal": {"type": kind, "target": target}}
    placed = lambda **position: {**one, "position": position}
    without = lambda key: {k: v for k, v in one.items() if k != key}
    yield "first-key", {"format": 1, **one}, "the first key is not tesuji"
    yield "tesuji", {**one, "tesuji": "record"}, "no certificate"
    yield "format", {**one, "format": 2}, "another format"
    yield "rules", {**one, "rules": 2}, "other rules"
    yield "format-true", {**one, "format": True}, "true is not 1"
    yield "format-float", {**one, "format": 1.0}, "a float is no integer"
    for key in ("format", "rules", "kind", "game", "goal", "attacker", "first", "position"):
        yield f"no-{key}", without(key), f"{key} is missing"
    yield "unknown-key", {**one, "comment": "x"}, "a key that the format does not have"
    yield "dotted-key", {**without("goal"), "goal": {}, "goal.type": "capture"}, "goal.type is no key"
    yield "kind", {**one, "kind": "refutation"}, "no such kind"
    yield "game", {**one, "game": "draughts"}, "no such game"
    yield "attacker", {**one, "attacker": "Black"}, "words differ by case"
    yield "order-large", {**one, "order": 65536}, "order above 65535"
    yield "order-negative", {**one, "order": -1}, "order below 0"
    yield "lambda-denial-no-order", {**one, "kind": "lambda-denial"}, "the order is part of the claim"
    yield "lambda-denial-order-10", {**one, "kind": "lambda-denial", "order": 10}, "order above 9"
    yield "by-empty", {**one, "by": ""}, "no text is empty"
    yield "by-long", {**one, "by": "a" * 512}, "a text of 512 bytes"
    yield "by-bin", {**one, "by": b"abc"}, "bin is no text"
    yield "by-utf8", {**one, "by": "Zo\u00eb"}, "texts are ASCII"
    yield "by-nul", {**one, "by": "a\0b"}, "a NUL in a text"
    yield "by-delete", {**one, "by": "a\x7f"}, "0x7f in a text"
    yield "by-newline", {**one, "by": "a\n"}, "a control character in a text"
    yield "ko-empty", placed(rows="OX/..", ko=""), "no text is empty"
    yield "target-empty", goal(""), "no text is empty"
    yield "target-absent", {**one, "goal": {"type": "capture"}}, "the goal has a target"
    yield "live-any-empty", goal("", "live-any"), "without stones there is no key"
    yield "target-zero", goal("A02"), "a leading zero"
    yield "target-off", goal("C1"), "the board has no such point"
    yield "target-i", {**go("OX......./" + "/".join(["........."] * 8), "I9")}, "Go has no column I"
    yield "target-blanks", {**go("OXO/...", "A2  C2", "capture-all")}, "two blanks between points"
    yield "target-blank-after", {**go("OXO/...", "A2 C2 ", "capture-all")}, "a blank after the points"
    yield "target-17", {**go("OX/..", " ".join(["A2"] * 17), "capture-all")}, "more than 16 stones"
    yield "target-colour", goal("B2"), "the stone is of the attacker's colour"
    yield "goal", goal("A2", "kill"), "no such goal"
    yield "goal-of-another-game", {**one, "goal": {"type": "win"}}, "a goal of another game"
    yield "fen-in-go", placed(fen=MATE), "Go has rows"
    yield "rows-and-fen", placed(rows="OX/..", fen=MATE), "either rows or a FEN"
    yield "rows-ragged", placed(rows="OX/..."), "rows of unequal length"
    yield "rows-letter", placed(rows="OX/.x"), "no such sign"
    yield "rows-small", {**go("O", "A1")}, "a board of one point"
    yield "rows-large", {**go("/".join(["O" + "." * 19] * 2), "A1")}, "more than 19 columns"
    yield "no-liberty", {**go("OX/XX", "A2")}, "a block without liberties"
    yield "ko-none", placed(rows="OX/..", ko="A1"), "there is no ko"
    yield "reached", {**go("XX/..", "A2 B2", "connect")}, "the goal is reached in the position"
    yield "option", {**one, "options": {"size": "2x2"}}, "no such option"
    yield "region", {**one, "options": {"region": "A1-"}}, "half a rectangle"
    yield "threats-3", {**one, "threats": {"attacker": 3}}, "more than two threats"
    yield "gomoku-threats", {**gomoku("XX./.../...", "3"), "threats": {"attacker": 1}}, "Gomoku has no ko"
    yield "gomoku-target", {**gomoku("XX./.../...", "3"), "goal": {"type": "win", "target": "A1"}}, "no target"
    yield "gomoku-k", gomoku("XX./.../...", "03"), "a leading zero"
    yield "renju-k", gomoku("XX./.../...", "3", "renju"), "renju is played with k=5"
    for name, fen, reason in (
            ("fields", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0", "five fields"),
            ("blanks", MATE.replace(" w", "  w"), "two blanks"),
            ("ranks", MATE.replace("8/8/", "8/", 1), "seven ranks"),
            ("squares", MATE.replace("6k1", "7k1"), "nine squares"),
            ("nine", MATE.replace("/8/", "/9/", 1), "no such digit"),
            ("kings", MATE.replace("6k1", "5kk1"), "two black kings"),
            ("no-king", MATE.replace("6k1", "8"), "no black king"),
            ("pawn", MATE.replace("4R1K1", "P3R1K1"), "a pawn on the first rank"),
            ("turn", MATE.replace(" w ", " x "), "whose turn it is"),
            ("other-turn", MATE.replace(" w ", " b "), "not the turn of who is to move"),
            ("castling", MATE.replace("w - -", "w K -"), "the king is not on its square"),
            ("castling-twice", "4k3/8/8/8/8/8/8/R3K3 w QQ - 0 1", "a right twice"),
            ("en-passant", MATE.replace("- - 0", "- a6 0"), "no pawn has come over that square"),
            ("en-passant-rank", "6k1/5ppp/8/8/P7/8/8/4R1K1 w - a3 0 1", "the square of one's own pawn"),
            ("counters", MATE.replace("0 1", "0 x"), "no number"),
            ("check", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "a king could be taken")):
        yield f"fen-{name}", {**chess(fen), "attacker": "white"}, reason


def rows(pack, go, gomoku, chess):
    one, leaf = go("OX/..", "A2"), [[1, 2]]
    good = pack(one, leaf)
    head, pairs = msgpack.packb(one), list(one.items())
    for name, header, reason in headers(go, gomoku, chess):
        yield "refused", f"header-{name}", pack(header, leaf), reason
    deep, chain = b"\x91" * 10000, [[2, None, []]]
    for i in range(1024):
        chain.append([1, 2, i] if i % 2 == 0 else [2, i, []])
    bad_header = lambda items: pack(map_of(items), leaf)
    for name, data, reason in (
            ("empty", b"", "no bytes"),
            ("text", b"hello", "no map"),
            ("truncated", good[:-1], "the last byte is missing"),
            ("bytes-after", good + b"\xc0", "something follows the trailer"),
            ("crc", good[:-1] + bytes([good[-1] ^ 1]), "the CRC is wrong"),
            ("changed", good.replace(b"OX", b"OO"), "a byte was changed"),
            ("header-key-twice", bad_header([*pairs, ("first", "defender")]), "a key twice"),
            ("header-option-twice", bad_header([*pairs, ("options", map_of([("region", "A1-B2")] * 2))]),
             "an option twice"),
            ("header-overlong-utf8", bad_header([*pairs, ("by", text(b"\xc0\x80"))]), "an overlong NUL"),
            ("header-invalid-utf8", bad_header([*pairs, ("by", text(b"\xff\xfe"))]), "no UTF-8"),
            ("header-key-number", bad_header([*pairs, (7, "x")]), "a key that is no text"),
            ("header-ext", bad_header([*pairs, ("by", b"\xd4\x01a")]), "ext is not in the format"),
            ("header-long", bad_header([*pairs[:-1], ("by", "x" * 511), ("options", map_of(
                [(f"{i}" * 31, "x" * 511) for i in range(4)])), ("position", {
                    "rows": "." * 511, "fen": "8" * 511, "ko": "A1"})]), "a header of more than 4096 bytes"),
            ("header-huge-text", head[:1] + text("tesuji") + b"\xdb\xff\xff\xff\xff", "a text of 4 GiB"),
            ("header-huge-map", b"\xdf\xff\xff\xff\xff", "a map of 4,294,967,295 pairs"),
            ("header-huge-rows", pack({**one, "position": {"rows": "O" * 66000}}, leaf), "rows of 66,000 bytes"),
            ("header-deep", deep, "lists in lists, 10,000 deep"),
            ("no-nodes", pack(one, [], 0), "no node"),
            ("node-huge-list", head + b"\x93\x02\xc0\xdd\xff\xff\xff\xff", "a list of 4,294,967,295 members"),
            ("node-deep", head + deep, "a node of lists in lists"),
            ("node-kind", pack(one, [[3, 2]]), "no such kind of node"),
            ("node-members", pack(one, [[1, 2], [1, 2, 0, 0]]), "an attack of four members"),
            ("node-nil", pack(one, [[1, 2, None]]), "the child of an attack is never nil"),
            ("node-default-absent", pack({**one, "first": "defender"}, [[1, 2], [2, []]]),
             "a defence of two members"),
            ("move-large", pack(one, [[1, 20480]]), "a move above 20479"),
            ("move-negative", pack(one, [[1, -2]]), "a move below -1"),
            ("move-2-63", pack(one, [b"\x92\x01" + uint64(2 ** 63)]), "a move of 2^63"),
            ("move-true", pack(one, [[1, True]]), "true is no integer"),
            ("move-float", pack(one, [[1, 2.0]]), "a float is no integer"),
            ("child-itself", pack(one, [[1, 2, 0]]), "a node is its own child"),
            ("child-later", pack(one, [[2, 1, []], [1, 2], [1, 2, 0]]), "a child after its node"),
            ("child-2-64", pack(one, [[2, None, []], b"\x93\x01\x02" + uint64(2 ** 64 - 1)]),
             "a child of 2^64 - 1"),
            ("child-kind", pack(one, [[1, 2], [1, 2, 0]]), "an attack is the child of an attack"),
            ("child-kind-unreachable", pack(one, [[1, 2], [1, 2, 0], [1, 2]]),
             "the same, at a node that nobody comes to"),
            ("list-odd", pack({**one, "first": "defender"}, [[1, 2], [2, 0, [1]]]), "a reply without a child"),
            ("list-order", pack({**one, "first": "defender"}, [[1, 2], [2, 0, [3, 0, 1, 0]]]),
             "moves of a list must ascend"),
            ("list-twice", pack({**one, "first": "defender"}, [[1, 2], [2, 0, [3, 0, 3, 0]]]), "a move twice"),
            ("list-long", pack({**one, "first": "defender"}, [
                [1, 2], [2, 0, [x for m in range(513) for x in (m, 0)]]]), "513 moves in a list"),
            ("line-long", pack({**one, "first": "attacker" if len(chain) % 2 == 0 else "defender"}, chain),
             "a line of 1025 nodes"),
            ("root-kind", pack({**one, "first": "defender"}, leaf), "the root is of the other side"),
            ("root-absent", pack(one, leaf, 1), "the root is no node"),
            ("trailer-count", pack(one, leaf)[:-6] + b"\x02" + pack(one, leaf)[-5:], "the count is wrong"),
            ("trailer-members", good.replace(b"\x94\0\0\x01", b"\x93\0\0\x01"), "a trailer of three members")):
        yield "refused", name, data, reason
