# SPDX-License-Identifier: MIT
"""No descriptors left: more connections than RLIMIT_NOFILE allows, again and again.

Who is in is served; who is above a share is told so; another peer is always served.
"""

import resource

from frame import Client, eventually, main

FILES = 128


def attack(run):
    target = run.target(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)))
    for i in run.rounds():
        clients = [Client(target.tcp) for _ in range(FILES + 40)]
        for client in clients:
            try:
                client.send("server.info")
            except ConnectionError:
                run.tally("refused at once")
        target.honest.ask(2)
        run.rng.shuffle(clients)
        while clients:
            for client in clients[:30]:
                if run.rng.randrange(2):
                    client.reset()
                else:
                    client.close()
            del clients[:30]
            if clients and i % 3 == 0:
                target.honest.ask(1)
        run.tally("connections", FILES + 40)
        eventually(lambda: target.honest.client.call("server.info")["connections"] == 1)
        target.daemon.client().close()
    target.verdict()


main(attack, 15)
