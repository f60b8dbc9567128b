import vm from "node:vm";
import { expect, test, vi } from "vitest";
import { offlinePage, serviceWorker } from "#features/site/service-worker.script.ts";

type Window = { url: string; focused: boolean; focus: () => void };

/** Runs the worker as a browser does. */
function start(windows: Window[] = [], isOnline = true) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: [string, { tag: string }][] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: () => {},
    clients: {
      claim: () => {},
      matchAll: async () => windows,
      openWindow: async (path: string) => void opened.push(path),
    },
    registration: { showNotification: async (...call: [string, { tag: string }]) => void shown.push(call) },
  };
  const pages = {
    en: offlinePage("en", "Den", { title: "You are offline", text: "a < b", again: "Again" }),
    ru: offlinePage("ru", "Den", { title: "Нет связи", text: "x", again: "y" }),
  };
  const fetch = vi.fn(async () => {
    if (!isOnline) throw new TypeError("no connection");
    return new Response("page");
  });
  vm.runInNewContext(serviceWorker(pages, "/icon.png"), { self, fetch, Response, URL });
  const dispatch = async (name: string, event: object) => {
    let work: unknown;
    const take = (promise: unknown) => {
      work = promise;
    };
    listeners.get(name)?.({ ...event, waitUntil: take, respondWith: take });
    return work instanceof Promise || work ? await work : undefined;
  };
  return { dispatch, shown, opened, fetch };
}

const message = { title: "Telegram: 41507", body: "SMS", tag: "t", path: "/ru/profile", lang: "ru" };
const push = { data: { json: () => message } };
const page = (url: string, mode = "navigate") => ({
  request: { url: `https://den.example${url}`, mode, method: "GET" },
});

test("a code that comes while the site is closed is shown, and a press on it opens the numbers", async () => {
  const worker = start();
  await worker.dispatch("push", push);
  expect(worker.shown).toMatchObject([["Telegram: 41507", { tag: "t", lang: "ru", icon: "/icon.png" }]]);
  await worker.dispatch("notificationclick", {
    notification: { close: () => {}, data: { path: message.path } },
  });
  expect(worker.opened).toEqual(["/ru/profile"]);
});

test("a code is not shown twice to who looks at the site, and a press leads to the page that is open already", async () => {
  const focus = vi.fn();
  const looking = start([{ url: "https://den.example/ru/profile", focused: true, focus }]);
  await looking.dispatch("push", push);
  expect(looking.shown).toEqual([]);
  const away = start([{ url: "https://den.example/ru/profile", focused: false, focus }]);
  await away.dispatch("push", push);
  expect(away.shown).toHaveLength(1);
  await away.dispatch("notificationclick", {
    notification: { close: () => {}, data: { path: message.path } },
  });
  expect([focus.mock.calls.length, away.opened]).toEqual([1, []]);
});

test("without a connection a page in the reader's language says so, and nothing of it can run scripts", async () => {
  const worker = start([], false);
  const answer = (await worker.dispatch("fetch", page("/ru/telegram"))) as Response;
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("Нет связи")]);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const english = (await worker.dispatch("fetch", page("/telegram"))) as Response;
  expect(await english.text()).toContain("a &lt; b");
});

test("with a connection pages are the network's, and of calls and files the worker takes none", async () => {
  const worker = start();
  expect(await ((await worker.dispatch("fetch", page("/ru"))) as Response).text()).toBe("page");
  expect(await worker.dispatch("fetch", page("/api/balance", "cors"))).toBeUndefined();
  expect(worker.fetch).toHaveBeenCalledTimes(1);
});
