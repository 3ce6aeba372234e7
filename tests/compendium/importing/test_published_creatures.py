"""The published pages through the importer: every word and number is in the fields, and the built-in cards agree."""

import re
from functools import cache

import pytest

from compendium.builtin import built_in_cards
from compendium.importing.pages import read_creature_page
from rules.cards.model import Card, Feature
from rules.cards.sheet import CreatureCard, FeatureLine, creature_card
from tests.compendium.published_pages import ALL_PAGES, FILES, PageCard, PageFeature, each_page, printed_foot
from tests.samples import SAMPLES

SAME_WORDS = {
    "blast": "burst",
    "intimidate": "intimidation",
    "occult": "occultism",
    "daily": "🄳",
    "encounter": "🄴",
    "consumable": "☐",
    "immunity": "immune",
}
SIGNS = "●○↻☐🄳🄴∞☁≋🌳🕳✪☼✿✯👁⚖🌀✊👿⛈"


@cache
def imported() -> dict[tuple[str, str], Card]:
    """Return the cards that the importer makes of the pages, by source and name."""
    cards = {}
    for source, file in ((source, file) for source, files in FILES.items() for file in files):
        for candidate in read_creature_page((SAMPLES / file).read_bytes()):
            assert candidate.value is not None, candidate.doubts
            cards[source, candidate.name] = candidate.value
    return cards


def words(*texts: str) -> list[str]:
    """Return the words, numbers and signs of texts, in order."""
    plain = " ".join(texts).replace("\ufe0f", "").replace("−", "-").replace("’", "'").casefold()
    return [SAME_WORDS.get(word, word) for word in re.findall(rf"[+-]?\d+(?:d6)?|[a-z']+|[{SIGNS}]", plain)]


def shown_words(line: FeatureLine) -> list[str]:
    """Return what a card that is drawn from fields says of a feature, in the order of the page."""
    parts = [mark.sign for mark in line.uses]
    parts += [line.caster.replace(",", "") if line.caster else line.name, line.kind]
    parts += [line.cost.sign if line.cost else "", line.reach]
    parts += ["".join(span.text for span in line.trigger), "".join(span.text for span in line.effect)]
    for group in line.groups:
        parts += ["".join(mark.sign for mark in group.uses) or "∞"]
        parts += [f"{name} {note}" for name, note in group.spells]
    return words(*parts)


def page_words(feature: PageFeature, top: str) -> list[str]:
    """Return what the page says of a feature."""
    kind = {"add_on": "add on", "upgrade": "upgrade"}.get(feature.kind, f"replaces {feature.replaces or ''}")
    boxes = " ".join(feature.uses)
    text = re.sub(r"(?<=[🄳🄴☐∞]):", "", feature.text.replace("[at-will]", "∞"))
    return words(boxes, feature.name, kind if feature.kind not in ("base", "caster") else "", top, text)


def top_of(feature: Feature) -> str:
    """Return the printed top line; plain Melee reaches one square, and some pages print the number."""
    return re.sub(r"(?i)\bmelee 1\b", "Melee", (feature.printed or ("", ""))[0])


@each_page
def test_every_word_of_a_feature_is_shown_from_its_fields(published: PageCard):
    card = imported()[published.source, published.name]
    lines = creature_card(card).features
    assert len(lines) == len(published.features)
    for printed, feature, line in zip(published.features, card.features, lines, strict=True):
        expected = page_words(printed, top_of(feature))
        if not printed.text:  # a common feature prints its name alone: what it does is added
            assert shown_words(line)[: len(expected)] == expected
        else:
            assert shown_words(line) == expected


