"""The addresses of the webhook API."""

from django.urls import path

from webhooks.api import views

urlpatterns = [
    path("webhooks/", views.WebhookListView.as_view(), name="api-webhooks"),
    path("webhooks/<slug:key>/", views.WebhookDetailView.as_view(), name="api-webhook"),
    path("webhooks/<slug:key>/test/", views.WebhookTestView.as_view(), name="api-webhook-test"),
    path("webhooks/<slug:key>/secret/", views.WebhookSecretView.as_view(), name="api-webhook-secret"),
    path("webhooks/<slug:key>/deliveries/", views.WebhookDeliveriesView.as_view(), name="api-webhook-deliveries"),
]
