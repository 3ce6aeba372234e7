/* JavaScript of the pages: the meaning of a term on hover, focus and tap, the focus on pages that are printed, and
   buttons that copy and print. Every page works without it. */

"use strict";

/* --- Terms ------------------------------------------------------------------------------------------------------- */

{
  const GAP = 6; // pixels between a word and its meaning
  let term = null;
  let tip = null;
  let hideTimer = 0;

  const hide = () => {
    clearTimeout(hideTimer);
    if (tip?.matches(":popover-open")) tip.hidePopover();
    term?.removeAttribute("data-open");
    term = tip = null;
  };

  const positionTip = () => {
    const word = term.getClientRects()[0];
    const box = tip.getBoundingClientRect();
    const left = Math.min(Math.max(GAP, word.left), innerWidth - box.width - GAP);
    const below = word.bottom + GAP;
    const fitsBelow = below + box.height <= innerHeight || word.top - GAP - box.height < 0;
    tip.style.left = `${left}px`;
    tip.style.top = `${fitsBelow ? below : word.top - GAP - box.height}px`;
  };

  const show = (link) => {
    clearTimeout(hideTimer);
    if (link === term) return;
    hide();
    const meaning = document.getElementById(link.getAttribute("aria-describedby"));
    if (!meaning?.showPopover) return;
    term = link;
    tip = meaning;
    term.setAttribute("data-open", "");
    tip.showPopover();
    positionTip();
  };

  const hideSoon = () => {
    clearTimeout(hideTimer);
    hideTimer = setTimeout(hide, 160);
  };

  const termAt = (target) => (target instanceof Element ? target.closest(".term[aria-describedby]") : null);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = termAt(event.target);
    if (link) show(link);
    else if (tip?.contains(event.target)) clearTimeout(hideTimer);
    else if (tip && document.activeElement !== term) hideSoon();
  });
  document.addEventListener("focusin", (event) => {
    const link = termAt(event.target);
    if (link?.matches(":focus-visible")) show(link);
    else if (!link) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && tip) hide();
  });
  // The first tap shows what the word means, the second opens its entry.
  document.addEventListener("click", (event) => {
    const link = termAt(event.target);
    if (link && event.pointerType === "touch" && link !== term) {
      event.preventDefault();
      show(link);
    } else if (!link && tip && !tip.contains(event.target)) {
      hide();
    }
  });
  document.addEventListener("scroll", () => tip && hide(), { capture: true, passive: true });
}

/* --- Buttons pressed twice ----------------------------------------------------------------------------------------- */

// A response to an earlier press may replace the button before the form is sent. Send the value of the button anyway.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const button = detail.triggeringEvent?.submitter;
  if (button?.name) detail.parameters[button.name] = button.value;
});

/* --- Typed before the page was ready ------------------------------------------------------------------------------ */

