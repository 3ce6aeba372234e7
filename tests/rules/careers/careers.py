"""A kobold, a boar and a few others with short ways to write down their careers, for the tests of the fold."""

from typing import Any

from rules.cards.documents import card_document
from rules.cards.model import Card, Feature, Stats
from rules.careers.logs import answer_document, career_from_document, check_creatures, fold_document
from rules.effects.values import Damage, Range
from rules.legality.resolved import Rulebook

STATS = Stats(fight=5, armor=16, power=13, fortitude=3, reflex=7, will=3, hp=7, speed=5)


def strike(id: str, amount: int, reach: str = "melee", **fields: Any) -> Feature:
    """Return a Strike that deals piercing damage."""
    name = id.split("-")[0].capitalize()
    return Feature(
        id=id, name=name, strike=True, range=Range(reach, 1), damage=(Damage(amount, ("piercing",)),), **fields
    )


KOBOLD = Card(
    "kobold-warrior",
    "Kobold Warrior",
    -1,
    "LE",
    "Small",
    STATS,
    tags=("Kobold", "Humanoid"),
    features=(
        strike("spear", 5),
        strike("spear-2", 5, "ranged", uses=("encounter",)),
        strike("sling", 3, "ranged", kind="add_on"),
        Feature(id="sneak-attack", name="Sneak Attack", effect="Its Strikes deal +3 damage to off-guard targets."),
    ),
    skills=("Acrobatics", "Crafting", "Stealth"),
)
BOAR = Card("boar", "Boar", 2, "TN", "Medium", STATS, features=(strike("tusk", 8),), skills=("Athletics",))
DRAGON = Card(
    "dragon",
    "Dragon",
    7,
    "CE",
    "Large",
    STATS,
    features=(
        strike("jaws", 20),
        Feature(
            id="breath-weapon",
            name="Breath Weapon",
            cost="2",
            uses=("encounter",),
            range=Range("cone", 6),
            damage=(Damage(25, ("fire",)), Damage(5, ("fire",), persistent=True)),
            effect="Each creature in the area takes {damage} damage and {damage.2} damage.",
        ),
    ),
    skills=("Intimidation",),
)
ONI = Card("oni", "Oni", 14, "LE", "Large", STATS)
BALLISTA = Card("ballista", "Ballista", 5, "TN", "Large", Stats(10, 15, 18, 8, None, None, None, None))
BOOK = Rulebook.of(KOBOLD, BOAR, DRAGON, ONI, BALLISTA)

FEAT = [1, 3, 3]
WILL = [1, 1, 2]
FIGHT = [3, 3, 4]


def member(id: str = "m1", creature: str = "kobold-warrior", **fields: Any) -> dict[str, Any]:
    """Return a member of a career document."""
    return {"id": id, "creature": creature} | fields


def scenario(id: str, *fielded: str, out: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    """Return a scenario of a career document; ``out`` are the eliminated."""
    return {"kind": "scenario", "id": id, "fielded": list(fielded), "eliminated": list(out)} | fields


def die(kind: str, scenario: str, member: str, *faces: int, **fields: Any) -> dict[str, Any]:
    """Return dice of a career document."""
    return {"kind": kind, "scenario": scenario, "member": member, "faces": list(faces)} | fields


def advance(scenario: str, member: str, faces: list[int], feat: str | None = None, choice: str | None = None) -> Any:
    """Return an advance of a career document."""
    return die("advance", scenario, member, *faces, feat=feat, choice=choice)


def document(*events: dict[str, Any], members: Any = None, **fields: Any) -> dict[str, Any]:
    """Return a career document, of one kobold if nothing else is said."""
    members = [member()] if members is None else members
    return {"format": "muster-career/1", "members": members, "events": list(events)} | fields


def fold_answer(written: dict[str, Any], rulebook: Rulebook = BOOK) -> dict[str, Any]:
    """Return the answer to a career document."""
    career = career_from_document(written)
    check_creatures(career, rulebook.with_cards(career.cards))
    return answer_document(*fold_document(career, rulebook))


def answer(*events: dict[str, Any], members: Any = None, rulebook: Rulebook = BOOK, **fields: Any) -> dict[str, Any]:
    """Return the answer to a career document of these events."""
    return fold_answer(document(*events, members=members, **fields), rulebook)


def only(*events: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the only member of an answer without problems."""
    outcome = answer(*events, **fields)
    assert outcome["problems"] == []
    (career,) = outcome["members"]
    return career


def problems(*events: dict[str, Any], **fields: Any) -> list[tuple[str, int, str | None]]:
    """Return code, event and member of every problem of an answer."""
    return [(problem["code"], problem["event"], problem["member"]) for problem in answer(*events, **fields)["problems"]]


def own_card(card: Card) -> dict[str, Any]:
    """Return the document of a card that travels with a career."""
    return card_document(card)


def campaign(scenarios: int, *faces: list[int], member: str = "m1") -> list[dict[str, Any]]:
    """Return so many scenarios of one member, each with the next of the given advances, then Will +1."""
    rolls = [*faces, *[WILL] * scenarios]
    return [
        event
        for number in range(1, scenarios + 1)
        for event in (scenario(f"s{number}", member), advance(f"s{number}", member, rolls[number - 1]))
    ]
