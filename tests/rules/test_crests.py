"""The crest of a warband: what gives its field, its division and its emblem, and when a side's border parts two."""

from rules.cards.model import Card
from rules.cards.sheet import CreatureCard, creature_card
from rules.crests import (
    Crest,
    CrestChoice,
    CrestCreature,
    crest,
    crest_document,
    crest_from_document,
    told_apart,
)
from rules.sheets.crests import crest_of_sheet
from rules.tables.play_modes import ROSTER_KEYS
from tests.rows import every_row
from tests.rules.building.drafts import draft
from tests.rules.laid_out import roster_sheet
from tests.rules.warbands import BOOK

WOLF = CrestCreature("Wolf", "wolf", 20, "wolf-head")
BOAR = CrestCreature("Boar", "boar", 20, "boar")
RAT = CrestCreature("Rat", "rat", 2, "rat")


def test_the_costliest_creature_gives_the_emblem_and_the_first_by_name_of_equal_ones():
    assert crest((RAT, WOLF), alignment="LE", mode="campaign") == Crest("LE", "chevron", "wolf-head")
    assert crest((WOLF, BOAR, RAT), alignment="", mode="narrative") == Crest("", "plain", "boar")
    assert crest((WOLF, BOAR), alignment="", mode="limited") == crest((BOAR, WOLF), alignment="", mode="limited")


def test_a_warband_without_an_alignment_has_that_of_its_costliest_creature():
    ogre = CrestCreature("Ogre", "ogre", 40, "ogre", "CE")
    assert crest((RAT, ogre), alignment="", mode="narrative") == Crest("CE", "plain", "ogre")
    assert crest((RAT, ogre), alignment="LE", mode="limited").alignment == "LE"


def test_a_creature_without_an_emblem_leaves_it_to_the_next():
    giant = CrestCreature("Giant", "giant", 90, "")
    assert crest((giant, RAT), alignment="CE", mode="limited").emblem == "rat"
    assert crest((giant,), alignment="CE", mode="limited").emblem == ""


def test_every_play_mode_has_a_division_of_its_own():
    divisions = [crest((), alignment="", mode=mode).division for mode in ROSTER_KEYS]
    assert len(set(divisions)) == len(ROSTER_KEYS)


@every_row(
    "choice, expected",
    [
        (CrestChoice("troll", ""), Crest("LG", "pale", "troll")),
        (CrestChoice("", "bend"), Crest("LG", "bend", "boar")),
        (CrestChoice("troll", "bend"), Crest("LG", "bend", "troll")),
        (CrestChoice("", "lozengy"), Crest("LG", "pale", "boar")),
    ],
)
def test_the_owner_chooses_either_part(choice: CrestChoice, expected: Crest):
    derived = crest((BOAR,), alignment="LG", mode="limited")
    assert crest((BOAR,), alignment="LG", mode="limited", choice=choice) == expected
    assert crest_from_document(crest_document(derived), choice) == expected


def test_only_equal_crests_get_the_border_of_their_side():
    boar, wolf = Crest("LE", "pale", "boar"), Crest("LE", "pale", "wolf-head")
    assert told_apart({"a": boar, "b": wolf}) == {"a": boar, "b": wolf}
    parted = told_apart({"a": boar, "b": boar, "c": wolf})
    assert {side: each.border for side, each in parted.items()} == {"a": "a", "b": "b", "c": ""}
    assert told_apart(parted) == parted


def test_a_laid_out_warband_has_the_crest_of_its_creatures_whatever_was_bought():
    shown = crest_of_sheet(roster_sheet(draft("kobold-warrior", "boar"), BOOK, card_sheet=with_emblem))
    assert (shown.emblem, shown.division) == ("boar", "pale")


def with_emblem(card: Card) -> CreatureCard:
    return creature_card(card, emblem=card.key)
