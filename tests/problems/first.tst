# Positions small enough to be sure of. The format is explained in tst.h.

# In atari: one move. White to attack finds nothing to take at once.
atari  capture A5  proven  order=0 depth=1 best=A4 scope=absolute
atari-other-side  capture B5  disproven  order=0 attacker=white scope=order
    O X . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .

# The edge is a wall: the stone on the first line has nowhere to run.
first-line  capture E1  proven  order=1 best=E2
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . X . . .
    . . . X O . . . .

# A ladder runs to the upper right; a stone in its way ends it.
ladder-9  capture D4  proven  order=1 best=D5
ladder-9-order-0  capture D4  disproven  order=0 scope=order
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . .
ladder-9-broken  capture D4  disproven  order=1 scope=order
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . .
ladder-19  capture D4  proven  order=1 best=D5 nodes=20000 board=19x19 corner=bl
ladder-19-order-3  capture D4  proven  limit=3 nodes=20000 board=19x19 corner=bl
    . . . . . .
    . . X O . .
    . . . X X .
    . . . . . .
    . . . . . .

# A net: both ladders run into the white stone, but the stone cannot get out.
net  capture D4  proven  order=2 best=E5
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . . . . . . . .
    . . X . . . . . .
    . . X O . . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . .

# Snapback: the stone thrown in is taken, and three are taken back. From the other
# side white connects.
snapback  capture C2  proven  order=1 depth=3 best=C1
    . . . . . .
    . . . . . .
    O . . . . .
    O . . . . .
    O X X X . .
    O X O O X .
    O O . . X .

# Two eyes: no number of moves captures it.
two-eyes  capture A2  disproven  scope=absolute
    . X . . . .
    X X X X X .
    O O O O X .
    . O . O X .

# A ko that may not be retaken now, without threats elsewhere and with one.
ko-banned  capture C1  disproven  limit=4 ko=C2
ko-threat  capture C1  proven  limit=1 ko=C2 threats=1/0
ko-open  capture C1  proven  order=1 depth=3
    X X O
    . O .
    X O O
