"""A monster's choice of targets: the target ladder, preferences of gambits, and questions that only players can
answer.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.cards.model import Feature
from rules.errors import RulesError
from rules.tables import sizes
from rules.text import counted, listed

_NUMBER = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class TargetView:
    """An enemy of a monster in its present state: an adventurer, seen by the cardboard AI.

    ``features`` include bought ones; ``points`` is its cost. ``hp`` and ``armor`` are today's, None if its card has
    none. Helpless creatures, including dying ones, are never attacked.
    """

    id: str
    name: str
    features: tuple[Feature, ...] = ()
    size: str | None = None
    points: int = 0
    hp: int | None = None
    max_hp: int | None = None
    armor: int | None = None
    is_yet_to_act: bool = False
    is_helpless: bool = False
    conditions: frozenset[str] = frozenset()

    @property
    def has_ranged_attack(self) -> bool:
        """Whether it can make a Strike at range."""
        ranges = [feature.range for feature in self.features if feature.strike and feature.range]
        return any("ranged" in (distance.kind, distance.other.kind if distance.other else "") for distance in ranges)

    @property
    def is_caster(self) -> bool:
        """Whether it casts spells."""
        return any(feature.caster for feature in self.features)

    @property
    def is_wounded(self) -> bool:
        """Whether it has lost HP."""
        return self.hp is not None and self.max_hp is not None and self.hp < self.max_hp

    @property
    def size_rank(self) -> int:
        """The place of its size among all sizes, the smallest first; Medium if the card names none."""
        return tuple(sizes.BY_NAME).index(self.size or "Medium")


def in_order_of_ids(targets: Iterable[TargetView]) -> tuple[TargetView, ...]:
    """Return targets by their ids, ``a.m2`` before ``a.m10``."""
    return tuple(
        sorted(targets, key=lambda target: [int(part) if part.isdigit() else part for part in _NUMBER.split(target.id)])
    )


Narrowing = Callable[[Sequence[TargetView]], Sequence[TargetView]]


@dataclass(frozen=True, slots=True)
class TargetPreference:
    """A kind of enemy that monsters prefer.

    ``words`` follow "prefers"; ``clause`` follows "Which of these" in a question. ``narrow`` selects the preferred ones
    by what the game knows; None if only the players can tell.
    """

    key: str
    words: str
    clause: str
    narrow: Narrowing | None = None


def _having(test: Callable[[TargetView], bool]) -> Narrowing:
    return lambda targets: [target for target in targets if test(target)]


def _most(measure: Callable[[TargetView], int]) -> Narrowing:
    def narrow(targets: Sequence[TargetView]) -> Sequence[TargetView]:
        highest = max(map(measure, targets), default=0)
        return [target for target in targets if measure(target) == highest]

    return narrow


PREFERENCES: tuple[TargetPreference, ...] = (
    TargetPreference(
        "adjacent-to-allies",
        "enemies that are adjacent to one of its allies",
        "are already adjacent to one of its allies",
    ),
    TargetPreference("alone", "enemies that are adjacent to none of their own allies", "have no ally next to them"),
    TargetPreference(
        "near-objectives", "enemies that are next to an objective", "are next to an objective or carry one"
    ),
    TargetPreference(
        "ranged-attackers",
        "enemies with ranged attacks",
        "have a ranged attack",
        _having(lambda target: target.has_ranged_attack),
    ),
    TargetPreference("casters", "enemies that cast spells", "cast spells", _having(lambda target: target.is_caster)),
    TargetPreference("wounded", "wounded enemies", "are wounded", _having(lambda target: target.is_wounded)),
    TargetPreference(
        "off-guard",
        "enemies that are off-guard",
        "are off-guard",
        _having(lambda target: "off-guard" in target.conditions),
    ),
    TargetPreference("largest", "the largest enemies", "are the largest", _most(lambda target: target.size_rank)),
    TargetPreference("smallest", "the smallest enemies", "are the smallest", _most(lambda target: -target.size_rank)),
    TargetPreference(
        "most-points", "the enemies worth most points", "are worth most points", _most(lambda target: target.points)
    ),
)

PREFERENCES_BY_KEY: dict[str, TargetPreference] = {preference.key: preference for preference in PREFERENCES}


TargetAnswers = Mapping[str, tuple[str, ...]]
"""The players' answers, by the keys of the questions: ids of enemies, empty for "none of these"."""


