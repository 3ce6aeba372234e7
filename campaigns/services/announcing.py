"""Reporting the results of a journal entry to webhooks: names and links, no dice and no seeds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.urls import reverse

from campaigns.models import Campaign, CampaignScenario, CampaignWarband, GameNight, JournalEntry
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.scenarios import scenario_state
from campaigns.selectors.webhooks import (
    AFTERMATH_DONE,
    ANNOUNCED,
    CAMPAIGN,
    COMMITTED,
    CORRECTED,
    DISPUTED,
    MEMBER_ENDED,
    NIGHT_ARRANGED,
    NIGHT_CALLED_OFF,
    PERSON_JOINED,
    REPORTED,
    SEASON_FINISHED,
    UNDONE,
)
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import ParticipantJoined
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import SeasonFinished
from rules.campaigns.events.scenarios import (
    DiceRolled,
    ReportDisputed,
    ScenarioCommitted,
    ScenarioPlanned,
    ScenarioReported,
)
from rules.campaigns.events.warbands import RosterChanged
from rules.campaigns.leagues.seasons import podium_titles
from rules.campaigns.state.warbands import record_from_document
from rules.text import listed
from webhooks.services.messages import WebhookNews
from webhooks.services.publishing import Describe, publish

_CALLED_OFF = "The game night of {scenario} is called off"


def announce(campaign: Campaign, event: CampaignEvent, about: JournalEntry | None) -> None:
    """Report the results of an event to the webhooks of a campaign; ``about`` is the entry that a void names.

    One query for the news if there are webhooks, otherwise none.
    """
    happened: dict[str, Describe] = {}
    match event:
        case ScenarioPlanned(scenario):
            happened[ANNOUNCED] = lambda: _announced(campaign, scenario)
        case ScenarioReported(scenario) | DiceRolled(scenario):
            if isinstance(event, ScenarioReported):
                happened[REPORTED] = lambda: _of_scenario(campaign, scenario, REPORTED, "{scenario} was reported")
            happened[AFTERMATH_DONE] = lambda: _aftermath_done(campaign, scenario)
        case ReportDisputed(scenario):
            happened[DISPUTED] = lambda: _of_scenario(campaign, scenario, DISPUTED, "Someone disputes {scenario}")
        case EntryCorrected() if about is not None and about.scenario is not None:
            corrected = about.scenario
            happened[CORRECTED] = lambda: _corrected(campaign, corrected)
        case ScenarioCommitted(scenario):
            happened[COMMITTED] = lambda: _of_scenario(campaign, scenario, COMMITTED, "{scenario} was applied")
            happened[MEMBER_ENDED] = lambda: _careers_ended(campaign, scenario)
        case EntryVoided() if about is not None and about.kind == ScenarioCommitted.kind and about.scenario is not None:
            undone = about.scenario
            happened[UNDONE] = lambda: _of_scenario(campaign, undone, UNDONE, "{scenario} was undone")
        case RosterChanged() if event.edit.dismissed:
            happened[MEMBER_ENDED] = lambda: _dismissed(campaign, event)
        case ParticipantJoined(participant):
            happened[PERSON_JOINED] = lambda: _joined(campaign, participant)
        case SeasonFinished():
            happened[SEASON_FINISHED] = lambda: _season_finished(campaign, event)
    if happened:
        publish(CAMPAIGN, campaign.key, happened)


def announce_night(campaign: Campaign, scenario: int, night: GameNight) -> None:
    """Tell the webhooks of a campaign when a scenario is played. Only its page shows the place, which may be a home."""
    local = night.local_start
    times = {"starts": local.isoformat(), "ends": night.local_end.isoformat(), "time_zone": night.time_zone}

    def describe() -> list[WebhookNews]:
        when = f"{local:%A} {local.day} {local:%B %Y, %H:%M} ({night.time_zone})"
        news = _of_scenario(campaign, scenario, NIGHT_ARRANGED, "{scenario} is played on {when}")
        return [
            replace(
                webhook_news, texts={**webhook_news.texts, "when": when}, data={**webhook_news.data, "night": times}
            )
            for webhook_news in news
        ]

    publish(CAMPAIGN, campaign.key, {NIGHT_ARRANGED: describe})


def announce_night_off(campaign: Campaign, scenario: int) -> None:
    """Tell the webhooks of a campaign that a game night is called off."""
    happened = {NIGHT_CALLED_OFF: lambda: _of_scenario(campaign, scenario, NIGHT_CALLED_OFF, _CALLED_OFF)}
    publish(CAMPAIGN, campaign.key, happened)


def _announced(campaign: Campaign, number: int) -> list[WebhookNews]:
    """Return the news of a new scenario; none for a changed plan."""
    if campaign.entries.filter(scenario=number, kind=ScenarioPlanned.kind).count() > 1:
        return []
    return _of_scenario(campaign, number, ANNOUNCED, "{scenario} was planned")


def _aftermath_done(campaign: Campaign, number: int) -> list[WebhookNews]:
    """Return the news that no roll of a scenario is missing, while it waits for its commit."""
    state = scenario_state(campaign, number)
    if state is None or not state.is_running or not state.report_entry:
        return []
    if any(side.due for side in aftermath_sides(campaign, state).values()):
        return []
    return _of_scenario(campaign, number, AFTERMATH_DONE, "The aftermath of {scenario} is ready")


def _corrected(campaign: Campaign, number: int) -> list[WebhookNews]:
    """Return the news of a correction; none before the scenario is applied."""
    if not campaign.scenarios.filter(number=number, status=ScenarioPhase.COMMITTED).exists():
        return []
    return _of_scenario(campaign, number, CORRECTED, "{scenario} was corrected")


def _careers_ended(campaign: Campaign, number: int) -> Iterator[WebhookNews]:
    """Yield news of the members whose careers a scenario ended."""
    state = scenario_state(campaign, number)
    for warband, side in aftermath_sides(campaign, state).items() if state else ():
        before = side.before.careers.by_id
        for career in side.after.careers.members:
            known = before.get(career.id)
            if career.has_ended and not (known and known.has_ended):
                row = campaign.warbands.get(number=warband)
                yield _of_member(campaign, row, career.id, career.name, "career-ended")


def _dismissed(campaign: Campaign, event: RosterChanged) -> Iterator[WebhookNews]:
    """Yield news of the members who were dismissed."""
    row = campaign.warbands.get(number=event.warband)
    names = {member.id: member.name for member in record_from_document(row.record).careers.members}
    for member in event.edit.dismissed:
        yield _of_member(campaign, row, member, names.get(member, member), "dismissed")


def _of_member(campaign: Campaign, row: CampaignWarband, member: str, name: str, how: str) -> WebhookNews:
    sentences = {
        "career-ended": "The career of {member} ({warband}) has ended in {campaign}.",
        "dismissed": "{warband} dismissed {member} in {campaign}.",
    }
    return WebhookNews(
        MEMBER_ENDED,
        reverse("campaigns:warband", args=[campaign.key, row.number]),
        sentences[how],
        {"campaign": campaign.name, "warband": str(row), "member": name},
        {
            **_campaign(campaign),
            "warband": {"number": row.number, "name": str(row)},
            "member": {"id": member, "name": name},
            "how": how,
        },
    )


def _joined(campaign: Campaign, number: int) -> Iterable[WebhookNews]:
    person = campaign.participants.select_related("user").get(number=number)
    yield WebhookNews(
        PERSON_JOINED,
        reverse("campaigns:people", args=[campaign.key]),
        "{person} joined {campaign}.",
        {"campaign": campaign.name, "person": person.display_name},
        {**_campaign(campaign), "person": {"number": number, "name": person.display_name}},
    )


def _season_finished(campaign: Campaign, season: SeasonFinished) -> Iterable[WebhookNews]:
    names = {row.number: str(row) for row in campaign.warbands.all()}
    champions = [(title, place.warband) for title, place in podium_titles(season.podium) if place.place == 1]
    yield WebhookNews(
        SEASON_FINISHED,
        reverse("campaigns:season", args=[campaign.key]),
        "The season of {campaign} is finished. {champions}.",
        {
            "campaign": campaign.name,
            "champions": listed(f"{title}: {names.get(number, '')}" for title, number in champions),
        },
        {
            **_campaign(campaign),
            "champions": [
                {"title": title, "warband": {"number": number, "name": names.get(number, "")}}
                for title, number in champions
            ],
        },
    )


def _of_scenario(campaign: Campaign, number: int, event: str, said: str) -> list[WebhookNews]:
    row = CampaignScenario.objects.get(campaign=campaign, number=number)
    sides = CampaignWarband.objects.filter(sides__scenario=row).order_by("number")
    return [
        WebhookNews(
            event,
            reverse("campaigns:scenario", args=[campaign.key, number]),
            f"{said} in {{campaign}}.",
            {"campaign": campaign.name, "scenario": f"“{row}”"},
            {
                **_campaign(campaign),
                "scenario": {
                    "number": number,
                    "played": row.played,
                    "name": str(row),
                    "date": row.date.isoformat() if row.date else None,
                },
                "warbands": [{"number": side.number, "name": str(side)} for side in sides],
            },
        )
    ]


def _campaign(campaign: Campaign) -> dict[str, Any]:
    return {
        "campaign": {
            "key": campaign.key,
            "name": campaign.name,
        }
    }
