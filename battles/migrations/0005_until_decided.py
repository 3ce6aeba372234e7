from typing import Any

from django.apps.registry import Apps
from django.db import migrations

WITH_OTHER_END = ("passing-through", "beast-hunt")


def say_how_they_end(apps: Apps, schema_editor: Any) -> None:
    """Let battles that have not begun end as new ones do; the others end as they did when they began."""
    battles = apps.get_model("battles", "Battle").objects.filter(family="p2v", head=0)
    for battle in battles.only("setup").iterator():
        setup = battle.setup
        victory = (setup.get("table") or {}).get("victory")
        if len(setup["sides"]) > 2 or victory in WITH_OTHER_END:
            setup.setdefault("rules", {})["until_decided"] = True
            battle.save(update_fields=["setup"])


class Migration(migrations.Migration):
    dependencies = [("battles", "0004_combatant_list_version")]
    operations = [migrations.RunPython(say_how_they_end, migrations.RunPython.noop)]
