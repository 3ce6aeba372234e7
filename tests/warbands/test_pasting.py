"""Pasting a list of members: a warband of one's own, and members that join one."""

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.warbands.verbs import account, building, visitor
from warbands.models import Warband
from warbands.selectors.warbands import warband_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PASTE = "/warbands/paste/"
WILD = "<script>alert(1)</script>"


def page_of(answer, status=200):
    assert answer.status_code == status, answer.content.decode()
    return HTMLParser(answer.content.decode())


def text_of(page, where="body"):
    return " ".join(page.css_first(where).text().split())


def paste(person, text, address=PASTE, **fields):
    return person.client.post(address, {"list": text, **fields})


def filled(page, **chosen):
    """Return the fields of the form as they stand, with the answers chosen for the words."""
    fields = {"asked": [], "number": []}
    for field in page.css("form.paste input[type=hidden]"):
        name, value = field.attributes["name"], field.attributes["value"]
        if name in fields:
            fields[name].append(value)
        else:
            fields[name] = value
    fields["list"] = page.css_first("#list").text().strip("\n")
    for number, words in zip(fields["number"], fields["asked"], strict=True):
        if words in chosen:
            fields[f"meant-{number}"] = chosen[words]
    return fields


def made(person, answer):
    assert answer.status_code == 302, answer.content.decode()
    return warband_open(person.owner, Warband.objects.latest("pk").key)


@pytest.mark.parametrize("who", [lambda: account("ada"), visitor], ids=["account", "visitor"])
def test_a_list_becomes_a_warband(who):
    person = who()
    answer = paste(person, "3 kobold warriors, boar with holy water", play_mode="limited", limit="150", alignment="LE")
    opened = made(person, answer)
    roster = opened.draft.roster
    assert [member.creature for member in roster.members] == ["kobold-warrior"] * 3 + ["boar"]
    assert (roster.name, roster.play_mode, roster.points_limit, roster.alignment) == (
        *("Pasted warband", "limited"),
        *(150, "LE"),
    )
    assert all(member.revision for member in roster.members)
    assert opened.step.words == "Pasted the warband"
    assert "4 members taken from the list." in person.get(f"/warbands/{opened.warband.key}/").content.decode()


def test_a_chat_text_says_its_name_and_terms_itself(ada):
    desk = building(ada, "boar", "kobold-warrior", name="Ember Guard", points_limit=300)
    text = ada.get(f"/warbands/{desk.key}/chat/", plain="1").content.decode()
    roster = made(ada, paste(ada, text, play_mode="unlimited", limit="7")).draft.roster
    before = desk.draft.roster
    assert (roster.name, roster.play_mode, roster.points_limit, roster.alignment) == (
        *("Ember Guard", before.play_mode),
        *(300, "LE"),
    )
    assert [member.creature for member in roster.members] == ["boar", "kobold-warrior"]


def test_a_name_that_is_entered_comes_before_that_of_the_list(ada):
    desk = building(ada, "boar", name="Ember Guard")
    text = ada.get(f"/warbands/{desk.key}/chat/", plain="1").content.decode()
    assert made(ada, paste(ada, text, name="  Night Watch ")).draft.roster.name == "Night Watch"
    page = page_of(paste(ada, "zzz", name="Night Watch"), 422)
    assert page.css_first("#name").attributes["value"] == "Night Watch"
    assert "name" in text_of(page_of(paste(ada, "boar", name="x" * 300), 422), "#fault").lower()


def test_unknown_names_are_asked_back_and_nothing_is_lost(ada):
    text = "3 kobolds\nboar with holey water, zzz"
    page = page_of(paste(ada, text, play_mode="campaign", limit="123", alignment="LE"), 422)
    assert page.css_first("#list").text().strip() == text
    assert [node.attributes["value"] for node in page.css("[name=asked]")] == ["kobolds", "holey water", "zzz"]
    assert page.css_first("option[value=campaign][selected]")
    assert page.css_first("#limit").attributes["value"] == "123"
    assert not Warband.objects.exists()
    some = page_of(paste(ada, **filled_as_post(page, kobolds="creature kobold-warrior", zzz="nothing")), 422)
    assert [node.text() for node in some.css("legend")] == ["“holey water” line 2"]
    answer = paste(ada, **filled_as_post(some, **{"holey water": "item holy-water"}))
    roster = made(ada, answer).draft.roster
    assert [member.creature for member in roster.members] == ["kobold-warrior"] * 3 + ["boar"]
    assert [item.item for item in roster.members[3].items] == ["holy-water"]


