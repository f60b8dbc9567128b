import "#lib/tooling/say-problems.ts";
import { seedSimulatedSuppliers } from "#app/_processes/simulator/suppliers.ts";
import { seedCatalogue } from "#features/catalogue/writes.ts";
import { type DemoSecrets, seedDemoUsers } from "#features/identity/writes.ts";
import { moveFunds } from "#features/ledger/writes.ts";
import { seedPolicy } from "#features/policy/writes.ts";
import { createDb, type Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env, requireEnv } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { readJson } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand } from "#lib/tooling/terminal.ts";

const DEMO_BALANCE = kopecks(10_000_000);

/** What every installation starts with, in the order of the features. Run as often as you like. */
const seeds: readonly ((tx: Tx) => Promise<void>)[] = [seedCatalogue, seedPolicy];

/** The accounts of the default start: never part of an installation of one's own. */
async function seedDemo(tx: Tx): Promise<void> {
  const kept = env.DEMO_SECRETS_FILE
    ? readJson<{
        demoPasswords: DemoSecrets["passwords"];
        demoTotpSeeds: DemoSecrets["totpSeeds"];
        demoApiKey: string;
      }>(env.DEMO_SECRETS_FILE)
    : null;
  if (!kept) throw new Problem("DEMO is set without DEMO_SECRETS_FILE. Use `npm run up`, or unset DEMO.");
  const users = await seedDemoUsers(tx, {
    passwords: kept.demoPasswords,
    totpSeeds: kept.demoTotpSeeds,
    apiKey: kept.demoApiKey,
  });
  await moveFunds(tx, {
    kind: "demo_credit",
    userId: users.user,
    amountKopecks: DEMO_BALANCE,
    houseCode: "main",
    reference: `demo:${users.user}`,
    reason: "demo",
  });
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
  const db = createDb(requireEnv("DATABASE_URL"), { max: 2, role: null, applicationName: "sms-den seed" });
  try {
    for (const seed of seeds) await withTransaction(db, seed);
    await withTransaction(db, seedSuppliers);
    if (env.DEMO) await withTransaction(db, seedDemo);
  } finally {
    await db.close();
  }
  return 0;
});
