"""Beginning, changing, archiving and closing a campaign."""

from dataclasses import replace

import pytest

from campaigns.models import Campaign
from campaigns.selectors.campaigns import campaign_spectated
from campaigns.services.campaigns import (
    campaign_archive,
    campaign_close,
    campaign_create,
    campaign_describe,
    campaign_settings_change,
    campaign_share,
)
from campaigns.services.people import campaign_join
from common.refusal import Refusal
from rules.campaigns.journal import seed_commitment
from rules.campaigns.settings import CampaignSettings
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db


def test_a_campaign_begins_with_its_organizer_and_the_hash_of_its_seed(winter):
    assert winter.kinds[:3] == ["campaign-created", "participant-joined", "seed-committed"]
    epoch = winter.campaign.seed_epochs.get()
    assert winter.entries[2].event["commitment"] == epoch.commitment == seed_commitment(epoch.seed)
    assert epoch.from_entry == 3
    assert [entry.actor for entry in winter.entries[:5]] == [1, 1, 1, 2, 3]
    winter.assert_sound()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (CampaignSettings(play_mode="chess"), "no play mode"),
        (CampaignSettings(points_limit=None), "needs a points limit"),
        (CampaignSettings(fielded_points=0), "from 1 to"),
        (CampaignSettings(daily_recovery_every=0), "every 1 to"),
    ],
)
def test_settings_with_which_no_one_can_play_are_refused(settings, message):
    with pytest.raises(Refusal, match=message):
        campaign_create(actor=account("ada").owner, name="Winter", settings=settings)
    assert not Campaign.objects.exists()


def test_narrative_play_needs_no_limits():
    settings = CampaignSettings(play_mode="narrative", points_limit=None, fielded_points=None)
    assert campaign_create(actor=account("ada").owner, name="Winter", settings=settings).name == "Winter"


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_campaign_needs_a_name_that_fits(name):
    with pytest.raises(Refusal, match="A name"):
        campaign_create(actor=account("ada").owner, name=name)


def test_settings_and_story_change_by_entries_and_only_when_they_differ(winter):
    settings = replace(winter.view("ada").settings, daily_recovery_every=2)
    for _ in range(2):
        campaign_settings_change(**winter.asking("ada"), settings=settings)
        campaign_describe(**winter.asking("cleo"), name="The Longer Winter", story="Snow.\n\nMore snow.")
    assert winter.kinds[-2:] == ["settings-changed", "campaign-described"]
    assert winter.kinds.count("settings-changed") == 1
    assert winter.view("bob").settings == settings
    assert winter.campaign.story == "Snow.\n\nMore snow."
    winter.assert_sound()


def test_nothing_is_added_to_an_archived_campaign_until_it_is_taken_out(winter):
    campaign_archive(**winter.asking("ada"), archived=True)
    with pytest.raises(Refusal, match="archived"):
        campaign_describe(**winter.asking("ada"), name="Winter", story="")
    with pytest.raises(Refusal, match="archived"):
        campaign_join(actor=winter.people["eve"].owner, token=winter.campaign.invitation_token)
    campaign_archive(**winter.asking("ada"), archived=False)
    campaign_describe(**winter.asking("ada"), name="Winter", story="")
    winter.assert_sound()


def test_closing_shows_the_seed_and_is_for_good(winter):
    epoch = winter.campaign.seed_epochs.get()
    campaign_close(**winter.asking("ada"))
    assert winter.entries[-2].event["seed"] == bytes(epoch.seed).hex()
    assert (winter.campaign.phase, winter.campaign.invitation_token) == ("closed", None)
    for archived in (True, False):
        with pytest.raises(Refusal, match="closed"):
            campaign_archive(**winter.asking("ada"), archived=archived)
    with pytest.raises(Refusal, match="closed"):
        campaign_close(**winter.asking("ada"))
    winter.assert_sound()


def test_spectators_see_a_shared_campaign(winter):
    token = campaign_share(**winter.asking("ada"), shared=True).spectator_token
    seen = campaign_spectated(token)
    assert (seen.campaign, seen.viewer, seen.organizes) == (winter.campaign, None, False)
    assert seen.name(2) == "bob"
    campaign_share(**winter.asking("cleo"), shared=False)
    assert campaign_spectated(token) is None
    assert campaign_spectated("") is None
