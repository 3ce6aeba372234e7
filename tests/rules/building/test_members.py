"""Changes of the members: who joins and leaves, commanders with their minions, the order of the list."""

from dataclasses import replace

import pytest

from rules.building.changes import Change
from rules.building.draft import MAX_EXTRAS, MAX_MEMBERS, MAX_NOTES, Draft, Secret, next_member_number
from rules.building.members import (
    MemberAdd,
    MemberBuy,
    MemberCreature,
    MemberDuplicate,
    MemberMove,
    MemberNotes,
    MemberRemove,
    MemberRename,
    MemberRevision,
    MinionAdd,
)
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.lengths import MAX_NAME
from rules.roster import Member, Override
from tests.rows import every_row
from tests.rules.building.drafts import BIG_BOOK, COURT, after, codes, draft, items, refused, shape, words
from tests.rules.warbands import KOBOLD

DRUID = after(draft("boar"), MemberAdd("kobold-druid"))
PACK = after(draft(), MemberAdd("pack-leader"), MemberAdd("boar"))
ARMY = after(draft("boar", points_limit=500), MemberAdd("warlord"), MemberAdd("wolf"))


def ids(warband: Draft) -> list[str]:
    return [member.id for member in warband.roster.members]


def test_a_creature_joins_at_the_end_pinned_to_its_card_with_nothing_bought() -> None:
    joined = after(draft("boar", "wolf"), MemberAdd("kobold-warrior"))
    assert joined.roster.members[-1] == Member("kobold-warrior", id="m3", revision=1)
    assert words(DRUID, MemberAdd("kobold-warrior")) == "Added Kobold Warrior"


def test_a_commander_joins_with_its_minions_and_theirs() -> None:
    assert shape(DRUID) == [("m1", "boar", None), ("m2", "kobold-druid", None), ("m3", "cat-companion", "m2")]
    assert shape(ARMY) == [
        ("m1", "boar", None),
        ("m2", "warlord", None),
        ("m3", "kobold-druid", "m2"),
        ("m4", "cat-companion", "m3"),
        ("m5", "wolf", "m2"),
        ("m6", "wolf", None),
    ]
    assert codes(DRUID) == codes(ARMY) == []


def test_nobody_brings_its_own_commander() -> None:
    both = after(draft(), MemberAdd("chief"))
    assert shape(both) == [("m1", "chief", None), ("m2", "shaman", "m1"), ("m3", "wolf", "m2")]
    assert codes(both) == ["minion.missing"]


def test_a_minion_that_nobody_knows_comes_all_the_same() -> None:
    assert shape(after(draft(), MemberAdd("hermit"))) == [("m1", "hermit", None), ("m2", "nobody", "m1")]


def test_an_army_beyond_bounds_is_refused_at_once() -> None:
    with pytest.raises(
        ChangeRefused, match=r"^A warband can have at most 100 members\. Remove some before you add more\.$"
    ):
        MemberAdd("king").apply(DRUID, COURT)
    full = draft(*["boar"] * MAX_MEMBERS, points_limit=500)
    for change in (MemberAdd("boar"), MemberDuplicate("m1")):
        assert "at most 100 members" in refused(full, change)
    nearly = draft(*["boar"] * (MAX_MEMBERS - 1), points_limit=500)
    assert len(after(nearly, MemberAdd("boar")).roster.members) == MAX_MEMBERS
    assert "at most 100 members" in refused(nearly, MemberAdd("kobold-druid"))


