"""Reporting the results of a journal entry to webhooks: names and links, no dice and no seeds."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import compress
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from campaigns.entries import stored_record
from campaigns.models import AnnouncedReminder, Campaign, CampaignScenario, CampaignWarband, GameNight, JournalEntry
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.boards import TableProgress
from campaigns.selectors.game_nights import USUAL_ZONE, last_night
from campaigns.selectors.late_players import tables_to_play
from campaigns.selectors.leagues import league_of
from campaigns.selectors.scenarios import scenario_state
from campaigns.selectors.warbands import warbands_ever
from campaigns.selectors.webhooks import (
    AFTERMATH_DONE,
    ANNOUNCED,
    CAMPAIGN,
    COMMITTED,
    CORRECTED,
    DIGEST,
    DISPUTED,
    MEMBER_ENDED,
    NIGHT_ARRANGED,
    NIGHT_CALLED_OFF,
    NIGHT_TOMORROW,
    PERSON_JOINED,
    REMINDED,
    REPORTED,
    SCENARIO_DUE,
    SCENARIO_OVERDUE,
    SEASON_FINISHED,
    TAKEN_OVER,
    TAKEOVER_ASKED,
    UNDONE,
)
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import CampaignTakenOver, ParticipantJoined, TakeoverAsked
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
from rules.campaigns.reminders import MAIL_HOURS, due_words, is_overdue_day
from rules.text import counted, listed
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
            happened[PERSON_JOINED] = lambda: _of_person(campaign, participant, PERSON_JOINED, "joined {campaign}.")
        case TakeoverAsked(participant, days):
            said = f"asks to take {{campaign}} over. The organizer has {counted(days, 'day')} to answer."
            happened[TAKEOVER_ASKED] = lambda: _of_person(campaign, participant, TAKEOVER_ASKED, said, days=days)
        case CampaignTakenOver(participant):
            happened[TAKEN_OVER] = lambda: _of_person(campaign, participant, TAKEN_OVER, "took {campaign} over.")
        case SeasonFinished():
            happened[SEASON_FINISHED] = lambda: _season_finished(campaign, event)
    if happened:
        publish(CAMPAIGN, campaign.key, happened)


def announce_planned(campaign: Campaign, scenarios: Collection[int]) -> None:
    """Tell the webhooks of a campaign of new scenarios."""
    publish(
        CAMPAIGN,
        campaign.key,
        {ANNOUNCED: lambda: [news for number in scenarios for news in _announced(campaign, number)]},
    )


def announce_night(campaign: Campaign, scenario: int, night: GameNight) -> None:
    """Tell the webhooks of a campaign when a scenario is played. Only its page shows the place, which may be a home."""
    publish(CAMPAIGN, campaign.key, {NIGHT_ARRANGED: lambda: _of_night(campaign, scenario, NIGHT_ARRANGED, night)})


def _of_night(campaign: Campaign, scenario: int, event: str, night: GameNight) -> list[WebhookNews]:
    local = night.local_start
    times = {"starts": local.isoformat(), "ends": night.local_end.isoformat(), "time_zone": night.time_zone}
    when = f"{local:%A} {local.day} {local:%B %Y, %H:%M} ({night.time_zone})"
    return [
        replace(news, texts={**news.texts, "when": when}, data={**news.data, "night": times})
        for news in _of_scenario(campaign, scenario, event, "{scenario} is played on {when}")
    ]


def announce_night_off(campaign: Campaign, scenario: int) -> None:
    """Tell the webhooks of a campaign that a game night is called off."""
    happened = {NIGHT_CALLED_OFF: lambda: _of_scenario(campaign, scenario, NIGHT_CALLED_OFF, _CALLED_OFF)}
    publish(CAMPAIGN, campaign.key, happened)


def announce_reminded(campaign: Campaign, number: int | None, players: Sequence[str]) -> None:
    """Tell the webhooks of a campaign that an organizer reminds players, of a round if it has a number."""
    page = ("campaigns:round", [campaign.key, number]) if number else ("campaigns:campaign", [campaign.key])

    def describe() -> Iterator[WebhookNews]:
        texts = {"campaign": campaign.name, "players": listed(players)}
        data = {**_campaign(campaign), "round": number, "players": list(players)}
        yield WebhookNews(REMINDED, reverse(page[0], args=page[1]), "{campaign} waits for {players}.", texts, data)

    publish(CAMPAIGN, campaign.key, {REMINDED: describe})


def announce_day(campaign: Campaign) -> bool:
    """Tell the webhooks of a campaign once a day what is due; return False if they know, and outside ``MAIL_HOURS``.

    The day is that of the time zone of the last game night.
    """
    last = last_night(campaign)
    now = timezone.now().astimezone(ZoneInfo(last.time_zone if last else USUAL_ZONE))
    if now.hour not in MAIL_HOURS or AnnouncedReminder.objects.filter(campaign=campaign, day=now.date()).exists():
        return False
    tables = tables_to_play(campaign, league_of(campaign), list(warbands_ever(campaign)))
    happened = {
        NIGHT_TOMORROW: lambda: _nights_tomorrow(campaign, tables, now.date()),
        SCENARIO_DUE: lambda: _due(campaign, SCENARIO_DUE, tables, [table.due == str(now.date()) for table in tables]),
        SCENARIO_OVERDUE: lambda: _due(
            campaign, SCENARIO_OVERDUE, tables, [is_overdue_day(table.late) for table in tables]
        ),
    }
    if now.weekday() == 0:
        happened[DIGEST] = lambda: _digest(campaign, tables)
    with transaction.atomic():
        _, is_new = AnnouncedReminder.objects.get_or_create(campaign=campaign, day=now.date())
        if is_new:
            publish(CAMPAIGN, campaign.key, happened)
    return is_new


def _nights_tomorrow(campaign: Campaign, tables: Iterable[TableProgress], today: date) -> Iterator[WebhookNews]:
    for table in tables:
        night: GameNight | None = getattr(table.scenario, "game_night", None)
        if night and (night.local_start.date() - today).days == 1:
            yield from _of_night(campaign, table.scenario.number, NIGHT_TOMORROW, night)


def _due(
    campaign: Campaign, event: str, tables: Sequence[TableProgress], chosen: Sequence[bool]
) -> Iterator[WebhookNews]:
    """Yield news of those of the tables that are chosen and wait for anything."""
    for table in compress(tables, chosen):
        if table.needs:
            said = "{scenario} is " + due_words(table.late)
            for news in _of_scenario(campaign, table.scenario.number, event, said):
                yield replace(news, data={**news.data, "due": table.due, "days_late": table.late})


def _digest(campaign: Campaign, tables: Collection[TableProgress]) -> Iterator[WebhookNews]:
    """Yield how many tables are at each stage, unless there are none."""
    late = sum(table.late > 0 for table in tables)
    if tables:
        stages = dict(Counter(table.stage_key for table in tables))
        yield WebhookNews(
            DIGEST,
            reverse("campaigns:campaign", args=[campaign.key]),
            f"{{campaign}} has {counted(len(tables), 'scenario')} to play or apply, {late} of them late.",
            {"campaign": campaign.name},
            {**_campaign(campaign), "scenarios": stages, "late": late},
        )


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
    names = {member.id: member.name for member in stored_record(row.record).careers.members}
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


def _of_person(campaign: Campaign, number: int, event: str, said: str, **more: Any) -> Iterable[WebhookNews]:
    person = campaign.participants.select_related("user").get(number=number)
    yield WebhookNews(
        event,
        reverse("campaigns:people", args=[campaign.key]),
        f"{{person}} {said}",
        {"campaign": campaign.name, "person": person.display_name},
        {**_campaign(campaign), "person": {"number": number, "name": person.display_name}, **more},
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
