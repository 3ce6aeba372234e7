"""The storage of static files: under names with their hash, each compressed once."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
LINKED_BY_NAME = re.compile(r"^css/")
"""Files that are also linked without a hash, by pages without dependencies, such as the error page."""
NEVER_LINKED = ("map", "md", "txt")


class OnceCompressor(Compressor):
    """Compress a file unless that was done: a hashed name has one content, other files have the time of theirs."""

    def compress(self, path: str) -> list[str]:
        """Return the compressed files of this one, made now or earlier."""
        source = Path(path)
        beside = [Path(f"{path}{suffix}") for suffix in (".br", ".gz")]
        if all(file.exists() and (HASHED.search(path) or is_as_old(file, source)) for file in beside):
            return [str(file) for file in beside]
        compressed: list[str] = super().compress(path)
        return compressed


class CompressedOnceStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed files, where collecting again compresses only changed files."""

    def create_compressor(self, **options: Any) -> OnceCompressor:
        skipped = (*Compressor.SKIP_COMPRESS_EXTENSIONS, *NEVER_LINKED)
        return OnceCompressor(**{**options, "extensions": skipped})

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        linked = [path for path in paths if HASHED.search(path) or LINKED_BY_NAME.match(path)]
        yield from super().compress_files(linked)


def is_as_old(compressed: Path, source: Path) -> bool:
    """Return True if the compressed file was made from the present source: WhiteNoise gives it the same time."""
    return int(compressed.stat().st_mtime) == int(source.stat().st_mtime)
