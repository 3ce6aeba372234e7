"""The addresses of webhooks; those of a campaign or a battle are among the addresses of its room."""

from django.urls import path

from common.web.refusals import never_stored_pages
from webhooks.web import views

app_name = "webhooks"

urlpatterns = never_stored_pages(
    [
        path("webhooks/<slug:key>/", views.webhook, name="webhook"),
        path("webhooks/<slug:key>/test/", views.test, name="test"),
    ]
)
