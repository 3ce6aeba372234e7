"""The ready games of Muster: the TOML files beside this module, each a document of a game."""

from collections.abc import Mapping
from functools import cache

from rules.documents.reading import toml_documents
from rules.gambling.game import FORMAT, TableGame, game_from_document


@cache
def ready_games() -> Mapping[str, TableGame]:
    """Return every game of the library by the name of its file, in the order of these names."""
    return toml_documents(
        "rules.gambling.library", lambda document: game_from_document({"format": FORMAT.tag, **document})
    )
