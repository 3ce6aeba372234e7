"""Signing up, in and out, as a person does it."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_person_signs_up_and_is_signed_in(either_page, db):
    either_page.goto("/accounts/signup/")
    either_page.fill("input[name=username]", "ash")
    either_page.fill("input[name=password1]", "a-long-pass-phrase")
    either_page.fill("input[name=password2]", "a-long-pass-phrase")
    either_page.locator("form:has(input[name=password1]) button[type=submit]").click()
    either_page.wait_for_url("/warbands/")
    assert get_user_model().objects.get().username == "ash"
    either_page.goto("/accounts/logout/")
    expect(either_page.locator("form[action*=logout]").first).to_be_attached()


def test_a_person_signs_in_without_javascript(plain_page, django_user_model):
    django_user_model.objects.create_user("snik", password="a-long-pass-phrase")
    plain_page.goto("/accounts/login/")
    plain_page.fill("input[name=login]", "snik")
    plain_page.fill("input[name=password]", "a-long-pass-phrase")
    plain_page.locator("form:has(input[name=password]) button[type=submit]").click()
    plain_page.wait_for_url("/warbands/")
    assert "sessionid" in {cookie["name"] for cookie in plain_page.context.cookies()}


def test_a_wrong_password_is_told_beside_the_form(wide_page, db):
    wide_page.goto("/accounts/login/")
    wide_page.fill("input[name=login]", "nobody")
    wide_page.fill("input[name=password]", "wrong")
    wide_page.locator("form:has(input[name=password]) button[type=submit]").click()
    expect(wide_page.locator("body")).to_contain_text("not correct")


def test_a_new_token_fits_a_phone(phone_page, django_user_model, sign_in, assert_no_sideways_scroll):
    sign_in(phone_page, django_user_model.objects.create_user("ash", password="a-long-pass-phrase"))
    phone_page.goto("/accounts/tokens/")
    phone_page.fill("input[name=name]", "A bot")
    phone_page.get_by_role("button", name="Make the token").click()
    expect(phone_page.locator("code.token")).to_be_visible()
    assert_no_sideways_scroll(phone_page)
