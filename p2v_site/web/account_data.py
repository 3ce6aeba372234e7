"""An account's own data: exporting it, and deleting the account."""

import io

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.selectors.rooms import write_archive
from accounts.services.account_deletion import account_delete, deletion_hindrances
from common.refusal import Refusal
from compendium.services.uploads import KEEP_DAYS
from jobs.models import Job
from jobs.selectors import waiting_note
from p2v_site.account_archives import ARCHIVE_KIND, archive_job_of, archive_path, begin_archive, is_archived_at_once
from rules.errors import require
from rules.text import slug


class DeletionForm(forms.Form):
    """The name of the account, typed to confirm that it is meant."""

    name = forms.CharField(
        max_length=150,
        label="Your name on Muster",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Type your name to delete the account."},
    )


@never_cache
@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Offer the archive and the deletion of the account. One query, two while an archive waits."""
    job = archive_job_of(_user(request))
    context = {
        "job": job,
        "path": job and archive_path(job),
        "waiting_note": job and waiting_note(job),
        "kept_days": KEEP_DAYS,
    }
    return render(request, "account/data.html", context)


@never_cache
@login_required
@require_POST
def archive(request: HttpRequest) -> HttpResponseBase:
    """Answer with the archive, or begin the job that makes a large one."""
    user = _user(request)
    if not is_archived_at_once(user):
        try:
            begin_archive(user)
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, "Muster is making your archive. You will find it on this page.")
        return redirect("account_data")
    file = io.BytesIO()
    write_archive(user, file)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=_file_name(user), content_type="application/zip")


@never_cache
@login_required
@require_safe
def archive_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Answer with an archive that a job has made."""
    user = _user(request)
    job = Job.objects.filter(pk=pk, made_by=user, kind=ARCHIVE_KIND).first()
    path = require(archive_path(job) if job else None, Http404("This archive does not exist."))
    return FileResponse(path.open("rb"), as_attachment=True, filename=_file_name(user), content_type="application/zip")


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Explain what is deleted and what stays, and delete the account of a user who has just signed in again."""
    user = _user(request)
    form = DeletionForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        if form.cleaned_data["name"].casefold() != user.get_username().casefold():
            form.add_error("name", f"That is not your name. Type “{user.get_username()}”.")
        else:
            try:
                account_delete(user=user)
            except Refusal as refusal:
                form.add_error(None, refusal.message)
            else:
                logout(request)
                messages.success(request, "Your account is deleted.")
                return redirect("home")
    hindrances = [
        (hindrance.sentence, reverse(hindrance.route, args=hindrance.arguments))
        for hindrance in deletion_hindrances(user)
    ]
    context = {"form": form, "hindrances": hindrances}
    return render(request, "account/delete.html", context, status=422 if form.errors else 200)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _file_name(user: User) -> str:
    return f"muster-{slug(user.get_username())[:60] or 'account'}.zip"
