/* The builder: changes are sent one after the other, and what is drawn anew keeps its place on the screen, the focus,
   and what was typed but not sent yet. */

"use strict";

{
  const byId = (id) => (id ? document.getElementById(id) : null);
  const SWAPPED = ["roster", "results"];

  /* --- Keeping one's place ---------------------------------------------------------------------------------------- */

  let place = null;
  let pressed = null;

  const memberOf = (element) => element.closest(".member")?.id ?? "";

  // What was pressed, and what it stands in: the nearest of these that is still there stays where it is on the screen.
  const around = (element) => {
    const found = [];
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      if (one.id) found.push([one.id, one.getBoundingClientRect().top]);
    }
    return found;
  };

  const typed = (field) => field.value !== field.defaultValue && field.type !== "hidden";

  const remember = (target) => {
    const at = pressed?.isConnected ? pressed : document.activeElement;
    const item = at.closest(".member, .recruit");
    place = {
      at,
      target: target.id,
      id: at.id,
      around: around(at),
      member: memberOf(at),
      row: item ? [...item.parentElement.children].indexOf(item) : -1,
      inFinder: Boolean(at.closest(".finder-side")),
      typed: [...target.querySelectorAll("input, textarea")]
        .filter((field) => field.id && typed(field))
        .map((field) => [memberOf(field), field.id, field.defaultValue, field.value]),
      folds: [...target.querySelectorAll("details[id]")].map((fold) => [memberOf(fold), fold.id, fold.open]),
      scrolled: byId("item-results")?.firstElementChild?.scrollTop ?? 0,
    };
  };

  const usable = (element) => element && !element.disabled && element.checkVisibility?.() !== false;

  // Where the focus goes: to what had it; else to its neighbour; else to whoever stands in its row now.
  const next = ({ at, id, member, row, inFinder }) => {
    if (at.isConnected) return at;
    const same = byId(id);
    if (usable(same)) return same;
    if (same) {
      const neighbour = [...same.parentElement.querySelectorAll("button")].find(usable);
      if (neighbour) return neighbour;
    }
    const rows = document.querySelectorAll(inFinder ? ".recruit" : ".member");
    const there = row < 0 ? null : (byId(member) ?? rows[Math.min(row, rows.length - 1)]);
    if (there && inFinder) return there.querySelector("button");
    if (there && id.startsWith("off-") && !byId(member)) return there.querySelector(".off");
    return there?.querySelector(".member-open") ?? byId(inFinder ? "q" : "roster-title");
  };

  // On a wide screen the creatures scroll by themselves.
  const scroller = (element) => {
    const side = element.closest(".finder-side");
    return side && side.scrollHeight > side.clientHeight ? side : window;
  };

  const restore = () => {
    for (const [member, id, was, value] of place.typed) {
      const field = byId(id);
      if (field && memberOf(field) === member && field.defaultValue === was) field.value = value;
    }
    for (const [member, id, open] of place.folds) {
      const fold = byId(id);
      if (fold && memberOf(fold) === member) fold.open = open;
    }
    const items = byId("item-results")?.firstElementChild;
    if (items) items.scrollTop = place.scrolled;
    const [anchor, top] = place.around.find(([id]) => byId(id)) ?? [];
    if (anchor) {
      const moved = byId(anchor).getBoundingClientRect().top - top;
      scroller(byId(anchor)).scrollBy({ top: moved, behavior: "instant" });
    }
    const asked = byId("meanwhile") ?? document.querySelector(".agree [autofocus]");
    if (asked && place.target === "roster") asked.focus();
    else if (place.at !== document.body) next(place)?.focus({ preventScroll: true });
  };

  document.body.addEventListener("htmx:afterSwap", () => {
    if (place) restore();
    place = null;
  });

  /* --- One change after the other ---------------------------------------------------------------------------------- */

  const waiting = [];
  let isSending = false;

  // Who may join is asked anew once nothing else is under way; an older answer never takes the place of a newer one.
  let isStale = false;
  const list = () => {
    isStale = true;
    if (waiting.length || document.querySelector(":is(#filters, #again).htmx-request")) return;
    isStale = false;
    htmx.trigger("#again", "again");
  };
  document.body.addEventListener("warband-changed", list);
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (isStale && event.detail.target.id === "results") list();
  });

  let asked = 0;
  let answered = 0;
  document.body.addEventListener("htmx:beforeSend", (event) => {
    event.detail.xhr.number = ++asked;
  });

  // Pressed twice in a hurry, these mean one thing.
  const meansOnce = (fields) =>
    !/^$|^change=(member-add|member-duplicate|member-move|item-add)&/.test(fields.change ?? "");

  const tell = (words) => {
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.textContent = words;
    byId("refusal").replaceChildren(notice);
    byId("said").textContent = words;
  };

  // The page's version and state are those of now, not of when the button was pressed.
  const asItIs = () => {
    const { version, state, csrfmiddlewaretoken } = byId("change").elements;
    const shown = new URLSearchParams(state.value);
    const words = byId("item-words")?.value;
    if (words) shown.set("items", words);
    return { version: version.value, state: String(shown), csrfmiddlewaretoken: csrfmiddlewaretoken.value };
  };

  const send = async () => {
    if (isSending || !waiting.length) return;
    isSending = true;
    const change = waiting[0];
    pressed = change.button;
    const values = change.method === "post" ? { ...change.fields, ...asItIs() } : change.fields;
    try {
      await htmx.ajax(change.method, change.path, { source: "#roster", target: "#roster", swap: "outerHTML", values });
    } catch {
      waiting.length = 1;
    }
    waiting.shift();
    pressed = null;
    isSending = false;
    if (waiting.length) send();
    else if (isStale) list();
  };

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.closest("#roster") || form.matches(".item-search")) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    if (submitter?.name) fields[submitter.name] = submitter.value;
    const path = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    // Enter in a field presses its button, but the field keeps the focus.
    const button =
      document.activeElement.form === form ? document.activeElement : (submitter ?? document.activeElement);
    const change = { method: form.method, path, fields, button };
    const same = waiting.some((one) => one.path === path && one.fields.change === fields.change);
    if (form.id === "change" && same && meansOnce(fields)) return;
    waiting.push(change);
    send();
  });

  // What the site answers but for a warband or a refusal, and no answer at all, is told where a refusal is.
  document.body.addEventListener("htmx:responseError", (event) => {
    waiting.length = Math.min(waiting.length, 1);
    const status = event.detail.xhr.status;
    tell(
      status === 404
        ? "This warband is not there any more, or you are signed out. Load the page again."
        : `The site could not do that (error ${status}). Nothing was changed: load the page again, then try once more.`,
    );
  });
  document.body.addEventListener("htmx:sendError", () => {
    tell("The site did not answer. Nothing was changed as far as this page knows: try once more when you are online.");
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (xhr.status === 409) waiting.length = Math.min(waiting.length, 1);
    if (target.id === "results") {
      if (xhr.number < answered) event.detail.shouldSwap = false;
      answered = Math.max(answered, xhr.number);
    }
    if (event.detail.shouldSwap && SWAPPED.includes(target.id)) remember(target);
  });
}
