"""Corrections by hand: a member, a chosen feat and a roll, each shown before and after, then written with a reason."""

import re
from typing import Any, get_args

import pytest
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_close, campaign_share
from campaigns.services.warbands import warband_leave
from campaigns.web.correction_forms import FORMS
from rules.careers.events import CorrectionKind
from tests.campaigns.play import career, choose, commit, enter, field, opened, played, report
from tests.campaigns.scenario_visits import void
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed

pytestmark = pytest.mark.django_db


def correcting(table: Table, what: str = "", member: str = "m1", warband: int = 1) -> str:
    query = f"?id={member}&what={what}" if what else f"?id={member}"
    return f"/campaigns/{table.key}/warbands/{warband}/member/correct/{query}"


def feat_page(table: Table, name: str = "1.m1", scenario: int = 1) -> str:
    return f"/campaigns/{table.key}/scenarios/{scenario}/correct-feat/?feat={name}"


def roll_page(table: Table, name: str = "1.advance.1.m1", scenario: int = 1) -> str:
    return f"/campaigns/{table.key}/scenarios/{scenario}/correct-roll/?roll={name}"


def preview(table: Table, who: str, path: str, **fields: str) -> Any:
    return table.people[who].client.post(path, {"do": "preview", **fields})


def write(table: Table, who: str, path: str, **fields: str) -> Any:
    """Look at what changes, then write it."""
    shown = preview(table, who, path, **fields).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    assert seen, shown
    return table.people[who].client.post(path, {"do": "write", "seen": seen[1], **fields}, follow=True)


@pytest.fixture
@replayed
def done(fought: Table) -> Table:
    """Scenario 1 is committed: Snik has a feat, Old Boar is wounded in its eye."""
    boars, kobolds = CampaignWarband.objects.get(number=2), CampaignWarband.objects.get(number=1)
    enter(fought, 1, boars, "m1", "elimination", 4)
    enter(fought, 1, boars, "m1", "injury", 2)
    enter(fought, 1, boars, "m1", "advance", 3, 3, 4)
    enter(fought, 1, kobolds, "m1", "advance", 1, 1, 1)
    choose(fought, 1, kobolds, "m1", "fleet")
    commit(fought, 1)
    return fought


def test_every_kind_of_correction_has_its_form():
    assert sorted(form.kind for form in FORMS) == sorted(get_args(CorrectionKind))


CASES = (
    ("injury-add", "m1", 1, {"subject": "injured-leg"}, "Speed", "Injuries – → becomes Injured Leg (heals)"),
    (
        "injury-add",
        "m1",
        1,
        {"subject": "injured-leg", "permanent": "on"},
        "permanent",
        "Injuries – → becomes Injured Leg (permanent)",
    ),
    ("injury-remove", "m1", 2, {"subject": "s1.m1.injury"}, "Injuries", "Injuries Injured Eye (heals) → becomes –"),
    ("advance-add", "m1", 1, {"subject": "will"}, "Will", "Will +"),
    ("advance-add", "m1", 1, {"subject": "later"}, "To choose", "To choose – → becomes 1 feat"),
    ("advance-add", "m2", 1, {"subject": "fleet"}, "Feats", "Feats – → becomes Fleet"),
    ("advance-remove", "m1", 1, {"subject": "fleet"}, "Feats", "Feats Fleet → becomes –"),
    ("advance-remove", "m1", 2, {"subject": "fight"}, "Fight", "Fight +8 → becomes +7"),
    ("level", "m1", 1, {"amount": "3"}, "Level", "Level −1 → becomes 3"),
    ("points", "m1", 1, {"amount": "−4"}, "Points", "Points 9 → becomes 5"),
    ("spell-add", "m1", 1, {"subject": "fireball"}, "Spells learned", "Spells learned – → becomes Fireball"),
)


