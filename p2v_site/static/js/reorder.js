/* Members are dragged to another place. The drop sends the change that their buttons send, and these stay. */

"use strict";

{
  let dragged = null;

  const leadersOf = (list) => [...list.querySelectorAll(":scope > .member:not(.minion, .part)")];

  // The button that moves a member down knows the change; a drop alters before whom it goes.
  const moveButton = (member) => member?.querySelector(".member-row .moves button[id^='down-']");

  const unmark = () => {
    for (const one of document.querySelectorAll(".drop-before, .drop-after")) {
      one.classList.remove("drop-before", "drop-after");
    }
  };

  // The place among the rows that are not minions, before which the pointer is.
  const placeAt = (leaders, y) => {
    const place = leaders.findIndex((one) => {
      const box = one.getBoundingClientRect();
      return y < box.top + box.height / 2;
    });
    return place < 0 ? leaders.length : place;
  };

  // Only a press on the row itself drags, so that words can still be selected in the editor below it.
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    const row = target instanceof Element && pointerType !== "touch" ? target.closest(".member-row") : null;
    const member = row?.closest(".member:not(.minion, .part)");
    if (member) member.draggable = Boolean(moveButton(member)) && !target.closest("button, a");
  });

  document.addEventListener("dragstart", (event) => {
    const member = event.target instanceof Element ? event.target.closest(".member[draggable=true]") : null;
    if (!member || event.target !== member) return;
    dragged = member;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", member.querySelector("bdi")?.textContent ?? "");
    member.classList.add("is-dragged");
  });

  document.addEventListener("dragover", (event) => {
    const list = event.target instanceof Element ? event.target.closest(".members") : null;
    unmark();
    if (!dragged || list !== dragged.parentElement) return;
    event.preventDefault();
    const leaders = leadersOf(list);
    const before = leaders[placeAt(leaders, event.clientY)];
    (before ?? list.lastElementChild).classList.add(before ? "drop-before" : "drop-after");
  });

  document.addEventListener("drop", (event) => {
    const list = event.target instanceof Element ? event.target.closest(".members") : null;
    if (!dragged || list !== dragged.parentElement) return;
    event.preventDefault();
    const leaders = leadersOf(list);
    const from = leaders.indexOf(dragged);
    const to = placeAt(leaders, event.clientY);
    const known = moveButton(dragged);
    if (to === from || to === from + 1 || !known) return;
    const change = new URLSearchParams(known.value);
    change.set("before", leaders[to]?.dataset.member ?? "");
    const button = document.createElement("button");
    button.name = known.name;
    button.value = String(change);
    button.hidden = true;
    button.setAttribute("form", known.getAttribute("form"));
    dragged.append(button);
    button.form.requestSubmit(button);
    button.remove();
  });

  document.addEventListener("dragend", () => {
    unmark();
    dragged?.classList.remove("is-dragged");
    dragged?.removeAttribute("draggable");
    dragged = null;
  });
}
