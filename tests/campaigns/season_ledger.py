"""The table of a league, worked out from the documents of a journal with nothing of the project's own rules.

Written from the rulings on leagues alone, as simply as it can be: every number is counted anew from all entries.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Document = Mapping[str, Any]
MAJOR_LEAD = 5


@dataclass(frozen=True)
class Game:
    """A game as one of its two sides sees it; a bye has no opponent."""

    warband: int
    opponent: int | None
    result: str
    points: int = 0
    against: int = 0
    eliminated: int = 0


def live_documents(entries: Sequence[tuple[int, Document]]) -> list[tuple[int, Document]]:
    """Return the entries that count, each with its number and with what a correction put in its place."""
    void: set[int] = set()
    # Later entries first: whether an undoing counts is known before what it undoes is met.
    for number, document in reversed(entries):
        if document["event"] == "entry-voided" and number not in void:
            void.add(document["entry"])
    live = [(number, document) for number, document in entries if number not in void]
    corrected = {
        document["entry"]: document["replacement"] for _, document in live if document["event"] == "entry-corrected"
    }
    return [(number, corrected.get(number, document)) for number, document in live]


def games_of(live: Sequence[tuple[int, Document]], skipped_rounds: Collection[int] = ()) -> list[Game]:
    """Return both sides of each game of two warbands that counts, and the byes."""
    reports: dict[int, Document] = {}
    rounds: dict[int, int | None] = {}
    ended: dict[int, list[Game]] = {}
    byes = []
    pairs: dict[int, list[int]] = {}
    for _, document in live:
        kind, scenario = document["event"], document.get("scenario")
        if kind == "bye-given":
            byes.append(Game(document["warband"], None, "bye"))
        elif kind == "scenario-planned":
            rounds[scenario] = document["plan"].get("round")
            pairs[scenario] = document["plan"]["warbands"]
        elif kind == "scenario-reported":
            reports[scenario] = document["report"]
        elif kind == "scenario-committed":
            ended[scenario] = _played(reports[scenario])
        elif kind == "game-forfeited":
            ended[scenario] = _forfeited(pairs[scenario], document["absent"])
    return byes + [
        game
        for scenario, sides in ended.items()
        for game in sides
        if len(sides) == 2 and rounds[scenario] not in skipped_rounds
    ]


def _played(report: Document) -> list[Game]:
    scores = {score["warband"]: score["victory_points"] for score in report["scores"]}
    fallen = [elimination["warband"] for elimination in report.get("eliminated", ())]
    if len(scores) != 2:
        return []
    lead = max(scores.values()) - min(scores.values())
    size = "major" if lead >= MAJOR_LEAD else "minor"
    games = []
    for warband, points in scores.items():
        (opponent,) = scores.keys() - {warband}
        against = scores[opponent]
        result = "draw" if not lead else f"{size} {'victory' if points > against else 'defeat'}"
        games.append(Game(warband, opponent, result, points, against, fallen.count(warband)))
    return games


def _forfeited(pair: Sequence[int], absent: Collection[int]) -> list[Game]:
    first, second = pair
    return [
        Game(warband, opponent, "forfeit lost" if warband in absent else "forfeit won")
        for warband, opponent in ((first, second), (second, first))
    ]


def plain_table(
    games: Sequence[Game],
    warbands: Collection[int],
    points: Mapping[str, int],
    tiebreakers: Sequence[str],
    *,
    byes: bool,
) -> list[tuple[int, int, int]]:
    """Return place, warband and league points, the best first; warbands of one place by their numbers."""
    games = [
        game
        for game in games
        if game.warband in warbands
        and (game.opponent is None or game.opponent in warbands)
        and (byes or game.result != "bye")
    ]
    played = [game for game in games if game.result not in ("bye", "forfeit won", "forfeit lost")]

    def total(chosen: Sequence[Game]) -> int:
        return sum(points[game.result] for game in chosen)

    def mean(values: Sequence[Fraction | int]) -> Fraction:
        return Fraction(sum(values, Fraction()), len(values)) if values else Fraction()

    def of(warband: int, chosen: Sequence[Game]) -> list[Game]:
        return [game for game in chosen if game.warband == warband]

    def schedule(warband: int) -> Fraction:
        rates = []
        for game in of(warband, played):
            others = [each for each in played if each.warband == game.opponent and each.opponent != warband]
            rates += [Fraction(total(others), len(others))] if others else []
        return mean(rates)

    def value(tiebreaker: str, warband: int, tied: Sequence[int]) -> Fraction:
        if tiebreaker == "head to head":
            among = [game for game in games if game.warband in tied and game.opponent in tied]
            meetings = {
                sum(game.warband == first and game.opponent == second for game in among)
                for first in tied
                for second in tied
                if first != second
            }
            return Fraction(total(of(warband, among))) if len(meetings) == 1 else Fraction()
        if tiebreaker == "points a game":
            return Fraction(total(of(warband, games)), len(of(warband, games)) or 1)
        if tiebreaker == "strength of schedule":
            return schedule(warband)
        if tiebreaker == "difference":
            return Fraction(sum(game.points - game.against for game in of(warband, played)))
        assert tiebreaker == "fewest eliminated"
        return -mean([game.eliminated for game in of(warband, played)])

    def groups(tied: Sequence[int]) -> list[list[int]]:
        for tiebreaker in tiebreakers:
            values = {warband: value(tiebreaker, warband, tied) for warband in tied}
            if len(set(values.values())) > 1:
                return [
                    group
                    for best in sorted(set(values.values()), reverse=True)
                    for group in groups([warband for warband in tied if values[warband] == best])
                ]
        return [sorted(tied)]

    totals = {warband: total(of(warband, games)) for warband in warbands}
    lines: list[tuple[int, int, int]] = []
    for score in sorted(set(totals.values()), reverse=True):
        for group in groups([warband for warband in warbands if totals[warband] == score]):
            place = len(lines) + 1
            lines += [(place, warband, score) for warband in group]
    return lines


def plain_tables(entries: Sequence[tuple[int, Document]]) -> dict[str, list[tuple[int, int, int]]]:
    """Return the table of each division of a campaign whose league has rules and divisions."""
    live = live_documents(entries)
    rules = [document["rules"] for _, document in live if document["event"] == "league-rules-set"][-1]
    divisions = [document["divisions"] for _, document in live if document["event"] == "divisions-set"][-1]
    points = {result.replace("_", " "): worth for result, worth in rules["points"].items()}
    games = games_of(live, playoff_rounds(live))
    return {
        division["name"]: plain_table(
            games, division["warbands"], points, rules["tiebreakers"], byes=rules["bye_counts"]
        )
        for division in divisions
    }


def playoff_rounds(live: Sequence[tuple[int, Document]]) -> set[int]:
    """Return the rounds that belong to play-offs and not to the table."""
    return {document["round"] for _, document in live if document["event"] == "playoff-round-begun"}
