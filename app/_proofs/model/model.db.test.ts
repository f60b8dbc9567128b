import fc from "fast-check";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { Real } from "#app/_proofs/model/command.ts";
import {
  allCommands,
  partnerCommands,
  rentalCommands,
  softwareCommands,
  storeCommands,
} from "#app/_proofs/model/commands.ts";
import { Model, nextMonday } from "#app/_proofs/model/model.ts";
import { World } from "#app/_proofs/model/world.ts";
import { execute } from "#lib/db/query.ts";
import { isFullProof, proofSeed, recordFigures } from "#lib/testing/proof.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/**
 * Thousands of random lives, each lived by the product on a real database and by a model of plain Maps, which must agree after
 * every step; the invariants of all features hold at the end. A failure prints the command that lives the same life again.
 * `npm run prove -- model --sequences 50000` lives more of them, `--seed 7` the same again.
 */
const sequences = Number(process.env.MODEL_SEQUENCES || (isFullProof ? 2_000 : 200));
const seed = proofSeed("MODEL_SEED");
const replay = process.env.MODEL_PATH
  ? {
      path: process.env.MODEL_PATH,
      replayPath: process.env.MODEL_REPLAY,
      kind: Number(process.env.MODEL_KIND || 0),
    }
  : null;

/**
 * Many short lives and some long ones, and some of stores and their buyers alone, so that claims and withdrawals meet often; as well of
 * licences, whose devices need many steps to take turns, and of rented numbers, which are extended again and again.
 */
const kinds = [
  { share: 0.6, stepsAtMost: 14, from: allCommands },
  { share: 0.2, stepsAtMost: 60, from: allCommands },
  { share: 0.08, stepsAtMost: 40, from: storeCommands },
  { share: 0.06, stepsAtMost: 40, from: softwareCommands },
  { share: 0.06, stepsAtMost: 40, from: rentalCommands },
] as const;

/** Databases that live at once, each with a clock of its own. */
const WORLDS = replay ? 1 : 4;
const HOUR = 3_600_000;
/** Behind the longest time that anything may still take. */
const MONTH = 31 * 24 * HOUR;

const databases = await Promise.all(Array.from({ length: WORLDS }, () => useTestDb({ max: 6 })));
/** For the planted fault, after which the invariants do not hold. */
const faulty = await useTestDb({ max: 6, checkAfterwards: false });
let steps = 0;

test("every sequence leaves in the database what the model says", {
  timeout: Math.max(900_000, sequences * 400),
}, async () => {
  const lived = await Promise.all(
    databases.map(({ db, owner }, index) =>
      liveMany(new World(db, owner), seed + index, Math.ceil(sequences / WORLDS)),
    ),
  );
  const total = lived.reduce((sum, count) => sum + count, 0);
  recordFigures("random lives beside a model", { sequences: total, steps, seed });
  if (!replay) expect(total).toBeGreaterThanOrEqual(sequences);
});

/** Refunds are never read: whoever earned by a refunded order keeps it. */
class KeepingWorld extends World {
  override async refund(activationId: number): Promise<void> {
    await super.refund(activationId);
    await execute(
      faulty.owner,
      sql`update partners_ledger_progress set last_transfer_id = (select max(id) from ledger_transfers)`,
    );
  }
}

test("a partner who keeps the share of a refunded order is found", { timeout: 300_000 }, async () => {
  const world = new KeepingWorld(faulty.db, faulty.owner);
  await world.furnish();
  const commands = fc.commands(partnerCommands, { maxCommands: 60, size: "max" });
  const property = fc.asyncProperty(commands, async (sequence) => void (await live(world, sequence)));
  const { failed, errorInstance } = await fc.check(property, { numRuns: 40, endOnFailure: true, seed });
  expect(failed).toBe(true);
  expect(String(errorInstance)).toMatch(/The model says/);
});

async function liveMany(world: World, worldSeed: number, count: number): Promise<number> {
  await world.furnish();
  let lived = 0;
  for (const [kind, { share, stepsAtMost, from }] of kinds.entries()) {
    if (replay && kind !== replay.kind) continue;
    const commands = fc.commands([...from], {
      maxCommands: stepsAtMost,
      size: "max",
      ...(replay?.replayPath ? { replayPath: replay.replayPath } : {}),
    });
    const property = fc.asyncProperty(commands, async (sequence) => {
      const taken = await live(world, sequence);
      steps += taken;
      lived += 1;
    });
    await fc.assert(property, {
      numRuns: replay ? 1 : Math.ceil(count * share),
      seed: replay ? seed : worldSeed,
      reporter: (details) => throwFailure(details, kind),
      ...(replay ? { path: replay.path } : {}),
    });
  }
  await world.passTo((await world.now()) + MONTH);
  await world.tidy();
  return lived;
}

/** Every life begins on a Monday morning, so that it goes the same way whenever and after whichever others it is lived. */
async function live(world: World, sequence: Iterable<fc.AsyncCommand<Model, Real>>): Promise<number> {
  const begins = nextMonday(await world.now()) + HOUR;
  await world.passTo(begins);
  const userIds = await world.newPair();
  const setup = () => ({ model: new Model(begins), real: new Real(world, userIds) });
  await fc.asyncModelRun(setup, sequence);
  return [...sequence].length;
}

function throwFailure<Ts>(details: fc.RunDetails<Ts>, kind: number): void {
  if (!details.failed) return;
  const text = fc.defaultReportMessage(details) ?? "";
  const replayPath = /replayPath="([^"]+)"/.exec(text)?.[1] ?? "";
  const again = `MODEL_KIND=${kind} MODEL_SEED=${details.seed} MODEL_PATH=${details.counterexamplePath} MODEL_REPLAY=${replayPath}`;
  throw new Error(`${text}\n\nThe same again: ${again} npm run prove -- model`, {
    cause: details.errorInstance,
  });
}
