"""Pages of routes that are looked at once more in another form, and pages that are not there."""

MORE_PAGES = [
    "/homebrew/new/",
    "/creatures/?q=no-such-creature-anywhere",
    "/creatures/?level_from=nonsense",
    "/glossary/victory-condition/",
    "/glossary/terrain-tile/donjon/",
    "/glossary/objective/",
    "/compare/",
    "/print/creatures/",
    "/print/creatures/?creature=nobody&creature=boar",
    "/print/items/?kind=daily",
    "/print/conditions/?of=",
    "/print/blank/?number=99999",
    "/matchup/",
    "/collection/",
    "/random-box/",
    "/search/",
    "/accounts/password/reset/key/x-y/",
]
MISSING_PAGES = [
    "/creatures/no-such-creature/",
    "/glossary/condition/no-such/",
    "/no-such-page/",
    "/print/no-such-thing/",
    "/shared/nothing/",
    "/campaigns/nothing/",
    "/campaigns/join/nothing/",
    "/campaigns/watch/nothing/",
    "/matchup/?first=w:nothing&second=s:nothing",
]
