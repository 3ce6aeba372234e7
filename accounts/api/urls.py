"""The addresses of the accounts' part of the API."""

from django.urls import path

from accounts.api import account

urlpatterns = [path("account/", account.AccountView.as_view(), name="api-account")]
