/* The builder: where the focus goes when the button that had it went with its row. */

"use strict";

document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "roster" && !event.detail.elt?.closest?.("#roster")) return;
  const asked = document.querySelector("#roster [autofocus]");
  if (asked) asked.focus();
  else if (document.activeElement === document.body) document.getElementById("roster-title")?.focus({ preventScroll: true });
});