// A player may type before HTMX knows a box that has just come: search for that as soon as it does.
document.body.addEventListener("htmx:load", ({ target }) => {
  for (const field of target.querySelectorAll("input[type=search]")) {
    if (!field.form?.matches("[hx-trigger^=input]") || field.value === field.defaultValue) continue;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

/* --- What is printed ---------------------------------------------------------------------------------------------- */

{
  const printed = document.getElementById("printed");
  const removeButtons = () => [...document.querySelectorAll(".print-lines li .button")];

  // Replace a picture that could not be updated with the reason.
  const showError = (message) => {
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.role = "alert";
    notice.textContent = message;
    printed.replaceChildren(notice);
  };

  if (printed) {
    let pressedIndex = -1;
    document.body.addEventListener("htmx:beforeSwap", () => {
      pressedIndex = removeButtons().indexOf(document.activeElement);
    });
    // After a creature is removed by keyboard, focus the button that removes the next one.
    document.body.addEventListener("htmx:afterSettle", () => {
      if (pressedIndex < 0 || document.activeElement !== document.body) return;
      const remaining = removeButtons();
      (remaining[Math.min(pressedIndex, remaining.length - 1)] ?? document.querySelector(".print-more a"))?.focus();
      pressedIndex = -1;
    });
    document.body.addEventListener("htmx:responseError", ({ detail }) =>
      showError(
        detail.xhr.status === 404
          ? "What you print here no longer exists. Load the page again."
          : detail.xhr.status === 429
            ? detail.xhr.responseText
            : `The site could not draw this (error ${detail.xhr.status}). Load the page again.`,
      ),
    );
    document.body.addEventListener("htmx:sendError", () =>
      showError("The site did not answer. Choose once more when you are online."),
    );
  }
}

/* --- Copying and printing ---------------------------------------------------------------------------------------- */

{
  // Without HTTPS, browsers have no clipboard API but still copy the selection.
  const copy = async (field) => {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) throw new Error("not copied");
  };

  for (const button of document.querySelectorAll("button[data-copies]")) {
    const field = document.getElementById(button.dataset.copies);
    const label = button.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      try {
        await copy(field);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Selected";
      }
      setTimeout(() => {
        button.textContent = label;
      }, 2500);
    });
  }

  for (const button of document.querySelectorAll("button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  // A time zone that no one has chosen is that of this browser, where the list has it.
  for (const select of document.querySelectorAll("select[data-own-zone]")) {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...select.options].some((option) => option.value === own)) select.value = own;
  }

  // A link to a member of a shared warband opens it.
  for (const link of document.querySelectorAll(".roll-call a")) {
    link.addEventListener("click", () => {
      document.getElementById(link.hash.slice(1)).open = true;
    });
  }

  // Minions go where their commander goes.
  for (const minion of document.querySelectorAll("input[data-minion-of]")) {
    const commander = minion.form.querySelector(`input[name="member"][value="${CSS.escape(minion.dataset.minionOf)}"]`);
    commander?.addEventListener("change", () => {
      if (minion.disabled || minion.checked === commander.checked) return;
      minion.checked = commander.checked;
      minion.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  for (const menu of document.querySelectorAll(".row-menu")) {
    menu.addEventListener("toggle", () => menu.open && menu.lastElementChild.scrollIntoView({ block: "nearest" }));
  }

  // Some browsers do not print what is inside a closed <details>: open all members.
  addEventListener("beforeprint", () => {
    for (const member of document.querySelectorAll(".sheet-member")) member.open = true;
  });
}

/* --- The key "/" goes to the search of the page, or to that of the site ------------------------------------------- */

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.isContentEditable || event.target.closest?.("input, textarea, select");
  if (isTyping || event.isComposing || event.defaultPrevented) return;
  const fields = document.querySelectorAll("main input[type=search], .masthead input[type=search]");
  const seen = [...fields].filter((field) => field.checkVisibility({ visibilityProperty: true }));
  const field = seen.find((one) => one.closest("main")) ?? seen[0];
  if (!field || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/* --- The menu of a screen of play ---------------------------------------------------------------------------------- */

{
  const menu = document.querySelector(".play-menu");
  const close = (event) => {
    if (!menu.open || menu.contains(event.target)) return;
    menu.open = false;
  };

  if (menu) {
    document.addEventListener("click", close);
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open || event.defaultPrevented) return;
      menu.open = false;
      menu.firstElementChild.focus();
    });
  }
}

/* --- Without a network ------------------------------------------------------------------------------------------- */

// A browser offers service workers on https and on this machine alone; elsewhere nothing is kept.
if (navigator.serviceWorker) {
  const isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker
    .register("/service-worker.js", { updateViaCache: "none" })
    .then(() => navigator.serviceWorker.ready)
    .then((registration) => isFirst && registration.active?.postMessage("keep"))
    .catch((fault) => console.warn(`Pages are not kept for reading without a network: ${fault}`));
}

// A page that follows others has an answer: it is of now, and its kept copy gets the part that was drawn anew.
document.addEventListener("muster:answered", ({ detail }) => {
  if (detail) navigator.serviceWorker?.controller?.postMessage({ part: detail });
  document.getElementById("kept-notice")?.remove();
});

/* --- The menu of the account ------------------------------------------------------------------------------------- */

{
  const menu = document.querySelector(".account-menu");
  document.addEventListener("click", (event) => {
    if (menu?.open && !menu.contains(event.target)) menu.open = false;
  });
  menu?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
