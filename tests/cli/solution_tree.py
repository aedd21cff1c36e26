# SPDX-License-Identifier: MIT
"""solution_tree.py - reads the trees of `tesuji problem --sgf`, and holds them to the truth.

A node is (properties, children): {"B": ["aa"], "TE": ["1"]}, [node, ...].
"""

import re

NODE = re.compile(r"\s*([A-Z]+)((?:\[(?:[^\]\\]|\\.)*\]\s*)+)", re.S)


def parse(text):
    """Return the roots of the game trees of an SGF, by a reader of the tests' own."""
    at = 0

    def node():
        nonlocal at
        assert text[at] == ";", text[at:at + 20]
        at += 1
        properties = {}
        while (match := NODE.match(text, at)):
            values = re.findall(r"\[((?:[^\]\\]|\\.)*)\]", match[2], re.S)
            properties[match[1]] = [re.sub(r"\\(.)", r"\1", value, flags=re.S) for value in values]
            at = match.end()
        children = []
        skip()
        if text[at] == ";":
            children.append(node())
        while text[at] == "(":
            children.append(tree())
            skip()
        return properties, children

    def tree():
        nonlocal at
        assert text[at] == "("
        at += 1
        root = node()
        skip()
        assert text[at] == ")", text[at:at + 20]
        at += 1
        return root

    def skip():
        nonlocal at
        while at < len(text) and text[at].isspace():
            at += 1

    roots = []
    skip()
    while at < len(text):
        roots.append(tree())
        skip()
    return roots


def point_of(truth, name):
    return None if name == "" else (ord(name[1]) - 97) * truth.width + ord(name[0]) - 97


def name_of(truth, point):
    return "" if point is None else chr(97 + point % truth.width) + chr(97 + point // truth.width)


def labels(node):
    properties, children = node
    named = set(properties.get("N", []))
    for child in children:
        named |= labels(child)
    return named


def covered(truth, state, node, known):
    """Go through the strategy below a move of Black's that led to `state`: every legal reply of
    White's is answered, or stands among "any other". `known`: the positions that are named in the
    variation. Return how many defences there are."""
    properties, children = node
    goes_on = re.search(r"goes on as at (position \d+)", properties.get("C", [""])[0])
    if goes_on is not None:
        assert goes_on[1] in known and not children, properties
        return 0
    if truth.is_taken(state):
        assert not children, properties
        return 0
    assert state[1] == "O" and children, properties
    replies = {child[0]["W"][0] for child in children}
    others = any(re.search("any (other )?reply", child[0].get("C", [""])[0]) for child in children)
    for point, _ in truth.moves(state):
        assert name_of(truth, point) in replies or others, (properties, point, replies)
    count = 1
    for reply, answers in children:
        after = truth.play(state, point_of(truth, reply["W"][0]))
        assert after is not None and len(answers) == 1, reply
        after = truth.play(after, point_of(truth, answers[0][0]["B"][0]))
        assert after is not None, answers[0][0]
        count += covered(truth, after, answers[0], known)
    return count


def check(root, truth):
    """Hold a tree to the truth: the position and who is to move; every first move, TE on those that
    work and BM on the others; the strategies. Return how many defences there are."""
    properties, children = root
    stones = truth.begin[0]
    assert properties["GM"] == ["1"] and properties["PL"] == ["B"], properties
    sides = [int(side) for side in (properties["SZ"][0] + ":" + properties["SZ"][0]).split(":")[:2]]
    assert sides == [truth.width, truth.height], properties
    for name, stone in (("AB", "X"), ("AW", "O")):
        points = sorted(point_of(truth, value) for value in properties.get(name, []))
        assert points == [p for p in range(len(stones)) if stones[p] == stone], properties
    firsts, count = {}, 0
    for child in children:
        point = point_of(truth, child[0]["B"][0])
        assert point not in firsts and ("TE" in child[0]) != ("BM" in child[0]), child[0]
        firsts[point] = "TE" in child[0]
        if firsts[point]:
            count += covered(truth, truth.play(truth.begin, point), child, labels(child))
    assert firsts == {point: truth.wins(to) for point, to in truth.moves(truth.begin)}, firsts
    return count
