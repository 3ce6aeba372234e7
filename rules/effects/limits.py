"""Bans, which are words of what an effect gives (``cannot make attacks against the user``), and what ends it early."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.effects.notation import NotationError, split_parts
from rules.text import listed

BanKind = Literal[
    "attack",
    "ranged attack",
    "target enemies",
    "cast",
    "use",
    "gain",
    "be healed",
    "be attacked",
    "be shot",
    "move",
    "be moved",
    "be singled out",
    "be seen far away",
    "be seen when shot",
    "see",
]
BannedAgainst = Literal["", "user", "others"]

BAN = "cannot "
"""The beginning of every ban."""
_KINDS: dict[str, BanKind] = {
    "make attacks": "attack",
    "take hostile actions": "attack",
    "make ranged attacks": "ranged attack",
    "target enemies": "target enemies",
    "cast spells without an attack": "cast",
    "be healed": "be healed",
    "be the target of melee and ranged attacks": "be attacked",
    "be the target of ranged attacks": "be shot",
    "move": "move",
    "see clearly": "see",
    "be moved": "be moved",
    "be the only target of Will saves": "be singled out",
    "be seen clearly from more than 1 square away": "be seen far away",
    "be seen clearly in ranged attacks": "be seen when shot",
}
_NAMED: dict[str, BanKind] = {"use ": "use", "cast ": "use", "become ": "gain"}
_AGAINST: dict[str, BannedAgainst] = {
    " against the user": "user",
    " against the caster": "user",
    " against others": "others",
}

EndsWhen = Literal[
    "damaged",
    "attacked",
    "attacks",
    "attacks user",
    "user attacks",
    "misses",
    "rolls",
    "falls",
    "user falls",
    "recovers",
]
"""What ends an effect before its time; the word is about its target unless it says ``user``.

``attacked`` and ``attacks`` are Strikes and offensive powers, before they are rolled, ``misses`` one with a weapon.
``rolls``: the roll that its bonuses were for. ``falls``: it has 0 HP or leaves play. ``recovers``: the
persistent damage that its effect calls for is gone, without such a kind all of it.
"""
ENDS: tuple[EndsWhen, ...] = get_args(EndsWhen)


@dataclass(frozen=True, slots=True)
class Ban:
    """What a creature cannot do: use the actions or modes in ``names``, or gain the conditions in ``names``.

    ``against`` limits a ban on attacks: against the creature that gave it, or against all ``others``. ``during`` are
    the conditions with all of which it counts; ``broken`` and ``unbroken`` are among them.
    """

    kind: BanKind
    names: tuple[str, ...] = ()
    against: BannedAgainst = ""
    during: tuple[str, ...] = ()


def ban_of(word: str) -> Ban | None:
    """Return the ban that a word of ``gives`` is, or None.

    >>> ban_of("cannot use Flight")
    Ban(kind='use', names=('Flight',), against='', during=())
    """
    if not word.startswith(BAN):
        return None
    text, _, words = word.removeprefix(BAN).partition(" while ")
    during = tuple(filter(None, words.split(" and ")))
    against: BannedAgainst = ""
    for ending, whom in _AGAINST.items():
        if text.endswith(ending):
            text, against = text.removesuffix(ending), whom
    if text in _KINDS:
        return Ban(_KINDS[text], against=against, during=during)
    for beginning, kind in _NAMED.items():
        if text.startswith(beginning):
            return Ban(kind, tuple(text.removeprefix(beginning).split(" or ")), during=during)
    return None


def parse_ends(text: str) -> tuple[EndsWhen, ...]:
    """Read what ends an effect early: ``damaged, attacked``; raise ``NotationError`` for any other word."""
    words = split_parts(text, ",")
    if unknown := [word for word in words if word not in ENDS]:
        raise NotationError(f"What ends an effect early is {listed(ENDS, 'or')}; “{unknown[0]}” is not.")
    return tuple(words)  # type: ignore[arg-type] # all of them are
