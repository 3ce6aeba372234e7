/* Light and dark: what somebody chose stays chosen, on the site and in its admin. Without JavaScript the page follows
   the system. */

"use strict";

{
  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    const label = () => {
      button.setAttribute("aria-label", isDark() ? "Light page" : "Dark page");
      button.firstElementChild.textContent = isDark() ? "☀" : "☾";
    };
    button.hidden = false;
    label();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
      label();
    });
  }
}
