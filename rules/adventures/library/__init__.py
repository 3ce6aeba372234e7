"""The ready adventures of Muster: the TOML files beside this module, each a document without a log."""

from collections.abc import Mapping
from functools import cache

from rules.adventures.documents import FORMAT, adventure_from_document
from rules.adventures.state import Adventure
from rules.documents.reading import toml_documents


@cache
def library_adventures() -> Mapping[str, Adventure]:
    """Return every adventure of the library by the name of its file, in the order of these names."""
    return toml_documents(
        "rules.adventures.library",
        lambda document: adventure_from_document({"format": FORMAT.tag, **document}).adventure,
    )