@pytest.mark.parametrize(("what", "member", "warband", "fields", "differs", "line"), CASES)
def test_an_organizer_sees_what_changes_and_writes_it(
    done: Table, what: str, member: str, warband: int, fields: dict[str, str], differs: str, line: str
):
    path, head = correcting(done, what, member, warband), done.campaign.head
    answer = preview(done, "cleo", path, reason="agreed at the table", **fields)
    assert answer.status_code == 200
    assert differs in main_text(answer)
    assert done.campaign.head == head
    shown = main_text(write(done, "cleo", path, reason="agreed at the table", **fields))
    assert "is corrected. You can undo the correction." in shown
    assert done.campaign.head == head + 1
    assert line in shown
    assert "Corrected by an organizer" in shown
    assert "Reason: agreed at the table" in shown
    assert "Corrected by hand cleo corrected" in shown
    done.assert_sound()
    void(done, "ada", done.campaign.head, reason="no")
    after = main_text(done.people["ada"].client.get(f"/campaigns/{done.key}/warbands/{warband}/member/?id={member}"))
    assert "Corrected by" not in after
    done.assert_sound()


def test_another_hp_class_counts_for_all_levels(done: Table):
    write(done, "ada", correcting(done, "level"), amount="5", reason="a long march")
    kobolds = CampaignWarband.objects.get(number=1)
    answer = preview(done, "ada", correcting(done, "hp-class"), subject="Barbarian", reason="born in a rage")
    assert "HP becomes" in re.sub(r"HP \d+ → becomes", "HP becomes", main_text(answer))
    shown = main_text(write(done, "ada", correcting(done, "hp-class"), subject="Barbarian", reason="born in a rage"))
    assert "levels as Barbarian" in shown
    assert career(kobolds, "m1").hp_class == "Barbarian"
    done.assert_sound()


def test_the_level_says_what_the_advances_give_and_can_be_taken_back(done: Table):
    write(done, "ada", correcting(done, "level"), amount="4", reason="a long march")
    page = main_text(done.people["ada"].client.get(correcting(done, "level")))
    assert "It is level 4 now. Its card and its 1 advance give level −1" in page
    write(done, "ada", correcting(done, "level"), amount="-1", reason="too far")
    assert career(CampaignWarband.objects.get(number=1), "m1").level_offset == 0


def test_a_correction_counts_after_the_scenario_that_is_named(done: Table):
    rows = list(CampaignWarband.objects.order_by("number"))
    played(done, {rows[0]: 1, rows[1]: 1})
    write(done, "ada", correcting(done, "points"), amount="5", reason="found gold", after="1")
    client = done.people["bob"].client
    then = main_text(client.get(f"/campaigns/{done.key}/warbands/1/member/?id=m1&as_of=2"))
    assert "Corrected by hand ada corrected" in then
    before = main_text(client.get(f"/campaigns/{done.key}/warbands/1/member/?id=m1&as_of=1"))
    assert "Corrected by hand" not in before
    recorded = main_text(client.get(f"/campaigns/{done.key}/warbands/1/member/?id=m1&as_of=2&reading=recorded"))
    assert "Corrected by hand" not in recorded
    done.assert_sound()


WRONG = (
    ("injury-add", {"subject": "injured-leg"}, "Say why"),
    ("injury-add", {"subject": "broken-heart", "reason": "x"}, "Choose one of these."),
    ("injury-add", {"reason": "x"}, "Choose one."),
    ("advance-add", {"subject": "power-of-legends", "reason": "x"}, "Choose one of these."),
    ("level", {"amount": "15", "reason": "x"}, "Enter a whole number from −1 to 14."),
    ("level", {"amount": "٣", "reason": "x"}, "Enter a whole number from −1 to 14."),
    ("points", {"amount": "9" * 3000, "reason": "x"}, "at most 8"),
    ("points", {"amount": "lots", "reason": "x"}, "Enter a whole number from −999 to 999."),
    ("points", {"amount": "5", "reason": "x" * 500}, "at most 200"),
    ("points", {"amount": "5", "reason": "x", "after": "7"}, "Enter a number from 0 to 1."),
    ("points", {"amount": "5", "reason": "x", "after": "x"}, "Enter how many scenarios."),
    ("hp-class", {"subject": "Fishmonger", "reason": "x"}, "Choose one of these."),
    ("spell-add", {"subject": "no-such-spell", "reason": "x"}, "Choose one of these."),
)


@pytest.mark.parametrize(("what", "fields", "why"), WRONG)
def test_what_cannot_be_is_refused_beside_its_field(done: Table, what: str, fields: dict[str, str], why: str):
    head = done.campaign.head
    answer = preview(done, "ada", correcting(done, what), **{"after": "1", **fields})
    assert answer.status_code == 422
    assert why in main_text(answer)
    assert done.campaign.head == head


