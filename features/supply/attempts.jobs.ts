import { claimUnanswered, giveUpUnanswered } from "#features/supply/attempts/attempts.writes.ts";
import { resolveUnknown } from "#features/supply/supply.gateway.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Clears up attempts without an answer: what a supplier holds for us unasked goes back by FINISH 4. */
export const unansweredAttempts = defineSweep({
  name: "supply: unanswered attempts",
  everyMs: 2_000,
  run: async (db) => {
    const clientIds = await claimUnanswered(db, 20);
    await Promise.all(clientIds.map((clientId) => resolveUnknown(db, clientId, false)));
    await giveUpUnanswered(db);
    return clientIds.length;
  },
});
