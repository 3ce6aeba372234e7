/* Changes of a warband that wait on this device: the builder puts them into the queue when the site does not answer, and
   shows names, notes and new creatures as they will be. Points and problems are the site's: they follow once it
   answers. */

"use strict";

{
  const { queue, element, button } = globalThis.muster;
  const roster = () => document.getElementById("roster");
  const action = () => new URL(document.getElementById("change").action).pathname;

  let waiting = []; // of this warband

  const partsOf = ({ fields }) => {
    const given = Object.fromEntries(fields);
    return { ...given, ...Object.fromEntries(new URLSearchParams(given.change)) };
  };

  const seen = () => {
    const { version, step } = document.getElementById("change").elements;
    return { version: version.value, step: step.value };
  };

  const inWords = (parts, pressed) => {
    const who = pressed?.closest?.(".member")?.querySelector(".member-open")?.textContent.trim();
    const label = pressed?.ariaLabel || pressed?.textContent?.trim() || "A change";
    const what = { text: `notes “${parts.text}”`, to: `name “${parts.to}”` };
    const said = "text" in parts ? what.text : "to" in parts ? what.to : label;
    return (who && !said.includes(who) ? `${who}: ${said}` : said).replace(/\s+/g, " ").slice(0, 200);
  };

  /** Put a change into the queue. */
  const keep = async ({ name, sent, path, fields, button: pressed }) => {
    const parts = partsOf({ fields: Object.entries(fields) });
    const isTyped = ["member-notes", "member-rename", "warband-notes", "warband-rename"].includes(parts.change);
    const adds = parts.change === "member-add" && (fields.times ?? "1") === "1";
    await queue.add({
      name,
      sent,
      action: path,
      fields: Object.entries(fields),
      words: inWords(parts, pressed),
      slot: isTyped ? `${parts.change} ${parts.member ?? ""}` : "",
      makes: adds ? `new-${queue.newName().slice(-10)}` : "",
    });
    await look();
  };

  const canUndo = () => waiting.length > 0 && !waiting.at(-1).sent;
  const undo = () => queue.remove(waiting.at(-1).name);

  /* --- As it will be ---------------------------------------------------------------------------------------------- */

  const concerning = (made) => waiting.filter((command) => partsOf(command).member === made);

  const nameIt = (command, name) => {
    const change = `change=member-rename&member=${command.makes}`;
    const fields = { ...seen(), change, to: name };
    const words = `${command.words}: name “${name}”`;
    const slot = `member-rename ${command.makes}`;
    return queue.add({ action: action(), fields: Object.entries(fields), words, slot });
  };

  // A new creature has a name of its own here, by which it can be changed before the site knows it.
  const rowOf = (command) => {
    const named = concerning(command.makes)
      .map(partsOf)
      .findLast(({ to }) => to)?.to;
    const field = element("input", { value: named ?? "", maxLength: 80, autocomplete: "off" });
    const form = element("form", { className: "editor-line" }, element("label", {}, "Name ", field));
    const drop = () => queue.remove(command.name, ...concerning(command.makes).map(({ name }) => name));
    form.append(element("button", { className: "button small", textContent: "Rename" }), button("Remove", drop));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      nameIt(command, field.value);
    });
    return element(
      "li",
      { className: "member only-here" },
      element("p", {}, element("b", { textContent: named ?? command.words }), " ", mark()),
      form,
    );
  };

  const mark = () => element("span", { className: "chip only-here", textContent: `only on ${queue.where}` });

  // A field in which the player types stays as it is.
  const typeInto = (field, text) => {
    if (!field || field === document.activeElement) return;
    field.dataset.stored = field.defaultValue;
    field.value = text;
  };

  const write = (place, text) => {
    place.dataset.stored ??= place.textContent;
    place.textContent = text;
  };

  const restore = () => {
    for (const shown of roster().querySelectorAll(".only-here")) shown.remove();
    for (const place of roster().querySelectorAll("[data-stored]")) {
      if (place !== document.activeElement)
        place[place.matches("textarea") ? "value" : "textContent"] = place.dataset.stored;
      delete place.dataset.stored;
    }
  };

  const applyTo = (row, parts) => {
    if (!row) return;
    if (!row.querySelector(".only-here")) row.querySelector(".member-who")?.append(mark());
    if (parts.change === "member-rename") write(row.querySelector(".member-open bdi"), parts.to);
    if (parts.change === "member-notes") typeInto(row.querySelector("#member-notes"), parts.text);
  };

  const show = () => {
    restore();
    for (const command of waiting) {
      const parts = partsOf(command);
      applyTo(roster().querySelector(`[data-member="${CSS.escape(parts.member ?? "")}"]`), parts);
      if (parts.change === "warband-notes") typeInto(document.getElementById("warband-note-text"), parts.text);
    }
    const rows = waiting.filter(({ makes }) => makes).map(rowOf);
    if (!rows.length) return;
    const list = roster().querySelector("ol.members");
    if (list) list.append(...rows);
    else
      roster()
        .querySelector(".roster-pane")
        .prepend(element("ol", { className: "members only-here" }, ...rows));
  };

  const look = async () => {
    waiting = (await queue.mine(action())).filter(queue.isWaiting);
    if (!waiting.length) document.querySelector("#refusal > p.notice.warn")?.remove(); // that a change will be sent
    show();
  };

  document.addEventListener("muster:queue", async ({ detail }) => {
    await look();
    const isDone = [...(detail.done ?? []), ...(detail.refused ?? [])].some((command) => command.action === action());
    if (isDone)
      htmx.ajax("GET", location.pathname + location.search, {
        source: "#roster",
        target: "#roster",
        swap: "outerHTML",
      });
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "roster" && show());
  look();

  globalThis.muster.warband = {
    keep,
    canUndo,
    undo,
    isWaiting: () => waiting.length > 0,
    seen,
  };
}
