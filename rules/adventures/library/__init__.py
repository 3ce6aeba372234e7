"""The ready adventures of Muster: the TOML files beside this module, each a document without a log."""

import tomllib
from collections.abc import Mapping
from functools import cache

from rules.adventures.documents import FORMAT, adventure_from_document
from rules.adventures.state import Adventure
from rules.documents.reading import toml_files
from rules.errors import DocumentError


@cache
def library_adventures() -> Mapping[str, Adventure]:
    """Return every adventure of the library by the name of its file, in the order of these names."""
    return {
        file.name.removesuffix(".toml"): _read(file.name, file.read_text(encoding="utf-8"))
        for file in toml_files("rules.adventures.library")
    }


def _read(name: str, text: str) -> Adventure:
    try:
        return adventure_from_document({"format": FORMAT.tag, **tomllib.loads(text)}).adventure
    except DocumentError as fault:
        raise DocumentError(fault.code, f"{name} {fault.path}", fault.message) from None
