"""The glossary with what a site's editors changed, added and noted: shown, found, and taken back."""

import pytest
from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser

from compendium.models import GlossaryTerm, Source
from compendium.selectors.entries import site_glossary
from compendium.services.builtin import compendium_load, entry_save
from rules.glossary import catalog
from tests.copies import built_in_compendium
from tests.reading import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def prone():
    built_in_compendium()
    return GlossaryTerm.objects.get(key="status--prone")


@pytest.fixture
def boss(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("boss", password="correct horse battery"))
    return client


def change(term: GlossaryTerm, **values: str) -> None:
    for name, value in values.items():
        setattr(term, name, value)
    entry_save(entry=term)


def shown(client, address: str) -> str:
    main = LexborHTMLParser(client.get(address).content.decode()).css_first("main")
    return words_of(main)


def added(**values: str) -> dict[str, object]:
    term = {"name": "Mud Fight", "kind": "terrain-trait", "summary": "Fighting in mud.", "text": "It is *wet* there."}
    return {"source": Source.objects.get(key="hb").pk, "license": "own work", "aliases": "", "note": ""} | term | values


def test_without_changes_the_glossary_is_that_of_the_rules(prone):
    assert site_glossary().entries == catalog.entries()
    assert site_glossary().changes == {}


def test_a_note_stands_on_the_page_and_is_found(client, prone):
    change(prone, note="At our club, standing up costs 2 AP. Zzyzx.\n\n<b>Always.</b>")
    page = shown(client, "/glossary/status/prone/")
    assert "Note from this site At our club, standing up costs 2 AP. Zzyzx. <b>Always.</b>" in page
    assert "On this site edited or annotated" in page
    for address in ("/glossary/?q=zzyzx", "/search/?q=zzyzx"):
        assert "prone" in shown(client, address)
    assert "Note from this site" not in shown(client, "/glossary/status/dying/")


def test_an_edited_text_is_shown_with_the_facts_of_the_rules(client, prone):
    before = catalog.by_key()["status", "prone"]
    change(prone, summary="Flat on the ground.", text="It lies there.")
    for address in ("/glossary/status/prone/", "/glossary/status/"):
        assert "Flat on the ground." in shown(client, address)
        assert before.summary not in shown(client, address)
    assert site_glossary().by_address["status", "prone"].facts == before.facts
    answer = client.get("/api/v1/glossary/status/prone/").json()
    assert answer["summary"] == "Flat on the ground."
    assert "Flat on the ground" in shown(client, "/search/?q=prone")


def test_an_edit_is_marked_kept_by_the_next_load_and_taken_back(boss, prone):
    change(prone, summary="Flat on the ground.", note="Ours.")
    report = compendium_load()
    assert (report.edited, report.updated) == (["glossary entry status--prone"], 0)
    listed = reverse("admin:compendium_glossaryterm_changelist")
    assert [row.key for row in boss.get(f"{listed}?is_edited__exact=1").context["cl"].result_list] == ["status--prone"]
    boss.post(listed, {"action": "back_to_built_in", "_selected_action": [prone.pk]})
    prone.refresh_from_db()
    assert (prone.is_edited, prone.note, prone.summary) == (False, "", catalog.by_key()["status", "prone"].summary)
    assert site_glossary().changes == {}


def test_an_entry_that_was_added_has_its_page_and_is_found_until_it_is_deleted(boss, prone):
    before = shown(boss, "/glossary/")
    assert boss.post(reverse("admin:compendium_glossaryterm_add"), added()).status_code == 302
    term = GlossaryTerm.objects.get(name="Mud Fight")
    assert (term.key, term.is_built_in, term.is_edited) == ("terrain-trait--mud-fight", False, False)
    page = shown(boss, "/glossary/terrain-trait/mud-fight/")
    assert "It is *wet* there." in page
    assert "Source Homebrew On this site added" in page
    for address in ("/glossary/terrain-trait/", "/glossary/?q=mud+fight", "/search/?q=mud+fights"):
        assert "Mud Fight" in shown(boss, address)
    assert boss.get("/api/v1/glossary/terrain-trait/mud-fight/").json()["source"] == "hb"
    boss.post(reverse("admin:compendium_glossaryterm_delete", args=[term.pk]), {"post": "yes"})
    assert boss.get("/glossary/terrain-trait/mud-fight/").status_code == 404
    assert shown(boss, "/glossary/") == before


@pytest.mark.parametrize("kind", list(catalog.KINDS))
def test_an_entry_of_every_kind_has_a_page(client, prone, kind):
    change(GlossaryTerm(kind=kind, name="Own", summary="Ours.", source=Source.objects.get(key="hb")))
    assert "Ours." in shown(client, f"/glossary/{kind}/own/")
    assert "Ours." in shown(client, f"/glossary/{kind}/")


@pytest.mark.parametrize(
    "values", [{"name": "Prone", "kind": "status"}, {"source": "built in"}, {"kind": "no-such-kind"}, {"summary": ""}]
)
def test_what_cannot_be_added_is_refused(boss, prone, values):
    if "source" in values:
        values = {"source": prone.source_id}
    count = GlossaryTerm.objects.count()
    assert boss.post(reverse("admin:compendium_glossaryterm_add"), added(**values)).status_code == 200
    assert GlossaryTerm.objects.count() == count


def test_what_comes_with_muster_cannot_be_deleted_and_keeps_its_name(boss, prone):
    assert (
        boss.post(reverse("admin:compendium_glossaryterm_delete", args=[prone.pk]), {"post": "yes"}).status_code == 403
    )
    url = reverse("admin:compendium_glossaryterm_change", args=[prone.pk])
    boss.post(url, added(name="Other", kind="action"))
    prone.refresh_from_db()
    assert (prone.name, prone.kind, prone.text) == ("prone", "status", "It is *wet* there.")
