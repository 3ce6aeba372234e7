"""A campaign whose organizer is away: asking, answering, and taking it over."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from campaigns.entries import takeovers_of
from campaigns.selectors.checking import campaign_faults
from campaigns.selectors.files import campaign_file
from campaigns.selectors.waiting import waiting_tasks
from campaigns.services.campaigns import campaign_describe
from campaigns.services.corrections import entry_void
from campaigns.services.files import CampaignFileRefused, campaign_import
from campaigns.services.people import campaign_hand_over, participant_promote
from campaigns.services.takeovers import (
    campaign_take_over,
    organizer_answer,
    takeover_ask,
    takeover_days_set,
    takeover_withdraw,
)
from common.refusal import Refusal
from rules.campaigns.files import campaign_file_document, campaign_file_from_document
from rules.campaigns.journal import entry_hash
from tests.campaigns.files import exported, remove_campaigns
from tests.campaigns.verbs import Table, main_text

pytestmark = pytest.mark.django_db


def later(**passed):
    return time_machine.travel(timezone.now() + timedelta(**passed))


def roles(table: Table) -> dict[str, str]:
    return {str(person): person.role for person in table.campaign.participants.all()}


def asking(table: Table) -> list[int]:
    return [request.participant for request in takeovers_of(table.campaign).requests]


def tasks(table: Table, name: str) -> list[str]:
    waiting = waiting_tasks([table.campaign], table.people[name].owner).get(table.campaign.pk, [])
    return [task.sentence for task in waiting if task.kind == "takeover"]


def test_a_co_organizer_takes_the_campaign_over_once_the_days_are_over(winter: Table):
    takeover_ask(**winter.asking("cleo"))
    assert asking(winter) == [winter.number("cleo")]
    assert tasks(winter, "ada")[0].startswith("Someone asks to take “The Long Winter” over. Say by ")
    assert tasks(winter, "cleo") == []
    winter.assert_sound()
    with later(days=13, hours=23), pytest.raises(Refusal, match="The organizer has until "):
        campaign_take_over(**winter.asking("cleo"))
    with later(days=14, minutes=1):
        assert tasks(winter, "cleo") == ["The organizer of “The Long Winter” has not answered: you can take it over."]
        campaign_take_over(**winter.asking("cleo"))
    assert roles(winter)["cleo"] == "organizer"
    assert roles(winter)["ada"] == "co_organizer"
    assert asking(winter) == []
    winter.assert_sound()


def test_what_the_organizer_does_ends_a_request(winter: Table):
    for answer in (
        lambda: organizer_answer(**winter.asking("ada")),
        lambda: campaign_describe(**winter.asking("ada"), name="Spring", story=""),
        lambda: takeover_days_set(**winter.asking("ada"), days=7),
    ):
        takeover_ask(**winter.asking("cleo"))
        campaign_describe(**winter.asking("cleo"), name="The Long Winter", story=f"{winter.campaign.head}")
        assert asking(winter) == [winter.number("cleo")]
        assert answer() is not None
        assert asking(winter) == []
    with later(days=60), pytest.raises(Refusal, match="Ask to take the campaign over first"):
        campaign_take_over(**winter.asking("cleo"))
    assert organizer_answer(**winter.asking("ada")) is None
    winter.assert_sound()


def test_players_ask_where_there_is_no_co_organizer(winter: Table):
    with pytest.raises(Refusal, match="Only a co-organizer can ask"):
        takeover_ask(**winter.asking("bob"))
    participant_promote(**winter.asking("ada"), number=winter.number("cleo"), co_organizer=False)
    takeover_days_set(**winter.asking("ada"), days=7)
    takeover_ask(**winter.asking("bob"))
    takeover_ask(**winter.asking("dan"))
    takeover_withdraw(**winter.asking("dan"))
    assert takeover_withdraw(**winter.asking("dan")) is None
    with pytest.raises(Refusal, match="You have already asked"):
        takeover_ask(**winter.asking("bob"))
    with later(days=8):
        campaign_take_over(**winter.asking("bob"))
    assert roles(winter)["bob"] == "organizer"
    winter.assert_sound()


def test_only_the_organizer_sets_the_days_and_answers(winter: Table):
    with pytest.raises(Refusal, match="Only the organizer can set"):
        takeover_days_set(**winter.asking("cleo"), days=7)
    with pytest.raises(Refusal, match="Only the organizer can answer"):
        organizer_answer(**winter.asking("cleo"))
    for days in (6, 61):
        with pytest.raises(Refusal, match="A request runs for 7 to 60 days"):
            takeover_days_set(**winter.asking("ada"), days=days)
    assert takeover_days_set(**winter.asking("ada"), days=14) is None


def test_handing_over_ends_requests(winter: Table):
    takeover_ask(**winter.asking("cleo"))
    with later(days=15):
        campaign_take_over(**winter.asking("cleo"))
        takeover_ask(**winter.asking("ada"))
        campaign_hand_over(**winter.asking("cleo"), number=winter.number("bob"))
    assert asking(winter) == []
    winter.assert_sound()


def test_requests_and_takeovers_go_through_files(winter: Table, run, tmp_path):
    takeover_days_set(**winter.asking("ada"), days=21)
    takeover_ask(**winter.asking("cleo"))
    exported(winter, run, tmp_path / "campaign.json")
    before = takeovers_of(winter.campaign)
    remove_campaigns()
    assert run("import_campaign", str(tmp_path / "campaign.json"))[0] == 0
    assert takeovers_of(winter.campaign) == before
    assert campaign_faults(winter.campaign) == []


def test_a_file_whose_takeover_came_too_early_is_refused(winter: Table):
    takeover_ask(**winter.asking("cleo"))
    with later(days=15):
        campaign_take_over(**winter.asking("cleo"))
    document = campaign_file_document(campaign_file(winter.campaign))
    remove_campaigns()
    for days, accepted in ((13, False), (15, True)):
        ask, takeover = document["journal"][-2:]
        day = timezone.datetime.fromisoformat(ask["at"]) + timedelta(days=days)
        takeover["at"] = day.isoformat(timespec="microseconds").replace("+00:00", "Z")
        takeover["hash"] = entry_hash(
            takeover["number"], takeover["at"], takeover["actor"], takeover["event"], takeover["previous"]
        )
        file = campaign_file_from_document(document)
        with later(days=15):
            if accepted:
                campaign_import(file=file)
            else:
                with pytest.raises(CampaignFileRefused, match="The organizer has until"):
                    campaign_import(file=file)


def test_the_pages_of_a_request(winter: Table):
    def seen(name: str, path: str = "") -> str:
        return main_text(winter.people[name].client.get(f"/campaigns/{winter.key}/{path}"))

    def act(name: str, **fields: str) -> str:
        answer = winter.people[name].client.post(f"/campaigns/{winter.key}/takeover/", fields, follow=True)
        return main_text(answer)

    assert "Ask to take the campaign over" in seen("cleo", "people/")
    assert "Ask to take the campaign over" not in seen("bob", "people/")
    assert "Days that a request runs" in seen("ada", "people/")
    assert "The days are saved" in act("ada", act="days", days="7")
    assert "Ensure this value is less than or equal to 60" in act("ada", act="days", days="99")
    assert winter.people["ada"].client.post(f"/campaigns/{winter.key}/takeover/", {"act": "x"}).status_code == 400

    assert "everyone can see it" in act("cleo", act="ask")
    for name in ("ada", "bob", "cleo"):
        assert "to take this campaign over. If ada does nothing in the campaign by" in seen(name)
        assert "to take this campaign over. If ada does nothing in the campaign by" in seen(name, "people/")
    assert "I am here" in seen("ada")
    assert "Withdraw the request" in seen("cleo")
    assert "I am here" not in seen("bob")
    assert "The organizer has until" in act("cleo", act="take-over")
    assert "You are here" in act("ada", act="here")
    assert "to take this campaign over" not in seen("bob")

    act("cleo", act="ask")
    with later(days=8):
        assert "ada has not answered, so cleo can become the organizer." in seen("bob")
        assert "You are the organizer now" in act("cleo", act="take-over")
    assert "to take this campaign over" not in seen("bob")


def taken_over(table: Table) -> int:
    """Let Cleo take the campaign over from Ada; return the number of the entry."""
    takeover_ask(**table.asking("cleo"))
    with later(days=15):
        return campaign_take_over(**table.asking("cleo")).number


def test_the_new_organizer_and_the_former_one_can_undo_a_takeover(winter: Table, run, tmp_path):
    for day, name in ((0, "cleo"), (20, "ada")):
        with later(days=day):
            takeover_ask(**winter.asking("cleo"))
        with later(days=day + 15):
            number = campaign_take_over(**winter.asking("cleo")).number
        with later(days=day + 16):
            void = entry_void(**winter.asking(name), number=number, reason="Back from the sea")
        assert roles(winter) == {"ada": "organizer", "bob": "player", "cleo": "co_organizer", "dan": "player"}
        assert asking(winter) == []
        winter.assert_sound()
        with pytest.raises(Refusal, match="An undone takeover stays undone"):
            entry_void(**winter.asking("ada"), number=void.number, reason="Again")
    exported(winter, run, tmp_path / "campaign.json")
    remove_campaigns()
    with later(days=40):
        assert run("import_campaign", str(tmp_path / "campaign.json"))[0] == 0
    assert roles(winter)["ada"] == "organizer"
    assert campaign_faults(winter.campaign) == []


def test_a_player_who_took_the_campaign_over_is_a_player_again(winter: Table):
    participant_promote(**winter.asking("ada"), number=winter.number("cleo"), co_organizer=False)
    takeover_ask(**winter.asking("bob"))
    with later(days=15):
        number = campaign_take_over(**winter.asking("bob")).number
    entry_void(**winter.asking("bob"), number=number, reason="A mistake")
    assert roles(winter)["bob"] == "player"
    winter.assert_sound()


def test_what_later_entries_rest_on_is_not_undone(winter: Table):
    number = taken_over(winter)
    participant_promote(**winter.asking("cleo"), number=winter.number("dan"), co_organizer=True)
    for name, why in (
        ("dan", "Only the new organizer and the former one"),
        ("ada", "Later entries rest on"),
        ("cleo", "Later entries rest on"),
    ):
        with pytest.raises(Refusal, match=why):
            entry_void(**winter.asking(name), number=number, reason="No")
    with pytest.raises(Refusal, match="Only an organizer can undo"):
        entry_void(**winter.asking("bob"), number=number, reason="No")
    winter.assert_sound()
