"""Which player beats which, over eight warbands of the same points, and how many battles a second they play."""

import os
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from compendium.builtin import built_in_cards
from rules.board.ground import BoardGround
from rules.cards.model import Card
from rules.combat.state import FightSide
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import new_table
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS, lay_drawn_board
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.players.intervals import share_interval
from rules.players.simulation import OddsTally, simulate_pairs
from rules.roster.model import Member

WARBANDS = {
    "Undead": ("zombie-brute", "ghoul", "shadow", "dirge-piper", "skeletal-giant"),
    "Animals": ("ankheg", "riding-pony", "slurk", "flash-beetle", "hateful-bear"),
    "Humans": ("human-alchemist", "hateful-logger", "tracker", "neutral-acolyte", "fey-guard"),
    "Fey": ("azhana", "twigjack", "ohancanu", "pixie"),
    "Plants": ("mandragora", "sprigjack", "dryad", "arboreal-sapling", "arboreal-warden"),
    "Beasts": ("giant-eagle", "trollhound", "gargoyle", "harpy"),
    "Robbers": ("caligni-skulker", "grave-robber", "trog-warrior", "gravedigger", "gun-mage"),
    "Herd": ("boar", "boar", "boar", "giant-ant", "guard", "guard"),
}
"""Eight warbands of 100 points."""
LADDER = (
    ("novice", "random"),
    ("cardboard", "random"),
    ("quick", "novice"),
    ("steady", "novice"),
    ("steady", "quick"),
    ("strong", "steady"),
    ("strong", "random"),
    ("quick", "quick"),
)
GAMES = int(os.environ.get("MUSTER_BENCH_GAMES", "40"))
"""The games of each pair of players: 400 are the measured ones, overnight."""
WORKERS = os.cpu_count() or 1
SPEED_GAMES = {"random": 20, "quick": 20, "steady": 2}
_SEED = 1


def report() -> list[str]:
    """Play the games and return the lines to print."""
    lines = [f"Players: {GAMES} games each over {len(WARBANDS)} warbands of 100 points, without a board, seed {_SEED}"]
    with ProcessPoolExecutor(WORKERS) as pool:
        waiting = [(pair, [pool.submit(_pair, *pair, number) for number in range(GAMES // 2)]) for pair in LADDER]
        for (first, second), batches in waiting:
            tally = OddsTally()
            for batch in batches:
                tally = tally.joined(batch.result())
            lines.append(_line(first, second, tally))
    speeds = ((player, ground) for player in SPEED_GAMES for ground in (None, _ground()))
    return [*lines, *(_speed(*pair) for pair in speeds)]


def _pair(first: str, second: str, number: int) -> OddsTally:
    """Play a pair of games: every warband meets every other one, and itself, with each of the players."""
    keys = tuple(WARBANDS)
    own, other = keys[number % len(keys)], keys[(number + 1 + number // len(keys)) % len(keys)]
    return simulate_pairs(_setup(own, other), {"a": first, "b": second}, _SEED, (number,))


def _setup(*warbands: str) -> BattleSetup:
    cards: dict[str, Card] = {card.key: card for card in built_in_cards()}
    fielded = tuple(
        Fielded(f"{side}.m{place}", side, Member(key, f"m{place}"), cards[key], cards[key].points)
        for side, warband in zip("ab", warbands, strict=True)
        for place, key in enumerate(WARBANDS[warband], start=1)
    )
    return BattleSetup(tuple(map(FightSide, "ab", warbands)), fielded)


def _line(first: str, second: str, tally: OddsTally) -> str:
    wins, squares, *_ = tally.sums["a"]
    share, low, high = share_interval(tally.pairs, wins, squares)
    lost = tally.sums["b"][0]
    name = f"{first} against {second}"
    return f"  {name:<26}{share:6.1%} won ({low:.1%} to {high:.1%}), {lost} lost, {tally.draws} drawn"


def _ground() -> BoardGround:
    """Return the first of the drawn boards, of 24 by 18 squares."""
    return ground_of_plan(lay_drawn_board(new_table(2, 100), DRAWN_BOARDS[0].key))


def _speed(player: str, ground: BoardGround | None) -> str:
    games, start = SPEED_GAMES[player], perf_counter()
    simulate_pairs(_setup("Herd", "Undead"), dict.fromkeys("ab", player), _SEED, range(games // 2), ground)
    name = f"{player}, {'on' if ground else 'without'} a board, one process"
    return f"  {name:<40}{games / (perf_counter() - start):6.2f} battles a second"
