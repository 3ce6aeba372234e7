"""Files on their way in, of which nothing stays where the disk is full."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from django.core.files.uploadhandler import TemporaryFileUploadHandler


class SentFileHandler(TemporaryFileUploadHandler):
    """Django's handler of large files, which keeps half a file for as long as its fault is remembered."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a piece of the file; remove the file where that fails."""
        try:
            super().receive_data_chunk(raw_data, start)
        except OSError:
            with suppress(OSError):  # closing writes what was held back, and fails as well
                self.file.close()
            Path(self.file.temporary_file_path()).unlink(missing_ok=True)
            raise
