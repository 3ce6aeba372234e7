"""Two warbands side by side: who is alike, which rows and columns there are, and what is said of the unknown."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.matchup.cells import UNKNOWN
from rules.matchup.sheet import MATCHUP_CIRCUMSTANCES, Circumstance, Contender, MatchupSheet, Side, matchup_sheet
from rules.p2v_combat.odds import save_odds, strike_odds
from rules.roster import ItemChoice, Member, Roster
from tests.examples import tried
from tests.rows import every_row
from tests.rules.warbands import BALLISTA, BOAR, BOOK, KOBOLD, STATS

NOBODY = Roster()


def warband(*members: Member | str, name: str = "") -> Roster:
    enlisted = tuple(Member(member) if isinstance(member, str) else member for member in members)
    return Roster(enlisted, name=name, play_mode="unlimited", points_limit=200)


def contenders(*members: Member | str, book: Rulebook = BOOK) -> tuple[Contender, ...]:
    """Return who stands on the left of a sheet against nobody."""
    return matchup_sheet(warband(*members), NOBODY, book).first.contenders


def whole(sheet: MatchupSheet) -> list[tuple[Side, Side]]:
    return [(sheet.first, sheet.second), (sheet.second, sheet.first)]


def test_members_with_the_same_card_and_upgrades_are_one_contender() -> None:
    slingers = [Member("kobold-warrior", upgrades=keys) for keys in (("sling", "hex"), ("hex", "sling", "sling"))]
    slinger, warrior, boar = contenders(slingers[0], "kobold-warrior", slingers[1], "boar")
    assert [(each.label, each.count) for each in (slinger, warrior, boar)] == [
        ("Kobold Warrior with Hex and Sling", 2),
        ("Kobold Warrior", 1),
        ("Boar", 1),
    ]


def test_what_does_not_change_the_card_does_not_part_members() -> None:
    snik = Member("boar", name="Snik", items=(ItemChoice("holy-water"),), hero_points=1, upgrades=("no-such",))
    (boar,) = contenders(snik, "boar", Member("boar", name="Snak"))
    assert (boar.count, boar.names) == (3, ("Snik", "Snak"))
    # Three boars at 18, a hero point and a flask at 3 each.
    assert boar.points == 60
    assert boar.notes == ("Carries Holy Water (not included).",)


def test_a_side_has_the_name_points_and_verdict_of_its_warband() -> None:
    ours, theirs = warband("boar", "kobold-warrior", name="Ash Company"), warband("caldera-oni")
    sheet = matchup_sheet(ours, theirs, BOOK)
    first, second = verdict(ours, BOOK), verdict(theirs, BOOK)
    assert (sheet.first.name, sheet.second.name) == ("Ash Company", "Second warband")
    assert (sheet.first.points, sheet.first.points_limit, sheet.first.legal) == (first.points, 200, True)
    assert (sheet.second.points, sheet.second.legal) == (second.points, False)
    assert (sheet.first.bodies, sheet.second.bodies) == (2, 1)


def test_a_contender_shows_its_card(built_in: dict[str, Card], rulebook: Rulebook) -> None:
    (shadow,) = contenders("shadow", book=rulebook)
    assert (shadow.level, shadow.alignment and shadow.alignment.code, shadow.license) == (4, "CE", "OGL")
    assert [stat.value for stat in shadow.stats] == ["+11", "16", "19", "+4", "+10", "+8", "40", "6"]
    assert dict(shadow.traits) == {"Immune": "poison", "Resist": "all 2d6 (except force and vitality)"}
    assert shadow.notes == ()


def test_rows_are_the_attacks_of_one_side_and_columns_the_contenders_of_the_other(rulebook: Rulebook) -> None:
    ours = warband("ankheg", "kobold-warrior", "kobold-warrior")
    theirs = warband("boar", "shadow", "boar")
    sheet = matchup_sheet(ours, theirs, rulebook)
    assert [(row.contender.name, row.attack.name) for row in sheet.first.rows] == [
        ("Ankheg", "Mandibles"),
        ("Ankheg", "Acid Spit"),
        ("Ankheg", "Spray Acid"),
        ("Kobold Warrior", "Spear"),
        ("Kobold Warrior", "Spear"),
    ]
    for side, other in whole(sheet):
        assert all(len(row.cells) == len(other.contenders) for row in side.rows)
    # Mandibles: Fight +10 against Armor 13 hits on 3, against 16 on 6.
    assert [cell.hit for cell in sheet.first.rows[0].cells] == [18, 15]


def test_the_sheet_turned_round_is_the_same_sheet(rulebook: Rulebook) -> None:
    ours, theirs = warband("ankheg", "kobold-warrior", name="A"), warband("boar", "shadow", name="B")
    sheet, turned = matchup_sheet(ours, theirs, rulebook), matchup_sheet(theirs, ours, rulebook)
    assert (sheet.first, sheet.second) == (turned.second, turned.first)


def test_bought_upgrades_have_rows_and_what_they_replace_has_none(rulebook: Rulebook) -> None:
    plain, changed = "trog-stoneliege", Member("trog-stoneliege", upgrades=("claw", "stone-throes"))
    rows = matchup_sheet(warband(plain, changed), warband("boar"), rulebook).first.rows
    assert [row.attack.name for row in rows if not row.contender.upgrades] == [
        "Powerful Stench",
        "Digging Bar",
        "Earthen Torrent",
    ]
    assert [row.attack.name for row in rows if row.contender.upgrades] == ["Powerful Stench", "Claw"]


def test_an_unknown_creature_has_no_rows_and_leaves_gaps_in_its_column() -> None:
    sheet = matchup_sheet(warband("kobold-warrior", "owlbeer"), warband("boar", "gryphon"), BOOK)
    stranger = sheet.first.contenders[1]
    assert (stranger.label, stranger.is_known, stranger.points, stranger.level) == ("“owlbeer”", False, 0, None)
    assert {stat.value for stat in stranger.stats} == {"–"}
    assert stranger.notes == (UNKNOWN,)
    assert all(row.contender is not stranger for row in sheet.first.rows)
    spear = sheet.first.rows[0]
    known, unknown = spear.cells
    assert known.hit is not None
    assert (unknown.hit, unknown.damage_words, unknown.summary) == (None, "–", UNKNOWN)


def test_warbands_without_anybody_make_an_empty_sheet() -> None:
    sheet = matchup_sheet(NOBODY, NOBODY, BOOK)
    for side, _ in whole(sheet):
        assert (side.contenders, side.rows, side.points, side.bodies) == ((), (), 0, 0)
    lonely = matchup_sheet(warband("boar", "kobold-warrior"), NOBODY, BOOK)
    assert [row.cells for row in lonely.first.rows] == [()] * len(lonely.first.rows)


def test_a_siege_weapon_says_what_it_lacks_and_who_serves_it() -> None:
    (ballista,) = contenders("ballista")
    assert ballista.notes == (
        "Its card has no Reflex or Will.",
        "A siege weapon takes no actions of its own: adjacent allies use its attacks.",
    )
    sheet = matchup_sheet(warband("ballista"), warband("boar"), BOOK)
    assert [stat.value for stat in sheet.first.contenders[0].stats if stat.amount is None] == ["–", "–"]
    assert BALLISTA.missing_stats == ("reflex", "will")


def test_armor_that_may_break_and_spells_that_no_sheet_has_are_noted(rulebook: Rulebook) -> None:
    armor, doblagub = contenders("animated-armor", "doblagub", book=rulebook)
    assert armor.notes == ("This assumes unbroken Armor; broken, it is 11.",)
    assert doblagub.notes == (
        "Not included, because no spell sheet has them: Dominate, Confusion, Paralyze and Illusory scene.",
    )


def test_actions_made_of_strikes_are_named_beside_the_rows(rulebook: Rulebook) -> None:
    (dragon,) = contenders("wyrmling-black-dragon", book=rulebook)
    assert dragon.combined == ("Tail Lash", "Draconic Frenzy")


def test_two_creatures_of_one_name_are_told_apart_on_either_side(rulebook: Rulebook) -> None:
    sheet = matchup_sheet(warband("basilisk", "boar"), warband("basilisk--p2v-ogl"), rulebook)
    assert [contender.label for contender in sheet.first.contenders] == ["Basilisk (ORC, True Neutral)", "Boar"]
    assert [contender.label for contender in sheet.second.contenders] == ["Basilisk (OGL, True Neutral)"]


def test_two_creatures_of_one_name_and_license_are_told_apart_by_their_keys() -> None:
    twin = replace(BOAR, key="boar--hb-1")
    labels = [contender.label for contender in contenders("boar", "boar--hb-1", book=Rulebook.of(BOAR, twin))]
    assert labels == ["Boar (boar)", "Boar (boar--hb-1)"]


def test_two_revisions_of_a_card_are_two_contenders() -> None:
    older = replace(BOAR, stats=replace(STATS, armor=10))
    book = Rulebook({"boar": replace(BOAR, revision=2)}, revisions={("boar", 1): older})
    pinned, current = contenders(Member("boar", revision=1), "boar", book=book)
    assert [contender.label for contender in (pinned, current)] == ["Boar, revision 1", "Boar, revision 2"]
    assert (pinned.stats[1].value, current.stats[1].value) == ("10", "16")


def test_cards_that_travel_with_a_roster_stand_before_the_rulebooks() -> None:
    own = replace(KOBOLD, stats=replace(STATS, fight=9))
    roster = replace(warband("kobold-warrior"), cards=(own,))
    sheet = matchup_sheet(roster, warband("kobold-warrior"), BOOK)
    assert sheet.first.contenders[0].stats[0].value == "+9"
    assert sheet.second.contenders[0].stats[0].value == "+5"


def test_each_side_may_have_a_rulebook_of_its_own() -> None:
    strong = Rulebook.of(replace(BOAR, stats=replace(STATS, fight=12)))
    sheet = matchup_sheet(warband("boar"), warband("boar"), BOOK, strong)
    assert [side.contenders[0].stats[0].value for side in (sheet.first, sheet.second)] == ["+5", "+12"]


def test_what_shifts_the_chances_is_what_the_rules_print() -> None:
    assert [(circumstance.strike, circumstance.save) for circumstance in MATCHUP_CIRCUMSTANCES] == [
        (-5, 0),
        (-10, 0),
        (-2, 0),
        (-2, 0),
        (-2, 0),
        (-2, 2),
        (2, 0),
        (0, -2),
    ]
    assert matchup_sheet(NOBODY, NOBODY, BOOK).circumstances == MATCHUP_CIRCUMSTANCES


@every_row("circumstance", MATCHUP_CIRCUMSTANCES, ids=lambda circumstance: circumstance.words)
def test_a_circumstance_moves_as_many_faces_as_it_says(circumstance: Circumstance) -> None:
    # Away from the ends of the die each point is a face: Fight +12 against 21, a save of +10 against 21.
    assert strike_odds(12 + circumstance.strike, 21).success - strike_odds(12, 21).success == circumstance.strike
    assert save_odds(10, 21).failed - save_odds(10 + circumstance.save, 21).failed == circumstance.save


def test_fifty_alike_are_one_column() -> None:
    sheet = matchup_sheet(warband(*["boar"] * 50), warband(*["kobold-warrior"] * 50), BOOK)
    assert [contender.count for contender in (*sheet.first.contenders, *sheet.second.contenders)] == [50, 50]
    assert [len(row.cells) for row in sheet.second.rows] == [1]


def test_rows_and_columns_are_those_that_were_chosen_and_the_sides_are_whole_still(rulebook: Rulebook) -> None:
    ours, theirs = warband("ankheg", "kobold-warrior", "boar"), warband("boar", "shadow", "shadow")
    whole_sheet = matchup_sheet(ours, theirs, rulebook)
    sheet = matchup_sheet(ours, theirs, rulebook, choose=lambda first, second: (first, second[1:]))
    assert [contender.label for contender in sheet.second.contenders] == ["Shadow"]
    assert [contender.label for contender in sheet.second.everybody] == ["Boar", "Shadow"]
    assert (sheet.second.bodies, sheet.second.points) == (3, whole_sheet.second.points)
    assert sheet.first.contenders == sheet.first.everybody == whole_sheet.first.contenders
    assert [row.cells for row in sheet.first.rows] == [row.cells[1:] for row in whole_sheet.first.rows]
    assert sheet.second.rows == tuple(row for row in whole_sheet.second.rows if row.contender.key == "shadow")
    nobody = matchup_sheet(ours, theirs, rulebook, choose=lambda first, second: ((), second))
    assert (nobody.first.rows, [row.cells for row in nobody.second.rows]) == ((), [()] * len(nobody.second.rows))


def test_every_built_in_creature_meets_every_other(built_in: dict[str, Card], rulebook: Rulebook) -> None:
    """All 147 with everything bought, against all 147: whatever is told is whole."""
    members = [Member(key, upgrades=tuple(card.upgrades)) for key, card in built_in.items()]
    sheet = matchup_sheet(warband(*members), warband(*built_in), rulebook)
    assert len(sheet.first.contenders) == len(sheet.second.contenders) == len(built_in) == 147
    met = 0
    for side, other in whole(sheet):
        assert {row.contender.key for row in side.rows} == set(built_in)
        for row in side.rows:
            assert len({each.attack.key for each in side.rows if each.contender is row.contender}) == sum(
                each.contender is row.contender for each in side.rows
            )
            for cell, target in zip(row.cells, other.contenders, strict=True):
                met += 1
                if cell.strike:
                    assert cell.strike.miss + cell.strike.hit + cell.strike.critical_hit == 20
                for save in cell.saves:
                    odds = save.odds
                    assert odds is None or (
                        odds.critical_failure + odds.failure + odds.success + odds.critical_success == 20
                    )
                if not cell.is_immune and not cell.missing:
                    assert 1 <= (cell.hit or 0) <= 20
                    assert 0 <= (cell.critical or 0) <= (cell.hit or 0)
                    assert (cell.damage is None) == (not row.attack.dealt)
                assert cell.damage is None or cell.damage >= 0
                assert cell.missing == () or target.key == "ballista"
                assert cell.summary
    assert met > 60_000


MEMBERS = st.builds(
    Member,
    creature=st.sampled_from([*BOOK.cards, "owlbeer"]),
    upgrades=st.lists(st.sampled_from(["sling", "lance", "net", "hex", "helmet", "nothing"]), max_size=4).map(tuple),
    items=st.lists(st.sampled_from(["holy-water", "no-such"]).map(ItemChoice), max_size=2).map(tuple),
    hero_points=st.integers(0, 4),
)
ROSTERS = st.lists(MEMBERS, max_size=8).map(lambda members: warband(*members))


@settings(max_examples=tried(60))
@given(ROSTERS, ROSTERS)
def test_any_two_rosters_make_a_sheet_that_accounts_for_everybody(first: Roster, second: Roster) -> None:
    sheet = matchup_sheet(first, second, BOOK)
    for side, roster in ((sheet.first, first), (sheet.second, second)):
        assert side.bodies == len(roster.members)
        assert sum(contender.points for contender in side.contenders) == side.points == verdict(roster, BOOK).points
        assert len({contender.label for contender in side.contenders}) == len(side.contenders)
        assert side.everybody == side.contenders
    for side, other in whole(sheet):
        assert all(len(row.cells) == len(other.contenders) for row in side.rows)
