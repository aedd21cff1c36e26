# Ko: the ban in the position, and threats elsewhere for either side.

# White has one eye and another that hangs on a ko. Black takes it and then fills
# the eye. White retakes at once only with a threat; a move elsewhere then lets
# black take it again, which costs an order.
eye-by-ko  capture A2  proven  order=1 depth=3 best=C1
eye-by-ko-defender-threat  capture A2  disproven  order=1 threats=0/1 scope=order
eye-by-ko-both-threats  capture A2  proven  limit=1 threats=1/1 best=C1
eye-by-ko-attacker-fewer  capture A2  disproven  order=1 threats=1/2 scope=order
eye-by-ko-attacker-equal  capture A2  proven  limit=1 threats=2/2 best=C1
eye-by-ko-attacker-unlimited  capture A2  proven  limit=1 threats=unlimited/2 best=C1
eye-by-ko-defender-unlimited  capture A2  disproven  order=1 threats=0/unlimited
eye-by-ko-banned  capture A2  disproven  order=1 ko=C1 scope=order
eye-by-ko-banned-wait  capture A2  proven  order=2 ko=C1
eye-by-ko-banned-threat  capture A2  proven  limit=1 ko=C1 threats=1/0 best=C1
eye-by-ko-banned-unlimited  capture A2  proven  limit=1 ko=C1 threats=unlimited/0 best=C1
eye-by-ko-banned-both  capture A2  disproven  order=1 ko=C1 threats=1/1 scope=order
eye-by-ko-banned-two  capture A2  proven  limit=1 ko=C1 threats=2/1 best=C1
    . X . . . X .
    X X X X X X X
    O O O X . X .
    . O . O X X X

# White connects by the ko when black may not take it: then nothing is left to attack.
# With threats without end on both sides the ko never ends, at any depth: that white need
# not lose it is found by proof numbers.
connect-by-ko  capture B1  proven  order=1 depth=3 best=C1
connect-by-ko-banned  capture B1  disproven  order=2 ko=C1
connect-by-ko-banned-threat  capture B1  proven  limit=2 ko=C1 threats=1/0 best=C1
connect-by-ko-defender-threat  capture B1  disproven  order=2 threats=0/1
connect-by-ko-both-threats  capture B1  proven  limit=2 threats=1/1 best=C1
connect-by-ko-defender-more  capture B1  disproven  order=2 threats=1/unlimited
connect-by-ko-endless  capture B1  disproven  order=2 threats=unlimited/unlimited
    . . . . . . .
    . . O . . . .
    . . O . . X .
    X X O . X . .
    X X O X X . .
    X X O X . . .
    . O . O X . .

# The stone in the ko is itself the target: taken at once, or banned.
stone-in-ko  capture C3  proven  order=0 depth=1 best=D3 scope=absolute
stone-in-ko-banned  capture C3  disproven  order=0 ko=D3 scope=order
stone-in-ko-threat  capture C3  proven  order=0 ko=D3 threats=1/0 best=D3
# A capture that white may take back at once is none yet; he needs a threat for it.
stone-in-ko-defender-threat  capture C3  disproven  order=1 threats=0/1
stone-in-ko-defender-unlimited  capture C3  disproven  order=2 threats=0/unlimited
stone-in-ko-both-threats  capture C3  proven  limit=2 threats=1/1 best=D3
stone-in-ko-attacker-unlimited  capture C3  proven  limit=2 threats=unlimited/2 best=D3
    . . . . . .
    . . X O . .
    . X O . O .
    . . X O . .
    . . . . . .

# Two kos and one threat: to retake the first ko with it is no idle move, though A1 has
# nothing to do with what follows. Who spends it there misses it in the other one.
retake-by-threat-is-not-idle  capture A5  proven  order=2 depth=11 best=C2 attacker=black ko=A1 threats=1/1
    O O X . X . . .
    O . O X . . . .
    O O X . X . . .
    O X . X . . . .
    . O X . . . . .

# The same with three kos.
retake-among-three-kos  capture E5  proven  order=2 attacker=black ko=C5 threats=1/0
    . . O . O
    . O . O O
    . X O X .
    . X X . X
    . . . X .
    . . O O X
