# SPDX-License-Identifier: MIT
"""beside.py - what scripts of this folder have in common: each other, and the answers of go.life."""

import importlib.machinery
import importlib.util
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def module(name):
    """A script beside this one, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(HERE, name))
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(made)
    return made


def life(client, **params):
    """What go.life answers without single first moves: what was found, the verdicts by kind, the end."""
    begun, found = client.call("go.life", {"moves": False, **params}), {}
    while True:
        while not client.notes:
            client.take()
        _, kind, (told,) = client.notes.pop(0)
        if told["status"] != begun["status"]:
            continue
        if kind == "go.done":
            return begun, found, told
        found[told["kind"]] = told
