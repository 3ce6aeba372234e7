"""``campaign_check`` finds whatever was changed behind the journal's back."""

import json

import pytest
from django.core.management import call_command

from campaigns.models import Campaign, JournalEntry
from campaigns.services.people import participant_promote

pytestmark = pytest.mark.django_db


def check(capsys, *arguments: str) -> tuple[int, dict]:
    with pytest.raises(SystemExit) as ended:
        call_command("campaign_check", *arguments, "--json")
    return ended.value.code, json.loads(capsys.readouterr().out)


def test_a_campaign_agrees_with_its_journal(winter, capsys):
    status, document = check(capsys, winter.key)
    assert status == 0
    assert document["campaigns"] == [
        {"id": winter.key, "name": "The Long Winter", "entries": winter.campaign.head, "sound": True, "faults": []}
    ]


def test_without_an_id_all_campaigns_are_checked(winter, capsys):
    assert check(capsys)[0] == 0
    Campaign.objects.update(name="Spring")
    status, document = check(capsys)
    assert (status, [fault["code"] for fault in document["campaigns"][0]["faults"]]) == (1, ["total.campaign"])


def test_an_unknown_campaign_is_exit_status_2(capsys, db):
    status, document = check(capsys, "nowhere")
    assert (status, document["error"]["code"]) == (2, "campaign.unknown")


def test_a_person_reads_the_same_in_sentences(winter, capsys):
    winter.campaign.participants.filter(number=2).update(role="co_organizer")
    with pytest.raises(SystemExit) as ended:
        call_command("campaign_check")
    assert ended.value.code == 1
    assert "[total.participant] Participant 2: the stored data differs" in capsys.readouterr().out


@pytest.mark.parametrize("column", ["event", "at", "actor", "previous_hash", "hash"])
def test_a_changed_entry_is_found(winter, capsys, column):
    first, second = winter.entries[3:5]
    JournalEntry.objects.filter(pk=first.pk).update(**{column: getattr(second, column)})
    status, document = check(capsys, winter.key)
    assert status == 1
    assert ("journal.hash", first.number) in [
        (fault["code"], fault["entry"]) for fault in document["campaigns"][0]["faults"]
    ]


def test_a_missing_entry_is_found(winter, capsys):
    JournalEntry.objects.filter(pk=winter.entries[-1].pk).delete()
    codes = {fault["code"] for fault in check(capsys, winter.key)[1]["campaigns"][0]["faults"]}
    assert "journal.head" in codes
    JournalEntry.objects.filter(pk=winter.entries[2].pk).delete()
    codes = {fault["code"] for fault in check(capsys, winter.key)[1]["campaigns"][0]["faults"]}
    assert "journal.hash" in codes


def test_an_entry_that_cannot_be_read_is_told(winter, capsys):
    JournalEntry.objects.filter(pk=winter.entries[-1].pk).update(event={"format": "muster-event/1", "event": "magic"})
    codes = [fault["code"] for fault in check(capsys, winter.key)[1]["campaigns"][0]["faults"]]
    assert codes == ["journal.hash", "journal.unreadable"]


def test_an_entry_cannot_be_saved_again(winter):
    entry = winter.entries[0]
    entry.actor = 3
    with pytest.raises(TypeError, match="cannot be changed"):
        entry.save()


def test_checking_takes_as_many_queries_however_long_the_journal_is(winter, django_assert_num_queries, capsys):
    for co_organizer in (True, False) * 5:
        participant_promote(**winter.asking("ada"), number=winter.number("bob"), co_organizer=co_organizer)
    with django_assert_num_queries(8):  # the campaign, its entries, seeds, people, league, scenarios and warbands
        assert check(capsys, winter.key)[0] == 0
