"""Changes of secrets: the hidden choices of positioning upgrades."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.building.changes import MemberChange, member_of, single_line
from rules.building.draft import MAX_SECRET, Draft, Secret
from rules.building.member_ids import FIRST_NUMBER
from rules.errors import ChangeRefused
from rules.legality.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class SecretChoose(MemberChange):
    """The hidden choice of a positioning upgrade is written down; an empty text takes it back."""

    kind = "secret-choose"

    key: str
    text: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the secret, hidden."""
        # Which object, which objective the creature is disguised as is noted in secret before play. Appendix
        # "Positioning upgrades".
        row = rulebook.positioning.get(self.key)
        if row is None or not row.secret or self.key not in member_of(draft, self.member).positioning:
            raise ChangeRefused("This creature has no such secret to keep.")
        text = single_line(self.text, MAX_SECRET, "A secret")
        before = draft.secret(self.member, self.key)
        others = tuple(secret for secret in draft.secrets if secret is not before)
        mine = (Secret(self.member, self.key, text),) if text else ()
        return draft if before and before.text == text else replace(draft, secrets=(*others, *mine))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whose secret it is, not what."""
        return f"Wrote down {self.name(draft, rulebook)}’s secret"


@dataclass(frozen=True, slots=True)
class SecretReveal(MemberChange):
    """A hidden choice is shown to everybody, or hidden again."""

    kind = "secret-reveal"

    key: str
    revealed: bool

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the secret out, or kept."""
        before = draft.secret(self.member, self.key)
        if before is None:
            raise ChangeRefused("This secret has not been written down yet.")
        secrets = tuple(
            replace(secret, revealed=self.revealed) if secret is before else secret for secret in draft.secrets
        )
        return replace(draft, secrets=secrets)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whose secret it is."""
        return f"{'Revealed' if self.revealed else 'Hid'} {self.name(draft, rulebook)}’s secret"
