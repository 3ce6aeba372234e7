"""A third permanent injury ends a career, where a campaign has it so: who fights, what pages say, what undoes it."""

from dataclasses import replace
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.forms import own_warbands
from campaigns.entries import stored_record
from campaigns.models import CampaignWarband
from campaigns.selectors.overviews import count_members
from campaigns.selectors.standings import campaign_chronicle
from campaigns.selectors.waiting import waiting_tasks
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.scenarios import warband_field
from campaigns.services.warbands import member_correct, warband_join, warband_leave
from common.refusal import Refusal
from rules.building.members import MemberRemove
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.documents.reading import Fields
from rules.roster import Member
from tests.campaigns.corrections import roll_correct
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import change, commit, due, enlist, enter, field, opened, record_of, report
from tests.campaigns.verbs import Table
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

COMMANDED = (
    Member("kobold-druid-1", "m1", name="Snik"),
    Member("kobold-warrior", "m2", name="Snak"),
    Member("cat-companion-1", "m3", name="Claw", minion_of="m1"),
)


def glance(row):
    return count_members(stored_record(row.record))


@pytest.fixture
@replayed
def deadly(winter: Table) -> Table:
    """The campaign with the rule on."""
    settings = replace(CampaignSettings(), third_injury_ends=True)
    campaign_settings_change(**winter.asking("ada"), settings=settings)
    return winter


@pytest.fixture
@replayed
def snik(deadly: Table) -> CampaignWarband:
    """Ada's warband: Snik has two permanent injuries and one that heals, and commands Claw."""
    row = enlist(deadly, "ada", *COMMANDED, warband="Ash Company")
    for injury, permanent in (("injured-eye", True), ("fragile", True), ("injured-leg", False)):
        scar(deadly, row, injury, permanent=permanent)
    return row


@replayed
def scar(table: Table, row: CampaignWarband, injury: str, *, permanent: bool = True, member: str = "m1") -> None:
    member_correct(
        **table.asking("ada"),
        number=row.number,
        member=member,
        correction="injury-add",
        subject=injury,
        permanent=permanent,
        reason="From before",
    )


def last_fight(table: Table, row: CampaignWarband) -> int:
    """Play the scenario in which Snik is wounded once more; return its id."""
    scenario = opened(table, row)
    field(table, scenario, row)
    report(table, scenario, {row: 3}, (row, "m1"))
    enter(table, scenario, row, "m1", "elimination", 4)
    commit(table, scenario)
    return scenario


def page(table: Table, path: str, who: str = "bob") -> str:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/{path}")
    assert answer.status_code == 200
    return unescape(" ".join(answer.content.decode().split()))


def test_the_rule_is_off_unless_it_is_switched_on(winter):
    row = enlist(winter, "ada", *COMMANDED)
    for injury in ("injured-eye", "fragile", "injured-leg"):
        scar(winter, row, injury)
    last_fight(winter, row)
    assert not record_of(row).careers.by_id["m1"].has_ended


def test_a_third_permanent_injury_ends_a_career(deadly, snik):
    scenario = last_fight(deadly, snik)
    career = record_of(snik).careers.by_id["m1"]
    assert (career.ended_by, career.permanent_wounds, career.advances) == (f"s{scenario}", 3, 0)
    assert (1, "m1", "advance") not in due(deadly, scenario)
    deadly.assert_sound()


def test_the_rule_counts_for_scenarios_that_are_opened_later(winter):
    row = enlist(winter, "ada", *COMMANDED)
    scar(winter, row, "injured-eye")
    scar(winter, row, "fragile")
    scar(winter, row, "injured-leg", permanent=False)
    scenario = opened(winter, row)
    campaign_settings_change(**winter.asking("ada"), settings=replace(CampaignSettings(), third_injury_ends=True))
    field(winter, scenario, row)
    report(winter, scenario, {row: 3}, (row, "m1"))
    enter(winter, scenario, row, "m1", "elimination", 4)
    commit(winter, scenario)
    assert not record_of(row).careers.by_id["m1"].has_ended


def test_who_has_ended_is_not_fielded_not_even_with_a_reason(deadly, snik):
    last_fight(deadly, snik)
    scenario = opened(deadly, snik)
    with pytest.raises(Refusal) as refused:
        warband_field(
            **deadly.asking("ada"), scenario=scenario, warband=snik.number, members=("m1", "m2"), reason="We agreed"
        )
    assert "career of Snik has ended" in str(refused.value.problems or refused.value.message)
    shown = page(deadly, f"scenarios/{scenario}/field/{snik.number}/", "ada")
    assert "Stays home: its career has ended" in shown
    assert "Stays home: the career of Snik has ended" in shown


def test_minions_stay_home_as_with_any_commander_who_may_not_fight(deadly, snik):
    last_fight(deadly, snik)
    shown = page(deadly, f"warbands/{snik.number}/")
    assert "Career ended" in shown
    assert "Stays home without Snik" in shown
    assert glance(snik).ended == ()
    snik.refresh_from_db()
    overview = glance(snik)
    assert (overview.ended, overview.out_of_action, overview.members, overview.ready) == (("Snik",), (), 3, 1)
    assert "Career ended: Snik" in page(deadly, "")


