"""Passive features and items of a creature, and their moments."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from rules import items
from rules.cards.model import Feature
from rules.cards.phrases import effect_text
from rules.effects.circumstances import PassiveMomentKind
from rules.effects.limits import ban_of
from rules.effects.model import Effect
from rules.p2v_combat.guards import has_content
from rules.roster.model import ItemChoice

_PLAYED: frozenset[PassiveMomentKind] = frozenset(
    {
        "turn_start",
        "turn_end",
        "first_strikes",
        "critically_hits",
        "critically_hit",
        "critically_misses",
        "critically_fails",
        "damaged",
        "eliminated",
    }
)
"""The moments at which a battle plays a passive that fields fully describe; at all others, it is announced."""


@dataclass(frozen=True, slots=True)
class Passive:
    """A feature without a cost, or an item that is always there, in words and in fields."""

    key: str
    name: str
    text: str
    effect: Effect = field(repr=False)

    def comes_at(self, at: PassiveMomentKind, names: Collection[str] = ()) -> bool:
        """Return True if this is one of its moments; ``names`` are the subjects of the moment."""
        fitting = [moment for moment in self.effect.moments if moment.at == at]
        if not fitting or not all(moment.of for moment in fitting):
            return bool(fitting)
        words = {name.casefold() for name in names}
        return any(not words.isdisjoint(map(str.casefold, moment.of)) for moment in fitting)

    def is_played_at(self, at: PassiveMomentKind) -> bool:
        """Return True if the battle itself plays it at that moment."""
        effect = self.effect
        if at == "damaged" and not any(moment.of for moment in effect.moments):
            return False  # which damage counts, only the players see
        does = has_content(effect) or effect.then or effect.steps
        return at in _PLAYED and bool(does) and not effect.is_left_to_table

    @property
    def depends_on_ground(self) -> bool:
        """Whether it comes as a turn starts on ground that it names."""
        return any(moment.at == "turn_start" and moment.of for moment in self.effect.moments)

    @property
    def only_moves(self) -> bool:
        """Whether it does nothing but move miniatures: its text says where, and the battle announces it."""
        return bool(self.effect.steps) and not has_content(self.effect) and not self.effect.then

    @property
    def is_recalled(self) -> bool:
        """Whether it has no moment and the battle does not count it: its creature's turns recall it."""
        return bool(self.text) and not self.effect.moments and not _is_counted(self.effect)

    @property
    def always_gives(self) -> tuple[str, ...]:
        """The conditions and statuses that it always gives its own creature; bans count only while they say so."""
        effect = self.effect
        if not effect.conditions or effect.targets.who != "self" or effect.trigger:
            return ()
        if self.comes_at("always") or not (effect.moments or effect.is_left_to_table):
            return effect.conditions
        return tuple(word for word in effect.conditions if (ban := ban_of(word)) and ban.during)


def _is_counted(effect: Effect) -> bool:
    """Return True if the battle reads the fields of an effect without a moment."""
    if effect.is_left_to_table:
        return False
    gives = bool(effect.gives) and effect.targets.who == "self"
    trades = any(step.action == "trade" for step in effect.steps)
    return (
        bool(effect.bonuses or effect.extra_reactions)
        or gives
        or trades
        or (bool(effect.resist) and effect.lasts == "broken")
    )


def passives_of(features: Iterable[Feature]) -> tuple[Passive, ...]:
    """Return the passive features of a creature, without its spells."""
    return tuple(
        Passive(feature.id, feature.name, ". ".join(filter(None, (feature.trigger, effect_text(feature)))), feature)
        for feature in features
        if feature.cost is None and feature.caster is None
    )


def carried_passives(carried: Iterable[ItemChoice]) -> tuple[Passive, ...]:
    """Return the items with moments among those that a creature carries."""
    known = (items.BY_KEY.get(choice.item) for choice in carried)
    return tuple(Passive(item.key, item.name, item.text, item) for item in known if item is not None and item.moments)


def passives_by_moment(passives: Iterable[Passive]) -> Mapping[PassiveMomentKind, tuple[Passive, ...]]:
    """Return passives by the kinds of their moments, in their order."""
    by_moment: dict[PassiveMomentKind, list[Passive]] = defaultdict(list)
    for passive in passives:
        for at in dict.fromkeys(moment.at for moment in passive.effect.moments):
            by_moment[at].append(passive)
    return {at: tuple(coming) for at, coming in by_moment.items()}


def carries_reaction(carried: Iterable[ItemChoice]) -> bool:
    """Return True if an item among those that a creature carries is a reaction, or a free action with a trigger."""
    known = (items.BY_KEY.get(choice.item) for choice in carried)
    return any(item is not None and item.is_offered for item in known)
