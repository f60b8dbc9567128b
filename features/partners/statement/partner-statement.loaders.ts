import "server-only";
import { type HistoryPage, loadStatement } from "#features/ledger/statement/statement.loaders.ts";
import type { Partner } from "#features/partners/cabinet/cabinet.loaders.ts";
import type { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";
import {
  partnerStatementSources,
  readEarningSums,
} from "#features/partners/statement/partner-statement.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** What the page of a proven partner's earnings begins with. */
export async function loadPartnerEarnings(
  { userId }: Partner,
  locale: Locale,
  query: Query,
): Promise<{ sums: EarningSums; statement: HistoryPage }> {
  const [sums, statement] = await Promise.all([
    readEarningSums(pageDb(), userId),
    // Services are no filter of this one.
    loadStatement(
      { userId, balance: "partner" },
      locale,
      { ...query, service: undefined },
      partnerStatementSources,
    ),
  ]);
  return { sums, statement };
}
