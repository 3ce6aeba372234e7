"""The effect of an entry at a table, the site's dice with their receipts, and the log in words.

docs/dice.md explains how to compute a roll by hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.campaigns.journal import seed_commitment
from rules.campaigns.receipts import Verification
from rules.combat.log import LogEntry, LogState, StepRedone, StepUndone, log_state
from rules.dice import Place, Roller, SeededRoller
from rules.errors import ChangeRefused
from rules.gambling.game import GameDice, TableGame, payout_words
from rules.gambling.play.state import (
    CHECK_SIDES,
    CheatAttempt,
    CheatDecided,
    CheatTried,
    PlayerLeft,
    PlayerSeated,
    RoundBet,
    RoundPlayed,
    RoundReversed,
    SettledBet,
    TableEvent,
    TableState,
    result_name,
    result_pays,
    settle,
)

KEEPER = "keeper"
"""The side of the person who runs the table: the only one that writes to its log."""
HOUSE = "house"
"""The owner of the house's dice, in the places of rolls."""


@dataclass(frozen=True, slots=True)
class TableRoll:
    """Dice of one kind that belong together: their owner, their place, and how many with how many sides."""

    whose: str
    place: Place
    dice: GameDice


def table_log(entries: Sequence[LogEntry]) -> LogState:
    """Return what counts; raise ``ChangeRefused`` for an impossible undo or redo."""
    return log_state(entries, (KEEPER,), arbiters=(KEEPER,))


def play_table_event(state: TableState, entry: LogEntry) -> TableState:
    """Return the state after one more entry; raise ``ChangeRefused`` if it is not allowed now."""
    if not isinstance(entry.event, TableEvent):
        raise ChangeRefused("This entry has no effect at a table.")
    return entry.event.play(state, entry.number)


def rolls_of(game: TableGame, entry: int, whose: str) -> tuple[TableRoll, ...]:
    """Return the rolls of a player, or of the house, in the round with that number of its entry.

    The number of the entry is part of the place, so that a round that is undone and played again has new dice
    (ruling 317).
    """
    pools = game.house_dice if whose == HOUSE else game.dice
    return tuple(TableRoll(whose, ("table", entry, whose, kind), dice) for kind, dice in enumerate(pools, 1))


def check_rolls_of(entry: int) -> tuple[TableRoll, TableRoll]:
    """Return the two rolls of a try to cheat: the cheater's and the opponent's."""
    die = GameDice(1, CHECK_SIDES)
    return (
        TableRoll("cheater", ("table", entry, "cheater", 1), die),
        TableRoll("opponent", ("table", entry, "opponent", 1), die),
    )


def roll_faces(roller: Roller, rolls: Sequence[TableRoll]) -> tuple[int, ...]:
    """Return the faces of several rolls, in their order."""
    return tuple(
        face
        for roll in rolls
        for face in roller.roll(
            roll.dice.count, roll.dice.sides, reason=f"Dice of {roll.whose}", place=roll.place
        ).faces
    )


def roll_round(game: TableGame, bets: Sequence[RoundBet], entry: int, roller: Roller) -> RoundPlayed:
    """Return a round with the site's dice: a player's for each bet, and the house's once."""
    rolled = tuple(replace(bet, faces=roll_faces(roller, rolls_of(game, entry, bet.player))) for bet in bets)
    return RoundPlayed(rolled, roll_faces(roller, rolls_of(game, entry, HOUSE)), "seeded")


def roll_cheat(attempt: CheatTried, entry: int, roller: Roller) -> CheatTried:
    """Return a try to cheat with both d20 rolled by the site."""
    face, opposing = roll_faces(roller, check_rolls_of(entry))
    return replace(attempt, face=face, opposing_face=opposing, origin="seeded")


@dataclass(frozen=True, slots=True)
class TableReceipt:
    """Dice that the site rolled, by the number of their entry. ``computed`` is None while the seed is secret.

    ``reversed_for`` is why their round brings nothing, "" if it counts.
    """

    entry: int
    roll: TableRoll
    faces: tuple[int, ...]
    computed: tuple[int, ...] | None = None
    reversed_for: str = ""

    @property
    def verification(self) -> Verification:
        """Whether the dice match their seed and place."""
        if self.computed is None:
            return "unverifiable"
        return "right" if self.computed == self.faces else "different"


