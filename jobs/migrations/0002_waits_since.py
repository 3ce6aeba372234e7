"""Keep since when a job waits, and spell its canceled state as the site does."""


from typing import Any

import django.utils.timezone
from django.db import migrations, models


def spell_canceled(apps: Any, schema_editor: Any) -> None:
    apps.get_model("jobs", "Job").objects.filter(state="cancelled").update(state="canceled")


def spell_cancelled(apps: Any, schema_editor: Any) -> None:
    apps.get_model("jobs", "Job").objects.filter(state="canceled").update(state="cancelled")


STATES = [
    ("waiting", "Waiting"),
    ("running", "Running"),
    ("done", "Done"),
    ("failed", "Failed"),
    ("canceled", "Canceled"),
]


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_initial")]

    operations = [
        migrations.AddField("job", "waits_since", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.AlterField("job", "state", models.CharField(choices=STATES, default="waiting", max_length=10)),
        migrations.RunPython(spell_canceled, spell_cancelled),
    ]
