"""Reporting the results of a journal entry to webhooks: names and links, no dice and no seeds."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
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
from campaigns.selectors.webhooks import CAMPAIGN, CampaignNews
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
from webhooks.services.publishing import publish

DescribeNews = Callable[..., Iterable[WebhookNews]]
"""Describes what happened as ``news`` of a kind."""


def announce(campaign: Campaign, event: CampaignEvent, about: JournalEntry | None) -> None:
    """Report the results of an event to the webhooks of a campaign; ``about`` is the entry that a void names.

    One query for the news if there are webhooks, otherwise none.
    """
    happened: dict[CampaignNews, DescribeNews] = {}
    match event:
        case ScenarioPlanned(scenario):
            happened[CampaignNews.ANNOUNCED] = partial(_announced, campaign, scenario)
        case ScenarioReported(scenario) | DiceRolled(scenario):
            if isinstance(event, ScenarioReported):
                happened[CampaignNews.REPORTED] = partial(_of_scenario, campaign, scenario, "{scenario} was reported")
            happened[CampaignNews.AFTERMATH_DONE] = partial(_aftermath_done, campaign, scenario)
        case ReportDisputed(scenario):
            happened[CampaignNews.DISPUTED] = partial(_of_scenario, campaign, scenario, "Someone disputes {scenario}")
        case EntryCorrected() if about is not None and about.scenario is not None:
            happened[CampaignNews.CORRECTED] = partial(_corrected, campaign, about.scenario)
        case ScenarioCommitted(scenario):
            happened[CampaignNews.COMMITTED] = partial(_of_scenario, campaign, scenario, "{scenario} was applied")
            happened[CampaignNews.MEMBER_ENDED] = partial(_careers_ended, campaign, scenario)
        case EntryVoided() if about is not None and about.kind == ScenarioCommitted.kind and about.scenario is not None:
            happened[CampaignNews.UNDONE] = partial(_of_scenario, campaign, about.scenario, "{scenario} was undone")
        case RosterChanged() if event.edit.dismissed:
            happened[CampaignNews.MEMBER_ENDED] = partial(_dismissed, campaign, event)
        case ParticipantJoined(participant):
            happened[CampaignNews.PERSON_JOINED] = partial(_of_person, campaign, participant, "joined {campaign}.")
        case TakeoverAsked(participant, days):
            said = f"asks to take {{campaign}} over. The organizer has {counted(days, 'day')} to answer."
            happened[CampaignNews.TAKEOVER_ASKED] = partial(_of_person, campaign, participant, said, days=days)
        case CampaignTakenOver(participant):
            happened[CampaignNews.TAKEN_OVER] = partial(_of_person, campaign, participant, "took {campaign} over.")
        case SeasonFinished():
            happened[CampaignNews.SEASON_FINISHED] = partial(_season_finished, campaign, event)
    if happened:
        _publish(campaign, happened)


def _publish(campaign: Campaign, happened: Mapping[CampaignNews, DescribeNews]) -> None:
    described = {news.value: partial(describe, news=news) for news, describe in happened.items()}
    publish(CAMPAIGN, campaign.key, described)


def announce_planned(campaign: Campaign, scenarios: Collection[int]) -> None:
    """Tell the webhooks of a campaign of new scenarios."""

    def describe(news: CampaignNews) -> Iterator[WebhookNews]:
        for number in scenarios:
            yield from _announced(campaign, number, news)

    _publish(campaign, {CampaignNews.ANNOUNCED: describe})


def announce_night(campaign: Campaign, scenario: int, night: GameNight) -> None:
    """Tell the webhooks of a campaign when a scenario is played. Only its page shows the place, which may be a home."""
    _publish(campaign, {CampaignNews.NIGHT_ARRANGED: partial(_of_night, campaign, scenario, night)})


def _of_night(campaign: Campaign, scenario: int, night: GameNight, news: CampaignNews) -> Iterator[WebhookNews]:
    local = night.local_start
    times = {"starts": local.isoformat(), "ends": night.local_end.isoformat(), "time_zone": night.time_zone}
    when = f"{local:%A} {local.day} {local:%B %Y, %H:%M} ({night.time_zone})"
    for scenario_news in _of_scenario(campaign, scenario, "{scenario} is played on {when}", news):
        yield replace(
            scenario_news, texts={**scenario_news.texts, "when": when}, data={**scenario_news.data, "night": times}
        )


def announce_night_off(campaign: Campaign, scenario: int) -> None:
    """Tell the webhooks of a campaign that a game night is called off."""
    said = "The game night of {scenario} is called off"
    _publish(campaign, {CampaignNews.NIGHT_CALLED_OFF: partial(_of_scenario, campaign, scenario, said)})


def announce_reminded(campaign: Campaign, number: int | None, players: Sequence[str]) -> None:
    """Tell the webhooks of a campaign that an organizer reminds players, of a round if it has a number."""
    page = ("round", number) if number else ("campaign",)

    def describe(news: CampaignNews) -> Iterator[WebhookNews]:
        texts, data = {"players": listed(players)}, {"round": number, "players": list(players)}
        said = "{campaign} waits for {players}."
        yield _news(campaign, news, page[0], said, texts, data, *page[1:])

    _publish(campaign, {CampaignNews.REMINDED: describe})


def announce_day(campaign: Campaign) -> bool:
    """Tell the webhooks of a campaign once a day what is due; return False if they know, and outside ``MAIL_HOURS``.

    The day is that of the time zone of the last game night.
    """
    last = last_night(campaign)
    now = timezone.now().astimezone(ZoneInfo(last.time_zone if last else USUAL_ZONE))
    if now.hour not in MAIL_HOURS or AnnouncedReminder.objects.filter(campaign=campaign, day=now.date()).exists():
        return False
    tables = tables_to_play(campaign, league_of(campaign), list(warbands_ever(campaign)))
    due = [table.due == str(now.date()) for table in tables]
    overdue = [is_overdue_day(table.late) for table in tables]
    happened: dict[CampaignNews, DescribeNews] = {
        CampaignNews.NIGHT_TOMORROW: partial(_nights_tomorrow, campaign, tables, now.date()),
        CampaignNews.SCENARIO_DUE: partial(_due, campaign, tables, due),
        CampaignNews.SCENARIO_OVERDUE: partial(_due, campaign, tables, overdue),
    }
    if now.weekday() == 0:
        happened[CampaignNews.DIGEST] = partial(_digest, campaign, tables)
    with transaction.atomic():
        _, is_new = AnnouncedReminder.objects.get_or_create(campaign=campaign, day=now.date())
        if is_new:
            _publish(campaign, happened)
    return is_new


def _nights_tomorrow(
    campaign: Campaign, tables: Iterable[TableProgress], today: date, news: CampaignNews
) -> Iterator[WebhookNews]:
    for table in tables:
        night: GameNight | None = getattr(table.scenario, "game_night", None)
        if night and (night.local_start.date() - today).days == 1:
            yield from _of_night(campaign, table.scenario.number, night, news)


def _due(
    campaign: Campaign, tables: Sequence[TableProgress], chosen: Sequence[bool], news: CampaignNews
) -> Iterator[WebhookNews]:
    """Yield news of those of the tables that are chosen and wait for anything."""
    for table in compress(tables, chosen):
        if table.needs:
            said = "{scenario} is " + due_words(table.late)
            for scenario_news in _of_scenario(campaign, table.scenario.number, said, news):
                yield replace(scenario_news, data={**scenario_news.data, "due": table.due, "days_late": table.late})


def _digest(campaign: Campaign, tables: Collection[TableProgress], news: CampaignNews) -> Iterator[WebhookNews]:
    """Yield how many tables are at each stage, unless there are none."""
    late = sum(table.late > 0 for table in tables)
    if tables:
        stages = dict(Counter(table.stage_key for table in tables))
        said = f"{{campaign}} has {counted(len(tables), 'scenario')} to play or apply, {late} of them late."
        yield _news(campaign, news, "campaign", said, {}, {"scenarios": stages, "late": late})


def _announced(campaign: Campaign, number: int, news: CampaignNews) -> list[WebhookNews]:
    """Return the news of a new scenario; none for a changed plan."""
    if campaign.entries.filter(scenario=number, kind=ScenarioPlanned.kind).count() > 1:
        return []
    return _of_scenario(campaign, number, "{scenario} was planned", news)


def _aftermath_done(campaign: Campaign, number: int, news: CampaignNews) -> list[WebhookNews]:
    """Return the news that no roll of a scenario is missing, while it waits for its commit."""
    state = scenario_state(campaign, number)
    if state is None or not state.is_running or not state.report_entry:
        return []
    if any(side.due for side in aftermath_sides(campaign, state).values()):
        return []
    return _of_scenario(campaign, number, "The aftermath of {scenario} is ready", news)


def _corrected(campaign: Campaign, number: int, news: CampaignNews) -> list[WebhookNews]:
    """Return the news of a correction; none before the scenario is applied."""
    if not campaign.scenarios.filter(number=number, status=ScenarioPhase.COMMITTED).exists():
        return []
    return _of_scenario(campaign, number, "{scenario} was corrected", news)


def _careers_ended(campaign: Campaign, number: int, news: CampaignNews) -> Iterator[WebhookNews]:
    """Yield news of the members whose careers a scenario ended."""
    state = scenario_state(campaign, number)
    for warband, side in aftermath_sides(campaign, state).items() if state else ():
        before = side.before.careers.by_id
        for career in side.after.careers.members:
            known = before.get(career.id)
            if career.has_ended and not (known and known.has_ended):
                row = campaign.warbands.get(number=warband)
                yield _of_member(campaign, row, career.id, career.name, "career-ended", news)


def _dismissed(campaign: Campaign, event: RosterChanged, news: CampaignNews) -> Iterator[WebhookNews]:
    """Yield news of the members who were dismissed."""
    row = campaign.warbands.get(number=event.warband)
    names = {member.id: member.name for member in stored_record(row.record).careers.members}
    for member in event.edit.dismissed:
        yield _of_member(campaign, row, member, names.get(member, member), "dismissed", news)


def _of_member(
    campaign: Campaign, row: CampaignWarband, member: str, name: str, how: str, news: CampaignNews
) -> WebhookNews:
    sentences = {
        "career-ended": "The career of {member} ({warband}) has ended in {campaign}.",
        "dismissed": "{warband} dismissed {member} in {campaign}.",
    }
    texts = {"warband": str(row), "member": name}
    data = {
        "warband": {"number": row.number, "name": str(row)},
        "member": {"id": member, "name": name},
        "how": how,
    }
    return _news(campaign, news, "warband", sentences[how], texts, data, row.number)


def _of_person(campaign: Campaign, number: int, said: str, news: CampaignNews, **more: Any) -> Iterable[WebhookNews]:
    person = campaign.participants.select_related("user").get(number=number)
    texts, data = {"person": person.display_name}, {"person": {"number": number, "name": person.display_name}, **more}
    yield _news(campaign, news, "people", f"{{person}} {said}", texts, data)


def _season_finished(campaign: Campaign, season: SeasonFinished, news: CampaignNews) -> Iterable[WebhookNews]:
    names = {row.number: str(row) for row in campaign.warbands.all()}
    champions = [(title, place.warband) for title, place in podium_titles(season.podium) if place.place == 1]
    texts = {"champions": listed(f"{title}: {names.get(number, '')}" for title, number in champions)}
    data = {
        "champions": [
            {"title": title, "warband": {"number": number, "name": names.get(number, "")}}
            for title, number in champions
        ]
    }
    said = "The season of {campaign} is finished. {champions}."
    yield _news(campaign, news, "season", said, texts, data)


def _of_scenario(campaign: Campaign, number: int, said: str, news: CampaignNews) -> list[WebhookNews]:
    row = CampaignScenario.objects.get(campaign=campaign, number=number)
    sides = CampaignWarband.objects.filter(sides__scenario=row).order_by("number")
    day = row.date.isoformat() if row.date else None
    data = {
        "scenario": {"number": number, "played": row.played, "name": str(row), "date": day},
        "warbands": [{"number": side.number, "name": str(side)} for side in sides],
    }
    return [_news(campaign, news, "scenario", f"{said} in {{campaign}}.", {"scenario": f"“{row}”"}, data, number)]


def _news(
    campaign: Campaign,
    news: CampaignNews,
    page: str,
    said: str,
    texts: Mapping[str, str],
    data: Mapping[str, Any],
    *place: int,
) -> WebhookNews:
    """Return news of a campaign; ``page`` is the one that has more, and ``place`` the numbers of its address."""
    return WebhookNews(
        news.value,
        reverse(f"campaigns:{page}", args=[campaign.key, *place]),
        said,
        {"campaign": campaign.name, **texts},
        {"campaign": {"key": campaign.key, "name": campaign.name}, **data},
    )
