"""Attacks of a combatant as offers: a short form, and one with edges and banes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.combat.resolution import FightOffer, OfferField, Option
from rules.heroic.actions import MOST_SQUARES
from rules.heroic.attacks import AttackProfile, ability_profile, strike_profile
from rules.heroic.combatants import HeroicCombatant, HeroicState
from rules.heroic.power_rolls import MOST_TICKED, roll_words
from rules.heroic.sheets import MAIN, TRIGGERED
from rules.heroic.tables import MELEE, STRIKES, UNTYPED

MAIN_GROUP, MANEUVER_GROUP, MOVE_GROUP = "Main action", "Maneuver", "Move action"
FREE_GROUP, TURN_GROUP, TRIGGERED_GROUP = "Free maneuver", "Turn", "Triggered actions"

_EDGES = OfferField("edges", "More edges", "number", value=0, high=MOST_TICKED)
_BANES = OfferField("banes", "More banes", "number", value=0, high=MOST_TICKED)
TICKED = (_EDGES, _BANES)
_COVER = OfferField("cover", "The target has cover", "flag", value=False, help="At least half of its body is covered.")
_CONCEALED = OfferField("concealed", "The target is concealed", "flag", value=False)
_FLANKING = OfferField(
    "flanking", "Flanking", "flag", value=False, help="An ally is on the opposite side. Helps melee strikes."
)
_CIRCUMSTANCE_FIELDS = (_FLANKING, _COVER, _CONCEALED, *TICKED)
DIFFICULT = OfferField("difficult", "Of these, difficult squares", "number", value=0, high=MOST_SQUARES)


@dataclass(frozen=True, slots=True)
class TurnOffers:
    """The offers of one combatant, with the creatures that it can choose.

    ``is_next`` marks, among those that act together, the one whose main action usually comes next.
    """

    state: HeroicState
    combatant: HeroicCombatant
    enemies: tuple[Option, ...]
    allies: tuple[Option, ...]
    is_next: bool = False

    @property
    def all_others(self) -> tuple[Option, ...]:
        """Everyone else, enemies first."""
        return (*self.enemies, *self.allies)

    def offer(self, label: str, event: str, group: str, *fields: OfferField, **more: Any) -> FightOffer:
        """Return an offer of the combatant; ``more`` is what else it says, by name."""
        side = self.state.played_by(self.combatant.id)
        return FightOffer.asking(label, event, group, *fields, **more).by(self.combatant.id, side)

    def characteristics(self) -> OfferField:
        """Return the field for the characteristic of a test."""
        sheet = self.combatant.sheet
        named = [
            Option("might", f"Might {sheet.number('might')}"),
            Option("agility", f"Agility {sheet.number('agility')}"),
        ]
        rows = enumerate(sheet.rows("others"))
        named += [Option(str(place), f"{row['name']} {row['score']}") for place, row in rows]
        return OfferField("characteristic", "Characteristic", options=tuple(named), value="might")


def creature_options(state: HeroicState, combatant: HeroicCombatant) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Return the enemies and the allies of a combatant that are not out of the fight, as options."""
    others = [other for other in state.everyone() if other.id != combatant.id and not other.is_out]
    allies = [other for other in others if state.camp_of(other) == state.camp_of(combatant)]
    enemies = [other for other in others if other not in allies]
    return state.heroic_options(enemies), state.heroic_options(allies)


_SETTLED: Mapping[str, Any] = {"flanking": False, "cover": False, "concealed": False, "edges": 0, "banes": 0}
"""The circumstances of an attack in the short form: none."""
DETAILS = "with edges, banes or other targets"
CHARGE_DETAILS = "with difficult squares, edges, banes or other targets"


def creature_field(label: str, options: tuple[Option, ...], name: str = "target") -> OfferField:
    """Return the field for one creature."""
    return OfferField(name, label, options=options)


def leaves_field(of: TurnOffers) -> OfferField:
    """Return the field for the enemies that a mover leaves."""
    return OfferField(
        "leaves",
        "Moves away from",
        "choices",
        options=of.enemies,
        value=(),
        help="Adjacent enemies that it leaves; each is offered a free strike.",
    )


def attack_words(attack: AttackProfile) -> str:
    """Return the roll of an attack and its damage by tier in words."""
    if not attack.deals_damage:
        return f"{roll_words(attack.score)}: effects by tier."
    typed = "" if attack.damage_type == UNTYPED else f"{attack.damage_type} "
    return (
        f"{roll_words(attack.score)}: {' / '.join(damage or '0' for damage in attack.damages)} {typed}damage by tier."
    )


