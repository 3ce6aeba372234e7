"""A file that could not be stored whole leaves nothing behind."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from compendium.services.uploads import upload_store


def test_half_a_file_does_not_stay_where_the_disk_is_full(settings, tmp_path: Path):
    settings.UPLOADS_DIR = str(tmp_path)

    def chunks() -> Iterator[bytes]:
        yield b"half of a bestiary"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        upload_store(chunks())
    assert list(tmp_path.iterdir()) == []
