// Makes the site one that can be installed; without TLS browsers have no service workers, and nothing is missing then.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const register = () => navigator.serviceWorker.register(`${root}/service-worker.js`, { scope: `${root}/`, updateViaCache: "none" }).catch(() => {});
  if ("serviceWorker" in navigator) addEventListener("load", register);
})();
