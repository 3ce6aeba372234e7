/* Suggestions for the last word of a list: "Athletics, St" offers what completes "St". Without JavaScript a field has
   the browser's own suggestions, which complete whole values. */

"use strict";

{
  // A datalist completes whole values; in "Athletics, St" only the part after the last separator should be completed.
  const UP_TO_LAST_WORD = /^(.*(?:[,;]|\band)\s*)[^,;]*$/s;
  document.addEventListener("input", (event) => {
    const field = event.target;
    const listId = field.dataset?.words ?? field.getAttribute?.("list");
    if (!listId) return;
    const words = document.getElementById(listId);
    if (!words) return;
    field.dataset.words = listId;
    const prefix = field.value.match(UP_TO_LAST_WORD)?.[1] ?? "";
    const suggestions = document.getElementById(`${field.id}-words`) ?? document.createElement("datalist");
    suggestions.id = `${field.id}-words`;
    suggestions.replaceChildren(
      ...[...words.options].map((option) => {
        const suggestion = document.createElement("option");
        suggestion.value = prefix + option.value;
        return suggestion;
      }),
    );
    field.after(suggestions);
    field.setAttribute("list", suggestions.id);
  });
}
