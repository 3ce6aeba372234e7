"""To take away: the printed archive of a campaign, made as a job, the whole of it as a file, and its league."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.files import campaign_file
from campaigns.selectors.league_files import LEAGUE_FILES, league_text
from campaigns.tasks import PRINTS
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from common.web.files import file_response
from compendium.services.uploads import KEEP_DAYS, upload_path
from jobs.models import JobState
from jobs.selectors import latest_job, waiting_note
from jobs.tasks import begin_job
from rules.campaigns.files import campaign_file_json
from rules.text import slug


@require_http_methods(["GET", "HEAD", "POST"])
def prints(request: HttpRequest, key: str) -> HttpResponse:
    """Show the progress of the prints, and begin them; one at a time for a campaign."""
    view = _organized(request, key)
    job = latest_job(PRINTS.name, campaign=view.campaign.pk)
    if request.method == "POST":
        if job is None or job.has_ended:
            by = request.user if isinstance(request.user, User) else None
            title = f"Prints of {view.campaign.name}"
            begin_job(kind=PRINTS, title=title, arguments={"campaign": view.campaign.pk}, by=by)
        return redirect("campaigns:prints", key)
    context = {
        "view": view,
        "job": job,
        "is_made": job is not None and job.state == JobState.DONE,
        "is_open": job is not None and not job.has_ended,
        "waiting_note": waiting_note(job) if job else "",
        "kept_days": KEEP_DAYS,
    }
    return render(request, "campaigns/prints.html", context)


@require_safe
def prints_file(request: HttpRequest, key: str) -> HttpResponseBase:
    """Answer with the archive that was made last."""
    view = _organized(request, key)
    job = latest_job(PRINTS.name, campaign=view.campaign.pk, state=JobState.DONE)
    try:
        path = upload_path(job.result["file"] if job else "")
    except FileNotFoundError:
        messages.warning(request, "There is no archive, or it has expired. Make it again.")
        return redirect("campaigns:prints", key)
    name = f"{slug(view.campaign.name)[:80] or 'campaign'}-prints.zip"
    return FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type="application/zip")


def _organized(request: HttpRequest, key: str) -> CampaignView:
    _, view = open_campaign_or_404(request, key)
    if not view.organizes:
        raise PermissionDenied("Only an organizer can print everything of a campaign.")
    return view


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the campaign as a file, for organizers; it omits the players' secrets."""
    _, view = open_campaign_or_404(request, key)
    if not view.organizes:
        raise PermissionDenied("Only an organizer can download the campaign’s file.")
    data = campaign_file_json(campaign_file(view.campaign, with_secrets=False))
    return file_response(data, f"{slug(view.campaign.name)[:80] or 'campaign'}.muster.json")


@require_safe
def league_file(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Answer with the tables or the results of a league as a file."""
    campaign = _seen_league(request, key).campaign
    if name not in LEAGUE_FILES:
        raise Http404("A league has no such file.")
    make, content_type = LEAGUE_FILES[name]
    return file_response(make(campaign), f"{slug(campaign.name)[:80] or 'league'}-{name}", content_type)


@require_safe
def league_text_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the tables of a league as text for a chat; with ``plain`` that text and nothing else."""
    view = _seen_league(request, key)
    text = league_text(view.campaign)
    if request.GET.get("plain"):
        return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")
    return render(request, "campaigns/league_text.html", {"view": view, "text": text})


def _seen_league(request: HttpRequest, key: str) -> CampaignView:
    view = seen_campaign_or_404(request, key)
    if not view.campaign.has_league:
        raise Http404("This campaign has no league.")
    return view
