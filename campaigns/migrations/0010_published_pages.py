import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("campaigns", "0009_disputes"),
    ]

    operations = [
        migrations.AddField("campaign", "league_token", models.CharField(max_length=32, null=True, unique=True)),
        migrations.AddField("campaign", "on_player_pages", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="PlayerPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=32, null=True, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("campaigns", models.ManyToManyField(related_name="player_pages", to="campaigns.campaign")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_page",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
