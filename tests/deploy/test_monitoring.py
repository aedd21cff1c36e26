#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_monitoring.py - the alerts and the dashboard ask for series that the daemon has, with labels
that these have (docs/metrics.md, which tests/e2e/test_metrics.py holds against a daemon)."""

import json
import os
import re
import unittest

import common

ALERTS = os.path.join(common.DEPLOY, "prometheus", "alerts.yml")
DASHBOARD = os.path.join(common.DEPLOY, "grafana", "tesuji.json")
DOCS = os.path.join(common.DEPLOY, "..", "docs", "metrics.md")
USUAL = {"instance", "job", "le"}  # labels that Prometheus adds, or that histograms have
SERIES = re.compile(r"\b(tesuji_\w+)(?:\{([^}]*)\})?")


def documented():
    rows = re.findall(r"^\| `(tesuji_\w+)` \| (\w+) \|([\w, ]*)\| ", common.read(DOCS), re.M)
    return {name: (kind, set(labels.replace(" ", "").split(",")) - {""}) for name, kind, labels in rows}


class Names(unittest.TestCase):
    def check(self, expression, known):
        found = SERIES.findall(expression)
        for name, labels in found:
            base = re.sub("_(bucket|sum|count)$", "", name)
            self.assertIn(base if base in known else name, known, expression)
            kind, given = known[base if base in known else name]
            self.assertEqual(kind == "histogram", name.endswith("_bucket"), expression)
            used = set(re.findall(r"(\w+)(?:=~|!=|=)", labels))
            for group in re.findall(r"\bby \(([^)]*)\)", expression):
                used |= set(group.replace(",", " ").split())
            self.assertLessEqual(used, given | USUAL, expression)
            self.assertEqual(kind != "gauge", bool(re.search(r"\b(rate|increase)\(%s" % name, expression)),
                             expression)
        return len(found)

    def test_alerts(self):
        text = re.sub(r">-\n\s*", "", common.read(ALERTS))
        text = re.sub(r"\n\s+(\(rate|0\.8)", r" \1", text)
        expressions = re.findall(r"^ +expr: (.*)$", text, re.M)
        self.assertEqual(10, len(expressions))
        asked = sum(self.check(expression, documented()) for expression in expressions)
        self.assertGreaterEqual(asked, 7)

    def test_dashboard(self):
        dashboard = json.loads(common.read(DASHBOARD))
        panels = dashboard["panels"]
        self.assertEqual(len(panels), len({panel["id"] for panel in panels}))
        self.assertEqual(len(panels), len({(p["gridPos"]["x"], p["gridPos"]["y"]) for p in panels}))
        variables = {f"${{{v['name']}}}" for v in dashboard["templating"]["list"]}
        for panel in panels:
            self.assertIn(panel["datasource"]["uid"], variables)
            for target in panel["targets"]:
                with self.subTest(panel=panel["title"]):
                    self.assertGreaterEqual(self.check(target["expr"], documented()), 1)


if __name__ == "__main__":
    unittest.main()
