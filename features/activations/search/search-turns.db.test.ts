import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { SearchPump } from "#features/activations/search/search.jobs.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import { forgetOldSearches } from "#features/activations/search/search.writes.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { endTurn, takeDueSearches, tidyTurns } from "#features/activations/search/search-turns.writes.ts";
import {
  freshCountry,
  later,
  look,
  open,
  ordersOf,
  read,
  removeOpenSearches,
  stop,
} from "#features/activations/search/searches.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

afterEach(() => resetClock(owner));
beforeEach(removeOpenSearches);

/** What a worker with so many places does in one look: it takes and works. */
async function round(places = 12) {
  const taken = await takeDueSearches(db, places);
  await Promise.all(taken.map((search) => workSearch(db, search)));
  return taken;
}

async function givenEmpties(count: number, countryId: number, each = 3): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const userId = await givenCustomer(db, 0);
    for (let nth = 0; nth < each; nth += 1) await open({ userId, countryId, seconds: 600 });
  }
}

describe("accounts take turns", () => {
  test("80 accounts with nothing have one attempt each before a stranger who came behind all of them", async () => {
    const sold = freshCountry();
    await givenOffer(db, { countryId: sold });
    await givenEmpties(80, freshCountry());
    const stranger = await givenCustomer(db, 10_000);
    const id = await open({ userId: stranger, countryId: sold });
    const ahead: number[] = [];
    while ((await read(id)).state !== "found") {
      const taken = await round();
      expect(taken.length).toBeGreaterThan(0);
      ahead.push(...taken.map(({ userId }) => userId).filter((userId) => userId !== stranger));
    }
    // Somebody may have a second turn in the look that takes the stranger, and not before.
    expect(ahead.length).toBeLessThan(80 + 12);
    expect(new Set(ahead.slice(0, 80)).size).toBe(80);
  });

  test("an account that was served longest ago is next, however long the searches of others are due", async () => {
    const countryId = freshCountry();
    await givenEmpties(20, countryId);
    await look();
    const patient = await givenCustomer(db, 0);
    const [first, second] = [
      await open({ userId: patient, countryId, seconds: 600 }),
      await open({ userId: patient, countryId, seconds: 600 }),
    ];
    await moveClock(owner, `${searchLimits.wakeAnywaySeconds} seconds`);
    expect((await round(1)).map(({ id }) => id)).toEqual([first]);
    // Everybody else comes before the same account again.
    const others = await round(20);
    expect(others.map(({ userId }) => userId)).not.toContain(patient);
    expect(new Set(others.map(({ userId }) => userId)).size).toBe(20);
    const next = await round(100);
    expect(next.map(({ id }) => id)).toContain(second);
  });

  test("an account has one attempt under way, whatever the number of workers", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 0);
    for (let nth = 0; nth < 8; nth += 1) await open({ userId, countryId });
    for (let attempts = 1; attempts <= 8; attempts += 1) {
      const taken = (await Promise.all([1, 2, 3, 4].map(() => takeDueSearches(db, 12)))).flat();
      const [due] = taken;
      expect(taken).toHaveLength(1);
      expect(due?.turn).toBe(attempts);
      expect(await takeDueSearches(db, 12)).toEqual([]);
      if (due) await workSearch(db, due);
    }
    expect(await takeDueSearches(db, 12)).toEqual([]);
  });

  test("two workers that run beside each other find all numbers of an account, one after the other", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 20 });
    const userId = await givenCustomer(db, 100_000);
    const ids: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) ids.push(await open({ userId, countryId }));
    const workers = [new SearchPump(), new SearchPump()];
    // An attempt that ends lets the next one begin: one look is enough.
    await Promise.all(workers.map((worker) => worker.look(db)));
    await expect
      .poll(async () => (await Promise.all(ids.map(read))).filter(({ state }) => state === "found").length, {
        timeout: 10_000,
      })
      .toBe(10);
    await Promise.all(workers.map((worker) => worker.settle()));
    expect(await ordersOf(userId)).toHaveLength(10);
    const { turns } = await one<{ turns: number }>(
      db,
      sql`select turns from activations_search_turns where user_id = ${userId}`,
    );
    expect(turns).toBe(10);
  });

  test("a worker that stops begins nothing more", async () => {
    const worker = new SearchPump();
    await worker.settle();
    await open({ userId: await givenCustomer(db, 0), countryId: freshCountry() });
    expect(await worker.look(db)).toBe(0);
  });
});

describe("an attempt whose worker died", () => {
  test("keeps its account's searches back for seconds, and ends nothing of the attempt after it", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 0);
    for (let nth = 0; nth < 2; nth += 1) await open({ userId, countryId, seconds: 600 });
    const [dead] = await takeDueSearches(db, 12);
    await moveClock(owner, `${searchLimits.turnSeconds - 5} seconds`);
    expect(await takeDueSearches(db, 12)).toEqual([]);
    await moveClock(owner, "5 seconds");
    const [living] = await takeDueSearches(db, 12);
    expect(living?.turn).toBe(2);
    if (dead) await endTurn(db, dead);
    expect(await takeDueSearches(db, 12)).toEqual([]);
    if (living) await workSearch(db, living);
    expect(await takeDueSearches(db, 12)).toHaveLength(1);
  });

  test("holds up no deadline: a number is replaced and a search is over in time", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId });
    const userId = await givenCustomer(db, 100_000);
    const watched = await open({ userId, countryId, replacing: { afterSeconds: 30, times: 1 } });
    await look();
    expect(await read(watched)).toMatchObject({ state: "watching" });
    const none = freshCountry();
    const short = await open({ userId, countryId: none, seconds: 10 });
    await look();
    await moveClock(owner, "30 seconds");
    await open({ userId, countryId: none });
    await execute(
      owner,
      sql`update activations_search_turns set busy_until = app_now() + interval '20 seconds' where user_id = ${userId}`,
    );
    await look();
    expect(await read(watched)).toMatchObject({ state: "searching", done: 1, attempts: 0 });
    expect(await read(short)).toMatchObject({ state: "over" });
    await later(searchLimits.turnSeconds);
    expect(await read(watched)).toMatchObject({ state: "found" });
  });
});

test("an account that has stopped searching is forgotten after a day, and one without a turn gets it", async () => {
  const countryId = freshCountry();
  const [gone, searching] = [await givenCustomer(db, 0), await givenCustomer(db, 0)];
  const id = await open({ userId: gone, countryId });
  await look();
  await stop(gone, id);
  await moveClock(owner, "25 hours");
  await open({ userId: searching, countryId });
  await execute(owner, sql`delete from activations_search_turns where user_id = ${searching}`);
  await tidyTurns(db, 1_000);
  await tidyTurns(db, 1_000);
  const left = await rows<{ userId: number }>(
    db,
    sql`select user_id as "userId" from activations_search_turns where user_id in (${gone}, ${searching})`,
  );
  expect(left).toEqual([{ userId: searching }]);
  await forgetOldSearches(db, 10);
  expect((await look()).map(({ userId }) => userId)).toEqual([searching]);
});
