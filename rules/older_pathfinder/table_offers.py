"""What the table may do at any time: opportunities, saves, damage, healing, bonuses, and the order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.combat.asks import Option
from rules.combat.offers import FightOffer, OfferField
from rules.combat.state import FightState
from rules.older_pathfinder.bonuses import BONUS_TARGETS, bonus_word
from rules.older_pathfinder.events.acts import MOST_DC, MOST_MODIFIER
from rules.older_pathfinder.events.by_hand import HARM_SORTS
from rules.older_pathfinder.figures import SAVE_ROWS
from rules.older_pathfinder.offer_fields import combatant_options, modifier_field, numeric_field, word_field
from rules.older_pathfinder.sheets import MAX_HP
from rules.older_pathfinder.state import fighter_of, order_of

TABLE_GROUP = "By the table"


def _who(state: FightState, label: str = "Combatant") -> OfferField:
    return OfferField("combatant", label, options=combatant_options(state, tuple(state.combatants)))


def _pairs(pairs: tuple[tuple[str, str], ...]) -> tuple[Option, ...]:
    return tuple(Option(key, label) for key, label in pairs)


def older_table_offers(state: FightState) -> Iterator[FightOffer]:
    """Yield what anyone at the table may enter, and what the game master changes in the order."""
    yield FightOffer(
        "Saving throw",
        "save",
        TABLE_GROUP,
        fields=(
            _who(state),
            OfferField("save", "Save", options=tuple(Option(row.key, row.name) for row in SAVE_ROWS)),
            numeric_field("dc", "DC", 15, 0, MOST_DC),
            modifier_field(),
            word_field("what", "Against"),
        ),
        about="A 1 always fails and a 20 always succeeds.",
    )
    yield FightOffer(
        "Damage",
        "damage",
        TABLE_GROUP,
        fields=(
            _who(state),
            numeric_field("amount", "Amount", 1, 1, MAX_HP),
            OfferField("sort", "Damage", options=_pairs(HARM_SORTS)),
            OfferField("bypass", "Bypasses damage reduction", "flag", value=False),
            word_field("what", "From what"),
        ),
        about="Damage that Muster does not roll.",
    )
    living = tuple(combatant for combatant in state.combatants if not fighter_of(state, combatant).is_dead)
    if living:
        who = OfferField("combatant", "Combatant", options=combatant_options(state, living))
        yield FightOffer("Heal", "heal", TABLE_GROUP, fields=(who, numeric_field("amount", "Hit points", 1, 1, MAX_HP)))
    yield from _bonus_offers(state)
    yield from _checks(state)
    yield _order_offer(state)


def _bonus_offers(state: FightState) -> Iterator[FightOffer]:
    yield FightOffer(
        "Bonus or penalty",
        "bonus",
        TABLE_GROUP,
        fields=(
            _who(state),
            OfferField("to", "Adds to", options=_pairs(BONUS_TARGETS)),
            numeric_field("value", "Value", 1, -MOST_MODIFIER, MOST_MODIFIER),
            word_field("type", "Type", "Such as dodge, deflection, morale, armor or force armor. Empty for none."),
            word_field("until", "Until"),
        ),
        about="Of bonuses with the same type only the highest counts. Dodge bonuses and penalties add up.",
    )
    for combatant in state.combatants:
        bonuses = fighter_of(state, combatant).bonuses
        if bonuses:
            options = tuple(Option(str(place), bonus_word(bonus)) for place, bonus in enumerate(bonuses))
            ends = OfferField("bonus", "Bonus", options=options)
            label = f"End a bonus of {state.name(combatant)}"
            yield FightOffer(label, "bonus-ended", TABLE_GROUP, {"combatant": combatant}, (ends,), combatant=combatant)


def _checks(state: FightState) -> Iterator[FightOffer]:
    able = tuple(combatant for combatant in state.combatants if fighter_of(state, combatant).is_able)
    everyone = combatant_options(state, tuple(state.combatants))
    yield FightOffer(
        "Offer an opportunity attack",
        "provoked",
        TABLE_GROUP,
        fields=(
            _who(state, "Who provokes"),
            OfferField("threatened_by", "Who threatens", "choices", everyone, ()),
            word_field("what", "By what"),
        ),
        about="For anything else that provokes. The source has no table of actions.",
        by_table=True,
    )
    if able:
        caster = OfferField("combatant", "Combatant", options=combatant_options(state, able))
        dc = numeric_field("dc", "DC", state.setup.table.number("concentration_dc"), 0, MOST_DC)
        yield FightOffer(
            "Concentration check",
            "concentration",
            TABLE_GROUP,
            fields=(caster, dc, word_field("what", "Why")),
            about="For a spell that lasts, or one that something interferes with.",
            by_table=True,
        )


def _order_offer(state: FightState) -> FightOffer:
    options = combatant_options(state, order_of(state).order)
    return FightOffer(
        "Change the order",
        "order-moved",
        TABLE_GROUP,
        fields=(
            OfferField("combatant", "Combatant", options=options),
            OfferField("before", "Before (empty: last)", options=options, optional=True),
        ),
        side=state.setup.master,
        about="For equal totals of initiative, and for anything else that the table decides.",
        by_table=True,
    )
