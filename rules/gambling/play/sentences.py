"""The log of a table in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.combat.log import LogEntry, StepRedone, StepUndone
from rules.errors import ChangeRefused
from rules.gambling.game import TableGame, payout_words
from rules.gambling.play.events import CheatDecided, CheatTried, PlayerLeft, PlayerSeated, RoundPlayed
from rules.gambling.play.fold import table_log
from rules.gambling.play.state import CheatAttempt, RoundBet, SettledBet, result_name, result_pays, settle


@dataclass(frozen=True, slots=True)
class TableSentence:
    """An entry in words: who or what it is about, and its lines; ``is_undone`` if it does not count."""

    entry: int
    title: str
    lines: tuple[str, ...] = ()
    is_undone: bool = False
    is_rolled: bool = False


def player_names(entries: Iterable[LogEntry]) -> Mapping[str, str]:
    """Return the name of everyone who ever sat at the table, by id."""
    return {entry.event.player: entry.event.name for entry in entries if isinstance(entry.event, PlayerSeated)}


def table_sentences(
    game: TableGame, entries: Sequence[LogEntry], newest: int | None = None
) -> tuple[TableSentence, ...]:
    """Return every entry in words, in their order, or the ``newest`` ones alone.

    Raises ``ChangeRefused`` for a log that cannot be read.
    """
    done = {step.number for step in table_log(entries).done}
    names, rounds = player_names(entries), _round_numbers(entries)
    return tuple(
        _sentence(game, entry, names, rounds, is_undone=entry.step not in done and not entry.is_about_log)
        for entry in (entries if newest is None else entries[-newest:])
    )


def _round_numbers(entries: Sequence[LogEntry]) -> Mapping[int, int]:
    """Return the number that each round had when it was played, by the number of its entry."""
    numbers, played = dict[int, int](), list[int]()
    kept: dict[int, list[int]] = {}
    for log_entry in entries:
        match log_entry.event:
            case StepUndone(step):
                kept[step] = list(played)
                played = [entry for entry in played if entry < step]
            case StepRedone(step):
                played = kept.get(step, played)
            case RoundPlayed():
                played.append(log_entry.number)
                numbers[log_entry.number] = len(played)
    return numbers


def _sentence(
    game: TableGame, entry: LogEntry, names: Mapping[str, str], rounds: Mapping[int, int], *, is_undone: bool
) -> TableSentence:
    match entry.event:
        case PlayerSeated():
            return TableSentence(entry.number, f"{entry.event.name} sits down", (), is_undone)
        case PlayerLeft(player):
            return TableSentence(entry.number, f"{names.get(player, player)} leaves the table", (), is_undone)
        case RoundPlayed():
            event = entry.event
            house = (f"The house rolls {_shown(event.house_faces)}.",) if event.house_faces else ()
            bets = (bet_sentence(game, settle(game, bet, event.house_faces), names) for bet in event.bets)
            title = f"Round {rounds.get(entry.number, 0)}"
            return TableSentence(entry.number, title, (*house, *bets), is_undone, event.origin == "seeded")
        case CheatTried():
            return _cheat(entry, entry.event, is_undone)
        case CheatDecided():
            return _decision(game, entry, entry.event, names, is_undone)
        case StepUndone(step):
            return TableSentence(entry.number, f"Entry {step} is undone")
        case StepRedone(step):
            return TableSentence(entry.number, f"Entry {step} counts again")
    raise ChangeRefused("This entry does nothing at a table.")


def _shown(faces: Sequence[int]) -> str:
    if len(faces) == 1:
        return str(faces[0])
    return f"{' + '.join(map(str, faces))} = {sum(faces)}"


def bet_sentence(game: TableGame, settled: SettledBet, names: Mapping[str, str]) -> str:
    """Return a bet in words, by what its dice show: who staked what, the roll, the result, and what it brings."""
    bet = settled.bet
    name, result = names.get(bet.player, bet.player), result_name(game, settled.shown)
    return (
        f"{name} stakes {bet.stake:,} {game.coin}{_on(game, bet)} and rolls {_shown(bet.faces)}: "
        f"{result}, {payout_words(settled.pays)} ({coins_words(game, settled.net)})."
    )


def _on(game: TableGame, bet: RoundBet) -> str:
    return f" on {game.choice_name(bet.choice)}" if bet.choice is not None else ""


def coins_words(game: TableGame, coins: int) -> str:
    """Return an amount with its sign: ``+6 gp``, ``−2 gp``, ``0 gp``."""
    sign = "+" if coins > 0 else "−" if coins < 0 else ""
    return f"{sign}{abs(coins):,} {game.coin}"


def _cheat(entry: LogEntry, event: CheatTried, is_undone: bool) -> TableSentence:
    lines = (
        _check(event.cheater, event.skill, event.face, event.modifier),
        _check(event.opponent, event.opposing_skill, event.opposing_face, event.opposing_modifier),
        _higher(event.attempt(entry.number)),
    )
    title = f"{event.cheater} tries to cheat in round {event.round}"
    return TableSentence(entry.number, title, lines, is_undone, event.origin == "seeded")


def _check(name: str, skill: str, face: int, modifier: int) -> str:
    sign = "−" if modifier < 0 else "+"
    return f"{name}: {skill}, {face} {sign} {abs(modifier)} = {face + modifier}."


def _higher(attempt: CheatAttempt) -> str:
    if not attempt.higher:
        return "Equal totals: the table decides."
    margin = abs(attempt.total - attempt.opposing_total)
    return f"{attempt.higher} is higher by {margin}. What that means is by the table."


def _decision(
    game: TableGame, entry: LogEntry, event: CheatDecided, names: Mapping[str, str], is_undone: bool
) -> TableSentence:
    lines = [event.text]
    if event.result is not None:
        name = names.get(event.player, event.player)
        pays = payout_words(result_pays(game, event.result))
        lines.append(f"For {name}, {result_name(game, event.result)} counts: {pays}. The dice stay as they fell.")
    return TableSentence(entry.number, f"The table decides on round {event.round}", tuple(lines), is_undone)