def table_receipts(
    game: TableGame, entries: Sequence[LogEntry], commitment: str, seed: bytes | None
) -> Iterator[TableReceipt]:
    """Yield a receipt for each roll of the site, including undone ones.

    ``seed`` is None while it is secret. One that does not match its published hash gives no faces.
    """
    is_promised = seed is not None and seed_commitment(seed) == commitment
    roller = SeededRoller(seed) if seed is not None and is_promised else None
    for entry, roll, faces in table_dice(game, entries):
        if seed is None:
            yield TableReceipt(entry, roll, faces)
        elif roller is None:
            yield TableReceipt(entry, roll, faces, ())
        else:
            rolled = roller.roll(roll.dice.count, roll.dice.sides, reason="a receipt", place=roll.place)
            yield TableReceipt(entry, roll, faces, rolled.faces)


def table_dice(game: TableGame, entries: Sequence[LogEntry]) -> Iterator[tuple[int, TableRoll, tuple[int, ...]]]:
    """Yield each roll of the site with the number of its entry and its faces."""
    for entry in entries:
        event = entry.event
        if isinstance(event, RoundPlayed) and event.origin == "seeded":
            for whose, shown in (*((bet.player, bet.faces) for bet in event.bets), (HOUSE, event.house_faces)):
                for roll in rolls_of(game, entry.number, whose):
                    faces, shown = shown[: roll.dice.count], shown[roll.dice.count :]
                    yield entry.number, roll, faces
        elif isinstance(event, CheatTried) and event.origin == "seeded":
            pair = (event.face, event.opposing_face)
            for roll, face in zip(check_rolls_of(entry.number), pair, strict=True):
                yield entry.number, roll, (face,)


@dataclass(frozen=True, slots=True)
class TableSentence:
    """An entry in words: its subject, and its lines; ``is_undone`` if it does not count.

    ``reversed_for`` is why its round brings nothing.
    """

    entry: int
    title: str
    lines: tuple[str, ...] = ()
    is_undone: bool = False
    is_rolled: bool = False
    reversed_for: str = ""


def player_names(entries: Iterable[LogEntry]) -> Mapping[str, str]:
    """Return the name of everyone who ever sat at the table, by id."""
    return {entry.event.player: entry.event.name for entry in entries if isinstance(entry.event, PlayerSeated)}


def table_sentences(
    game: TableGame, entries: Sequence[LogEntry], newest: int | None = None
) -> tuple[TableSentence, ...]:
    """Return every entry in words, in order, or only the ``newest`` ones.

    Raises ``ChangeRefused`` for an unreadable log.
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
        case RoundReversed(round_number, reason):
            lines = (reason, "Every stake goes back. The dice stay as they fell.")
            return TableSentence(entry.number, f"Round {round_number} is reversed", lines, is_undone)
        case CheatDecided():
            return _decision(game, entry, entry.event, names, is_undone)
        case StepUndone(step):
            return TableSentence(entry.number, f"Entry {step} is undone")
        case StepRedone(step):
            return TableSentence(entry.number, f"Entry {step} counts again")
    raise ChangeRefused("This entry has no effect at a table.")


def _shown(faces: Sequence[int]) -> str:
    if len(faces) == 1:
        return str(faces[0])
    return f"{' + '.join(map(str, faces))} = {sum(faces)}"


def bet_sentence(game: TableGame, settled: SettledBet, names: Mapping[str, str]) -> str:
    """Return a bet in words: who staked what, the roll, the result, and the gain."""
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
    return f"{attempt.higher} is higher by {margin}. The table decides what that means."


def _decision(
    game: TableGame, entry: LogEntry, event: CheatDecided, names: Mapping[str, str], is_undone: bool
) -> TableSentence:
    lines = [event.text]
    if event.result is not None:
        name = names.get(event.player, event.player)
        pays = payout_words(result_pays(game, event.result))
        lines.append(f"For {name}, {result_name(game, event.result)} counts: {pays}. The dice stay as they fell.")
    return TableSentence(entry.number, f"The table decides on round {event.round}", tuple(lines), is_undone)
