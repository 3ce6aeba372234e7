"""The damage of an attack, amount by amount, as tests compare it."""

from dataclasses import dataclass

from rules.effects.values import Save
from rules.p2v_combat.attacks import Attack
from rules.p2v_combat.guards import damage_guards


@dataclass(frozen=True)
class DamageInstance:
    """One amount with all its types at once: the save that may lessen it, and how often it is dealt."""

    amount: int
    types: tuple[str, ...] = ()
    save: Save | None = None
    half: bool = False
    any_one: bool = False
    times: int = 1


def instances(attack: Attack) -> tuple[DamageInstance, ...]:
    """Return what of an attack is reckoned."""
    amounts = []
    for place in attack.reckoned:
        damage, guards = attack.effect.damage[place], damage_guards(attack.effect, place)
        save = guards[0] if guards else None
        amounts.append(
            DamageInstance(
                damage.amount,
                damage.types,
                save.stat if save else None,
                half=save is not None and save.result == "half",
                any_one=attack.is_spell and damage.choose_one,
                times=attack.missiles,
            )
        )
    return tuple(amounts)
