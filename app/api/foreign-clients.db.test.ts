import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db);
let key = "";
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 50, priceKopecks: 1_250 });
  key = (await givenApiBuyer(db, 1_000_000)).key;
});

async function buyV2(rest = {}): Promise<unknown> {
  const query = new URLSearchParams({
    api_key: key,
    action: "getNumberV2",
    service: "tg",
    country: "6",
    ...rest,
  });
  return (await app.request(`/stubs/handler_api.php?${query}`)).json();
}

/** As Go's encoding/json fills a struct: a member of another kind fails the whole answer, unknown ones are passed over. */
const text = z.string();
const whole = z.number().int();
/** json.Number, and what Python and JavaScript make of either. */
const numeric = z.union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)]);
const loose = z.union([z.string(), z.number(), z.boolean()]);

/** How programs in use declare the answer; each was read in its public source. */
const clients = {
  "a Go library for SMS-Activate": {
    activationId: text,
    activationCost: text,
    countryCode: text,
    canGetAnotherSms: z.boolean(),
  },
  "a Go client for HeroSMS": {
    activationId: loose,
    activationCost: loose,
    countryCode: loose,
    canGetAnotherSms: z.boolean(),
  },
  "a Go client that keeps raw members": {
    activationId: loose,
    activationCost: loose,
    countryCode: loose,
    canGetAnotherSms: loose,
  },
  "a Go client with its own numbers": {
    activationId: numeric,
    activationCost: numeric,
    canGetAnotherSms: z.boolean(),
  },
  "a Python client": {
    activationId: numeric,
    activationCost: numeric,
    countryCode: numeric,
    canGetAnotherSms: loose,
  },
  "a TypeScript client for SMSBower": {
    activationId: loose,
    activationCost: numeric,
    countryCode: loose,
    canGetAnotherSms: z.boolean(),
  },
} as const;
const classicClients = {
  "a Go client of the old reference": {
    activationId: whole,
    activationCost: z.number(),
    currency: whole,
    countryCode: text,
    canGetAnotherSms: text,
  },
  "a TypeScript client of the old reference": {
    activationId: whole,
    activationCost: z.number(),
    countryCode: text,
    canGetAnotherSms: text,
  },
} as const;
const always = { phoneNumber: text, activationTime: text, activationOperator: text };

describe("getNumberV2 is decoded by", () => {
  it.each(Object.entries(clients))("a program like %s, field by field", async (_name, members) => {
    const answer = await buyV2();
    expect(z.object({ ...always, ...members }).safeParse(answer).error).toBeUndefined();
    // What a loosely typed program makes of it.
    const { activationId, activationCost } = answer as Record<string, string>;
    expect([Number(activationId) > 0, Number(activationCost)]).toEqual([true, 12.5]);
  });

  it.each(Object.entries(classicClients))(
    "a program like %s when types=classic is sent",
    async (_name, members) => {
      const shape = z.object({ ...always, ...members });
      expect(shape.safeParse(await buyV2({ types: "classic" })).error).toBeUndefined();
      expect(shape.safeParse(await buyV2()).success).toBe(false);
    },
  );

  it("programs that ask by truth are told a truth: no country without more SMS is taken for one with", async () => {
    const { canGetAnotherSms } = (await buyV2()) as { canGetAnotherSms: unknown };
    expect(canGetAnotherSms).toBe(true);
  });
});
