/* What runs beside the pages on https and on localhost: it keeps pages to read for when there is no network.

   The server marks those that may be kept; forms are cut out of them, unless the mark says that the page keeps its
   forms. Everything else goes to the network untouched: what is entered, battles that are followed, the admin, the API.
   `self.MUSTER` stands before this text (see p2v_site/web/offline.py). */

"use strict";

{
  const { shell, offline, signOut, assets, passed, mark, writing } = self.MUSTER;
  const PAGES = "muster-pages"; // what was opened, and what is one's own
  const LIBRARY = "muster-library"; // what was taken along and is the same for all
  const ASSETS = "muster-assets";
  const PERSON = "muster-person";
  const KEPT = "X-Kept-At";
  const TITLE = "X-Kept-Title";
  const FORMS = "X-Kept-Forms";
  const NOTE = "/take-along/note"; // where the library says of which version it is, and what of that is here
  const MOST_PAGES = 1000;
  const MOST_ASSETS = 150;
  const HEADERS = ["Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"];
  const POST_FORM = new RegExp(writing, "gi");
  const PART = /(<!-- changing part -->)[\s\S]*(<!-- end of the changing part -->)/;
  const HASHED = /\.[0-9a-f]{12}\.\w+$/;
  const PAGE_BEGINS = /<main\b[^>]*>/;
  const PLACES = {
    warbands: "Warbands",
    campaigns: "Campaigns",
    battles: "Battles",
    adventures: "Adventures",
    library: "Library",
  };
  const NOT_SENT =
    '<p class="notice bad" role="alert">Nothing was sent. Go back: what you entered is still there to send later.</p>';
  const PATIENCE = 8; // seconds for an answer, where a page is stored
  const OFFLINE = "You are offline.";
  const SLOW = "The site has not answered yet.";
  const BUILDER = /^\/warbands\/[\w-]+\/$/;

  const prune = async (cache, most) => {
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
  };

  let departures = 0; // what was asked for before a sign-out is not kept after it

  const forget = async () => {
    departures += 1;
    await Promise.all([PAGES, LIBRARY, PERSON].map((name) => caches.delete(name)));
  };

  /* --- Keeping ---------------------------------------------------------------------------------------------------- */

  const knownPerson = async () => (await (await caches.open(PERSON)).match("/"))?.text();

  // Empties the store where the pages are another person's now: after signing in or out, wherever that was done. The
  // library that a stranger loaded stays when they sign in.
  const changePerson = async (person) => {
    const known = await knownPerson();
    if (known === person) return;
    await caches.delete(PAGES);
    if (known && known !== "anyone") await caches.delete(LIBRARY);
    await (await caches.open(PERSON)).put("/", new Response(person));
  };

  let turn = Promise.resolve(); // one page after the other, or the second would empty the store of the first

  const takePerson = (person) => {
    turn = turn.catch(() => {}).then(() => changePerson(person));
    return turn;
  };

  const put = async (store, key, page, from, hasForms = false) => {
    const text = hasForms ? page : page.replace(POST_FORM, "");
    const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", [KEPT]: new Date().toISOString() });
    for (const name of HEADERS) if (from.has(name)) headers.set(name, from.get(name));
    headers.set(TITLE, encodeURIComponent(/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? key));
    if (hasForms) headers.set(FORMS, "yes");
    await store.delete(key); // the latest stand last
    await store.put(key, new Response(text, { headers }));
  };

  // A page with forms is one page, whichever creature it was asked to show; a past round is another.
  const keep = async (address, answer, since) => {
    const url = new URL(address);
    const [person, forms] = (answer.headers.get(mark) ?? "").split("; ");
    const key = forms && !url.searchParams.has("round") ? url.pathname : url.pathname + url.search;
    if (!person) {
      const pages = await caches.open(PAGES);
      if ([403, 404, 410].includes(answer.status)) await pages.delete(key); // a link that was switched off
      return;
    }
    const page = await answer.text();
    if (since !== departures) return;
    await takePerson(person);
    const pages = await caches.open(PAGES); // the store may just have been emptied
    await put(pages, key, page, answer.headers, Boolean(forms));
    await prune(pages, MOST_PAGES);
    // Someone may have signed out or in meanwhile, in another tab too.
    if (since !== departures || (await knownPerson()) !== person) await (await caches.open(PAGES)).delete(key);
  };

  // A page that follows others says what its changing part is now, so that it can be opened again as it was last.
  const renew = async (address, part) => {
    const { pathname, search } = new URL(address);
    const pages = await caches.open(PAGES);
    for (const key of new Set([pathname, pathname + search])) {
      const kept = await pages.match(key);
      if (!kept) continue;
      const page = (await kept.text()).replace(PART, (_, start, end) => start + part + end);
      await put(pages, key, page, kept.headers, kept.headers.has(FORMS));
    }
  };

  /* --- Taken along ------------------------------------------------------------------------------------------------ */

  const noted = async () => (await (await (await caches.open(LIBRARY)).match(NOTE))?.json()) ?? { taken: [] };

  const note = async (state) => (await caches.open(LIBRARY)).put(NOTE, Response.json(state));

  // What is here of a version of the library; of an earlier one nothing counts, though it is read until it is replaced.
  const takenOf = async (version) => {
    const state = await noted();
    return state.version === version ? state.taken : [];
  };

  const stateFor = async (version) => ({
    taken: await takenOf(version),
    isOlder: ![undefined, version].includes((await noted()).version),
  });

  const begin = async (version, isAnew) => {
    const taken = isAnew ? [] : await takenOf(version);
    const state = await noted();
    await note({ version, taken, since: taken.length ? state.since : new Date().toISOString() });
    return taken;
  };

  // A pack is a document with pages; the one that the search reads has none and stays as it is. What is not there any
  // more counts as taken; after any other refusal, and where the device is full, nothing does.
  const take = async (address) => {
    const since = departures;
    const answer = await fetch(address, { headers: { Accept: "text/html, application/json" } }).catch(() => null);
    if (!answer) return { status: 0 };
    const { status, ok, headers } = answer;
    if (!ok && ![404, 410].includes(status)) return { status, wait: Number(headers.get("Retry-After")) };
    if (ok && headers.get("Content-Type") === "application/json") {
      const library = await caches.open(LIBRARY);
      const { pages } = await answer.clone().json();
      for (const [key, page] of pages ?? []) await put(library, key, page, headers);
      if (!pages) await library.put(address, answer);
    } else if (!answer.redirected) {
      await keep(new URL(address, self.location).href, answer, since);
    }
    const state = await noted();
    await note({ ...state, taken: [...state.taken, address] });
    return { status };
  };

  // Everything is here: what was not loaded again is in the library no more.
  const finish = async () => {
    const [{ since }, library] = await Promise.all([noted(), caches.open(LIBRARY)]);
    for (const request of await library.keys()) {
      const when = (await library.match(request)).headers.get(KEPT);
      if (when && when < since) await library.delete(request);
    }
  };

  const asset = async (request) => {
    const kept = await caches.match(request.url);
    if (kept && HASHED.test(request.url)) return kept;
    try {
      const answer = await fetch(request);
      if (answer.ok && answer.type === "basic") {
        const store = await caches.open(ASSETS);
        await store.put(request.url, answer.clone());
        await prune(store, MOST_ASSETS);
      }
      return answer;
    } catch (fault) {
      if (kept) return kept;
      throw fault;
    }
  };

  /* --- Without a network ------------------------------------------------------------------------------------------ */

  const within = (text, words) => text.replace(PAGE_BEGINS, (found) => `${found}${words}`);

  // The page of an address, else without its parameters; for a builder, else the sheet.
  const find = async ({ pathname, search }) => {
    const stores = await Promise.all([PAGES, LIBRARY].map((name) => caches.open(name)));
    const keys = [pathname + search, pathname, ...(BUILDER.test(pathname) ? [`${pathname}sheet/`] : [])];
    for (const key of keys) {
      for (const store of stores) {
        const kept = await store.match(key);
        if (kept) return kept;
      }
    }
    return null;
  };

  const keptPage = async (url, why = OFFLINE) => {
    const kept = await find(url);
    if (!kept) return null;
    const when = new Date(kept.headers.get(KEPT)).toLocaleString("en", { dateStyle: "long", timeStyle: "short" });
    const words = `${why} This page is as it was on ${when}.`;
    const notice = `<div class="notices" id="kept-notice" role="status"><p class="notice warning">${words}</p></div>`;
    return new Response(within(await kept.text(), notice), { headers: kept.headers });
  };

  const offlinePage = async (words = "") => {
    const page = await caches.match(offline);
    if (!page) return Response.error();
    const store = await caches.open(PAGES);
    const groups = new Map(Object.keys(PLACES).map((place) => [place, []]));
    for (const request of (await store.keys()).toReversed()) {
      const kept = await store.match(request);
      const url = new URL(request.url);
      const title = decodeURIComponent(kept.headers.get(TITLE)).replace(" · Muster", "");
      const line = `<li><a href="${url.pathname}${url.search.replaceAll("&", "&amp;")}">${title}</a></li>`;
      (groups.get(url.pathname.split("/")[1]) ?? groups.get("library")).push(line);
    }
    const list = [...groups]
      .filter(([, lines]) => lines.length)
      .map(([place, lines]) => `<h3>${PLACES[place]}</h3><ul class="kept-pages">${lines.join("")}</ul>`)
      .join("");
    const text = within(await page.text(), words).replace(
      "<!-- kept pages -->",
      () => list || "<p>There is no page yet.</p>",
    );
    const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
    const policy = page.headers.get("Content-Security-Policy");
    if (policy) headers.set("Content-Security-Policy", policy);
    return new Response(text, { headers });
  };

  /* --- What the browser asks -------------------------------------------------------------------------------------- */

  // A network that is there but dead is like none; what it answers later is kept all the same.
  const open = async (event, url) => {
    const since = departures;
    const asked = fetch(event.request);
    const keepAnswer = (answer) => keep(event.request.url, answer.clone(), since);
    event.waitUntil(asked.then(keepAnswer, () => {}));
    const late = new Promise((done) => setTimeout(done, 1000 * PATIENCE)).then(() => keptPage(url, SLOW));
    try {
      return (await Promise.race([asked, late])) ?? (await asked);
    } catch {
      return (await keptPage(url)) ?? offlinePage();
    }
  };

  const send = (request) => fetch(request).catch(() => offlinePage(NOT_SENT));

  const leave = async (request) => {
    await forget();
    try {
      return await fetch(request);
    } catch {
      return offlinePage();
    }
  };

  self.addEventListener("install", (event) => {
    const load = async () => {
      const store = await caches.open(ASSETS);
      await store.addAll(shell.map((address) => new Request(address, { credentials: "same-origin" })));
      // The page for all who have no network names nobody.
      await store.add(new Request(offline, { credentials: "omit", cache: "reload" }));
      await self.skipWaiting();
    };
    event.waitUntil(load());
  });

  self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

  // The page that brought the worker was there before it: it asks to be kept as well.
  self.addEventListener("message", (event) => {
    const url = new URL(event.source?.url ?? "about:blank");
    if (url.origin !== self.location.origin) return;
    const { data } = event;
    const reply = (value) => event.ports[0].postMessage(value);
    const answer = (work) => event.waitUntil(work.then(reply, ({ name }) => reply({ fault: name })));
    const since = departures;
    if (data === "keep") event.waitUntil(fetch(url).then((page) => keep(url.href, page, since)));
    else if (data.part) event.waitUntil(renew(url.href, data.part));
    else if (data.take) answer(take(data.take));
    else if (data.state) answer(stateFor(data.state));
    else if (data.begin) answer(begin(data.begin, data.anew));
    else if (data.finish) answer(finish());
    else if (data.forget) answer(forget());
  });

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (request.mode === "navigate" && request.method === "POST") {
      event.respondWith(url.pathname === signOut ? leave(request) : send(request));
    } else if (request.mode === "navigate" && request.method === "GET") {
      if (!passed.some((start) => url.pathname.startsWith(start))) event.respondWith(open(event, url));
    } else if (request.method === "GET" && url.pathname.startsWith(assets)) {
      event.respondWith(asset(request));
    }
  });
}
