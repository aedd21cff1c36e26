# SPDX-License-Identifier: MIT
"""train.py - trains the networks of engine/game/go/life on what lessons writes. remake calls it.

torch, of Debian (apt-get install python3-torch), in place of numpy: a convolution and its derivative
are one line there, and oneDNN makes them several times as fast as matrix products of shifted boards
do. Training is deterministic: one thread, torch's deterministic algorithms, and one seed for the first
weights, the order of the positions and their symmetries. The same data and seed give the same weights
to the byte with the same version of torch on the same kind of processor; another kind may round a sum
differently. The data themselves (lessons.c) are the same everywhere.

Of a position that stands in the data more than once a proof counts, else the most nodes. The network
is told the state of each point, turned and mirrored at random; of a point beyond its window the state
says so, and the point contributes nothing to any layer. Its policy learns which move proves a position
with the attacker to move, those that took more nodes with more weight; its work head learns the binary
logarithm of the nodes that proved a position of either side to move. Of what was left open it learns
that a proof takes OPEN doublings more than what was spent, at least, and of what was disproven, DEAD.

Held out are the positions of every TEST-th search, but for those that stand in the rest too: how often
the policy puts the move of the proof first, and how many moves before it on average; and how often, of
two positions, one proven and one left open, the work head thinks the latter the harder."""
import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

CHANNELS, LAYERS, HIDDEN = 16, 7, 32
SCALE, MOST = 64, 1800  # of the weights of the layers, as whole numbers
FINE, FINE_MOST = 1024, 8000  # of those of the work head
BIAS_MOST = 32767
POOLED, MIDDLE = 4, 10  # the work head's inputs are divided by this; it counts from here, in tens
OPEN, DEAD = 3, 20
DECAY = 1e-3  # of the optimizer
TEST = 20


def work_of(found, nodes):
    """The work that is learnt, and the least of what is not proven."""
    if found == "disproven":
        return float(DEAD)
    return math.log2(nodes) + (0 if found == "proven" else OPEN)


class Lessons:
    """Boards of one size, and of each: does the defender move, is it proven, the work (what a proof takes,
    if there is one, at least), the move."""

    def __init__(self, best):
        self.boards = torch.from_numpy(np.array(
            [np.frombuffer(states.encode("ascii"), np.uint8) - ord("0") for states, _ in best]))
        self.defends = torch.tensor([int(turn == "defend") for _, turn in best])
        self.proven = torch.tensor([found == "proven" for found, _, _ in best.values()])
        self.work = torch.tensor([work_of(found, nodes) for found, nodes, _ in best.values()])
        self.move = torch.tensor([move for _, _, move in best.values()])

    def __len__(self):
        return len(self.boards)

    def take(self, which, way):
        """Some of them, turned or mirrored: `way` is one of eight."""
        side = round(self.boards.shape[1] ** 0.5)
        points = torch.arange(side * side).view(side, side)
        points = torch.rot90(points.t() if way & 4 else points, way & 3).flatten()
        out = Lessons.__new__(Lessons)
        out.boards, out.defends = self.boards[which][:, points], self.defends[which]
        out.proven, out.work = self.proven[which], self.work[which]
        move = self.move[which]
        out.move = torch.where(move < 0, move, torch.argsort(points)[move.clamp(min=0)])
        return out


def worth(told):
    """Of what was told of one position, the greatest counts."""
    found, nodes, move = told
    return found == "proven", found == "disproven", nodes, move


def read(paths):
    """Lessons to train with and lessons held out, a list each, one element for each size of board."""
    kept, held = {}, {}
    for path in paths:
        with open(path, encoding="ascii") as file:
            for line in file:
                number, states, turn, found, nodes, move = line.split("\t")
                best = (held if int(number) % TEST == 0 else kept).setdefault(len(states), {})
                told = (found, int(nodes), -1 if move == "-\n" else int(move))
                best[states, turn] = max(best.get((states, turn), told), told, key=worth)
    for size, best in held.items():
        for seen in kept.get(size, {}).keys() & best.keys():
            del best[seen]
    return [[Lessons(part[size]) for size in sorted(part) if part[size]] for part in (kept, held)]


class Net(nn.Module):
    def __init__(self, states):
        super().__init__()
        self.states = states
        self.first = nn.Conv2d(states, CHANNELS, 3, padding=1)
        self.next = nn.ModuleList(nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
                                  for _ in range(LAYERS))
        self.out = nn.Conv2d(CHANNELS, 1, 1, bias=False)
        self.pool = nn.Linear(2 * CHANNELS, HIDDEN)
        self.work = nn.Linear(HIDDEN, 2)

    def forward(self, boards):
        """The points' scores, and the work with either side to move."""
        side = round(boards.shape[1] ** 0.5)
        beyond = torch.zeros(1, self.states)
        planes = torch.cat([torch.eye(self.states), beyond])[boards.long()]
        window = (boards < self.states).float().view(-1, 1, side, side)
        x = functional.relu(self.first(planes.view(-1, side, side, self.states).permute(0, 3, 1, 2)))
        x = x * window
        for layer in self.next:
            x = x + functional.relu(layer(x)) * window
        mean = x.sum((2, 3)) / window.sum((2, 3))
        pooled = torch.cat([mean, x.amax((2, 3))], 1) / POOLED
        work = MIDDLE + MIDDLE * self.work(functional.relu(self.pool(pooled)))
        return self.out(x).flatten(1).masked_fill(boards > 0, -1e9), work


def judged(net, lessons):
    """The scores, and the work for who is to move."""
    scores, work = net(lessons.boards)
    return scores, work.gather(1, lessons.defends[:, None])[:, 0]