def test_several_of_a_creature_join_in_one_step_or_none() -> None:
    assert after(draft(), MemberAdd("kobold-druid", 3)) == after(draft(), *[MemberAdd("kobold-druid")] * 3)
    assert words(DRUID, MemberAdd("kobold-druid", 3)) == "Added 3 × Kobold Druid"
    for times in (0, -1, 13):
        assert refused(draft(), MemberAdd("boar", times)) == f"Add 1 to 12 creatures at once instead of {times}."
    full = draft(*["boar"] * (MAX_MEMBERS - 2), points_limit=500)
    assert len(after(full, MemberAdd("boar", 2)).roster.members) == MAX_MEMBERS
    assert refused(full, MemberAdd("boar", 3)) == (
        "There is room for 2 more members, not for 3 × Boar: a warband can have at most 100 members. Nothing was added."
    )
    assert "at most 100 members" in refused(full, MemberAdd("kobold-druid", 2))


def test_homebrew_of_the_warband_may_join() -> None:
    own = draft("boar", cards=(replace(KOBOLD, key="snik--hb", revision=4),))
    joined = MemberAdd("snik--hb").apply(own, Rulebook.of())
    became = MemberCreature("m1", "snik--hb").apply(own, Rulebook.of())
    assert joined.roster.members[1] == Member("snik--hb", id="m2", revision=4)
    assert became.roster.members[0] == Member("snik--hb", id="m1", revision=4)


def test_a_minion_is_pinned_to_its_card_where_somebody_knows_it() -> None:
    assert [member.revision for member in DRUID.roster.members] == [None, 1, 1]
    assert [member.revision for member in after(draft(), MemberAdd("hermit")).roster.members] == [1, None]


def test_new_ids_go_past_every_number_that_anything_names() -> None:
    start = draft(
        Member("boar", id="m7"),
        Member("boar", id="late"),
        Member("cat-companion", id="m2", minion_of="m12"),
        overrides=(Override("creature.over_half", "agreed", "m20"),),
    )
    assert ids(after(start, MemberAdd("kobold-druid"))) == ["m7", "late", "m2", "m21", "m22"]
    far = draft(Member("boar", id="m999999999"), Member("boar", id="m1000000001"))
    assert ids(after(far, MemberAdd("kobold-druid"), MemberDuplicate("m999999999")))[1:] == [
        "m1000000004",
        "m1000000001",
        "m1000000002",
        "m1000000003",
    ]


def test_new_ids_begin_at_the_counter() -> None:
    start = draft("boar")
    added = MemberAdd("kobold-druid").apply(start, BIG_BOOK, 9)
    assert ids(added) == ["m1", "m9", "m10"]
    assert ids(MemberDuplicate("m1").apply(start, BIG_BOOK, 9)) == ["m1", "m9"]
    assert (
        ids(MinionAdd("m9", "cat-companion").apply(MemberRemove("m10").apply(added, BIG_BOOK), BIG_BOOK, 11))[-1]
        == "m11"
    )
    assert next_member_number(added, 9) == 11
    assert next_member_number(start, 9) == 9
    assert next_member_number(start) == 2


def test_numbers_too_long_for_a_counter_are_names_like_any_other() -> None:
    far = draft(Member("boar", id="m" + "9" * 18), Member("boar", id="m" + "9" * 16), Member("boar", id="m٣"))
    assert next_member_number(far) == 1
    assert next_member_number(draft(Member("boar", id="m" + "9" * 15))) == 10**15
    assert next_member_number(draft(Member("boar", id="m007"))) == 8


def test_no_id_comes_back_however_far_the_counter_is() -> None:
    start = draft(Member("boar", id="m" + "9" * 15))
    counter, given = next_member_number(start), set()
    for _ in range(3):
        added = MemberAdd("boar").apply(start, BIG_BOOK, counter)
        new = ids(added)[-1]
        assert new not in given
        given.add(new)
        counter = next_member_number(added, counter)
    assert sorted(given) == [f"m{10**15 + past}" for past in range(3)]


@pytest.mark.parametrize("key", ["drgon", "", "Boar", "x" * 1_000, "a\0b"])
def test_unknown_creatures_are_refused(key: str) -> None:
    for change in (MemberAdd(key), MemberCreature("m1", key), MinionAdd("m2", key)):
        message = refused(DRUID, change)
        assert message.startswith("The compendium has no creature “")
        assert message.isprintable()
        assert len(message) < 200


