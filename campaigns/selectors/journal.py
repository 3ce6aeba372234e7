"""The journal for readers: entries as sentences with names and dice, the seeds and receipts of dice, past settings."""

from calendar import month_name
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any

from django.db.models import Q, QuerySet

from accounts.selectors.rooms import offered
from campaigns.entries import journal_line, numbered_event, stored_record
from campaigns.models import Campaign, JournalEntry, SeedEpoch
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal_results import once_per_entry, present_records
from rules.campaigns.careers import career_event_id
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import AdventureBegun, AdventurePrepared
from rules.campaigns.events.campaign import CampaignCreated, SettingsChanged
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.leagues import RoundPlanned
from rules.campaigns.fairness import (
    DiceFairness,
    RollCounts,
    SourceFairness,
    added_counts,
    dice_fairness,
    source_fairness,
)
from rules.campaigns.files import FiledBattles, FiledSeed
from rules.campaigns.fresh_dice import FRESH_DICE_EVENTS, fresh_dice
from rules.campaigns.journal import JournalLine, NumberedEvent
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.luck import AnalyzedBattle
from rules.campaigns.receipts import RollReceipt, roll_receipt, server_rolls
from rules.campaigns.scenarios import RollOrigin
from rules.campaigns.sentences import (
    JournalDie,
    JournalNames,
    adventures_named,
    dice_words,
    entry_sentence,
    scenarios_named,
)
from rules.campaigns.settings import SETTINGS, CampaignSettings, describe_difference
from rules.campaigns.standings import warband_name
from rules.campaigns.state.warbands import counts_dice
from rules.careers.state import numbered_creatures
from rules.documents.reading import Fields
from rules.items import ITEMS

_ITEM_NAMES = {item.key: item.name for item in ITEMS}


@dataclass(frozen=True, slots=True)
class ReadableEntry:
    """An entry with its sentence and dice; ``corrected_by`` is the entry that replaces its content, or None.

    ``ended`` names the members whose careers ended with it, if it counts.
    """

    entry: JournalEntry
    event: CampaignEvent
    text: str
    dice: tuple[JournalDie, ...]
    corrected_by: int | None = None
    ended: tuple[str, ...] = ()

    @property
    def is_struck(self) -> bool:
        """Whether the entry no longer counts unchanged."""
        return self.entry.voided_by is not None or self.corrected_by is not None

    @property
    def written(self) -> str:
        """When the entry was written, in UTC: ``7 March 2026, 19:30``."""
        # A page shows thirty of them: the template's filter takes longer than all else of an entry.
        at = self.entry.at
        return f"{at.day} {month_name[at.month]} {at:%Y, %H:%M}"

    @property
    def line(self) -> JournalLine:
        """The entry as its hash sees it."""
        return journal_line(self.entry)


@dataclass(frozen=True, slots=True)
class JournalGroup:
    """Entries of the journal that follow each other: those of one scenario, or some that belong to none."""

    scenario: int | None
    title: str
    entries: tuple[ReadableEntry, ...]


BETWEEN = "Between scenarios"
BEFORE = "Before the first scenario"


def journal_groups(campaign: Campaign, entries: Sequence[ReadableEntry]) -> list[JournalGroup]:
    """Return entries, the newest first, in groups by scenario. One query."""
    numbers = {entry.entry.scenario for entry in entries if entry.entry.scenario is not None}
    titles = dict(campaign.scenarios.filter(number__in=numbers).order_by().values_list("number", "title"))
    groups = []
    for scenario, readable in groupby(entries, key=lambda entry: entry.entry.scenario):
        group = tuple(readable)
        if scenario is not None:
            title = titles.get(scenario) or f"Scenario {scenario}"
        else:
            title = BEFORE if group[-1].entry.number == 1 else BETWEEN
        groups.append(JournalGroup(scenario, title, group))
    return groups


def journal_filtered(
    campaign: Campaign, *, scenario: int | None = None, warband: int | None = None, person: int | None = None
) -> QuerySet[JournalEntry]:
    """Return the entries of a campaign, the newest first, about a scenario or warband, or written by a person.

    Entries about its scenarios as a whole also count for a warband: plans, reports, dice, commits.
    """
    entries = campaign.entries.order_by("-number")
    if scenario is not None:
        entries = entries.filter(scenario=scenario)
    if warband is not None:
        fought = campaign.scenarios.filter(sides__warband__number=warband).values("number")
        entries = entries.filter(Q(warband=warband) | Q(warband=None, scenario__in=fought))
    if person is not None:
        entries = entries.filter(actor=person)
    return entries


def readable_entries(view: CampaignView, entries: Iterable[JournalEntry]) -> list[ReadableEntry]:
    """Return entries in their readable form, in the same order. At most five queries after that of the entries."""
    return entries_with_names(view.campaign, view.names, entries)


