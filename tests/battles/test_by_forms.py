"""A whole small battle by forms and reload: every step is a form of the page, sent as a browser sends it."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.battles.play import BattleTable, small_battle
from tests.warbands.verbs import text_of

pytestmark = pytest.mark.django_db
MOST_STEPS = 250


class FormPlayer:
    """Somebody without JavaScript who plays both sides of a battle."""

    def __init__(self, table: BattleTable) -> None:
        self.client = table.owner.client
        self.address = f"/battles/{table.key}/"
        self.strikes = self.rolls = 0
        self.page = LexborHTMLParser("")
        self.open(self.address)

    def open(self, address: str) -> None:
        """Follow a link."""
        self._read(self.client.get(address))

    def _read(self, answer: Any) -> None:
        assert answer.status_code == 200, text_of(answer)
        self.page = LexborHTMLParser(answer.content.decode())

    def press(self, button: LexborNode, **fields: str) -> None:
        """Send the form of a button, filled in with these fields."""
        form = button.parent
        while form is not None and form.tag != "form":
            form = form.parent
        assert form is not None
        sent = {**_fields(form), **fields}
        if name := button.attributes.get("name"):
            sent[name] = button.attributes.get("value") or ""
        self._read(self.client.post(form.attributes["action"], sent, follow=True))

    def step(self) -> None:
        """Do the next thing that the page asks for."""
        now = "section.battle-now "
        if begin := self.page.css_first('button[value="begin"]'):
            self.press(begin)
        elif faces := self.page.css(".die-face"):
            self.rolls += 1
            self.press(faces[7 * self.rolls % len(faces)])
        elif self.page.css(".face-fields input"):
            self.press(self.page.css(".battle-roll button")[-1], face="4")
        elif options := self.page.css(now + ".battle-options button"):
            self.press(options[0])
        elif passes := self.page.css(now + 'button[name="by"]'):
            self.press(passes[0])
        elif ready := self.page.css(".creature-button"):
            self.press(ready[0])
        elif form := self.page.css_first("form.aim"):
            target = form.css_first('input[name="target"]')
            self.strikes += 1
            self.press(form.css_first("button.primary"), target=target.attributes["value"] or "")
        elif strikes := [node for node in self.page.css(now + "a.option") if "feature" in str(node.attributes["href"])]:
            self.open(str(strikes[0].attributes["href"]))
        else:
            self.press(self.page.css(".end-turn button.primary")[0])


def _fields(form: LexborNode) -> dict[str, str]:
    values = {}
    for field in form.css("input"):
        name, kind = field.attributes.get("name"), field.attributes.get("type")
        if name and (kind not in ("checkbox", "radio") or "checked" in field.attributes):
            values[name] = field.attributes.get("value") or ""
    for field in form.css("select"):
        option = field.css_first("option[selected]") or field.css_first("option")
        values[str(field.attributes["name"])] = option.attributes.get("value") or ""
    return values


def test_a_battle_is_played_by_forms_alone_from_its_first_die_to_its_result() -> None:
    table = small_battle(dice="entered")
    player = FormPlayer(table)
    for _ in range(MOST_STEPS):
        if table.battle.status == "over":
            break
        player.step()
    assert table.battle.status == "over", text_of(player.client.get(player.address))
    assert player.strikes > 2
    assert table.folded.state.result is not None
    player.open(f"{player.address}result/")
    shown = player.page.body.text() if player.page.body else ""
    assert "Eliminated" in shown
    assert table.folded.state.result.sentence({"a": "Red", "b": "Blue"}) in shown
