"""An organizer's week of four tables on a phone: made, opened, reminded and applied in eight taps, no field filled."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from campaigns.models import CampaignScenario
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.leagues import league_of
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.leagues import league_set, round_plan
from campaigns.services.reminders import reminder_settings_set
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.reminders import ReminderWishes
from tests.campaigns.play import KOBOLDS, enlist, field, report, state_of
from tests.campaigns.verbs import Table, usual_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class OrganizerPhone:
    """The organizer's phone, which counts each tap and waits for the page that it leads to."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tap(self, role: str, name: str, then: str) -> None:
        """Tap a link or a button, and wait for the heading of the page that follows."""
        self.taps += 1
        self.page.get_by_role(role, name=name).first.tap()
        expect(self.page.get_by_role("heading", level=1, name=then)).to_be_visible()


def reachable(table: Table, who: str) -> None:
    """Let a player have an address, and ask for reminders."""
    user = table.people[who].owner.user
    assert user is not None
    EmailAddress.objects.create(user=user, email=f"{who}@example.org", verified=True, primary=True)
    wishes = ReminderWishes(by_organizers=True)
    reminder_settings_set(user=user, wishes=wishes, time_zone="Europe/Paris", site="https://muster.example")


def test_a_week_of_four_tables_takes_an_organizer_eight_taps(
    few_creatures, open_page: Any, sign_in: Any, settings: Any
):
    settings.SENDS_MAIL = True
    table = usual_table()
    asking = table.asking("ada")
    players = ("ada", "bob", "cleo", "dan")
    rows = [enlist(table, name, *KOBOLDS, warband=f"{name} {number}") for number in (1, 2) for name in players]
    league_set(**asking, rules=LeagueRules())
    round_plan(**asking, plan=RoundPlan(starts="2026-03-02", ends="2026-03-08", points_limit=60))
    reachable(table, "bob")
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sign_in(page, table.people["ada"].owner.user)
    phone, home = OrganizerPhone(page), f"/campaigns/{table.key}/"

    page.goto(home)
    phone.tap("link", "League", "League")
    phone.tap("link", "Plan a round", "Plan a round")
    phone.tap("button", "Save and pair it", "Pair Round 2")
    phone.tap("button", "Plan and open these tables", "Round 2")
    opened = list(CampaignScenario.objects.filter(round=2, status=ScenarioPhase.OPEN))
    assert len(opened) == 4
    assert league_of(table.campaign).rounds[2].plan == RoundPlan(
        starts="2026-03-09", ends="2026-03-15", points_limit=60
    )

    page.goto(home)
    phone.tap("link", "Remind players", "Remind players")
    phone.tap("button", "Send reminders", "Round 2")

    for scenario in opened:
        sides = [row for row in rows if row.number in state_of(table, scenario.number).plan.warbands]
        for row in sides:
            field(table, scenario.number, row)
        report(table, scenario.number, {sides[0]: 6, sides[1]: 2})
        dice_roll_all(**asking, scenario=scenario.number)
    page.goto(home)
    phone.tap("link", "Apply all that are ready", "Apply")
    phone.tap("button", "Apply what is chosen", "Round 2")
    expect(page.get_by_role("link", name="Apply all that are ready")).to_have_count(0)
    assert CampaignScenario.objects.filter(round=2, status=ScenarioPhase.COMMITTED).count() == 4
    assert phone.taps == 8
