from django.db import migrations, models

from rules.campaigns.events import event_from_document
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.state.scenarios import fold_scenario
from rules.errors import RulesError


def count_eliminated(apps, schema_editor):
    """Count the eliminated members of sides that were reported before."""
    entries = apps.get_model("campaigns", "JournalEntry").objects
    sides = apps.get_model("campaigns", "ScenarioSide").objects
    reported = entries.filter(kind="scenario-reported").order_by("campaign", "scenario")
    for campaign, scenario in reported.values_list("campaign", "scenario").distinct():
        rows = entries.filter(campaign=campaign, scenario=scenario).order_by("number").values_list("number", "event")
        try:
            events = [NumberedEvent(number, event_from_document(event)) for number, event in rows]
            state = fold_scenario(scenario, events)
        except RulesError:
            continue  # A journal that cannot be read: campaign_check says so.
        for number in {elimination.warband for elimination in state.report.eliminated}:
            own = sides.filter(
                scenario__campaign=campaign, scenario__number=scenario, warband__number=number
            )
            own.update(eliminated=len(set(state.eliminated(number))))


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0005_undone_scenarios")]

    operations = [
        migrations.AddField("campaign", "has_league", models.BooleanField(default=False)),
        migrations.AddField("campaignscenario", "round", models.PositiveIntegerField(null=True)),
        migrations.AddField("scenarioside", "eliminated", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField(
            "campaignscenario",
            "status",
            models.CharField(
                choices=[
                    ("planned", "Planned"),
                    ("open", "Open"),
                    ("canceled", "Canceled"),
                    ("committed", "Played"),
                    ("voided", "Undone"),
                    ("forfeited", "Forfeited"),
                ],
                default="planned",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "scenarioside",
            "outcome",
            models.CharField(
                blank=True,
                choices=[
                    ("major victory", "Major victory"),
                    ("minor victory", "Minor victory"),
                    ("draw", "Draw"),
                    ("defeat", "Defeat"),
                    ("forfeit won", "Won by forfeit"),
                    ("forfeit lost", "Forfeited"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            "journalentry", models.Index(fields=["campaign", "kind", "number"], name="entry_by_kind")
        ),
        migrations.RunPython(count_eliminated, migrations.RunPython.noop, elidable=True),
    ]
