"""Random warbands as roster documents, from a seed: the questions whose answers the goldens keep.

``rosters.json`` holds 200 of them, so that the same warbands are asked about however this module or the compendium
changes. Rosters written by hand, such as one for a new rule, follow them. ``python -m tests.golden.rosters`` draws the
200 again and keeps those written by hand; then record the goldens again. A new code alone is no reason to draw.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from compendium.builtin import SOURCES, built_in_cards
from rules.cards.documents import card_document
from rules.cards.model import Card
from rules.items import ITEMS
from rules.items.item import Item
from rules.legality.verdict import CODES
from rules.roster import roster_document, roster_from_document
from rules.tables.positioning import POSITIONING_UPGRADES
from tests.golden.files import ROSTERS, filled, is_empty, read, write_rows

SEED = 20_242
NUMBER = 200
MODES = ("narrative", "unlimited", "limited", "limited", "random_box", "campaign")
ALIGNMENTS = ("LG", "NG", "CG", "LN", "TN", "CN", "LE", "NE", "CE")
LIMITS = (0, 35, 54, 100, 150, 200, 200, 250, 300, 400, 600, 1_000, 2_000)
NAMES = ("", "", "", "Snik", "Old Flint", "Mira of the Reeds", "Boar")
UNKNOWN_CREATURES = ("drgon", "Kobold Warrior", "boar-of-the-moon", "Caldera Oni")
UNKNOWN_ITEMS = ("wine", "Holy Water", "sword-of-nobody")
CHOICES = ("Tusk", "tusk", " Tusk ", "Jaws", "heal", "fire", "Spear")
REASONS = ("", "agreed at the table", "a story needs it")


@dataclass(frozen=True)
class Stock:
    """Everything that a warband may name; ``revised`` are keys of creatures with more than one revision."""

    cards: Mapping[str, Card]
    items: Sequence[Item]
    positioning: Sequence[str]
    codes: Sequence[str]
    revised: Sequence[str] = ("boar",)


def stock() -> Stock:
    """Return what comes with Muster."""
    return Stock(
        cards={card.key: card for card in built_in_cards()},
        items=ITEMS,
        positioning=[row.key for row in POSITIONING_UPGRADES],
        codes=CODES,
    )


def rosters(
    stock: Stock, number: int, seed: int = SEED, *, most: int = 12, homebrew: float = 0.15
) -> list[dict[str, Any]]:
    """Return random roster documents of ``most`` bought members or fewer; the share ``homebrew`` brings own cards."""
    chance = Random(seed)
    return [_roster(chance, stock, most, homebrew) for _ in range(number)]


def _roster(chance: Random, stock: Stock, most: int, homebrew: float) -> dict[str, Any]:
    mode = chance.choice(MODES)
    cards = [_homebrew(chance, stock, number) for number in range(_few(chance, homebrew, 2))]
    known = {**stock.cards, **{card["key"]: card for card in cards}}
    size = chance.randint(0, 3) if chance.random() < 0.25 else chance.randint(1, most)
    alignment = chance.choice(ALIGNMENTS) if chance.random() < 0.8 else None
    picked = _creatures(chance, stock, size, alignment)
    members = [_member(chance, stock, creature) for creature in picked]
    for card in cards:
        for member in members[: chance.randint(1, 2)]:
            member["creature"] = card["key"]
            member["upgrades"] = chance.choices([feature["id"] for feature in card["features"]], k=chance.randint(0, 4))
        chance.shuffle(members)
    _lead(chance, stock, members)
    for place, member in enumerate(members, 1):
        member["id"] = f"m{place}"
    document: dict[str, Any] = {
        "format": "muster-roster/1",
        "name": chance.choice(("", "Ash Company", "The Long Night")),
        "play_mode": mode,
        "points_limit": None
        if mode in ("narrative", "random_box") and chance.random() < 0.5
        else chance.choice(LIMITS),
        "alignment": alignment,
        "members": members,
    }
    if chance.random() < 0.3:
        taken = [member["creature"] for member in members]
        document["collection"] = {key: chance.randint(0, 3) for key in [*taken, *chance.sample(sorted(known), 3)]}
    if chance.random() < 0.35:
        document["house_rules"] = {
            "sources": _some(chance, [*SOURCES, "p2v-lost"]) if chance.random() < 0.6 else None,
            "banned": [chance.choice(picked)] if picked and chance.random() < 0.5 else [],
            "max_items_per_member": chance.choice((None, 0, 1, 2)),
        }
    if chance.random() < 0.3:
        document["overrides"] = [_override(chance, stock, members) for _ in range(chance.randint(1, 4))]
    if cards:
        document["cards"] = cards
    return roster_document(roster_from_document(document), references=True)


def _few(chance: Random, likely: float, most: int) -> int:
    return chance.randint(1, most) if chance.random() < likely else 0


def _some(chance: Random, keys: Sequence[str], most: int = 2) -> list[str]:
    return chance.sample(list(keys), chance.randint(1, min(most, len(keys))))


def _creatures(chance: Random, stock: Stock, size: int, alignment: str | None) -> list[str]:
    """Return keys of creatures: of every kind, or mostly cheap ones of the warband's own alignment."""
    keys = sorted(stock.cards)
    if chance.random() < 0.6:
        keys = [key for key in keys if stock.cards[key].level <= 4 and stock.cards[key].alignment in (alignment, "TN")]
    leaders = [key for key in sorted(stock.cards) if stock.cards[key].starts_with]
    picked = []
    for _ in range(size):
        pool = chance.choices((keys or sorted(stock.cards), leaders, UNKNOWN_CREATURES, stock.revised), (84, 9, 3, 4))
        picked.append(chance.choice(list(pool[0])))
    return picked


