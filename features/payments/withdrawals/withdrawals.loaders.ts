import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { configuredGateways } from "#features/payments/payments.gateway.ts";
import { readWithdrawalOptions } from "#features/payments/withdrawals/terms.reads.ts";
import type { WithdrawalOptions } from "#features/payments/withdrawals/withdrawals.contract.ts";
import {
  listWithdrawalViews,
  type WithdrawalPage,
} from "#features/payments/withdrawals/withdrawals.reads.ts";
import { type WithdrawalSource, withdrawalLimits } from "#features/payments/withdrawals.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type Withdrawals = {
  readonly options: WithdrawalOptions;
  readonly page: WithdrawalPage;
  /** Where people write with questions. */
  readonly supportEmail: string;
};

/** What can be taken out of a source, and what was; a guest is sent to sign in. */
export async function loadWithdrawals(locale: Locale, source: WithdrawalSource): Promise<Withdrawals> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const [options, page] = await Promise.all([
    readWithdrawalOptions(db, configuredGateways(), { userId, source, locale }),
    listWithdrawalViews(db, userId, { source, limit: withdrawalLimits.pageSize }, locale),
  ]);
  return { options, page, supportEmail: env.SUPPORT_EMAIL };
}
