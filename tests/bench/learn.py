#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Learns the network of engine/game/go/life/net.c from what tests/bench/lessons.c writes.

    tests/bench/learn.py [--epochs N] [--out FOLDER] LESSONS...      (apt-get install python3-torch)

Of a position that stands there more than once a proof counts, then the most nodes. The network is
told the state of each point (net.c), turned and mirrored at random, and learns which move proves
an attacker's position, those that took more work above others; and the binary logarithm of the
nodes that proved it, of either side's. Of what was left open it learns that it takes OPEN doublings
more than was spent, at least. The last twentieth of each file, but for positions that stand in the
rest too, is for testing alone: how often the move of the proof is put first, and how many moves
before it on average; and how often of two positions, one proven and one left open, the latter is
thought the harder. FOLDER (engine/game/go) is where net_weights.h, net_weights_lower.h and net_weights_upper.h
are written, as integers."""
import argparse
import math
import pathlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scatter import block

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANNELS, STATES, LAYERS, HIDDEN, MOST_LIBERTIES = 16, 9, 7, 32, 4
LOWER = 4  # of the layers, in a file of their own
SCALE, MOST = 64, 1800  # of the weights of the layers, as integers
FINE, FINE_MOST = 1024, 8000  # of those of the work
BIAS_MOST = 32767
POOLED, MIDDLE = 4, 10  # the work's inputs are divided by this; it is counted from here, in tens
OPEN = 3
BATCH = 1024
ROW = 96  # characters of a row of numbers


def states(rows):
    """Of each point: 0 empty, 1-4 a stone of who is to live, by its liberties, 5-8 another."""
    out = [[0] * len(rows) for _ in rows]
    for y, row in enumerate(rows):
        for x, colour in enumerate(row):
            if colour == "." or out[y][x]:
                continue
            stones, liberties = block(rows, (y, x))
            state = min(len(liberties), MOST_LIBERTIES) + (MOST_LIBERTIES if colour == "O" else 0)
            for v, u in stones:
                out[v][u] = state
    return sum(out, [])


class Lessons:
    """Boards, and of each: does the attacker move, is it proven, the work, the move."""

    def __init__(self, paths, last, but=()):
        best = {}
        for path in paths:
            lines = path.read_text(encoding="ascii").splitlines()
            kept = len(lines) * 19 // 20
            for line in lines[kept:] if last else lines[:kept]:
                rows, turn, proven, nodes, move = line.split("\t")
                worth = (proven == "1", int(nodes), -1 if move == "-" else int(move))
                best[rows, turn] = max(best.get((rows, turn), worth), worth)
        for seen in but:
            best.pop(seen, None)
        self.names = list(best)
        self.boards = torch.tensor([states(rows.split("/")) for rows, _ in best], dtype=torch.uint8)
        self.defends = torch.tensor([int(turn == "defend") for _, turn in best])
        self.proven = torch.tensor([proven for proven, _, _ in best.values()])
        self.work = torch.tensor([math.log2(nodes) for _, nodes, _ in best.values()])
        self.move = torch.tensor([move for _, _, move in best.values()])

    def __len__(self):
        return len(self.boards)

    def take(self, which, way):
        """Some of them, turned or mirrored."""
        side = round(self.boards.shape[1] ** 0.5)
        points = torch.arange(side * side).view(side, side)
        points = torch.rot90(points.t() if way & 4 else points, way & 3).flatten()
        out = Lessons.__new__(Lessons)
        out.boards, out.defends = self.boards[which][:, points], self.defends[which]
        out.proven, out.work = self.proven[which], self.work[which]
        move = self.move[which]
        out.move = torch.where(move < 0, move, torch.argsort(points)[move.clamp(min=0)])
        return out


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(STATES, CHANNELS, 3, padding=1)
        self.next = nn.ModuleList(nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
                                  for _ in range(LAYERS))
        self.out = nn.Conv2d(CHANNELS, 1, 1, bias=False)
        self.pool = nn.Linear(2 * CHANNELS, HIDDEN)
        self.work = nn.Linear(HIDDEN, 2)

    def forward(self, boards):
        """The points' scores, and the work for either side to move."""
        side = round(boards.shape[1] ** 0.5)
        planes = functional.one_hot(boards.long().view(-1, side, side), STATES)
        x = functional.relu(self.first(planes.permute(0, 3, 1, 2).float()))
        for layer in self.next:
            x = x + functional.relu(layer(x))
        pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1) / POOLED
        work = MIDDLE + MIDDLE * self.work(functional.relu(self.pool(pooled)))
        return self.out(x).flatten(1).masked_fill(boards > 0, -1e9), work


def judged(net, lessons):
    """The scores, and the work for who is to move."""
    scores, work = net(lessons.boards)
    return scores, work.gather(1, lessons.defends[:, None])[:, 0]


