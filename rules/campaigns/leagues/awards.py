"""The awards of a season: each worked out from what its journal says, with ties shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.leagues.seasons import LAST_PLACE, AwardHolder, AwardKey, Contest, PodiumPlace, SeasonAward
from rules.campaigns.leagues.settings import FORFEIT_LOST, NOT_PLAYED
from rules.campaigns.results import DEFEAT, DRAW, NEMESIS, MemberTally
from rules.campaigns.sentences.names import JournalNames, member_of_warband
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from rules.tables.advancement import ADVANCES_PER_LEVEL
from rules.text import counted, times_word

LEAST_DICE = 6
"""The fewest elimination rolls of a warband whose luck is compared."""
LEAST_GAMES = 3
"""The fewest games in a row that are a streak, or that an average of games needs."""
_TWICE_AVERAGE = 7
"""Twice the average of a d6."""


@dataclass(frozen=True, slots=True)
class SeasonGame:
    """A scenario that counts or was forfeited: its id, and how it ended for each side."""

    scenario: int
    sides: tuple[SideOfScenario, ...]


@dataclass(frozen=True, slots=True)
class LevelGain:
    """The members who were the first to gain a level, by warband and id, and the scenario in which they did."""

    scenario: int
    members: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """What awards are worked out from: each warband now and as it joined, the games in their order, and the first
    level.
    """

    records: Mapping[int, WarbandRecord]
    openings: Mapping[int, WarbandRecord] = field(default_factory=dict)
    games: Sequence[SeasonGame] = ()
    first_level: LevelGain | None = None

    def members(self) -> Iterator[tuple[int, CareerState, MemberTally]]:
        """Yield all members, dismissed ones too, with the number of their warband and their tally."""
        for number, record in self.records.items():
            for career in record.careers.members:
                yield number, career, record.tallies.get(career.id, MemberTally())

    def before(self, warband: int, member: str) -> CareerState | None:
        """Return the career with which a member joined; None for a later recruit."""
        opening = self.openings.get(warband)
        return opening.careers.by_id.get(member) if opening else None

    def played(self) -> dict[int, list[tuple[SeasonGame, SideOfScenario]]]:
        """Return the games that each warband played, in their order; a forfeit is not played."""
        games: dict[int, list[tuple[SeasonGame, SideOfScenario]]] = {}
        for game in self.games:
            for side in game.sides:
                if side.result not in NOT_PLAYED:
                    games.setdefault(side.warband, []).append((game, side))
        return games


def levels_gained(opening: WarbandRecord, record: WarbandRecord) -> list[str]:
    """Return the members whose advances since the opening of their warband have given them a level, by id."""
    before = {career.id: career.advances for career in opening.careers.members}
    return [
        career.id
        for career in record.careers.members
        if career.advances // ADVANCES_PER_LEVEL > before.get(career.id, 0) // ADVANCES_PER_LEVEL
    ]


AwardCandidate = tuple[Fraction | int, AwardHolder]
"""How well somebody did, the more the better, and the holder that they would be."""


def _most_advanced(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, career, _ in facts.members():
        before = facts.before(warband, career.id)
        gained = career.advances - (before.advances if before else 0)
        if gained > 0:
            yield gained, AwardHolder(warband, career.id, gained)


def _first_level(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    if facts.first_level:
        for warband, member in facts.first_level.members:
            yield 1, AwardHolder(warband, member, scenario=facts.first_level.scenario)


def _most_eliminations(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, career, tally in facts.members():
        if tally.eliminations:
            yield tally.eliminations, AwardHolder(warband, career.id, tally.eliminations)


def _survivor(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, career, tally in facts.members():
        if tally.scenarios >= LEAST_GAMES and not tally.eliminated:
            yield tally.scenarios, AwardHolder(warband, career.id, tally.scenarios)


def _nemesis(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, record in facts.records.items():
        for feud in record.feuds:
            if feud.enemy and feud.times >= NEMESIS:
                yield feud.times, AwardHolder(feud.warband, feud.enemy, feud.times, against=warband, enemy=feud.member)


def _nine_lives(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, career, tally in facts.members():
        if tally.eliminated > 1 and not (career.has_ended or career.is_dismissed):
            yield tally.eliminated, AwardHolder(warband, career.id, tally.eliminated)


def _most_scars(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, career, _ in facts.members():
        before = facts.before(warband, career.id)
        scars = career.permanent_wounds - (before.permanent_wounds if before else 0)
        if scars > 0:
            yield scars, AwardHolder(warband, career.id, scars)


def _giant_slayer(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for games in facts.played().values():
        for game, side in games:
            others = [other for other in game.sides if other.warband != side.warband]
            if len(others) != 1 or not _is_won(side) or others[0].points <= side.points:
                continue
            giant = others[0]
            yield (
                giant.points - side.points,
                AwardHolder(
                    side.warband, figure=side.points, of=giant.points, against=giant.warband, scenario=game.scenario
                ),
            )


def _winning_streak(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, games in facts.played().items():
        longest = run = 0
        for _, side in games:
            run = run + 1 if _is_won(side) else 0
            longest = max(longest, run)
        if longest >= LEAST_GAMES:
            yield longest, AwardHolder(warband, figure=longest)


def _good_shepherd(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    for warband, games in facts.played().items():
        if len(games) >= LEAST_GAMES:
            lost = sum(side.eliminated for _, side in games)
            yield -Fraction(lost, len(games)), AwardHolder(warband, figure=lost, of=len(games))


def _most_faithful(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    missed = Counter(side.warband for game in facts.games for side in game.sides if side.result == FORFEIT_LOST)
    for warband, games in facts.played().items():
        if not missed[warband]:
            yield len(games), AwardHolder(warband, figure=len(games))


def _unluckiest(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    return ((-luck, holder) for luck, holder in _luck(facts) if luck < 0)


def _luckiest(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    return ((luck, holder) for luck, holder in _luck(facts) if luck > 0)


def _luck(facts: SeasonFacts) -> Iterator[AwardCandidate]:
    """Yield how far the elimination rolls of each warband fell from their average, in standard deviations.

    They are squared with their sign, and without the variance that all dice share, so that they stay exact.
    """
    for warband, record in facts.records.items():
        faces = [0] * 6
        for counts in record.dice:
            if counts.kind == "elimination":
                faces = [total + count for total, count in zip(faces, counts.faces, strict=True)]
        dice, total = sum(faces), sum(face * count for face, count in enumerate(faces, start=1))
        if dice >= LEAST_DICE:
            apart = 2 * total - _TWICE_AVERAGE * dice
            yield Fraction(apart * abs(apart), dice), AwardHolder(warband, figure=total, of=dice)


def _is_won(side: SideOfScenario) -> bool:
    return side.result not in (DRAW, DEFEAT, *NOT_PLAYED)


def _first_level_deed(holder: AwardHolder, names: JournalNames) -> str:
    return f"was the first to gain a level, in {names.scenario(holder.scenario or 0)}"


def _nemesis_deed(holder: AwardHolder, names: JournalNames) -> str:
    victim = member_of_warband(holder.against or 0, holder.enemy, names)
    return f"eliminated {victim} {times_word(holder.figure)}"


def _giant_deed(holder: AwardHolder, names: JournalNames) -> str:
    where, whom = names.scenario(holder.scenario or 0), names.warband(holder.against or 0)
    return f"won {where} against {whom}, fielding {counted(holder.figure, 'point')} to {holder.of}"


def _shepherd_deed(holder: AwardHolder, names: JournalNames) -> str:
    lost = counted(holder.figure, "member") if holder.figure else "no member"
    return f"had {lost} eliminated in {holder.of} games"


def _luck_deed(holder: AwardHolder, names: JournalNames) -> str:
    doubled = _TWICE_AVERAGE * holder.of
    average = f"{doubled // 2}{'.5' if doubled % 2 else ''}"
    return f"{counted(holder.of, 'elimination roll')} came to {holder.figure}, where {average} is average"


@dataclass(frozen=True, slots=True)
class AwardRule:
    """An award: its key, its name, who wins it, and what its holder did, in words."""

    key: AwardKey
    name: str
    rule: str
    candidates: Callable[[SeasonFacts], Iterable[AwardCandidate]]
    deed: Callable[[AwardHolder, JournalNames], str]

    def given(self, facts: SeasonFacts) -> SeasonAward | None:
        """Return the award with all who did best; None if no one earned it, or every warband did equally well."""
        candidates = list(self.candidates(facts))
        most = max((merit for merit, _ in candidates), default=None)
        # One that did equally well twice holds the award once.
        best = {(holder.warband, holder.member): holder for merit, holder in reversed(candidates) if merit == most}
        played = {number for number, record in facts.records.items() if record.standing.played}
        is_of_all = len(played) > 1 and played <= {warband for warband, member in best if not member}
        if not best or is_of_all:
            return None
        holders = tuple(sorted(best.values(), key=lambda holder: (holder.warband, holder.member)))
        return SeasonAward(self.key, holders)


AWARDS = (
    AwardRule(
        "most-advanced",
        "Most advanced",
        "The member that gained the most advances.",
        _most_advanced,
        lambda holder, _: f"gained {counted(holder.figure, 'advance')}",
    ),
    AwardRule("first-level", "First level", "The first member to gain a level.", _first_level, _first_level_deed),
    AwardRule(
        "most-eliminations",
        "Headhunter",
        "The member that eliminated the most enemies.",
        _most_eliminations,
        lambda holder, _: f"eliminated {counted(holder.figure, 'enemy')}",
    ),
    AwardRule(
        "survivor",
        "Survivor",
        f"The member that fought the most scenarios, at least {LEAST_GAMES}, and was never eliminated.",
        _survivor,
        lambda holder, _: f"fought {counted(holder.figure, 'scenario')} and was never eliminated",
    ),
    AwardRule("nemesis", "Nemesis", "The member that eliminated the same enemy most often.", _nemesis, _nemesis_deed),
    AwardRule(
        "nine-lives",
        "Nine lives",
        "The member that was eliminated most often and still goes on.",
        _nine_lives,
        lambda holder, _: f"was eliminated {times_word(holder.figure)} and goes on",
    ),
    AwardRule(
        "most-scars",
        "Most scars",
        "The member with the most new permanent injuries.",
        _most_scars,
        lambda holder, _: f"suffered {counted(holder.figure, 'permanent injury')}",
    ),
    AwardRule(
        "giant-slayer",
        "Giant slayer",
        "The warband that won against the largest lead in points.",
        _giant_slayer,
        _giant_deed,
    ),
    AwardRule(
        "winning-streak",
        "Winning streak",
        f"The warband that won the most games in a row, at least {LEAST_GAMES}.",
        _winning_streak,
        lambda holder, _: f"won {holder.figure} games in a row",
    ),
    AwardRule(
        "good-shepherd",
        "Good shepherd",
        f"The warband with the fewest members eliminated a game, in at least {LEAST_GAMES} games.",
        _good_shepherd,
        _shepherd_deed,
    ),
    AwardRule(
        "most-faithful",
        "Most faithful",
        "The warband that played the most games and forfeited none.",
        _most_faithful,
        lambda holder, _: f"played {counted(holder.figure, 'game')} and forfeited none",
    ),
    AwardRule(
        "unluckiest-dice",
        "Unluckiest dice",
        f"The warband whose elimination rolls, at least {LEAST_DICE}, fell furthest below their average.",
        _unluckiest,
        _luck_deed,
    ),
    AwardRule(
        "luckiest-dice",
        "Luckiest dice",
        f"The warband whose elimination rolls, at least {LEAST_DICE}, fell furthest above their average.",
        _luckiest,
        _luck_deed,
    ),
)
AWARD_BY_KEY = {award.key: award for award in AWARDS}


def season_awards(facts: SeasonFacts) -> tuple[SeasonAward, ...]:
    """Return the awards that a season gives, in their order."""
    return tuple(given for award in AWARDS if (given := award.given(facts)) is not None)


def podium(ranking: Iterable[tuple[int, int]], contest: Contest = "league", table: str = "") -> tuple[PodiumPlace, ...]:
    """Return the podium of a table from its warbands with their places, the best first."""
    return tuple(PodiumPlace(warband, place, contest, table) for warband, place in ranking if place <= LAST_PLACE)
