"""What a combatant can do in its turn, and its triggered actions out of it, as offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.fights.asks import Option
from rules.fights.offers import FightOffer, OfferField
from rules.fights.state import FightState
from rules.heroic.attacks import ability_profile, triggers_left
from rules.heroic.combatants import HeroicCombatant, camp_of, everyone, fight_of, may_act, played_by, recovery_value
from rules.heroic.moving import MOST_SQUARES, speed_left
from rules.heroic.power_rolls import MOST_TICKED, roll_words
from rules.heroic.sheets import MAIN, TRIGGERED
from rules.heroic.tables import CRAWL, JUMP, MODES, STRIKES, TELEPORT, UNTYPED, MoveMode

MAIN_GROUP, MANEUVER_GROUP, MOVE_GROUP = "Main action", "Maneuver", "Move action"
FREE_GROUP, TURN_GROUP, TRIGGERED_GROUP = "Free maneuver", "Turn", "Triggered actions"

_EDGES = OfferField("edges", "More edges", "number", value=0, high=MOST_TICKED)
_BANES = OfferField("banes", "More banes", "number", value=0, high=MOST_TICKED)
_TICKED = (_EDGES, _BANES)
_COVER = OfferField("cover", "The target has cover", "flag", value=False, help="At least half of its body is covered.")
_CONCEALED = OfferField("concealed", "The target is concealed", "flag", value=False)
_FLANKING = OfferField(
    "flanking", "Flanking", "flag", value=False, help="An ally is on the opposite side. Helps melee strikes."
)
_CIRCUMSTANCES = (_FLANKING, _COVER, _CONCEALED, *_TICKED)
_DIFFICULT = OfferField("difficult", "Of them difficult", "number", value=0, high=MOST_SQUARES)


@dataclass(frozen=True, slots=True)
class TurnOffers:
    """The offers of one combatant whose turn it is, with the creatures that it can choose."""

    state: FightState
    one: HeroicCombatant
    enemies: tuple[Option, ...]
    allies: tuple[Option, ...]

    @property
    def all_others(self) -> tuple[Option, ...]:
        """Everyone else, enemies first."""
        return (*self.enemies, *self.allies)

    def offer(
        self, label: str, event: str, group: str, *fields: OfferField, about: str = "", **more: Any
    ) -> FightOffer:
        """Return an offer of the combatant; ``more`` are settled parts and ``by_table`` or ``is_main``."""
        marks = {key: more.pop(key) for key in ("by_table", "is_main") if key in more}
        return FightOffer(
            label,
            event,
            group,
            {"combatant": self.one.id, **more},
            fields,
            combatant=self.one.id,
            side=played_by(self.state, self.one.id),
            about=about,
            **marks,
        )

    def characteristics(self) -> OfferField:
        """Return the field for the characteristic of a test."""
        sheet = self.one.sheet
        named = [
            Option("might", f"Might {sheet.number('might')}"),
            Option("agility", f"Agility {sheet.number('agility')}"),
        ]
        rows = enumerate(sheet.rows("others"))
        named += [Option(str(place), f"{row['name']} {row['score']}") for place, row in rows]
        return OfferField("characteristic", "Characteristic", options=tuple(named), value="might")


def creature_options(state: FightState, one: HeroicCombatant) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Return the enemies and the allies of a combatant that are not out of the fight, as options."""
    enemies: list[Option] = []
    allies: list[Option] = []
    own = camp_of(state, one)
    for other in everyone(state):
        if other.id != one.id and not other.is_out:
            (allies if camp_of(state, other) == own else enemies).append(Option(other.id, state.name(other.id)))
    return tuple(enemies), tuple(allies)


def turn_offers(state: FightState) -> Iterator[FightOffer]:
    """Yield what the combatants whose turn it is can do."""
    for member in fight_of(state).acting:
        one = state.combatant(member)
        if one.is_out:
            continue
        of = TurnOffers(state, one, *creature_options(state, one))
        if may_act(state, one):
            if not one.main_used:
                yield from _main_actions(of)
            if not one.maneuver_used:
                yield from _maneuvers(of)
            yield from _moves(of)
            about = OfferField("about", "What it does", "word", value="")
            yield of.offer(
                "Free maneuver", "free-maneuver", FREE_GROUP, about, about="Draw a weapon, open a door: costs nothing."
            )
        is_done = not may_act(state, one) or (one.main_used and one.maneuver_used)
        yield of.offer(
            "End turn",
            "turn-ended",
            TURN_GROUP,
            about="Ends the turn of all that act together." if len(fight_of(state).acting) > 1 else "",
            is_main=is_done,
        )


