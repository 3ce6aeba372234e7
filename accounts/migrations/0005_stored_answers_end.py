"""Stored answers say when they end: the names of commands stay longer than the keys of programs."""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import F
from django.utils import timezone


def end_after_a_day(apps, schema_editor):
    answers = apps.get_model("accounts", "StoredAnswer").objects.using(schema_editor.connection.alias)
    answers.update(ends_at=F("made_at") + timedelta(days=1))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_encrypt_second_factors")]

    operations = [
        migrations.AddField(
            "storedanswer", "ends_at", models.DateTimeField(db_index=True, default=timezone.now), preserve_default=False
        ),
        migrations.AlterField("storedanswer", "made_at", models.DateTimeField(default=timezone.now)),
        migrations.RunPython(end_after_a_day, migrations.RunPython.noop, elidable=True),
    ]
