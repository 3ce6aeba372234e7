/* A battle that follows what other phones do. The page works by its forms alone; this script sends them without loading
   it anew, asks every other second whether something happened, and keeps what is tapped while the network is away. */

"use strict";

{
  const PAUSE = 1500; // milliseconds between two questions
  const RETRY = 3000; // the same while the site does not answer
  const root = document.getElementById("battle");
  const offline = document.getElementById("battle-offline");
  const waiting = []; // commands that were not sent yet, in order
  let mark = root?.dataset.mark ?? "";
  let query = location.search; // which creature is in focus, and which action is prepared
  let timer = 0;
  let isSending = false;
  let isAsking = false;

  const address = () => {
    const found = new URL(root.dataset.now, location.href);
    for (const [name, value] of new URLSearchParams(query)) found.searchParams.append(name, value);
    return found;
  };

  // What is open, typed and focused stays so when the part is drawn anew.
  const draw = (html) => {
    const open = [...root.querySelectorAll("details[id][open]")].map((one) => one.id);
    const active = document.activeElement;
    const place = root.contains(active) ? active.id || active.getAttribute("data-focus") : "";
    const changed = [...root.querySelectorAll("input[id], select[id]")].filter(
      (one) => one.checked !== one.defaultChecked || (one.type !== "checkbox" && one.value !== one.defaultValue),
    );
    root.innerHTML = html;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const { id, value, checked } of changed) {
      const field = document.getElementById(id);
      if (field) Object.assign(field, { value, checked });
    }
    const prepared = root.querySelector("form[data-chances]");
    if (prepared?.querySelector("[name=target]:checked")) showChances(prepared);
    if (place) (document.getElementById(place) ?? root.querySelector(`[data-focus="${CSS.escape(place)}"]`))?.focus();
  };

  const tellWaiting = () => {
    offline.hidden = waiting.length === 0;
    if (waiting.length > 0) {
      const what = waiting.length === 1 ? "1 change waits" : `${waiting.length} changes wait`;
      offline.textContent = `No connection. ${what} on this phone and will be sent in order. Muster’s dice wait too.`;
    }
  };

  const askSoon = (pause = PAUSE) => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, pause);
  };

  const ask = async () => {
    if (isAsking || isSending) return askSoon();
    isAsking = true;
    const asked = query;
    let pause = PAUSE;
    try {
      const answer = await fetch(address(), {
        cache: "no-store",
        headers: { "If-None-Match": mark },
        signal: AbortSignal.timeout(10_000),
      });
      const html = answer.status === 200 ? await answer.text() : "";
      if (html && asked === query && !isSending) {
        if ("reloads" in root.dataset) return location.reload(); // before the battle the whole page is another
        mark = answer.headers.get("ETag") ?? "";
        draw(html);
      } else if (answer.status === 404) {
        location.reload();
      }
      if (waiting.length > 0) send();
    } catch {
      pause = RETRY;
    }
    isAsking = false;
    return askSoon(pause);
  };

  // Commands go one after the other. What the site refuses is told and is not sent again.
  const send = async () => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const [command] = waiting;
      let answer;
      try {
        answer = await fetch(command.action, {
          method: "POST",
          body: command.body,
          headers: { "HX-Request": "true" },
          signal: AbortSignal.timeout(10_000),
        });
      } catch {
        break; // no network: it stays first in the queue
      }
      if (answer.status >= 500) break;
      waiting.shift();
      if ([200, 409, 422].includes(answer.status)) {
        mark = answer.headers.get("ETag") ?? "";
        draw(await answer.text());
        document.getElementById("battle-refused")?.scrollIntoView({ block: "nearest" });
      } else {
        location.reload();
      }
    }
    isSending = false;
    if (waiting.length > 0 && !waiting[0].queues) {
      waiting.length = 0; // server dice and choices are not made later behind the player's back
      offline.hidden = false;
      offline.textContent = "The site did not answer, so nothing was done. Try again when you are online.";
    } else {
      tellWaiting();
    }
    askSoon(waiting.length > 0 ? RETRY : PAUSE);
  };

  const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

  root?.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const queues = form.hasAttribute("data-queues");
    if (!queues && waiting.length > 0) return tellWaiting();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    body.set("sent", newKey());
    query = body.has("focus") ? `?creature=${encodeURIComponent(body.get("focus"))}` : "";
    history.replaceState(null, "", location.pathname + query);
    // Beside the turn, a press that is still on its way is not made twice.
    if (!queues && isSending) return;
    // A form with a field called “action” hides its own address behind it.
    waiting.push({ action: form.getAttribute("action"), body, queues });
    send();
  });

  root?.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-focus], a[data-part]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    query = new URL(link.href).search;
    mark = "";
    history.replaceState(null, "", link.href);
    clearTimeout(timer);
    const aim = link.hasAttribute("data-part") ? ".battle-now" : ".battle-panel";
    ask().then(() => root.querySelector(aim)?.scrollIntoView({ block: "nearest" }));
  });

  // What an action may bring is shown as soon as its targets are chosen, and anew with everything said about them.
  const showChances = async (form) => {
    const asked = new URLSearchParams(new FormData(form));
    asked.delete("csrfmiddlewaretoken");
    try {
      const answer = await fetch(`${form.dataset.chances}?${asked}`);
      const shown = form.querySelector("#forecast");
      if (answer.status === 200 && shown) shown.innerHTML = await answer.text();
    } catch {
      tellWaiting(); // without a network there are no chances to show
    }
  };

  root?.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-chances]");
    if (form) showChances(form);
  });

  if (root) {
    document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : askSoon(0)));
    addEventListener("online", () => askSoon(0));
    addEventListener("pageshow", () => askSoon(0));
    addEventListener("beforeunload", (event) => waiting.length > 0 && event.preventDefault());
    askSoon();
  }
}
