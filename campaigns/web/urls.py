"""The addresses of campaigns, by subject."""

from django.urls import path

from campaigns.selectors.webhooks import CAMPAIGN
from campaigns.web import (
    aftermath,
    basics,
    calendars,
    confirmations,
    correcting,
    journal,
    leagues,
    people,
    prints,
    reminders,
    reports,
    scenarios,
    seasons,
    sides,
    standings,
    warbands,
)
from common.web.refusals import never_stored_pages
from webhooks.web.views import subject_webhooks

app_name = "campaigns"

urlpatterns = never_stored_pages(
    [
        path("campaigns/", basics.campaigns, name="list"),
        path("campaigns/new/", basics.new, name="new"),
        # Game nights of all campaigns
        path("campaigns/calendar/", calendars.calendar, name="calendar"),
        path("campaigns/calendar/address/", calendars.calendar_switch, name="calendar-switch"),
        path("calendar/<str:token>/muster.ics", calendars.feed, name="feed"),
        # Reminders by mail
        path("accounts/reminders/", reminders.reminders, name="reminders"),
        path("reminders/off/<str:token>/", reminders.reminders_off, name="reminders-off"),
        # Joining
        path("campaigns/join/", people.join_by_code, name="join-code"),
        path("campaigns/join/<str:token>/", people.join, name="join"),
        path("campaigns/claim/<str:token>/", people.claim, name="claim"),
        path("campaigns/watch/<str:token>/", people.watch_campaign, name="watch"),
        # The campaign
        path("campaigns/<slug:key>/", basics.campaign, name="campaign"),
        path("campaigns/<slug:key>/settings/", basics.settings, name="settings"),
        path("campaigns/<slug:key>/describe/", basics.describe, name="describe"),
        path("campaigns/<slug:key>/archive/", basics.archive, name="archive"),
        path("campaigns/<slug:key>/close/", basics.close, name="close"),
        path("campaigns/<slug:key>/webhooks/", subject_webhooks, {"kind": CAMPAIGN}, name="webhooks"),
        path("campaigns/<slug:key>/spectators/", people.spectators, name="spectators"),
        # Warbands
        path("campaigns/<slug:key>/warbands/join/", warbands.join, name="warband-join"),
        path("campaigns/<slug:key>/warbands/<int:number>/names/", warbands.names, name="warband-names"),
        path("campaigns/<slug:key>/warbands/allow/", warbands.allow, name="homebrew-allow"),
        path("campaigns/<slug:key>/warbands/<int:number>/leave/", warbands.leave, name="warband-leave"),
        path("campaigns/<slug:key>/warbands/<int:number>/accept/", warbands.accept, name="warband-accept"),
        path("campaigns/<slug:key>/warbands/", warbands.warbands, name="warbands"),
        path("campaigns/<slug:key>/warbands/<int:number>/", warbands.warband, name="warband"),
        path("campaigns/<slug:key>/warbands/<int:number>/member/", warbands.member, name="member"),
        path("campaigns/<slug:key>/warbands/<int:number>/member/feat/", warbands.choose_feat, name="member-feat"),
        path("campaigns/<slug:key>/warbands/<int:number>/revision/", warbands.take_revision, name="revision-take"),
        # Its story
        path("campaigns/<slug:key>/journal/", journal.journal, name="journal"),
        path("campaigns/<slug:key>/journal/<int:number>/", journal.entry, name="journal-entry"),
        path("campaigns/<slug:key>/journal/<int:number>/rolls/<int:roll>/", journal.roll, name="roll"),
        path("campaigns/<slug:key>/standings/", standings.standings, name="standings"),
        path("campaigns/<slug:key>/dice/", standings.dice, name="dice"),
        path("campaigns/<slug:key>/chronicle/", standings.story, name="story"),
        path("campaigns/<slug:key>/chronicle.pdf", standings.chronicle, name="chronicle"),
        path("campaigns/<slug:key>/prints/", prints.prints, name="prints"),
        path("campaigns/<slug:key>/prints.zip", prints.prints_file, name="prints-file"),
        path("campaigns/<slug:key>/campaign.json", prints.download, name="file"),
        # People
        path("campaigns/<slug:key>/people/", people.people, name="people"),
        path("campaigns/<slug:key>/people/add/", people.add, name="person-add"),
        path("campaigns/<slug:key>/people/<int:number>/", people.change, name="person"),
        path("campaigns/<slug:key>/invitation/", people.invitation, name="invitation"),
        path("campaigns/<slug:key>/invitation/mail/", people.invite_by_mail, name="invitation-mail"),
        path("campaigns/<slug:key>/leave/", people.leave, name="leave"),
        # Rounds and the league
        path("campaigns/<slug:key>/league/", leagues.league, name="league"),
        path("campaigns/<slug:key>/league/rules/", leagues.rules, name="league-rules"),
        path("campaigns/<slug:key>/league/divisions/", leagues.divisions, name="league-divisions"),
        path("campaigns/<slug:key>/season/", seasons.season, name="season"),
        path("campaigns/<slug:key>/season/settle/", seasons.settle, name="season-settle"),
        path("campaigns/<slug:key>/season/finish/", seasons.finish, name="season-finish"),
        path("campaigns/<slug:key>/season/next/", seasons.follow, name="season-next"),
        path("campaigns/<slug:key>/season/certificates/", seasons.certificates, name="certificates"),
        path("campaigns/<slug:key>/rounds/plan/", leagues.plan, name="round-plan"),
        path("campaigns/<slug:key>/rounds/<int:number>/", leagues.round_page, name="round"),
        path("campaigns/<slug:key>/rounds/<int:number>/edit/", leagues.edit, name="round-edit"),
        path("campaigns/<slug:key>/rounds/<int:number>/pair/", leagues.pair, name="round-pair"),
        path("campaigns/<slug:key>/rounds/<int:number>/open/", leagues.open_all, name="round-open"),
        path("campaigns/<slug:key>/rounds/<int:number>/apply/", leagues.apply_all, name="round-apply"),
        path("campaigns/<slug:key>/scenarios/<int:number>/forfeit/", leagues.forfeit, name="scenario-forfeit"),
        # Scenarios
        path("campaigns/<slug:key>/scenarios/", scenarios.scenarios, name="scenarios"),
        path("campaigns/<slug:key>/nights/", calendars.campaign_nights, name="nights"),
        path("campaigns/<slug:key>/scenarios/plan/", scenarios.plan, name="scenario-plan"),
        path("campaigns/<slug:key>/scenarios/<int:number>/", scenarios.scenario, name="scenario"),
        path("campaigns/<slug:key>/scenarios/<int:number>/edit/", scenarios.edit, name="scenario-edit"),
        path("campaigns/<slug:key>/scenarios/<int:number>/night/", calendars.game_night, name="game-night"),
        path("campaigns/<slug:key>/scenarios/<int:number>/open/", scenarios.open_scenario, name="scenario-open"),
        path("campaigns/<slug:key>/scenarios/<int:number>/cancel/", scenarios.cancel, name="scenario-cancel"),
        path("campaigns/<slug:key>/scenarios/<int:number>/field/<int:warband>/", sides.field, name="field"),
        path("campaigns/<slug:key>/scenarios/<int:number>/withdraw/<int:warband>/", sides.withdraw, name="withdraw"),
        path("campaigns/<slug:key>/scenarios/<int:number>/report/", reports.report, name="report"),
        path("campaigns/<slug:key>/scenarios/<int:number>/confirm/", confirmations.confirm, name="report-confirm"),
        path("campaigns/<slug:key>/scenarios/<int:number>/dispute/", confirmations.dispute, name="report-dispute"),
        path("campaigns/<slug:key>/scenarios/<int:number>/settle/", confirmations.settle, name="dispute-settle"),
        path("campaigns/<slug:key>/scenarios/<int:number>/aftermath/", aftermath.aftermath, name="aftermath"),
        path("campaigns/<slug:key>/scenarios/<int:number>/spent/<int:warband>/", sides.spending, name="spending"),
        path("campaigns/<slug:key>/scenarios/<int:number>/correct-roll/", correcting.correct_roll, name="roll-correct"),
        path("campaigns/<slug:key>/scenarios/<int:number>/correct-feat/", correcting.correct_feat, name="feat-correct"),
        path(
            "campaigns/<slug:key>/warbands/<int:number>/member/correct/",
            correcting.correct_member,
            name="member-correct",
        ),
        path("campaigns/<slug:key>/journal/<int:number>/void/", journal.void, name="entry-void"),
    ],
    but=("list", "new", "feed"),
)
