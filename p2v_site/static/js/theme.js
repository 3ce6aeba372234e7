/* The button for light and dark. A choice is kept in a cookie, for the site and its admin. Without JavaScript, pages
   follow the system. */

"use strict";

{
  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    const updateLabel = () => {
      const label = isDark() ? "Light page" : "Dark page";
      const name = button.querySelector("[data-theme-name]");
      if (name) {
        name.textContent = label;
      } else {
        button.setAttribute("aria-label", label);
      }
      button.firstElementChild.textContent = isDark() ? "☀" : "☾";
    };
    button.hidden = false;
    updateLabel();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
      updateLabel();
    });
  }
}
