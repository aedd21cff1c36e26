# Small and narrow boards.

2x2-atari  capture A1  proven  order=0 depth=1 best=B1 scope=absolute
    X .
    O .
# Two white stones that look at each other over two eyes.
2x2-alive  capture A1  disproven  scope=absolute
    . O
    O .
# One stone on an empty board: white takes two, then three are taken back in the
# corner that is left.
2x2-alone  capture A1  proven  order=2 depth=7 best=B2
    . .
    O .
# Three stones in their last liberty.
2x2-three  capture A1  proven  order=0 depth=1 best=B2
    O .
    O O
# One column: the stone has a way on both sides.
2x5-atari  capture A3  proven  order=0 depth=1 best=A2
    . .
    X .
    O X
    . .
    . .
2x19-crawl  capture A1  proven  order=1 depth=3
    . . . . . . . . . . . . . . . . . . .
    O . . . . . . . . . . . . . . . . . .
19x2-crawl  capture A19  proven  order=1 depth=3
    O .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
    . .
# Whichever side black attacks from, white takes the two stones that close in.
3x3-centre  capture B2  disproven  order=1 scope=order
    . X .
    X O .
    . . .
# The ladder needs room to the right only.
19x5-ladder  capture C3  proven  order=1 board=19x5 corner=bl
    . . . .
    . . . .
    . X O .
    . . X X
    . . . .
5x19-ladder  capture C3  proven  order=1 board=5x19 corner=bl
    . . . .
    . . . .
    . X O .
    . . X X
    . . . .
7x13-breaker  capture C3  disproven  order=1 scope=order board=7x13 corner=bl
    . . . . . .
    . . . . . O
    . . . . . .
    . X O . . .
    . . X X . .
    . . . . . .
13x7-ladder  capture C3  proven  order=1 board=13x7 corner=bl nodes=20000
13x13-ladder  capture C3  proven  order=1 board=13x13 corner=bl nodes=20000
19x18-ladder  capture C3  proven  order=1 board=19x18 corner=bl nodes=20000
    . . . . .
    . X O . .
    . . X X .
    . . . . .
# An empty board around one stone: order 1 does not catch it.
open-stone  capture K10  disproven  order=1 scope=order
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . O . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
