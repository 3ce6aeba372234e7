"""The settings of a warband: every field, its bounds, and one step of undo for all of them."""

import pytest

from compendium.models import Source
from compendium.services.creatures import creature_create
from rules.building.draft import MAX_NOTES
from rules.building.warband import MAX_BANNED, MAX_ITEMS
from rules.legality.verdict import RULES
from rules.lengths import MAX_NAME
from rules.roster import Member
from rules.roster.model import HouseRules, Override
from tests.examples import THOROUGH
from tests.reading import read
from tests.warbands.filling import HOSTILE, fields, refused, save, shown
from tests.warbands.verbs import building
from warbands.selectors.warbands import undo_state
from warbands.services.collections import collection_save
from warbands.services.warbands import warband_tag

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

ERRORS = [rule.code for rule in RULES if rule.severity == "error"]


# --- Settings -------------------------------------------------------------------------------------------------------


def test_settings_saved_as_they_are_change_nothing(ada):
    desk = building(ada, "boar")
    save(desk)
    assert desk.warband.version == 1


def test_everything_at_once_is_one_step_of_undo(ada):
    desk = building(ada, "boar")
    before = desk.draft
    answer = save(
        desk,
        name="Cinder",
        play_mode="campaign",
        limit="own",
        own_limit="250",
        alignment="TN",
        notes="One.\r\nTwo.",
        max_items="2",
        sources_from="only",
        sources="p2v-orc",
        ban="Basilisk",
    )
    assert answer.headers["Location"] == desk.address
    roster = desk.draft.roster
    assert (roster.name, roster.play_mode, roster.points_limit, roster.alignment) == ("Cinder", "campaign", 250, "TN")
    assert desk.draft.notes == "One.\nTwo."
    assert roster.house_rules == HouseRules(("p2v-orc",), ("basilisk",), 2)
    assert roster.members == before.roster.members
    assert (
        undo_state(desk.warband).undo
        == "Changed the settings: name, play mode, limit, alignment, notes and house rules"
    )
    desk.step("undo")
    assert desk.draft == before


def test_only_what_differs_is_named(ada):
    desk = building(ada)
    save(desk, notes="Led by Snik.")
    assert undo_state(desk.warband).undo == "Changed the settings: notes"


def test_what_was_saved_is_what_the_page_shows_next(ada):
    desk = building(ada)
    wanted = {"name": "<b>&", "notes": "  \nA\n\nB  ", "tags": "club, friday", "max_items": "0", "alignment": "CE"}
    save(desk, **wanted)
    again = shown(desk)
    assert {name: again[name] for name in wanted} == wanted | {"notes": "A\n\nB"}


def test_narrative_play_keeps_the_limit_for_later(ada):
    desk = building(ada, points_limit=150)
    save(desk, play_mode="narrative", limit="own", own_limit="")
    assert (desk.draft.roster.play_mode, desk.draft.roster.points_limit) == ("narrative", 150)


def test_leaving_narrative_play_takes_the_limit_that_is_chosen(ada):
    desk = building(ada, play_mode="narrative", points_limit=None)
    save(desk, play_mode="unlimited", limit="500")
    assert desk.draft.roster.points_limit == 500


@pytest.mark.parametrize(
    ("field", "changes", "sentence"),
    [
        ("name", {"name": ""}, "A warband needs a name."),
        ("name", {"name": "x" * (MAX_NAME + 1)}, "A name can have at most 80 characters; this one has 81."),
        ("notes", {"notes": "x" * (MAX_NOTES + 1)}, "Notes can have at most 2,000 characters; these have 2,001."),
        ("tags", {"tags": "x" * 41}, "A tag can have at most 40 characters;"),
        ("tags", {"tags": ",".join(map(str, range(11)))}, "A warband can have at most 10 tags; these are 11."),
        ("max_items", {"max_items": "few"}, "Enter a whole number, or leave it blank for no limit."),
        ("max_items", {"max_items": str(MAX_ITEMS + 1)}, "A house limit on items is a number from 0 to 50."),
        ("sources_from", {"sources_from": None}, "Choose whether creatures come from every source or only from some."),
        ("sources", {"sources_from": "only"}, "Tick at least one source. Without a source, no creature can join."),
        ("sources", {"sources_from": "only", "sources": ["p2v-orc", "nowhere"]}, "There is no source “nowhere”."),
        ("ban", {"ban": "nobody"}, "No creature is called “nobody”."),
        ("only_owned", {"only_owned": "on"}, "You have not entered any figures yet."),
    ],
)
def test_settings_that_cannot_be_are_told_beside_their_field(ada, field, changes, sentence):
    assert refused(building(ada), field, **changes).startswith(sentence)


