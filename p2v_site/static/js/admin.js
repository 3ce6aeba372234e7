/* What the admin gains where JavaScript runs: a card drawn as one types, features moved with buttons,
   and suggestions for the last word of a list. Every form works without any of it. */

"use strict";

/* --- The card beside the form ------------------------------------------------------------------------------------ */

for (const preview of document.querySelectorAll(".card-preview[data-preview-url]")) {
  const form = document.getElementById(preview.dataset.previewForm);
  const drawn = preview.shadowRoot?.getElementById("drawn");
  if (!form || !drawn || !preview.dataset.previewUrl) continue;
  let waiting = 0;
  let asked = null;

  const draw = async () => {
    asked?.abort();
    asked = new AbortController();
    preview.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(preview.dataset.previewUrl, {
        method: "POST",
        body: new FormData(form),
        headers: { "X-Requested-With": "fetch" },
        signal: asked.signal,
      });
      if (!answer.ok) throw new Error(`${answer.status}`);
      drawn.innerHTML = await answer.text();
      preview.removeAttribute("aria-busy");
    } catch (fault) {
      if (fault.name === "AbortError") return;
      drawn.textContent = "The card cannot be drawn just now; what you typed is still in the form.";
      preview.removeAttribute("aria-busy");
    }
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(draw, 350);
  };
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  form.addEventListener("features-moved", soon);
  document.addEventListener("formset:added", soon);
  document.addEventListener("formset:removed", soon);
  // A form that came back with faults holds more than what is stored.
  if (document.querySelector(".errornote")) draw();
  // A link of the card leads away from the form: it opens beside it.
  drawn.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && !link.getAttribute("href").startsWith("#")) link.target = "_blank";
  });
}

/* --- Features in order ------------------------------------------------------------------------------------------- */

for (const group of document.querySelectorAll(".feature-forms")) {
  const rows = () => [...group.querySelectorAll(".inline-related:not(.empty-form)")];
  const number = () => {
    rows().forEach((row, index) => {
      const place = row.querySelector('input[name$="-position"]');
      if (place) place.value = index + 1;
    });
    group.dispatchEvent(new Event("features-moved", { bubbles: true }));
  };
  const move = (row, step) => {
    const all = rows();
    const other = all[all.indexOf(row) + step];
    if (!other) return;
    if (step < 0) other.before(row);
    else other.after(row);
    number();
  };
  const equip = (row) => {
    const moves = row.querySelector(".feature-moves");
    if (!moves || !row.querySelector('input[name$="-position"]')) return;
    moves.replaceChildren();
    for (const [sign, words, step] of [
      ["↑", "Move up", -1],
      ["↓", "Move down", 1],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.title = words;
      button.setAttribute("aria-label", words);
      button.addEventListener("click", () => {
        move(row, step);
        button.focus();
      });
      moves.append(button);
    }
  };
  rows().forEach(equip);
  document.addEventListener("formset:added", (event) => {
    if (!group.contains(event.target)) return;
    equip(event.target);
    number();
    event.target.querySelector('input[name$="-name"]')?.focus();
  });
  group.addEventListener("input", (event) => {
    if (!event.target.name?.endsWith("-name")) return;
    const label = event.target.closest(".inline-related").querySelector(".inline_label");
    label.textContent = event.target.value || "New feature";
  });
}

/* --- Suggestions for the last word of a list ----------------------------------------------------------------------- */

{
  // A list element suggests whole values; in "Athletics, St" only the part after the last separator is to be suggested.
  const separated = /^(.*(?:[,;]|\band)\s*)[^,;]*$/s;
  document.addEventListener("input", (event) => {
    const field = event.target;
    const listId = field.dataset?.words ?? field.getAttribute?.("list");
    if (!listId) return;
    const words = document.getElementById(listId);
    if (!words) return;
    field.dataset.words = listId;
    const before = field.value.match(separated)?.[1] ?? "";
    const own = document.getElementById(`${field.id}-words`) ?? document.createElement("datalist");
    own.id = `${field.id}-words`;
    own.replaceChildren(
      ...[...words.options].map((option) => {
        const offered = document.createElement("option");
        offered.value = before + option.value;
        return offered;
      }),
    );
    field.after(own);
    field.setAttribute("list", own.id);
  });
}
