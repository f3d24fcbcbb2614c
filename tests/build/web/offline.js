// Keeps all files of the page, so that it works without a network after the first visit.
const KEPT = "termpuzzles {version}";
const FILES = {files};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith("termpuzzles ") && name !== KEPT));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.open(KEPT).then((kept) => kept.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((answer) => answer ?? fetch(event.request)));
});
