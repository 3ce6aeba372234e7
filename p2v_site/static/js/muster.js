/* What pages gain where JavaScript runs: the meaning of a term on hover, focus and tap, and
   lists that follow what is typed (htmx does that). Every page works without any of it. */

"use strict";

/* --- Navigation -------------------------------------------------------------------------------------------------- */

{
  // Where the bar scrolls sideways, the page one is on shall be in sight.
  const here = document.querySelector(".site-nav [aria-current]");
  const bar = here?.parentElement;
  if (bar && here.offsetLeft + here.offsetWidth > bar.offsetLeft + bar.clientWidth) bar.scrollLeft = bar.scrollWidth;
}

/* --- Terms ------------------------------------------------------------------------------------------------------- */

{
  const GAP = 6; // pixels between a word and its meaning
  let term = null;
  let tip = null;
  let leaving = 0;

  const hide = () => {
    clearTimeout(leaving);
    if (tip?.matches(":popover-open")) tip.hidePopover();
    term?.removeAttribute("data-open");
    term = tip = null;
  };

  const place = () => {
    const word = term.getClientRects()[0];
    const box = tip.getBoundingClientRect();
    const left = Math.min(Math.max(GAP, word.left), innerWidth - box.width - GAP);
    const below = word.bottom + GAP;
    const fits = below + box.height <= innerHeight || word.top - GAP - box.height < 0;
    tip.style.left = `${left}px`;
    tip.style.top = `${fits ? below : word.top - GAP - box.height}px`;
  };

  const show = (link) => {
    clearTimeout(leaving);
    if (link === term) return;
    hide();
    const meaning = document.getElementById(link.getAttribute("aria-describedby"));
    if (!meaning?.showPopover) return;
    term = link;
    tip = meaning;
    term.setAttribute("data-open", "");
    tip.showPopover();
    place();
  };

  const leave = () => {
    clearTimeout(leaving);
    leaving = setTimeout(hide, 160);
  };

  const termAt = (target) => (target instanceof Element ? target.closest(".term[aria-describedby]") : null);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = termAt(event.target);
    if (link) show(link);
    else if (tip?.contains(event.target)) clearTimeout(leaving);
    else if (tip && document.activeElement !== term) leave();
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

/* --- Buttons pressed in a hurry ----------------------------------------------------------------------------------- */

// A form that waits for the answer to the press before may find its button gone: the press is sent all the same.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const button = detail.triggeringEvent?.submitter;
  if (button?.name) detail.parameters[button.name] = button.value;
});

/* --- What is printed ---------------------------------------------------------------------------------------------- */

{
  const printed = document.getElementById("printed");
  const crosses = () => [...document.querySelectorAll(".print-lines li .button")];

  // What could not be fetched is not what the picture shows: say so in its place.
  const tell = (words) => {
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.role = "alert";
    notice.textContent = words;
    printed.replaceChildren(notice);
  };

  if (printed) {
    let pressed = -1;
    document.body.addEventListener("htmx:beforeSwap", () => {
      pressed = crosses().indexOf(document.activeElement);
    });
    // Whoever takes creatures out by keyboard goes on with the next one.
    document.body.addEventListener("htmx:afterSettle", () => {
      if (pressed < 0 || document.activeElement !== document.body) return;
      const left = crosses();
      (left[Math.min(pressed, left.length - 1)] ?? document.querySelector(".print-more a"))?.focus();
      pressed = -1;
    });
    document.body.addEventListener("htmx:responseError", ({ detail }) =>
      tell(
        detail.xhr.status === 404
          ? "What you print here is not there any more. Load the page again."
          : `The site could not draw this (error ${detail.xhr.status}). Load the page again.`,
      ),
    );
    document.body.addEventListener("htmx:sendError", () =>
      tell("The site did not answer. Choose once more when you are online."),
    );
  }
}

/* --- Copying and printing ---------------------------------------------------------------------------------------- */

{
  // Without HTTPS a browser has no clipboard to write to, but still copies what is selected.
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

  // A link to a member of a shared warband opens it; paper shows everybody, in browsers too that print no closed fold.
  for (const link of document.querySelectorAll(".roll-call a")) {
    link.addEventListener("click", () => {
      document.getElementById(link.hash.slice(1)).open = true;
    });
  }

  for (const menu of document.querySelectorAll(".row-menu")) {
    menu.addEventListener("toggle", () => menu.open && menu.lastElementChild.scrollIntoView({ block: "nearest" }));
  }

  addEventListener("beforeprint", () => {
    for (const member of document.querySelectorAll(".sheet-member")) member.open = true;
  });
}
