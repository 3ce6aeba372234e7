"""The form of a new warband: like the settings, but without anything that starts with a problem."""

from collections.abc import Mapping
from typing import Any

from rules.alignment import BY_CODE
from rules.building.draft import MAX_LIMIT
from rules.tables.play_modes import BY_ROSTER_KEY
from warbands.web.forms import NUMBER, WarbandForm, limit_fields

USUAL_MODE = "unlimited"
"""The play mode that the page of a new warband proposes: every creature may join, so that nothing has to be chosen."""


class NewWarbandForm(WarbandForm):
    """A new warband, which begins without a problem: in a play mode that needs an alignment it has one."""

    def clean(self) -> dict[str, Any]:
        """Require the alignment that the play mode needs."""
        data = super().clean()
        mode = BY_ROSTER_KEY.get(data.get("play_mode", ""))
        if mode and mode.alignment == "required" and data.get("alignment", "") is None:
            self.add_error("alignment", f"{mode.name} needs an alignment. Choose one.")
        return data


def fields_from_query(query: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a new warband from an address; invalid values are ignored."""
    mode = query.get("mode", "")
    code = query.get("alignment", "").upper()
    points = query.get("limit", "")
    fits = bool(NUMBER.fullmatch(points)) and 1 <= int(points) <= MAX_LIMIT
    return {
        "play_mode": mode if mode in BY_ROSTER_KEY else USUAL_MODE,
        "alignment": code if code in BY_CODE else "",
        **limit_fields(int(points) if fits else None),
    }
