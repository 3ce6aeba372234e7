/* The builder: sends one change at a time, and keeps the place on the screen, the focus and unsent input when a part of
   the page is replaced. */

"use strict";

{
  const byId = (id) => (id ? document.getElementById(id) : null);
  const SWAPPED = ["roster", "results"];
  const { warband: waits } = globalThis.muster;
  const { newName } = globalThis.muster.queue;

  /* --- Place, focus and unsent input ------------------------------------------------------------------------------ */

  let snapshot = null;
  let pressed = null;

  const memberOf = (element) => element.closest(".member")?.id ?? "";

  // The element that was pressed and those around it, with their places on the screen. The nearest one that remains keeps
  // its place.
  const anchorsOf = (element) => {
    const found = [];
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      if (one.id) found.push([one.id, one.getBoundingClientRect().top]);
    }
    return found;
  };

  // A note is stored without spaces at the ends of its lines.
  const asStored = (text) => text.replace(/[^\S\n]+$/gm, "").trim();

  const isEdited = (field) => field.value !== field.defaultValue && field.type !== "hidden";

  const remember = (target) => {
    const at = pressed?.isConnected ? pressed : document.activeElement;
    const item = at.closest(".member, .recruit");
    snapshot = {
      at,
      target: target.id,
      id: at.id,
      anchors: anchorsOf(at),
      member: memberOf(at),
      row: item ? [...item.parentElement.children].indexOf(item) : -1,
      inFinder: Boolean(at.closest(".finder-side")),
      edits: [...target.querySelectorAll("input, textarea")]
        .filter((field) => field.id && isEdited(field))
        .map((field) => [memberOf(field), field.id, field.defaultValue, field.value]),
      folds: [...target.querySelectorAll("details[id]")].map((fold) => [memberOf(fold), fold.id, fold.open]),
      scrolled: byId("item-results")?.firstElementChild?.scrollTop ?? 0,
      inDrawer: Boolean(at.closest(".drawer")),
      drawer: byId("roster-problems")?.scrollTop ?? 0,
    };
  };

  const isUsable = (element) => element && !element.disabled && element.checkVisibility?.() !== false;

  // The focus goes back to its element, else to a button beside it, else to the member or creature that took its row.
  const focusTarget = ({ at, id, member, row, inFinder, inDrawer }) => {
    if (at.isConnected) return at;
    if (inDrawer) return document.querySelector(".drawer > summary") ?? byId("roster-title");
    const same = byId(id);
    if (isUsable(same)) return same;
    if (same) {
      const neighbor = [...same.parentElement.querySelectorAll("button")].find(isUsable);
      if (neighbor) return neighbor;
    }
    const rows = document.querySelectorAll(inFinder ? ".recruit" : ".member");
    const item = row < 0 ? null : (byId(member) ?? rows[Math.min(row, rows.length - 1)]);
    if (item && inFinder) return item.querySelector("button");
    if (item && id.startsWith("off-") && !byId(member)) return item.querySelector(".off");
    return item?.querySelector(".member-open") ?? byId(inFinder ? "q" : "roster-title");
  };

  // On a wide screen the creatures scroll by themselves.
  const scroller = (element) => {
    const side = element.closest(".finder-side");
    return side && side.scrollHeight > side.clientHeight ? side : window;
  };

  const restore = () => {
    for (const [member, id, initial, value] of snapshot.edits) {
      const field = byId(id);
      if (field && memberOf(field) === member && asStored(field.defaultValue) === asStored(initial))
        field.value = value;
    }
    for (const [member, id, open] of snapshot.folds) {
      const fold = byId(id);
      if (fold && memberOf(fold) === member) fold.open = open;
    }
    const items = byId("item-results")?.firstElementChild;
    if (items) items.scrollTop = snapshot.scrolled;
    if (byId("roster-problems")) byId("roster-problems").scrollTop = snapshot.drawer;
    const [anchorId, top] = snapshot.anchors.find(([id]) => byId(id)) ?? [];
    if (anchorId) {
      const moved = byId(anchorId).getBoundingClientRect().top - top;
      scroller(byId(anchorId)).scrollBy({ top: moved, behavior: "instant" });
    }
    const question = byId("meanwhile") ?? document.querySelector(".agree [autofocus]");
    if (question && snapshot.target === "roster") question.focus();
    else if (snapshot.at !== document.body) focusTarget(snapshot)?.focus({ preventScroll: true });
  };

  document.body.addEventListener("htmx:afterSwap", () => {
    if (snapshot) restore();
    snapshot = null;
  });

  /* --- Who has just joined, panes and drawer ----------------------------------------------------------------------- */

  const isMoving = () => matchMedia("(prefers-reduced-motion: no-preference)").matches;

  const tint = (element) => {
    element.classList.remove("is-added");
    element.getBoundingClientRect(); // begins anew
    element.classList.add("is-added");
    element.addEventListener("animationend", () => element.classList.remove("is-added"), { once: true });
  };

  // On a phone the row waits in the other pane: the name of that is tinted, and the row once it is opened.
  let addedRow = "";
  const showAdded = (id) => {
    const row = byId(id);
    if (!row) return;
    if (row.checkVisibility?.() === false) {
      addedRow = id;
      tint(document.querySelector('.panes > [href="#warband"]'));
      return;
    }
    addedRow = "";
    row.scrollIntoView({ block: "nearest", behavior: isMoving() ? "smooth" : "instant" });
    tint(row);
  };

  const builder = document.querySelector(".builder");
  const markPane = () => {
    const inCreatures = byId("creatures").checkVisibility?.() !== false;
    const current = inCreatures ? "#creatures" : "#warband";
    for (const link of document.querySelectorAll(".panes > a")) {
      if (link.hash === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  markPane();
  document.body.addEventListener("htmx:afterSwap", markPane);
  window.addEventListener("hashchange", () => {
    // Once a pane was chosen, an empty warband is as any other: what is swapped is no longer the address's target.
    builder.classList.remove("starts-empty");
    markPane();
    if (addedRow && location.hash === "#warband") showAdded(addedRow);
  });

  const closeOthers = (inside) => {
    for (const opened of document.querySelectorAll(":is(.drawer, .tally-menu)[open]"))
      if (!opened.contains(inside)) opened.open = false;
  };
  document.addEventListener("click", (event) => {
    const { target } = event;
    const link = target.closest('a[href^="#problems-"]');
    if (link) {
      // Not every browser opens what holds the place that a link leads to.
      byId("problems").open = true;
      event.preventDefault();
      byId(link.hash.slice(1)).scrollIntoView({ block: "nearest", behavior: "instant" });
      document.querySelector(".drawer > summary").focus({ preventScroll: true });
      return;
    }
    if (target.closest('.drawer-part a[href^="#"]')) closeOthers(null);
    else if (target.isConnected && !target.closest("#refusal")) closeOthers(target);
  });
  document.addEventListener("keydown", (event) => {
    const opened = event.key === "Escape" && document.activeElement.closest(":is(.drawer, .tally-menu)[open]");
    if (!opened) return;
    opened.open = false;
    opened.querySelector("summary").focus();
  });

  /* --- One change at a time --------------------------------------------------------------------------------------- */

  const queue = [];
  let isSending = false;

  // The creatures that may join are fetched again once nothing else is under way. An older response never replaces a newer
  // one.
  let isStale = false;
  const refreshResults = () => {
    isStale = true;
    if (queue.length || document.querySelector(":is(#filters, #again).htmx-request")) return;
    isStale = false;
    htmx.trigger("#again", "again");
  };
  document.body.addEventListener("warband-changed", (event) => {
    if (event.detail.added) showAdded(`member-${event.detail.added}`);
    refreshResults();
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (isStale && event.detail.target.id === "results") refreshResults();
  });

  let lastSent = 0;
  let lastShown = 0;
  document.body.addEventListener("htmx:beforeSend", (event) => {
    event.detail.xhr.number = ++lastSent;
  });

  // True of changes that mean the same when they are sent twice: all but those that add or move.
  const isIdempotent = (fields) =>
    !/^$|^change=(member-add|member-duplicate|member-move|item-add)&/.test(fields.change ?? "");

  const showError = (message, weight = "bad") => {
    const notice = document.createElement("p");
    notice.className = `notice ${weight}`;
    notice.textContent = message;
    byId("refusal").replaceChildren(notice);
    byId("said").textContent = message;
  };

  // Send the version and state that the page has now, not those it had when the button was pressed.
  const currentValues = () => {
    const { state, csrfmiddlewaretoken } = byId("change").elements;
    const shown = new URLSearchParams(state.value);
    const words = byId("item-words")?.value;
    if (words) shown.set("items", words);
    return { ...waits.seen(), state: String(shown), csrfmiddlewaretoken: csrfmiddlewaretoken.value };
  };

  const placeOf = ({ note }) =>
    note ? { target: `#${note}-saved`, swap: "innerHTML" } : { target: "#roster", swap: "outerHTML" };

  // Without a network a change waits on this device, behind those that wait already; undo takes the last of them away.
  const isStored = ({ path, method }) => method === "post" && path.endsWith("/change/");
  const NOT_NOW = "Redo, and undo of changes that were sent, need a connection.";
  const putBehind = async (change, { name, values, sent = false }) => {
    if (isStored(change)) {
      await waits.keep({ ...change, name: sent ? name : "", sent, fields: values });
      const { where } = globalThis.muster.queue;
      return showError(`Your change is saved on ${where} and will be sent. Points and problems follow.`, "warn");
    }
    if (!waits.canUndo() || !change.path.endsWith("/undo/")) return showError(NOT_NOW);
    return waits.undo();
  };

  const send = async () => {
    if (isSending || !queue.length) return;
    isSending = true;
    const change = queue[0];
    if (change.note) change.fields = byId(change.note) ? Object.fromEntries(new FormData(byId(change.note))) : {};
    pressed = change.button;
    const values = change.method === "post" ? { ...change.fields, ...currentValues() } : change.fields;
    const name = newName();
    try {
      if (change.method === "post" && (waits.isWaiting() || !navigator.onLine)) {
        await putBehind(change, { name, values });
      } else {
        const headers = { "Idempotency-Key": name };
        await htmx.ajax(change.method, change.path, { source: "#roster", values, headers, ...placeOf(change) });
      }
    } catch {
      if (isStored(change)) await putBehind(change, { name, values, sent: true });
      else queue.length = 1;
    } finally {
      queue.shift();
      pressed = null;
      isSending = false;
    }
    if (queue.length) send();
    else if (isStale) refreshResults();
  };

  // How many of a creature a press adds stands on each button, and is one again afterwards.
  const times = byId("times");
  const showTimes = () => {
    const side = times.closest(".finder-side");
    side.toggleAttribute("data-times", times.value !== "1");
    side.style.setProperty("--times", `"${times.value}"`);
  };
  times?.addEventListener("change", showTimes);

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
    const same = queue.some((one) => one.path === path && one.fields.change === fields.change);
    if (form.id === "change" && same && isIdempotent(fields)) return;
    queue.push(change);
    if (times && fields.change?.startsWith("change=member-add&")) {
      times.value = "1";
      showTimes();
    }
    send();
  });

  /* --- Notes are saved as they are typed -------------------------------------------------------------------------- */

  const PAUSE = 700; // milliseconds without a key
  let timer = 0;

  const noteForm = (element) => element.closest?.("form.as-typed");
  const isUnsaved = ({ elements: { text } }) => asStored(text.value) !== asStored(text.defaultValue);

  const saveNotes = () => {
    clearTimeout(timer);
    timer = 0;
    const waiting = queue.slice(isSending ? 1 : 0).map(({ note }) => note);
    for (const { id, action } of [...document.querySelectorAll("form.as-typed")].filter(isUnsaved)) {
      if (!waiting.includes(id)) queue.push({ method: "post", path: action, note: id, button: document.activeElement });
    }
    send();
  };

  document.addEventListener("input", (event) => {
    const form = noteForm(event.target);
    if (!form) return;
    byId(`${form.id}-saved`).textContent = "";
    clearTimeout(timer);
    timer = setTimeout(saveNotes, PAUSE);
  });
  document.addEventListener("focusout", (event) => {
    if (timer && noteForm(event.target)) saveNotes();
  });
  // A player who leaves the page may not have waited for the pause.
  window.addEventListener("pagehide", () => {
    const form = timer ? [...document.querySelectorAll("form.as-typed")].find(isUnsaved) : null;
    if (form) navigator.sendBeacon(form.action, new FormData(form));
  });
  document.body.addEventListener("note-saved", (event) => {
    for (const name of ["version", "step"])
      for (const field of document.querySelectorAll(`#roster input[name=${name}]`)) field.value = event.detail[name];
    const { note, fields } = queue[0] ?? {};
    const text = byId(note)?.elements.text;
    if (!text) return;
    // Only what counts as stored: what was typed meanwhile stays in the field.
    text.defaultValue = fields.text;
  });

  // Show errors, and a site that does not answer, where refusals are shown.
  document.body.addEventListener("htmx:responseError", (event) => {
    queue.length = Math.min(queue.length, 1);
    const { status, responseText } = event.detail.xhr;
    if (status === 429) return showError(responseText);
    showError(
      status === 404
        ? "This warband no longer exists, or you are signed out. Load the page again."
        : `The site could not do that (error ${status}). Nothing was changed: load the page again, then try once more.`,
    );
  });
  document.body.addEventListener("htmx:sendError", () => {
    if (queue.length && isStored(queue[0])) return;
    showError(
      "The site did not answer. Nothing was changed as far as this page knows: try once more when you are online.",
    );
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (xhr.status === 409) queue.length = Math.min(queue.length, 1);
    if (target.id === "results") {
      if (xhr.number < lastShown) event.detail.shouldSwap = false;
      lastShown = Math.max(lastShown, xhr.number);
    }
    if (event.detail.shouldSwap && SWAPPED.includes(target.id)) remember(target);
  });
}