def entries_with_names(
    campaign: Campaign, people: Mapping[int, str], entries: Iterable[JournalEntry]
) -> list[ReadableEntry]:
    """Return the same as ``readable_entries``, with the names of people by their numbers."""
    entries = list(entries)
    events = [numbered_event(entry).event for entry in entries]
    names = journal_names(campaign, people, events)
    corrections = _corrections(campaign, entries)
    return [
        ReadableEntry(
            entry=entry,
            event=event,
            text=entry_sentence(event, entry.actor, names),
            dice=dice_words(event, names),
            corrected_by=corrections.get(entry.number),
            ended=() if entry.voided_by is not None else names.ended.get(career_event_id(entry.number, event), ()),
        )
        for entry, event in zip(entries, events, strict=True)
    ]


def journal_names(campaign: Campaign, people: Mapping[int, str], events: Iterable[CampaignEvent]) -> JournalNames:
    """Return the names that the sentences of these events need; ``people`` are those of people by their numbers.

    At most four queries, one fewer each if they name no adventure and no round.
    """
    events = list(events)
    scenarios = sorted({number for event in events for number in scenarios_named(event)})
    titles = campaign.scenarios.filter(number__in=scenarios).order_by().values_list("number", "title")
    return replace(
        _names_of_warbands(campaign),
        people=people,
        scenarios={number: f"“{title}”" if title else f"scenario {number}" for number, title in titles},
        adventures=_adventure_names(campaign, events),
        edited_rounds=_edited_rounds(campaign) if any(isinstance(event, RoundPlanned) for event in events) else {},
    )


@once_per_entry
def _names_of_warbands(campaign: Campaign) -> JournalNames:
    """Return the names of warbands and members, and those of members whose careers ended. One query."""
    records = present_records(campaign)
    names = {number: warband_name(number, record) for number, record in records.items()}
    careers = [(number, career) for number, record in records.items() for career in record.careers.members]
    ended: defaultdict[str, list[str]] = defaultdict(list)
    for number, career in careers:
        if career.has_ended:
            ended[career.ended_by].append(f"{career.name} ({names[number]})")
    return JournalNames(
        warbands=names,
        members={(number, career.id): career.name for number, career in careers},
        items=_ITEM_NAMES,
        ended={event: tuple(members) for event, members in ended.items()},
        creatures={
            (number, member): name
            for number, record in records.items()
            for member, name in numbered_creatures(record.careers).items()
        },
    )


@once_per_entry
def _edited_rounds(campaign: Campaign) -> dict[RoundPlanned, RoundPlan | None]:
    """Return the plans of rounds that later ones replaced. One query."""
    edited: dict[RoundPlanned, RoundPlan | None] = {}
    planned, plans = set[RoundPlanned](), dict[int, RoundPlan]()
    for entry in campaign.entries.filter(kind=RoundPlanned.kind).order_by("number"):
        event = numbered_event(entry).event
        if isinstance(event, RoundPlanned):
            if event.round not in plans:
                planned.add(event)
            elif event not in planned:
                edited[event] = None if event in edited else plans[event.round]
            plans[event.round] = event.plan
    return edited


def _adventure_names(campaign: Campaign, events: Iterable[CampaignEvent]) -> dict[int, str]:
    """Return the latest names of the campaign's adventures, if these events need any. At most one query."""
    if not any(number for event in events for number in adventures_named(event)):
        return {}
    kinds = (AdventureBegun.kind, AdventurePrepared.kind)
    rows = campaign.entries.filter(kind__in=kinds).order_by("number").values_list("event", flat=True)
    return {event["adventure"]: event["name"] for event in rows}


@dataclass(frozen=True, slots=True)
class ShortEntry:
    """An entry as the overview lists it; ``is_struck`` is that of ``ReadableEntry``."""

    number: int
    at: datetime
    text: str
    is_struck: bool


def newest_entries(view: CampaignView, count: int) -> tuple[ShortEntry, ...]:
    """Return the newest entries of a journal, the last one first. One query, and those of ``readable_entries``."""
    return _newest_entries(view.campaign, tuple(view.names.items()), count)


@once_per_entry
def _newest_entries(campaign: Campaign, people: tuple[tuple[int, str], ...], count: int) -> tuple[ShortEntry, ...]:
    newest = entries_with_names(campaign, dict(people), campaign.entries.order_by("-number")[:count])
    return tuple(
        ShortEntry(readable.entry.number, readable.entry.at, readable.text, readable.is_struck) for readable in newest
    )


def _corrections(campaign: Campaign, entries: Iterable[JournalEntry]) -> dict[int, int]:
    """Return which of these entries are corrected, each with the correction that counts."""
    about = sorted({entry.scenario for entry in entries if entry.scenario is not None})
    corrections = campaign.entries.filter(scenario__in=about, kind=EntryCorrected.kind, voided_by=None)
    corrected = corrections.order_by("scenario", "number").values_list("number", "event")
    return {event["entry"]: number for number, event in corrected}


def journal_entry(campaign: Campaign, number: int) -> JournalEntry | None:
    """Return one entry. One query."""
    return campaign.entries.filter(number=number).first()


_KINDS = (CampaignCreated.kind, SettingsChanged.kind)


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """One change of the settings: the entry of the journal, its author and time, and its changes, a line each."""

    number: int
    actor: int | None
    at: datetime
    lines: tuple[str, ...]


