"""What an event names and the names for it, its sentence by a function for each kind of event, and its dice in words.

The functions are pure: the same event and names give the same sentence, on pages, in print and for a spectator.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import AdventureFinished, AdventureRecorded, AdventureRemoved, AdventureSeeded
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.leagues import DivisionsSet, GameForfeited, PlayoffsDrawn, RoundPlanned, SeasonFinished
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.events.warbands import AllowanceRolled
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.scenarios import RollRecord
from rules.cards.model import STATS
from rules.careers.events import RollKind
from rules.errors import RulesError
from rules.feats import BY_KEY as FEATS
from rules.roster.model import ItemChoice
from rules.tables import dying
from rules.tables.advancement import DICE, advance
from rules.tables.stats import stat_name
from rules.text import counted, with_choice

SITE = "Muster"
"""The actor of what no participant did."""


@dataclass(frozen=True, slots=True)
class JournalNames:
    """The names of the people, warbands, members, scenarios, items and adventures of a journal, by number, id or key.

    ``ended`` names the members whose careers an event ended, by the event's id in careers. ``creatures`` are the
    numbered creatures of members that share theirs with others, by warband and id. ``edited_rounds`` are the plans that
    later ones replaced, None where a round got the same plan twice. Missing names get a plain substitute: a journal can
    be read without any names.
    """

    people: Mapping[int, str] = field(default_factory=dict)
    warbands: Mapping[int, str] = field(default_factory=dict)
    members: Mapping[tuple[int, str], str] = field(default_factory=dict)
    scenarios: Mapping[int, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    ended: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    adventures: Mapping[int, str] = field(default_factory=dict)
    creatures: Mapping[tuple[int, str], str] = field(default_factory=dict)
    edited_rounds: Mapping[RoundPlanned, RoundPlan | None] = field(default_factory=dict)

    def person(self, number: int | None) -> str:
        """Return a person's name, or the site's for None."""
        return SITE if number is None else self.people.get(number) or f"Player {number}"

    def warband(self, number: int) -> str:
        """Return a warband's name."""
        return self.warbands.get(number) or f"Warband {number}"

    def member(self, warband: int, member: str) -> str:
        """Return the name of a member of a warband."""
        return self.members.get((warband, member)) or f"member {member}"

    def scenario(self, number: int) -> str:
        """Return a scenario's name."""
        return self.scenarios.get(number) or f"scenario {number}"

    def adventure(self, number: int) -> str:
        """Return an adventure's number, with its name if that is known."""
        name = self.adventures.get(number)
        return f"adventure {number}, “{name}”" if name else f"adventure {number}"

    def item(self, choice: ItemChoice) -> str:
        """Return an item's name with its choice."""
        return with_choice(self.items.get(choice.item) or title_of(choice.item), choice.choice)


def quoted_warband(number: int, names: JournalNames) -> str:
    """Return a warband's name in quotation marks."""
    return f"“{names.warband(number)}”"


def member_of_warband(warband: int, member: str, names: JournalNames) -> str:
    """Return a member's name with that of its warband."""
    return f"{names.member(warband, member)} ({names.warband(warband)})"


def injury_name(key: str) -> str:
    """Return the name of an injury by its key."""
    row = dying.INJURY_BY_KEY.get(key)
    return row.name if row else title_of(key)


def feat_name(key: str, choice: str | None = None) -> str:
    """Return the name of a feat by its key, with its choice."""
    feat = FEATS.get(key)
    return with_choice(feat.name if feat else title_of(key), choice and title_of(choice))


def advance_name(subject: str, choice: str | None = None) -> str:
    """Return the name of an advance: a stat that grows, or a feat with its choice."""
    if subject in FEATS:
        return feat_name(subject, choice)
    return f"{stat_name(subject)} +1" if subject in STATS else title_of(subject) or "a feat"


def title_of(key: str) -> str:
    """Return a key as a name, for things without a name."""
    return " ".join(word.capitalize() for word in key.replace("-", " ").split())


