/* The search without a network: names and traits of what was taken along. A list or a search that was asked for offline
   begins with its own words and kind. */

"use strict";

{
  const MOST = 60; // hits that are shown
  const GROUPS = { creatures: "creature", items: "item", feats: "feat", spells: "spell", glossary: "glossary" };
  const part = document.getElementById("offline-search");
  const [words, group, count, hits] = ["#offline-q", "#offline-group", ".count", ".hits"].map((name) =>
    part.querySelector(name),
  );

  const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

  const hit = ([address, , name, what]) => {
    const line = Object.assign(document.createElement("li"), { className: "hit" });
    const link = Object.assign(document.createElement("a"), {
      className: "name-link",
      href: address,
      textContent: name,
    });
    line.append(link, Object.assign(document.createElement("span"), { className: "help", textContent: what }));
    return line;
  };

  const show = (entries) => {
    const asked = plain(words.value).split(/\s+/).filter(Boolean);
    const isHit = ([entry, text]) =>
      (!group.value || entry[1] === group.value) && asked.every((word) => text.includes(word));
    // Names before what is said about them.
    const byName = ([entry]) => (asked.length && asked.every((word) => plain(entry[2]).includes(word)) ? 0 : 1);
    const found = entries.filter(isHit).toSorted((one, other) => byName(one) - byName(other));
    const isBrowsing = asked.length > 0 || group.value;
    const more = found.length > MOST ? `, the first ${MOST} are shown` : "";
    count.textContent = isBrowsing ? `${found.length} found${more}` : `${entries.length} entries are here`;
    hits.replaceChildren(...(isBrowsing ? found.slice(0, MOST) : []).map(([entry]) => hit(entry)));
  };

  const begin = async () => {
    const index = await globalThis.caches?.match("/take-along/0.json");
    if (!index) return;
    const { entries } = await index.json();
    const searched = entries.map((entry) => [entry, plain(entry.slice(2).join(" "))]);
    words.value = new URLSearchParams(location.search).get("q") ?? "";
    group.value = GROUPS[location.pathname.split("/")[1]] ?? "";
    part.hidden = false;
    part.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
    for (const field of [words, group]) field.addEventListener("input", () => show(searched));
    show(searched);
  };

  begin();
}
