import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { PagePace } from "#app/_processes/api/page-pace.ts";
import { pageRates, ratesForPace } from "#features/site/limits.rules.ts";
import type { BufferedAnswer } from "#lib/api/front-door/upstream.ts";

const page: BufferedAnswer = { status: 200, headers: {}, body: Buffer.from("page") };
const isReady = async () => {};
const never = new AbortController().signal;

function renderer(answer: () => Promise<BufferedAnswer>) {
  const asked: string[] = [];
  return {
    asked,
    fetchBuffered: (target: string) => {
      asked.push(target);
      return answer();
    },
  };
}

it("one network has half of what the renderer makes, and never less than five pages a second and four hundred at once", () => {
  const rates = (rendered: number) => {
    const { perSecond, burst } = ratesForPace(rendered).network;
    return [perSecond, burst];
  };
  expect([0, 1.8, 18, 100].map(rates)).toEqual([
    [5, 400],
    [5, 400],
    [9, 400],
    [50, 1_000],
  ]);
});

it("the pace is measured after a few renders that do not count, and shown in the metrics", async () => {
  const registry = new Registry();
  const pace = new PagePace(undefined, registry);
  expect(pace.rates).toEqual(ratesForPace(0));
  const web = renderer(async () => page);
  await pace.measure(web, isReady, never);
  expect(web.asked.length).toBe(17);
  expect(pace.rates.network.perSecond).toBeGreaterThan(5);
  expect(await registry.metrics()).toContain(`pages_per_second ${pace.rates.network.perSecond}`);
});

it("what the setting says holds, and nothing is measured", async () => {
  const pace = new PagePace(3, new Registry());
  const web = renderer(async () => page);
  await pace.measure(web, isReady, never);
  expect(web.asked).toEqual([]);
  expect(pace.rates).toEqual(pageRates(3));
});

it("a renderer that does not answer, or fails, leaves the least rates", async () => {
  const away = renderer(() => Promise.reject(new Error("away")));
  const failing = renderer(async () => ({ ...page, status: 500 }));
  for (const web of [away, failing]) {
    const pace = new PagePace(undefined, new Registry());
    await pace.measure(web, isReady, never);
    expect(pace.rates).toEqual(ratesForPace(0));
  }
});

it("it is waited for until the renderer is ready, or the process ends", async () => {
  const stopping = new AbortController();
  const web = renderer(async () => page);
  const pace = new PagePace(undefined, new Registry());
  const measured = pace.measure(web, () => Promise.reject(new Error("not yet")), stopping.signal);
  stopping.abort();
  await measured;
  expect(web.asked).toEqual([]);
});
