"""Let a revision outlive its creature: it keeps the creature's key."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill_keys(apps: Any, schema_editor: Any) -> None:
    """Copy the key of each revision's creature."""
    creatures, revisions = apps.get_model("compendium", "Creature"), apps.get_model("compendium", "CardRevision")
    key = creatures.objects.filter(pk=OuterRef("creature_id")).values("key")
    revisions.objects.update(creature_key=Subquery(key))


class Migration(migrations.Migration):
    dependencies = [("compendium", "0004_commanders")]

    operations = [
        migrations.AddField(
            "cardrevision", "creature_key", models.CharField(max_length=120, default=""), preserve_default=False
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        migrations.RemoveConstraint("cardrevision", "one_revision_a_number"),
        migrations.AddConstraint(
            "cardrevision",
            models.UniqueConstraint(fields=["creature_key", "number"], name="one_revision_a_number"),
        ),
        migrations.AlterField(
            "cardrevision",
            "creature",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="revisions",
                to="compendium.creature",
            ),
        ),
    ]
