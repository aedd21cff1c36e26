# SPDX-License-Identifier: MIT
"""What a daemon tells of its fleet, as people and programs get it: `tesuji fleet`, `tesuji info`, the Python client,
JSON over HTTP."""

import json
import os
import re
import signal
import subprocess

from broker import Bus
from client import eventually
from daemon import DEADLINE_S, ROOT, main
from gateway import TESUJI_HTTP, Gateway
from python_client import ClientCase, tesuji
from test_fleet import FRONT, Fleet, mixed

TESUJI = os.environ.get("TESUJI", os.path.join(ROOT, "build/clients/cli/tesuji"))
COUNTS = ["handed_out", "settled", "declined", "lapsed", "failed", "taken", "done"]


def shape(text):
    """A table without what another fleet has otherwise: numbers, addresses, the width of columns."""
    text = re.sub(r" at \S+,", " at ADDRESS,", text)
    return re.sub(r" +", " ", re.sub(r"\d[\d.]*( ms| s)?", "N", text))


class Told(Fleet):
    def setUp(self):
        super().setUp()
        self.front = self.member("front", FRONT)
        self.worker_1 = self.worker("worker-1", self.front)

    def old(self):
        """A worker of another version, which the test plays."""
        bus = Bus(self.broker)
        self.addCleanup(bus.close)
        bus.say("tesuji.1.here.worker", {"v": 1, "kind": "here", "name": "worker-2", "id": 7, "role": "worker",
                                         "version": "0.9.0", "rules": 9, "places": 18, "free": 18, "differs": ""})
        self.front.log("event=fleet-differs name=worker-2")

    def command(self, *args, daemon=None):
        done = subprocess.run([TESUJI, *args, "--server", "unix:" + (daemon or self.front).path], capture_output=True,
                              text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


class Shown(Told):
    def test_a_table_as_the_documentation_has_it(self):
        self.old()
        with open(os.path.join(ROOT, "docs/fleet.md"), encoding="ascii") as file:
            example = re.search(r"^    \$ tesuji fleet\n((?:    .*\n)+)", file.read(), re.M)[1]
        told = self.command("fleet")
        self.assertEqual(shape(re.sub("^    ", "", example, flags=re.M)), shape(told))
        here, row = told.splitlines()[0], told.splitlines()[-2]
        self.assertEqual(here, f"front at unix:{self.front.path}, front, connected to a broker")
        self.assertRegex(row, r"^worker-1  worker  \d+\.\d+\.\d+ +4       4       0 +[\d.]+ m?s$")

    def test_each_second_until_it_is_interrupted(self):
        client = self.busy(self.front)
        with subprocess.Popen([TESUJI, "fleet", "--watch", "--json", "--server", "unix:" + self.front.path],
                              stdout=subprocess.PIPE, text=True) as watch:
            for job in mixed(40, 2):
                client.call("job.submit", job)
            lines = [json.loads(watch.stdout.readline())]
            while lines[-1]["settled"] < 1:
                lines.append(json.loads(watch.stdout.readline()))
            watch.send_signal(signal.SIGINT)
            self.assertEqual(watch.wait(DEADLINE_S), 128 + signal.SIGINT)
        self.assertEqual(set(lines[0]["per_second"]), set(COUNTS))
        self.assertGreater(sum(line["per_second"]["settled"] for line in lines), 0)
        self.assertEqual([row["name"] for row in lines[-1]["members"]], ["worker-1"])


class Asked(Told, ClientCase):
    async def test_all_clients_tell_the_same(self):
        self.old()
        eventually(lambda: [m["name"] for m in self.connect(self.worker_1).call("server.info")["fleet"]["members"]]
                   == ["front"])
        solver = await self.solver(self.front)
        here = (await solver.info()).fleet
        self.assertIs(type(here), tesuji.Fleet)
        self.assertEqual((here.name, here.role, here.connected), ("front", "front", True))
        self.assertLess(here.lost, 3)  # a sign of life that a crowded machine did not get off its hands
        told = {m.name: m for m in here.members}
        self.assertEqual((told["worker-1"].places, told["worker-1"].why), (4, ""))
        self.assertRegex(told["worker-2"].why, "^it has other rules")

        info = json.loads(self.command("info", "--json"))["fleet"]
        self.assertEqual(set(info), {"name", "role", "connected", "out", "errands", "lost", "members", *COUNTS})
        self.assertEqual({m["name"]: (m["version"], m["why"]) for m in info["members"]},
                         {name: (m.version, m.why or None) for name, m in told.items()})
        self.assertIn("\nfleet: worker-1, worker, connected to a broker; 1 other, 0 jobs there, 0 of theirs here "
                      "(see 'tesuji fleet')\n", self.command("info", daemon=self.worker_1))
        if os.path.exists(TESUJI_HTTP):
            gateway = Gateway(self.front.path)
            gateway.wait_for_daemon()
            reply = gateway.ask("GET", "/v1/info").json["fleet"]  # which looks at its schema, too
            gateway.stop()
            self.assertEqual({m["name"]: m.get("why", "") for m in reply["members"]},
                             {name: m.why for name, m in told.items()})


if __name__ == "__main__":
    main()
