from django.db import migrations

from accounts.services.second_factor import secrets_encrypt


def encrypt(apps, schema_editor):
    secrets_encrypt(apps.get_model("mfa", "Authenticator"))


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0003_api_tokens"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    # What is encrypted stays so on the way back: plain secrets are read as well.
    operations = [migrations.RunPython(encrypt, migrations.RunPython.noop)]
