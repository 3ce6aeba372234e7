"""A passkey from its first day to its last: added, used to sign in, and removed. The browser has a virtual key."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PASSWORD = "correct horse battery"


def give_key(page) -> None:
    """Give the browser a key that recognizes its owner, as a phone does."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    traits = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }  # fmt: skip - a list of traits
    session.send("WebAuthn.addVirtualAuthenticator", {"options": traits})


def test_a_passkey_is_added_and_signs_in(db, wide_page, django_user_model):
    django_user_model.objects.create_user("mira", password=PASSWORD)
    page = wide_page
    give_key(page)
    page.goto("/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.fill("input[name=login]", "mira")
    page.fill("input[name=password]", PASSWORD)
    page.locator("form:has(input[name=password]) button[type=submit]").click()
    page.wait_for_url("**/reauthenticate/**")
    page.fill("input[name=password]", PASSWORD)
    page.locator("form:has(input[name=password]) button[type=submit]").click()
    page.wait_for_url("**/webauthn/add/**")
    page.fill("input[name=name]", "My phone")
    page.check("input[name=passwordless]")
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url(lambda address: not address.endswith("/add/"))
    assert Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).count() == 1
    page.context.clear_cookies()
    page.goto("/accounts/login/?next=/accounts/2fa/webauthn/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/accounts/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("My phone")
