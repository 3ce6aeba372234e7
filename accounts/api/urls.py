"""The addresses of the account API."""

from django.urls import path

from accounts.api import account

urlpatterns = [path("account/", account.AccountView.as_view(), name="api-account")]
