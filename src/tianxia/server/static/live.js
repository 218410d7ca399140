// Pages that keep themselves up to date: what the server has to tell is that something changed; then the page asks for
// itself again and takes over the parts that are marked. What is typed or has the focus stays.
(() => {
  "use strict";
  const CLOCKS = 30_000; // ms from one look at how much time is left to the next
  const live = document.querySelector("[data-news]");
  if (!live) return;

  // the answer to a form that was refused has the form's address
  const page = live.dataset.page ?? location.href;
  const anew = () => (live.dataset.page ? location.replace(page) : location.reload());
  let busy = false;
  let again = false;

  /** The page as it is now; changes that come meanwhile are asked for once more. */
  async function refresh() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      const answer = await fetch(page, { headers: { accept: "text/html" }, cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.status < 500) {
        // the game has begun, or the table is no more
        if (!fresh.querySelector("[data-news]")) anew();
        else take(fresh);
      }
    } catch {
      // the line is down: the next event brings it
    }
    busy = false;
    if (again) {
      again = false;
      refresh();
    }
  }

  function take(fresh) {
    for (const part of document.querySelectorAll("[data-live]")) {
      const now = fresh.getElementById(part.id);
      if (!now) anew(); // it is another page now: whoever looks was taken out, or sat down in another tab
      else if (part.getAttribute("role") === "status") {
        if (part.textContent !== now.textContent) part.textContent = now.textContent; // so that it is read out
      } else swap(part, now);
    }
    tell(fresh.title);
  }

  /** Takes a part over, but for what stands in its fields. */
  function swap(part, now) {
    const fields = "input:not([type=hidden]), select";
    const typed = new Map([...part.querySelectorAll(fields)].map((field) => [field.id, field]));
    for (const field of now.querySelectorAll(fields)) {
      const before = typed.get(field.id);
      if (before) for (const option of field.options ?? []) option.toggleAttribute("selected", option.value === before.value);
      if (before && !field.options) field.setAttribute("value", before.value);
    }
    for (const fold of part.querySelectorAll("details[id]")) now.querySelector(`#${fold.id}`)?.toggleAttribute("open", fold.open);
    if (shape(part) === shape(now)) return;
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const [start, end] = [focused?.selectionStart, focused?.selectionEnd];
    const placed = document.importNode(now, true);
    part.replaceWith(placed);
    const same = focused && document.getElementById(focused.id);
    if (same) {
      same.focus();
      if (typeof start === "number") same.setSelectionRange(start, end);
    } else if (focused) {
      const heading = placed.closest("section")?.querySelector("h2"); // its button went: not back to the top of the page
      heading?.setAttribute("tabindex", "-1");
      heading?.focus();
    }
  }

  /** What a part is made of, whatever its fields hold. */
  function shape(part) {
    const copy = part.cloneNode(true);
    for (const field of copy.querySelectorAll("input")) field.removeAttribute("value");
    for (const option of copy.querySelectorAll("option")) option.removeAttribute("selected");
    return copy.innerHTML;
  }

  /** In the title, for who looks at another tab; a mark as long as it was not looked at. */
  function tell(title) {
    const [, , turns, before] = /^(• )?(\(\d+\) )?(.*)$/.exec(document.title);
    if (title !== before) document.title = (document.hidden ? "• " : "") + (turns ?? "") + title;
  }

  let news = null;
  function listen() {
    if (news || !live.dataset.news) return; // turns.js tells the start page
    news = new EventSource(live.dataset.news);
    news.onmessage = refresh;
  }
  function hush() {
    news?.close();
    news = null;
  }
  listen();
  document.addEventListener("turns", () => live.dataset.news || refresh());
  setInterval(() => document.hidden || !document.querySelector("[data-due]") || refresh(), CLOCKS);
  addEventListener("pagehide", hush);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return; // with *Back*
    listen();
    refresh();
  });
  document.addEventListener("visibilitychange", () => {
    const waited = "page" in live.dataset; // whoever waits is told in the title; a browser has few lines to spare for others
    if (!waited && document.hidden) hush();
    else if (!news) {
      listen();
      refresh();
    }
    if (!document.hidden) document.title = document.title.replace(/^• /, "");
  });

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    const said = button.textContent;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        field.select(); // without TLS browsers have no other way
        document.execCommand("copy");
      }
      button.textContent = button.dataset.done;
      setTimeout(() => (button.textContent = said), 2000);
    });
  }

  for (const form of document.querySelectorAll("form[data-filter]")) {
    form.querySelector("button").hidden = true;
    form.addEventListener("change", () => form.requestSubmit());
  }
})();
