# SPDX-License-Identifier: MIT
"""beside.py - what scripts of this folder have in common: each other, the answers of go.life, and
certificates."""

import importlib.machinery
import importlib.util
import os
import subprocess

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
        if told.get("status") != begun["status"]:  # of a job, or another status
            continue
        if kind == "go.done":
            return begun, found, told
        found[told["kind"]] = told


def code_of(verdict):
    """Ours, as GNU Go would say it."""
    if verdict["value"] == "undecided" or "ko" not in verdict:
        return "open"
    if verdict["ko"] == "ko":
        return "2" if verdict["ko_threats"] == 0 else "3"
    return {"unconditional": "1", "fails": "0"}[verdict["ko"]]


def certificate(client, job, build, folder):
    """Fetch the certificate of a job that has ended, and put it to `tesuji check`: what to say of it, and whether it is
    accepted (None: it could not be made)."""
    if not client.call("job.certificate", {"job": job})["ready"]:
        told = client.note("job.certified", job)
        if "error" in told:
            return told["error"]["message"], None
    data = b""
    while piece := client.call("job.certificate", {"job": job, "offset": len(data)})["piece"]:
        data += piece
    path = os.path.join(folder, "proof")
    with open(path, "wb") as file:
        file.write(data)
    fine = subprocess.run([os.path.join(build, "clients/cli/tesuji"), "check", path],
                          stdout=subprocess.DEVNULL, check=False).returncode == 0
    return f"certificate of {len(data)} bytes {'passes' if fine else 'IS REFUSED'}", fine
