"""Every route answers as it did: ``answering.py``, in a process where no other test has drawn anything by chance."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ANSWERING = Path(__file__).with_name("answering.py")


@pytest.mark.slow
@pytest.mark.sqlite
def test_every_route_answers_as_it_did(root: Path, tmp_path: Path, migrated_databases: Path) -> None:
    own = tmp_path / "d" / "migrated"
    own.mkdir(parents=True)
    for kept in migrated_databases.glob("*.sqlite3"):
        shutil.copyfile(kept, own / kept.name)
    alone = ["-q", "-n", "0", "-p", "no:randomly", "--show-capture=no", "-o", f"cache_dir={tmp_path}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *alone, str(ANSWERING)],
        cwd=root,
        env={name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DATABASE_URL"))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8_000:]