@dataclass(frozen=True, slots=True)
class TargetSearch:
    """A monster's search for a target.

    ``attack`` is the name of the attack, empty if it only moves into melee reach; ``reach`` its range, as the card
    prints it. ``movement`` is how many squares the monster may move first. ``prefers`` is the key of a preference.
    ``key`` is the prefix of the keys of its questions.
    """

    monster: str
    attack: str = ""
    reach: str = ""
    movement: int = 0
    is_in_area: bool = False
    prefers: str = ""
    key: str = ""

    def question_key(self, rung: str) -> str:
        """Return the key of the question of a rung."""
        return f"{self.key}.{rung}" if self.key else rung


@dataclass(frozen=True, slots=True)
class TargetQuestion:
    """A question that only the players can answer: for which of these enemies it is true.

    ``options`` are ids. ``fewest`` and ``most`` are the limits of the answer. ``search`` is what it is asked for.
    """

    key: str
    text: str
    options: tuple[str, ...]
    fewest: int = 0
    most: int | None = None
    search: TargetSearch | None = field(default=None, compare=False)

    @property
    def takes_one(self) -> bool:
        """Whether exactly one enemy has to be named."""
        return (self.fewest, self.most) == (1, 1)


@dataclass(frozen=True, slots=True)
class TargetChoice:
    """The enemies that a monster attacks, usually one; none if all are helpless.

    ``in_range`` is False if the monster cannot attack this turn and only moves toward the target. ``reasons`` are
    sentences about the decision.
    """

    targets: tuple[str, ...]
    in_range: bool = True
    reasons: tuple[str, ...] = ()


def choose_target(
    search: TargetSearch, enemies: Iterable[TargetView], answers: TargetAnswers
) -> TargetChoice | TargetQuestion:
    """Return a monster's target, or the next question for the players.

    Raises ``RulesError`` for an answer that names another creature.
    """
    # Appendix "Adventure play and the cardboard AI", "Targeting". Helpless creatures are not targets.
    return _Descent(search, in_order_of_ids(enemy for enemy in enemies if not enemy.is_helpless), answers).result()