@each_page
def test_head_stats_and_foot_are_shown_from_their_fields(published: PageCard):
    card = imported()[published.source, published.name]
    shown: CreatureCard = creature_card(card)
    assert (shown.name, shown.points, shown.level, shown.size) == (
        published.name,
        published.points,
        published.level,
        published.size,
    )
    assert shown.alignment is not None
    assert (shown.alignment.code, list(shown.tags)) == (published.alignment, published.tags)
    assert [stat.amount for stat in shown.stats] == published.stats
    assert card.armor_broken == published.armor_broken
    foot = words(*(f"{label} {''.join(span.text for span in spans)}" for label, spans in shown.foot))
    printed = words(printed_foot(published))
    assert set(printed) <= set(foot) | {"and", "or", "to"}
    labels = {"skills", "senses", "traits", "immune", "resist", "weak"}
    assert set(foot) - set(printed) <= labels | {"and", "or", "intimidation", "occultism"}


def test_a_reader_that_loses_a_word_is_found():
    if ALL_PAGES:
        assert words("● Melee 2 strike", "20 slashing (Reflex half)") != words("● Melee 2 strike", "20 slashing")


# The built-in cards, which people wrote, against what the importer reads. Where they differ, the reason:
BY_RULEBOOK = "the rulebook’s Swallow Whole has a save that no card prints"
EXPLAINED: dict[tuple[str, str, str], str] = {
    ("Gashadokuro", "Swallow Whole", "saves"): BY_RULEBOOK,
    ("Doblagub", "Swallow Whole", "saves"): BY_RULEBOOK,
    ("Cythnophorian", "Tendril", "saves"): "what the save negates is an affliction of the creature, no condition",
    ("Tyrannosaurus", "Swallow Whole", "saves"): BY_RULEBOOK,
    ("Giant Flytrap", "Swallow Whole", "saves"): BY_RULEBOOK,
    ("Cultist", "Dagger", "damage"): "two amounts are printed, the second one for a cultist that is damaged",
    ("Mandragora", "Vine", "saves"): "the page does not say which save it is",
    ("Reefclaw", "Claw", "damage"): "the poison damage stands in a sentence of its own",
    ("Tyrannosaurus", "Fling", "saves"): "the save is that of a second creature",
    ("Fungus Leshy", "Spore Pod", "saves"): "the condition that the save negates has no name",
    ("Paleohemoth", "Jaws", "saves"): "of the two conditions that the save negates, each is named for itself",
    ("Pixie", "Sprinkle Pixie Dust", "saves"): "three effects to choose from; the fields do not tell them apart",
    ("Wasp Swarm", "Swarming Stings", "damage"): "the poison damage depends on the first save, and stays in the text",
}
TOP_FIELDS = ("range", "strike")


@each_page
def test_the_built_in_card_agrees_but_for_what_is_explained(published: PageCard):
    key = (published.source, published.name)
    ours = next(card for card in built_in_cards() if (card.source, card.name) == key)
    card = imported()[key]
    for name in ("level", "points", "printed_points", "alignment", "size", "tags", "stats", "armor_broken", "license"):
        assert getattr(card, name) == getattr(ours, name), name
    for name in ("movement_mode", "starts_with", "skills", "resist", "weak"):
        assert getattr(card, name) == getattr(ours, name), name
    assert len(card.features) == len(ours.features)
    for feature, own in zip(card.features, ours.features, strict=True):
        for name in ("id", "name", "kind", "replaces", "uses", "cost", "once_per_turn"):
            assert getattr(feature, name) == getattr(own, name), (feature.name, name)
        for name in ("damage", "saves", *TOP_FIELDS):
            expected = getattr(own, name)
            if name in TOP_FIELDS and not own.is_printed(name):
                expected = None if name == "range" else False
            if (card.name, feature.name, name) not in EXPLAINED:
                assert getattr(feature, name) == expected, (feature.name, name)


@pytest.mark.samples
def test_every_explained_difference_is_there():
    differences = set()
    for own in built_in_cards():
        card = imported()[own.source or "", own.name]
        for feature, built_in in zip(card.features, own.features, strict=True):
            for name in ("damage", "saves"):
                if getattr(feature, name) != getattr(built_in, name):
                    differences.add((card.name, feature.name, name))
    assert differences == EXPLAINED.keys()