def test_nothing_is_written_that_was_not_seen(done: Table):
    path, head = correcting(done, "points"), done.campaign.head
    fields = {"amount": "5", "reason": "found gold", "after": "1"}
    for seen in ({}, {"seen": "x"}):
        answer = done.people["ada"].client.post(path, {"do": "write", **fields, **seen})
        assert answer.status_code == 200
        assert "Something is different now." in main_text(answer)
    shown = preview(done, "ada", path, **fields).content.decode()
    mark = re.search(r'name="seen" value="(\w+)"', shown)
    assert mark
    answer = done.people["ada"].client.post(path, {"do": "write", "seen": mark[1], **fields, "amount": "50"})
    assert "Something is different now." in main_text(answer)
    assert done.campaign.head == head


def test_only_what_a_member_has_can_be_removed(done: Table):
    ways = main_text(done.people["ada"].client.get(correcting(done, member="m2", warband=2)))
    assert "Remove an injury" not in ways
    assert "Remove an injury" in main_text(done.people["ada"].client.get(correcting(done, member="m1", warband=2)))
    assert "What is wrong with" in main_text(done.people["ada"].client.get(correcting(done, "injury-remove", "m2", 2)))
    assert "What is wrong with" in main_text(done.people["ada"].client.get(correcting(done, "nothing")))


def test_a_chosen_feat_is_corrected_and_can_be_taken_back(done: Table):
    ada, kobolds = done.people["ada"].client, CampaignWarband.objects.get(number=1)
    for page in ("scenarios/1/", "warbands/1/member/?id=m1"):
        assert "correct-feat/?feat=1.m1" in ada.get(f"/campaigns/{done.key}/{page}").content.decode()
    assert "The feat of this scenario is Fleet" in main_text(ada.get(feat_page(done)))
    shown = main_text(preview(done, "ada", feat_page(done), feat="toughness", reason="misread"))
    assert "Feats Fleet → becomes Toughness" in shown
    assert [feat.feat for feat in career(kobolds, "m1").feats] == ["fleet"]
    assert "The feat is corrected." in main_text(
        write(done, "ada", feat_page(done), feat="toughness", reason="misread")
    )
    assert [feat.feat for feat in career(kobolds, "m1").feats] == ["toughness"]
    write(done, "ada", feat_page(done), feat="", reason="not chosen yet")
    assert len(career(kobolds, "m1").open_feats) == 1
    assert ada.get(feat_page(done)).status_code == 404
    done.assert_sound()
    void(done, "ada", done.campaign.head, reason="it was chosen")
    assert [feat.feat for feat in career(kobolds, "m1").feats] == ["toughness"]
    done.assert_sound()


@pytest.mark.parametrize("fields", [{"feat": "x", "reason": "y"}, {"feat": "toughness"}, {}])
def test_a_feat_that_is_not_there_is_refused(done: Table, fields: dict[str, str]):
    head = done.campaign.head
    assert preview(done, "ada", feat_page(done), **fields).status_code == 422
    assert done.campaign.head == head


@pytest.mark.parametrize("name", ["", "1.m2", "9.m1", "\0", "x" * 3000])
def test_feats_that_were_not_chosen_have_no_page(done: Table, name: str):
    assert (
        done.people["ada"].client.get(f"/campaigns/{done.key}/scenarios/1/correct-feat/", {"feat": name}).status_code
        == 404
    )


def test_a_feat_is_corrected_once_its_scenario_counts(fought: Table):
    kobolds = CampaignWarband.objects.get(number=1)
    enter(fought, 1, kobolds, "m1", "advance", 1, 1, 1)
    choose(fought, 1, kobolds, "m1", "fleet")
    assert fought.people["ada"].client.get(feat_page(fought)).status_code == 404


def test_a_roll_is_corrected_after_its_preview(done: Table):
    shown = main_text(preview(done, "ada", roll_page(done), faces="3 3 4", reason="mistyped"))
    assert "Fight" in shown
    assert "Feats Fleet → becomes –" in shown
    assert "The roll is corrected." in main_text(write(done, "ada", roll_page(done), faces="334", reason="mistyped"))
    done.assert_sound()


