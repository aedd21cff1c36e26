# SPDX-License-Identifier: MIT
"""The broker as docs/fleet.md has an operator set it up: certificates by its commands, the configuration that is
shipped with TLS and the hash of a password."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from broker import PROGRAM, Broker
from daemon import ROOT, Case, main

PASSWORD, HASH = "correct-horse", "$2b$04$T80vUKsemv45tRL.MyEfxevvGf6IflQsDqUAd0mDH5CKh9zKi3uTe"


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


@unittest.skipIf(PROGRAM is None or shutil.which("openssl") is None, "no nats-server, or no openssl")
class Secure(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tesuji-e2e-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        [commands] = re.findall(r"^```sh\n(openssl .*?)^```", text("docs/fleet.md"), re.M | re.S)
        for name in ("etc", "other"):  # and what another authority has signed
            os.mkdir(os.path.join(self.folder, name))
            subprocess.run(["sh", "-ec", commands.replace("DNS:broker", "DNS:localhost")], check=True,
                           cwd=os.path.join(self.folder, name), stderr=subprocess.DEVNULL)
        conf = text("deploy/nats/nats-server.conf").replace("change-me", HASH).replace("/etc/nats", os.path.join(self.folder, "etc"))
        conf, count = re.subn(r"^#tls \{\n(?:#.*\n)*?#\}\n", lambda block: block[0].replace("#", ""), conf, flags=re.M)
        self.assertEqual(count, 1)
        with open(os.path.join(self.folder, "conf"), "w", encoding="ascii") as file:
            file.write(conf)
        self.broker = Broker("-c", os.path.join(self.folder, "conf"))
        self.addCleanup(self.broker.close)

    def join(self, host, password, ca="etc/ca.pem"):
        daemon = self.start("--fleet", f"tls://tesuji:{password}@{host}:{self.broker.port}", "--fleet-name", "me",
                            "--fleet-tls-ca", os.path.join(self.folder, ca))
        return daemon.log(r"event=fleet-(?:connected|not-connected) (.*)")[1]

    def test_who_knows_the_broker_and_is_known_joins(self):
        self.assertEqual(self.join("localhost", PASSWORD), "name=me role=both")
        self.assertIn("Authentication", self.join("localhost", "wrong"))
        self.assertIn("SSL", self.join("127.0.0.1", PASSWORD))  # not the name in the certificate
        self.assertIn("SSL", self.join("localhost", PASSWORD, "other/ca.pem"))


if __name__ == "__main__":
    main()
