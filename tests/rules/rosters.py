"""Rosters however odd, of the small rulebook made by hand, for the tests of what holds for every warband."""

from hypothesis import strategies as st

from rules.legality.verdict import CODES
from rules.roster import HouseRules, ItemChoice, Member, Override, Roster
from tests.rules.warbands import BOOK

CREATURES = [*BOOK.cards, "drgon"]
IDS = [f"m{number}" for number in range(1, 8)]
UPGRADES = ["sling", "lance", "net", "hex", "wings"]
ITEMS = ["holy-water", "fiery-weapon", "howdah", "swarmsuit", "spell-scroll-i", "healing-potion-lesser", "wine"]

item_choices = st.builds(ItemChoice, st.sampled_from(ITEMS), st.none() | st.sampled_from(["Tusk", "tusk", "Jaws"]))


def some(values: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), max_size=3).map(tuple)


def any_member(ids: st.SearchStrategy[str]) -> st.SearchStrategy[Member]:
    return st.builds(
        Member,
        creature=st.sampled_from(CREATURES),
        id=ids,
        name=st.sampled_from(["", "Snik"]),
        upgrades=some(UPGRADES),
        items=st.lists(item_choices, max_size=3).map(tuple),
        positioning=some([*BOOK.positioning, "ambush"]),
        hero_points=st.integers(0, 4),
        minion_of=st.none() | st.sampled_from([*IDS, "m99"]),
        revision=st.none() | st.integers(1, 2),
    )


rosters = st.builds(
    Roster,
    members=st.lists(any_member(st.sampled_from(IDS)), max_size=6, unique_by=lambda member: member.id).map(tuple),
    play_mode=st.sampled_from(["narrative", "unlimited", "limited", "random_box", "campaign"]),
    points_limit=st.integers(0, 500),
    alignment=st.none() | st.sampled_from(["LE", "LG", "TN"]),
    collection=st.none() | st.dictionaries(st.sampled_from(CREATURES), st.integers(0, 2)),
    house_rules=st.none()
    | st.builds(
        HouseRules,
        sources=st.none() | some(["p2v-orc", "p2v-ogl"]),
        banned=some(CREATURES),
        max_items_per_member=st.none() | st.integers(0, 2),
    ),
    overrides=st.lists(
        st.builds(Override, st.sampled_from(CODES), st.just("agreed"), st.none() | st.sampled_from(IDS)), max_size=3
    ).map(tuple),
)