def filled_as_post(page, **chosen):
    fields = filled(page, **chosen)
    return {"text": fields.pop("list"), **fields}


def test_members_join_a_warband_in_one_step_that_undo_takes_back(ada):
    desk = building(ada, "boar")
    answer = paste(ada, "Grik: kobold warrior + sling, 2 boars, kobold druid 1", f"{desk.address}paste/")
    assert answer.headers["Location"] == desk.address
    members = desk.draft.roster.members
    assert [member.creature for member in members] == [
        *("boar", "kobold-warrior", "boar", "boar"),
        *("kobold-druid-1", "cat-companion-1"),
    ]
    assert [member.id for member in members] == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert (members[1].name, members[1].upgrades, members[5].minion_of) == ("Grik", ("sling",), "m5")
    assert desk.warband.position == 2
    desk.step("undo")
    assert desk.creatures == ["boar"]


def test_too_many_members_are_refused_as_a_whole(ada):
    desk = building(ada, *["boar"] * 99)
    page = page_of(paste(ada, "2 boars", f"{desk.address}paste/"), 422)
    assert "at most 100 members" in text_of(page, "#fault")
    assert len(desk.creatures) == 99


def test_only_the_owner_pastes_into_a_warband(ada, bob):
    desk = building(ada, "boar")
    for other in (bob, visitor()):
        assert other.get(f"{desk.address}paste/").status_code == 404
        assert paste(other, "boar", f"{desk.address}paste/").status_code == 404
    assert desk.creatures == ["boar"]


def test_a_locked_warband_takes_no_list(ada):
    desk = building(ada, "boar")
    Warband.objects.filter(key=desk.key).update(locked_for="Its scenario is being played.")
    page = page_of(paste(ada, "boar", f"{desk.address}paste/"), 422)
    assert "Its scenario is being played." in text_of(page, "#fault")
    assert f"{desk.address}paste/" not in desk.look().content.decode()


@pytest.mark.parametrize("address", [PASTE, "into"])
@pytest.mark.parametrize("text", ["", "\0", WILD, '"><img src=x>', "x" * 20_001, "boar\n" * 500, "9" * 3_000, "\udcff"])
def test_hostile_texts_are_told_and_never_drawn_as_markup(ada, address, text):
    desk = building(ada, "boar")
    where = f"{desk.address}paste/" if address == "into" else address
    text = text.encode("utf-8", "replace").decode()
    answer = paste(ada, text, where, asked=[WILD, "x"], number=["0", WILD], **{"meant-0": WILD})
    page = page_of(answer, 422)
    assert WILD not in answer.content.decode()
    assert "<img src=x>" not in answer.content.decode()
    assert page.css_first("#fault, #questions")


@pytest.mark.parametrize(
    "fields", [{"play_mode": "chess"}, {"limit": "-1"}, {"limit": "x" * 999}, {"limit": "9" * 9}, {"alignment": "XX"}]
)
def test_terms_that_are_none_are_told(ada, fields):
    page = page_of(paste(ada, "boar", **fields), 422)
    assert page.css_first("#fault")
    assert page.css_first("#list").text().strip() == "boar"
    assert not Warband.objects.exists()


def test_a_list_that_is_too_large_is_told(ada):
    assert "too large" in text_of(page_of(paste(ada, "x" * 4_000_000), 422), "#fault")


def test_where_lists_are_pasted_can_be_reached(ada):
    desk = building(ada)
    for address in ("/warbands/", "/warbands/new/", "/warbands/import/"):
        assert f'href="{PASTE}"' in ada.get(address).content.decode()
    assert f'href="{desk.address}paste/"' in desk.look().content.decode()
    assert page_of(ada.get(PASTE)).css_first("#list")
