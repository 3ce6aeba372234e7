"""The form of an item: short notation, with an example in every field."""

from __future__ import annotations

from typing import Any

from compendium.forms import RefusableForm, explain_fields
from compendium.models.entries import ITEM_COLUMNS


class ItemForm(RefusableForm):
    """An item with the fields of its effect."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        explain_fields(self, ITEM_COLUMNS, suggesting=False)
