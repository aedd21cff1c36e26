# SPDX-License-Identifier: MIT
"""authority.py - certificates for tests, made by the command openssl, and a client that speaks TLS."""

import os
import socket
import ssl
import subprocess
import tempfile

from client import Client

NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def client_hello():
    """The first bytes that a client sends."""
    into, out = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(into, out, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return out.read()


class Authority:
    """Signs certificates; `ca` is the path of its own."""

    def __init__(self, name="test authority"):
        self.folder = tempfile.TemporaryDirectory(prefix="tesuji-authority-")
        self.ca, self.ca_key = self.path("ca.pem"), self.path("ca.key")
        openssl("req", "-x509", *NEW_KEY, "-keyout", self.ca_key, "-out", self.ca, "-days", "30", "-subj", f"/CN={name}")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def issue(self, name, hosts="DNS:localhost,IP:127.0.0.1", days=30, file=None):
        """The paths of a new certificate for the common name, and of its key. days < 0: it has expired."""
        file = file or name
        cert, key, request = self.path(f"{file}.pem"), self.path(f"{file}.key"), self.path(f"{file}.csr")
        openssl("req", *NEW_KEY, "-keyout", key, "-out", request, "-subj", f"/CN={name}",
                "-addext", f"subjectAltName={hosts}")
        openssl("x509", "-req", "-in", request, "-CA", self.ca, "-CAkey", self.ca_key, "-CAcreateserial",
                "-days", str(days), "-copy_extensions", "copyall", "-out", cert)
        return cert, key

    def close(self):
        self.folder.cleanup()


class TlsClient(Client):
    """A client of the tests, inside TLS. `own`: the paths of its certificate and key."""

    def __init__(self, address, ca, host="localhost", own=None, newest=None):
        context = ssl.create_default_context(cafile=ca)
        if own is not None:
            context.load_cert_chain(*own)
        if newest is not None:
            context.maximum_version = newest
        super().__init__(address)
        try:
            self.sock = context.wrap_socket(self.sock, server_hostname=host, suppress_ragged_eofs=False)
        except OSError:
            self.close()
            raise

    def say_no_more(self):
        """A FIN, while what the daemon says can still be read."""
        socket.socket.shutdown(self.sock, socket.SHUT_WR)
