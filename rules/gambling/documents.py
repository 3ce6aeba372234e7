"""A game as a document, ``muster-table-game/1``. docs/gambling.md tells the format."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.documents import Fields, Format, fail, writable
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, integer, number, records
from rules.errors import DocumentError, RulesError
from rules.gambling.conditions import CONDITION_NAMES, MOST_NUMBER, ResultCondition
from rules.gambling.game import (
    MOST_CONDITIONS,
    MOST_DICE,
    MOST_GROUPS,
    MOST_RESULTS,
    MOST_SEATS,
    MOST_SIDES,
    MOST_SPOTS,
    MOST_STAFF,
    MOST_STAKE,
    GameDice,
    GameResult,
    TableGame,
    payout_from_text,
)
from rules.lengths import MAX_NAME

FORMAT = Format("muster-table-game/1", "a table game")
MAX_BYTES = 100_000
"""The largest document of a game, in bytes."""
MAX_WORDS = 2_000
MAX_COIN = 20
MAX_SPOT = 40


def one_line(high: int, low: int = 1) -> Shape:
    """A text of ``low`` to ``high`` characters in a single line, not only spaces."""

    def read(fields: Fields, name: str) -> str:
        value = writable(fields.text(name, low=low, high=high), fields.at(name))
        if low and not value.strip():
            fail("document.value", fields.at(name), "Expected more than spaces.")
        return value

    return Shape(lambda value: value, read, {"type": "string", "minLength": low, "maxLength": high})


def _payout() -> Shape:
    def read(fields: Fields, name: str) -> Fraction:
        try:
            return payout_from_text(fields.text(name, high=12))
        except DocumentError:
            raise
        except RulesError as fault:
            fail("document.value", fields.at(name), str(fault))

    return Shape(str, read, {"type": "string", "pattern": "^-?[0-9]{1,4}(/[0-9]{1,3})?$"})


DICE = records(
    GameDice,
    (
        RecordField("count", integer(1, MOST_DICE), REQUIRED, always=True),
        RecordField("sides", integer(2, MOST_SIDES), REQUIRED, always=True),
    ),
    high=MOST_GROUPS,
)
CONDITIONS = records(
    ResultCondition,
    (
        RecordField("kind", choice(tuple(CONDITION_NAMES), needed=True), REQUIRED, always=True),
        RecordField("at_least", integer(1, MOST_NUMBER), 1),
        RecordField("at_most", number(1, MOST_NUMBER)),
        RecordField("face", number(1, MOST_SIDES)),
    ),
    high=MOST_CONDITIONS,
)
RESULTS = records(
    GameResult,
    (
        RecordField("name", one_line(MAX_NAME), REQUIRED, always=True),
        RecordField("when", CONDITIONS, REQUIRED, always=True),
        RecordField("pays", _payout(), REQUIRED, always=True),
    ),
    high=MOST_RESULTS,
)


def game_document(game: TableGame) -> dict[str, Any]:
    """Return a game as a document."""
    return {
        "format": FORMAT.tag,
        "name": game.name,
        "house": game.house,
        "staff": game.staff,
        "equipment": game.equipment,
        "mechanic": game.mechanic,
        "dice": DICE.write(game.dice),
        "house_dice": DICE.write(game.house_dice),
        "results": RESULTS.write(game.results),
        **({"spots": list(game.spots)} if game.spots else {}),
        "coin": game.coin,
        "lowest_stake": game.lowest_stake,
        "highest_stake": game.highest_stake,
        "seats": game.seats,
    }


def _spots(read: Fields) -> tuple[str, ...]:
    found = read.texts("spots", high=MOST_SPOTS, longest=MAX_SPOT)
    for place, name in enumerate(found):
        if not writable(name, f"{read.at('spots')}[{place}]").strip():
            fail("document.value", f"{read.at('spots')}[{place}]", "Expected more than spaces.")
    return found


def game_from_document(document: object) -> TableGame:
    """Read a game; raise ``DocumentError`` with the path of the first thing that cannot be read.

    A game with more than a million outcomes can be read: it has no odds, and no one can play it.
    """
    read = FORMAT.upcast(document)
    try:
        game = TableGame(
            name=one_line(MAX_NAME).read(read, "name"),
            house=read.text("house", "", high=MAX_WORDS),
            staff=read.integer("staff", 1, low=1, high=MOST_STAFF),
            equipment=read.text("equipment", "", high=MAX_WORDS),
            mechanic=read.text("mechanic", "", high=MAX_WORDS),
            dice=DICE.read(read, "dice"),
            house_dice=DICE.read(read, "house_dice"),
            results=RESULTS.read(read, "results"),
            spots=_spots(read),
            coin=writable(read.text("coin", "gp", low=1, high=MAX_COIN), read.at("coin")),
            lowest_stake=read.integer("lowest_stake", 1, low=1, high=MOST_STAKE),
            highest_stake=read.integer("highest_stake", 10, low=1, high=MOST_STAKE),
            seats=read.integer("seats", 6, low=1, high=MOST_SEATS),
        )
    except DocumentError:
        raise
    except RulesError as fault:
        fail("document.value", "", str(fault))
    read.done()
    return game
