/* JavaScript of the form of a homebrew creature: what is wrong stands beside its field as somebody types, features are
   called by their names, and emblems are found by name. The form works without it. */

"use strict";

{
  const form = document.getElementById("card-form");
  const preview = document.getElementById("preview");

  /* --- Faults beside their fields ------------------------------------------------------------------------------- */

  const clearFaults = () => {
    for (const fault of form.querySelectorAll(".field > .errors")) fault.remove();
    for (const field of form.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      const described = (field.getAttribute("aria-describedby") ?? "").replace(`${field.id}_error`, "").trim();
      if (described) field.setAttribute("aria-describedby", described);
      else field.removeAttribute("aria-describedby");
    }
  };

  const showFault = (field, message) => {
    const fault = document.createElement("span");
    fault.className = "errors";
    fault.id = `${field.id}_error`;
    fault.textContent = message;
    field.closest(".field")?.append(fault);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${fault.id}`.trim());
  };

  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target !== preview) return;
    clearFaults();
    for (const line of preview.querySelectorAll("[data-field]")) {
      const field = document.getElementById(line.dataset.field);
      if (field && form.contains(field)) showFault(field, line.querySelector(".message").textContent);
    }
  });

  // The figures stay open while the card is drawn anew.
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== preview) return;
    const wasOpen = document.getElementById("judgment-figures")?.open;
    if (wasOpen)
      detail.serverResponse = detail.serverResponse.replace('id="judgment-figures"', 'id="judgment-figures" open');
  });

  // A fault inside a closed part of the form opens it.
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a[href^='#id_']") : null;
    const field = link && document.getElementById(link.hash.slice(1));
    if (!field) return;
    for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    field.focus();
  });

  const showFailure = ({ detail }) => {
    if (detail.target !== preview) return;
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.role = "alert";
    notice.textContent = "The card cannot be drawn just now. What you typed is still in the form.";
    preview.replaceChildren(notice);
  };
  document.body.addEventListener("htmx:responseError", showFailure);
  document.body.addEventListener("htmx:sendError", showFailure);

  // The card is drawn already: the button only goes there.
  form.querySelector('button[value="preview"]').addEventListener("click", (event) => {
    event.preventDefault();
    preview.scrollIntoView();
    preview.focus({ preventScroll: true });
  });

  /* --- What was typed and not saved ------------------------------------------------------------------------------- */

  let isEdited = form.querySelector(".notice") !== null;
  form.addEventListener("input", () => {
    isEdited = true;
  });
  form.addEventListener("submit", () => {
    isEdited = false;
  });
  addEventListener("beforeunload", (event) => {
    if (isEdited) event.preventDefault();
  });

  /* --- Features by their names ---------------------------------------------------------------------------------- */

  form.addEventListener("input", ({ target }) => {
    if (!/^features-\d+-name$/.test(target.name)) return;
    const name = target.closest(".feature-form").querySelector(".feature-title");
    name.textContent = target.value || "New feature";
  });

  /* --- Emblems by name ------------------------------------------------------------------------------------------ */

  const search = document.querySelector("[data-emblem-search]");
  if (search) {
    search.hidden = false;
    search.querySelector("input").addEventListener("input", (event) => {
      event.stopPropagation();
      const words = event.target.value.trim().toLowerCase();
      for (const choice of form.querySelectorAll(".emblem-choice")) {
        choice.hidden = !choice.textContent.toLowerCase().includes(words);
      }
    });
  }
}
