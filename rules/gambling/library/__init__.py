"""Games that come with Muster: the TOML files beside this module, each a document of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules.errors import DocumentError
from rules.gambling.documents import FORMAT, game_from_document
from rules.gambling.game import TableGame


@cache
def ready_games() -> Mapping[str, TableGame]:
    """Return every game of the library by the name of its file, in the order of these names."""
    folder = files("rules.gambling.library")
    found = sorted(
        (traversable for traversable in folder.iterdir() if traversable.name.endswith(".toml")),
        key=lambda traversable: traversable.name,
    )
    return {
        traversable.name.removesuffix(".toml"): _read_game(traversable.name, traversable.read_text(encoding="utf-8"))
        for traversable in found
    }


def _read_game(name: str, text: str) -> TableGame:
    try:
        return game_from_document({"format": FORMAT.tag, **tomllib.loads(text)})
    except DocumentError as fault:
        raise DocumentError(fault.code, f"{name} {fault.path}", fault.message) from None
