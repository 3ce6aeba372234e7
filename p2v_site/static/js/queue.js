/* What is done without a network: a queue of commands in this browser, in order, until the site has done or refused
   each. A command is a form with the address that it goes to, under a name that the site uses once, so that nothing
   happens twice. It belongs to the person who made it and is sent for no other. */

"use strict";

{
  const FORMAT = "muster-command/1";
  const WITHDRAWN = `${FORMAT}; withdrawn`; // asks whether a command was done; if not, it is never done
  const LIMIT = 10_000; // how long an answer may take, in milliseconds
  const OVERDUE = 3000; // an answer that a phone has slept through does not come any more
  const RETRY = 15_000;
  const MOST_OWN = 200;
  const DAY = 86_400_000;
  const ENOUGH_ERRORS = 3; // a command that met so many holds up no others
  const ANYONE = "anyone"; // whose page names no person
  const { person = ANYONE, ready } = document.getElementById("queue")?.dataset ?? {};

  /* --- The store -------------------------------------------------------------------------------------------------- */

  const memory = { commands: new Map(), subjects: new Map() }; // where the browser stores nothing, or fails at it
  let trouble = ""; // "absent" where there is no store, "unreadable" where it failed

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
      const reopen = () => (opening = open());
      database.addEventListener("close", reopen);
      database.addEventListener("versionchange", () => reopen(database.close()));
      return database;
    } catch {
      trouble ||= "absent"; // private browsing, or a browser that forbids it
      return null;
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
      trouble = "unreadable";
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

  const knownOf = (subjects) => (action) =>
    subjects.find((subject) => subject.action === action) ?? { action, own: [], made: {} };
  const subjectOf = (action) => change((_, known) => ({ result: known(action) }));

  // Reads, decides and writes together or not at all, so that no other tab comes between. ``decide`` gets all commands
  // and what is known of a subject; it returns what to put and to drop, and its result.
  const change = (decide) =>
    inStore(
      async (database) => {
        const transaction = database.transaction(["commands", "subjects"], "readwrite");
        const ended = new Promise((resolve, reject) => {
          transaction.addEventListener("complete", resolve);
          transaction.addEventListener("abort", () => reject(transaction.error));
        });
        ended.catch(() => null); // it is awaited only where nothing failed before
        const stores = ["commands", "subjects"].map((name) => transaction.objectStore(name));
        const known = await Promise.all(stores.map((store) => answerOf(store.getAll())));
        const { put = [], drop = [], subjects = [], result } = decide(known[0], knownOf(known[1]));
        for (const command of put) stores[0].put(command);
        for (const name of drop) stores[0].delete(name);
        for (const subject of subjects) stores[1].put(subject);
        await ended;
        return result;
      },
      () => {
        const known = [memory.commands, memory.subjects].map((store) => [...store.values()]);
        const { put = [], drop = [], subjects = [], result } = decide(known[0], knownOf(known[1]));
        for (const command of put) memory.commands.set(command.name, command);
        for (const name of drop) memory.commands.delete(name);
        for (const subject of subjects) memory.subjects.set(subject.action, subject);
        return result;
      },
    );

  // Mark a command as sent and return it; null if it was taken away or answered before.
  const claim = (name) =>
    change((commands) => {
      const command = commands.find((other) => other.name === name && !other.refused);
      return { put: command ? [{ ...command, sent: true }] : [], result: command ?? null };
    });

  /* --- Commands --------------------------------------------------------------------------------------------------- */

  const tell = (detail = {}) => document.dispatchEvent(new CustomEvent("muster:queue", { detail }));

  let last = 0;
  const letters = () =>
    [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => (byte % 36).toString(36)).join("");

  /** A name for a command: later ones come later in the alphabet, and no two devices make the same one. */
  const newName = (after = 0) => {
    last = Math.max(Date.now(), last + 1, after + 1);
    return `${last.toString(36)}-${letters()}`;
  };
  const timeOf = ({ name }) => Number.parseInt(name, 36);

  // Behind those that wait, even if the clock was put back since; but the site takes no names from days ahead.
  const nameBehind = (commands) =>
    newName(Math.max(0, ...commands.map(timeOf).filter((time) => time < Date.now() + DAY / 2)));

  const marks = new Set([person, ANYONE]); // of the person of this page, who may have been a visitor before

  /** The commands of this page's person, or those of them that go to one address. */
  const mine = async (action = "") =>
    (await all()).filter((command) => marks.has(command.person) && (!action || command.action === action));

  const pages = []; // of a page that draws answers itself: the address, and what takes its answer
  const drawn = (action) => pages.find((page) => page.action === action);

  // What waits to be done; what was deleted after it was sent waits for the site's word instead.
  const isWaiting = ({ refused, withdrawn }) => !refused && !withdrawn;

  /** Put a command behind the others; one that was ``sent`` by its page, under the ``name`` given, may be done already.
      Another one of the same slot is replaced, unless it was sent before. */
  const add = async ({ action, fields, words, name = "", sent = false, slot = "", makes = "", ...more }) => {
    const path = new URL(action, location.href).pathname;
    const said = [...fields]
      .filter(([field]) => !["csrfmiddlewaretoken", "state", "sent"].includes(field))
      .map(([field, value]) => [field, String(value)]);
    const page = { address: location.pathname, title: document.title.replace(" · Muster", "") };
    const settles = !drawn(path) && person !== ANYONE; // whether the site can say later if it was done
    const made = {
      sent,
      person,
      action: path,
      fields: said,
      words,
      slot,
      makes,
      page,
      settles,
      refused: null,
      ...more,
    };
    const isReplaced = (other) =>
      slot && other.slot === slot && other.action === path && marks.has(other.person) && !other.refused && !other.sent;
    const command = await change((commands) => {
      const result = { ...made, name: name || nameBehind(commands) };
      return { put: [result], drop: commands.filter(isReplaced).map((other) => other.name), result };
    });
    navigator.storage?.persist?.();
    tell();
    return command;
  };

  // What an earlier version of Muster stored of a battle: its names are those of today.
  const adopt = async () => {
    for (const key of Object.keys(localStorage).filter((one) => /^muster-battle\/[^/]+\/waits\//.test(one))) {
      const { key: name, action, body, words } = JSON.parse(localStorage.getItem(key));
      await add({ name, sent: true, settles: false, action, words, fields: new URLSearchParams(body) });
      localStorage.removeItem(key);
    }
  };

  const MAY_BE_DONE = "This was sent, but no answer came: the site may have done it. Take it off this list anyway?";

  /** Take commands away. Those that were sent and not answered are settled with the site; where it cannot say whether
      they were done, the person is asked. */
  const remove = async (...names) => {
    const removing = (isSure) => (commands, known) => {
      const removed = commands.filter(({ name }) => names.includes(name));
      const unsure = removed.filter(({ sent, refused }) => sent && !refused);
      if (!isSure && unsure.some(({ settles }) => !settles)) return { result: "ask" };
      const put = unsure.filter(({ settles }) => settles).map((command) => ({ ...command, withdrawn: true }));
      const gone = removed.filter(({ name }) => put.every((other) => other.name !== name));
      const subjects = new Map();
      for (const { action, makes } of gone.filter((command) => command.makes)) {
        const subject = subjects.get(action) ?? known(action);
        subjects.set(action, { ...subject, made: { ...subject.made, [makes]: null } });
      }
      return {
        put,
        drop: gone.map(({ name }) => name),
        subjects: [...subjects.values()],
        result: put.length ? "settle" : "",
      };
    };
    let next = await change(removing(false));
    if (next === "ask" && !confirm(MAY_BE_DONE)) return;
    if (next === "ask") next = await change(removing(true));
    tell();
    if (next === "settle") flush();
  };

  /** Let a refused command wait again, under a new name and built upon what this page shows now. */
  const again = async (command, fields) => {
    const anew = { ...command, name: nameBehind(await all()), sent: false, fields, refused: null };
    await change(() => ({ put: [anew], drop: [command.name] }));
    tell();
  };

  /* --- Sending ---------------------------------------------------------------------------------------------------- */

  let sending = ""; // the name of the command that is on its way
  let controller = new AbortController();
  let since = 0;
  let sender = null; // who would send, and the token for it
  let blocked = "";
  const errors = new Map(); // how often the site had an error with a command

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
    const isChanged = await change((commands) => {
      const earlier = commands.filter((command) => was.includes(command.person));
      return { put: earlier.map((command) => ({ ...command, person: now })), result: earlier.length > 0 };
    });
    if (now !== person && !was.includes(person)) return;
    for (const mark of [now, ...was]) marks.add(mark);
    if (isChanged) tell();
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

  const DONE_BEFORE = { reason: "The site had made it before you deleted it.", meanwhile: [] };
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
    const page = drawn(command.action);
    const format = command.withdrawn ? WITHDRAWN : FORMAT;
    const named = { "Idempotency-Key": command.name, "Content-Version": format, Accept: "application/json" };
    const headers = page ? { "HX-Request": "true" } : named;
    if (command.person !== ANYONE) headers["Muster-Person"] = command.person;
    const answer = await fetched(command.action, { method: "POST", body, headers });
    const outcome = (page?.take ?? outcomeOf)(answer, body);
    if (outcome) return outcome;
    sender = null; // asked again before the next attempt
    if (answer.status === 200 || answer.status >= 500) errors.set(command.name, (errors.get(command.name) ?? 0) + 1);
    return null;
  };

  // What becomes of a command; undefined if it is gone, as one is that was deleted and not done.
  const remaining = (command, now, { done, refused }) => {
    if (!now?.withdrawn) return now && refused && { ...now, refused };
    if (done?.done) return { ...now, refused: DONE_BEFORE };
    return refused && command.withdrawn ? { ...now, refused } : undefined;
  };

  const record = (command, outcome) =>
    change((commands, known) => {
      const now = commands.find(({ name }) => name === command.name);
      const left = remaining(command, now, outcome);
      const { version, made = [] } = outcome.done ?? {};
      const subject = known(command.action);
      const own = version ? [...subject.own, version].slice(-MOST_OWN) : subject.own;
      const ids = command.makes && (made.length || !left) ? { [command.makes]: made[0] ?? null } : {};
      const subjects = outcome.done || !left ? [{ ...subject, own, made: { ...subject.made, ...ids } }] : [];
      return left ? { put: [left], subjects, result: left } : { drop: [command.name], subjects };
    });

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
      const next = waiting.find((other) => [asked.person, ANYONE].includes(other.person));
      blocked = next ? "" : asked.person;
      if (!next) break;
      const command = await claim(next.name);
      if (!command) continue;
      sending = command.name;
      const outcome = await deliver(command, asked);
      sending = "";
      if (!outcome && !isStuck(command)) break;
      if (!outcome) {
        passed.add(command.action);
        tell();
        continue;
      }
      if (await record(command, outcome)) refused.push(command);
      else if (outcome.done && outcome.done.done !== "") done.push(command);
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
    addEventListener("beforeunload", (event) => memory.commands.size > 0 && event.preventDefault());
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
      isWaiting,
      mine,
      newName,
      remove,
      drawsItself: (action, take) => pages.push({ action, take }),
      get isBlocked() {
        return blocked !== "";
      },
      get isSignedOut() {
        return blocked === ANYONE;
      },
      get where() {
        return trouble ? "this page" : "this device";
      },
      get trouble() {
        return trouble;
      },
      get isSending() {
        return sending !== "";
      },
    },
  };
}