def test_the_pages_say_it_and_that_the_rule_is_invented(deadly, snik):
    scenario = last_fight(deadly, snik)
    member = page(deadly, f"warbands/{snik.number}/member/?id=m1")
    assert f'href="/campaigns/{deadly.key}/scenarios/{scenario}/"' in member
    assert "This is a house rule of Muster, not a rule of the book." in member
    assert "<b>ended</b>" in member.split("<ol")[-1]
    journal = page(deadly, "journal/")
    assert journal.count("<b>Career ended:</b> <bdi>Snik (Ash Company)</bdi>") == 1
    assert "Third permanent injury" in page(deadly, "settings/")
    assert "ends a career" in page(deadly, "settings/")
    assert "A house rule of Muster, not a rule of the game." in page(deadly, "settings/", "ada")
    view = deadly.view("bob")
    assert view is not None
    told = " ".join(campaign_chronicle(view).chapters[0].sentences)
    assert "With a third permanent injury, the career of Snik (Ash Company) ended." in told


def test_the_aftermath_shows_it_before_the_commit(deadly, snik):
    scenario = opened(deadly, snik)
    field(deadly, scenario, snik)
    report(deadly, scenario, {snik: 3}, (snik, "m1"))
    enter(deadly, scenario, snik, "m1", "elimination", 4)
    shown = page(deadly, f"scenarios/{scenario}/aftermath/", "ada")
    assert "never again" in shown
    assert not record_of(snik).careers.by_id["m1"].has_ended


def test_a_correction_of_the_die_undoes_it_and_asks_for_the_advance(deadly, snik):
    scenario = last_fight(deadly, snik)
    roll_correct(
        **deadly.asking("ada"),
        scenario=scenario,
        warband=snik.number,
        member="m1",
        purpose="elimination",
        faces=(6,),
        reason="Mistyped",
    )
    career = record_of(snik).careers.by_id["m1"]
    assert (career.ended_by, career.permanent_wounds) == ("", 2)
    assert (snik.number, "m1", "advance") in due(deadly, scenario)
    assert "Career ended" not in page(deadly, "journal/")
    deadly.assert_sound()


def test_a_void_of_the_scenario_undoes_it_and_a_void_of_the_void_brings_it_back(deadly, snik):
    scenario = last_fight(deadly, snik)
    void = scenario_void(**deadly.asking("ada"), scenario=scenario, reason="Wrong rules")
    assert not record_of(snik).careers.by_id["m1"].has_ended
    assert "Career ended" not in page(deadly, "journal/")
    entry_void(**deadly.asking("ada"), number=void.number, reason="No, it was right")
    assert record_of(snik).careers.by_id["m1"].has_ended
    deadly.assert_sound()


def test_dice_of_later_scenarios_are_struck_out_when_a_correction_ends_a_career_earlier(deadly, snik):
    first = opened(deadly, snik)
    field(deadly, first, snik)
    report(deadly, first, {snik: 3}, (snik, "m1"))
    enter(deadly, first, snik, "m1", "elimination", 6)
    commit(deadly, first)
    second = opened(deadly, snik)
    field(deadly, second, snik)
    report(deadly, second, {snik: 3})
    commit(deadly, second)
    assert record_of(snik).tallies["m1"].scenarios == 2
    before = sum(counts.rolls for counts in record_of(snik).dice)
    wanted = {"warband": snik.number, "member": "m1", "purpose": "elimination", "faces": (4,), "reason": "Mistyped"}
    roll_correct(**deadly.asking("ada"), scenario=first, **wanted)
    record = record_of(snik)
    assert record.careers.by_id["m1"].ended_by == f"s{first}"
    assert (record.careers.by_id["m1"].advances, record.tallies["m1"].scenarios) == (0, 1)
    # Its advances of both scenarios are on file, struck out, and no longer counted.
    assert sum(counts.rolls for counts in record.dice) == before - 2
    assert "no longer due" in page(deadly, f"scenarios/{second}/aftermath/", "ada")
    deadly.assert_sound()


def test_an_organizer_who_adds_a_third_injury_ends_a_career(deadly):
    row = enlist(deadly, "ada", *COMMANDED)
    scenario = opened(deadly, row)
    field(deadly, scenario, row)
    report(deadly, scenario, {row: 1})
    commit(deadly, scenario)
    for injury in ("injured-eye", "fragile", "injured-leg"):
        scar(deadly, row, injury, member="m2")
    entry = deadly.entries[-1]
    assert record_of(row).careers.by_id["m2"].ended_by == f"e{entry.number}"
    assert f'value="{entry.number}"' in page(deadly, "journal/").split("Career ended:")[0].split("<li ")[-1]
    entry_void(**deadly.asking("ada"), number=entry.number, reason="Only two")
    assert not record_of(row).careers.by_id["m2"].has_ended
    deadly.assert_sound()


