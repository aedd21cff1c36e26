#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_gateways.py - auth.check: a gateway has the tokens checked that others have given it, and what a wrong one costs."""

import signal
import socket

from accounts import WithAccounts
from client import RpcError, eventually
from daemon import Case, main

HERE, THERE = "192.0.2.1", "2001:db8::1"


class Checked(WithAccounts):
    def setUp(self):
        super().setUp()
        self.daemon = self.serve(www="gateway=yes", alice="", bob="")
        self.www = self.log_in(self.daemon, "www")

    def check(self, token, address=HERE):
        return self.www.call("auth.check", {"token": token, "address": address})

    def wrong(self, name, token, address=HERE):
        return self.refused(name, self.www, "auth.check", {"token": token, "address": address})

    def test_whose_token_it_is(self):
        for _ in range(2):  # the second time it is known
            for name in ("alice", "bob", "www"):
                self.assertEqual({"account": name}, self.check(self.accounts.tokens[name]))
        self.assertEqual("www", self.www.call("server.hello")["account"])

    def test_bug_who_had_sent_all_was_not_answered(self):
        asked = self.www.send("auth.check", {"token": self.accounts.tokens["bob"], "address": HERE})
        self.www.sock.shutdown(socket.SHUT_WR)
        self.assertEqual({"account": "bob"}, self.www.wait(asked))

    def test_a_wrong_one_costs_its_address_alone(self):
        for _ in range(5):
            eventually(lambda: self.tried("alice.x") == "wrong_token")
        self.assertIn(f" for={HERE}", self.daemon.log("event=wrong-token (.*)")[1])
        busy = self.wrong("busy", "alice.x")
        self.assertIn(HERE, busy["message"])
        self.assertTrue(0 < busy["retry_ms"] <= 1600, busy)
        self.wrong("busy", self.accounts.tokens["bob"])  # also for those who have one, as without a gateway
        self.wrong("wrong_token", "alice.x", THERE)
        self.daemon.log(" for=2001:db8::/64$")
        self.wrong("busy", "alice.x", "2001:db8::2")  # of the same network
        self.assertEqual({"account": "bob"}, self.check(self.accounts.tokens["bob"], "192.0.2.2"))
        self.assertEqual({"account": "bob"}, self.check(self.accounts.tokens["bob"]))  # which is known now
        self.log_in(self.daemon, "alice")  # from the gateway's own address, whose first try it is

    def tried(self, token, address=HERE):
        try:
            self.check(token, address)
        except RpcError as error:
            return error.name
        return None

    def test_one_that_was_good_logs_in_at_once(self):
        """Whatever the address has done from which that is."""
        self.check(self.accounts.tokens["alice"])
        client = self.connect(self.daemon, self.daemon.tcp)
        self.refused("wrong_token", client, "auth.login", {"token": "bob.x"})
        self.refused("busy", client, "auth.login", {"token": self.accounts.tokens["bob"]})
        self.log_in(self.daemon, "alice")

    def test_the_connection_goes_on(self):
        """With many tokens, of one address and of others, being verified."""
        checks = [self.www.send("auth.check", {"token": "alice.x", "address": f"192.0.2.{i // 2}"}) for i in range(20)]
        self.assertEqual("www", self.www.call("server.hello")["account"])
        names = []
        for msgid in checks:
            with self.assertRaises(RpcError) as raised:
                self.www.wait(msgid)
            names.append(raised.exception.name)
        self.assertEqual((10, 10), (names.count("wrong_token"), names.count("busy")))
        self.assertEqual({"account": "alice"}, self.check(self.accounts.tokens["alice"], "192.0.2.77"))

    def test_a_gateway_that_goes_while_one_is_verified(self):
        for i in range(10):
            with self.log_in(self.daemon, "www") as gone:
                gone.send("auth.check", {"token": "alice.x", "address": f"192.0.2.{i}"})
        self.assertEqual({"account": "alice"}, self.check(self.accounts.tokens["alice"], "192.0.2.77"))

    def test_what_is_no_address(self):
        for address, name in (("localhost", "bad_value"), ("", "bad_value"), ("192.0.2.1:80", "bad_value"),
                              ("x" * 46, "out_of_range"), (None, "missing_field")):
            self.assertIn("params.address", self.wrong(name, "alice.x", address)["message"])

    def test_who_is_no_gateway(self):
        asked = {"token": self.accounts.tokens["bob"], "address": HERE}
        self.refused("not_logged_in", self.connect(self.daemon, self.daemon.tcp), "auth.check", asked)
        error = self.refused("not_yours", self.log_in(self.daemon, "alice"), "auth.check", asked)
        self.assertIn("gateway=yes", error["message"])

    def test_who_is_none_any_more(self):
        self.accounts.write(www="gateway=no", alice="", bob="")
        self.daemon.signal(signal.SIGHUP)
        eventually(lambda: self.tried(self.accounts.tokens["alice"]) == "not_yours")


class NoAccounts(Case):
    def test_every_token_will_do(self):
        client = self.connect(self.start())
        self.assertEqual({}, client.call("auth.check", {"token": "alice.x", "address": HERE}))


if __name__ == "__main__":
    main()