@pytest.mark.parametrize("faces", ["", "0", "3 3", "3 3 7", "٣٣٤", "x", "1" * 500])
def test_faces_that_cannot_fall_are_refused(done: Table, faces: str):
    head = done.campaign.head
    assert preview(done, "ada", roll_page(done), faces=faces, reason="mistyped").status_code == 422
    assert done.campaign.head == head


ROUTES = {
    "member": (lambda table: correcting(table, "points"), {"amount": "5", "reason": "x"}),
    "ways": (lambda table: correcting(table), {}),
    "feat": (feat_page, {"feat": "toughness", "reason": "x"}),
    "roll": (roll_page, {"faces": "3 3 4", "reason": "x"}),
}


@pytest.mark.parametrize("route", ROUTES)
def test_corrections_are_for_organizers(done: Table, route: str):
    where, fields = ROUTES[route]
    path, head = where(done), done.campaign.head
    for who in ("ada", "cleo"):
        assert done.people[who].client.get(path).status_code == 200
        assert "Only an organizer" not in main_text(done.people[who].client.get(path))
    for who in ("bob", "dan"):
        assert "Only an organizer" in main_text(done.people[who].client.get(path))
        for do in ("preview", "write"):
            answer = done.people[who].client.post(path, {"do": do, **fields})
            assert answer.status_code == 422
            assert "Only an organizer" in main_text(answer)
    watching = Client()
    watching.get(f"/campaigns/watch/{campaign_share(**done.asking('ada'), shared=True).spectator_token}/")
    for client in (done.people["eve"].client, watching, Client()):
        assert client.get(path).status_code == 404
        assert client.post(path, {"do": "write", **fields}).status_code == 404
    assert done.campaign.head == head


def test_the_links_are_for_organizers_and_for_today(done: Table):
    page = f"/campaigns/{done.key}/warbands/1/member/?id=m1"
    write(done, "ada", correcting(done, "points"), amount="5", reason="found gold")
    for who, sees in (("ada", True), ("cleo", True), ("bob", False), ("dan", False)):
        shown = done.people[who].client.get(page).content.decode()
        assert ("member/correct/" in shown, "/void/" in shown, "correct-feat" in shown) == (sees, sees, sees)
        assert "Corrected by hand" in shown
    assert "member/correct/" not in done.people["ada"].client.get(f"{page}&as_of=1").content.decode()


def test_a_warband_that_left_and_a_closed_campaign_keep_their_members(done: Table):
    warband_leave(**done.asking("bob"), number=2)
    assert "has left the campaign" in main_text(done.people["ada"].client.get(correcting(done, "points", warband=2)))
    campaign_close(**done.asking("ada"))
    for path in (correcting(done, "points"), correcting(done, "points", warband=2)):
        answer = preview(done, "ada", path, amount="5", reason="x", after="1")
        assert answer.status_code == 422


@pytest.mark.parametrize("member", ["", "m9", "\0", "x" * 3000])
def test_members_that_are_not_there_have_no_page(done: Table, member: str):
    path = f"/campaigns/{done.key}/warbands/1/member/correct/"
    assert done.people["ada"].client.get(path, {"id": member}).status_code == 404
    assert done.people["ada"].client.get(f"/campaigns/{done.key}/warbands/9/member/correct/?id=m1").status_code == 404


def test_corrections_ask_the_same_queries_however_long_the_campaign_is(done: Table, django_assert_max_num_queries: Any):
    rows = list(CampaignWarband.objects.order_by("number"))
    for _ in range(4):
        played(done, {rows[0]: 1, rows[1]: 1})
    scenario = opened(done, *rows)
    for row in rows:
        field(done, scenario, row)
    report(done, scenario, {rows[0]: 1, rows[1]: 1})
    enter(done, scenario, rows[0], "m1", "advance", 3, 3, 4)
    commit(done, scenario)
    ada = done.people["ada"].client
    for path, fields, get, post in (
        (correcting(done), {}, 12, 12),
        (correcting(done, "points"), {"amount": "5", "reason": "x", "after": "6"}, 12, 21),
        (feat_page(done), {"feat": "toughness", "reason": "x"}, 25, 43),
        (roll_page(done, scenario=scenario), {"faces": "1 1 1", "reason": "x"}, 9, 27),
    ):
        with django_assert_max_num_queries(get):
            assert ada.get(path).status_code == 200
        with django_assert_max_num_queries(post):
            assert ada.post(path, {"do": "preview", **fields}).status_code == 200
