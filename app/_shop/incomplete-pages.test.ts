import { expect, test, vi } from "vitest";
import { loadMenus } from "#features/content/menus/menus.loaders.ts";
import { loadRateOfToday, loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { noMenus } from "#features/site/menus.rules.ts";
import { rememberResponses } from "#lib/http/page-response.ts";
import { html, startDoor, startWeb } from "#lib/testing/front-door.ts";

const database = vi.hoisted(() => ({ isAway: true }));
vi.mock("#lib/db/page-db.ts", () => ({
  pageDb: () => {
    if (database.isAway) throw new Error("the database is away");
    return { query: async () => ({ rows: [], rowCount: 0 }) };
  },
}));

rememberResponses();

test.each([
  { lacks: "the editors' menus", load: () => loadMenus("en"), shown: noMenus },
  { lacks: "the rate of the dollar", load: () => loadUsdRate(), shown: null },
  { lacks: "the line of today's rate", load: () => loadRateOfToday(), shown: null },
])("a page that lacks $lacks for a failed read is made anew at the next visit", async ({ load, shown }) => {
  const read: unknown[] = [];
  const web = await startWeb(async (_request, response, count) => {
    read.push(await load());
    html(response, `made ${count}`);
  });
  const { ask } = await startDoor({ webUrl: web.url });
  database.isAway = true;
  expect((await ask("/faq")).text).toContain("made 1");
  expect(read).toEqual([shown]);
  database.isAway = false;
  expect((await ask("/faq")).text).toContain("made 2");
  expect((await ask("/faq")).text).toContain("made 2");
});
