# SPDX-License-Identifier: MIT
"""A whole game, move by move, on a board at the daemon: most verdicts come from memory, and every
one is what a fresh search says."""

import os
import random

from board import Board
from daemon import Case, main

SIZE, MOVES = 13, 70
SHARE_LEAST = 0.7  # of the verdicts about blocks; some 0.9 in games at random


def game(rng):
    """Moves at random, but no eye of one's own is filled."""
    board, played = Board(SIZE), []
    points = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    while len(played) < MOVES:
        rng.shuffle(points)
        for point in points:
            own = [board.stones.get(near) == board.to_play for near in board.beside(point)]
            if not all(own) and isinstance(board.play(point), Board):
                break
        played.append(f"{board.to_play} {board.name(point)}")
        board = board.play(point)
    return played


class Replay(Case):
    def status(self, **params):
        """The verdicts by question."""
        self.client.call("go.status", {"position": {"board": 1}, "order": 1, "time_ms": 60000,
                                       **params})
        while not any(name == "go.done" for _, name, _ in self.client.notes):
            self.client.take()
        told = [params[0] for _, name, params in self.client.notes if name == "go.verdict"]
        self.client.notes.clear()
        return {(verdict["kind"], verdict["stones"]): verdict for verdict in told}

    def test_remembered_is_what_fresh_says(self):
        seed = int(os.environ.get("TESUJI_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        self.client = self.connect(self.start("--workers", "1"))
        self.client.call("go.position", {"set": {"rows": ["." * SIZE] * SIZE}})
        remembered = asked = 0
        for number, move in enumerate(game(random.Random(seed)), 1):
            self.client.call("go.position", {"play": [move]})
            told = self.status()
            blocks = [verdict for (kind, _), verdict in told.items() if kind != "cut"]
            asked += len(blocks)
            remembered += sum("remembered" in verdict for verdict in blocks)
            if number % 5:
                continue
            fresh = self.status(fresh=True)
            self.assertFalse(any("remembered" in verdict for verdict in fresh.values()))
            for verdicts in (told, fresh):
                for key, verdict in verdicts.items():
                    self.assertNotEqual(verdict["value"], "undecided")
                    verdicts[key] = verdict["value"], verdict.get("ko"), verdict.get("ko_threats")
            self.assertEqual(told, fresh, number)
        self.assertGreater(remembered, SHARE_LEAST * asked)
        print(f"{remembered} of {asked} from memory")


if __name__ == "__main__":
    main()
