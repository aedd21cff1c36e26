# SPDX-License-Identifier: MIT
"""accounts.py - files of accounts for tests, and the tokens in them."""

import os
import subprocess
import tempfile

from client import RpcError
from daemon import Case, TESUJID


def new_token(name):
    """A token for the account, and its hash, as the daemon makes them."""
    told = subprocess.run([TESUJID, "--new-token", name], stdout=subprocess.PIPE, text=True, check=True)
    line, token = [text for text in told.stdout.splitlines() if not text.startswith("#")]
    assert line.startswith(f"{name} token=")
    return token, line.split("token=", 1)[1]


class Accounts:
    """A file of accounts; each has a token unless `token=False`."""

    def __init__(self, **accounts):
        self.folder = tempfile.TemporaryDirectory(prefix="tesuji-accounts-")
        self.path = os.path.join(self.folder.name, "accounts")
        self.tokens, self.hashes = {}, {}
        self.write(**accounts)

    def write(self, **accounts):
        """Each account by its name, its words as a text: alice="class=batch jobs=2"."""
        lines = []
        for name, words in accounts.items():
            if "user=" not in words and "group=" not in words and "token=" not in words:
                if name not in self.tokens:
                    self.tokens[name], self.hashes[name] = new_token(name)
                words += f" token={self.hashes[name]}"
            lines.append(f"{name} {words}\n")
        with open(self.path, "w", encoding="ascii") as file:
            file.writelines(lines)
        os.chmod(self.path, 0o600)

    def close(self):
        self.folder.cleanup()


class WithAccounts(Case):
    def serve(self, *args, **accounts):
        self.accounts = Accounts(**accounts)
        self.addCleanup(self.accounts.close)
        return self.start("--accounts", self.accounts.path, *args)

    def log_in(self, daemon, name):
        client = self.connect(daemon, daemon.tcp)
        client.call("auth.login", {"token": self.accounts.tokens[name]})
        return client

    def refused(self, name, client, method, *params):
        with self.assertRaises(RpcError) as raised:
            client.call(method, *params)
        self.assertEqual(name, raised.exception.name, raised.exception)
        return raised.exception.error
