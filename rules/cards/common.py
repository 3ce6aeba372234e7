"""Features so common that a card prints only their name: what they do, by name."""

from __future__ import annotations

from rules.tables.reactions import BY_NAME

# Shield Block is not among them: a card prints how much its own takes off.
COMMON_EFFECTS: dict[str, str] = {
    # The first paragraph of a reaction says what it does; the others are for the glossary.
    name.casefold(): reaction.text.partition("\n\n")[0]
    for reaction in (BY_NAME["Attack of Opportunity"], BY_NAME["Ferocity"], BY_NAME["Retributive Strike"])
    for name in (reaction.name, *reaction.aliases)
}


def common_effect(name: str) -> str:
    """Return the effect of a common feature, or nothing when the name is not a common one."""
    return COMMON_EFFECTS.get(name.casefold(), "")
