"""The addresses of an account's pages that are Muster's own."""

from django.urls import path

from accounts.web import signing_in, tokens

app_name = "accounts"

urlpatterns = [
    path("second-factor/", signing_in.second_factor, name="second-factor"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<str:token_key>/revoke/", tokens.revoke, name="token-revoke"),
]
