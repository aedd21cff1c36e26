# What tests/bench/run searches: problems of tenths of seconds (format: tests/problems/tst.h).
# Stones scattered at random make fights of every kind at once.

scatter-1  capture F14  proven  limit=3
    . . X . X . O X O O . . O . . X X . .
    . . O . . . X . . . . X O . . . O . .
    . . . X . X . . . X . . . O . X . . O
    . . X . X O . O X O . X O . X . . . .
    . . X . X . . . X . . X . . . . . . X
    . O . . . O . O . . O O X . . O . . .
    . . . . X X . O X . X X . X . . . . .
    . . . . X X . . X . . . O . . . . . .
    X . . . . . . . . O X O . X X O . O .
    . X . X X X X . X O . O X . . . . . X
    O . X . . . . . O X . . O X . O . X .
    X X . . . X X . . X X . X . . . . . .
    . . X . . . . X . . X . . . . . X . X
    . X . . . . . . O . . X . . X . . . .
    . X . . O O . . . . . X . . . O . X .
    . . . . . . O . . . . . X . . X . X .
    . . O . . . . X . . . . . . X O . . .
    . . . . X X . O . O . X X . X . . . O
    . X . . . . . . . . O . X . . . . . .

scatter-2  capture K6  proven  limit=3
    O . O . . . . . . . . . O . . X O O .
    . . . . O . . . X X . . X O . . . . .
    . O . . . X . O O . . . . X . . . X .
    . . X . . . . X . . . . X . X X . X X
    . . X . X . . . . . X O . . . . O . X
    . X X . . . X O . . . . O X X . . . X
    . O . . . X . O O . X . X . X . X . .
    X . X O O . O O . . . X X . . . X . X
    . . . X . X . . . . . . . . O . . X X
    . . . . . . . X X . . X X . . . . . .
    . . . X . . . . . X . . . . X . X . .
    . . . X . . . . X . X . . . . X O . .
    . . . . X . . . . . . . . . . X . . X
    O X X . . . . X . O . X X . . . . O .
    X X . X X O X . . X O . . . O . X . O
    X . . . X . . X . . . . . . X . . . .
    . O . . X . . . . . . X . . . O . X .
    . . . . X X . X X X . X . O . . . X .
    X X . O X O . O . X . . . X X . . X O

scatter-3  capture F9  proven  limit=3
    . . . X . . . . . . . . . . . O X X .
    . . . . X . . X X X . O . . . . . O X
    X . X . . . . O X . . . . . O X . X .
    . X . X . . . O . . O X O X X . . . O
    . . X . . O X . . X . . X . . . . O .
    . . . . . . . . X . . X . X O . . . .
    O . X . X X X . . . . . . . . . . . X
    . X . . . X O . . . . X . . O . X X X
    . X . . . O . . X . . . X . . X . . .
    . . X . X X X O . O X . . . . . X O O
    . . X . . O . . . . . . . . . . . . X
    . . X . . . . . . . X . . . . . . . .
    O . . . . . . . X O . . . X X X O X O
    . X X X . . X . . X . O O . . . . . O
    . . . . O . X X . O X . . . . . . . .
    . . X . . . . . . O . . X X . X . O .
    X . . X . . . . . . . . X . . O . X .
    . X X . . X . O . . X . . . X . O O O
    . . . . . . . . X X . X O . X X . . .

scatter-4  capture O13  proven  limit=3
    X X . X . X . . . . . X X O X . X . .
    . X O . . . . . X X O O . . O . X O .
    X . X O . . . . O . . O . . . . . . O
    X . . . . . X X . . . . X . . X . . .
    . X . . O X . X . . . . . . . . . X X
    . . . . . . . . . X X X O X X . . . .
    . . . . X . . X O . X X . O O . . . .
    . . O X X . . . . O . X . . O X X . .
    . . X . . X O . . . . . . . . . . X .
    X O . . . . . . X . . X . X . . . . O
    . . . . . X X . . X . . . . O X . . .
    . . . . X O O . X . X . . . O . . . .
    . . . . . . . O . . . . O X . X O . .
    . . . . . . . . . . X . . . . . O . .
    . . O O . . X . . . X . . O . . . . .
    . X . O . X . X . . . . . . . . O . .
    . . . . . O X O X . X X . . . . X . O
    X . O . . O . . X . X . . . . . . O .
    . . X . . . X . X X . . . . . X . . .

