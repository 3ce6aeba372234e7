"""Lists of members that are pasted as text, and Muster's own text for a chat read back."""

from collections import Counter
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compendium.models import Source
from compendium.services.creatures import creature_create
from rules.building.draft import Draft
from rules.building.enlisting import MembersEnlist
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.roster import ItemChoice, Member, Roster
from rules.roster.written import MAX_TEXT
from rules.sheets.chat import chat_text
from tests.examples import tried
from tests.rules.laid_out import roster_sheet
from warbands.selectors.legality import rulebook_of
from warbands.selectors.pasted import pasted_read
from warbands.selectors.pasted.lists import MAX_QUESTIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def twin(small_compendium, built_in):
    """A second basilisk, from the other source."""
    ogl = Source.objects.get(key="p2v-ogl")
    creature_create(card=built_in["basilisk--p2v-ogl"], source=ogl, key="basilisk--p2v-ogl", built_in=True)


def told(text: str, **meant: str) -> list[str]:
    """Return the members of a list in short words."""
    read = pasted_read(text, meant)
    assert not read.fault
    return [short(member) for member in read.members]


def short(member: Member) -> str:
    extras = [*member.upgrades, *member.positioning]
    extras += [f"{item.item}({item.choice})" if item.choice else item.item for item in member.items]
    extras += [f"{member.hero_points} hero"] if member.hero_points else []
    minion = f" of {member.minion_of}" if member.minion_of else ""
    return f"{member.name or '-'} {member.creature}{minion}" + (f": {', '.join(extras)}" if extras else "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("boar", ["- boar"]),
        ("2 boars", ["- boar"] * 2),
        ("two Kobold Warriors", ["- kobold-warrior"] * 2),
        ("kobold warrior x2", ["- kobold-warrior"] * 2),
        ("3 kobold warriors, boar with holy water", ["- kobold-warrior"] * 3 + ["- boar: holy-water"]),
        ("2x boar\r\n- 1 basilisk\n\n1. eagle knight", ["- boar", "- boar", "- basilisk", "- eagle-knight"]),
        ("boar + holy water + 2 hero points", ["- boar: holy-water, 2 hero"]),
        ("boar (holy water, 1 hero point), basilisk", ["- boar: holy-water, 1 hero", "- basilisk"]),
        (
            "boar w/ holy water and summonable & a kobold warrior",
            ["- boar: summonable, holy-water", "- kobold-warrior"],
        ),
        ("kobold warrior: sling", ["- kobold-warrior: sling"]),
        ("boar with 2 holy waters", ["- boar: holy-water, holy-water"]),
        ("boar with fiery weapon (Tusk) and holy water", ["- boar: fiery-weapon(Tusk), holy-water"]),
        ("Grik: kobold warrior + sling", ["Grik kobold-warrior: sling"]),
        ("Grik (Kobold Warrior) with sling", ["Grik kobold-warrior: sling"]),
        ('boar named Old Flint, kobold warrior "Snik"', ["Old Flint boar", "Snik kobold-warrior"]),
        ("boar 18 points, basilisk (32 pts)", ["- boar", "- basilisk"]),
        ("kobold druid 1, cat companion 1", ["- kobold-druid-1", "- cat-companion-1 of p0"]),
        ("• 2 × Kobold Warrior, 11 points each: Sling", ["- kobold-warrior: sling"] * 2),
        ("• 2 × Kobold Warrior", ["- kobold-warrior"] * 2),
    ],
)
def test_a_list_is_read_as_people_write_it(text: str, expected: list[str]) -> None:
    assert told(text) == expected
    assert pasted_read(text, {}).questions == ()


@pytest.mark.usefixtures("twin")
def test_a_license_tells_creatures_of_one_name_apart() -> None:
    assert told("basilisk, 2 basilisks (OGL)") == ["- basilisk", "- basilisk--p2v-ogl", "- basilisk--p2v-ogl"]


def test_what_nothing_is_called_is_asked_back_with_the_nearest_names() -> None:
    read = pasted_read("3 kobolds\nboar with holey water\nbore, zzz\nwarrior chiefs", {})
    assert [short(member) for member in read.members] == ["- boar"]
    asked = {question.words: [value for value, _ in question.offered] for question in read.questions}
    assert asked["kobolds"][:2] == ["creature kobold-druid-1", "creature kobold-warrior"]
    assert asked["holey water"][0] == "item holy-water"
    assert asked["bore"][0] == "creature boar"
    assert asked["warrior chiefs"] == ["creature kobold-warrior"]
    assert asked["zzz"] == []
    assert [question.place for question in read.questions] == [1, 2, 3, 3, 4]


def test_answers_stand_for_what_was_asked() -> None:
    meant = {"kobolds": "creature kobold-warrior", "holey water": "item holy-water", "zzz": "nothing"}
    read = pasted_read("3 kobolds\nboar with holey water\nzzz", meant)
    assert [short(member) for member in read.members] == ["- kobold-warrior"] * 3 + ["- boar: holy-water"]
    assert not read.questions
    for nonsense in ("", "creature nobody", "item", "upgrade zzz", "\0"):
        assert pasted_read("3 kobolds", {"kobolds": nonsense}).questions


