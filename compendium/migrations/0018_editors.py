"""The group of those who edit the compendium, with every right on it."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

GROUP = "Compendium editors"


def make_group(apps, schema_editor):
    config = apps.get_app_config("compendium")
    # Django makes permissions after all migrations; here they are needed now.
    config.models_module = True
    create_permissions(config, verbosity=0, apps=apps, using=schema_editor.connection.alias)
    config.models_module = None
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    rights = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="compendium")
    group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("compendium", "0017_site_note"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
