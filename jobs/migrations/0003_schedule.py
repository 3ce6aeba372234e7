"""Store when the jobs that begin by themselves were begun last."""


from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0002_waits_since")]

    operations = [
        migrations.CreateModel(
            name="JobSchedule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=60, unique=True)),
                ("begun_at", models.DateTimeField()),
            ],
        ),
    ]
