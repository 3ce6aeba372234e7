"""Secrets of second factors: encrypted where they are stored, and a code that works once."""

import time
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.apps import apps
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from accounts.models import User
from common.shared_cache.files import FileCache


@pytest.fixture
def user(db) -> User:
    return User.objects.create_user("ash", password="a long passphrase")


def code_of(secret: str) -> str:
    """Return the code that an app shows just now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def stored() -> list[str]:
    return [
        value
        for authenticator in Authenticator.objects.all()
        for value in authenticator.data.values()
        if isinstance(value, str)
    ]


def test_no_secret_is_stored_as_it_is_and_codes_work(user):
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    codes = RecoveryCodes.activate(user).get_unused_codes()
    assert len(stored()) == 2
    assert all(value.startswith("fernet:") and secret not in value for value in stored())
    assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret))
    assert Authenticator.objects.get(type="recovery_codes").wrap().validate_code(codes[0])


def test_secrets_of_earlier_versions_are_encrypted_by_the_migration_and_open(user):
    secret = generate_totp_secret()
    Authenticator.objects.create(user=user, type="totp", data={"secret": secret})
    Authenticator.objects.create(user=user, type="recovery_codes", data={"seed": "ab" * 40, "used_mask": 0})
    assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret))
    caches["default"].clear()
    import_module("accounts.migrations.0004_encrypt_second_factors").encrypt(apps, None)
    assert [value.startswith("fernet:") for value in stored()] == [True, True]
    assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret))


def test_a_key_can_be_changed(user, settings):
    secret = generate_totp_secret()
    settings.MFA_KEYS = ["old"]
    TOTP.activate(user, secret)
    settings.MFA_KEYS = ["new", "old"]
    call_command("encrypt_second_factors")
    settings.MFA_KEYS = ["new"]
    assert Authenticator.objects.get().wrap().validate_code(code_of(secret))
    settings.MFA_KEYS = ["another"]
    with pytest.raises(ImproperlyConfigured, match="MFA_KEY"):
        Authenticator.objects.get().wrap().validate_code(code_of(secret))


def test_a_code_works_once_in_all_processes(user, tmp_path, monkeypatch):
    # What allauth asks is the shared cache: two of its objects are as two processes.
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    answers = []
    for _ in range(2):
        monkeypatch.setattr("allauth.mfa.totp.internal.auth.cache", FileCache(str(tmp_path / "kept.sqlite3"), {}))
        answers.append(Authenticator.objects.get().wrap().validate_code(code_of(secret)))
    assert answers == [True, False]
