"""The fold of what a journal says of rounds and leagues."""

from collections.abc import Iterable
from dataclasses import replace

from rules.campaigns.events.leagues import (
    ByeGiven,
    DivisionsSet,
    LeagueRulesSet,
    PlayoffDecided,
    PlayoffRoundBegun,
    PlayoffsDrawn,
    RoundPlanned,
    SeasonFinished,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.playoffs import Playoffs, check_seeds
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState
from rules.campaigns.leagues.seasons import FinishedSeason
from rules.errors import RulesError

LEAGUE_EVENTS = (
    RoundPlanned,
    ByeGiven,
    LeagueRulesSet,
    DivisionsSet,
    PlayoffsDrawn,
    PlayoffRoundBegun,
    PlayoffDecided,
    SeasonFinished,
)
"""The events that ``LeagueState`` is made of; a forfeit belongs to its scenario."""


def league_after(league: LeagueState, numbered_event: NumberedEvent) -> LeagueState:
    """Return the league after an event; an event of another subject changes nothing.

    A second bye of a warband in a round changes nothing, nor does a decision without play-offs. Raises ``RulesError``
    for a bye or a stage of play-offs in a round that is not there, and ``ChangeRefused`` for impossible play-offs.
    """
    match numbered_event.event:
        case LeagueRulesSet(rules):
            return replace(league, rules=rules)
        case DivisionsSet(divisions):
            return replace(league, divisions=divisions)
        case SeasonFinished(podium, awards):
            return replace(league, finished=FinishedSeason(numbered_event.number, podium, awards))
        case RoundPlanned(number, plan):
            planned = replace(league.rounds.get(number, LeagueRound(number)), plan=plan)
            return replace(league, rounds={**league.rounds, number: planned})
        case ByeGiven(number, warband):
            before = _round(league, number)
            if warband in before.resting:
                return league
            rests = replace(before, byes=(*before.byes, (warband, numbered_event.number)))
            return replace(league, rounds={**league.rounds, number: rests})
        case PlayoffsDrawn(seeds, draws, third_place):
            check_seeds(seeds, seeds)
            return replace(league, playoffs=Playoffs(seeds, draws, third_place, numbered_event.number))
        case PlayoffRoundBegun(number, stage):
            return replace(league, stages={**league.stages, _round(league, number).number: stage})
        case PlayoffDecided(stage, place, warband) if league.playoffs is not None:
            decisions = {**league.playoffs.decisions, (stage, place): (warband, numbered_event.number)}
            return replace(league, playoffs=replace(league.playoffs, decisions=decisions))
    return league


def _round(league: LeagueState, number: int) -> LeagueRound:
    if number not in league.rounds:
        raise RulesError(f"The campaign has no round {number}.")
    return league.rounds[number]


def fold_league(live: Iterable[NumberedEvent]) -> LeagueState:
    """Return the league after these events, of which none is voided."""
    league = LeagueState()
    for event in live:
        league = league_after(league, event)
    return league