@every_row(
    "change",
    [
        MemberDuplicate("m9"),
        MemberRemove("m9"),
        MemberMove("m9", None),
        MemberRename("m9", "Snik"),
        MemberNotes("m9", "bites"),
        MemberCreature("m9", "boar"),
        MemberRevision("m9", 1),
        MemberBuy("m9"),
        MinionAdd("m9", "boar"),
    ],
    ids=lambda change: type(change).__name__,
)
def test_who_is_not_there_cannot_be_changed(change: Change) -> None:
    assert refused(DRUID, change) == "This creature is no longer in the warband."
    with pytest.raises(ChangeRefused):
        change.describe(DRUID, BIG_BOOK)


def test_who_leaves_takes_minions_notes_secrets_and_agreements_along() -> None:
    full = replace(
        ARMY,
        roster=replace(
            ARMY.roster, overrides=(Override("creature.over_half", "x", "m4"), Override("creature.banned", "x", "m1"))
        ),
        member_notes={"m2": "leads", "m5": "bites", "m6": "howls"},
    )
    left = after(full, MemberRemove("m2"))
    assert shape(left) == [("m1", "boar", None), ("m6", "wolf", None)]
    assert left.member_notes == {"m6": "howls"}
    assert left.roster.overrides == (Override("creature.banned", "x", "m1"),)
    assert words(full, MemberRemove("m2")) == "Removed Warlord"
    hidden = replace(
        draft(Member("boar", positioning=("false-object",)), "wolf"), secrets=(Secret("m1", "false-object", "the oak"),)
    )
    assert after(hidden, MemberRemove("m2")).secrets == hidden.secrets
    assert after(hidden, MemberRemove("m1")).secrets == ()


def test_a_minion_leaves_alone() -> None:
    assert ids(after(ARMY, MemberRemove("m5"))) == ["m1", "m2", "m3", "m4", "m6"]
    assert ids(after(ARMY, MemberRemove("m3"))) == ["m1", "m2", "m5", "m6"]


def test_a_copy_has_all_that_was_bought_and_none_of_the_notes() -> None:
    laden = Member("boar", name="Tusker", upgrades=("x",), items=items("holy-water"), hero_points=2, revision=1)
    start = after(draft(laden, "wolf"), MemberNotes("m1", "bites"))
    copied = after(start, MemberDuplicate("m1"))
    assert copied.roster.members[1] == replace(laden, id="m3")
    assert ids(copied) == ["m1", "m3", "m2"]
    assert copied.member_notes == {"m1": "bites"}
    assert words(start, MemberDuplicate("m1")) == "Copied Tusker"


def test_a_commander_is_copied_with_its_minions() -> None:
    assert shape(after(ARMY, MemberDuplicate("m2"))) == [
        *shape(ARMY)[:5],
        ("m7", "warlord", None),
        ("m8", "kobold-druid", "m7"),
        ("m9", "cat-companion", "m8"),
        ("m10", "wolf", "m7"),
        ("m6", "wolf", None),
    ]
    assert codes(after(ARMY, MemberDuplicate("m2"))) == []


def test_a_copied_minion_claims_the_same_commander() -> None:
    copied = after(DRUID, MemberDuplicate("m3"))
    assert shape(copied)[2:] == [("m3", "cat-companion", "m2"), ("m4", "cat-companion", "m2")]
    assert codes(copied) == ["minion.without_commander"]


def test_too_much_in_all_is_not_copied() -> None:
    laden = Member("boar", items=items(*["holy-water"] * MAX_EXTRAS), upgrades=("x",) * MAX_EXTRAS)
    heavy = draft(*[replace(laden, id=f"m{number}") for number in range(1, 51)])
    assert refused(heavy, MemberDuplicate("m1")) == (
        "All creatures together can have at most 5,000 upgrades and items. Remove some first."
    )


