/* What is only on this device: the list of commands that wait or were refused, at the end of every page, and the forms
   that are saved here when the site does not answer. */

"use strict";

{
  const { queue } = globalThis.muster;
  const root = document.getElementById("queue");
  const said = document.createElement("p"); // read aloud when the sum changes
  said.className = "visually-hidden";
  said.setAttribute("role", "status");
  root.before(said);
  const SENT = "The site has saved what you entered.";
  const SOME_REFUSED = "The site did not save everything: look at the list below.";
  const STUCK = "The site has an error with this change. It is tried again; changes of other things go on.";
  const UNREADABLE = "This browser could not read what waits here. Load the page again";
  const FIRST_SEND = ", once what is listed below was sent";
  const ABSENT = "This browser stores nothing here: what waits ends with this page. Leave it open until it is sent.";
  const DELETED = "Deleted. It was sent before, and no answer came: the site will say whether it was done.";
  const PATIENCE = 1500; // milliseconds
  const BASE = /^(?:version|step|seen\..+)$/; // fields that say what a page showed when its command was made
  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const counted = (number) => `${number} change${number === 1 ? "" : "s"}`;
  const button = (textContent, work) => {
    const made = element("button", { type: "button", className: "button small", textContent });
    made.addEventListener("click", work);
    return made;
  };
  Object.assign(globalThis.muster, { element, button }); // for the scripts of single pages

  /* --- The list --------------------------------------------------------------------------------------------------- */

  // What a field of the page shows now, by which a refused command is made again.
  const valueNow = (name) => {
    const field = document.querySelector(`[name="${CSS.escape(name.replace(/^seen\.(?!report)/, ""))}"]`);
    if (field?.type !== "radio") return field?.defaultValue;
    return [...document.getElementsByName(field.name)].find((radio) => radio.defaultChecked)?.value;
  };
  const renewed = ({ fields }) =>
    fields.map(([name, value]) => [name, BASE.test(name) ? (valueNow(name) ?? value) : value]);

  const wayBack = (command) =>
    command.page.address === location.pathname
      ? button("Do it again", async () => {
          await queue.again(command, renewed(command));
          queue.flush();
        })
      : element("a", { href: command.page.address, textContent: "Open its page to do it again" });

  const reasonOf = (command) => {
    const { refused, withdrawn } = command;
    if (refused) return `${withdrawn ? "Not deleted" : "Not done"}. ${refused.reason}`;
    if (withdrawn) return DELETED;
    return queue.isStuck(command) ? STUCK : "";
  };

  const toolsOf = (command) => {
    const { name, refused, withdrawn } = command;
    const tools = element("p", { className: "buttons" });
    if (refused && !withdrawn) tools.append(wayBack(command));
    const label = withdrawn ? "Got it" : refused ? "Drop it" : "Delete";
    if (refused || !withdrawn) tools.append(button(label, () => queue.remove(name)));
    return tools;
  };

  const line = (command) => {
    const { words, page, refused } = command;
    const text = element("p", {}, element("b", { textContent: words }), " ");
    if (page.address !== location.pathname) text.append(element("a", { href: page.address, textContent: page.title }));
    const item = element("li", { className: refused ? "is-refused" : "" }, text);
    const reason = reasonOf(command);
    if (reason) item.append(element("p", { textContent: reason }));
    const meanwhile = (refused?.meanwhile ?? []).map((textContent) => element("li", { textContent }));
    if (meanwhile.length) item.append(element("p", { textContent: "Meanwhile:" }), element("ul", {}, ...meanwhile));
    item.append(toolsOf(command));
    return item;
  };

  const save = (commands) => {
    const text = JSON.stringify({ format: "muster-commands/1", commands }, null, 2);
    const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    element("a", { href, download: "muster-changes.json" }).click();
    URL.revokeObjectURL(href);
  };

  const whyBlocked = () => {
    const next = `${root.dataset.enter}?next=${encodeURIComponent(location.pathname)}`;
    const words = queue.isSignedOut
      ? "You are signed out. "
      : "They were made by another account than the one signed in. ";
    return element("p", {}, words, element("a", { href: next, textContent: "Sign in to send them" }), ".");
  };

  const summaryOf = (commands) => {
    const waiting = commands.filter(queue.isWaiting).length;
    const refused = commands.filter((command) => command.refused);
    const undone = refused.filter((command) => !command.withdrawn).length;
    const deletions = commands.length - refused.length - waiting;
    const parts = [
      waiting && `Only on ${queue.where}: ${counted(waiting)}`,
      undone && `${counted(undone)} not done`,
      deletions && `${deletions} deletion${deletions === 1 ? " waits" : "s wait"} for the site`,
      refused.length > undone && `${counted(refused.length - undone)} not deleted`,
    ];
    return parts.filter(Boolean).join(" · ");
  };

  const troubleOf = (commands) => {
    if (queue.trouble === "unreadable") return `${UNREADABLE}${commands.length ? FIRST_SEND : ""}.`;
    return queue.trouble && commands.length ? ABSENT : "";
  };

  let later = 0;
  const draw = async () => {
    clearTimeout(later);
    const commands = await queue.mine();
    const waiting = commands.filter(queue.isWaiting);
    const refused = commands.filter((command) => command.refused);
    // What is on its way with a network is not worth a word.
    const age = Date.now() - Math.min(...waiting.map(({ name }) => Number.parseInt(name, 36)));
    if (waiting.length > 0 && waiting.length === commands.length && age < PATIENCE) {
      later = setTimeout(draw, PATIENCE - age);
      if (root.hidden) return;
    }
    const trouble = [troubleOf(commands)].filter(Boolean).map((textContent) => element("p", { textContent }));
    root.hidden = commands.length === 0 && !trouble.length;
    if (root.hidden) return root.replaceChildren();
    if (commands.length === 0) return root.replaceChildren(...trouble);
    const isOpen = root.querySelector("details")?.open ?? refused.length > 0;
    const tools = element("p", { className: "buttons" });
    const newest = waiting.at(-1);
    if (newest) tools.append(button("Undo the last change", () => queue.remove(newest.name)));
    if (commands.length > refused.length) tools.append(button("Send now", () => queue.flush()));
    tools.append(button("Save as a file", () => save(commands)));
    const list = element("ol", {}, ...commands.map(line));
    const summary = element("summary", { textContent: summaryOf(commands) });
    const fold = element("details", { open: isOpen }, summary, ...(queue.isBlocked ? [whyBlocked()] : []), list, tools);
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(...trouble, fold);
    if (hadFocus) summary.focus();
    if (said.textContent !== summary.textContent) said.textContent = summary.textContent;
  };

  // A form of this page that was saved here says what became of it.
  const tellForm = ({ done = [], refused = [] }) => {
    const notice = document.querySelector(".saved-here");
    if (!notice || ![...done, ...refused].some(({ page }) => page.address === location.pathname)) return;
    notice.className = `notice ${refused.length ? "bad" : "good"} saved-here`;
    const again = element("a", { href: location.href, textContent: "Load this page again" });
    notice.replaceChildren(refused.length ? SOME_REFUSED : SENT, " ", again);
  };

  document.addEventListener("muster:queue", async ({ detail }) => {
    await draw();
    if (detail.refused?.length) root.querySelector("details")?.setAttribute("open", "");
    tellForm(detail);
  });

  /* --- Forms that wait -------------------------------------------------------------------------------------------- */

  const labelOf = (field) => (field.labels?.[0]?.textContent ?? field.name).replace(/\s+/g, " ").trim();

  // A form whose fields are independent becomes a command for each field that was changed.
  const commandsOf = (form) => {
    const { queues: words, queuesEach: each } = form.dataset;
    const action = form.getAttribute("action") || location.pathname;
    if (each === undefined) return [{ action, fields: new FormData(form), words, slot: "form" }];
    const changed = [...form.elements].filter((field) =>
      field.type === "radio"
        ? field.checked && !field.defaultChecked
        : field.matches("input:not([type=hidden]), select, textarea") && field.value !== field.defaultValue,
    );
    return changed.map((field) => {
      const { name, value } = field;
      const fields = [
        [name, value],
        [`seen.${name}`, valueNow(`seen.${name}`) ?? ""],
      ];
      const shown =
        field.type === "radio" ? field.closest("fieldset").querySelector("legend").textContent : labelOf(field);
      const chosen = field.type === "radio" ? labelOf(field) : value;
      return { action, fields, words: `${words}: ${shown}: ${chosen}`.replace(/\s+/g, " "), slot: name };
    });
  };

  const savedHere = () =>
    `The site did not answer. What you entered is saved on ${queue.where}, and will be sent once it does.`;
  const isThere = async (form) => {
    const waits = (await queue.mine(new URL(form.action).pathname)).length > 0;
    return !waits && (await queue.askSender())?.person === queue.person;
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-queues]:not([data-act])");
    const { submitter } = event;
    if (!form || form.dataset.way === "site" || (submitter?.name === "do" && submitter.value !== "save")) return;
    event.preventDefault();
    if (form.dataset.way) return; // a press that is still on its way is not made twice
    form.dataset.way = "asking";
    try {
      if (await isThere(form)) {
        form.dataset.way = "site";
        return form.requestSubmit(submitter);
      }
      for (const command of commandsOf(form)) await queue.add(command);
    } finally {
      if (form.dataset.way === "asking") form.dataset.way = "";
    }
    form.querySelector(".saved-here")?.remove();
    form.prepend(element("p", { className: "notice warn saved-here", role: "status", textContent: savedHere() }));
    form.firstChild.scrollIntoView({ block: "nearest" });
    return queue.flush();
  });
  addEventListener("pageshow", ({ persisted }) => {
    for (const form of persisted ? document.querySelectorAll("form[data-way]") : []) form.dataset.way = "";
  });

  // Who signs out is asked about what was not sent.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (root.hidden || new URL(form.action).pathname !== root.dataset.leave) return;
    const words = root.querySelector("summary").textContent;
    const more = queue.trouble
      ? "It is lost when you leave this page. Sign out?"
      : "It stays here, and is sent when you sign in again on this device. Sign out?";
    if (!confirm(`${words}. ${more}`)) event.preventDefault();
  });

  draw();
}
