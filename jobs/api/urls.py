"""The addresses of the job API."""

from django.urls import path

from jobs.api import views

urlpatterns = [
    path("jobs/", views.JobListView.as_view(), name="api-jobs"),
    path("jobs/<int:number>/", views.JobDetailView.as_view(), name="api-job"),
    path("jobs/<int:number>/cancel/", views.JobCancelView.as_view(), name="api-job-cancel"),
]
