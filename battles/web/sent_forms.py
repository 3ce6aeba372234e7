"""The data that the buttons of a fight's page send.

A form names its command in ``do``. ``seen`` is the number of the last entry that the page showed, ``sent`` a word by
which the page knows its request again.
"""

import re
from dataclasses import dataclass
from json import loads

from django.http import QueryDict

from common.refusal import Refusal
from rules.combat.resolution import RollAsk
from rules.p2v_combat.numbers import DISTANCE_BANDS, AimedTarget, Circumstances
from rules.text import NUMBER_DIGITS, natural_number, without_directions

MAX_WORDS = 200
MOST_PIECES = 20
_NUMBER = re.compile(r"[+\-−]?[0-9]{1,4}")
_SENT = re.compile(r"[\w-]{8,40}", re.ASCII)
NOT_UNDERSTOOD = "Muster did not understand this. Reload the page."


@dataclass(frozen=True, slots=True)
class SentForm:
    """The data of a form."""

    data: QueryDict

    @property
    def do(self) -> str:
        """The command that the form names."""
        return self.text("do")

    def text(self, name: str, most: int = MAX_WORDS) -> str:
        """Return a word or a few."""
        return " ".join(without_directions(_readable(self.data.get(name, ""))).split())[:most]

    def texts(self, name: str) -> tuple[str, ...]:
        """Return every value of a field."""
        return tuple(text.replace("\0", "")[:80] for text in self.data.getlist(name)[:200] if text)

    def number(self, name: str) -> int:
        """Return a whole number; raise ``Refusal`` for anything else."""
        typed = self.text(name).replace(" ", "")
        if not _NUMBER.fullmatch(typed) or (not typed.isascii() and "−" not in typed):
            raise Refusal("Enter a whole number.", code="command.invalid")
        return int(typed.replace("−", "-"))

    @property
    def seen(self) -> int | None:
        """The last entry that the page showed."""
        typed = self.text("seen")
        if not typed:
            return None
        if (number := natural_number(typed, NUMBER_DIGITS)) is None:
            raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
        return number

    @property
    def client_key(self) -> str:
        """The word by which the page knows its request again, empty without one."""
        sent = self.text("sent", 60)
        return sent if _SENT.fullmatch(sent) else ""


def roll_place(ask: RollAsk) -> str:
    """Return a form's name for a roll."""
    return "/".join(map(str, ask.place))


def typed_faces(sent: SentForm) -> tuple[int, ...]:
    """Return the faces of dice that were typed or tapped; raise ``Refusal`` for anything else."""
    typed = " ".join(sent.texts("face")).replace(",", " ").split()
    faces = tuple(face for face in map(natural_number, typed) if face is not None)
    if not faces or len(faces) < len(typed):
        raise Refusal("Enter the face of each die.", code="command.invalid")
    return faces


def aimed_targets(data: QueryDict) -> tuple[AimedTarget, ...]:
    """Return the targets that a form names, or that its chosen area catches, with their circumstances."""
    named = typed_words(data, "target") or typed_word(data, "area", 2000).split()
    return tuple(
        AimedTarget(target, _circumstances(data, target), " ".join(typed_word(data, f"ruling-{target}").split()))
        for target in dict.fromkeys(named[:60])
    )


def _circumstances(data: QueryDict, target: str) -> Circumstances:
    band = typed_word(data, f"distance-{target}")
    cover, concealment = _chosen_line(data.get(f"line-{target}", ""))
    return Circumstances(
        distance=band if band in DISTANCE_BANDS else "short",
        cover=(*typed_words(data, f"cover-{target}"), *cover),
        concealment=(*typed_words(data, f"concealment-{target}"), *concealment),
        off_guard=typed_words(data, f"off-guard-{target}"),
        in_enemy_reach=bool(data.get("enemy-reach")),
        adjacent=bool(data.get(f"adjacent-{target}")),
        holds=(*typed_words(data, "holds"), *typed_words(data, f"holds-{target}")),
    )


def _chosen_line(sent: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the pieces of cover and concealment of a line that was chosen, as ``AimTarget.lines`` has them."""
    if not sent:
        return (), ()
    try:
        cover, concealment = (tuple(map(_piece, pieces[:MOST_PIECES])) for pieces in loads(sent))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Refusal("Choose one of the lines.", code="command.invalid") from None
    return cover, concealment


def _piece(sent: object) -> str:
    if not isinstance(sent, str):
        raise TypeError
    return _readable(sent)[:80]


def _readable(sent: str) -> str:
    """Return a text without characters that texts cannot contain."""
    return sent.replace("\0", "").encode("utf-8", "replace").decode()


def typed_word(data: QueryDict, name: str, most: int = 160) -> str:
    """Return a word of a form or an address, without characters that texts cannot contain."""
    return _readable(data.get(name, ""))[:most]


def typed_words(data: QueryDict, name: str) -> tuple[str, ...]:
    """Return every value of a field that is not empty."""
    words = (_readable(word)[:80] for word in data.getlist(name)[:60])
    return tuple(word for word in words if word)
