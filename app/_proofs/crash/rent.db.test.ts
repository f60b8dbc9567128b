import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallPart } from "#app/_proofs/crash/caller.ts";
import { OneApi } from "#app/_proofs/crash/one-api.ts";
import { pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** The API is killed around everything that happens to a rented number, and whoever called repeats the call. */
const { db, owner, url } = await useTestDb();
const INDONESIA = 6;
/** Four hours at a rouble's cost and two fifths more. */
const PRICE = 560;
const MONEY = 10_000;
let api: OneApi;
let pushKey = "";

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  pushKey = (await givenRentOffer(owner, { countryId: INDONESIA, services: [52], count: 20 })).pushKey;
  api = await OneApi.start(url);
}, 120_000);

afterAll(() => api?.stop());

/** What is done to a rental, and what is left of the buyer's money and of the rental afterwards. */
const deeds = {
  rented: {
    points: around("rentals-buy"),
    left: { postedKopecks: MONEY, heldKopecks: PRICE },
    kept: { state: "active", hours: 4, messages: 0 },
  },
  extended: {
    points: around("rentals-extend"),
    left: { postedKopecks: MONEY - 2 * PRICE, heldKopecks: 0 },
    kept: { state: "active", hours: 8, messages: 0 },
  },
  cancelled: {
    points: around("rentals-cancel"),
    left: { postedKopecks: MONEY, heldKopecks: 0 },
    kept: { state: "canceled", hours: 4, messages: 0 },
  },
  received: {
    points: around("rentals-receive"),
    left: { postedKopecks: MONEY - PRICE, heldKopecks: 0 },
    kept: { state: "received", hours: 4, messages: 1 },
  },
} as const;
type Deed = keyof typeof deeds;
const points = (Object.keys(deeds) as Deed[]).flatMap((deed) =>
  deeds[deed].points.map((point) => ({ deed, point })),
);
let lastSms = 0;

test.each(pointsOfRun(points, 1))(
  "a number that is $deed and cut off by kill -9 at $point is so once when it is repeated, and so is its money",
  { timeout: 120_000 },
  async ({ deed, point }) => {
    const { userId, key } = await givenApiBuyer(owner, MONEY);
    const post = async (path: string, part: CallPart) => {
      const answer = await api.caller().untilAnswered("POST", path, part);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.text;
    };
    const call = (path: string, body?: unknown) =>
      post(path, { key, idempotencyKey: randomUUID(), ...(body === undefined ? {} : { body }) });
    const rent = async () => {
      const wish = { service_external_id: "tg", country_external_id: INDONESIA, amount: 4 };
      return JSON.parse(await call("/api/rent", wish)) as RentalDetails;
    };
    const rental = deed === "rented" ? null : await rent();
    lastSms += 1;
    const sms = { smsId: lastSms, phone: Number(rental?.number), phoneFrom: "Telegram", text: "code 12345" };
    const act = {
      rented: rent,
      extended: () => call(`/api/rentals/${rental?.id}/extend`, { amount: 4 }),
      cancelled: () => call(`/api/rentals/${rental?.id}/cancel`),
      // The supplier calls, not the buyer: with its own key, which is in the body.
      received: () => post("/api/partner/sms", { body: { action: "PUSH_SMS", key: pushKey, ...sms } }),
    };
    await api.killIn(point, async () => void (await act[deed]()));
    expect(await getBalance(db, userId)).toMatchObject(deeds[deed].left);
    const kept = await rows(
      db,
      sql`select state, hours, messages_count as messages from rentals where user_id = ${userId}`,
    );
    expect(kept).toEqual([deeds[deed].kept]);
  },
);
