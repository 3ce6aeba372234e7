/* A battle that follows what other phones do. The page works by its forms alone; this script sends them without loading
   it anew, asks whether something happened, and sends later what was tapped without a network. A site that can holds the
   question until something happens; any other is asked every other second. */

"use strict";

{
  const { queue } = globalThis.muster;
  const { LIMIT, OVERDUE } = queue;
  const PAUSE = 1500; // milliseconds between two questions
  const HELD = 20; // seconds for which the site may hold a question
  const AGAIN = 50; // milliseconds until the next question where the site holds them, or something was new
  const RETRY = 3000; // the same while the site does not answer
  const LEAVE_OPEN = "Leave this page open: this site is served without https, so it cannot be opened again offline.";
  const NO_PAGES = "Leave this page open: this browser stores no pages, so it cannot be opened again offline.";
  const NOT_SAVED = "This browser could not save that press. Load the page again, and make it once more.";
  const root = document.getElementById("battle");
  const offline = document.getElementById("battle-offline");
  const refusals = document.getElementById("battle-refusals");
  const act = root?.dataset.now.replace(/now\/$/, "act/");
  let waiting = []; // what is entered here and not sent yet
  let refusedCommands = [];
  let mark = root?.dataset.mark ?? "";
  let query = location.search; // which creature is in focus, and which action is prepared
  let timer = 0;
  let asked = 0; // counts questions: a newer one takes the place of those before
  let failed = 0; // questions without an answer, one after the other
  let asking = new AbortController();
  let sending = null; // what is on its way: its controller, and since when
  let woke = 0; // when the phone woke up last
  let notice = ""; // what is told until the next press
  let shown = ""; // what is told now

  const address = () => {
    const found = new URL(root.dataset.now, location.href);
    for (const [name, value] of new URLSearchParams(query)) found.searchParams.append(name, value);
    return found;
  };

  // Where the focus is, as a selector; what a button sends, by which the same one is found in what is drawn anew.
  const placeOf = (one) => {
    if (one.id) return `#${CSS.escape(one.id)}`;
    if (one.hasAttribute("data-focus")) return `[data-focus="${CSS.escape(one.dataset.focus)}"]`;
    return one.matches("details[id] > summary") ? `#${CSS.escape(one.parentElement.id)} > summary` : "";
  };

  const sentBy = (button) => {
    const body = new FormData(button.form, button);
    for (const name of ["csrfmiddlewaretoken", "seen"]) body.delete(name);
    return JSON.stringify([...body]);
  };

  // On a phone, what was pressed may stand far below what follows from it: then the page goes back up to that.
  let isAnswering = false;
  const showWhatFollows = () => {
    if (!isAnswering) return;
    isAnswering = false;
    if (root.querySelector(".battle-now") && root.getBoundingClientRect().top < 0) root.scrollIntoView();
  };

  // HP that were lost run down their bar.
  const hpBars = () =>
    [...root.querySelectorAll(".creature-line, .table-creature")].map((line, place) => [
      line.querySelector("[data-focus]")?.dataset.focus ?? String(place),
      line.querySelector(".hp-left"),
    ]);
  const hpLevels = () => new Map(hpBars().map(([who, bar]) => [who, bar?.getAttribute("width")]));
  const runDown = (levels) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [who, bar] of hpBars()) {
      const level = levels.get(who);
      if (!bar || level === undefined || level === bar.getAttribute("width")) continue;
      bar.animate([{ width: `${level}px` }, { width: `${bar.getAttribute("width")}px` }], {
        duration: 600,
        easing: "ease-out",
      });
    }
  };

  // What is open, typed and focused stays so when the part is drawn anew, but for what was typed into a form that was sent.
  // A side of the game goes on by itself, from one answer to the next.
  let going = 0;
  const goOn = () => {
    clearTimeout(going);
    const button = root.querySelector("form[data-goes-on] button");
    if (button) going = setTimeout(() => button.isConnected && button.click(), PAUSE / 3);
  };

  const draw = (html, sentFields = []) => {
    const open = [...root.querySelectorAll("details[id][open]")].map((one) => one.id);
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const place = active ? placeOf(active) : "";
    const sent = active?.matches("form[data-act] button:not([type=button])") ? sentBy(active) : "";
    const changed = [...root.querySelectorAll("input[id], select[id]")].filter(
      (one) =>
        !sentFields.includes(one.id) &&
        (one.checked !== one.defaultChecked || (one.type !== "checkbox" && one.value !== one.defaultValue)),
    );
    const before = root.querySelector(".battle-latest")?.dataset.number;
    const wasOver = root.querySelector("[data-task=over]") !== null;
    const levels = hpLevels();
    const board = document.getElementById("play-board")?.getBoundingClientRect().top ?? Number.NaN;
    root.innerHTML = html;
    const latest = root.querySelector(".battle-latest");
    if (before && latest && latest.dataset.number !== before) latest.classList.add("is-new");
    runDown(levels);
    goOn();
    if (!wasOver && root.querySelector("[data-task=over]")) isAnswering = true;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const { id, value, checked } of changed) {
      const field = document.getElementById(id);
      if (field) Object.assign(field, { value, checked });
    }
    const prepared = root.querySelector("form[data-chances]");
    if (prepared?.querySelector("[name=target]:checked")) showChances(prepared);
    if (active) {
      const same = [...root.querySelectorAll("form[data-act] button:not([type=button])")].find(
        (one) => sent && sentBy(one) === sent,
      );
      const there = same ?? (place && root.querySelector(place)) ?? null;
      (there || root.querySelector(".battle-now"))?.focus({ preventScroll: true });
    }
    tellPage(html);
    // A board that was in sight stays in its place.
    const now = document.getElementById("play-board")?.getBoundingClientRect().top ?? Number.NaN;
    if (Math.abs(board) < innerHeight && now !== board && !Number.isNaN(now)) scrollBy(0, now - board);
    showWhatFollows();
    countDown();
  };

  const tellPage = (html = "") => document.dispatchEvent(new CustomEvent("muster:answered", { detail: html }));

  // What waits on this phone, and what was refused

  const listed = (rows) => {
    const list = document.createElement("ul");
    for (const words of rows) list.append(Object.assign(document.createElement("li"), { textContent: words }));
    return list;
  };

  const paragraph = (words) => Object.assign(document.createElement("p"), { textContent: words });

  const tell = () => {
    if (!offline) return;
    const left = failed > 0 ? waiting : [];
    const state = JSON.stringify([notice, failed > 1, left, refusedCommands]);
    if (state === shown) return;
    shown = state;
    offline.hidden = !(notice || failed > 1 || left.length > 0);
    const parts = [];
    if (!offline.hidden) parts.push(paragraph(notice || "No connection. The battle is shown as it was."));
    if (!offline.hidden && !isSecureContext) parts.push(paragraph(LEAVE_OPEN));
    else if (!offline.hidden && !navigator.serviceWorker) parts.push(paragraph(NO_PAGES));
    if (left.length > 0) {
      const what = left.length === 1 ? "1 change waits" : `${left.length} changes wait`;
      parts.push(paragraph(`${what} on this phone and will be sent in order. Muster’s dice wait too.`));
      parts.push(listed(left.map((one) => one.words)));
    }
    offline.replaceChildren(...parts);
    refusals.hidden = refusedCommands.length === 0;
    if (refusals.hidden) return refusals.replaceChildren();
    const heading = refusedCommands.length === 1 ? "This change was not made:" : "These changes were not made:";
    const button = Object.assign(document.createElement("button"), { className: "button", textContent: "Got it" });
    button.addEventListener("click", () => {
      queue.remove(...refusedCommands.map(({ name }) => name));
    });
    refusals.replaceChildren(
      paragraph(heading),
      listed(refusedCommands.map((one) => `${one.words}. ${one.refused.reason}`)),
      button,
    );
  };

  // Questions whether something happened

  const askSoon = (pause = PAUSE) => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, pause);
  };

  const ask = async () => {
    if (sending || queue.isSending) return askSoon();
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    asked += 1;
    const own = asked;
    const limit = setTimeout(() => asking.abort(), LIMIT + 1000 * HELD);
    const began = Date.now();
    let pause = PAUSE;
    try {
      const answer = await fetch(address(), {
        cache: "no-store",
        headers: { "If-None-Match": mark, ...folds(), ...(failed || waiting.length ? {} : { Prefer: `wait=${HELD}` }) },
        signal: asking.signal,
      });
      const html = answer.status === 200 ? await answer.text() : "";
      if (own !== asked || sending || queue.isSending) return;
      if (answer.status >= 500) throw new Error("the site is away");
      failed = 0;
      if (html) {
        if ("reloads" in root.dataset) return location.reload(); // before the battle the whole page is another
        const before = mark;
        mark = answer.headers.get("ETag") ?? "";
        if (mark && mark !== before) pause = AGAIN;
        draw(html);
      } else if (answer.status === 304) {
        if (Date.now() - began > PAUSE) pause = AGAIN;
        tellPage();
      } else if (answer.status === 404) {
        return waiting.length ? queue.flush() : location.reload(); // it is gone, or another phone has the seat
      } else if (answer.status === 429) {
        pause = 1000 * Number(answer.headers.get("Retry-After")) || RETRY;
      }
      tell();
      if (waiting.length) queue.flush();
    } catch {
      if (own !== asked) return;
      failed += 1;
      pause = RETRY;
      tell();
    } finally {
      clearTimeout(limit);
    }
    return askSoon(pause);
  };

  // A phone that wakes up, or has a network again, waits for no answer from before.
  const wake = () => {
    woke = Date.now();
    if (sending && woke - sending.since > OVERDUE) sending.controller.abort();
    asked += 1;
    asking.abort();
    askSoon(0);
  };

  // The long fold of a creature is left out of answers while it is closed.
  const folds = () => ({ "Muster-Folds": root.querySelector("#panel-more[open]") ? "open" : "closed" });
  root?.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.open || !target.hasAttribute("data-later")) return;
      mark = "";
      ask();
    },
    true,
  );

  // Commands go one after the other.

  const post = async (action, body) => {
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), LIMIT);
    asked += 1; // its answer shows what a question would
    asking.abort();
    sending = { controller, since: Date.now() };
    const token = root.querySelector("[name=csrfmiddlewaretoken]");
    if (token) body.set("csrfmiddlewaretoken", token.value); // a newer one, if the page was loaded anew
    try {
      const answer = await fetch(action, {
        method: "POST",
        body,
        headers: { "HX-Request": "true", ...folds() },
        signal: controller.signal,
      });
      return { status: answer.status, mark: answer.headers.get("ETag") ?? "", html: await answer.text() };
    } catch {
      return { status: 0 };
    } finally {
      clearTimeout(limit);
      sending = null;
    }
  };

  const isDrawn = (status) => [200, 409, 422].includes(status);

  const reasonIn = (html) => {
    const part = new DOMParser().parseFromString(html, "text/html");
    return part.querySelector("#battle-refused b")?.textContent ?? "The site refused it.";
  };

  // What waits is sent by the queue. What the site refuses is shown, and is not sent again.
  const take = ({ status, headers, text }, body) => {
    if (queue.hasToWait(status)) {
      failed += 1;
      if (status === 403) notice = "The site does not know this page any more. Load it again.";
      askSoon(Date.now() - woke < OVERDUE ? 0 : RETRY);
      return null;
    }
    failed = 0;
    const isShown = status === 200 && `?creature=${encodeURIComponent(body.get("focus") ?? "")}` === query;
    if (isShown) {
      mark = headers.get("ETag") ?? "";
      draw(text);
    }
    askSoon(isShown ? AGAIN : 0);
    if (status === 200 || status === 204) return { done: {} };
    const reason = status === 404 ? "This phone does not play that side any more." : reasonIn(text);
    return { refused: { reason, meanwhile: [] } };
  };

  const look = async () => {
    const here = await queue.mine(act);
    waiting = here.filter((command) => !command.refused);
    refusedCommands = here.filter((command) => command.refused);
    tell();
  };

  // Choices and Muster’s dice are made at once or not at all, never later behind the player’s back.
  const press = async (action, body, fields) => {
    const answer = await post(action, body);
    if (isDrawn(answer.status)) {
      failed = 0;
      mark = answer.mark;
      draw(answer.html, answer.status === 200 ? fields : []);
      document.getElementById("battle-refused")?.scrollIntoView({ block: "nearest" });
    } else if (answer.status === 429) {
      notice = answer.html; // too many presses within a minute: it says when to try again
    } else if (answer.status === 0 || answer.status >= 500) {
      notice = "The site did not answer. Look whether it was done before you try again.";
    } else {
      return location.reload();
    }
    tell();
    return askSoon(isDrawn(answer.status) ? AGAIN : 0);
  };

  // What a form says, for the list of what waits.
  const describe = (form, button) => {
    const typed = [...form.querySelectorAll("input:not([type=hidden])")].map((field) =>
      `${field.labels[0]?.textContent ?? ""} ${field.value}`.trim(),
    );
    const said = typed.join(", ") || button?.dataset.words || button?.ariaLabel || button?.textContent || "";
    return `${form.dataset.queues}: ${said.replace(/\s+/g, " ").trim()}`;
  };

  root?.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const queues = form.hasAttribute("data-queues");
    const isFirst = waiting.length === 0;
    if (!queues && isFirst && sending) return; // a press that is still on its way is not made twice
    notice = queues || isFirst ? "" : "This has to wait until what you entered before is sent.";
    if (notice) return tell();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    isAnswering = form.closest(".battle-now") !== null;
    query = body.has("focus") ? `?creature=${encodeURIComponent(body.get("focus"))}` : "";
    history.replaceState(null, "", location.pathname + query);
    // A form with a field called “action” hides its own address behind it.
    const action = form.getAttribute("action");
    if (!queues) {
      body.set("sent", queue.newName());
      return press(
        action,
        body,
        [...form.querySelectorAll("[id]")].map((one) => one.id),
      );
    }
    try {
      await queue.add({ action, fields: body, words: describe(form, event.submitter) });
    } catch {
      notice = NOT_SAVED;
    }
    await look();
    return queue.flush();
  });

  // Another target: the others are in sight again.
  const chooseAgain = (form) => {
    for (const target of form.querySelectorAll("[name=target]")) target.checked = false;
    form.querySelector("[name=target]").focus({ preventScroll: true });
    showChances(form);
  };

  // A part that is drawn anew is read from its upper end, wherever the page was.
  const showPart = (part) => {
    if (!part) return;
    const { top } = part.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) part.scrollIntoView();
  };

  root?.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-focus], a[data-part]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.matches(".aim-again")) return chooseAgain(link.closest("form"));
    const aimed = new URL(link.getAttribute("href"), location.href); // tokens on the board are links of a figure
    query = aimed.search;
    mark = "";
    history.replaceState(null, "", aimed);
    const panel = link.matches(".board-token") ? ".play-board > svg" : ".battle-panel";
    const aim = link.hasAttribute("data-part") ? ".battle-now" : panel;
    ask().then(() => showPart(root.querySelector(aim)));
  });

  // What an action may bring is shown as soon as its targets are chosen, and anew with everything said about them.
  const showChances = async (form) => {
    const said = new URLSearchParams(new FormData(form));
    said.delete("csrfmiddlewaretoken");
    try {
      const answer = await fetch(`${form.dataset.chances}?${said}`);
      const forecast = form.querySelector("#forecast");
      if (answer.status !== 200 || !forecast) return;
      forecast.innerHTML = await answer.text();
      const { says, odds } = forecast.firstElementChild.dataset;
      form.querySelector(".choice-bar [data-choice]").textContent = says;
      form.querySelector(".choice-bar [data-odds]").textContent = odds;
    } catch {
      tell(); // without a network there are no chances to show
    }
  };

  root?.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-chances]");
    if (form) showChances(form);
  });

  // The acting side goes on without another one once that had its time to react.
  let counting = 0;
  const countDown = () => {
    clearInterval(counting);
    const form = root.querySelector("form[data-patience]");
    if (!form) return;
    const left = form.querySelector(".patience");
    const end = Date.now() + 1000 * Number(form.dataset.patience);
    const show = () => {
      const seconds = Math.ceil((end - Date.now()) / 1000);
      for (const button of form.querySelectorAll("button")) button.disabled = seconds > 0;
      left.textContent = seconds > 0 ? `possible after ${seconds} s` : "";
      if (seconds <= 0) clearInterval(counting);
    };
    counting = setInterval(show, 500);
    show();
  };

  if (root) {
    // A page out of sight asks nothing, so that the tabs of a browser hold one question.
    const rest = () => {
      clearTimeout(timer);
      asked += 1;
      asking.abort();
    };
    document.addEventListener("visibilitychange", () => (document.hidden ? rest() : wake()));
    addEventListener("online", wake);
    addEventListener("offline", wake); // a question that is held would hide it
    addEventListener("pageshow", (event) => event.persisted && wake());
    queue.drawsItself(act, take);
    document.addEventListener("muster:queue", look);
    countDown();
    goOn();
    look();
    askSoon();
    queue.flush();
  }
}
