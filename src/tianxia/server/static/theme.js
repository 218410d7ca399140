// Colours chosen by hand, on every page. Loaded before the style sheets, so that no page is first drawn in the wrong ones.
(() => {
  "use strict";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try {
      const theme = localStorage.getItem("theme");
      return theme === "light" || theme === "dark" ? theme : "auto";
    } catch {
      return "auto"; // storage can be forbidden; then the page follows the system
    }
  }

  function show(theme) {
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    const button = document.querySelector("button.theme");
    if (!button) return;
    button.title = button.dataset[theme];
    button.setAttribute("aria-label", button.title);
  }

  /** The system's colours, then the other ones, then its own by name: the first press always changes something. */
  function next() {
    const other = system.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    const theme = other[(other.indexOf(chosen()) + 1) % other.length];
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // see above
    }
    show(theme);
  }

  show(chosen());
  addEventListener("storage", () => show(chosen())); // chosen in another tab
  addEventListener("pageshow", () => show(chosen())); // chosen on a page from which one goes back to this one
  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("button.theme");
    if (!button) return;
    button.addEventListener("click", next);
    button.hidden = false;
    show(chosen());
  });
})();
