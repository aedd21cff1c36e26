# SPDX-License-Identifier: MIT
"""journal.py - tests whose daemons, one after the other, have one journal: each is killed or ended, and
the next one finds what it had.

TESUJI_SCRATCH is where the journal lies; without it in memory, where there is such a place.
"""

import os
import shutil
import tempfile

from daemon import Daemon


class WithJournal:
    """A part of a test (daemon.Case). `settings` are what each of its daemons is started with."""

    settings = ()

    def setUp(self):
        super().setUp()
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.scratch = tempfile.mkdtemp(prefix="tesuji-journal-",
                                        dir=os.environ.get("TESUJI_SCRATCH", memory))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.journal = os.path.join(self.scratch, "journal")
        self.daemon = None

    def launch(self, *args, **more):
        """A daemon with the journal; the one before has ended."""
        daemon = Daemon("--journal", self.journal, *self.settings, *args, **more)
        self.daemon = daemon
        self.addCleanup(lambda: daemon.process.poll() is None and self.finish(daemon))
        return daemon

    def begin(self, *args, **more):
        """A connection to such a daemon."""
        return self.connect(self.launch(*args, **more))

    def finish(self, daemon):
        try:
            daemon.stop()
        finally:
            daemon.process.kill()

    def kill(self):
        self.daemon.process.kill()
        self.daemon.wait()

    def again(self, *args, **more):
        self.kill()
        return self.begin(*args, **more)
