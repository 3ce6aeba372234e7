"""What a sheet or a card has to say: every word of a creature, and which of them are missing."""

from collections.abc import Iterable, Iterator

from rules.cards.sheet import CreatureCard, FeatureLine
from rules.glossary.catalog import Span
from rules.sheets.model import MemberSheet
from rules.text import with_minus
from tests.printing import reading


def of_feature(line: FeatureLine) -> Iterator[str]:
    yield line.name
    yield from (mark.sign for mark in line.uses)
    yield line.cost.sign if line.cost else ""
    yield with_minus(line.reach)
    yield _sentence(line.trigger)
    yield _sentence(line.effect)
    for group in line.groups:
        yield from (mark.sign for mark in group.uses)
        for name, note in group.spells:
            yield from (name, note)


def of_card(card: CreatureCard) -> Iterator[str]:
    """Yield what a creature is, without its features."""
    yield from (card.name, card.size, *card.tags, card.class_name, with_minus(f"level {card.level}"))
    if card.alignment:
        yield from (card.alignment.sign, card.alignment.name)
    for stat in card.stats:
        yield from (stat.label, stat.value)
    yield card.movement.sign if card.movement else ""
    for label, pieces in card.foot:
        yield from (label, _sentence(pieces))


def of_whole_card(card: CreatureCard) -> Iterator[str]:
    """Yield what a creature is and all that it has or may buy."""
    yield from of_card(card)
    yield str(card.points)
    for line in card.features:
        yield from of_feature(line)
        yield line.kind[1:]
    if card.upgrades:
        yield f"Upgrades +{card.upgrade_cost}"


def of_member(member: MemberSheet) -> Iterator[str]:
    """Yield what a member is and has, without what is wrong with it."""
    yield from (member.called, member.creature, str(member.points))
    if member.card:
        yield from of_card(member.card)
    for line in member.features:
        yield from of_feature(line)
    for item in member.items:
        yield from (item.full_name, with_minus(item.reach), item.text)
    for upgrade in member.positioning:
        yield from (upgrade.name, upgrade.text)
    yield member.notes


def missing(texts: Iterable[str], words: str) -> list[str]:
    """Return those texts that do not stand in the words, which have no blanks, without anything between theirs."""
    return [text for text in texts if reading.squeezed(text) not in words]


def _sentence(pieces: tuple[Span, ...]) -> str:
    return with_minus("".join(piece.text for piece in pieces))
