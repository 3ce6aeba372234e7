"""Count the numbers of members' ids: of each warband, above every number in any of its steps."""


import re
from collections.abc import Iterator
from typing import Any

from django.db import migrations, models

_NUMBERED = re.compile(r"m([0-9]{1,15})")
_SAVED_AT_ONCE = 500


def _named_ids(draft: Any) -> Iterator[Any]:
    """Yield every id that a stored draft names, whatever else is wrong with it."""
    roster = draft.get("roster") if isinstance(draft, dict) else None
    for field, names in (("members", ("id", "minion_of")), ("overrides", ("member",))):
        rows = roster.get(field) if isinstance(roster, dict) else None
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                yield from (row.get(name) for name in names)


def _next_number(drafts: Iterator[Any]) -> int:
    ids = (name for draft in drafts for name in _named_ids(draft) if isinstance(name, str))
    return max((int(found[1]) for name in ids if (found := _NUMBERED.fullmatch(name))), default=0) + 1


def count_ids(apps: Any, schema_editor: Any) -> None:
    """Set the counter of every warband, also of those that are deleted: they can be brought back."""
    warbands, steps = apps.get_model("warbands", "Warband"), apps.get_model("warbands", "Step")
    counted = []
    for warband in warbands.objects.only("pk").iterator():
        drafts = steps.objects.filter(warband=warband).values_list("draft", flat=True)
        warband.next_member = _next_number(drafts.iterator())
        counted.append(warband)
        if len(counted) == _SAVED_AT_ONCE:
            warbands.objects.bulk_update(counted, ["next_member"])
            counted.clear()
    warbands.objects.bulk_update(counted, ["next_member"])


class Migration(migrations.Migration):
    dependencies = [("warbands", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="warband", name="next_member", field=models.PositiveBigIntegerField(default=1)
        ),
        migrations.RunPython(count_ids, migrations.RunPython.noop),
    ]