def test_the_member_stays_until_its_player_dismisses_it(deadly, snik):
    last_fight(deadly, snik)
    assert "m1" in record_of(snik).careers.by_id
    points = snik.points
    change(deadly, "ada", snik, MemberRemove("m1"))
    record = record_of(snik)
    assert list(record.careers.by_id) == ["m2"]
    assert record.careers.members[0].has_ended
    assert snik.points < points
    assert "<bdi>Snik</bdi>" in page(deadly, f"warbands/{snik.number}/").split('id="former"')[1]
    deadly.assert_sound()


def test_an_organizer_lets_a_career_go_on_and_the_next_permanent_injury_ends_it_again(deadly, snik):
    scenario = last_fight(deadly, snik)
    path = f"warbands/{snik.number}/member/correct/?id=m1&what=career-reopen"
    assert "Continue its career" in page(deadly, f"warbands/{snik.number}/member/?id=m1", "ada")
    client = deadly.people["ada"].client
    fields = {"reason": "A shaman healed it"}
    shown = client.post(f"/campaigns/{deadly.key}/{path}", {"do": "preview", **fields}).content.decode()
    assert "Career" in shown
    seen = shown.split('name="seen" value="')[1].split('"')[0]
    client.post(f"/campaigns/{deadly.key}/{path}", {"do": "write", "seen": seen, **fields})
    career = record_of(snik).careers.by_id["m1"]
    assert (career.has_ended, career.permanent_wounds) == (False, 3)
    reopened = deadly.entries[-1].number
    timeline = page(deadly, f"warbands/{snik.number}/member/?id=m1")
    assert "Its career goes on" in timeline
    assert "A shaman healed it" in timeline
    deadly.assert_sound()
    # Out of action it sits one out; wounded once more, and once more for good, it ends again.
    for result in (None, 4, 4):
        again = opened(deadly, snik)
        field(deadly, again, snik)
        report(deadly, again, {snik: 1}, *([(snik, "m1")] if result else []))
        if result:
            enter(deadly, again, snik, "m1", "elimination", result)
        commit(deadly, again)
    assert record_of(snik).careers.by_id["m1"].ended_by not in ("", f"s{scenario}")
    entry_void(**deadly.asking("ada"), number=reopened, reason="The shaman lied")
    assert record_of(snik).careers.by_id["m1"].ended_by == f"s{scenario}"
    deadly.assert_sound()


def test_a_career_that_goes_on_cannot_be_reopened(deadly, snik):
    path = f"warbands/{snik.number}/member/correct/?id=m1"
    assert "Continue its career" not in page(deadly, path, "ada")
    with pytest.raises(Refusal, match="has not ended"):
        member_correct(
            **deadly.asking("ada"), number=snik.number, member="m1", correction="career-reopen", reason="Why not"
        )


def test_no_feat_of_an_ended_career_waits(deadly):
    row = enlist(deadly, "ada", *COMMANDED)
    scenario = opened(deadly, row)
    field(deadly, scenario, row)
    report(deadly, scenario, {row: 1})
    for member in ("m1", "m2", "m3"):
        enter(deadly, scenario, row, member, "advance", 1, 1, 1)
    commit(deadly, scenario)
    for injury in ("injured-eye", "fragile", "injured-leg"):
        scar(deadly, row, injury)
    (tasks,) = waiting_tasks([deadly.campaign], deadly.people["ada"].owner).values()
    assert [task.sentence for task in tasks] == ["Snak and Claw of The adas have feats to choose."]


def test_settings_from_before_the_rule_read_as_without_it(deadly, snik):
    before = {key: value for key, value in deadly.campaign.settings.items() if key != "third_injury_ends"}
    assert SETTINGS.read(Fields({"settings": before}), "settings") == CampaignSettings()
    assert "third_injury_ends" not in SETTINGS.write(CampaignSettings())
    assert deadly.campaign.settings["third_injury_ends"] is True


def test_the_form_switches_the_rule(winter):
    fields = {"play_mode": "campaign", "points_limit": "200", "daily_recovery_every": "3", "third_injury_ends": "on"}
    winter.people["ada"].client.post(f"/campaigns/{winter.key}/settings/", fields)
    view = winter.view("ada")
    assert view is not None
    assert view.settings.third_injury_ends
    assert "Third permanent injury: the career continues → ends a career" in page(winter, "settings/")


def test_the_list_for_a_battle_names_who_is_out_of_action_and_reads_the_present_record_alone(deadly, snik):
    owner = deadly.people["ada"].owner
    last_fight(deadly, snik)
    assert own_warbands(owner) == ((snik.warband.key, "Ash Company"),)
    scenario = opened(deadly, snik)
    field(deadly, scenario, snik, ["m2"])
    report(deadly, scenario, {snik: 3}, (snik, "m2"))
    enter(deadly, scenario, snik, "m2", "elimination", 1)
    commit(deadly, scenario)
    assert own_warbands(owner) == ((snik.warband.key, "Ash Company, without Snak"),)
    warband_leave(**deadly.asking("ada"), number=snik.number)
    warband_join(**deadly.asking("ada"), warband_key=snik.warband.key)
    with CaptureQueriesContext(connection) as captured:
        assert own_warbands(owner) == ((snik.warband.key, "Ash Company"),)
    assert len(captured) == 2
    assert not any("pinned_crest" in query["sql"] for query in captured)
