"""The same input gives the same bytes, also in another process."""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from printing.cards.creatures import member
from tests.printing import warbands
from tests.printing.printed import cards_pdf, roster_pdf

ROOT = Path(__file__).resolve().parents[2]


def digests() -> list[str]:
    """Return what tells a sheet and cards of a warband apart from others."""
    sheet = warbands.sheet(*warbands.ORDINARY)
    files = (roster_pdf(sheet, link=warbands.LINK), cards_pdf(map(member, sheet.members), backs=True))
    return [hashlib.sha256(pdf).hexdigest() for pdf in files]


def test_another_process_that_hashes_otherwise_prints_the_same_bytes():
    ask = "from tests.printing.test_same_bytes import digests; print(*digests())"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    answer = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == digests()


def test_threads_that_print_at_the_same_time_print_the_same_bytes():
    with ThreadPoolExecutor(4) as pool:
        printed = list(pool.map(lambda _: digests(), range(8)))
    assert printed == [digests()] * 8
