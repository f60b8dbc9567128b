import { Hono } from "hono";
import { beforeEach } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import type { IncomingSms } from "#features/supply/intake/intake.writes.ts";
import type { LentNumber } from "#features/supply/inventory/inventory.reads.ts";
import type { RentedNumber } from "#features/supply/rent/rent.reads.ts";
import type { IncomingCall } from "#features/supply/rent/rent.writes.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { makeSupplyRoutes } from "#features/supply/supply.routes.ts";
import { guest } from "#lib/api/actor.ts";
import { type ApiHono, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of suppliers: a test file that imports it has a database of its own. */
export const INDONESIA = 6;
export const [TELEGRAM, WHATSAPP] = [52, 1];
export const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);

export const heard: IncomingSms[] = [];
/** What the product answers to suppliers; as at first before every test. */
export const product = {
  taken: 1,
  fault: null as Error | null,
  lent: [] as LentNumber[],
  rented: [] as RentedNumber[],
};
export const rang: IncomingCall[] = [];
export const app: ApiHono = new Hono();
app.use(async (context, next) => {
  requestFacts(context);
  await next();
});
const routes = makeSupplyRoutes({
  onSms: async (_tx, _rules, sms) => {
    heard.push(sms);
    if (product.fault) throw product.fault;
    return product.taken;
  },
  onManySms: async (_tx, _rules, batch) => {
    heard.push(...batch);
    if (product.fault) throw product.fault;
    return new Set(product.taken > 0 ? batch.map(({ id }) => id) : []);
  },
  onCall: async (_tx, _db, call) => {
    rang.push(call);
    return 1;
  },
  listLent: async () => product.lent,
  listRented: async () => product.rented,
});
for (const route of routes) mountRoute(app, route, { db, resolveActor: async () => guest });

beforeEach(() => {
  heard.length = 0;
  Object.assign(product, { taken: 1, fault: null, lent: [], rented: [] });
  rang.length = 0;
});

export async function givenSupplier(kind: "agent" | "own", key: string): Promise<number> {
  return withTransaction(db, async (tx) => {
    const common = { code: key, name: key, key };
    const id = await registerSupplier(
      tx,
      kind === "own" ? { ...common, kind } : { ...common, kind, baseUrl: "http://127.0.0.1:9/" },
    );
    const prices = [TELEGRAM, WHATSAPP].map((serviceId) => ({
      serviceId,
      countryId: INDONESIA,
      costKopecks: kopecks(900),
    }));
    await setSupplierPrices(tx, id, prices);
    return id;
  });
}
await givenSupplier("agent", "agent-key");

export type Sent = { body?: BodyInit; headers?: Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
export async function send(path: string, { body, headers }: Sent): Promise<{ status: number; body: any }> {
  const response = await app.request(`/api/partner/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "bank/1", ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}
export const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, { body: JSON.stringify(body), headers });

export let lastSms = 0;
export function sms(change: Record<string, unknown> = {}) {
  lastSms += 1;
  const phone = 628123456789;
  return {
    action: "PUSH_SMS",
    key: "agent-key",
    smsId: lastSms,
    phone,
    phoneFrom: "Telegram",
    text: "code 48291",
    ...change,
  };
}
