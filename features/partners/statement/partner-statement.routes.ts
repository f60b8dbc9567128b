import { answerExport } from "#features/ledger/statement/exports/exports.routes.ts";
import { askedOf, readStatement } from "#features/ledger/statement/statement.reads.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import {
  exportEarningsStatementEndpoint,
  listEarningsStatementEndpoint,
  readEarningSumsEndpoint,
} from "#features/partners/statement/partner-statement.contract.ts";
import {
  partnerStatementSources,
  readEarningSums,
} from "#features/partners/statement/partner-statement.reads.ts";
import { route } from "#lib/api/route.ts";

/** What a partner earned, its statement and its file: each call proves the partner and reads the caller's own balance. */
export const partnerStatementRoutes = [
  route(readEarningSumsEndpoint, async ({ db, actor }) => {
    await requirePartnerSupplier(db, actor);
    return readEarningSums(db, actor.userId);
  }),
  route(listEarningsStatementEndpoint, async ({ db, actor, query, locale }) => {
    await requirePartnerSupplier(db, actor);
    const { userId } = actor;
    return readStatement(db, partnerStatementSources, {
      userId,
      balance: "partner",
      locale,
      ...askedOf(query),
    });
  }),
  route(exportEarningsStatementEndpoint, async (call) => {
    await requirePartnerSupplier(call.db, call.actor);
    return answerExport(call, "partner", partnerStatementSources);
  }),
];
