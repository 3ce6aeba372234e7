"""Long work as rows: a job, the lines of its report, and the workers that were seen."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


class JobState(models.TextChoices):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELED = "canceled"


ENDED = (JobState.DONE, JobState.FAILED, JobState.CANCELED)


class Job(models.Model):
    """Long-running work: its kind, state, result and owner.

    ``worker`` holds the job until ``lease_until``; a worker that dies stops renewing its lease, and another takes the
    job. ``done`` and ``result`` are written together with the work's own rows, so that it can resume from there.
    """

    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=300)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    step = models.CharField(max_length=100, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True)
    result: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    fault = models.TextField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField("begun", auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    waits_since = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True)
    is_cancel_wanted = models.BooleanField(default=False)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("state", "lease_until"), name="job_state_lease"),)

    def __str__(self) -> str:
        return self.title

    @property
    def has_ended(self) -> bool:
        """Return True if the job is over: only a retry continues it."""
        return self.state in ENDED


class JobNote(models.Model):
    """A line of a job's report: its subject, its result, and sentences about that."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="notes")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=20)
    name = models.CharField(max_length=300)
    key = models.CharField(max_length=200, blank=True)
    changes = models.JSONField(default=list)
    problems = models.JSONField(default=list)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("job", "number"), name="job_note_number"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome}"


class JobSchedule(models.Model):
    """The last start of a scheduled kind of job."""

    kind = models.CharField(max_length=60, unique=True)
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind


class JobWorker(models.Model):
    """A process that does jobs, and when it was last seen."""

    name = models.CharField(max_length=100, unique=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
