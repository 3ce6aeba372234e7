"""The addresses of the campaign API."""

from django.urls import path

from campaigns.api import (
    aftermath,
    campaigns,
    journal,
    people,
    scenarios,
    standings,
    warbands,
)
from campaigns.api.base import CampaignAPIView

_SCENARIO = "<slug:key>/scenarios/<int:scenario>/"
_MEMBER = "<slug:key>/warbands/<int:warband>/members/<str:member>/"
_VIEWS: dict[str, tuple[str, type[CampaignAPIView]]] = {
    "": ("api-campaigns", campaigns.CampaignListView),
    "join/": ("api-campaign-join", people.CampaignJoinView),
    "claim/": ("api-campaign-claim", people.CampaignClaimView),
    "<slug:key>/": ("api-campaign", campaigns.CampaignDetailView),
    "<slug:key>/description/": ("api-campaign-description", campaigns.CampaignDescriptionView),
    "<slug:key>/settings/": ("api-campaign-settings", campaigns.CampaignSettingsView),
    "<slug:key>/archive/": ("api-campaign-archive", campaigns.CampaignArchiveView),
    "<slug:key>/close/": ("api-campaign-close", campaigns.CampaignCloseView),
    "<slug:key>/leave/": ("api-campaign-leave", people.CampaignLeaveView),
    "<slug:key>/invitation/": ("api-campaign-invitation", people.CampaignInvitationView),
    "<slug:key>/spectators/": ("api-campaign-spectators", people.CampaignSpectatorsView),
    "<slug:key>/people/": ("api-campaign-people", people.CampaignPeopleView),
    "<slug:key>/people/<int:person>/": ("api-campaign-person", people.CampaignPersonView),
    "<slug:key>/people/<int:person>/readmit/": ("api-campaign-readmit", people.CampaignReadmitView),
    "<slug:key>/people/<int:person>/claim/": ("api-campaign-claim-link", people.CampaignClaimLinkView),
    "<slug:key>/tasks/": ("api-campaign-tasks", standings.CampaignTasksView),
    "<slug:key>/nights/": ("api-campaign-nights", standings.CampaignNightsView),
    "<slug:key>/standings/": ("api-campaign-standings", standings.CampaignStandingsView),
    "<slug:key>/export/": ("api-campaign-export", standings.CampaignExportView),
    "<slug:key>/journal/": ("api-journal", journal.JournalView),
    "<slug:key>/journal/<int:number>/": ("api-journal-entry", journal.JournalEntryView),
    "<slug:key>/journal/<int:number>/void/": ("api-journal-void", journal.JournalVoidView),
    "<slug:key>/dice/": ("api-campaign-dice", journal.DiceView),
    "<slug:key>/dice/receipts/": ("api-dice-receipts", journal.DiceReceiptsView),
    "<slug:key>/homebrew/": ("api-campaign-homebrew", warbands.CampaignHomebrewView),
    "<slug:key>/warbands/": ("api-campaign-warbands", warbands.CampaignWarbandListView),
    "<slug:key>/warbands/<int:warband>/": ("api-campaign-warband", warbands.CampaignWarbandView),
    "<slug:key>/warbands/<int:warband>/careers/": ("api-campaign-careers", warbands.CampaignCareersView),
    f"{_MEMBER}": ("api-campaign-member", warbands.CampaignMemberView),
    f"{_MEMBER}feat/": ("api-campaign-member-feat", warbands.CampaignMemberFeatView),
    f"{_MEMBER}revision/": ("api-campaign-member-revision", warbands.CampaignMemberRevisionView),
    "<slug:key>/scenarios/": ("api-scenarios", scenarios.ScenarioListView),
    f"{_SCENARIO}": ("api-scenario", scenarios.ScenarioDetailView),
    f"{_SCENARIO}plan/": ("api-scenario-plan", scenarios.ScenarioPlanView),
    f"{_SCENARIO}night/": ("api-scenario-night", scenarios.ScenarioNightView),
    f"{_SCENARIO}open/": ("api-scenario-open", scenarios.ScenarioOpenView),
    f"{_SCENARIO}cancel/": ("api-scenario-cancel", scenarios.ScenarioCancelView),
    f"{_SCENARIO}sides/<int:warband>/": ("api-scenario-side", scenarios.ScenarioSideView),
    f"{_SCENARIO}report/": ("api-scenario-report", aftermath.ScenarioReportView),
    f"{_SCENARIO}aftermath/": ("api-scenario-aftermath", aftermath.ScenarioAftermathView),
    f"{_SCENARIO}rolls/": ("api-scenario-rolls", aftermath.ScenarioRollsView),
    f"{_SCENARIO}rolls/missing/": ("api-scenario-rolls-missing", aftermath.ScenarioMissingRollsView),
    f"{_SCENARIO}feats/": ("api-scenario-feats", aftermath.ScenarioFeatsView),
    f"{_SCENARIO}spending/": ("api-scenario-spending", aftermath.ScenarioSpendingView),
    f"{_SCENARIO}commit/": ("api-scenario-commit", scenarios.ScenarioCommitView),
    f"{_SCENARIO}undo/": ("api-scenario-undo", scenarios.ScenarioUndoView),
    f"{_SCENARIO}corrections/": ("api-scenario-corrections", journal.ScenarioCorrectionsView),
    f"{_SCENARIO}corrections/preview/": ("api-scenario-preview", journal.ScenarioCorrectionPreviewView),
}

urlpatterns = [path(f"campaigns/{rest}", view.as_view(), name=name) for rest, (name, view) in _VIEWS.items()]
