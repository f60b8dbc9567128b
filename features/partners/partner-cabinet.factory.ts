import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { cabinetRoutes } from "#features/partners/cabinet/cabinet.routes.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { simCardRoutes } from "#features/partners/sim-cards/sim-cards.routes.ts";
import { setPaused } from "#features/supply/operation/operate-suppliers.writes.ts";
import { setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { makeSupplyRoutes } from "#features/supply/supply.routes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of the cabinet: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);

export const INDONESIA = 6;
export const [TELEGRAM, WHATSAPP] = [52, 1];

const supplyRoutes = makeSupplyRoutes({
  onSms: async () => 1,
  onManySms: async () => new Set<number>(),
  onCall: async () => 1,
  listLent: async () => [],
  listRented: async () => [],
});
export const api = testApi(db, [...cabinetRoutes, ...simCardRoutes, ...supplyRoutes], resolveActor);

export type TestPartner = { userId: UserId; supplierId: number; cookie: string };

async function signedIn(): Promise<{ userId: UserId; cookie: string }> {
  const userId = await givenAccount(db, newApiKey());
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

/** Somebody with a session who is no partner. */
export const givenStranger = signedIn;

/** A partner with a session, whose supplier sells two services of Indonesia. */
export async function givenSellingPartner(): Promise<TestPartner> {
  const person = await signedIn();
  const supplierId = await givenPartner(db, person.userId);
  await withTransaction(db, async (tx) => {
    const code = `partner-${person.userId}`;
    await setPaused(tx, { id: supplierId, code, kind: "own", enabled: false }, false);
    await setSupplierPrices(
      tx,
      supplierId,
      [TELEGRAM, WHATSAPP].map((serviceId) => ({
        serviceId,
        countryId: INDONESIA,
        costKopecks: kopecks(900),
      })),
    );
  });
  return { ...person, supplierId };
}

export const read = (partner: { cookie: string }, path: string) =>
  api.call("GET", `/api/cabinet/${path}`, { cookie: partner.cookie });

/** A keyed write of the cabinet. */
export const write = (
  partner: { cookie: string },
  path: string,
  body: object,
  key: string = crypto.randomUUID(),
) =>
  api.call("POST", `/api/cabinet/${path}`, {
    cookie: partner.cookie,
    body,
    headers: { "idempotency-key": key },
  });

/** Makes the partner a key and answers it. */
export async function givenKey(partner: TestPartner, overlapHours = 0): Promise<string> {
  return (await write(partner, "key", { overlapHours })).body.key as string;
}

/** What the partner's program sends. */
export const report = (key: string, action: "NUMBERS_ONLINE" | "NUMBERS_CHANGED", more: object) =>
  api.call("POST", "/api/partner/numbers", {
    body: { action, key, ...more },
    headers: { "user-agent": "bank/1" },
  });
