"""The built-in cards against the published pages: every fact of a page is a field of its card."""

import re

import pytest

from compendium.builtin import built_in_cards
from rules.effects import notation
from rules.text import slug
from tests.compendium.published_pages import (
    ALL_PAGES,
    DAMAGE_TYPES,
    PageCard,
    card_of,
    each_page,
    feature_pairs,
    printed_foot,
    read_foot,
    read_spells,
)

LICENSES = {"p2v-orc": "ORC", "p2v-ogl": "OGL"}


@pytest.mark.samples
def test_the_compendium_has_every_creature_of_the_pages_and_no_other():
    names = [(page.source, page.name) for page in ALL_PAGES]
    assert len(names) == len(set(names)) == 42 + 70 + 35
    assert sorted((card.source, card.name) for card in built_in_cards()) == sorted(names)


@each_page
def test_the_head_of_the_card_is_the_page_s(published: PageCard):
    card = card_of(published)
    assert (card.points, card.printed_points) == (published.points, published.points)
    assert (card.alignment, card.size, list(card.tags), card.level) == (
        published.alignment,
        published.size,
        published.tags,
        published.level,
    )
    assert card.license == LICENSES[published.source]


@each_page
def test_the_stats_are_the_page_s(published: PageCard):
    card, stats = card_of(published), card_of(published).stats
    ours = [stats.fight, stats.armor, stats.power, stats.fortitude, stats.reflex, stats.will, stats.hp, stats.speed]
    assert ours == published.stats
    assert (card.armor_broken, card.movement_mode) == (published.armor_broken, published.mode)


@each_page
def test_the_features_are_the_page_s_in_its_order(published: PageCard):
    assert [feature.name for feature in card_of(published).features] == [feature.name for feature in published.features]
    for printed, feature in feature_pairs(published):
        assert (feature.kind, feature.replaces) == (printed.kind, printed.replaces), printed.name
        assert list(feature.uses) == printed.uses, printed.name
        assert (feature.cost, feature.once_per_turn) == (printed.cost, printed.once_per_turn), printed.name
        assert (feature.strike and feature.is_printed("strike")) == printed.strike, printed.name
        # Some auras are printed as plain emanations, and only their text says what they are.
        spoken_aura = " aura" if "aura" in printed.text and "emanation" in printed.range else ""
        spelled = printed.range.removesuffix(" 1") if printed.range.startswith("melee") else printed.range
        accepted = {spelled, spelled.removesuffix(" aura") + spoken_aura}
        reach = feature.range if feature.is_printed("range") else None
        assert notation.format_range(reach) in accepted, printed.name


TYPES = rf"(?:{'|'.join(DAMAGE_TYPES)})(?:(?:, | and )(?:{'|'.join(DAMAGE_TYPES)}))*"
FIRST_DAMAGE = re.compile(
    rf"(?:[^.:;()]*[:;] )??(?:[^.:;()]*? takes? )??"
    rf"(?P<amount>\d+)(?P<persistent> persistent)?(?: (?P<types>{TYPES}))?(?: damage\b|(?=[;.]|$| and grabbed))"
    rf"(?: and (?P<more>\d+) persistent (?P<kind>{TYPES}) damage)?"
    r"(?:[^.;()]*\((?P<stat>Reflex|Fort|Fortitude|Will):? (?P<result>half|negates|none)\b)?",
    re.IGNORECASE,
)


@each_page
def test_damage_and_saves_are_fields_wherever_a_text_begins_with_them(published: PageCard):
    for printed, feature in feature_pairs(published):
        match = FIRST_DAMAGE.match(printed.text)
        if match is None or printed.name == "Shield Block":  # which reduces damage
            continue
        damage = [(part.amount, part.persistent, list(part.types)) for part in feature.damage]
        types = re.split(r", | and ", match["types"].lower()) if match["types"] else []
        expected = [(int(match["amount"]), bool(match["persistent"]), types)]
        if match["more"]:
            expected.append((int(match["more"]), True, [match["kind"]]))
        assert damage[: len(expected)] == expected, printed.name
        if match["stat"]:
            stat = {"fort": "fortitude"}.get(match["stat"].lower(), match["stat"].lower())
            result = {"none": "negates"}.get(match["result"], match["result"])
            assert (stat, result) in [(save.stat, save.result) for save in feature.saves], printed.name


CONDITIONS = (
    "confused controlled dazzled encumbered fascinated grabbed immobilized off-guard prone rattled restrained sickened "
    "slowed stunned"
).split()


@each_page
def test_what_a_text_gives_as_a_matter_of_course_is_a_field(published: PageCard):
    for printed, feature in feature_pairs(published):
        if printed.text and not feature.effect and printed.kind != "caster":  # the fields are all there is
            named = {name for name in CONDITIONS if re.search(rf"\b{name}\b", printed.text, re.IGNORECASE)}
            needed = {name for name in CONDITIONS if name in (feature.trigger or "")}
            assert named - needed == set(feature.gives) & set(CONDITIONS), printed.name


@each_page
def test_a_precondition_is_a_field(published: PageCard):
    for printed, feature in feature_pairs(published):
        if re.match(r"[^.:;()]+: ", printed.text) and printed.kind != "caster":
            assert feature.trigger, printed.name


@each_page
def test_a_caster_has_the_page_s_spells_in_its_groups(published: PageCard):
    for printed, feature in feature_pairs(published):
        if printed.kind != "caster":
            assert feature.caster is None, printed.name
            continue
        tradition, _, rank = printed.name.partition(" Caster Rank ")
        assert feature.caster is not None
        assert (feature.caster.tradition, feature.caster.rank) == (tradition, int(rank))
        ours = [
            (list(group.uses), [(spell.name.casefold(), spell.note) for spell in group.spells])
            for group in feature.caster.groups
        ]
        assert ours == read_spells(printed.text)


@each_page
def test_nothing_of_the_standard_features_is_lost(published: PageCard):
    card = card_of(published)
    printed = printed_foot(published)
    options = re.search(r" \[optional: (.+)\]", printed)  # one creature may trade its resistance for another
    foot = read_foot(printed.replace(options[0], "") if options else printed)
    assert list(card.skills) == foot.skills
    assert [word.casefold() for word in card.immune] == foot.immune
    assert [
        (resistance.type, resistance.dice, list(resistance.exceptions)) for resistance in card.resist
    ] == foot.resist
    assert [(weakness.type, weakness.amount) for weakness in card.weak] == foot.weak
    if options:
        assert set(re.findall(r"acid|electricity|fire|cold", " ".join(card.other))) == set(
            re.split(r", | or ", options[1].removesuffix(" instead"))
        )
    else:
        assert [word.casefold() for word in card.other] == [word.casefold() for word in foot.other]


@each_page
def test_a_commander_starts_with_the_minions_that_its_page_names(published: PageCard):
    answer = [re.findall(r"Starts? with (.+?) minion", printed.text) for printed in published.features]
    assert list(card_of(published).starts_with) == [slug(name) for names in answer for name in names]
