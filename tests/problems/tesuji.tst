# Nets, snapbacks, throw-ins, shortage of liberties.

# The net of the knight's corner: both ladders are broken, E5 holds.
net-19  capture D4  proven  order=2 best=E5 board=19x19 corner=bl
    . . . . . . . .
    . . . . . . . .
    . . . . . . O .
    . . . . . . . .
    . . X . . . . .
    . . X O . . . .
    . . . X X . . .
    . . . . . . . .
    . . . . . . . .
net-19-white  capture R16  proven  order=2 best=Q15 attacker=white board=19x19 corner=tr
    . . . . . . . .
    . . . . . . . .
    . . . . O O . .
    . . . . . X O .
    . . . . . . O .
    . . . . . . . .
    . . X . . . . .
    . . . . . . . .
# With a white stone where the net would close there is no net.
net-broken  capture D4  disproven  order=2 scope=order
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . X . O . . . .
    . . X O . . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . .

# Two stones in a net.
net-two-stones  capture C4  proven  order=2 best=E5
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . . . . . . . .
    . X X . . . . . .
    . X O O . . . . .
    . . X X X . . . .
    . . . . . . . . .
    . . . . . . . . .

# Snapbacks: at the edge, in the corner, in the middle.
snapback-edge  capture C2  proven  order=1 depth=3 best=D1
    . . . . . . .
    . . . . . . .
    . X X X O . .
    X O O O X O .
    X X O . X O .
    . X O . . . .
snapback-middle  capture C4  proven  order=1 depth=3 best=C3
    . . . . . . .
    . . . . . . .
    O X X X . . .
    O X O O X . .
    O O . . X . .
    . O O X . . .
    . . . . . . .

# White connects and is still in atari.
connect-and-die  capture C2  proven  order=1 depth=3 best=D1
connect-and-die-tail  capture A1  proven  order=1 depth=3 best=D1,C1,A2
    . . . . . .
    X X X X . .
    . X O O X .
    O O . . . .

# On the first line with a wall above, in both directions.
first-line-crawl  capture D1  proven  order=1
    . . . . . . .
    . . . . . . .
    . X X X X . .
    . . . O . X .
# White reaches a friend on the first line.
first-line-friend  capture D1  disproven  order=1
    . . . . . . . .
    . . . . . . . .
    . X X X O . . .
    . . . O . O . .
# The stone in the corner.
corner-stone  capture A1  proven  order=1 best=A2,B1 depth=3
    . . . .
    . . . .
    . X . .
    O . . .
# Second line: black drives it down to the edge.
second-line  capture D2  proven  order=1 best=E2 depth=5
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X X X . .
    . . X O . . .
    . . . . . . .
# White captures a stone of the wall in time.
wall-in-atari  capture D4  disproven  order=1 scope=order
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . O X O . . .
    . . O X X . .
    . . . O . . .
    . . . . . . .