scatter-5  capture G10  disproven  limit=3
    . . O X . . O O X . . X . . . O . X .
    X . O X X . X . . O X X . . X . O . .
    . . O . X . . . . O . X . O . X . . .
    . . . . . X X . . . X . . . O . X X X
    X X X . . . O X X X . X . . . . . . .
    . . . . X . X X . . . . . . . . . X X
    X . . . . X . O X . . . X . . X . . .
    . X . . . X . . . . X . . O . X X O X
    O O . . X X . X . . X X . . . O X . .
    . X O . . . O . X . . . . . . . X . .
    . . X . . . . O . O . . . . . . . O O
    . . . X . . . X . X . . O X . . X . .
    . . . . X . . . . X . . O . . . . . .
    . . . O O . O X O . . . . X . . . O .
    . X . . . . X O X X . . . X X . . . .
    X . X X . . . . . . . . O X X . X . .
    . . O X . . . . X . X . X . X X . . .
    . . . . O . . . X . . . . . . . . . O
    O . . . . O . . . . . . . . . . X . .

scatter-6  capture K10  proven  limit=4
    . . O X X . X X . O X O . X . . X . .
    X . . X . . O X . X X . O . . . X . .
    . X O O O . O X X . X . . X X . O . X
    . . O X . . . . . . X . . X . . O . .
    O . X . . X . X . . O X . X X X . O .
    X X O X . . . . X . O . . . . . X . O
    . . . . O . . . O . . . . . O X . X .
    X X . . X X O O . X . . . . X . . . .
    X X . O . . . X O X . . . X X . X . O
    X X . X . . . . . O . . . O X . X X .
    . X . O X . X X . . . . . X O . . . .
    . . . . X . . . X . X . X X X . . . X
    . . . . . O O O . O X . . X . . . . X
    . . . X . . . X . X O . O . X . X . .
    . X O . . X . X X . . . . . O O X . .
    . O . . . . X . . O X X . . X . . . O
    . O X X O . . . . X . . . . . X . . O
    . O O X . X . O . . . . X . X . X . X
    . . . X X . X . X X . . X . O O . . X

scatter-7  capture J8  proven  limit=3
    . . . . . . . . . X . . . . . X . X .
    O . X . . O . . . . . . . . . . X . .
    . . O . O X . . X . X . . . . . . . .
    . . . O . . . . . . . X . . . . . . .
    X O . . . . . X X . X . X . . . . X .
    . . X . . . X . . . . . . . . . . . X
    . X . . . . . X . . . . . . . O X . .
    . . . . X . . . . X X . . . . . . X O
    . . . . O . . . . . . . . . . X . X O
    . . . . . . . . . . . X O . . X X X .
    . . . . . . . . X . . X . X . X . . .
    O . . . . . . . O . . . . . . O X . .
    O X O X . X X . . X . . . X O X . O .
    . . . . . . X O . . . . O X . . O . X
    O . . . . . . X . . . . . . O . . . O
    O . . O . . . X X . . . . . . . . . X
    . . . . . . X . . . . . . . . . . . .
    . X X O . . . . O O . X X . . O O X .
    . . . X . . . O . . . . . . X . . . .

scatter-8  capture D7  disproven  limit=3
    . . . . . . . . . . . . X . . . . . .
    . . X . . . X . . . X . . . . . X . X
    X . . . . . . X . O . . . . . . . . X
    . . . O . . O . . . . X . . . . . . .
    . . . . . X O O . . X . . . . . O . .
    . . . . . X . . . . . . . . X . . . .
    . . . O . . X O O X . . . . O O . . .
    . . . . . O . . . . . . X X . . . . X
    . O X X O X . . . . X . O . . X . X .
    . . . . . . X . . . . X . . . . . . X
    . . . . . . . . X . . X . . . . . O .
    . . X X . . O . . . . . X . . O X . .
    . . . O . . . . . . . . X . . . . X .
    . . . . . . . X . . X . . O . . . . .
    O X . . . . . . . . . . . . O . . . .
    . . O . . . . . X O . . . . . . X O X
    . O O . . O . . . . . . . . . . . . .
    X . . . . X . . . . . . X . . . . . .
    . . . . . . . . . O . . . X . . . . .
