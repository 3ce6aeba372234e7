"""What may be done now, as data: pages make a form of each offer, programs read them, and both send its event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.combat.asks import Option

OfferType = Literal["choice", "choices", "number", "word", "flag"]


@dataclass(frozen=True, slots=True)
class OfferField:
    """A part of an event that is filled in: the part's name, its label, and what may stand there.

    ``value`` is what stands there at first. Numbers lie from ``low`` to ``high``. An ``optional`` choice may be left
    out, which stands for "".
    """

    name: str
    label: str
    type: OfferType = "choice"
    options: tuple[Option, ...] = ()
    value: Any = None
    low: int = 0
    high: int = 999
    help: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class FightOffer:
    """Something that may be done now.

    ``label`` stands on its button, ``group`` is the heading under which it is offered, ``event`` the kind of the event
    and ``parts`` those of its parts that are settled; ``fields`` are asked for. ``combatant`` is who would do it, None
    where it concerns the whole fight, ``side`` who may send it, None for everyone at the table. ``about`` says in a
    sentence or two what it does. ``by_table`` marks what the sources leave to the table. ``is_main`` marks what usually
    comes next.
    """

    label: str
    event: str
    group: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[OfferField, ...] = ()
    combatant: str | None = None
    side: str | None = None
    about: str = ""
    by_table: bool = False
    is_main: bool = False
