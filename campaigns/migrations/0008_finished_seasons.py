import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaigns.models.people


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0007_reminders"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("campaign", "finished_by", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "campaign",
            "follows",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="next_seasons",
                to="campaigns.campaign",
            ),
        ),
        migrations.AddField(
            "participant",
            "invited",
            models.ForeignKey(
                null=True,
                on_delete=campaigns.models.people.vacate,
                related_name="campaign_invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