@every_row(
    ("member", "before", "order"),
    [
        ("m1", "m6", "m2 m3 m4 m5 m1 m6"),
        ("m1", None, "m2 m3 m4 m5 m6 m1"),
        ("m1", "m99", "m2 m3 m4 m5 m6 m1"),
        ("m1", "m1", "m1 m2 m3 m4 m5 m6"),
        ("m1", "m2", "m1 m2 m3 m4 m5 m6"),
        ("m6", "m2", "m1 m6 m2 m3 m4 m5"),
        ("m6", "m4", "m1 m6 m2 m3 m4 m5"),
        ("m2", "m1", "m2 m3 m4 m5 m1 m6"),
        ("m2", None, "m1 m6 m2 m3 m4 m5"),
        ("m2", "m3", "m1 m6 m2 m3 m4 m5"),
        # Minions change places among those of their commander, with their own behind them.
        ("m5", "m3", "m1 m2 m5 m3 m4 m6"),
        ("m3", None, "m1 m2 m5 m3 m4 m6"),
        ("m3", "m1", "m1 m2 m5 m3 m4 m6"),
        ("m4", "m3", "m1 m2 m3 m4 m5 m6"),
        ("m4", None, "m1 m2 m3 m4 m5 m6"),
    ],
)
def test_members_move_past_whole_groups(member: str, before: str | None, order: str) -> None:
    assert " ".join(ids(after(ARMY, MemberMove(member, before)))) == order


def test_words_of_a_move_say_which_way() -> None:
    assert words(DRUID, MemberMove("m2", "m1")) == "Moved Kobold Druid up"
    assert words(DRUID, MemberMove("m1", None)) == "Moved Boar down"


def test_a_member_is_named_and_its_creatures_name_comes_back() -> None:
    named = after(DRUID, MemberRename("m1", "  Old \n Tusker\t"))
    assert named.roster.members[0].name == "Old Tusker"
    assert words(DRUID, MemberRename("m1", "  Old \n Tusker\t")) == "Named Boar “Old Tusker”"
    assert after(named, MemberRename("m1", " ")) == DRUID
    assert words(named, MemberRename("m1", "")) == "Cleared Old Tusker’s name"


def test_a_name_has_80_characters_and_notes_2000() -> None:
    long = "x" * MAX_NAME
    assert after(DRUID, MemberRename("m1", long)).roster.members[0].name == long
    assert refused(DRUID, MemberRename("m1", long + "y")) == (
        "A name can have at most 80 characters; this one has 81. Nothing was changed."
    )
    notes = "x" * MAX_NOTES
    assert after(DRUID, MemberNotes("m1", notes)).member_notes == {"m1": notes}
    assert refused(DRUID, MemberNotes("m1", notes + "y")) == (
        "Notes can have at most 2,000 characters; these have 2,001. Nothing was changed."
    )


def test_notes_keep_their_lines_and_empty_ones_are_none() -> None:
    noted = after(DRUID, MemberNotes("m1", "\r\nbites\x07 \r\n\r\n  hard\0\n"))
    assert noted.member_notes == {"m1": "bites\n\n  hard"}
    assert after(noted, MemberNotes("m1", " \n ")) == DRUID
    assert words(DRUID, MemberNotes("m1", "bites")) == "Edited the notes on Boar"


def test_a_member_becomes_another_creature_and_keeps_the_rest() -> None:
    start = draft(Member("Boar", name="Tusker", hero_points=2, revision=7))
    (tusker,) = after(start, MemberCreature("m1", "boar")).roster.members
    assert tusker == Member("boar", id="m1", name="Tusker", hero_points=2, revision=1)
    assert words(draft("Boar"), MemberCreature("m1", "boar")) == "Replaced “Boar” with Boar"


