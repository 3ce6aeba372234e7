"""The ready games of Muster: the TOML files beside this module, each a document of a game."""

import tomllib
from collections.abc import Mapping
from functools import cache

from rules.documents.reading import toml_files
from rules.errors import DocumentError
from rules.gambling.game import FORMAT, TableGame, game_from_document


@cache
def ready_games() -> Mapping[str, TableGame]:
    """Return every game of the library by the name of its file, in the order of these names."""
    return {
        file.name.removesuffix(".toml"): _read_game(file.name, file.read_text(encoding="utf-8"))
        for file in toml_files("rules.gambling.library")
    }


def _read_game(name: str, text: str) -> TableGame:
    try:
        return game_from_document({"format": FORMAT.tag, **tomllib.loads(text)})
    except DocumentError as fault:
        raise DocumentError(fault.code, f"{name} {fault.path}", fault.message) from None
