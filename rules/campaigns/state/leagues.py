"""The fold of what a journal says of rounds and leagues."""

from collections.abc import Iterable
from dataclasses import replace

from rules.campaigns.events.leagues import ByeGiven, DivisionsSet, LeagueRulesSet, RoundPlanned
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState
from rules.errors import RulesError

LEAGUE_EVENTS = (RoundPlanned, ByeGiven, LeagueRulesSet, DivisionsSet)
"""The events that ``LeagueState`` is made of; a forfeit belongs to its scenario."""


def league_after(league: LeagueState, numbered_event: NumberedEvent) -> LeagueState:
    """Return the league after an event; an event of another subject changes nothing.

    A second bye of a warband in a round changes nothing. Raises ``RulesError`` for a bye in a round that is not there.
    """
    match numbered_event.event:
        case LeagueRulesSet(rules):
            return replace(league, rules=rules)
        case DivisionsSet(divisions):
            return replace(league, divisions=divisions)
        case RoundPlanned(number, plan):
            planned = replace(league.rounds.get(number, LeagueRound(number)), plan=plan)
            return replace(league, rounds={**league.rounds, number: planned})
        case ByeGiven(number, warband):
            if number not in league.rounds:
                raise RulesError(f"The campaign has no round {number}.")
            before = league.rounds[number]
            if warband in before.resting:
                return league
            rests = replace(before, byes=(*before.byes, (warband, numbered_event.number)))
            return replace(league, rounds={**league.rounds, number: rests})
    return league


def fold_league(live: Iterable[NumberedEvent]) -> LeagueState:
    """Return the league after these events, of which none is voided."""
    league = LeagueState()
    for event in live:
        league = league_after(league, event)
    return league
