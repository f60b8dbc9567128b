import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { History } from "#app/_proofs/reconciliation/history.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import { createDb } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";

/** G-18: a backup is worth what a restore of it shows. */
test("a backup taken while money moves comes up whole: all that was acknowledged before its end, and no invariant broken", {
  timeout: 300_000,
}, async () => {
  const server = await OwnDatabase.start();
  const db = createDb(server.url, { max: 8, applicationName: "test" });
  let copy: OwnDatabase | null = null;
  try {
    await new History(db, server.owner).live();
    await sealTransfers(db, { everyMinutes: 0 });
    const acknowledged: number[] = [];
    let isOn = true;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let turn = 0; isOn; turn += 1) {
        const { transferId } = await moveFunds(db, {
          kind: "demo_credit",
          userId: 900_000 + writer,
          amountKopecks: kopecks(1 + turn),
          houseCode: "main",
          reference: `drill:${writer}:${turn}`,
          reason: "drill",
        });
        acknowledged.push(transferId);
      }
    });
    const startedMs = performance.now();
    let mustBeThere: number[] = [];
    const folder = await server.backUp(() => {
      mustBeThere = [...acknowledged];
    });
    const backedUpMs = performance.now() - startedMs;
    isOn = false;
    await Promise.all(writers);
    copy = await OwnDatabase.restore(folder);
    const restoredMs = performance.now() - startedMs - backedUpMs;
    await copy.checkEverything();
    const kept = await rows<{ id: number }>(
      copy.owner,
      sql`select id from ledger_transfers where reference like 'drill:%'`,
    );
    const restored = new Set(kept.map(({ id }) => id));
    expect(mustBeThere.length).toBeGreaterThan(0);
    expect(mustBeThere.filter((id) => !restored.has(id))).toEqual([]);
    // Money goes on where the backup ends, and what is sealed stays sealed.
    await moveFunds(copy.owner, {
      kind: "demo_credit",
      userId: 900_000,
      amountKopecks: kopecks(5),
      houseCode: "main",
      reference: "drill:after",
      reason: "drill",
    });
    expect(await sealTransfers(copy.owner, { everyMinutes: 0 })).toBe(restored.size + 1);
    await copy.checkEverything();
    if (process.env.RESTORE_REPORT)
      process.stdout.write(
        `backup ${Math.round(backedUpMs)} ms, restore ${Math.round(restoredMs)} ms, ${restored.size} of ${acknowledged.length} rows\n`,
      );
  } finally {
    await db.close();
    await copy?.end();
    await server.end();
  }
});
