// Whose turn it is, on pages other than a table: in the title, in the sign of the tab, and in a note. The server says
// that something may be new; what it is, is asked for.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const note = document.getElementById("turns");
  const sign = document.querySelector('link[rel="icon"]');
  let news = null;
  let busy = false;
  let again = false;

  async function ask() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      const answer = await fetch(`${root}/turns`, { cache: "no-store" });
      if (answer.ok) show(await answer.json());
    } catch {
      // the line is down: it is asked for again when that is back
    }
    busy = false;
    if (again) {
      again = false;
      ask();
    }
  }

  function show({ games, said }) {
    const count = games.length;
    const [, mark, , page] = /^(• )?(\(\d+\) )?(.*)$/.exec(document.title);
    document.title = (mark ?? "") + (count ? `(${count}) ` : "") + page;
    sign.href = `${root}/static/${count ? "icon-turn" : "icon"}.svg`;
    document.dispatchEvent(new Event("turns"));
    if (!note) return;
    const links = games.map(({ title, url }) => Object.assign(document.createElement("a"), { href: url, textContent: title }));
    const shown = links.flatMap((link, i) => [i ? ", " : " ", link]);
    const now = document.createElement("p");
    now.append(...(count ? [`${said}:`, ...shown] : []));
    if (note.innerHTML !== now.innerHTML) note.replaceChildren(...now.childNodes); // so that it is read out once
  }

  function listen() {
    if (news) return;
    news = new EventSource(`${root}/turns/news`);
    news.onmessage = ask;
  }
  function hush() {
    news?.close();
    news = null;
  }
  // a browser has few lines to spare for pages that nobody looks at
  const update = () => (document.hidden ? hush() : listen());
  update();
  document.addEventListener("visibilitychange", update);
  addEventListener("pagehide", hush);
  addEventListener("pageshow", (event) => event.persisted && update());
})();