def moved_of(lessons):
    """Those that have a move of the attacker's to learn, which may lie beyond the window."""
    point = lessons.boards.gather(1, lessons.move.clamp(min=0)[:, None])[:, 0]
    return (lessons.defends == 0) & lessons.proven & (lessons.move >= 0) & (point == 0)


def loss_of(net, lessons):
    scores, work = judged(net, lessons)
    moved = moved_of(lessons)
    weight = 1 + lessons.work[moved] / 4
    policy = functional.cross_entropy(scores[moved], lessons.move[moved], reduction="none")
    off = torch.where(lessons.proven, work - lessons.work, (lessons.work - work).clamp(min=0))
    return (policy * weight).sum() / weight.sum().clamp(min=1) + \
        functional.smooth_l1_loss(off, torch.zeros_like(off), beta=2.0)


def test(net, lessons):
    """What the head says of the lessons held out."""
    before, parts = [torch.zeros(0)], {0: [], 1: []}
    with torch.no_grad():
        for size in lessons:
            for which in torch.arange(len(size)).split(4096):
                part = size.take(which, 0)
                scores, work = judged(net, part)
                moved = moved_of(part)
                wanted = scores[moved].gather(1, part.move[moved][:, None])
                before.append((scores[moved] > wanted).sum(1).float())
                for side, pairs in parts.items():
                    mine = part.defends == side
                    pairs.append((work[mine].numpy(), part.proven[mine].numpy()))
    before = torch.cat(before)
    text = f"{sum(map(len, lessons))} positions: policy first {(before == 0).float().mean():.3f}, " \
           f"moves before it {before.mean():.2f}"
    for side, name in enumerate(("attacker", "defender")):
        work, proven = (np.concatenate(column or [[]]) for column in zip(*parts[side] or [([], [])]))
        proven = proven[np.argsort(work, kind="stable")].astype(bool)
        pairs = proven.sum() * (~proven).sum()
        text += f"; work, {name} to move {np.cumsum(proven)[~proven].sum() / max(pairs, 1):.3f}"
    return text


def batches_of(lessons, batch):
    """(lessons of one size, which of them) in random order, each lesson once at most."""
    out = [(size, which) for size in lessons for which in torch.randperm(len(size)).split(batch)
           if len(which) == batch or len(size) < batch]
    return [out[i] for i in torch.randperm(len(out))]


def train(paths, plan, states, seed, report, start=None):
    """The weights as whole numbers by array, and what test says. `plan` has the epochs, the batch and
    the rate, `states` is how many a point has. Each epoch is reported. start: weights of that form to begin with, in
    place of random ones."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)
    lessons, tests = read(paths)
    net = Net(states)
    if start is not None:
        load(net, start)
    steps = plan.epochs * len(batches_of(lessons, plan.batch))
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimizer, plan.rate, total_steps=steps + 1)
    for epoch in range(plan.epochs):
        for size, which in batches_of(lessons, plan.batch):
            loss = loss_of(net, size.take(which, int(torch.randint(8, ()))))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            pace.step()
        measured = test(net, tests)
        report(f"epoch {epoch + 1} of {plan.epochs}, {sum(map(len, lessons))} positions; of {measured}")
    return arrays_of(net), measured


def load(net, arrays):
    """The reverse of arrays_of."""
    def tensor(name, scale, *shape):
        return torch.tensor(arrays[name], dtype=torch.float32).view(shape) / scale

    taps = 3, 3
    layers = tensor("next", SCALE, LAYERS, CHANNELS, *taps, CHANNELS).permute(0, 1, 4, 2, 3)
    with torch.no_grad():
        net.first.weight.copy_(tensor("first", SCALE, *taps, net.states, CHANNELS).permute(3, 2, 0, 1))
        net.first.bias.copy_(tensor("first_bias", SCALE, CHANNELS))
        for layer, weight, bias in zip(net.next, layers,
                                       tensor("next_bias", SCALE, LAYERS, CHANNELS)):
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
        net.out.weight.copy_(tensor("out", SCALE, 1, CHANNELS, 1, 1))
        net.pool.weight.copy_(tensor("pool", FINE, HIDDEN, 2 * CHANNELS) * POOLED)
        net.pool.bias.copy_(tensor("pool_bias", SCALE, HIDDEN))
        net.work.weight.copy_(tensor("limit", FINE, 2, HIDDEN) / MIDDLE)
        net.work.bias.copy_((tensor("limit_bias", SCALE, 2) - MIDDLE) / MIDDLE)


def whole(tensor, scale=SCALE, most=MOST):
    return (tensor.detach() * scale).round().clamp(-most, most).int().flatten().tolist()


def arrays_of(net):
    """The arrays of the header, as net_layers.h has them laid out."""
    first = net.first.weight.permute(2, 3, 1, 0).contiguous()  # tap, state, channel
    layers = torch.stack([layer.weight.permute(0, 2, 3, 1) for layer in net.next])
    return {
        "first": whole(first),
        "first_bias": whole(net.first.bias),
        "next": whole(layers),
        "next_bias": whole(torch.stack([layer.bias for layer in net.next])),
        "out": whole(net.out.weight),
        "pool": whole(net.pool.weight / POOLED, FINE, FINE_MOST),
        "pool_bias": whole(net.pool.bias, SCALE, BIAS_MOST),
        "limit": whole(net.work.weight * MIDDLE, FINE, FINE_MOST),
        "limit_bias": whole(net.work.bias * MIDDLE + MIDDLE, SCALE, BIAS_MOST),
    }