def count_settings_changes(campaign: Campaign) -> int:
    """Return how often the settings of a campaign changed. One query."""
    return campaign.entries.filter(kind=SettingsChanged.kind).count()


def settings_changes(campaign: Campaign, shown: range) -> list[SettingsChange]:
    """Return the changes of the settings at these places, counted from 0, the newest first. One query."""
    # Each change is described against the entry before it, so that one entry more is read.
    entries = campaign.entries.filter(kind__in=_KINDS).order_by("-number")[shown.start : shown.stop + 1]
    return [
        SettingsChange(new.number, new.actor, new.at, describe_difference(_settings(old.event), _settings(new.event)))
        for new, old in pairwise(entries)
    ]


def settings_at(campaign: Campaign, entry: int) -> CampaignSettings:
    """Return the settings in force at an entry of the journal. One query."""
    entries = campaign.entries.filter(kind__in=_KINDS, number__lte=entry)
    return _settings(entries.order_by("number").values_list("event", flat=True).last() or {})


def _settings(event: dict[str, Any]) -> CampaignSettings:
    settings: CampaignSettings = SETTINGS.read(Fields(event), "settings")
    return settings


def filed_seed(epoch: SeedEpoch) -> FiledSeed:
    """Return a seed epoch as everyone may know it: the seed stays secret until it is revealed."""
    return FiledSeed(epoch.number, epoch.from_entry, epoch.commitment, epoch.shown)


def seeds_of(campaign: Campaign) -> tuple[FiledSeed, ...]:
    """Return what everyone may know about the seed epochs of a campaign. One query."""
    return tuple(map(filed_seed, campaign.seed_epochs.order_by("number")))


def receipts_of(campaign: Campaign, readable: ReadableEntry) -> tuple[RollReceipt, ...]:
    """Return the receipts of the server's rolls of an entry, in their order. One query if it has any."""
    rolls = list(server_rolls([NumberedEvent(readable.entry.number, readable.event)]))
    seeds = seeds_of(campaign) if rolls else ()
    return tuple(roll_receipt(roll, seeds) for roll in rolls)


def public_seeds(campaign: Campaign) -> list[SeedEpoch]:
    """Return the seed epochs of a campaign, in order; everyone may see those that are ``shown``. One query."""
    return list(campaign.seed_epochs.order_by("number"))


@dataclass(frozen=True, slots=True)
class BattleSource:
    """What a room says of battles of a campaign: those begun again after dice had fallen, and those analyzed."""

    begun_again: Callable[[Campaign], tuple[FiledBattles, ...]]
    analyzed: Callable[[Campaign], tuple[AnalyzedBattle, ...]]


def battles_again(campaign: Campaign) -> tuple[FiledBattles, ...]:
    """Return the scenarios whose battles were begun again after dice had fallen. The queries of the rooms."""
    return tuple(battles for source in offered(BattleSource) for battles in source.begun_again(campaign))


def analyzed_battles(campaign: Campaign) -> tuple[AnalyzedBattle, ...]:
    """Return what analyses say of a campaign's battles. The queries of the rooms."""
    return tuple(battle for source in offered(BattleSource) for battle in source.analyzed(campaign))


@once_per_entry
def campaign_fresh_dice(campaign: Campaign, battles: tuple[FiledBattles, ...]) -> tuple[str, ...]:
    """Return what may have given other dice, in sentences. One query."""
    kinds = [event.kind for event in FRESH_DICE_EVENTS]
    entries = campaign.entries.filter(kind__in=kinds).order_by("number")
    return tuple(fresh_dice(map(numbered_event, entries), battles))


EVERYONE = "Everyone"


@dataclass(frozen=True, slots=True)
class CampaignDice:
    """The dice of a campaign: the tests of the requested ones, and the dice of every source.

    ``players`` are the people whose warbands have rolled, by number. ``is_whole`` is False while an earlier version's
    records wait to be counted.
    """

    tests: tuple[DiceFairness, ...]
    sources: tuple[SourceFairness, ...]
    players: tuple[tuple[int, str], ...]
    is_whole: bool


def campaign_dice(view: CampaignView, *, player: int | None = None, origin: RollOrigin | None = None) -> CampaignDice:
    """Return the dice of a campaign, optionally only one player's warbands or one origin. One query."""
    counts: defaultdict[int, list[RollCounts]] = defaultdict(list)
    is_whole = True
    for number, document in view.campaign.warbands.values_list("participant__number", "record"):
        record = stored_record(document)
        is_whole = is_whole and (counts_dice(document) or not record.standing.played)
        counts[number] += record.dice
    rolled = {number: added_counts(added) for number, added in sorted(counts.items()) if added}
    everything = added_counts(roll_counts for added in rolled.values() for roll_counts in added)
    asked = everything if player is None else rolled.get(player, ())
    return CampaignDice(
        tests=dice_fairness(roll_counts for roll_counts in asked if origin in (None, roll_counts.origin)),
        sources=(
            *(source_fairness(EVERYONE, everything) if len(rolled) > 1 else ()),
            *(fairness for number, added in rolled.items() for fairness in source_fairness(view.name(number), added)),
        ),
        players=tuple((number, view.name(number)) for number in rolled),
        is_whole=is_whole,
    )
