import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { keepAnswer } from "#lib/api/front-door/kept-answer.ts";
import { PageCache } from "#lib/api/front-door/page-cache.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { html, startDoor, startWeb } from "#lib/testing/front-door.ts";

const rules = [
  { pattern: "/prices", tags: ["offers:*"], query: ["page"], freeText: ["q"] },
  { pattern: "/{slug}", tags: ["content"] },
];
const KB = 1_024;

it("what somebody types is rendered for them and pushes nothing out of memory", async () => {
  const web = await startWeb((_request, response, count) => html(response, `made ${count}`));
  const { ask, door } = await startDoor({ webUrl: web.url, rules });
  await ask("/faq");
  for (let at = 0; at < 30; at += 1) await ask(`/prices?q=word-${at}`);
  expect(door.pages.cache.count).toBe(1);
  expect((await ask("/faq")).text).toContain("made 1");
});

it("the addresses of one pattern share a quarter of the memory, the longest idle is forgotten first", async () => {
  const web = await startWeb((request, response) => html(response, `${request.url} ${"x".repeat(7 * KB)}`));
  const { ask, door } = await startDoor({ webUrl: web.url, rules, cacheBytes: 256 * KB });
  for (let at = 0; at < 6; at += 1) await ask(`/page-${at}`);
  const before = web.asked.length;
  for (let at = 0; at < 100; at += 1) await ask(`/prices?page=${at}`);
  expect(door.pages.cache.bytes).toBeLessThan(128 * KB);
  const asked = web.asked.length;
  expect(asked - before).toBe(100);
  for (let at = 2; at < 6; at += 1) expect((await ask(`/page-${at}`)).text).toContain(`/page-${at}`);
  await ask("/prices?page=99");
  expect(web.asked.length).toBe(asked);
  await ask("/prices?page=0");
  expect(web.asked.length).toBe(asked + 1);
});

it("a query of a page that is not there is not remembered", async () => {
  const web = await startWeb((request, response) =>
    html(response, "page", {}, request.url?.includes("?") ? 404 : 200),
  );
  const { ask, door } = await startDoor({ webUrl: web.url, rules });
  await ask("/prices");
  for (let at = 1; at < 5; at += 1) expect((await ask(`/prices?page=${at}`)).status).toBe(404);
  expect(door.pages.cache.count).toBe(1);
});

it("after a change of prices the pages in use are made anew two at a time, the plain address first, and counted", async () => {
  let running = 0;
  let most = 0;
  const order: string[] = [];
  const web = await startWeb((request, response) => {
    running += 1;
    most = Math.max(most, running);
    order.push(String(request.url));
    setTimeout(() => {
      running -= 1;
      html(response, "page");
    }, 5);
  });
  const { ask, door } = await startDoor({ webUrl: web.url, rules });
  await ask("/prices");
  for (let at = 2; at < 90; at += 1) await ask(`/prices?page=${at}`);
  order.length = 0;
  most = 0;
  door.pages.cache.drop(["offers:52"]);
  await eventually(() => expect(door.pages.cache.refills).toBe(60));
  await eventually(() => expect(running).toBe(0));
  await pause(20);
  expect(order[0]).toBe("/prices");
  expect([order.length, most]).toEqual([60, 2]);
});

it("a page that nobody has looked at for a minute is made anew no more, however often its prices change", async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 0.01));
  onTestFinished(() => clock.mockRestore());
  const cache = new PageCache<never>(256 * KB);
  const place = { address: "/telegram", lifetime: { freshMs: 10_000, staleMs: 50_000 } };
  let made = 0;
  const fill = async () => {
    made += 1;
    const begunAtMs = performance.now();
    return { keep: await keepAnswer(Buffer.from("page"), "text/html", []), tags: ["offers:52"], begunAtMs };
  };
  await cache.look(place, fill);
  for (let change = 0; change < 10; change += 1) {
    nowMs += 30_000;
    cache.drop(["offers:52"]);
    await pause(5);
  }
  expect([made, cache.refills]).toEqual([2, 1]);
});
