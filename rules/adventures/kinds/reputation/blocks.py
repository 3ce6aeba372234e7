"""Organizations in the form of stat blocks: their standing now, and what still counts."""

from __future__ import annotations

from rules.adventures.blocks import AdventureBlock, block_lines
from rules.adventures.kinds.reputation.facts import Organization, standing_at
from rules.adventures.kinds.reputation.play import reputation_facts, reputation_state
from rules.adventures.state import AdventureState
from rules.text import listed


def organization_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return the stat block of each organization; of a view, of those that players know."""
    return tuple(_organization_block(state, organization) for organization in reputation_facts(state).organizations)


def _organization_block(state: AdventureState, organization: Organization) -> AdventureBlock:
    facts, standing = reputation_facts(state), standing_at(reputation_state(state).of(organization.key))
    return AdventureBlock(
        title=organization.name,
        word="Organization",
        about=organization.text,
        lines=block_lines(
            (
                (standing.name, standing.text),
                ("Raised by", f"{listed(standing.raised_by, 'or')} favors"),
                ("Lowered by", f"{listed(standing.lowered_by, 'or')} disservices"),
                ("Allies", listed(facts.by_key[key].name for key in organization.allies)),
                ("Rivals", listed(facts.by_key[key].name for key in organization.rivals)),
            )
        ),
    )
