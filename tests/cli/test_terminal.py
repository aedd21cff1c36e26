# SPDX-License-Identifier: MIT
"""The command on a terminal: one line of progress, rewritten and erased; Ctrl-C."""

import os
import signal
import unittest

from command import LARGE, SMALL, TESUJI, Terminal, start


class Live(unittest.TestCase):
    def test_one_line_rewritten_and_erased(self):
        terminal = Terminal("solve", *LARGE, "--time", "1.2", "--local")
        self.assertEqual(terminal.wait(), 2)
        self.assertGreaterEqual(terminal.bytes.count(b"\rorder "), 5)
        self.assertNotIn(b"\x1b", terminal.bytes)
        lines, widest = terminal.screen()
        self.assertLess(widest, 80)
        self.assertTrue(lines[0].startswith("Not decided: "), lines[0])
        self.assertFalse(any(line.startswith("order ") for line in lines), lines)

    def test_it_fits_the_terminal(self):
        terminal = Terminal("solve", *LARGE, "--time", "1.2", "--local", "--json", columns=40)
        self.assertEqual(terminal.wait(), 2)
        progress = [part for part in terminal.bytes.decode().split("\r") if part.startswith("order")]
        self.assertGreaterEqual(len(progress), 4)
        for part in progress:
            self.assertLess(len(part.split("{")[0]), 40)

    def test_a_small_problem_shows_no_progress(self):
        terminal = Terminal("solve", *SMALL, "--local")
        self.assertEqual(terminal.wait(), 0)
        lines, _ = terminal.screen()
        self.assertTrue(lines[0].startswith("Proven: black captures A3 within 1 ply"), lines[0])

    def test_ctrl_c_cancels_and_tells_what_is_known(self):
        terminal = Terminal("solve", *LARGE, "--local")
        terminal.until("order ")
        terminal.type(b"\x03")
        self.assertEqual(terminal.wait(), 130)
        lines, _ = terminal.screen()
        said = [line for line in lines if "Not decided: cancelled at order" in line]
        self.assertEqual(len(said), 1, lines)
        self.assertIn("nodes in", lines[-2])


class Signals(unittest.TestCase):
    def test_sigterm_cancels_too(self):
        command = start("solve", *LARGE, "--local")
        self.addCleanup(command.kill)
        command.stderr.readline()
        command.send_signal(signal.SIGTERM)
        out, _ = command.communicate(timeout=60)
        self.assertEqual(command.returncode, 143)
        self.assertTrue(out.startswith("Not decided: cancelled"), out)

    def test_json_after_ctrl_c(self):
        command = start("solve", *LARGE, "--local", "--json")
        self.addCleanup(command.kill)
        command.stderr.readline()
        command.send_signal(signal.SIGINT)
        out, _ = command.communicate(timeout=60)
        self.assertEqual(command.returncode, 130)
        self.assertIn('"state": "cancelled"', out)


if __name__ == "__main__":
    if not os.access(TESUJI, os.X_OK):
        raise SystemExit(f"no {TESUJI}")
    unittest.main(verbosity=2)
