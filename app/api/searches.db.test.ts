import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { sweeps } from "#app/_processes/worker/sweeps.ts";
import { db, givenBuyer, owner, push, TG } from "#app/api/rest-orders.factory.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, liftBlock } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

beforeEach(() => resetClock(owner));

/** What a worker does until nothing is due: an account's searches have their turns one after the other. */
async function work(): Promise<void> {
  for (;;) {
    const due = await takeDueSearches(db, 100);
    if (due.length === 0) return;
    await Promise.all(due.map((search) => workSearch(db, search)));
  }
}

test("a search is asked for once per key, found, read with its order and listed newest first", async () => {
  const { call, userId } = await givenBuyer();
  const body = { ...TG, maxPriceKopecks: 1_400, seconds: 30 };
  const [first, again] = [
    await call("POST", "/searches", { body, idempotencyKey: "one-search" }),
    await call("POST", "/searches", { body, idempotencyKey: "one-search" }),
  ];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(first.body).toMatchObject({
    state: "searching",
    attempt: 0,
    attempts: 15,
    expiresIn: 30,
    activationId: null,
  });
  const other = await call("POST", "/searches", {
    body: { ...body, seconds: 31 },
    idempotencyKey: "one-search",
  });
  expect(other.code).toBe("IDEMPOTENCY_MISMATCH");
  await work();
  const found = (await call("GET", `/searches/${first.body.id}`)).body;
  expect(found).toMatchObject({ state: "found", attempt: 1, refusal: null });
  const order = (await call("GET", `/activations/${found.activationId}`)).body;
  expect(order).toMatchObject({ state: "waiting", priceKopecks: 1_400 });
  const later = (await call("POST", "/searches", { body })).body;
  expect((await call("GET", "/searches?limit=1")).body.data).toMatchObject([{ id: later.id }]);
  const { data } = (await call("GET", "/searches")).body;
  expect(data.map(({ id }: { id: number }) => id)).toEqual([later.id, first.body.id]);
  expect((await rows(db, sql`select from activations where user_id = ${userId}`)).length).toBe(1);
});

test("a search that was begun before policy stopped its sale is answered again under its key, and no other is begun", async () => {
  const { call } = await givenBuyer();
  const begin = (idempotencyKey: string) => call("POST", "/searches", { body: TG, idempotencyKey });
  const begun = await begin("early-search");
  const stop = { serviceId: 52, effect: "deny", reasonCode: "KILL_SWITCH", reasonText: "test" } as const;
  const { blockId } = await withTransaction(owner, (tx) => blockSale(tx, { ...stop, actor: "test" }));
  forgetPolicy(db);
  const [again, other] = [await begin("early-search"), await begin("late-search")];
  expect([again.status, again.body]).toEqual([201, begun.body]);
  expect(other.code).toBe("SALES_STOPPED");
  expect((await call("GET", "/searches")).body.data).toHaveLength(1);
  await withTransaction(owner, (tx) => liftBlock(tx, { blockId, actor: "test", reason: "test" }));
  forgetPolicy(db);
});

test("a waiting call is answered when the search has its number", async () => {
  const { call } = await givenBuyer();
  const { id } = (await call("POST", "/searches", { body: TG })).body;
  const waiting = call("GET", `/searches/${id}?wait=20`);
  await work();
  expect((await waiting).body).toMatchObject({ id, state: "found" });
});

test("a search is its owner's alone, and a key with goods sees and stops those of its goods", async () => {
  const [mine, stranger] = [await givenBuyer(), await givenBuyer()];
  const { id } = (await mine.call("POST", "/searches", { body: TG })).body;
  for (const [method, path] of [
    ["GET", `/searches/${id}`],
    ["POST", `/searches/${id}/stop`],
  ] as const)
    expect((await stranger.call(method, path)).code).toBe("SEARCH_NOT_FOUND");
  await execute(owner, sql`update identity_api_keys set service_ids = '{1}' where user_id = ${mine.userId}`);
  await new Promise((resolve) => setTimeout(resolve, 3_200));
  expect((await mine.call("GET", `/searches/${id}`)).code).toBe("SEARCH_NOT_FOUND");
  expect((await mine.call("POST", `/searches/${id}/stop`)).code).toBe("SEARCH_NOT_FOUND");
  expect((await mine.call("GET", "/searches")).body.data).toEqual([]);
  expect((await mine.call("POST", "/searches", { body: TG })).code).toBe("KEY_NOT_FOR_THIS");
});

