# SPDX-License-Identifier: MIT
"""Guessers of tokens at tesuji-http: from many addresses behind a proxy, on many connections, each as fast as it is
answered; among the guesses are tokens that were wrong before, headers that are none, and addresses that somebody makes
up. None gets in. Accounts that have not logged in yet come from addresses of their own all the while, and none of them
is kept waiting; one that is known asks small things, and its delays are told.

--count is how many tokens are tried."""

import http.client
import itertools
import json
import os
import threading
import time

from frame import DEADLINE_S, SMALL, eventually, main

from accounts import Accounts
from bystander import Bystander, timed
from gateway import Gateway

CONNECTIONS, ADDRESSES, FRESH = 50, 20, 20
FRESH_MS = 5000  # what even a busy machine keeps; the figures of a quiet one are in docs/security.md


class Asker:
    """One connection to the gateway, behind the proxy."""

    def __init__(self, gateway, address):
        self.connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=DEADLINE_S)
        self.address = address

    def ask(self, token, method="GET", path="/v1/jobs", body=None):
        self.connection.request(method, path, body, {"Authorization": token, "X-Forwarded-For": self.address,
                                                     "Content-Type": "application/json"})
        response = self.connection.getresponse()
        response.read()
        return response.status


def guesses(rng, numbers, names):
    """A guess after the other, each thread its own."""
    old = [f"{name}.wrong" for name in names]
    while True:
        yield rng.choice([f"Bearer {rng.choice(names)}.{next(numbers):x}"] * 6 +
                         [f"Bearer {rng.choice(old)}", "Bearer", "Bearer " + "x" * 300, "Bearer a b", "Bearer nobody.x"])


def guesser(gateway, run, rng, numbers, names, over, told):
    asker = Asker(gateway, f"203.0.113.{rng.randrange(ADDRESSES)}")
    for guess in guesses(rng, numbers, names):
        if over.is_set():
            break
        if rng.randrange(4) == 0:  # what a client has written before the proxy does
            asker.address = f"198.51.100.{rng.randrange(256)}, {asker.address.split(', ')[-1]}"
        told.append(asker.ask(guess))
        if len(told) >= run.count:
            over.set()
    asker.connection.close()


def asks_over_http(gateway, token):
    """A function that has a small job done over HTTP, by an account that the gateway knows."""
    asker = Asker(gateway, "192.0.2.1")
    while asker.ask(token) != 200:  # it has not connected yet
        time.sleep(0.01)

    def ask():
        status = asker.ask(token, "POST", "/v1/solve?format=ndjson", json.dumps(SMALL))
        if status != 200:
            raise AssertionError(f"who is known: {status}")

    return ask


def comes_first(gateway, address, token):
    """The first visit of an account that the gateway has not seen."""
    asker = Asker(gateway, address)
    status = asker.ask(token)
    asker.connection.close()
    if status != 200:
        raise AssertionError(f"{address}, who has not been there yet: {status}")


def attack(run):
    names = [f"user{i}" for i in range(FRESH)]
    file = Accounts(www=f"user={os.getuid()} gateway=yes", known="", **{name: "" for name in names})
    run.stack.callback(file.close)
    target = run.target("--accounts", file.path)
    gateway = Gateway(target.path, "--proxy", "127.0.0.1", "--need-token", "true")
    run.stack.callback(gateway.stop)
    bystander = Bystander(target, lambda: asks_over_http(gateway, f"Bearer {file.tokens['known']}"))
    before, over, told, numbers = gateway.rss(), threading.Event(), [], itertools.count(run.rng.getrandbits(60))
    threads = [threading.Thread(target=guesser, args=(gateway, run, type(run.rng)(run.rng.random()), numbers, names, over,
                                                      told), daemon=True) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    fresh = []
    for at, name in enumerate(names):
        eventually(lambda share=run.count * at // FRESH: over.is_set() or len(told) >= share)
        fresh.append(timed(lambda visitor=name, last=100 + at: comes_first(
            gateway, f"192.0.2.{last}", f"Bearer {file.tokens[visitor]}")))
    for thread in threads:
        thread.join()
    bystander.finish(run)
    for status in set(told):
        run.tally(f"guesses {status}", told.count(status))
    if not set(told) <= {401, 503}:
        raise AssertionError(f"an odd answer to a guess: {set(told)}")
    verified = sum("event=wrong-token" in line for line in target.daemon.lines)
    run.note("verified", verified)
    run.note("slowest fresh us", round(1000 * max(fresh)))
    run.note("gateway growth KiB", gateway.rss() - before)
    run.least("guesses 401", 1)
    run.least("guesses 503", 1)
    if max(fresh) > FRESH_MS:
        raise AssertionError(f"one who came first waited {max(fresh)} ms")
    code, _, err = gateway.stop()
    if (code, err) != (0, ""):
        raise AssertionError(f"the gateway: {code}, {err}")
    target.verdict()


main(attack, 2000)