def _target(label: str, options: tuple[Option, ...], name: str = "target") -> OfferField:
    return OfferField(name, label, options=options)


def _abilities(of: TurnOffers, kinds: tuple[str, ...]) -> Iterator[tuple[int, FightOffer]]:
    """Yield the abilities of some kinds; enemies stand first where targets are chosen."""
    itself = Option(of.one.id, f"{of.state.name(of.one.id)} itself")
    options = (*of.enemies, *of.allies, itself)
    for place, row in enumerate(of.one.sheet.rows("abilities")):
        if row["kind"] not in kinds:
            continue
        targets = OfferField("targets", "Targets", "choices", options=options, value=())
        attack = ability_profile(of.one, row)
        fields: tuple[OfferField, ...] = (targets, *_CIRCUMSTANCES)
        if not attack.is_melee:
            fields = (targets, *_CIRCUMSTANCES[1:])
        settled: dict[str, Any] = {"ability": place} if attack.is_melee else {"ability": place, "flanking": False}
        group = {MAIN: MAIN_GROUP, TRIGGERED: TRIGGERED_GROUP}.get(row["kind"], MANEUVER_GROUP)
        event, label = "ability", row["name"]
        if row["kind"] == TRIGGERED:
            event, label = "triggered", f"{of.state.name(of.one.id)}: {row['name']}"
            fields = (OfferField("trigger", "What happened", "word", value=row["trigger"]), *fields)
        about = f"{roll_words(attack.score)}: {_amounts(attack.damages, attack.damage_type)}"
        yield place, of.offer(label, event, group, *fields, about=about, is_main=row["kind"] == MAIN, **settled)


def _amounts(damages: tuple[str, str, str], damage_type: str) -> str:
    if not any(damages):
        return "effects by tier."
    typed = "" if damage_type == UNTYPED else f"{damage_type} "
    return f"{' / '.join(damage or '0' for damage in damages)} {typed}damage by tier."


def _main_actions(of: TurnOffers) -> Iterator[FightOffer]:
    yield from (offer for _, offer in _abilities(of, (MAIN,)))
    for strike in STRIKES.values():
        score = of.one.might if strike.characteristic == "might" else of.one.agility
        damages = " / ".join(str(number) for number in strike.damages)
        fields = (_target("Target", of.all_others), *(_CIRCUMSTANCES if strike.is_melee else _CIRCUMSTANCES[1:]))
        settled = {"strike": strike.key, **({} if strike.is_melee else {"flanking": False})}
        yield of.offer(
            strike.label,
            "free-strike",
            MAIN_GROUP,
            *fields,
            about=f"{roll_words(score)}: {damages} damage by tier.",
            is_main=not of.one.sheet.rows("abilities"),
            **settled,
        )
    if not of.one.grabbed_by and not of.one.is_prone:
        squares = OfferField("squares", "Squares", "number", value=of.one.speed, low=1, high=MOST_SQUARES)
        yield of.offer(
            "Charge",
            "charge",
            MAIN_GROUP,
            _target("Target", of.all_others),
            squares,
            _DIFFICULT,
            _leaves(of),
            *_CIRCUMSTANCES,
            about=f"Move up to {of.one.speed} squares, then make a melee free strike against an adjacent creature.",
        )
    yield of.offer("Defend", "defend", MAIN_GROUP, about="Until its next turn, attacks against it have a double bane.")
    yield of.offer(
        "Heal",
        "heal",
        MAIN_GROUP,
        _target("Adjacent creature", (*of.allies, *of.enemies)),
        about="The creature spends a Recovery, regains Stamina, and is no longer dying.",
        is_main=any(of.state.combatant(ally.key).is_dying for ally in of.allies),
    )


def _maneuvers(of: TurnOffers) -> Iterator[FightOffer]:
    state, one = of.state, of.one
    yield from (offer for _, offer in _abilities(of, ("maneuver",)))
    if one.is_prone:
        yield of.offer("Stand Up", "stand-up", MANEUVER_GROUP, about="It is no longer prone.", is_main=True)
    if one.grabbed_by:
        yield of.offer(
            "Escape Grab",
            "escape-grab",
            MANEUVER_GROUP,
            *_TICKED,
            about=f"A test against {state.name(one.grabbed_by)}.",
            is_main=True,
        )
    if one.recoveries:
        value = recovery_value(state, one)
        about = f"Spend a Recovery to regain {value} Stamina."
        yield of.offer("Catch Breath", "catch-breath", MANEUVER_GROUP, about=about)
    if of.allies and of.enemies:
        yield of.offer(
            "Aid Attack",
            "aid-attack",
            MANEUVER_GROUP,
            _target("Ally", of.allies, "ally"),
            _target("Against", of.enemies),
            about="The ally’s next attack against that creature has an edge.",
        )
    yield from _contests(of)
    yield from _tests(of)
    used = OfferField("about", "What it uses", "word", value="")
    yield of.offer(
        "Use Consumable",
        "consumable",
        MANEUVER_GROUP,
        used,
        about="Enter by hand what it does.",
        by_table=True,
    )


