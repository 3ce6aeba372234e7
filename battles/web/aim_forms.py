"""The form of an action as a page shows it: its targets, the choice in words with its odds, and its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from typing import ClassVar, Literal
from urllib.parse import urlencode

from django.http import QueryDict

from battles.drawings import FighterToken, fighter_token
from battles.web.sent_forms import typed_word
from battles.web.ways import WayForm
from rules.combat.hp import HpLook, hp_look
from rules.combat.resolution import Option
from rules.p2v_combat.forecast import ActionForecast, TargetForecast, odds_words
from rules.p2v_combat.numbers import Circumstances, DistanceBand
from rules.p2v_combat.options import TargetNeed
from rules.text import listed

BANDS: Mapping[DistanceBand, str] = {"reach": "Within reach", "short": "Short range", "long": "Long range"}
COVER = ("terrain", "more terrain", "still more terrain")
MANY = 3
"""The number of targets from which they are counted instead of named."""
CONCEALMENT = ("concealment", "more concealment")
OFF_GUARD = ("flanked", "on difficult ground", "another reason")
FormCommand = Literal["act", "step", "group", "command", "report"]
"""What an action's form sends."""


@dataclass(frozen=True, slots=True)
class AimTarget:
    """A possible target, with the given circumstances; on a board, where it is in words, and the line to it as a path.

    ``lines`` are other lines of cover that may be chosen, as they are sent and in words. ``unreached`` says why the
    board keeps the action from it, ``ruling`` why the players rule otherwise.
    """

    id: str
    name: str
    side: str
    hp: int
    max_hp: int
    is_chosen: bool
    circumstances: Circumstances
    holds: tuple[Option, ...] = ()
    emblem: str = ""
    is_down: bool = False
    where: str = ""
    unreached: str = ""
    line: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    ruling: str = ""

    @property
    def chosen_line(self) -> str:
        """Its circumstances as a line of cover is sent."""
        return dumps([self.circumstances.cover, self.circumstances.concealment])

    @property
    def token(self) -> FighterToken:
        """Its token."""
        return fighter_token(self.side, self.emblem, self.hp, self.max_hp, is_down=self.is_down)

    @property
    def hp_look(self) -> HpLook:
        """The look of its HP."""
        return hp_look(self.hp, self.max_hp)


@dataclass(frozen=True, slots=True)
class AimForm:
    """The form of an action: its targets, choices beforehand, and the circumstances of every target.

    On a board, ``moves`` is where it may go first, and ``areas`` whom its area can catch, as it is sent and in words.
    """

    creature: str
    side: str
    name: str
    action: str
    way: str
    reach: str
    text: str
    need: TargetNeed | None
    targets: tuple[AimTarget, ...]
    choices: tuple[Option, ...]
    cost: str = ""
    holds: tuple[Option, ...] = ()
    screens: tuple[tuple[str, str], ...] = ()
    command: FormCommand = "act"
    objective: str = ""
    verb: str = "Use"
    harms: bool = True
    others_from: int = 0
    forecast: ActionForecast | None = None
    moves: WayForm | None = None
    areas: tuple[tuple[str, str], ...] = ()
    area: str = ""
    bands: ClassVar[tuple[tuple[str, str], ...]] = tuple(BANDS.items())
    cover: ClassVar[tuple[str, ...]] = COVER
    concealment: ClassVar[tuple[str, ...]] = CONCEALMENT
    off_guard: ClassVar[tuple[str, ...]] = OFF_GUARD

    @property
    def is_report(self) -> bool:
        """Whether the players report a trigger by it."""
        return self.command == "report"

    @property
    def is_group(self) -> bool:
        """Whether all members of a group take the action."""
        return self.command == "group"

    @property
    def takes_one(self) -> bool:
        """Whether exactly one target is chosen."""
        return self.need is not None and self.need.most == 1

    @property
    def needs_one(self) -> bool:
        """Whether a target has to be chosen, and no second one can be."""
        return self.takes_one and self.need is not None and self.need.least == 1

    @property
    def first_targets(self) -> tuple[AimTarget, ...]:
        """Its usual targets: enemies for harmful actions, else allies."""
        return self.targets[: self.others_from]

    @property
    def other_targets(self) -> tuple[AimTarget, ...]:
        """All others that can be chosen."""
        return self.targets[self.others_from :]

    @property
    def opens_others(self) -> bool:
        """Whether the others are visible: one of them is chosen, or there are no first ones."""
        return not self.others_from or any(target.is_chosen for target in self.other_targets)

    @property
    def action_words(self) -> str:
        """The text of its button."""
        return f"{self.verb} together" if self.is_group else self.verb

    @property
    def is_asked(self) -> bool:
        """Whether its odds can be shown."""
        return self.command in ("act", "step", "group")

    @property
    def query(self) -> str:
        """The query that opens it without a target."""
        more = {"group": "1"} if self.is_group else {"reports": "1"} if self.is_report else {}
        if self.objective:
            more["objective"] = self.objective
        return urlencode({"creature": self.creature, "action": self.action, "way": self.way, **more})

    @property
    def says(self) -> str:
        """The choice so far, in words: "Spear at Mara"."""
        names = [target.name for target in self.targets if target.is_chosen]
        if not names:
            return f"{self.name}: choose a target" if self.need and self.need.least else self.name
        where = "at" if self.harms else "on"
        return f"{self.name} {where} {listed(names) if len(names) < MANY else f'{len(names)} creatures'}"

    @property
    def odds(self) -> str:
        """The odds of the choice in words, empty until they are requested."""
        return odds_words(self.forecast.targets) if self.forecast else ""

    @property
    def forecast_targets(self) -> tuple[tuple[str, TargetForecast], ...]:
        """Its possible results for each target, with the target's name."""
        names = {target.id: target.name for target in self.targets}
        targets = self.forecast.targets if self.forecast else ()
        return tuple((names.get(target.creature, ""), target) for target in targets)


_NOT_ASKED = ("csrfmiddlewaretoken", "do", "seen", "focus", "sent", "odds")
MAX_QUERY = 4000
"""Letters of an address that a form is led to."""


def aim_query(data: QueryDict) -> str:
    """Return the query that opens a form with its input."""
    query = data.copy()
    for name in _NOT_ASKED:
        query.pop(name, None)
    if typed_word(data, "do") == "group":
        query["group"] = "1"
    return query.urlencode()[:MAX_QUERY]