def test_notes_may_have_2000_characters_however_their_lines_end(ada):
    desk = building(ada)
    notes = "x\n" * (MAX_NOTES // 2 - 1) + "xx"
    save(desk, notes=notes.replace("\n", "\r\n"))
    assert desk.draft.notes == notes
    assert len(notes) == MAX_NOTES


def test_one_fault_among_many_settings_loses_none_of_them(ada):
    desk = building(ada)
    typed = {
        "name": "Cinder",
        "notes": "Mine",
        "tags": "club",
        "sources_from": "only",
        "sources": "p2v-ogl",
        "ban": "nobody\nboar",
    }
    kept = fields(read(save(desk, 422, **typed), 422))
    assert {name: kept[name] for name in typed} == typed
    save(desk, **kept | {"ban": "boar"})
    assert desk.draft.roster.house_rules == HouseRules(("p2v-ogl",), ("boar",))


HOSTILE_FIELDS = ["name", "play_mode", "limit", "own_limit", "alignment", "version", "notes", "tags", "max_items"]
HOSTILE_FIELDS += ["sources_from", "sources", "ban", "lift", "only_owned", "owned_anew", "take_back"]


SHARES = 1 if THOROUGH else 3
"""A quick run sends each field every third hostile value, and a field's neighbors the others."""


@pytest.mark.parametrize("field", HOSTILE_FIELDS)
def test_hostile_settings_are_taken_or_told(ada, field):
    desk = building(ada, "boar", house_rules=HouseRules(sources=("p2v-orc",)))
    typed: dict[str, object] = {}
    for value in HOSTILE[HOSTILE_FIELDS.index(field) % SHARES :: SHARES]:
        if not typed:  # read anew after what was taken, which the next form has to know of
            typed = shown(desk) | {"limit": "own", "own_limit": "200", "sources_from": "only", "sources": "p2v-orc"}
        answer = ada.client.post(f"{desk.address}settings/", typed | {field: value})
        assert answer.status_code in (302, 409, 422), value
        assert "<script>alert" not in answer.content.decode()
        if answer.status_code == 302:
            typed = {}
    assert ada.get(desk.address).status_code == 200


def test_settings_without_any_field_are_told(ada):
    desk = building(ada)
    page = read(ada.client.post(f"{desk.address}settings/", {}), 422)
    assert "cannot tell which version" in page.css_first(".notice.bad").text()
    assert fields(page)["version"] == "1"
    assert desk.warband.version == 1


# --- House rules ----------------------------------------------------------------------------------------------------


def test_every_source_is_no_restriction_whatever_is_ticked(ada):
    desk = building(ada, house_rules=HouseRules(sources=("p2v-orc",)))
    assert shown(desk)["sources"] == "p2v-orc"
    save(desk, sources_from="every")
    assert desk.draft.roster.house_rules is None


def test_a_source_that_nobody_knows_any_more_stays_until_it_is_unticked(ada):
    desk = building(ada, house_rules=HouseRules(sources=("lost-book", "p2v-orc")))
    page = read(ada.get(f"{desk.address}settings/"))
    assert "not in the compendium" in page.css_first(".only-these").text()
    save(desk, name="Cinder")
    assert desk.draft.roster.house_rules == HouseRules(("lost-book", "p2v-orc"))
    save(desk, sources="p2v-orc")
    assert desk.draft.roster.house_rules == HouseRules(("p2v-orc",))


def test_sources_without_creatures_are_not_offered(ada):
    desk = building(ada)
    offered = {node.attributes["value"] for node in read(ada.get(f"{desk.address}settings/")).css("[name=sources]")}
    assert offered == {"p2v-orc", "p2v-ogl"}


@pytest.mark.parametrize("typed", ["kobold-warrior", "Kobold Warrior", "  kobold   WARRIOR ", "Kobold-Warrior"])
def test_a_creature_is_banned_by_its_key_its_slug_or_its_name(ada, typed):
    desk = building(ada)
    save(desk, ban=typed)
    assert desk.draft.roster.house_rules == HouseRules(banned=("kobold-warrior",))


def test_a_name_bans_every_card_that_has_it_and_a_key_only_its_own(ada, built_in):
    creature_create(card=built_in["boar"], source=Source.objects.create(key="club", name="Club"), key="boar--club")
    desk = building(ada)
    save(desk, ban="boar--club")
    assert desk.draft.roster.house_rules == HouseRules(banned=("boar--club",))
    save(desk, ban="BOAR")
    assert desk.draft.roster.house_rules == HouseRules(banned=("boar--club", "boar"))
    chips = [node.text() for node in read(ada.get(f"{desk.address}settings/")).css("label.chip")]
    assert len(set(chips)) == 2


def test_creatures_are_listed_by_lines_and_commas(ada):
    desk = building(ada)
    save(desk, ban="Boar, Basilisk,,\r\n\r\nEagle Knight\r\n, boar")
    assert desk.draft.roster.house_rules == HouseRules(banned=("boar", "basilisk", "eagle-knight"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Kobold Warior", "“Kobold Warrior”"),
        ("caldera", "“Caldera Oni”"),
        ("kobold", "“Kobold Druid 1” or “Kobold Warrior”"),
    ],
)
def test_an_unknown_creature_is_named_with_those_that_may_be_meant(ada, typed, meant):
    sentence = refused(building(ada), "ban", ban=f"Boar\n{typed}")
    assert sentence == f"No creature is called “{typed}”. Did you mean {meant}?"


def test_of_many_unknown_creatures_the_first_are_named(ada):
    sentence = refused(building(ada), "ban", ban="\n".join(f"nobody {number}" for number in range(9)))
    assert "“nobody 4”" in sentence
    assert "“nobody 5”" not in sentence
    assert "4 more of these names are unknown." in sentence


def test_a_ban_list_that_is_too_long_is_told_before_anything_is_looked_up(ada):
    sentence = refused(building(ada), "ban", ban=",".join(map(str, range(MAX_BANNED + 1))))
    assert sentence == "A ban list can have at most 1,000 creatures; these are 1,001."
    full = building(ada, house_rules=HouseRules(banned=tuple(map(str, range(MAX_BANNED)))))
    assert "at most 1,000" in refused(full, "ban", ban="boar")


def test_a_ban_is_lifted_by_its_chip_and_the_rest_stands(ada):
    desk = building(ada, house_rules=HouseRules(banned=("boar", "gone-creature", "basilisk")))
    assert [node.text() for node in read(ada.get(f"{desk.address}settings/")).css("label.chip")] == [
        "Boar",
        "gone-creature",
        "Basilisk",
    ]
    save(desk, lift=["boar", "nobody"])
    assert desk.draft.roster.house_rules == HouseRules(banned=("gone-creature", "basilisk"))


# --- Only what I own ------------------------------------------------------------------------------------------------


def test_only_what_i_own_takes_the_collection_of_the_account(ada):
    collection_save(owner=ada.owner, owned={"boar": 2, "basilisk": 1})
    desk = building(ada)
    save(desk, only_owned="on")
    assert desk.draft.roster.collection == {"boar": 2, "basilisk": 1}
    save(desk, only_owned=None)
    assert desk.draft.roster.collection is None


def test_a_collection_of_the_warbands_own_is_kept_until_it_is_taken_anew(ada):
    collection_save(owner=ada.owner, owned={"boar": 2, "basilisk": 1})
    desk = building(ada, collection={"boar": 1, "eagle-knight": 4, "basilisk": 1})
    facts = read(ada.get(f"{desk.address}settings/"))
    assert "5 figures" not in facts.css_first("#owned-help").text()
    assert "6 figures of 3 kinds" in facts.css_first("#owned-help").text()
    assert "of today differ in 2 kinds." in " ".join(facts.body.text().split())
    save(desk, name="Cinder")
    assert desk.draft.roster.collection == {"boar": 1, "eagle-knight": 4, "basilisk": 1}
    save(desk, owned_anew="on")
    assert desk.draft.roster.collection == {"boar": 2, "basilisk": 1}


def test_a_collection_that_is_the_accounts_own_offers_nothing_anew(ada):
    collection_save(owner=ada.owner, owned={"boar": 2})
    desk = building(ada, collection={"boar": 2, "basilisk": 0})
    assert not read(ada.get(f"{desk.address}settings/")).css("#owned_anew")


# --- Agreements of the table ---------------------------------------------------------------------------------------


def test_an_agreement_stands_there_in_words_and_can_be_taken_back(ada):
    overrides = (
        Override("points.over_limit", "a long evening"),
        Override("creature.over_half", "the boss", "m1"),
        Override("creature.over_half", "her pet", "m2"),
    )
    desk = building(ada, Member("boar", "m1", "Snout"), Member("basilisk", "m2"), overrides=overrides)
    lines = [" ".join(node.text().split()) for node in read(ada.get(f"{desk.address}settings/")).css(".agreements li")]
    assert lines == [
        "More points than the limit: “a long evening”",
        "More than half of the points for one creature · Snout: “the boss”",
        "More than half of the points for one creature · Basilisk: “her pet”",
    ]
    save(desk, take_back=["creature.over_half m1", "no.such m9"])
    assert desk.draft.roster.overrides == (overrides[0], overrides[2])
    assert undo_state(desk.warband).undo == "Changed the settings: agreements"


def test_every_problem_that_can_be_agreed_on_has_words(ada):
    desk = building(ada, overrides=tuple(Override(code, "agreed") for code in ERRORS))
    lines = [node.text() for node in read(ada.get(f"{desk.address}settings/")).css(".agreements li")]
    assert len(lines) == len(ERRORS)
    assert not any("." in line for line in lines)


# --- Tags -----------------------------------------------------------------------------------------------------------


def test_tags_are_saved_beside_the_draft(ada):
    desk = building(ada)
    save(desk, tags=" Club,friday ,, club")
    assert [tag.word for tag in desk.warband.tags.all()] == ["club", "friday"]
    assert desk.warband.version == 1
    assert shown(desk)["tags"] == "club, friday"


def test_refused_settings_leave_the_tags_alone(ada):
    desk = building(ada)
    warband_tag(owner=ada.owner, key=desk.key, words=["club"])
    refused(desk, "name", name="", tags="other")
    save(desk, 409, version="0", tags="other")
    assert [tag.word for tag in desk.warband.tags.all()] == ["club"]
