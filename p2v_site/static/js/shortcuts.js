/* Keys of the builder: undo, redo, and the list of these keys. None of them is heard while somebody types. */

"use strict";

{
  const dialog = document.getElementById("shortcuts");
  const isTyping = (target) => target.isContentEditable || target.matches("input, textarea, select");

  const press = (id) => {
    const button = document.getElementById(id);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  };

  const commandOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    if (altKey) return null;
    if (!ctrlKey && !metaKey) return key === "?" ? () => dialog.showModal() ?? true : null;
    const letter = key.toLowerCase();
    if (letter === "z") return () => press(shiftKey ? "redo" : "undo");
    return letter === "y" && !shiftKey ? () => press("redo") : null;
  };

  document.addEventListener("keydown", (event) => {
    if (dialog.open || isTyping(event.target)) return;
    const command = commandOf(event);
    if (command?.()) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("#show-shortcuts")) dialog.showModal();
    // A press beside the list closes it.
    if (event.target === dialog) dialog.close();
  });
}
