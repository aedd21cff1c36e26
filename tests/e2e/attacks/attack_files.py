# SPDX-License-Identifier: MIT
"""Hostile files for the command: records, positions, certificates, exported facts and
configurations that are changed, cut, huge, binary, devices, fifos, folders or not there.

Each run ends by itself, with a code of its own and within bounded memory, and says what is
wrong on one line or some.
"""

import os
import resource
import subprocess
import tempfile

from frame import COUNT, ROOT, TESUJI, TESUJID, main, program
from hostile import mutated

MOST_KIB = 400 * 1024
READERS = [["solve", "--time", "1", "--nodes", "2000", "--local", "--capture", "C3"],
           ["status", "--time", "0.2", "--local"], ["diagram"], ["diagram", "--numbers", "5"],
           ["show", "--moves", "C2 pass"], ["check"]]
ENDS = {0, 1, 2, 64, 65, 66, 69, 71, 74, 78, 143}


def seeds(folder):
    """(what it is, its bytes): the files that the command reads, as they should be."""
    found = []
    for name in ("ladder.sgf", "net.sgf", "bridge.sgf", "fours.sgf", "smothered.fen"):
        with open(os.path.join(ROOT, "tests/cli", name), "rb") as file:
            found.append(("record", file.read()))
    proof = os.path.join(folder, "proof")
    for rows, point in (("OX./.../...", "A3"), (".OX/.XX/...", "A3")):
        program(TESUJI, "solve", "--local", "--rows", rows, "--capture", point, "--certificate", proof)
        if os.path.exists(proof):
            with open(proof, "rb") as file:
                found.append(("certificate", file.read()))
    with open(os.path.join(ROOT, "deploy/tesujid.conf"), "rb") as file:
        text = file.read().replace(b"#l", b"l").replace(b"#m", b"m")
    # A complaint shows the line that is wrong: no comment may look like the report of a crash.
    found.append(("configuration", text.replace(b"SIG", b"Sig")))
    return found


def commands_for(run, kind, path):
    if kind == "configuration":
        return [TESUJID, "--check-config", path]
    if run.rng.randrange(6) == 0:  # the wrong kind of file
        return [TESUJI, *run.rng.choice(READERS), path]
    at = run.rng.choice(READERS[4:] if kind == "certificate" else READERS[:4])
    return [TESUJI, *at, path]


def ends(run, command, **more):
    try:
        code, out, err = program(*command, timeout=120, **more)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{command} does not end") from None
    if code not in ENDS:
        raise AssertionError(f"{command}: exit {code}: {err[:500]}")
    if code >= 64 and not err:
        raise AssertionError(f"{command}: exit {code} without a word")
    if len(err) > 20000:
        raise AssertionError(f"{command}: {len(err)} bytes of complaints")
    run.tally(f"exit {code}")
    return code, out


def odd_files(run, folder):
    """Things that are no files, and files without an end."""
    fifo, huge, huge_text = (os.path.join(folder, name) for name in ("fifo", "huge", "text"))
    os.mkfifo(fifo)
    with open(huge, "wb") as file:
        file.truncate(64 << 30)
    with open(huge_text, "wb") as file:
        file.write(b"(;GM[1]SZ[19]" + b";B[aa];W[bb]" * 300000)
    deep = os.path.join(folder, "deep")
    with open(deep, "wb") as file:
        file.write(b"(;GM[1]SZ[9]" + b"(;B[aa]" * 200000)
    for args in READERS:
        for path in ("/dev/zero", "/dev/null", "/dev/full", folder, huge, huge_text, deep, "/nowhere/x",
                     "/proc/self/mem", "", "x" * 5000):
            ends(run, [TESUJI, *args, path])
        with subprocess.Popen(["/bin/sh", "-c", f"exec head -c 3000000 /dev/urandom > {fifo}"],
                              stderr=subprocess.DEVNULL) as writer:
            ends(run, [TESUJI, *args, fifo])
            writer.wait(60)
    for path in ("/dev/zero", "/dev/null", folder, huge, huge_text, "/nowhere/x"):
        ends(run, [TESUJID, "--check-config", path])


def attack(run):
    folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-files-"))
    found = seeds(folder)
    path = os.path.join(folder, "file")
    for _ in run.rounds():
        kind, data = run.rng.choice(found)
        with open(path, "wb") as file:
            file.write(mutated(run.rng, data))
        ends(run, commands_for(run, kind, path))
        run.tally("changed files")
    odd_files(run, folder)
    store = os.path.join(folder, "store")
    for _ in range(10):
        lines = mutated(run.rng, b'{"game":"go","rows":"OX./.../...","target":"A3"}\n' * 20)
        ends(run, [TESUJI, "store", "import", store], data=lines)
    grown = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    run.note("most KiB of one", grown)
    if grown > MOST_KIB * (1 if COUNT >= 10000 else 6):
        raise AssertionError(f"a command took {grown} KiB")


main(attack, 100)