test("words that no search could have are refused with what is wrong, and nothing is begun", async () => {
  const { call } = await givenBuyer();
  const refused = async (body: object) => {
    const answer = await call("POST", "/searches", { body: { ...TG, ...body } });
    return answer.code;
  };
  const step = { afterSeconds: 10, maxPriceKopecks: 1_000 };
  for (const body of [
    { seconds: 9 },
    { seconds: 21_601 },
    { attempts: 0 },
    { raises: [step] },
    { maxPriceKopecks: 1_000, raises: [step] },
    { maxPriceKopecks: 900, raises: [step, step] },
    { maxPriceKopecks: 900, raises: [{ ...step, afterSeconds: 60 }] },
    { replace: { afterSeconds: 29, times: 1 } },
    { replace: { afterSeconds: 60, times: 11 } },
  ])
    expect(await refused(body), JSON.stringify(body)).toBe("VALIDATION");
  expect(await refused({ country: 9_999 })).toBe("COUNTRY_NOT_FOUND");
  expect(await refused({ country: 222 })).toMatch(/RUSSIAN_NUMBERS_UNAVAILABLE|COUNTRY_NOT_FOUND/);
  expect(await refused({ operator: "nobody" })).toBe("OPERATOR_NOT_FOUND");
  expect((await call("GET", "/searches")).body.data).toEqual([]);
});

test("a number is replaced when no SMS comes and stays when one comes, by one call each", async () => {
  const { call } = await givenBuyer();
  const [silent, spoken] = [
    (await call("POST", "/activations", { body: TG })).body,
    (await call("POST", "/activations", { body: TG })).body,
  ];
  const search = (await call("POST", `/activations/${silent.id}/replace`, { body: {} })).body;
  expect(search).toMatchObject({ state: "watching", expiresIn: 120, replace: { times: 3, done: 0 } });
  await call("POST", `/activations/${spoken.id}/replace`, { body: { afterSeconds: 60 } });
  await push(spoken.number);
  await moveClock(owner, "121 seconds");
  await work();
  expect((await call("GET", `/activations/${silent.id}`)).body).toMatchObject({ state: "cancelled" });
  expect((await call("GET", `/activations/${spoken.id}`)).body).toMatchObject({ state: "received" });
  const now = (await call("GET", `/searches/${search.id}`)).body;
  expect(now).toMatchObject({ state: "watching", replace: { done: 1 } });
  expect(now.activationId).not.toBe(silent.id);
  expect((await call("POST", `/activations/${spoken.id}/replace`, { body: {} })).code).toBe("BAD_STATUS");
});

test("a thousand open searches cost a look one statement", async () => {
  const { userId } = await givenBuyer();
  await execute(owner, sql`delete from activations_searches where activation_id is null`);
  await execute(
    owner,
    sql`insert into activations_searches (user_id, channel, service_id, country_id, step_seconds, step_kopecks, seconds, attempts_max,
          state, ends_at, next_at)
        select ${userId}, 'api', 52, 6, '{}', '{}', 600, 100, 'searching', app_now() + interval '600 seconds',
          app_now() + make_interval(secs => 60 + n) from generate_series(1, 1000) n`,
  );
  const asked: unknown[] = [];
  const counting = {
    query: (statement: never) => {
      asked.push(statement);
      return db.query(statement);
    },
  };
  expect(await takeDueSearches(counting as unknown as typeof db, 12)).toEqual([]);
  expect(asked).toHaveLength(1);
  const plan = await rows<{ "QUERY PLAN": string }>(
    owner,
    sql`explain select id from activations_searches where closed_at is null and next_at <= now() order by next_at limit 12`,
  );
  expect(JSON.stringify(plan)).toContain("activations_searches_due");
  await execute(owner, sql`delete from activations_searches where user_id = ${userId}`);
});

test("a search says what it waits for, and the worker's round of the lists wakes it", async () => {
  const { call } = await givenBuyer();
  const body = { ...TG, country: 187, maxPriceKopecks: 1_400, seconds: 600 };
  await givenOffer(db, { countryId: 187, priceKopecks: 1_401 });
  const begun = (await call("POST", "/searches", { body })).body;
  expect(begun.waitingFor).toBeNull();
  const read = async () => (await call("GET", `/searches/${begun.id}`)).body;
  await work();
  expect(await read()).toMatchObject({ waitingFor: "offer", refusal: { code: "WRONG_MAX_PRICE" } });
  // The list's own price is 14.00: the round that the worker makes writes it and wakes who waits for it.
  const lists = sweeps.find(({ name }) => name === "pricing-offers");
  await lists?.run(db);
  expect(await read()).toMatchObject({ waitingFor: null, attempt: 1 });
  await moveClock(owner, "2 seconds");
  await work();
  expect(await read()).toMatchObject({ state: "found", attempt: 2, waitingFor: null });
});

test("the live stream and the webhook are told of a found search", async () => {
  const { call, userId } = await givenBuyer();
  const { id } = (await call("POST", "/searches", { body: TG })).body;
  await work();
  const events = await rows<{ data: { state: string; orderId: number | null } }>(
    owner,
    sql`select data from job_events where user_id = ${userId} and kind = 'search' order by id`,
  );
  expect(events.map(({ data }) => data.state)).toEqual(["searching", "found"]);
  expect(events[1]?.data).toMatchObject({ searchId: id, orderId: expect.any(Number) });
});
