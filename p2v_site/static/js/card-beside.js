/* The card of a creature beside the list that it stands in: by pointer and focus where there is room, by a tap elsewhere.
   Escape puts it away; it stays while the pointer is on its row or on the card itself. */

"use strict";

{
  const OPENS_AFTER = 350; // milliseconds, so that a pointer on its way opens nothing
  const CLOSES_AFTER = 250;
  const GAP = 8; // pixels

  const panel = document.getElementById("card-beside");
  const hasRoom = matchMedia("(hover: hover) and (width >= 62rem)");
  let row = null; // whose card is shown
  let dismissed = null; // whose card was put away while the pointer is still on it
  let timer = 0;

  const linkOf = (one) => one.querySelector(".recruit-what a");
  const rowAt = (target, part = ".recruit") =>
    target instanceof Element ? (target.closest(part)?.closest(".recruit") ?? null) : null;

  const hide = () => {
    clearTimeout(timer);
    if (panel.matches(":popover-open")) panel.hidePopover();
    row = null;
  };

  const place = () => {
    if (!row || !hasRoom.matches) return;
    // At the far edge and under the points, so that both these and the names of members stay in sight.
    const edges = (selector) => document.querySelector(selector).getBoundingClientRect();
    const least = Math.max(0, edges(".tally").bottom) + GAP;
    panel.style.setProperty("--least", `${least}px`);
    const right = document.documentElement.clientWidth - panel.offsetWidth - GAP;
    const top = Math.min(row.getBoundingClientRect().top - GAP, innerHeight - panel.offsetHeight - GAP);
    panel.style.setProperty("--beside", `${Math.max(edges("#creatures").right + GAP, right)}px`);
    panel.style.setProperty("--top", `${Math.max(least, top)}px`);
  };

  const show = (one) => {
    clearTimeout(timer);
    if (!one.isConnected || one === row) return;
    row = one;
    const link = linkOf(one);
    const add = one.querySelector("button[id^='add-']");
    panel.setAttribute("aria-label", `Card of ${link.textContent}`);
    document.getElementById("beside-page").href = link.href;
    document.getElementById("beside-add").value = add.value;
    if (panel.dataset.shows !== link.href) {
      panel.dataset.shows = link.href;
      const card = document.getElementById("beside-card");
      card.replaceChildren();
      htmx.ajax("GET", `${link.pathname}card/`, { source: card, target: card, swap: "innerHTML" });
    }
    panel.showPopover();
    place();
  };

  const later = (act, delay) => {
    clearTimeout(timer);
    timer = setTimeout(act, delay);
  };

  // On a wide screen: pointer and focus.
  document.addEventListener("pointerover", (event) => {
    if (!hasRoom.matches || event.pointerType === "touch") return;
    const over = rowAt(event.target);
    if (over !== dismissed) dismissed = null;
    if (panel.contains(event.target) || (over && over === row)) clearTimeout(timer);
    else if (over && rowAt(event.target, ".recruit-what, .recruit > .emblem")) {
      if (over !== dismissed) later(() => show(over), OPENS_AFTER);
    } else if (row && !row.contains(document.activeElement)) later(hide, CLOSES_AFTER);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    if (!hasRoom.matches || panel.contains(event.target)) return;
    const link = event.target.closest(".recruit-what a");
    if (link?.matches(":focus-visible")) later(() => show(rowAt(link)), OPENS_AFTER);
    else if (row && rowAt(event.target) !== row) hide();
  });

  // Elsewhere: a tap opens it as a sheet, which has the focus until it is closed.
  document.addEventListener("click", (event) => {
    if (panel.contains(event.target)) {
      if (!event.target.closest("#beside-close, #beside-add")) return;
      const back = row ? linkOf(row) : null;
      hide();
      back?.focus({ preventScroll: true });
      return;
    }
    const link = event.target instanceof Element ? event.target.closest(".recruit-what a") : null;
    if (link && !hasRoom.matches && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(rowAt(link));
      panel.focus();
    } else if (row) hide();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !row) return;
    const back = panel.contains(document.activeElement) ? linkOf(row) : null;
    dismissed = row;
    hide();
    back?.focus({ preventScroll: true });
  });

  // A new list has other rows; a card that has come has its height.
  document.body.addEventListener("htmx:afterSwap", () => {
    if (row && !row.isConnected) hide();
    else place();
  });
  panel.addEventListener("htmx:responseError", (event) => {
    event.stopPropagation();
    hide();
    delete panel.dataset.shows;
  });
}