def test_the_head_of_a_chat_text_is_read() -> None:
    head = "Ash \\*Company\\*\nBalanced, Limited Play · Lawful Evil · 18 of 1,500 points · 1 member\nLegal\n\n• Boar"
    written = pasted_read(f"{head}\n\nHouse rules:\n• Banned: Wolf.\n\nhttps://muster.example/s/1", {}).written
    assert (written.name, written.play_mode, written.points_limit) == ("Ash *Company*", "limited", 1500)
    assert (written.alignment, written.left_out) == ("LE", ("House rules",))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "The list names no creature yet."),
        ("\n https://muster.example/ \n", "The list names no creature yet."),
        ("101 boars", "These are 101 members. A warband can have at most 100."),
        ("x" * (MAX_TEXT + 1), "At most 20,000 are read at once."),
        ("boar\n" * 401, "At most 400 are read at once."),
        ("boar," * 1_001, "Paste it in two parts."),
    ],
)
def test_what_is_wrong_with_a_list_as_a_whole_is_told(text: str, fault: str) -> None:
    assert fault in pasted_read(text, {}).fault


@pytest.mark.parametrize(
    "text",
    [
        "a," * 900,
        "named " * 3_000 + '"b"',
        "(" * 19_000,
        "• " + ", 1 point" * 900,
        "• " + " (a" * 300 + ")" + ", 1 point" * 300,
        "boar with " + "a and " * 900,
        "bore\n" * 399,
        "boar (" + "(a) " * 900,
        "\\" * 19_999,
    ],
)
def test_wild_texts_are_read_quickly(text: str) -> None:
    started = process_time()
    read = pasted_read(text, {})
    assert process_time() - started < 2
    assert len(read.questions) <= MAX_QUESTIONS


def test_a_list_takes_the_same_queries_for_few_and_many(django_assert_num_queries) -> None:
    pasted_read("boar, basilisk, kobold warrior, kobold druid 1", {})
    for text in ("boar, kobold druid 1", "3 boars\n4 basilisks with holy water\nkobold druid 1"):
        with django_assert_num_queries(4):  # names, items; cards, minions
            pasted_read(text, {})


# --- There and back --------------------------------------------------------------------------------------------------

own_names = st.text("aZ é*_`|<>@()[]:,.·•–“”\\#12×", max_size=14).map(lambda text: " ".join(text.split()))
choices = st.one_of(st.none(), st.just("Tusk"), own_names.filter(bool))
CREATURES = ("kobold-warrior", "boar", "basilisk", "kobold-druid-1", "eagle-knight", "trog-stoneliege")


@st.composite
def built(draw: st.DrawFn, rulebook: Rulebook) -> Draft:
    """Build a legal warband as a player does: whoever may join, and extras that make no problem."""
    name = draw(own_names) or "Ash"
    draft = Draft(Roster((), name, draw(st.sampled_from(["unlimited", "limited", "campaign", "narrative"])), 900, "LE"))
    for key in draw(st.lists(st.sampled_from(CREATURES), min_size=1, max_size=7)):
        card = rulebook.cards[key]
        member = Member(
            key,
            "x",
            draw(own_names),
            tuple(
                draw(st.lists(st.sampled_from(sorted(card.upgrades)), unique=True, max_size=2)) if card.upgrades else ()
            ),
            tuple(
                ItemChoice(item, draw(choices) if item == "fiery-weapon" else None)
                for item in draw(st.lists(st.sampled_from(["holy-water", "fiery-weapon"]), max_size=3))
            ),
            tuple(draw(st.lists(st.sampled_from(["summonable", "false-object"]), unique=True, max_size=2))),
            draw(st.integers(0, 3)),
        )
        for tried_member in (member, Member(key, "x", member.name)):
            after = MembersEnlist((tried_member,)).apply(draft, rulebook)
            if verdict(after.roster, rulebook).legal:
                draft = after
                break
    return draft


def content(roster: Roster) -> Counter[tuple[object, ...]]:
    """Return what a roster holds, its members' ids and the order of what they carry aside."""
    by_id = {member.id: member for member in roster.members}

    def facts(member: Member) -> tuple[object, ...]:
        leader = by_id.get(member.minion_of or "")
        items = Counter((item.item, item.choice) for item in member.items)
        name = member.name if member.name != rulebook_name(member.creature) else ""
        return (
            *(
                member.creature,
                name,
                frozenset(member.upgrades),
                frozenset(items.items()),
                frozenset(member.positioning),
            ),
            *(member.hero_points, facts(leader) if leader else None),
        )

    return Counter(facts(member) for member in roster.members)


def rulebook_name(key: str) -> str:
    return rulebook_of((), creatures=[key]).cards[key].name


@settings(max_examples=tried(40), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_the_chat_text_of_any_legal_warband_is_read_back_as_the_same_roster(data: st.DataObject) -> None:
    rulebook = rulebook_of((), creatures=CREATURES, items=["holy-water", "fiery-weapon"])
    draft = data.draw(built(rulebook))
    text = chat_text(roster_sheet(draft, rulebook), link="https://muster.example/shared/x/")
    if "\nShortened: " in text or not draft.roster.members:
        return
    read = pasted_read(text, {})
    assert (read.fault, read.questions) == ("", ()), text
    again = MembersEnlist(read.members).apply(Draft(Roster()), rulebook).roster
    assert content(again) == content(draft.roster), text
    written, roster = read.written, draft.roster
    assert (written.name, written.play_mode, written.alignment) == (roster.name, roster.play_mode, roster.alignment)
    assert written.points_limit == (None if roster.play_mode == "narrative" else roster.points_limit)
