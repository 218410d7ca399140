// The service worker. `VERSION` and `SHELL` stand before this: see installed.py.
//
// It keeps the page that is shown without a connection, and what that page is made of. Everything else goes to the
// server as if there were no worker: no view and no page of anybody is ever kept, and no script of the tables either.
"use strict";

const SITE = self.registration.scope;
const CACHE = `tianxia ${SITE} ${VERSION}`;
const OFFLINE = `${SITE}offline`;
const KEPT = SHELL.map((path) => SITE + path);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll([OFFLINE, ...KEPT].map((url) => new Request(url, { cache: "no-cache", credentials: "omit" })));
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(`tianxia ${SITE} `) && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  // only what the page without a connection needs, and only without one
  else if (KEPT.includes(request.url)) event.respondWith(fetch(request).catch(() => kept(request.url)));
});

async function kept(url) {
  const cache = await caches.open(CACHE);
  return (await cache.match(url, { ignoreVary: true })) ?? Response.error();
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const icon = `${SITE}static/icons/192.png`;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, SITE).href));
});

/** Goes to a page of ours: to a window that shows it already, else to a new one. */
async function open(url) {
  if (!url.startsWith(SITE)) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((one) => one.url.split(/[?#]/)[0] === url);
  await (shown ? shown.focus() : self.clients.openWindow(url));
}