def _member(chance: Random, stock: Stock, creature: str) -> dict[str, Any]:
    card = stock.cards.get(creature)
    plain = chance.random() < 0.4
    member: dict[str, Any] = {"creature": creature, "name": chance.choice(NAMES)}
    if plain:
        return member
    offered = [*(card.upgrades if card else ()), *(["wings"] if chance.random() < 0.08 else [])]
    if offered and chance.random() < 0.6:
        member["upgrades"] = chance.choices(offered, k=chance.randint(1, min(3, len(offered))))
    if chance.random() < 0.5:
        level = card.level if card and chance.random() < 0.7 else 14
        member["items"] = [_item(chance, stock, level) for _ in range(chance.choice((1, 1, 2, 3)))]
        if chance.random() < 0.1:
            member["items"] *= 2
    if chance.random() < 0.2:
        member["positioning"] = chance.choices([*stock.positioning, "ambush"], k=chance.randint(1, 2))
    if chance.random() < 0.3:
        member["hero_points"] = chance.randint(1, 4)
    if chance.random() < (0.6 if creature in stock.revised else 0.06):
        member["revision"] = chance.choice((1, 7, 99))
    return member


def _item(chance: Random, stock: Stock, level: int) -> Any:
    light = [item.key for item in stock.items if item.level <= level]
    key = chance.choice(light if light and chance.random() > 0.06 else UNKNOWN_ITEMS)
    return key if chance.random() < 0.5 else {"item": key, "choice": chance.choice(CHOICES)}


def _lead(chance: Random, stock: Stock, members: list[dict[str, Any]]) -> None:
    """Give commanders the minions that their cards name, now and then one too few or one too many."""
    for place, member in enumerate(list(members)):
        card = stock.cards.get(member["creature"])
        for key in card.starts_with if card else ():
            for _ in range(chance.choices((0, 1, 2), (20, 70, 10))[0]):
                members.append({"creature": key, "minion_of": f"m{place + 1}", "hero_points": _few(chance, 0.2, 2)})
    for member in members:
        if chance.random() < 0.02:
            member["minion_of"] = f"m{chance.randint(1, len(members) + 1)}"


def _override(chance: Random, stock: Stock, members: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    override = {"code": chance.choice([*stock.codes, "no.such_code"]), "reason": chance.choice(REASONS)}
    if members and chance.random() < 0.5:
        override["member"] = f"m{chance.randint(1, len(members))}"
    return override


def _homebrew(chance: Random, stock: Stock, number: int) -> dict[str, Any]:
    """Return a card of a player's own: a built-in one with fewer features and another level."""
    document = card_document(stock.cards[chance.choice(sorted(stock.cards))], references=True)
    key = document["key"] if chance.random() < 0.1 else f"{document['key']}--hb-{number}a"
    stats = document["stats"] | ({"will": None, "power": None} if chance.random() < 0.3 else {})
    kept = {"id", "name", "kind", "replaces", "caster"}
    features = [
        {name: value for name, value in feature.items() if name in kept} for feature in document["features"][:2]
    ]
    first = features[0]["name"]
    features += [
        {
            "id": f"better-{place}",
            "name": f"Better {place}",
            "kind": "replaces",
            "replaces": first,
            "text": "",
        }
        for place in range(_few(chance, 0.6, 3))
    ]
    changed = {
        "key": key,
        "name": f"{document['name']} of the House",
        "source": None,
        "license": "homebrew",
        "level": chance.randint(-1, 6),
        "alignment": None if chance.random() < 0.3 else document["alignment"],
        "stats": stats,
        "printed_points": None,
        "features": features,
        **{name: [] for name in ("skills", "immune", "resist", "weak", "other")},
    }
    return document | changed


def compact(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a roster document without what is empty, which reads the same."""
    short = {key: value for key, value in document.items() if not is_empty(value)}
    short["members"] = [filled(member) for member in document["members"]]
    if document.get("cards"):
        short["cards"] = [filled(card) for card in document["cards"]]
    if document.get("collection") is not None:
        short["collection"] = document["collection"]
    return short


def main() -> None:
    """Draw the rosters again and store them before those written by hand."""
    written = read(ROSTERS)[NUMBER:]
    write_rows(ROSTERS, [*map(compact, rosters(stock(), NUMBER, most=4, homebrew=0.1)), *written])


if __name__ == "__main__":
    main()
