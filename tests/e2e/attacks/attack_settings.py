# SPDX-License-Identifier: MIT
"""Settings: what --check-config calls good can start, what it calls bad is refused by the start
as well, in words; wrong values, doubled names, addresses without their brackets, no descriptors."""

import re
import resource
import signal
import subprocess
import tempfile
import os

from frame import TESUJID, main
from hostile import mutated

VALUES = ["", "0", "1", "-1", "4", "64", "999999999999999999999", "1e3", "0x10", "none", "idle", "normal",
          "start", "error", "127.0.0.1:0", "::1:7499", "[::1]:0", ":0", "127.0.0.1", "localhost:99999",
          "/nowhere/x", "/", "0666", "9999", "x" * 300, "a,b", "é", "#", "=", "yes", "127.0.0.1:0,127.0.0.1:0"]
# A daemon that logs no notices does not say when it listens.
QUIET = re.compile(r"\s*log_level\s*=\s*(warning|error)\s*$")
KEEP = ("table_mib", "workers", "answers", "listen", "socket", "control_socket")


def names():
    text = subprocess.run([TESUJID, "--dump-config"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return sorted({line.lstrip("#").split("=")[0].strip() for line in text.splitlines() if "=" in line and
                   not line.startswith("# ")})


def code_of(path, *args, files=256):
    """How a start with this file ends, when it is told to end as soon as it speaks. What settings name without a
    folder is made beside the file."""
    # LeakSanitizer needs descriptors of its own when the process ends.
    leaks = ":detect_leaks=0" if files < 256 else ""
    env = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + leaks}
    process = subprocess.Popen([TESUJID, "--config", path, *args], stderr=subprocess.PIPE, env=env,
                               cwd=os.path.dirname(path),
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
    said = process.stderr.readline()
    while process.poll() is None and b"listen address" not in said and said.count(b"\n") < 20:
        line = process.stderr.readline()
        if not line:
            break
        said += line
    process.send_signal(signal.SIGTERM)
    said += process.communicate(timeout=60)[1]
    return process.returncode, said


def attack(run):
    folder = run.stack.enter_context(tempfile.TemporaryDirectory(prefix="tesuji-settings-"))
    path, known = os.path.join(folder, "conf"), names()
    for _ in run.rounds():
        lines = [f"listen = 127.0.0.1:0\nsocket = {folder}/sock\ntable_mib = 1\nworkers = 1\nanswers = 16\n"]
        for _ in range(run.rng.randrange(1, 4)):
            name = run.rng.choice(known + ["nonsense", "", "listen ", "Table_mib"])
            if name not in KEEP or run.rng.randrange(3) == 0:
                value = run.rng.choice(VALUES)
                if not (name in ("table_mib", "answers", "workers") and len(value) > 2):
                    lines.append(f"{name} = {value}\n")
        data = "".join(line for line in lines if not QUIET.match(line)).encode()
        if run.rng.randrange(4) == 0:
            data = mutated(run.rng, data)
        with open(path, "wb") as file:
            file.write(data)
        check = subprocess.run([TESUJID, "--check-config", path], stderr=subprocess.PIPE, check=False,
                               timeout=60, cwd=folder)
        code, said = code_of(path)
        if check.returncode not in (0, 78) or code not in (0, 69, 71, 74, 78, -signal.SIGTERM):
            raise AssertionError(f"check exits {check.returncode}, start {code}: {data}: {said}")
        if (check.returncode == 78) != (code == 78):
            raise AssertionError(f"check exits {check.returncode}, start {code}: {data}: {said}")
        if code and code > 0 and not said:
            raise AssertionError(f"start exits {code} without a word: {data}")
        run.tally(f"start exits {code}")
    with open(path, "w", encoding="ascii") as file:
        file.write("listen = 127.0.0.1:0\ntable_mib = 1\nworkers = 1\n")
    for files in (3, 4, 8, 12, 16, 20, 24, 32, 48, 64, 65, 80, 128):
        code, said = code_of(path, files=files)
        if code not in (0, 69, 71, 78, 127, -signal.SIGTERM):
            raise AssertionError(f"{files} descriptors: exit {code}: {said}")
        run.tally("limits of descriptors")


main(attack, 60)