def test_a_member_is_pinned_to_a_revision_and_let_go() -> None:
    book = replace(BIG_BOOK, revisions={("boar", 7): replace(BIG_BOOK.cards["boar"], revision=7)})
    change = MemberRevision("m1", 7)
    assert change.revisions(DRUID) == (("boar", 7),)
    pinned = change.apply(DRUID, book)
    assert pinned.roster.members[0].revision == 7
    assert after(pinned, MemberRevision("m1", None)) == DRUID
    assert words(DRUID, MemberRevision("m1", 1)) == "Switched Boar to revision 1"
    assert words(pinned, MemberRevision("m1", None)) == "Switched Boar to the current revision"


@pytest.mark.parametrize("number", [-1, 0, 7, 10**30])
def test_a_revision_that_does_not_exist_is_refused(number: int) -> None:
    sentence = f"has no revision {number:,}. Nothing was changed."
    assert refused(DRUID, MemberRevision("m1", number)) == f"The card of Boar {sentence}"
    assert refused(draft("drgon"), MemberRevision("m1", number)) == f"The card of “drgon” {sentence}"


def test_an_imported_member_keeps_a_revision_that_does_not_exist() -> None:
    imported = draft(Member("boar", revision=7))
    assert codes(imported) == ["card.revision_unknown"]
    assert after(imported, MemberRevision("m1", 7)) == imported


def test_a_minion_is_bought() -> None:
    bought = after(DRUID, MemberBuy("m3"))
    assert shape(bought)[2] == ("m3", "cat-companion", None)
    assert words(DRUID, MemberBuy("m3")) == "Bought Cat Companion without a commander"
    assert after(bought, MemberBuy("m3")) == bought


def test_a_commander_is_given_a_minion_behind_its_band() -> None:
    bare = after(ARMY, MemberRemove("m3"))
    again = after(bare, MinionAdd("m2", "kobold-druid"))
    assert shape(again)[1:] == [
        ("m2", "warlord", None),
        ("m5", "wolf", "m2"),
        ("m7", "kobold-druid", "m2"),
        ("m8", "cat-companion", "m7"),
        ("m6", "wolf", None),
    ]
    assert codes(again) == []
    assert words(bare, MinionAdd("m2", "kobold-druid")) == "Added Kobold Druid as a minion of Warlord"


def test_a_minion_brings_nobody_above_it() -> None:
    chief = after(draft(), MemberAdd("chief"), MemberRemove("m2"))
    again = after(chief, MinionAdd("m1", "shaman"))
    assert shape(again) == [("m1", "chief", None), ("m2", "shaman", "m1"), ("m3", "wolf", "m2")]
    # The shaman starts with a chief, who would bring a shaman.
    assert shape(after(again, MinionAdd("m2", "chief")))[3:] == [("m4", "chief", "m2")]


def test_a_minion_that_comes_later_brings_nobody_above_it_either() -> None:
    ring = {"king": "queen", "queen": "knave", "knave": "king"}
    book = Rulebook.of(*(replace(KOBOLD, key=key, starts_with=(brings,)) for key, brings in ring.items()))
    pair = MemberRemove("m3").apply(MemberAdd("king").apply(draft(), book), book)
    assert shape(MinionAdd("m2", "knave").apply(pair, book)) == [
        ("m1", "king", None),
        ("m2", "queen", "m1"),
        ("m3", "knave", "m2"),
    ]


def test_a_card_says_which_minions_its_creature_may_be_given() -> None:
    assert refused(DRUID, MinionAdd("m1", "wolf")) == "Boar does not start with Wolf."
    assert refused(draft("drgon"), MinionAdd("m1", "wolf")) == "“drgon” does not start with Wolf."


def test_changes_tell_which_creatures_they_need() -> None:
    for change in (MemberAdd("wolf"), MemberCreature("m1", "wolf"), MinionAdd("m1", "wolf")):
        assert (change.creatures, change.items) == (("wolf",), ())
    assert MemberRemove("m1").creatures == ()
