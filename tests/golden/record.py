"""What the rules answer today, as compact JSON: numbers, codes and order, and no sentence.

``python -m tests.golden.record verdicts`` records one file again; without a name, it records all of them. That is
right when the game itself changed: a rule, a ruling, a card, an item or their points, or when a row, a code or a field
was added on purpose. Look at the difference of the files first: each line of it needs a reason in the changelog or the
rulings. It is never right for a change of words, of names or of the way in which the answer is found: these leave every
number as it is.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from compendium.builtin import built_in_cards
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict, verdict_document
from rules.matchup.cells import MatchupCell
from rules.matchup.sheet import matchup_sheet
from rules.roster import Member, Roster, roster_from_document
from tests.golden.files import CARDS, MATCHUPS, ROSTERS, STORED, VERDICTS, filled, read, write_rows

TARGETS = 7
"""How many creatures, the next ones in the compendium's order, each creature is held against."""

WORDING = frozenset({"text", "trigger", "printed"})
"""Fields of a feature that hold sentences."""

DERIVED = frozenset({"key", "format", "revision", "class"})
"""Fields of a card that say nothing of the creature, or may yet be filled."""


def rulebook() -> Rulebook:
    """Return the built-in cards, and of the boar an earlier revision to which members may be pinned."""
    cards = {card.key: card for card in built_in_cards()}
    old = card_from_document(read(STORED / "card-1-earlier-revision.json"))
    current = replace(cards[old.key], revision=old.revision + 1)
    return Rulebook(cards={**cards, old.key: current}, revisions={(old.key, old.revision): old})


def verdict_rows() -> Iterator[dict[str, Any]]:
    """Yield the verdict on each stored roster: its points, those of its members, and its problems in order."""
    book = rulebook()
    for place, document in enumerate(read(ROSTERS)):
        answer = verdict_document(verdict(roster_from_document(document), book))
        yield {
            "roster": place,
            "legal": answer["legal"],
            "points": [answer[name] for name in ("points", "points_limit", "points_left")],
            "members": [
                f"{member['id']} {member['points']}={member['base_points']}+{member['extras_points']}"
                for member in answer["members"]
            ],
            "problems": [[_problem(problem), problem["params"]] for problem in answer["problems"]],
        }


def _problem(problem: Mapping[str, Any]) -> str:
    subject = problem["subject"]
    about = " ".join(str(subject[part]) for part in ("index", "id", "key") if part in subject)
    agreed = " overridden" if problem["overridden"] else ""
    return f"{problem['code']} {problem['severity']}{agreed}: {subject['kind']} {about}".rstrip()


def card_rows() -> Iterator[dict[str, Any]]:
    """Yield the names of all exported fields, then each built-in card and each of its features without empty fields."""
    documents = [card_document(card) for card in built_in_cards()]
    yield {"fields": sorted(_names(documents))}
    for document in documents:
        features = document.pop("features")
        yield {"card": document["key"], **filled({key: document[key] for key in document if key not in DERIVED})}
        for feature in features:
            stated = {key: feature[key] for key in feature if key not in WORDING}
            yield {"feature": f"{document['key']}/{stated.pop('id')}", **filled(stated)}


def _names(value: Any) -> set[str]:
    """Return the names of all fields of a document, nested ones too."""
    if isinstance(value, dict):
        return value.keys() | _names(list(value.values()))
    return {name for child in value for name in _names(child)} if isinstance(value, list) else set()


def matchup_rows() -> Iterator[dict[str, Any]]:
    """Yield each attack of each creature, all its upgrades bought, against the next creatures of the compendium."""
    cards = built_in_cards()
    book = rulebook()
    for place, card in enumerate(cards):
        targets = [cards[(place + step) % len(cards)] for step in range(1, TARGETS + 1)]
        sheet = matchup_sheet(
            _alone(Member(card.key, upgrades=tuple(card.upgrades))), _alone(*map(_unequipped, targets)), book
        )
        for row in sheet.first.rows:
            yield {"attack": f"{card.key}/{row.attack.key}", "cells": " ".join(map(_cell, row.cells))}


def _alone(*members: Member) -> Roster:
    return Roster(members, play_mode="narrative")


def _unequipped(card: Card) -> Member:
    return Member(card.key)


def _cell(cell: MatchupCell) -> str:
    """Return the faces that succeed and those that do so critically, each save that fails, and the average damage."""
    saves = "".join(f",{save.stat[0]}{'-' if save.odds is None else save.odds.failed}" for save in cell.saves)
    second = "" if cell.second is None else f",2:{cell.second.success}"
    return (
        f"{_told(cell.hit)}/{_told(cell.critical)}{second}{saves}={_told(cell.damage)}{'!' if cell.is_immune else ''}"
    )


def _told(number: object) -> str:
    return "-" if number is None else str(number)


RECORDED: dict[Path, Callable[[], Iterator[dict[str, Any]]]] = {
    VERDICTS: verdict_rows,
    CARDS: card_rows,
    MATCHUPS: matchup_rows,
}
"""Each file with what fills it."""


def main() -> None:
    """Record the files that the command line names, or all of them."""
    parser = ArgumentParser(description="Record what the rules answer today.")
    parser.add_argument(
        "names", nargs="*", metavar="name", help="verdicts, cards or matchups; all of them if none is named"
    )
    names = parser.parse_args().names
    files = {path.stem: path for path in RECORDED}
    if unknown := set(names) - set(files):
        parser.error(f"no such file: {', '.join(sorted(unknown))}")
    for name in names or files:
        write_rows(files[name], RECORDED[files[name]]())


if __name__ == "__main__":
    main()
