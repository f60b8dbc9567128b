import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OneApi } from "#app/_proofs/crash/one-api.ts";
import { pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around, type Point } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import type { Licence } from "#features/licences/licences.contract.ts";
import { givenAgent, givenProduct } from "#features/licences/licences.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** The API is killed around everything that happens to a licence, and whoever called repeats the call with the same key. */
const { db, owner, url } = await useTestDb();
const DAY_MS = 86_400_000;
const PRICE = 1_000;
const SHARE = 100;
/** The sale is committed, and nobody has been told. */
const committed: Point = { marker: 'as "boughtAt"', moment: "before" };
let api: OneApi;

beforeAll(async () => {
  api = await OneApi.start(url, { LICENCES: "1" });
}, 120_000);

afterAll(() => api?.stop());

async function givenBuyer() {
  const { userId } = await givenApiBuyer(owner, 10_000);
  const { token } = await openSession(owner, { userId, ip: "127.0.0.1", userAgent: "test" });
  return { userId, token };
}

/** Calls until it is answered, and answers the body. */
async function call<T>(path: string, body: unknown, key?: string): Promise<T> {
  const part = { body, idempotencyKey: randomUUID(), ...(key === undefined ? {} : { key }) };
  const answer = await api.caller().untilAnswered("POST", path, part);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

const buy = (token: string, productId: number, agent: string | null = null) =>
  call<Licence>("/api/licences", { productId, agent }, token);
const renew = (token: string, id: number) => call<Licence>(`/api/licences/own/${id}/renew`, {}, token);
const balanceOf = async (userId: number) => (await getBalance(db, userId)).postedKopecks;
const daysOf = ({ boughtAt, validUntil }: Licence) =>
  Math.round((Date.parse(validUntil ?? "") - Date.parse(boughtAt)) / DAY_MS);

const deeds = ["bought", "renewed"] as const;
const salePoints = [
  ...around("ledger_move"),
  ...around("agent_share"),
  ...around("insert into licences_sales"),
  committed,
].flatMap((point) => deeds.map((deed) => ({ deed, point })));

test.each(pointsOfRun(salePoints, 1))(
  "a licence that is $deed by an agent's link and cut off by kill -9 at $point is paid and shared once",
  { timeout: 120_000 },
  async ({ deed, point }) => {
    const { userId: agent, code } = await givenAgent(owner);
    const { productId } = await givenProduct(owner, { termDays: 30 });
    const { userId, token } = await givenBuyer();
    const first = deed === "renewed" ? await buy(token, productId, code) : null;
    const licence = await api.killIn(point, () =>
      first ? renew(token, first.id) : buy(token, productId, code),
    );
    const count = first ? 2 : 1;
    expect(licence).toMatchObject({ state: "valid", paidKopecks: count * PRICE });
    expect(daysOf(licence)).toBe(count * 30);
    const paid = [await balanceOf(userId), await balanceOf(agent)];
    expect(paid).toEqual([10_000 - count * PRICE, count * SHARE]);
    expect(await rows(db, sql`select id from licences where user_id = ${userId}`)).toHaveLength(1);
  },
);

test.each(pointsOfRun([...around("insert into licences_signing_keys"), committed], 1))(
  "the first sales of an installation cut off by kill -9 at %j leave one key that signs, and licences that it proves",
  { timeout: 120_000 },
  async (point) => {
    await execute(owner, sql`truncate licences_signing_keys`);
    const { productId } = await givenProduct(owner);
    const buyers = [await givenBuyer(), await givenBuyer()];
    const sold = await api.killIn(point, () => Promise.all(buyers.map(({ token }) => buy(token, productId))));
    expect(await rows(db, sql`select kid from licences_signing_keys`)).toHaveLength(1);
    for (const { key, validUntil } of sold)
      expect(await call("/api/licences/verify", { key })).toMatchObject({ state: "valid", validUntil });
  },
);

/** What a program or the staff do with a licence on one device, and what a program is told of it afterwards. */
const steps = {
  activated: {
    points: around("insert into licences_devices"),
    told: { state: "valid", deviceCount: 1, isActivated: true },
    kept: { taken: 1, released: 0 },
  },
  released: {
    points: around("set released_at"),
    told: { state: "valid", deviceCount: 0, isActivated: false },
    kept: { taken: 0, released: 1 },
  },
  revoked: {
    points: around("update licences set revoked_at"),
    told: { state: "revoked", deviceCount: 1, isActivated: true },
    kept: { taken: 1, released: 0 },
  },
} as const;
const stepPoints = (Object.keys(steps) as (keyof typeof steps)[]).flatMap((step) =>
  steps[step].points.map((point) => ({ step, point })),
);

test.each(pointsOfRun(stepPoints, 1))(
  "a licence that is $step and cut off by kill -9 at $point is so once when it is repeated",
  { timeout: 120_000 },
  async ({ step, point }) => {
    const { productId } = await givenProduct(owner, { deviceLimit: 1 });
    const { token } = await givenBuyer();
    const { id, key } = await buy(token, productId);
    const { cookie } = await givenStaff(owner, "money");
    const asked = { key, device: "a-machine-of-hers" };
    const act = {
      activated: () => call("/api/licences/activate", asked),
      released: () => call("/api/licences/release", asked),
      revoked: () => call(`/api/desk/licences/${id}/revoke`, { reason: "shared in public" }, cookie),
    };
    if (step !== "activated") await act.activated();
    await api.killIn(point, () => act[step]());
    expect(await call("/api/licences/verify", asked)).toMatchObject(steps[step].told);
    const kept = await one(
      db,
      sql`select count(*) filter (where released_at is null)::int as taken, count(released_at)::int as released
          from licences_devices where licence_id = ${id}`,
    );
    expect(kept).toEqual(steps[step].kept);
    const audit = await rows(db, sql`select 1 from identity_audit where subject = ${`licence:${id}`}`);
    expect(audit).toHaveLength(step === "revoked" ? 1 : 0);
  },
);
