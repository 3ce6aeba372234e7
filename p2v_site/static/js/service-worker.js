/* What runs beside the pages on https and on localhost: it keeps pages to read for when there is no network.

   The server marks those that may be kept; forms are cut out of them. Everything else goes to the network untouched:
   what is entered, battles that are followed, the admin, the API. `self.MUSTER` stands before this text (see
   p2v_site/web/offline.py). */

"use strict";

{
  const { shell, offline, signOut, assets, passed, mark } = self.MUSTER;
  const PAGES = "muster-pages";
  const ASSETS = "muster-assets";
  const PERSON = "muster-person";
  const KEPT = "X-Kept-At";
  const TITLE = "X-Kept-Title";
  const MOST_PAGES = 200;
  const MOST_ASSETS = 150;
  const HEADERS = ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"];
  const POST_FORM = /<form\b[^>]*\bmethod="post"[^>]*>[\s\S]*?<\/form>/gi;
  const HASHED = /\.[0-9a-f]{12}\.\w+$/;
  const PAGE_BEGINS = /<main\b[^>]*>/;
  const BUILDER = /^\/warbands\/[\w-]+\/$/;

  const prune = async (cache, most) => {
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
  };

  const forget = async () => {
    await Promise.all([caches.delete(PAGES), caches.delete(PERSON)]);
  };

  /* --- Keeping ---------------------------------------------------------------------------------------------------- */

  // Empties the store where the pages are another person's now: after signing in or out, wherever that was done.
  const takePerson = async (person) => {
    const store = await caches.open(PERSON);
    const known = await store.match("/");
    if (known && (await known.text()) !== person) await caches.delete(PAGES);
    await store.put("/", new Response(person));
  };

  const keep = async (address, answer) => {
    const url = new URL(address);
    const key = url.pathname + url.search;
    const person = answer.headers.get(mark);
    const pages = await caches.open(PAGES);
    if (!person) {
      if ([403, 404, 410].includes(answer.status)) await pages.delete(key); // a link that was switched off
      return;
    }
    await takePerson(person);
    const text = (await answer.text()).replace(POST_FORM, "");
    const headers = new Headers();
    for (const name of HEADERS) if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
    headers.set(KEPT, new Date().toISOString());
    headers.set(TITLE, encodeURIComponent(/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? key));
    const fresh = await caches.open(PAGES); // the store may just have been emptied
    await fresh.delete(key);
    await fresh.put(key, new Response(text, { headers }));
    await prune(fresh, MOST_PAGES);
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

  const keptPage = async (url) => {
    const store = await caches.open(PAGES);
    const sheet = BUILDER.test(url.pathname) ? await store.match(`${url.pathname}sheet/`) : undefined;
    const kept = (await store.match(url.pathname + url.search)) ?? sheet;
    if (!kept) return null;
    const when = new Date(kept.headers.get(KEPT)).toLocaleString("en", { dateStyle: "long", timeStyle: "short" });
    const words = `You are offline. This page is as it was on ${when}.`;
    const notice = `<div class="notices" role="status"><p class="notice warning">${words}</p></div>`;
    return new Response(within(await kept.text(), notice), { headers: kept.headers });
  };

  const offlinePage = async () => {
    const page = await caches.match(offline);
    if (!page) return Response.error();
    const store = await caches.open(PAGES);
    const lines = [];
    for (const request of (await store.keys()).toReversed()) {
      const kept = await store.match(request);
      const url = new URL(request.url);
      const title = decodeURIComponent(kept.headers.get(TITLE)).replace(" · Muster", "");
      lines.push(`<li><a href="${url.pathname}${url.search.replaceAll("&", "&amp;")}">${title}</a></li>`);
    }
    const list = lines.length ? `<ul class="kept-pages">${lines.join("")}</ul>` : "<p>No page is kept yet.</p>";
    const text = (await page.text()).replace("<!-- kept pages -->", list);
    const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
    const policy = page.headers.get("Content-Security-Policy");
    if (policy) headers.set("Content-Security-Policy", policy);
    return new Response(text, { headers });
  };

  /* --- What the browser asks -------------------------------------------------------------------------------------- */

  const open = async (event, url) => {
    try {
      const answer = await fetch(event.request);
      event.waitUntil(keep(event.request.url, answer.clone()));
      return answer;
    } catch {
      return (await keptPage(url)) ?? offlinePage();
    }
  };

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
    if (event.data !== "keep" || url.origin !== self.location.origin) return;
    event.waitUntil(fetch(url).then((answer) => keep(url.href, answer)));
  });

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (request.mode === "navigate" && request.method === "POST" && url.pathname === signOut) {
      event.respondWith(leave(request));
    } else if (request.mode === "navigate" && request.method === "GET") {
      if (!passed.some((start) => url.pathname.startsWith(start))) event.respondWith(open(event, url));
    } else if (request.method === "GET" && url.pathname.startsWith(assets)) {
      event.respondWith(asset(request));
    }
  });
}
