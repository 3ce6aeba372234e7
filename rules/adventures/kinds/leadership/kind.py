"""The kind for growing an organization: players' view, documents, stat blocks and tracks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.fields import AdventureTrack, Threshold
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines
from rules.adventures.kinds.leadership import events
from rules.adventures.kinds.leadership.facts import (
    LEADERSHIP_KEY,
    DowntimeEvent,
    LeadershipFacts,
    LeadershipInPlay,
    LeadershipState,
    OrganizationBenefit,
    PeopleByLevel,
    benefit_key,
    check_leadership,
    downtime_event_key,
    event_secret_key,
    leadership_advice,
    next_organization_level,
    organization_level,
)
from rules.documents.records import written_document
from rules.text import counted, listed

UPKEEP = (
    "The organization’s people cover the upkeep of the base and of its growth. They do not go on adventures, and they "
    "do not cast spells or work for their leaders for free."
)


def _player_event(event: DowntimeEvent, hidden: frozenset[str]) -> DowntimeEvent:
    return replace(
        event,
        worth=0,
        secret="" if event_secret_key(event.key) in hidden else event.secret,
        choices=tuple(
            replace(row, text="", followers=0) if downtime_event_key(event.key, row.key) in hidden else row
            for row in event.choices
        ),
    )


def _levels_document(people: PeopleByLevel) -> list[dict[str, int]]:
    return [{"level": level, "number": number} for level, number in people if number]


def _named_document(benefit: DowntimeEvent | OrganizationBenefit) -> dict[str, str]:
    return {"key": benefit.key, "name": benefit.name, "text": benefit.text}


def _people_text(count: int, people: PeopleByLevel) -> str:
    by_level = listed(f"{number:,} of level {level}" for level, number in people if number)
    return f"{count:,}: {by_level}." if count else "None."


def _event_block(event: DowntimeEvent) -> AdventureBlock:
    return AdventureBlock(
        title=event.name,
        word=event.type.capitalize(),
        about=event.text,
        lines=block_lines(
            (
                ("Worth", f"{event.worth:,} gp" if event.worth else ""),
                *((row.name, row.text or "The outcome is not known yet.") for row in event.choices),
                ("Secret", event.secret),
            )
        ),
    )


class LeadershipKind(AdventureKind):
    """Leadership: followers join an organization, whose level depends on their number."""

    key = LEADERSHIP_KEY
    name = "Leadership"
    about = "Found an organization: gather followers and lieutenants, and decide what happens to it in downtime."
    emblem = "flying-flag"
    tint = "plum"
    facts = LeadershipFacts
    state = LeadershipInPlay
    acts_in_round = None
    events = (events,)

    check_facts = staticmethod(check_leadership)
    advice = staticmethod(leadership_advice)

    def begin(self, facts: LeadershipFacts) -> LeadershipState:
        return LeadershipState(facts.followers, facts.lieutenants, facts.base)

    def hidden_facts(self, state: LeadershipInPlay) -> Mapping[str, str]:
        """Return benefits of later levels, events, results of choices, and the organizer's secrets."""
        facts = state.facts
        begins_at = organization_level(facts.followers).level
        return {
            **{
                benefit_key(benefit): benefit.text or benefit.name
                for benefit in facts.benefits
                if benefit.level > begins_at
            },
            **{downtime_event_key(event.key): event.text or event.name for event in facts.events},
            **{
                downtime_event_key(event.key, row.key): row.text or row.name
                for event in facts.events
                for row in event.choices
            },
            **{event_secret_key(event.key): event.secret for event in facts.events if event.secret},
        }

    def player_facts(self, state: LeadershipInPlay) -> LeadershipFacts:
        """Return the facts without benefits of levels that were never reached, and events that have not begun."""
        facts, hidden = state.facts, state.hidden
        return replace(
            facts,
            benefits=tuple(benefit for benefit in facts.benefits if benefit_key(benefit) not in hidden),
            events=tuple(
                _player_event(event, hidden) for event in facts.events if downtime_event_key(event.key) not in hidden
            ),
        )

    def player_own(self, state: LeadershipInPlay) -> Any:
        return state.own

    def own_document(self, state: LeadershipInPlay) -> dict[str, Any]:
        own = state.own
        base = own.base
        return {
            "level": own.row.level,
            "followers": own.followers,
            "followers_by_level": _levels_document(own.followers_by_level),
            "lieutenants": own.lieutenants,
            "lieutenants_by_level": _levels_document(own.lieutenants_by_level),
            "outgrown": own.outgrown,
            "base": written_document(base) if base else None,
            "benefits": [_named_document(benefit) for benefit in state.benefits_in_force()],
            "pending": list(own.pending),
            "decided": [{"event": event, "choice": choice} for event, choice in own.decided],
            "unprepared": [{"type": event.type, **_named_document(event)} for event in own.unprepared],
        }

    def tracks(self, state: LeadershipInPlay) -> tuple[AdventureTrack, ...]:
        above = next_organization_level(state.own.row)
        thresholds = (Threshold(above.fewest_followers, f"Level {above.level}"),) if above else ()
        end = above.fewest_followers if above else None
        return (AdventureTrack("followers", "Followers", state.own.followers, end, thresholds),)

    def stat_blocks(self, state: LeadershipInPlay) -> tuple[AdventureBlock, ...]:
        """Return the organization as a stat block, and each event with its choices; for a view, what players know."""
        facts, own = state.facts, state.own
        above = next_organization_level(own.row)
        base = own.base
        organization = AdventureBlock(
            title=facts.organization,
            word=f"Organization {own.row.level}",
            about=facts.purpose,
            lines=block_lines(
                (
                    ("Followers", _people_text(own.followers, own.followers_by_level)),
                    ("Lieutenants", _people_text(own.lieutenants, own.lieutenants_by_level)),
                    ("Next level", f"{counted(above.fewest_followers, 'follower')}" if above else ""),
                    ("Base", f"{base.name}{' (mobile)' if base.moves else ''}. {base.text}".strip() if base else ""),
                    *((benefit.name, benefit.text or "In force.") for benefit in state.benefits_in_force()),
                    ("Upkeep", UPKEEP),
                )
            ),
        )
        return (organization, *(_event_block(event) for event in (*facts.events, *own.unprepared)))

    def summary(self, state: LeadershipInPlay) -> tuple[str, ...]:
        """Return the level, the people, the base and pending events, as sentences."""
        facts, own = state.facts, state.own
        people = f"{counted(own.followers, 'follower')} and {counted(own.lieutenants, 'lieutenant')}"
        lines = [f"{facts.organization} is a level {own.row.level} organization with {people}."]
        if own.base is not None:
            lines.append(f"Its base is {own.base.name}.")
        elif state.needs_base():
            lines.append("It needs a base.")
        if own.pending:
            waiting = listed(state.downtime_event(key).name for key in own.pending)
            lines.append(f"To be decided: {waiting}.")
        return tuple(lines)

    def time_ran_out(self, state: LeadershipInPlay) -> LeadershipInPlay:
        """End with the level that the organization has."""
        level = state.own.row.level
        return state.ended(f"{state.facts.organization} is a level {level} organization.")


LEADERSHIP = LeadershipKind()
