import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

/** What the page without a connection says. */
export type OfflineWords = { readonly title: string; readonly text: string; readonly again: string };

const escaped = (text: string) =>
  text.replaceAll(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "",
  );

/** The page without a connection: whole in itself, since nothing else can be fetched. */
export function offlinePage(locale: Locale, brand: string, words: OfflineWords): string {
  return `<!doctype html><html lang="${localeFacts[locale].tag}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(words.title)} · ${escaped(brand)}</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1.5rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#fafaf9,#0c0a09);color:light-dark(#1c1917,#f5f5f4)}h1{margin:0;font-size:1.5rem}p{margin:0;max-width:26rem}a{padding:.75rem 1.5rem;border-radius:.5rem;background:#fbbf24;color:#0c0a09;font-weight:600;text-decoration:none}</style>
<h1>${escaped(words.title)}</h1><p>${escaped(words.text)}</p><a href="">${escaped(words.again)}</a></html>`;
}

/**
 * The service worker: it shows codes that are told to a closed site, and a page of its own where there is no connection. It keeps no
 * page and no answer, so that nothing old is ever shown.
 */
export function serviceWorker(pages: Readonly<Record<string, string>>, icon: string): string {
  return `"use strict";
const pages = ${JSON.stringify(pages)};
const icon = ${JSON.stringify(icon)};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  event.respondWith(fetch(request).catch(() => offline(new URL(request.url).pathname)));
});

function offline(path) {
  const page = pages[path.split("/")[1]] ?? pages.en;
  return new Response(page, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

async function show({ title, body, tag, path, lang }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Who looks at the site sees and hears the code there.
  if (windows.some((client) => client.focused)) return;
  await self.registration.showNotification(title, { body, tag, lang, icon, renotify: true, data: { path } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((client) => new URL(client.url).pathname === path);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}
`;
}
