# SPDX-License-Identifier: MIT
"""tesuji-http at a daemon that has accounts: it has one of its own, by a token or as a user of the machine."""

import os
import subprocess
import time

from accounts import WithAccounts
from client import eventually
from daemon import DEADLINE_S, LARGE, SMALL, main, submit
from gateway import Gateway, TESUJI_HTTP


class WithGateway(WithAccounts):
    def gateway(self, daemon, *args):
        """A gateway by TCP, with these arguments; its end is the test's."""
        gateway = Gateway("tcp:%s:%d" % daemon.tcp, *args)
        self.addCleanup(gateway.stop)
        return gateway

    def token_file(self, text):
        path = os.path.join(self.accounts.folder.name, "token")
        with open(path, "w", encoding="ascii") as file:
            file.write(text + "\n")
        return path


class OwnAccount(WithGateway):
    def test_all_that_it_asks_is_its_accounts(self):
        daemon = self.serve(www="", alice="", ops="class=operator")
        gateway = self.gateway(daemon, "--token-file", self.token_file(self.accounts.tokens["www"]))
        gateway.wait_for_daemon()
        job = gateway.ask("POST", "/v1/jobs", submit(LARGE, label="of www")).json["job"]
        self.assertEqual([], self.log_in(daemon, "alice").call("job.list")["jobs"])
        www = self.log_in(daemon, "www")
        self.assertEqual(["of www"], [row["label"] for row in www.call("job.list")["jobs"]])
        theirs = self.log_in(daemon, "alice").call("job.submit", submit(LARGE, detach=True))["job"]
        refused = gateway.ask("DELETE", f"/v1/jobs/{theirs}")
        self.assertEqual((403, "not_yours"), (refused.status, refused.json["code"]))
        www.call("job.cancel", {"job": job})
        self.assertEqual((0, ""), gateway.stop()[::2])

    def test_an_account_of_few_connections_and_jobs_a_second(self):
        """Who goes beyond what comes back in seconds waits, as for a busy daemon."""
        daemon = self.serve(www="connections=2 submits_per_s=4")
        gateway = self.gateway(daemon, "--token-file", self.token_file(self.accounts.tokens["www"]))
        gateway.wait_for_daemon()
        daemon.log(" login=www ", 2)
        self.assertEqual([201] * 12, [gateway.ask("POST", "/v1/jobs", SMALL).status for _ in range(12)])
        self.assertEqual((0, ""), gateway.stop()[::2])

    def test_an_account_that_has_used_up_its_day(self):
        daemon = self.serve(www="nodes_per_day=1000")
        gateway = self.gateway(daemon, "--token-file", self.token_file(self.accounts.tokens["www"]))
        gateway.wait_for_daemon()
        job = gateway.ask("POST", "/v1/jobs", LARGE).json["job"]
        www = self.log_in(daemon, "www")
        eventually(lambda: www.call("job.status", {"job": job})["state"] == "expired")
        refused = gateway.ask("POST", "/v1/jobs", SMALL)
        self.assertEqual((429, "over_quota"), (refused.status, refused.json["code"]))
        self.assertGreater(int(refused.headers["Retry-After"]), 0)
        self.assertEqual((0, ""), gateway.stop()[::2])

    def test_a_user_of_the_machine_needs_no_token(self):
        daemon = self.serve(www=f"user={os.getuid()}")
        daemon.log("listen address=unix:")
        gateway = Gateway(daemon.path)
        self.addCleanup(gateway.stop)
        gateway.wait_for_daemon()
        self.assertEqual(201, gateway.ask("POST", "/v1/jobs", SMALL).status)
        self.assertEqual((0, ""), gateway.stop()[::2])


class NoAccount(WithGateway):
    def refused(self, gateway, said):
        """It says so once, and those who ask that it cannot ask."""
        self.assertEqual(f"tesuji-http: {said}\n", gateway.process.stderr.readline())
        end = time.monotonic() + DEADLINE_S
        while "account" not in (reply := gateway.ask("POST", "/v1/jobs", SMALL)).json["detail"]:
            self.assertLess(time.monotonic(), end)
        self.assertEqual((0, ""), gateway.stop()[::2])
        return reply

    def test_without_a_token(self):
        daemon = self.serve(alice="")
        where = "tcp:%s:%d" % daemon.tcp
        reply = self.refused(self.gateway(daemon), f"the daemon at {where} wants a token: set TESUJI_TOKEN_FILE or give "
                             "--token-file")
        self.assertEqual((401, 'Bearer realm="tesuji"', "not_logged_in"),
                         (reply.status, reply.headers["WWW-Authenticate"], reply.json["code"]))

    def test_with_a_wrong_one(self):
        daemon = self.serve(alice="")
        where = "tcp:%s:%d" % daemon.tcp
        reply = self.refused(self.gateway(daemon, "--token-file", self.token_file("alice.c2VjcmV0")),
                             f"cannot log in at {where}: no account has this token; ask whoever runs this server for "
                             "one")
        self.assertEqual((503, "30", "the daemon does not take this gateway's account"),
                         (reply.status, reply.headers["Retry-After"], reply.json["detail"]))
        self.assertEqual(1, sum("wrong-token" in line for line in daemon.lines))  # it is not tried every second

    def test_with_a_file_that_cannot_be_read(self):
        done = subprocess.run([TESUJI_HTTP, "--listen", "127.0.0.1:0", "--token-file", "/nonexistent/token"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual((74, "", "tesuji-http: cannot read the token in /nonexistent/token: No such file or "
                          "directory\n"), (done.returncode, done.stdout, done.stderr))


if __name__ == "__main__":
    main()