def ability_offers(of: TurnOffers, kind: str) -> Iterator[FightOffer]:
    """Yield the abilities of a kind, each as a short form against enemies and as one with everything."""
    itself = Option(of.combatant.id, f"{of.state.name(of.combatant.id)} itself")
    group = {MAIN: MAIN_GROUP, TRIGGERED: TRIGGERED_GROUP}.get(kind, MANEUVER_GROUP)
    for place, row in enumerate(of.combatant.sheet.rows("abilities")):
        if row["kind"] != kind:
            continue
        attack = ability_profile(of.combatant, row)
        asked: tuple[OfferField, ...] = ()
        if kind == TRIGGERED:
            asked = (OfferField("trigger", "What happened", "word", value=row["trigger"]),)
        event = "triggered" if kind == TRIGGERED else "ability"
        usual = (of.enemies[0].key,) if len(of.enemies) == 1 else ()
        fewer = OfferField("targets", "Targets", "choices", options=of.enemies, value=usual)
        yield of.offer(
            row["name"],
            event,
            group,
            *asked,
            fewer,
            about=attack_words(attack),
            parts={"ability": place, **_SETTLED},
            is_main=kind == MAIN and of.is_next,
        )
        more = OfferField("targets", "Targets", "choices", options=(*of.all_others, itself), value=())
        fields = (*asked, more, *(_CIRCUMSTANCE_FIELDS if attack.is_melee else _CIRCUMSTANCE_FIELDS[1:]))
        parts = {"ability": place} if attack.is_melee else {"ability": place, "flanking": False}
        yield of.offer(f"{row['name']}, {DETAILS}", event, group, *fields, parts=parts, about=attack_words(attack))


def main_offers(of: TurnOffers) -> Iterator[FightOffer]:
    """Yield the main actions."""
    yield from ability_offers(of, MAIN)
    profiles = [strike_profile(of.combatant, strike) for strike in STRIKES.values()]
    about = " ".join(f"{profile.name}: {attack_words(profile)}" for profile in profiles)
    strike = OfferField(
        "strike", "Strike", options=tuple(Option(strike.key, strike.label) for strike in STRIKES.values()), value=MELEE
    )
    has_own = any(row["kind"] == MAIN for row in of.combatant.sheet.rows("abilities"))
    yield of.offer(
        "Free strike",
        "free-strike",
        MAIN_GROUP,
        strike,
        creature_field("Target", of.enemies),
        about=about,
        parts=_SETTLED,
        is_main=of.is_next and not has_own,
    )
    yield of.offer(
        f"Free strike, {DETAILS}",
        "free-strike",
        MAIN_GROUP,
        strike,
        creature_field("Target", of.all_others),
        *_CIRCUMSTANCE_FIELDS,
        about=about,
    )
    yield from _charge_offers(of)
    yield of.offer("Defend", "defend", MAIN_GROUP, about="Until its next turn, attacks against it have a double bane.")
    dying = {ally.key for ally in of.allies if of.state.combatant(ally.key).is_dying}
    healed = sorted(of.allies, key=lambda ally: ally.key not in dying)
    yield of.offer(
        "Heal",
        "heal",
        MAIN_GROUP,
        creature_field("Adjacent creature", (*healed, *of.enemies)),
        about="The creature spends a Recovery, regains Stamina, and is no longer dying.",
        is_main=bool(dying),
    )


def _charge_offers(of: TurnOffers) -> Iterator[FightOffer]:
    """Yield the charge as a short form against enemies and as one with everything, for each combatant that may move."""
    if of.combatant.grabbed_by or of.combatant.is_prone:
        return
    squares = OfferField("squares", "Squares", "number", value=of.combatant.speed, low=1, high=MOST_SQUARES)
    about = f"Move up to {of.combatant.speed} squares and end with a melee free strike."
    yield of.offer(
        "Charge",
        "charge",
        MAIN_GROUP,
        creature_field("Target", of.enemies),
        squares,
        leaves_field(of),
        about=about,
        parts={"difficult": 0, **_SETTLED},
    )
    yield of.offer(
        f"Charge, {CHARGE_DETAILS}",
        "charge",
        MAIN_GROUP,
        creature_field("Target", of.all_others),
        squares,
        DIFFICULT,
        leaves_field(of),
        *_CIRCUMSTANCE_FIELDS,
        about=about,
    )
