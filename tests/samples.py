"""Where the game's printed card pages are; not a part of the project: tests that read them are marked ``samples``."""

import os
from pathlib import Path

SAMPLES = Path(os.environ.get("MUSTER_SAMPLES") or Path(__file__).resolve().parents[2] / "shared" / "samples")
