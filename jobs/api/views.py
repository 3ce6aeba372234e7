"""Jobs that a person may see: their own and, for editors, those of the kinds that they manage."""

from typing import ClassVar

from django.db.models import Q, QuerySet
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import PrivateView
from accounts.models import User
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import FULL, GONE, INVALID, PRIVATE_ERRORS, Document, operation
from jobs.models import Job, JobState
from jobs.services.jobs import job_cancel, kind_named, kinds_for, own_kinds

MOST_NUMBER = 2**63 - 1


class JobSerializer(Document):
    """A long task: its state and its result."""

    number = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(JobState.choices)
    step = serializers.CharField(allow_blank=True, help_text="Its current work.")
    done = serializers.IntegerField(help_text="How many of `total` are done.")
    total = serializers.IntegerField(allow_null=True)
    result = serializers.DictField(help_text="Its results, by kind.")
    fault = serializers.CharField(allow_blank=True, help_text="The reason for its failure, or empty.")
    made_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class JobPages(CursorPages):
    """The newest jobs first."""


class JobView(PrivateView):
    tag: ClassVar[str] = "jobs"

    scope = "warbands"
    needs_account = True

    def jobs(self) -> QuerySet[Job]:
        """Return the jobs that the caller may see and cancel, as on the pages."""
        user = self.request.user
        assert isinstance(user, User)
        own = Q(made_by=user, kind__in=[kind.name for kind in own_kinds()])
        return Job.objects.filter(own | Q(kind__in=[kind.name for kind in kinds_for(user)]))

    def job(self, number: int) -> Job:
        """Return a job; 404 if the caller has no such job. One query."""
        job = self.jobs().filter(pk=number).first() if number <= MOST_NUMBER else None
        if job is None or kind_named(job.kind) is None:
            raise Fault("job.gone", "number", "You have no such job.", status.HTTP_404_NOT_FOUND)
        return job


class JobListView(JobView):
    pagination_class = JobPages

    @operation("jobs_list", JobSerializer(many=True), {**PRIVATE_ERRORS, 400: INVALID})
    def get(self, request: Request) -> Response:
        """Your jobs.

        Newest first; editors also see those of the kinds that they manage.
        """
        # One query.
        pages = JobPages()
        rows = pages.paginate_queryset(self.jobs(), request, self)
        return pages.get_paginated_response(JobSerializer(rows, many=True).data)


class JobDetailView(JobView):
    @operation("jobs_read", JobSerializer, {**PRIVATE_ERRORS, 404: GONE})
    def get(self, request: Request, number: int) -> Response:
        """One job.

        Its state. To poll, send its ETag: the answer is 304 until something changes.
        """
        return Response(JobSerializer(self.job(number)).data)


class JobCancelView(JobView):
    @operation("jobs_cancel", JobSerializer, {**PRIVATE_ERRORS, 404: GONE, 409: FULL})
    def post(self, request: Request, number: int) -> Response:
        """Cancel a job.

        A waiting job ends at once, a running job at its next check.
        """
        job_cancel(job=self.job(number))
        return Response(JobSerializer(self.job(number)).data)