class _Descent:
    """One way down the ladder: the enemies that are left, and why."""

    def __init__(self, search: TargetSearch, enemies: Sequence[TargetView], answers: TargetAnswers) -> None:
        self.search = search
        self.left = list(enemies)
        self.answers = answers
        self.in_range = True
        self.reasons: list[str] = []

    def result(self) -> TargetChoice | TargetQuestion:
        if not self.left:
            return TargetChoice((), False, ("Every enemy is helpless: it attacks none.",))
        first = self._area if self.search.is_in_area and len(self.left) > 1 else self._range
        for rung in (first, self._preferred, self._nearest, self._yet_to_act, self._hp, self._armor):
            outcome = rung()
            if outcome is not None:
                return outcome
            if len(self.left) == 1:
                break
        return self._last()

    def _last(self) -> TargetChoice | TargetQuestion:
        if len(self.left) > 1:
            # Enemies that are equal in everything: the player picks. Ruling 94.
            text = f"These are equal in everything. Which one does {self.search.monster} choose?"
            picked = self._ask("tie", text, fewest=1, most=1)
            if isinstance(picked, TargetQuestion):
                return picked
            self.left = picked
            self.reasons.append(f"{self.left[0].name}: chosen by the player.")
        return TargetChoice((self.left[0].id,), self.in_range, tuple(self.reasons))

    def _ask(
        self, rung: str, text: str, *, fewest: int = 0, most: int | None = None
    ) -> list[TargetView] | TargetQuestion:
        key = self.search.question_key(rung)
        options = tuple(target.id for target in self.left)
        if key not in self.answers:
            return TargetQuestion(key, text, options, fewest, most, self.search)
        named = self.answers[key]
        if strange := sorted(set(named) - set(options)):
            raise RulesError(f"The answer names {listed(strange)}, which the question “{text}” is not about.")
        if not fewest <= len(set(named)) <= (most or len(options)):
            raise RulesError(f"The question “{text}” takes {'one creature' if most == 1 else 'at least one creature'}.")
        return [target for target in self.left if target.id in named]

    def _narrow(self, kept: Sequence[TargetView], reason: str) -> None:
        """Keep those enemies if they are some of the remaining ones, not all and not none."""
        if 0 < len(kept) < len(self.left):
            self.left = list(kept)
            self.reasons.append(f"{listed(target.name for target in kept)}: {reason}.")

    def _range(self) -> TargetQuestion | TargetChoice | None:
        # 1. Enemies in range of the attack, or that can be brought in range with the movement it has left.
        near = self._ask("range", _range_question(self.search))
        if isinstance(near, TargetQuestion):
            return near
        if not near:
            return self._out_of_range()
        self._narrow(near, "in range")
        return None

    def _area(self) -> TargetQuestion | TargetChoice | None:
        # 2. Attacks on several enemies catch as many as possible.
        caught = self._ask("area", _area_question(self.search))
        if isinstance(caught, TargetQuestion):
            return caught
        if not caught:
            return self._out_of_range()
        reason = f"It catches {counted(len(caught), 'enemy')}, as many as possible."
        return TargetChoice(tuple(target.id for target in caught), reasons=(reason,))

    def _out_of_range(self) -> TargetChoice | None:
        # Without an enemy in range it moves toward one, chosen by the other rungs.
        self.in_range = False
        if not self.search.movement:
            return TargetChoice((), False, ("No enemy is in range.",))
        self.reasons.append("No enemy can be brought in range: it moves toward one.")
        return None

    def _preferred(self) -> TargetQuestion | None:
        # 3. Enemies that its gambits list as preferred.
        preference = PREFERENCES_BY_KEY.get(self.search.prefers)
        if preference is None or len(self.left) == 1:
            return None
        if preference.narrow is not None:
            self._narrow(preference.narrow(self.left), f"it prefers {preference.words}")
            return None
        liked = self._ask("preferred", f"Which of these {preference.clause}?")
        if isinstance(liked, TargetQuestion):
            return liked
        self._narrow(liked, f"it prefers {preference.words}")
        return None

    def _nearest(self) -> TargetQuestion | None:
        # 4. The nearest enemies.
        if len(self.left) == 1:
            return None
        near = self._ask(
            "nearest",
            f"Which of these is nearest to {self.search.monster}? Name several if they are equally near.",
            fewest=1,
        )
        if isinstance(near, TargetQuestion):
            return near
        self._narrow(near, "nearest")
        return None

    def _yet_to_act(self) -> None:
        # 5. Enemies that have yet to act this round.
        self._narrow([target for target in self.left if target.is_yet_to_act], "yet to act")

    def _hp(self) -> None:
        # 6. Enemies with the fewest HP left. One without HP on its card is not weaker than any other.
        self._lowest([target.hp for target in self.left], "fewest HP")

    def _armor(self) -> None:
        # 7. Enemies with the lowest Armor.
        self._lowest([target.armor for target in self.left], "lowest Armor")

    def _lowest(self, values: Sequence[int | None], reason: str) -> None:
        known = [value for value in values if value is not None]
        if known:
            pairs = zip(self.left, values, strict=True)
            self._narrow([target for target, value in pairs if value == min(known)], reason)


def _area_question(search: TargetSearch) -> str:
    preferred = PREFERENCES_BY_KEY.get(search.prefers)
    first = f"those that {preferred.clause}, then " if preferred else ""
    return (
        f"{search.attack} ({search.reach}) is aimed{_after_moving(search)} so that it catches as many enemies as "
        f"possible. Which does it catch? Where several ways catch equally many, choose {first}the nearest."
    )


def _range_question(search: TargetSearch) -> str:
    moved = _after_moving(search)
    if not search.attack:
        return f"Which of these can {search.monster} bring within melee reach{moved.rstrip(',')}?"
    reach = f" ({search.reach})" if search.reach else ""
    return f"Which of these can {search.monster} attack with {search.attack}{reach}{moved.rstrip(',')}?"


def _after_moving(search: TargetSearch) -> str:
    return f", after moving up to {counted(search.movement, 'square')}," if search.movement else ""
