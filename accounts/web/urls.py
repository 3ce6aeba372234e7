"""The addresses of an account's pages that are Muster's own."""

from __future__ import annotations

from django.urls import path

from accounts.web import factors, tokens

app_name = "accounts"

urlpatterns = [
    path("second-factor/", factors.second_factor, name="second-factor"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<str:token_key>/revoke/", tokens.revoke, name="token-revoke"),
]
