/* What is done without a network: a queue of commands in this browser, in order, until the site has done or refused
   each. A command is a form with the address that it goes to, under a name that the site uses once, so that nothing
   happens twice. It belongs to the person who made it and is sent for no other. */

"use strict";

{
  const FORMAT = "muster-command/1";
  const LIMIT = 10_000; // how long an answer may take, in milliseconds
  const OVERDUE = 3000; // an answer that a phone has slept through does not come any more
  const RETRY = 15_000;
  const MOST_OWN = 200;
  const { person = "anyone", ready } = document.getElementById("queue")?.dataset ?? {};

  /* --- The store -------------------------------------------------------------------------------------------------- */

  const memory = { commands: new Map(), subjects: new Map() }; // where the browser stores nothing

  const answerOf = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });

  const opening = (async () => {
    try {
      const request = indexedDB.open("muster", 1);
      request.addEventListener("upgradeneeded", () => {
        request.result.createObjectStore("commands", { keyPath: "name" });
        request.result.createObjectStore("subjects", { keyPath: "action" });
      });
      const database = await answerOf(request);
      database.addEventListener("versionchange", () => database.close());
      return database;
    } catch {
      return null; // private browsing, or a browser that forbids it
    }
  })();

  const all = async () => {
    const database = await opening;
    const commands = database
      ? await answerOf(database.transaction("commands").objectStore("commands").getAll())
      : [...memory.commands.values()];
    return commands.toSorted((one, other) => (one.name < other.name ? -1 : 1)); // names begin with their time
  };

  const subjectOf = async (action) => {
    const database = await opening;
    const subject = database
      ? await answerOf(database.transaction("subjects").objectStore("subjects").get(action))
      : memory.subjects.get(action);
    return subject ?? { action, own: [], made: {} };
  };

  // Writes and deletes together or not at all.
  const change = async ({ put = [], drop = [], subject = null }) => {
    const database = await opening;
    if (!database) {
      for (const command of put) memory.commands.set(command.name, command);
      for (const name of drop) memory.commands.delete(name);
      if (subject) memory.subjects.set(subject.action, subject);
      return;
    }
    const transaction = database.transaction(["commands", "subjects"], "readwrite");
    for (const command of put) transaction.objectStore("commands").put(command);
    for (const name of drop) transaction.objectStore("commands").delete(name);
    if (subject) transaction.objectStore("subjects").put(subject);
    await new Promise((resolve, reject) => {
      transaction.addEventListener("complete", resolve);
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
  };

  /* --- Commands --------------------------------------------------------------------------------------------------- */

  const tell = (detail = {}) => document.dispatchEvent(new CustomEvent("muster:queue", { detail }));

  let last = 0;
  const letters = () =>
    [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => (byte % 36).toString(36)).join("");

  /** A name for a command: later ones come later in the alphabet, and no two devices make the same one. */
  const newName = () => {
    last = Math.max(Date.now(), last + 1);
    return `${last.toString(36)}-${letters()}`;
  };

  /** Put a command behind the others; ``name`` is given for one that the site may know already. Another one of the same
      slot is replaced, unless it was sent before: the site may have done it. */
  const add = async ({ action, fields, words, name = "", slot = "", makes = "" }) => {
    const path = new URL(action, location.href).pathname;
    const said = [...fields].filter(([field]) => !["csrfmiddlewaretoken", "state", "sent"].includes(field));
    const waits = (await all()).filter((other) => slot && other.slot === slot && other.action === path);
    const replaced = waits.filter((other) => !other.refused && !other.sent).map((other) => other.name);
    const page = { address: location.pathname, title: document.title.replace(" · Muster", "") };
    const known = { name: name || newName(), sent: name !== "" };
    const command = { ...known, person, action: path, fields: said, words, slot, makes, page, refused: null };
    await change({ put: [command], drop: replaced });
    navigator.storage?.persist?.();
    tell();
    return command;
  };

  // What an earlier version of Muster stored of a battle: its names are those of today.
  const adopt = async () => {
    for (const key of Object.keys(localStorage).filter((one) => /^muster-battle\/[^/]+\/waits\//.test(one))) {
      const { key: name, action, body, words } = JSON.parse(localStorage.getItem(key));
      await add({ name, action, words, fields: new URLSearchParams(body) });
      localStorage.removeItem(key);
    }
  };

  const remove = async (...names) => {
    await change({ drop: names });
    tell();
  };

  /** Let a refused command wait again, under a new name and built upon what this page shows now. */
  const again = async (command, fields) => {
    const anew = { ...command, name: newName(), sent: false, fields, refused: null };
    await change({ put: [anew], drop: [command.name] });
    tell();
  };

  /* --- Sending ---------------------------------------------------------------------------------------------------- */

  let sending = ""; // the name of the command that is on its way
  let controller = new AbortController();
  let since = 0;
  let sender = null; // who would send, and the token for it
  let blocked = "";
  const pages = []; // of a page that draws answers itself: the address, and what takes its answer

  const fetched = async (address, options = {}) => {
    controller = new AbortController();
    since = Date.now();
    const limit = setTimeout(() => controller.abort(), LIMIT);
    try {
      const answer = await fetch(address, { ...options, cache: "no-store", signal: controller.signal });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch {
      return { status: 0, text: "" };
    } finally {
      clearTimeout(limit);
    }
  };

  /** Ask the site who would send; null without a network. */
  const askSender = async () => {
    const answer = await fetched(ready);
    sender = answer.status === 200 ? JSON.parse(answer.text) : null;
    return sender;
  };

  // What the site says about a command: done, refused with a reason, or nothing (it has to wait).
  const outcomeOf = ({ status, text }) => {
    if (status === 0 || status >= 500 || [401, 403, 408, 429].includes(status)) return null;
    try {
      const said = JSON.parse(text);
      return status === 200 ? { done: said } : { refused: { reason: said.refused, meanwhile: said.meanwhile ?? [] } };
    } catch {
      return { refused: { reason: `The site could not do that (error ${status}).`, meanwhile: [] } };
    }
  };

  const NOT_MADE = "It is about something that was not made, because that was refused or deleted.";

  const deliver = async (command) => {
    const subject = await subjectOf(command.action);
    let text = String(new URLSearchParams(command.fields));
    for (const [made, id] of Object.entries(subject.made)) text = text.replaceAll(made, id);
    if (/\bnew-[0-9a-z]{10}\b/.test(text)) return { refused: { reason: NOT_MADE, meanwhile: [] } };
    const body = new URLSearchParams(text);
    body.set("csrfmiddlewaretoken", sender.token);
    body.set("own", subject.own.join(" "));
    body.set("sent", command.name);
    const page = pages.find(({ action }) => action === command.action);
    const named = { "Idempotency-Key": command.name, "Content-Version": FORMAT, Accept: "application/json" };
    const headers = page ? { "HX-Request": "true" } : named;
    if (command.person !== "anyone") headers["Muster-Person"] = command.person;
    const answer = await fetched(command.action, { method: "POST", body, headers });
    const outcome = (page?.take ?? outcomeOf)(answer, body);
    if (!outcome) sender = null; // asked again before the next attempt
    return outcome;
  };

  const record = async (command, outcome) => {
    if (outcome.refused) return change({ put: [{ ...command, refused: outcome.refused }] });
    const subject = await subjectOf(command.action);
    const { version, made = [] } = outcome.done;
    if (version) subject.own = [...subject.own, version].slice(-MOST_OWN);
    if (command.makes && made.length) subject.made[command.makes] = made[0];
    return change({ drop: [command.name], subject });
  };

  const mayBeSent = (command) =>
    command.person === sender.person || command.person === "anyone" || sender.was.includes(command.person);

  const sendAll = async () => {
    const done = [];
    const refused = [];
    for (;;) {
      const waiting = (await all()).filter((command) => !command.refused);
      if (!waiting.length) break;
      if (!sender && !(await askSender())) break;
      const command = waiting.find(mayBeSent);
      blocked = command ? "" : sender.person;
      if (!command) break;
      sending = command.name;
      if (!command.sent) await change({ put: [{ ...command, sent: true }] });
      const outcome = await deliver(command);
      sending = "";
      if (!outcome) break;
      await record(command, outcome);
      (outcome.done ? done : refused).push(command);
      tell();
    }
    return { done, refused };
  };

  // One tab sends at a time; where there are no locks (on plain http), the names alone prevent that anything is done
  // twice.
  let flushing = null;
  const flush = () => {
    flushing ??= (async () => {
      const options = { ifAvailable: true };
      const work = (lock) => (lock ? sendAll() : { done: [], refused: [] });
      const sent = await (navigator.locks?.request("muster-queue", options, work) ?? sendAll());
      flushing = null;
      if (sent.done.length || sent.refused.length || blocked) tell(sent);
      return sent;
    })();
    return flushing;
  };

  const wake = () => {
    if (sending && Date.now() - since > OVERDUE) controller.abort();
    tell(); // another tab may have sent something
    flush();
  };
  if (ready) {
    adopt().catch(() => null); // a browser that stores nothing has nothing from before
    addEventListener("online", wake);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", () => document.hidden || wake());
    setInterval(async () => document.hidden || ((await all()).some((command) => !command.refused) && flush()), RETRY);
  }

  globalThis.muster = {
    queue: {
      person,
      add,
      again,
      all,
      askSender,
      flush,
      newName,
      remove,
      subjectOf,
      drawsItself: (action, take) => pages.push({ action, take }),
      get blocked() {
        return blocked;
      },
      get isSending() {
        return sending !== "";
      },
    },
  };
}
