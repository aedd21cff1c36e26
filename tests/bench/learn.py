#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Learns the network of engine/game/go/likely.c from what tests/bench/lessons.c writes.

    tests/bench/learn.py [--epochs N] [--out FILE] LESSONS...      (apt-get install python3-torch)

Each line is a board and the move of a proof; the last twentieth of them is for testing alone. The
network is told from the state of each point (likely.c) which point that is; it is turned and
mirrored at random. What it says of the test is how often it puts the move of the proof first, and
how many moves before it on average. FILE (engine/game/go/likely_net.h) is written as integers."""
import argparse
import pathlib
import textwrap

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scatter import block

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANNELS, STATES, SCALE, MOST, BATCH, MOST_LIBERTIES = 16, 9, 64, 32767, 512, 4


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


def read(paths):
    lines = [line.split("\t") for path in paths for line in open(path, encoding="ascii")]
    boards = np.array([states(rows.split("/")) for rows, _ in lines], np.uint8)
    return torch.from_numpy(boards), torch.tensor([int(move) for _, move in lines])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(STATES, CHANNELS, 3, padding=1)
        self.second = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.third = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.out = nn.Conv2d(CHANNELS, 1, 1, bias=False)

    def forward(self, boards):
        side = round(boards.shape[1] ** 0.5)
        planes = functional.one_hot(boards.long().view(-1, side, side), STATES)
        x = planes.permute(0, 3, 1, 2).float()
        for layer in (self.first, self.second, self.third):
            x = functional.relu(layer(x))
        return self.out(x).flatten(1).masked_fill(boards > 0, -1e9)


def turned(boards, moves, way):
    """The same boards and moves, turned or mirrored."""
    side = round(boards.shape[1] ** 0.5)
    points = torch.arange(side * side).view(side, side)
    points = points.t() if way & 4 else points
    points = torch.rot90(points, way & 3).flatten()
    return boards[:, points], torch.argsort(points)[moves]


def test(net, boards, moves):
    with torch.no_grad():
        scores = torch.cat([net(b) for b in boards.split(4096)])
    before = (scores > scores.gather(1, moves[:, None])).sum(1).float()
    return f"first {(before == 0).float().mean():.3f}, moves before it {before.mean():.2f}"


def numbers(name, shape, tensor):
    values = (tensor.detach() * SCALE).round().clamp(-MOST, MOST).int().flatten().tolist()
    text = textwrap.fill(", ".join(map(str, values)), 98, initial_indent="\t",
                         subsequent_indent="\t", tabsize=8, break_long_words=False)
    return f"static const int16_t {name}{shape} = {{\n{text},\n}};\n"


def write(net, path):
    first = net.first.weight.permute(2, 3, 1, 0).contiguous()  # tap, state, channel
    text = f"""/* SPDX-License-Identifier: MIT
 * likely_net.h - the numbers of likely.c's network, in {SCALE}ths, for likely.c alone. Written by
 * tests/bench/learn.py. */
#ifndef ENGINE_GAME_GO_LIKELY_NET_H
#define ENGINE_GAME_GO_LIKELY_NET_H

#include <stdint.h>

/* clang-format off */
"""
    text += numbers("net_first", f"[9 * {STATES} * {CHANNELS}]", first)
    text += numbers("net_first_bias", f"[{CHANNELS}]", net.first.bias)
    for name, layer in (("net_second", net.second), ("net_third", net.third)):
        rows = layer.weight.permute(0, 2, 3, 1).contiguous()  # out, row, column, in
        text += numbers(name, f"[{CHANNELS} * 9 * {CHANNELS}]", rows)
        text += numbers(name + "_bias", f"[{CHANNELS}]", layer.bias)
    text += numbers("net_out", f"[{CHANNELS}]", net.out.weight)
    path.write_text(text + "/* clang-format on */\n\n#endif\n", encoding="ascii")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lessons", nargs="+", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "engine/game/go/likely_net.h")
    args = parser.parse_args()
    torch.manual_seed(1)
    boards, moves = read(args.lessons)
    kept = len(boards) * 19 // 20
    if kept < BATCH:
        parser.error(f"{len(boards)} moves are too few to learn from")
    net = Net()
    steps = args.epochs * (kept // BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimizer, 8e-3, total_steps=steps + 1)
    print(f"{kept} moves to learn from, {len(boards) - kept} to test with", flush=True)
    for epoch in range(args.epochs):
        for batch in torch.randperm(kept)[:kept // BATCH * BATCH].split(BATCH):
            b, m = turned(boards[batch], moves[batch], int(torch.randint(8, ())))
            loss = functional.cross_entropy(net(b), m)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            pace.step()
        print(f"epoch {epoch + 1}: {test(net, boards[kept:], moves[kept:])}", flush=True)
    write(net, args.out)


if __name__ == "__main__":
    main()
