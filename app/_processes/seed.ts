import "#lib/tooling/say-problems.ts";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { seedReadyAccounts } from "#app/_processes/demo-shops.ts";
import { seedSimulatedSuppliers } from "#app/_processes/simulator/suppliers.ts";
import type { ShopCoupon } from "#app/_processes/test-gateway/coupon-shop.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedFirstTexts } from "#features/content/first-texts/first-texts.writes.ts";
import {
  type DemoSecrets,
  type DemoSeller,
  type DemoUsers,
  seedDemoSeller,
  seedDemoUsers,
} from "#features/identity/identity.writes.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { seedFirstSoftware } from "#features/licences/first-software.writes.ts";
import { approveCouponBatch, createCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { fenText } from "#features/payments/coupons/coupons.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { nowMs } from "#lib/clock.ts";
import { createDb, type Db, type Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env, requireEnv } from "#lib/env.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand } from "#lib/tooling/terminal.ts";

const DEMO_BALANCE = kopecks(10_000_000);
const ROOT = path.join(import.meta.dirname, "..", "..");

const SHOP_DAYS = 365;
const SHOP_KINDS = [
  { method: "alipay", amountKopecks: kopecks(50_000), priceFen: 4_500 },
  { method: "alipay", amountKopecks: kopecks(200_000), priceFen: 18_000 },
  { method: "qq", amountKopecks: kopecks(50_000), priceFen: 4_500 },
] as const;

/** What every installation starts with, in the order of the features. Run as often as you like. */
const seeds: readonly ((tx: Tx) => Promise<void>)[] = [seedCatalogue, seedPolicy];

/** What the accounts of the default start are told. */
function readDemoSecrets(): DemoSecrets {
  const kept = env.DEMO_SECRETS_FILE
    ? readJson<{
        demoPasswords: DemoSecrets["passwords"];
        demoTotpSeeds: DemoSecrets["totpSeeds"];
        demoApiKey: string;
      }>(env.DEMO_SECRETS_FILE)
    : null;
  if (!kept) throw new Problem("DEMO is set without DEMO_SECRETS_FILE. Use `npm run up`, or unset DEMO.");
  return { passwords: kept.demoPasswords, totpSeeds: kept.demoTotpSeeds, apiKey: kept.demoApiKey };
}

/** The accounts of the default start: never part of an installation of one's own. */
async function seedDemo(tx: Tx, secrets: DemoSecrets): Promise<DemoUsers> {
  const users = await seedDemoUsers(tx, secrets);
  await moveFunds(tx, {
    kind: "demo_credit",
    userId: users.user,
    amountKopecks: DEMO_BALANCE,
    houseCode: "main",
    reference: `demo:${users.user}`,
    reason: "demo",
  });
  return users;
}

/** Coupon codes for the shop of the default start, which is told them once, as a shop outside would be. Such a batch takes two people. */
async function seedCoupons(db: Db, { lead, staff }: DemoUsers): Promise<void> {
  const file = path.join(path.resolve(ROOT, env.DATA_FOLDER), "coupon-shop.json");
  if (!env.COUPONS || existsSync(file)) return;
  const coupons: ShopCoupon[] = [];
  for (const { method, amountKopecks, priceFen } of SHOP_KINDS) {
    const { id, codes } = await createCouponBatch(db, {
      method,
      amountKopecks,
      priceFen,
      locale: "en",
      count: 200,
      expiresAt: new Date(nowMs() + SHOP_DAYS * 86_400_000),
      note: "the shop of the default start",
      actorId: lead,
      idempotencyKey: `shop:${randomUUID()}`,
      ip: "",
    });
    await approveCouponBatch(db, { id, actorId: staff, reason: "the shop of the default start", ip: "" });
    const facts = { method, roubles: decimalRoubles(amountKopecks), yuan: fenText(priceFen) };
    coupons.push(...codes.map((code) => ({ code, ...facts })));
  }
  writeFileAtomically(file, JSON.stringify({ coupons, sold: [] }));
}

/** What is sold beside numbers, where the start shows it, with the accounts of those who sell it. */
async function seedShops(db: Db, { user, staff }: DemoUsers, { passwords }: DemoSecrets): Promise<void> {
  const seller = (who: DemoSeller) => withTransaction(db, (tx) => seedDemoSeller(tx, who, passwords[who]));
  if (env.READY_ACCOUNTS)
    await seedReadyAccounts(db, { buyerId: user, owner: await seller("store"), staffId: staff });
  if (env.LICENCES) {
    const { id: agentId } = await seller("agent");
    await withTransaction(db, (tx) => seedFirstSoftware(tx, { agentId, staffId: staff }));
  }
}

/** The SIM banks of the default start, where there are any. */
async function seedSuppliers(tx: Tx): Promise<void> {
  if (!env.SIMULATOR_URL) return;
  await seedSimulatedSuppliers(tx, {
    url: env.SIMULATOR_URL,
    secret: requireEnv("SIMULATOR_KEY"),
    seed: env.SIM_SEED,
  });
}

await runCommand(async () => {
  const db = createDb(env.DATABASE_OWNER_URL ?? requireEnv("DATABASE_URL"), {
    max: 2,
    role: null,
    applicationName: "sms-den seed",
  });
  try {
    for (const seed of seeds) await withTransaction(db, seed);
    await withTransaction(db, seedSuppliers);
    if (env.DEMO) {
      const secrets = readDemoSecrets();
      const users = await withTransaction(db, (tx) => seedDemo(tx, secrets));
      await seedCoupons(db, users);
      await seedShops(db, users, secrets);
      const offered = { stores: env.READY_ACCOUNTS, software: env.LICENCES };
      if (env.CONTENT_DESK) await withTransaction(db, (tx) => seedFirstTexts(tx, offered));
    }
  } finally {
    await db.close();
  }
  return 0;
});