def loss_of(net, lessons):
    scores, work = judged(net, lessons)
    moved = (lessons.defends == 0) & lessons.proven & (lessons.move >= 0)
    weight = 1 + lessons.work[moved] / 4
    order = functional.cross_entropy(scores[moved], lessons.move[moved], reduction="none")
    off = torch.where(lessons.proven, work - lessons.work,
                      (lessons.work + OPEN - work).clamp(min=0))
    return (order * weight).sum() / weight.sum().clamp(min=1) + \
        functional.smooth_l1_loss(off, torch.zeros_like(off), beta=2.0)


def test(net, lessons):
    with torch.no_grad():
        parts = [judged(net, lessons.take(which, 0))
                 for which in torch.arange(len(lessons)).split(4096)]
    scores, work = (torch.cat(part) for part in zip(*parts))
    moved = (lessons.defends == 0) & lessons.proven & (lessons.move >= 0)
    scores, move = scores[moved], lessons.move[moved]
    before = (scores > scores.gather(1, move[:, None])).sum(1).float()
    text = f"first {(before == 0).float().mean():.3f}, moves before it {before.mean():.2f}"
    for side, name in enumerate(("attack", "defend")):
        mine = lessons.defends == side
        proven = lessons.proven[mine][work[mine].argsort()].numpy()
        pairs = proven.sum() * (~proven).sum()
        text += f", {name} {(np.cumsum(proven)[~proven]).sum() / max(pairs, 1):.3f}"
    return text


def numbers(name, size, tensor, scale=SCALE, most=MOST):
    values = (tensor.detach() * scale).round().clamp(-most, most).int().flatten().tolist()
    rows, row = [], ""
    for value in map(str, values):
        if len(row) + len(value) > ROW:
            rows.append(row)
            row = ""
        row += value + ","
    rows.append(row)
    return f"static const int16_t {name}[{size}] = {{\n\t" + "\n\t".join(rows) + "\n};\n"


def header(path, what, text):
    """Writes arrays as a header of the project."""
    guard = f"ENGINE_GAME_GO_{path.stem.upper()}_H"
    path.write_text(f"""/* SPDX-License-Identifier: MIT
 * {path.name} - {what},
 * for net.c alone. Written by tests/bench/learn.py. */
#ifndef {guard}
#define {guard}

#include <stdint.h>

/* clang-format off */
{text}/* clang-format on */

#endif
""", encoding="ascii")


def write(net, folder):
    first = net.first.weight.permute(2, 3, 1, 0).contiguous()  # tap, state, channel
    layers = torch.stack([layer.weight.permute(0, 2, 3, 1) for layer in net.next])
    text = numbers("net_first", f"9 * {STATES} * {CHANNELS}", first)
    text += numbers("net_first_bias", CHANNELS, net.first.bias)
    text += numbers("net_out", CHANNELS, net.out.weight)
    text += numbers("net_pool", f"{HIDDEN} * 2 * {CHANNELS}", net.pool.weight / POOLED, FINE,
                    FINE_MOST)
    text += numbers("net_pool_bias", HIDDEN, net.pool.bias, SCALE, BIAS_MOST)
    text += numbers("net_limit", f"2 * {HIDDEN}", net.work.weight * MIDDLE, FINE, FINE_MOST)
    text += numbers("net_limit_bias", 2, net.work.bias * MIDDLE + MIDDLE, SCALE, BIAS_MOST)
    text += numbers("net_next_bias", f"{LAYERS} * {CHANNELS}",
                    torch.stack([layer.bias for layer in net.next]))
    header(folder / "net_weights.h", f"the first and the last of net.c's network, in {SCALE}ths "
           f"or {FINE}ths", text)
    for name, part in (("lower", layers[:LOWER]), ("upper", layers[LOWER:])):
        header(folder / f"net_weights_{name}.h", f"the {name} of the layers between, in {SCALE}ths",
               numbers(f"net_{name}", f"{len(part)} * {CHANNELS} * 9 * {CHANNELS}", part))


def learn(net, lessons, tests, epochs):
    steps = epochs * (len(lessons) // BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimizer, 6e-3, total_steps=steps + 1)
    for epoch in range(epochs):
        order = torch.randperm(len(lessons))[:len(lessons) // BATCH * BATCH]
        for which in order.split(BATCH):
            loss = loss_of(net, lessons.take(which, int(torch.randint(8, ()))))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            pace.step()
        print(f"epoch {epoch + 1}: {test(net, tests)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lessons", nargs="+", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "engine/game/go")
    args = parser.parse_args()
    torch.manual_seed(1)
    lessons = Lessons(args.lessons, False)
    tests = Lessons(args.lessons, True, lessons.names)
    if len(lessons) < BATCH:
        parser.error(f"{len(lessons)} positions are too few to learn from")
    print(f"{len(lessons)} positions to learn from, {len(tests)} to test with", flush=True)
    net = Net()
    learn(net, lessons, tests, args.epochs)
    write(net, args.out)


if __name__ == "__main__":
    main()
