"""Style sheets joined from their sources in ``styles/``: those of ``SHEETS``, each with all of its imports.

A source is plain CSS, and its ``@import`` lines state the order of the imports and the cascade layer of each file.
Browsers could load it directly; the finder here serves one file in place of thirty. Every page loads ``core.css``, and
the sheets that its template names in the block ``sheets`` (``PAGE_SHEETS``), in this order.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

SOURCES = Path(__file__).resolve().parent / "styles"
SHEETS = ("core.css", "build.css", "campaign.css", "play.css", "printing.css", "admin.css")
PAGE_SHEETS = ("build", "campaign", "play", "printing")
FOLDER = "css"
IMPORT = re.compile(r'^@import "(?P<path>[\w/.-]+)"(?: layer\((?P<layer>[\w-]+)\))?;\n', re.MULTILINE)

COMMENT = re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL)


class StylesheetFinder(BaseFinder):
    """Find the style sheets of the site, joined again when one of their sources has changed."""

    def __init__(self, app_names: Iterable[str] | None = None, *args: Any, **kwargs: Any) -> None:
        """Store the joined files in ``var/``; ``app_names`` is for finders that search apps."""
        self.joined = settings.VAR_DIR / "stylesheets"
        self.storage = FileSystemStorage(location=self.joined)
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path of a joined style sheet, or an empty list for all other names."""
        for name in SHEETS:
            if path == f"{FOLDER}/{name}":
                joined = str(self._join(name))
                return [joined] if find_all else joined
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in SHEETS:
            path = f"{FOLDER}/{name}"
            if not matches_patterns(path, list(ignore_patterns or ())):
                self._join(name)
                yield path, self.storage

    def _join(self, name: str) -> Path:
        target: Path = self.joined / FOLDER / name
        newest = max(file.stat().st_mtime for file in (Path(__file__), SOURCES, *SOURCES.rglob("*")))
        if not target.exists() or target.stat().st_mtime < newest:
            target.parent.mkdir(parents=True, exist_ok=True)
            # Whole or not at all: several processes may want it at once.
            with tempfile.NamedTemporaryFile("w", dir=target.parent, encoding="utf-8", delete=False) as draft:
                draft.write(joined_stylesheet(SOURCES / name))
            Path(draft.name).chmod(0o644)
            Path(draft.name).replace(target)
        return target


def joined_stylesheet(source: Path) -> str:
    """Return a style sheet with each import replaced by its contents, without comments."""
    return IMPORT.sub(lambda match: _imported(source.parent, match["path"], match["layer"]), _text(source))


def _imported(folder: Path, path: str, layer: str | None) -> str:
    text = _text(folder / path)
    return f"@layer {layer} {{\n{text}}}\n" if layer else text


def _text(path: Path) -> str:
    # Comments are a fifth of what browsers would load, compressed. No string of a source holds the beginning of one.
    return COMMENT.sub("", path.read_text(encoding="utf-8"))
