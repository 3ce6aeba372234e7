/* Suggestions below the boxes that search everything, by pointer and keyboard: the combobox pattern of ARIA. HTMX fetches
   them. Without this script a box is a plain form. */

"use strict";

{
  const SHORTEST = 2; // letters for which suggestions are worth a request

  const suggest = (input, list) => {
    let active = null;
    // The text whose suggestions the list holds; Escape keeps it closed until the text changes.
    let dismissed = false;

    const activate = (option) => {
      active?.setAttribute("aria-selected", "false");
      active = option ?? null;
      if (active) {
        active.setAttribute("aria-selected", "true");
        active.scrollIntoView({ block: "nearest" });
        input.setAttribute("aria-activedescendant", active.id);
      } else {
        input.removeAttribute("aria-activedescendant");
      }
    };

    const show = (open) => {
      list.hidden = !open;
      input.setAttribute("aria-expanded", String(open));
      if (!open) activate(null);
    };

    const move = (by) => {
      const options = [...list.children];
      if (!options.length) return;
      show(true);
      // One step beyond either end is the box itself.
      const stops = [null, ...options];
      activate(stops[(stops.indexOf(active) + by + stops.length) % stops.length]);
    };

    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", list.id);
    show(false);

    input.addEventListener("input", () => {
      dismissed = false;
      activate(null);
      if (input.value.trim().length < SHORTEST) {
        list.replaceChildren();
        show(false);
      }
    });
    input.addEventListener("htmx:configRequest", (event) => {
      if (input.value.trim().length < SHORTEST) event.preventDefault();
    });
    // An answer that comes after an option was chosen leaves the choice where it was.
    list.addEventListener("htmx:afterSwap", () => {
      const chosen = active?.dataset.href;
      activate(chosen ? [...list.children].find((option) => option.dataset.href === chosen) : null);
      show(document.activeElement === input && !dismissed && list.children.length > 0);
    });
    // An answer that comes after the box was emptied is not shown.
    list.addEventListener("htmx:beforeSwap", (event) => {
      if (input.value.trim().length < SHORTEST) event.detail.shouldSwap = false;
    });

    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (!list.children.length) return;
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter" && active) {
        event.preventDefault();
        location.assign(active.dataset.href);
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        dismissed = true;
        show(false);
      }
    });
    input.addEventListener("blur", () => show(false));

    // The box keeps the focus while an option is pressed.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) location.assign(option.dataset.href);
    });
  };

  for (const input of document.querySelectorAll("input[data-suggestions]")) {
    suggest(input, document.getElementById(input.dataset.suggestions));
  }
}
