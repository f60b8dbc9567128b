import sql from "sql-template-tag";
import { listWalletCredits } from "#features/ledger/credits.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import type { UnusedTopUp } from "#features/payments/withdrawals/withdrawals.contract.ts";
import {
  type KeptBonus,
  type Lot,
  releasedStates,
  splitWallet,
  type WalletLeft,
  withdrawalLimits,
} from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type PaymentRow = {
  id: number;
  transferId: number;
  method: string;
  provider: string;
  amountKopecks: number;
  /** What has neither been reversed by others (our own refunds are withdrawals) nor asked back by the user. */
  netKopecks: number;
  isCredited: boolean;
  isRecent: boolean;
  creditedAt: Date;
};

export type Unused = {
  readonly left: WalletLeft;
  readonly topUps: readonly (UnusedTopUp & { readonly method: string })[];
};

/**
 * Which top-ups are still unspent in the wallet, newest first, and what of them can go back now. Read with the wallet
 * locked when something is decided by it. `gateways`: the providers that are set up.
 */
export async function readUnusedTopUps(
  db: Queryable,
  gateways: Gateways,
  userId: number,
  locale: Locale,
): Promise<Unused> {
  const { availableKopecks } = await getBalance(db, userId);
  const credits = await listWalletCredits(db, userId, withdrawalLimits.creditsRead);
  const payments = await listCreditedPayments(
    db,
    credits.filter(({ origin }) => origin === "top_up").map(({ transferId }) => transferId),
  );
  const lots = credits.map((credit): Lot => {
    const payment = payments.get(credit.transferId);
    return payment ? { ...credit, amountKopecks: kopecks(payment.netKopecks) } : credit;
  });
  const left = splitWallet(availableKopecks, lots, await listKeptBonuses(db, userId));
  const topUps = [...left.topUps].flatMap(([transferId, share]) => {
    const payment = payments.get(transferId);
    if (!payment || share === 0 || !payment.isCredited) return [];
    const goesBack = payment.isRecent && Boolean(gateways.get(payment.provider)?.refund);
    return [
      {
        paymentId: payment.id,
        method: payment.method,
        methodName: translateMessage(locale, `payments.methods.${payment.method}`),
        amountKopecks: payment.amountKopecks,
        refundableKopecks: goesBack ? share : 0,
        throughSupportKopecks: goesBack ? 0 : share,
        creditedAt: payment.creditedAt.toISOString(),
      },
    ];
  });
  return { left, topUps };
}

async function listCreditedPayments(
  db: Queryable,
  transferIds: number[],
): Promise<ReadonlyMap<number, PaymentRow>> {
  const found = await rows<PaymentRow>(
    db,
    sql`select p.id, p.credited_transfer_id as "transferId", p.method, p.provider, p.amount_kopecks as "amountKopecks",
          greatest(p.amount_kopecks - p.debt_kopecks - coalesce(w.asked, 0), 0)::bigint as "netKopecks",
          p.state <> 'charged_back' as "isCredited",
          p.credited_at > app_now() - make_interval(days => ${withdrawalLimits.refundableDays}) as "isRecent",
          p.credited_at as "creditedAt"
        from payments p
        left join lateral (select sum(amount_kopecks) as asked from payments_withdrawals
          where payment_id = p.id and state <> all (${releasedStates as unknown as string[]}::text[])) w on true
        where p.credited_transfer_id = any (${transferIds}::bigint[])`,
  );
  return new Map(found.map((payment) => [payment.transferId, payment]));
}

async function listKeptBonuses(db: Queryable, userId: number): Promise<KeptBonus[]> {
  const found = await rows<{ holdId: number; amount: number }>(
    db,
    sql`select bonus_hold_id as "holdId", bonus_kopecks as amount from payments_withdrawals
        where user_id = ${userId} and bonus_hold_id is not null and bonus_free_at is null`,
  );
  return found.map(({ holdId, amount }) => ({ holdId, amountKopecks: kopecks(amount) }));
}
