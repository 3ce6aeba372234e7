"""Who may join a warband: the answer without trying is the answer that trying gives."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.builtin import built_in_cards
from rules.building.draft import Draft
from rules.building.enlisting import NO_ALIGNMENT, Joining, joining
from rules.building.members import MemberAdd
from rules.cards.model import Card
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.legality.verdict import CODES, verdict
from rules.points import level_cost
from rules.roster import HouseRules, Member, Override, Roster
from rules.tables.play_modes import ROSTER_KEYS
from tests.examples import tried
from tests.rows import every_row
from tests.rules.building.drafts import BIG_BOOK, COURT, KING, draft
from tests.rules.legal import check
from tests.rules.rosters import rosters
from tests.rules.warbands import BOOK

BUILT_IN = Rulebook.of(*built_in_cards())


def errors(roster: Roster, rulebook: Rulebook) -> set[tuple[str, str | None, str | None]]:
    """Return where the roster has errors that the table does not allow to everybody."""
    allowed = {override.code for override in roster.overrides if override.member is None}
    return {
        (problem.code, problem.subject.id, problem.subject.key)
        for problem in check(roster, rulebook)
        if problem.severity == "error" and problem.code not in allowed
    }


def adds_an_error(roster: Roster, card: Card, rulebook: Rulebook) -> bool:
    """Say, by trying, whether a creature brings an error, or makes worse a limit that is passed already."""
    try:
        after = MemberAdd(card.key).apply(Draft(roster), rulebook).roster
    except ChangeRefused:
        return True
    faults = errors(after, rulebook)
    return bool(faults - errors(roster, rulebook)) or any(code == "points.over_limit" for code, _, _ in faults)


def who(roster: Roster, rulebook: Rulebook = BIG_BOOK) -> Joining:
    return joining(roster, verdict(roster, rulebook))


def names(warband: Draft, rulebook: Rulebook = BIG_BOOK) -> set[str]:
    """Return the keys of all who may join."""
    asked = who(warband.roster, rulebook)
    return {key for key, card in rulebook.cards.items() if asked.may_join(card, rulebook)}


@settings(max_examples=tried(40))
@given(rosters, st.sets(st.sampled_from(CODES), max_size=4))
def test_whoever_may_join_brings_no_error_and_whoever_may_not_does(roster: Roster, allowed: set[str]) -> None:
    roster = replace(roster, overrides=(*roster.overrides, *map(Override, sorted(allowed))))
    asked = who(roster)
    for card in BIG_BOOK.cards.values():
        assert asked.may_join(card, BIG_BOOK) != adds_an_error(roster, card, BIG_BOOK), card.name


built_in_rosters = st.builds(
    Roster,
    members=st.lists(st.builds(Member, st.sampled_from(list(BUILT_IN.cards))), max_size=4).map(tuple),
    play_mode=st.sampled_from(ROSTER_KEYS),
    points_limit=st.sampled_from([30, 65, 150, 200, 500]),
    alignment=st.none() | st.sampled_from(["LG", "NG", "CG", "LN", "TN", "CN", "LE", "NE", "CE"]),
    collection=st.none() | st.just({key: place % 3 for place, key in enumerate(BUILT_IN.cards)}),
    house_rules=st.none()
    | st.builds(
        HouseRules,
        sources=st.sampled_from([None, ("p2v-orc",), ("p2v-ogl",)]),
        banned=st.lists(st.sampled_from(list(BUILT_IN.cards)), max_size=9).map(tuple),
    ),
)


@settings(max_examples=tried(20))
@given(built_in_rosters)
def test_it_holds_for_every_built_in_creature(roster: Roster) -> None:
    asked = who(roster, BUILT_IN)
    for card in BUILT_IN.cards.values():
        assert asked.may_join(card, BUILT_IN) != adds_an_error(roster, card, BUILT_IN), card.name


@settings(max_examples=tried(40))
@given(rosters)
def test_the_fields_say_it_all_for_creatures_that_bring_nobody(roster: Roster) -> None:
    asked = who(roster)
    for card in BIG_BOOK.cards.values():
        by_fields = (
            (asked.alignments is None or (card.alignment or NO_ALIGNMENT) in asked.alignments)
            and (asked.most_points is None or card.points <= asked.most_points)
            and (asked.affordable_points is None or card.points <= asked.affordable_points)
            and (asked.sources is None or card.source in asked.sources)
            and card.key not in asked.banned
            and (asked.spare is None or asked.spare.get(card.key, 0) >= 1)
        )
        without_minions = asked.may_join_of(
            key=card.key, alignment=card.alignment, level=card.level, source=card.source
        )
        assert without_minions == by_fields
        if not card.starts_with:
            assert asked.may_join(card, BIG_BOOK) == by_fields
        else:
            assert by_fields or not asked.may_join(card, BIG_BOOK)


@pytest.mark.parametrize("mode", ROSTER_KEYS)
def test_each_play_mode_restricts_what_its_rules_do(mode: str) -> None:
    roster = draft("boar", play_mode=mode, points_limit=51, collection={"boar": 3, "wolf": 1, "archon": 0}).roster
    asked = who(roster)
    if mode == "narrative":
        assert asked == Joining()
        return
    assert (asked.most_points, asked.affordable_points) == (25, 33)
    assert asked.spare == {"boar": 2, "wolf": 1}
    limited = {"LE", "LN", "NE", "TN"} if mode in {"limited", "campaign"} else None
    assert asked.alignments == limited


def test_without_an_alignment_limited_play_takes_whoever_has_one() -> None:
    asked = who(draft(alignment=None).roster)
    assert asked.alignments is not None
    assert len(asked.alignments) == 9
    assert NO_ALIGNMENT not in asked.alignments
    assert who(draft(alignment=None, play_mode="campaign").roster).alignments is None


def test_points_are_affordable_up_to_what_is_left() -> None:
    asked = who(draft("boar", points_limit=36).roster)
    assert asked.affordable(18)
    assert not asked.affordable(19)
    assert not who(draft("boar", "boar", points_limit=30).roster).affordable(level_cost(-1).cost)
    assert who(draft("boar", play_mode="narrative").roster).affordable(10_000)


def test_what_the_table_allows_to_everybody_restricts_nothing() -> None:
    strict = draft(
        "boar",
        points_limit=36,
        collection={"boar": 1},
        house_rules=HouseRules(sources=("p2v-ogl",), banned=("wolf",)),
    ).roster
    restricting = {
        "alignment.not_allowed": ("alignments", frozenset({"LG", "NG", "CG", "LN", "TN", "CN", "LE", "NE", "CE"})),
        "alignment.unknown": ("alignments", frozenset({"LE", "LN", "NE", "TN", NO_ALIGNMENT})),
        "creature.over_half": ("most_points", None),
        "points.over_limit": ("affordable_points", None),
        "source.not_allowed": ("sources", None),
        "creature.banned": ("banned", frozenset()),
        "collection.exceeded": ("spare", None),
    }
    for code, (name, value) in restricting.items():
        free = who(replace(strict, overrides=(Override(code, "agreed"),)))
        assert getattr(free, name) == value
        for_one = who(replace(strict, overrides=(Override(code, "agreed", "m1"),)))
        assert getattr(for_one, name) == getattr(who(strict), name) != value


def test_a_commander_may_join_only_where_its_minions_may() -> None:
    assert "kobold-druid" in names(draft())
    assert "kobold-druid" not in names(draft(house_rules=HouseRules(banned=("cat-companion",))))
    assert "kobold-druid" not in names(draft(collection={"kobold-druid": 1}))
    assert "kobold-druid" in names(draft(collection={"kobold-druid": 1, "cat-companion": 1}))
    assert "pack-leader" not in names(
        draft(alignment="CE", collection={"pack-leader": 9, "wolf": 1, "cat-companion": 1})
    )
    # The warlord brings a druid, who brings a cat.
    assert "warlord" in names(draft())
    assert "warlord" not in names(draft(house_rules=HouseRules(banned=("cat-companion",))))


def test_whose_minions_nobody_can_bring_may_not_join() -> None:
    assert names(draft()) & {"chief", "shaman", "hermit"} == set()
    assert not who(draft(points_limit=500).roster).may_join(KING, COURT)
    allowed = draft(overrides=(Override("minion.missing", "agreed"), Override("creature.unknown", "agreed")))
    assert names(allowed) & {"chief", "shaman", "hermit"} == {"chief", "shaman", "hermit"}
    banned = replace(allowed, roster=replace(allowed.roster, house_rules=HouseRules(banned=("nobody",))))
    assert "hermit" not in names(banned)


def test_the_warbands_own_cards_stand_before_others() -> None:
    feral = replace(BOOK.cards["cat-companion"], alignment="CE")
    assert "kobold-druid" not in names(draft(cards=(feral,)))


@every_row(
    ("fields", "asked", "words"),
    [
        ({}, {"alignment": "LG"}, "another alignment"),
        ({}, {"alignment": None}, "no alignment"),
        ({"sources": frozenset({"p2v-orc"})}, {"source": "p2v-ogl"}, "another source"),
        ({"banned": frozenset({"boar"})}, {}, "banned"),
        ({"spare": {"wolf": 1}}, {}, "no figures left"),
        ({"most_points": 17}, {}, "over half of the limit"),
        ({"affordable_points": 10}, {}, "8 points over budget"),
        ({"affordable_points": -1}, {}, "already over the limit"),
        ({"affordable_points": 18, "most_points": 18, "spare": {"boar": 1}}, {}, ""),
    ],
)
def test_why_a_creature_may_not_join_is_said_in_a_few_words(fields, asked, words):
    free = Joining(
        alignments=frozenset({"LE", "TN"}),
        most_points=None,
        affordable_points=None,
        sources=None,
        banned=frozenset(),
        spare=None,
        overridden=frozenset(),
        cards=(),
    )
    boar = {"key": "boar", "alignment": "TN", "level": 2, "source": "p2v-orc"} | asked
    joining = replace(free, **fields)
    assert joining.obstacle_of(**boar) == words
    assert joining.may_join_of(**boar) == (not words)