def ended(text: str) -> str:
    """Return a person's text with a full stop."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def scenarios_named(event: CampaignEvent) -> Iterator[int]:
    """Yield the ids of the scenarios that the sentence of an event names, or the deeds of its awards."""
    inner = event.replacement if isinstance(event, EntryCorrected) else event
    if isinstance(inner, SeasonFinished):
        holders = (holder for award in inner.awards for holder in award.holders)
        yield from (holder.scenario for holder in holders if holder.scenario is not None)
    if (number := getattr(inner, "scenario", None)) is not None:
        yield number


def warbands_named(event: CampaignEvent) -> Iterator[int]:
    """Yield the numbers of the warbands that an event is about or that its league names, without those of a plan."""
    match event:
        case DivisionsSet():
            yield from (warband for division in event.divisions for warband in division.warbands)
        case GameForfeited():
            yield from event.absent
        case PlayoffsDrawn():
            yield from event.seeds
        case SeasonFinished():
            yield from (place.warband for place in event.podium)
            yield from (holder.warband for award in event.awards for holder in award.holders)
    if (number := getattr(event, "warband", None)) is not None:
        yield number


def adventures_named(event: CampaignEvent) -> Iterator[int]:
    """Yield the numbers of the adventures whose names the sentence of an event needs and the event does not have."""
    match event:
        case AdventureFinished() | AdventureRecorded() | AdventureRemoved() | AdventureSeeded():
            yield event.adventure


@singledispatch
def describe_event(event: CampaignEvent, who: str, names: JournalNames) -> str:
    """Return the sentence of an event; ``who`` is the name of its author."""
    if not event.sentence:
        raise RulesError(f"No sentence tells of {event.kind}.")
    return event.sentence.format_map(_SentenceWords(event, who, names))


@dataclass(frozen=True, slots=True)
class _SentenceWords:
    """The words for what stands in braces in an event's sentence: ``who`` wrote it, the ``site``, or one of its fields.

    A ``reason`` is a sentence of its own, or nothing.
    """

    event: Any
    who: str
    names: JournalNames

    def __getitem__(self, word: str) -> object:
        names, value = self.names, getattr(self.event, word, None)
        match word, value:
            case "who", _:
                return self.who
            case "site", _:
                return SITE
            case "participant", int():
                return names.person(value)
            case "warband", int():
                return quoted_warband(value, names)
            case "member", str():
                return member_of_warband(self.event.warband, value, names)
            case "scenario", int():
                return names.scenario(value)
            case "adventure", int():
                return names.adventure(value)
            case "days", int():
                return counted(value, "day")
            case "reason", str():
                return f" Reason: {ended(value)}" if value else ""
            case _:
                return value


@dataclass(frozen=True, slots=True)
class JournalDie:
    """A roll for readers: its owner (of a ``side``), its purpose, the faces, and their result.

    ``fell`` is the entry in which these dice fell first, None if they had not fallen before.
    """

    warband: int
    member: str
    name: str
    purpose: str
    faces: tuple[int, ...]
    gave: str
    is_entered: bool = False
    number: int = 1
    fell: int | None = None
    side: str = ""

    @property
    def text(self) -> str:
        """The roll as a sentence."""
        entered = ", entered" if self.is_entered else ""
        return f"{self.name}, {self.purpose.lower()} ({'-'.join(map(str, self.faces))}{entered}): {self.gave}"


def dice_words(event: CampaignEvent, names: JournalNames) -> tuple[JournalDie, ...]:
    """Return the rolls of an entry, empty for most entries."""
    if isinstance(event, EntryCorrected):
        return dice_words(event.replacement, names)
    rolls = (
        (event.roll,) if isinstance(event, AllowanceRolled) else event.rolls if isinstance(event, DiceRolled) else ()
    )
    return tuple(_die(roll, names) for roll in rolls)


PURPOSES: dict[RollKind, str] = {"elimination": "Elimination", "injury": "Injury", "advance": "Advance"}


def _die(roll: RollRecord, names: JournalNames) -> JournalDie:
    return JournalDie(
        warband=roll.warband,
        member=roll.member,
        name=names.member(roll.warband, roll.member),
        purpose=PURPOSES[roll.purpose],
        faces=roll.faces,
        gave=roll_outcome(roll),
        is_entered=roll.origin == "entered",
        number=roll.number,
        fell=roll.fell,
        side=names.warband(roll.warband),
    )


def roll_outcome(roll: RollRecord) -> str:
    """Return the result of a roll's faces by its table; an imported journal may have faces without a result."""
    try:
        if roll.purpose == "advance":
            # Only the last 3d6 count where no feat was left to choose.
            return advance(roll.faces[-DICE:]).name
        (face,) = roll.faces
        return dying.outcome(face).name if roll.purpose == "elimination" else dying.injury(face).name
    except ValueError:  # RulesError too
        return "nothing: these are not faces of this roll"
