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
  const ENOUGH_ERRORS = 3; // a command that met so many holds up no others
  const ANYONE = "anyone"; // whose page names no person
  const { person = ANYONE, ready } = document.getElementById("queue")?.dataset ?? {};

  /* --- The store -------------------------------------------------------------------------------------------------- */

  const memory = { commands: new Map(), subjects: new Map() }; // where the browser stores nothing, or fails at it
  let isUnreadable = false;

  const answerOf = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });

  const open = async () => {
    try {
      const request = indexedDB.open("muster", 1);
      request.addEventListener("upgradeneeded", () => {
        request.result.createObjectStore("commands", { keyPath: "name" });
        request.result.createObjectStore("subjects", { keyPath: "action" });
      });
      const database = await answerOf(request);
      database.addEventListener("versionchange", () => database.close());
      database.addEventListener("close", () => (opening = open()));
      return database;
    } catch {
      return null; // private browsing, or a browser that forbids it
    }
  };
  let opening = open();

  // What the database does; where it fails, the page goes on with its own memory.
  const inStore = async (work, instead) => {
    const database = await opening;
    if (!database) return instead();
    try {
      return await work(database);
    } catch {
      isUnreadable = true;
      opening = Promise.resolve(null);
      return instead();
    }
  };

  const all = async () => {
    const commands = await inStore(
      (database) => answerOf(database.transaction("commands").objectStore("commands").getAll()),
      () => [...memory.commands.values()],
    );
    return commands.toSorted((one, other) => (one.name < other.name ? -1 : 1)); // names begin with their time
  };

  const subjectOf = async (action) => {
    const subject = await inStore(
      (database) => answerOf(database.transaction("subjects").objectStore("subjects").get(action)),
      () => memory.subjects.get(action),
    );
    return subject ?? { action, own: [], made: {} };
  };

  // Writes and deletes together or not at all.
  const change = ({ put = [], drop = [], subjects = [] }) =>
    inStore(
      (database) => {
        const transaction = database.transaction(["commands", "subjects"], "readwrite");
        for (const command of put) transaction.objectStore("commands").put(command);
        for (const name of drop) transaction.objectStore("commands").delete(name);
        for (const subject of subjects) transaction.objectStore("subjects").put(subject);
        return new Promise((resolve, reject) => {
          transaction.addEventListener("complete", resolve);
          transaction.addEventListener("abort", () => reject(transaction.error));
        });
      },
      () => {
        for (const command of put) memory.commands.set(command.name, command);
        for (const name of drop) memory.commands.delete(name);
        for (const subject of subjects) memory.subjects.set(subject.action, subject);
      },
    );

  // Mark a command as sent; false if it was taken away before.
  const claim = (name) =>
    inStore(
      async (database) => {
        const commands = database.transaction("commands", "readwrite").objectStore("commands");
        const command = await answerOf(commands.get(name));
        if (command && !command.sent) await answerOf(commands.put({ ...command, sent: true }));
        return command !== undefined;
      },
      () => {
        const command = memory.commands.get(name);
        if (command) memory.commands.set(name, { ...command, sent: true });
        return command !== undefined;
      },
    );

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

  const marks = new Set([person, ANYONE]); // of the person of this page, who may have been a visitor before

  /** The commands of this page's person, or those of them that go to one address. */
  const mine = async (action = "") =>
    (await all()).filter((command) => marks.has(command.person) && (!action || command.action === action));

  /** Put a command behind the others; one that was ``sent`` by its page may be done already. Another one of the same
      slot is replaced, unless it was sent before. */
  const add = async ({ action, fields, words, name = newName(), sent = false, slot = "", makes = "" }) => {
    const path = new URL(action, location.href).pathname;
    const said = [...fields]
      .filter(([field]) => !["csrfmiddlewaretoken", "state", "sent"].includes(field))
      .map(([field, value]) => [field, String(value)]);
    const waits = (await mine(path)).filter((other) => slot && other.slot === slot);
    const replaced = waits.filter((other) => !other.refused && !other.sent).map((other) => other.name);
    const page = { address: location.pathname, title: document.title.replace(" · Muster", "") };
    const command = { name, sent, person, action: path, fields: said, words, slot, makes, page, refused: null };
    await change({ put: [command], drop: replaced });
    navigator.storage?.persist?.();
    tell();
    return command;
  };

  // What an earlier version of Muster stored of a battle: its names are those of today.
  const adopt = async () => {
    for (const key of Object.keys(localStorage).filter((one) => /^muster-battle\/[^/]+\/waits\//.test(one))) {
      const { key: name, action, body, words } = JSON.parse(localStorage.getItem(key));
      await add({ name, sent: true, action, words, fields: new URLSearchParams(body) });
      localStorage.removeItem(key);
    }
  };

  const MAY_BE_DONE = "This was sent, but no answer came: the site may have done it. Take it off this list anyway?";

  /** Take commands away. The person is asked about those that were sent and not answered. */
  const remove = async (...names) => {
    const removed = (await all()).filter(({ name }) => names.includes(name));
    if (removed.some(({ sent, refused }) => sent && !refused) && !confirm(MAY_BE_DONE)) return;
    const subjects = [];
    for (const { action, makes } of removed.filter((command) => command.makes)) {
      const subject = await subjectOf(action);
      subjects.push({ ...subject, made: { ...subject.made, [makes]: null } });
    }
    await change({ drop: names, subjects });
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
  const errors = new Map(); // how often the site had an error with a command
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

  // What a visitor made belongs to the account that the visitor signed in to.
  const recognize = async ({ person: now, was }) => {
    const earlier = (await all()).filter((command) => was.includes(command.person));
    if (earlier.length) await change({ put: earlier.map((command) => ({ ...command, person: now })) });
    if (now !== person && !was.includes(person)) return;
    for (const mark of [now, ...was]) marks.add(mark);
    if (earlier.length) tell();
  };

  /** Ask the site who would send; null without a network, or where something else answers in its place. */
  const askSender = async () => {
    const answer = await fetched(ready);
    try {
      const { person: now, was, token } = JSON.parse(answer.status === 200 ? answer.text : "null");
      await recognize({ person: now, was });
      sender = { person: now, token };
    } catch {
      sender = null;
    }
    return sender;
  };

  const hasToWait = (status) => status === 0 || status >= 500 || [401, 403, 408, 429].includes(status);

  // What the site says about a command: done, refused with a reason, or nothing (it has to wait).
  const outcomeOf = ({ status, text }) => {
    if (hasToWait(status)) return null;
    try {
      const said = JSON.parse(text);
      return status === 200 ? { done: said } : { refused: { reason: said.refused, meanwhile: said.meanwhile ?? [] } };
    } catch {
      if (status === 200) return null; // the page of a network that asks for a sign-in, not the site
      return { refused: { reason: `The site could not do that (error ${status}).`, meanwhile: [] } };
    }
  };

  const NOT_MADE = "It changes a creature that was never added: adding it was refused or deleted.";

  // The fields with the site's ids for what was made here; null if something was never made.
  const withIds = ({ fields }, made) => {
    const named = made.filter(([name]) => fields.some(([, value]) => value.includes(name)));
    if (named.some(([, id]) => id === null)) return null;
    const put = (value) => named.reduce((text, [name, id]) => text.replaceAll(name, id), value);
    return fields.map(([field, value]) => [field, put(value)]);
  };

  const deliver = async (command, { token }) => {
    const subject = await subjectOf(command.action);
    const unmade = (await all()).filter(({ makes }) => makes).map(({ makes }) => [makes, null]);
    const fields = withIds(command, [...Object.entries(subject.made), ...unmade]);
    if (!fields) return { refused: { reason: NOT_MADE, meanwhile: [] } };
    const body = new URLSearchParams(fields);
    body.set("csrfmiddlewaretoken", token);
    body.set("own", subject.own.join(" "));
    body.set("sent", command.name);
    const page = pages.find(({ action }) => action === command.action);
    const named = { "Idempotency-Key": command.name, "Content-Version": FORMAT, Accept: "application/json" };
    const headers = page ? { "HX-Request": "true" } : named;
    if (command.person !== ANYONE) headers["Muster-Person"] = command.person;
    const answer = await fetched(command.action, { method: "POST", body, headers });
    const outcome = (page?.take ?? outcomeOf)(answer, body);
    if (outcome) return outcome;
    sender = null; // asked again before the next attempt
    if (answer.status === 200 || answer.status >= 500) errors.set(command.name, (errors.get(command.name) ?? 0) + 1);
    return null;
  };

  const record = async (command, outcome) => {
    if (outcome.refused) return change({ put: [{ ...command, refused: outcome.refused }] });
    const subject = await subjectOf(command.action);
    const { version, made = [] } = outcome.done;
    if (version) subject.own = [...subject.own, version].slice(-MOST_OWN);
    if (command.makes && made.length) subject.made[command.makes] = made[0];
    return change({ drop: [command.name], subjects: [subject] });
  };

  const isStuck = ({ name }) => (errors.get(name) ?? 0) >= ENOUGH_ERRORS;

  const sendAll = async () => {
    const done = [];
    const refused = [];
    const passed = new Set(); // addresses at which the site has an error again and again
    if (!navigator.onLine) sender = null;
    if (!sender && (await all()).some((command) => !marks.has(command.person))) await askSender();
    for (;;) {
      const waiting = (await all()).filter((command) => !command.refused && !passed.has(command.action));
      if (!waiting.length) break;
      const asked = sender ?? (await askSender());
      if (!asked) break;
      const command = waiting.find((other) => [asked.person, ANYONE].includes(other.person));
      blocked = command ? "" : asked.person;
      if (!command) break;
      if (!(await claim(command.name))) continue;
      sending = command.name;
      const outcome = await deliver(command, asked);
      sending = "";
      if (!outcome && !isStuck(command)) break;
      if (!outcome) {
        passed.add(command.action);
        tell();
        continue;
      }
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
      try {
        const sent = await (navigator.locks?.request("muster-queue", options, work) ?? sendAll());
        if (sent.done.length || sent.refused.length || blocked) tell(sent);
        return sent;
      } finally {
        flushing = null;
        sending = "";
      }
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
      LIMIT,
      OVERDUE,
      person,
      add,
      again,
      all,
      askSender,
      flush,
      hasToWait,
      isStuck,
      mine,
      newName,
      remove,
      subjectOf,
      drawsItself: (action, take) => pages.push({ action, take }),
      get isBlocked() {
        return blocked !== "";
      },
      get isSignedOut() {
        return blocked === ANYONE;
      },
      get isUnreadable() {
        return isUnreadable;
      },
      get isSending() {
        return sending !== "";
      },
    },
  };
}
