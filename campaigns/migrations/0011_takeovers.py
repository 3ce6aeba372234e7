from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0010_published_pages")]

    operations = [
        migrations.AddField("campaign", "takeovers", models.JSONField(blank=True, default=dict)),
    ]
