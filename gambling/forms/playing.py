"""What the buttons of a table send, as what happens there."""

from __future__ import annotations

from collections.abc import Mapping

from common.typed import signed_number, typed_text
from rules.errors import ChangeRefused
from rules.gambling.game import MOST_SEATS, TableGame
from rules.gambling.play.events import CheatDecided, CheatTried, RoundPlayed
from rules.gambling.play.state import RoundBet

STAKE = "stake-"
"""What the name of a field with a stake begins with; the rest is the player."""
ANY_FACE = 1
"""The face of a check that the site is going to roll."""


def typed_whole(text: str, what: str) -> int:
    """Return a whole number as somebody typed it; raise ``ChangeRefused`` for anything else."""
    number = signed_number(text.strip())
    if number is None:
        raise ChangeRefused(f"{what}: enter a whole number instead of “{text.strip()[:20]}”.")
    return number


def typed_faces(text: str, what: str) -> tuple[int, ...]:
    """Return the faces of dice as somebody typed them, with spaces or commas between them."""
    return tuple(typed_whole(one, what) for one in typed_text(text, 200).replace(",", " ").split())


def round_of_form(data: Mapping[str, str]) -> RoundPlayed:
    """Return the round that a form describes: a bet of each player who stakes something."""
    players = [name.removeprefix(STAKE) for name in data if name.startswith(STAKE)][: MOST_SEATS + 1]
    bets = tuple(_bet(player, data) for player in players if data.get(f"{STAKE}{player}", "").strip() not in ("", "0"))
    return RoundPlayed(bets, typed_faces(data.get("house-faces", ""), "Dice of the house"))


def _bet(player: str, data: Mapping[str, str]) -> RoundBet:
    choice = data.get(f"choice-{player}", "").strip()
    return RoundBet(
        player,
        typed_whole(data.get(f"{STAKE}{player}", ""), "Stake"),
        typed_whole(choice, "Face") if choice else None,
        typed_faces(data.get(f"faces-{player}", ""), "Dice"),
    )


def cheat_of_form(data: Mapping[str, str]) -> tuple[CheatTried, bool]:
    """Return the try to cheat that a form describes, and whether the site rolls for it."""
    faces = [data.get(name, "").strip() for name in ("face", "opposing-face")]
    if bool(faces[0]) != bool(faces[1]):
        raise ChangeRefused("Enter both d20, or leave both empty and Muster rolls them.")
    found = CheatTried(
        round=typed_whole(data.get("round", ""), "Round"),
        cheater=typed_text(data.get("cheater", "")),
        skill=typed_text(data.get("skill", "")),
        modifier=typed_whole(data.get("modifier", "") or "0", "Modifier"),
        face=typed_whole(faces[0], "d20") if faces[0] else ANY_FACE,
        opponent=typed_text(data.get("opponent", "")),
        opposing_skill=typed_text(data.get("opposing-skill", "")),
        opposing_modifier=typed_whole(data.get("opposing-modifier", "") or "0", "Modifier"),
        opposing_face=typed_whole(faces[1], "d20") if faces[1] else ANY_FACE,
    )
    return found, not faces[0]


def decision_of_form(data: Mapping[str, str]) -> CheatDecided:
    """Return what the table decided by a form; an empty result changes nothing."""
    result = data.get("result", "").strip()
    return CheatDecided(
        round=typed_whole(data.get("round", ""), "Round"),
        text=" ".join(data.get("text", "").split()),
        player=data.get("player", "").strip() if result else "",
        result=typed_whole(result, "Result") if result else None,
    )


def result_choices(game: TableGame) -> tuple[tuple[str, str], ...]:
    """Return what may count instead of a roll, as a form offers it."""
    named = ((str(number), result.name) for number, result in enumerate(game.results, 1))
    return (("", "The roll stands"), *named, ("0", "Nothing: the stake is lost"))
