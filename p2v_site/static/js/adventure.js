/* An adventure that follows what others do: asks every other second whether something happened, and draws the part that
   changes anew. While something is typed or opened in a form the part stays as it is; the page works without this. */

"use strict";

{
  const PAUSE = 2500; // milliseconds between two questions
  const root = document.getElementById("adventure");
  const news = document.getElementById("adventure-news");
  let mark = root?.dataset.mark ?? "";
  let timer = 0;

  const address = () => `${root.dataset.now}${root.dataset.query ? `?${root.dataset.query}` : ""}`;

  // What somebody has typed, ticked or chosen stays as it is, and so does a button between press and release.
  let isPressed = false;
  const isChanged = (field) => {
    if (field.matches("select")) {
      const usual = [...field.options].findIndex((one) => one.defaultSelected);
      return field.selectedIndex !== Math.max(usual, 0);
    }
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    return field.type !== "hidden" && field.value !== field.defaultValue;
  };

  const isBusy = () => {
    const one = document.activeElement;
    if (isPressed || (root.contains(one) && one.matches("input, textarea, select"))) return true;
    return [...root.querySelectorAll("input, textarea, select")].some(isChanged);
  };

  // The bar of a choice says what is chosen.
  const say = (field) => {
    const words = field.form?.querySelector("[data-choice]");
    if (words) words.textContent = field.dataset.chooses;
  };
  const sayAll = () => {
    for (const field of root?.querySelectorAll("[data-chooses]:checked") ?? []) say(field);
  };
  sayAll();

  // The bar of a check says the skill that is chosen, with its odds.
  root?.addEventListener("change", ({ target }) => {
    if (target.matches("[data-chooses]")) say(target);
    const odds = target.matches("[name=skill][data-says]") && target.form.querySelector("[data-odds]");
    if (odds) odds.textContent = `${target.value} ${target.dataset.says}`.trim();
  });

  const draw = (html) => {
    const open = [...root.querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
    const active = root.contains(document.activeElement) ? document.activeElement.id : "";
    root.innerHTML = html;
    for (const [id, isOpen] of open) {
      const found = document.getElementById(id);
      if (found) found.open = isOpen;
    }
    sayAll();
    if (active) document.getElementById(active)?.focus({ preventScroll: true });
  };

  const ask = async () => {
    let pause = PAUSE;
    try {
      const answer = await fetch(address(), { headers: { "If-None-Match": mark }, cache: "no-store" });
      const html = answer.status === 200 ? await answer.text() : "";
      if (news) news.hidden = !(html && isBusy());
      if (answer.ok || answer.status === 304) {
        document.dispatchEvent(new CustomEvent("muster:answered", { detail: html }));
      }
      if (html && !isBusy()) {
        mark = answer.headers.get("ETag") ?? "";
        draw(html);
      } else if (answer.status === 429) {
        pause = 1000 * Number(answer.headers.get("Retry-After") ?? 10);
      }
    } catch {
      pause = 4 * PAUSE; // no connection
    }
    askSoon(pause);
  };

  const askSoon = (pause = PAUSE) => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, pause);
  };

  if (root && mark && !new URLSearchParams(location.search).has("round")) {
    document.addEventListener("visibilitychange", () => askSoon(0));
    root.addEventListener("pointerdown", () => {
      isPressed = true;
    });
    for (const end of ["pointerup", "pointercancel"]) {
      // The click comes after the pointer is up.
      document.addEventListener(end, () =>
        setTimeout(() => {
          isPressed = false;
        }, 300),
      );
    }
    askSoon();
  }
}
