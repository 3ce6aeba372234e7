/* JavaScript of the admin: a card drawn while its form is filled in, and buttons that move features. Every form works
   without it. */

"use strict";

/* --- The card beside the form ------------------------------------------------------------------------------------ */

for (const preview of document.querySelectorAll(".card-preview[data-preview-url]")) {
  const form = document.getElementById(preview.dataset.previewForm);
  const card = preview.shadowRoot?.getElementById("drawn");
  if (!form || !card || !preview.dataset.previewUrl) continue;
  let timer = 0;
  let request = null;

  const drawCard = async () => {
    request?.abort();
    request = new AbortController();
    preview.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(preview.dataset.previewUrl, {
        method: "POST",
        body: new FormData(form),
        headers: { "X-Requested-With": "fetch" },
        signal: request.signal,
      });
      if (!response.ok) throw new Error(`${response.status}`);
      card.innerHTML = await response.text();
      preview.removeAttribute("aria-busy");
    } catch (error) {
      if (error.name === "AbortError") return;
      card.textContent = "The card cannot be drawn just now; what you typed is still in the form.";
      preview.removeAttribute("aria-busy");
    }
  };
  const scheduleDrawing = () => {
    clearTimeout(timer);
    timer = setTimeout(drawCard, 350);
  };
  form.addEventListener("input", scheduleDrawing);
  form.addEventListener("change", scheduleDrawing);
  form.addEventListener("features-moved", scheduleDrawing);
  document.addEventListener("formset:added", scheduleDrawing);
  document.addEventListener("formset:removed", scheduleDrawing);
  // A form that was refused holds values that are not stored.
  if (document.querySelector(".errornote")) drawCard();
  // A link on the card opens in a new tab, so that the form is not lost.
  card.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && !link.getAttribute("href").startsWith("#")) link.target = "_blank";
  });
}

/* --- Features in order ------------------------------------------------------------------------------------------- */

for (const group of document.querySelectorAll(".feature-forms")) {
  const rows = () => [...group.querySelectorAll(".inline-related:not(.empty-form)")];
  const renumber = () => {
    rows().forEach((row, index) => {
      const position = row.querySelector('input[name$="-position"]');
      if (position) position.value = index + 1;
    });
    group.dispatchEvent(new Event("features-moved", { bubbles: true }));
  };
  const move = (row, step) => {
    const all = rows();
    const neighbor = all[all.indexOf(row) + step];
    if (!neighbor) return;
    if (step < 0) neighbor.before(row);
    else neighbor.after(row);
    renumber();
  };
  const addButtons = (row) => {
    const moves = row.querySelector(".feature-moves");
    if (!moves || !row.querySelector('input[name$="-position"]')) return;
    moves.replaceChildren();
    for (const [sign, label, step] of [
      ["↑", "Move up", -1],
      ["↓", "Move down", 1],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => {
        move(row, step);
        button.focus();
      });
      moves.append(button);
    }
  };
  rows().forEach(addButtons);
  document.addEventListener("formset:added", (event) => {
    if (!group.contains(event.target)) return;
    addButtons(event.target);
    renumber();
    event.target.querySelector('input[name$="-name"]')?.focus();
  });
  group.addEventListener("input", (event) => {
    if (!event.target.name?.endsWith("-name")) return;
    const label = event.target.closest(".inline-related").querySelector(".inline_label");
    label.textContent = event.target.value || "New feature";
  });
}
