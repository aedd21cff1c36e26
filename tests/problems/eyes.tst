# Eye spaces: what the attacker kills when he moves first, and what he does not.

# Three in a row in the corner: the middle.
three-in-a-row  capture A2  proven  limit=3 best=B1
    X . X X . X
    X X X X X X
    O O O O X X
    . . . O X .

# Four in a row live: the defender takes the middle point that is left.
four-in-a-row  capture A2  disproven  limit=4
    X . X X . X X
    X X X X X X X
    O O O O O X X
    . . . . O X .

# The corner itself when three are bent around it.
bent-three-corner  capture B2  proven  limit=3 best=A1
    X . X X .
    X X X X X
    O O X . X
    . O O X X
    . . O X .

# Three bent away from the edge.
bent-three  capture B2  proven  limit=3 best=D2
    X . X X . X X
    X X X X X X X
    X O O O O X .
    X O O . O X X
    X O . . O X .
    X O O O O X X

# Four in a square are no two eyes, whoever moves.
square-four  capture C3  proven  limit=4
    X . X X . X
    X X X X X X
    O O O X X .
    . . O X X X
    . . O X . X

# A pyramid of four on the edge: its middle.
pyramid-four  capture A2  proven  limit=4 best=C1
    X . X X . X X
    X X X X X X X
    X O O O O X .
    O O . O O X X
    O . . . O X .

# Two eyes, one of them false: the stone that makes it can be taken.
false-eye  capture A2  proven  order=1 depth=3 best=C1
    X X X X X . .
    O O O X . . .
    . O . O X . .

# Two real eyes in the corner, on the edge, in the middle.
two-eyes-corner  capture A2  disproven  scope=absolute
    . X X X . X
    X X X X X X
    O O O O X X
    . O . O X .
two-eyes-middle  capture C3  disproven  scope=absolute
    X . X X X . X
    X X X X X X X
    X O O O O O X
    X O . O . O X
    X O O O O O X
    X X X X X X X
    X . X X X X X

# One eye and no liberty outside: black fills it.
one-eye  capture A2  proven  order=0 depth=1 best=A1 scope=absolute
    . X . X
    X X X X
    O O X .
    . O X X

# One eye of two points: black throws in and fills.
two-point-eye  capture A2  proven  order=1 depth=3 best=A1,B1
    . X X . X
    X X X X X
    O O O X .
    . . O X X

# One eye and one liberty outside: first the outside.
one-eye-one-outside  capture A2  proven  order=1 depth=3 best=C1
    . X . X X
    X X X X X
    O O X . X
    . O . X X

# Both sides have one eye and share two liberties: whoever plays there is lost,
# unless the ko that follows can be retaken.
seki  capture A3  disproven  limit=4
    . O X .
    O O X X
    O . . X
    O O X X
    O O X X

# Six points in the corner, no liberty outside: short of liberties, white is lost,
# but it takes long. With one outside there is a ko in it.
six-in-the-corner  capture A3  proven  order=6 best=B1,B2
six-in-the-corner-order-5  capture A3  disproven  order=5 scope=order
    X . X X . X X
    X X X X X X X
    O O O O X . X
    . . . O X X X
    . . . O X . X

# Five points, two of them the key: B1 is the one inside.
bulky-five  capture A3  proven  limit=5 best=B1
    X . X X . X X
    X X X X X X X
    O O O O X . X
    . . O O X X X
    . . . O X . X

# Three in a row and a liberty outside: inside first.
three-in-a-row-outside  capture A2  proven  limit=4 best=B1
    X . X X . X X
    X X X X X X X
    O O O O . X X
    . . . O X . X