def _contests(of: TurnOffers) -> Iterator[FightOffer]:
    adjacent = _target("Adjacent creature", of.all_others)
    yield of.offer(
        "Grab",
        "grab",
        MANEUVER_GROUP,
        adjacent,
        *_TICKED,
        about="Might against Might or Agility: the creature cannot move.",
    )
    yield of.offer(
        "Knockback",
        "knockback",
        MANEUVER_GROUP,
        adjacent,
        *_TICKED,
        about="Might against Might or Agility: push it 1 square, less its stability.",
    )


def _tests(of: TurnOffers) -> Iterator[FightOffer]:
    characteristic = of.characteristics()
    covered = OfferField("covered", "It has cover or concealment", "flag", value=False)
    yield of.offer(
        "Hide", "hide", MANEUVER_GROUP, covered, characteristic, *_TICKED, about="It becomes hidden on a success."
    )
    hidden = tuple(Option(one.id, of.state.name(one.id)) for one in everyone(of.state) if one.is_hidden)
    targets = OfferField("targets", "Found on a success", "choices", options=hidden, value=())
    yield of.offer(
        "Search", "search", MANEUVER_GROUP, targets, characteristic, *_TICKED, about="Look for hidden creatures nearby."
    )
    yield of.offer(
        "Make or Assist a Test",
        "test",
        MANEUVER_GROUP,
        OfferField("about", "What for", "word", value=""),
        OfferField("assists", "It assists", "flag", value=False),
        characteristic,
        *_TICKED,
        about="What it brings about is by the table.",
        by_table=True,
    )


def _leaves(of: TurnOffers) -> OfferField:
    return OfferField(
        "leaves",
        "Moves away from",
        "choices",
        options=of.enemies,
        value=(),
        help="Adjacent enemies that it leaves; each is offered a free strike.",
    )


def _can_move(one: HeroicCombatant, mode: MoveMode) -> bool:
    if mode.needs and mode.needs not in one.sheet.chosen("moves"):
        return False
    if mode.key == JUMP and one.agility < 1:
        return False
    return mode.key == TELEPORT or (mode.key == CRAWL) == one.is_prone


def _moves(of: TurnOffers) -> Iterator[FightOffer]:
    one, left = of.one, speed_left(of.one)
    if not one.grabbed_by and left:
        modes = tuple(Option(mode.key, mode.label) for mode in MODES.values() if _can_move(one, mode))
        yield of.offer(
            "Move",
            "moved",
            MOVE_GROUP,
            OfferField("mode", "How", options=modes, value=modes[0].key),
            OfferField("squares", "Squares", "number", value=min(left, MOST_SQUARES), low=1, high=MOST_SQUARES),
            _DIFFICULT,
            OfferField("shifts", "It shifts", "flag", value=False, help="If an ability lets it: no free strikes."),
            _leaves(of),
            about=f"{left} of {one.speed} squares left. At half speed and on difficult squares, one costs 2.",
            is_main=not one.moved,
        )
    if one.mount and not one.moved and not one.has_ridden:
        mount = of.state.combatant(one.mount)
        yield of.offer(
            "Ride",
            "rode",
            MOVE_GROUP,
            OfferField("squares", "Squares", "number", value=max(1, mount.speed), low=1, high=MOST_SQUARES),
            _DIFFICULT,
            _leaves(of),
            about=f"Move {of.state.name(mount.id)} up to {mount.speed} squares; it keeps its own turn.",
        )


def triggered_offers(state: FightState) -> Iterator[FightOffer]:
    """Yield the triggered actions of everyone that has one left in this round."""
    for one in everyone(state):
        if not any(row["kind"] == TRIGGERED for row in one.sheet.rows("abilities")):
            continue
        if may_act(state, one) and triggers_left(state, one):
            of = TurnOffers(state, one, *creature_options(state, one))
            yield from (offer for _, offer in _abilities(of, (TRIGGERED,)))
