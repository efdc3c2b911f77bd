/** Keeps the files of this version and the pages that play alone; VERSION and KEPT stand above. */

const CACHE = `moolab-${VERSION}`;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)));
});

addEventListener("activate", (event) => {
  const drop = (names) => names.filter((name) => name !== CACHE).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(drop(names))));
});

/** A page of the server; without a line to it, one that plays alone. Pages of players are not kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const { pathname } = new URL(request.url);
    return caches.match(KEPT.includes(pathname) ? pathname : KEPT[0]);
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (KEPT.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});
