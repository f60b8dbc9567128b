import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceIconPath } from "#features/catalogue/catalogue.rules.ts";
import { describeByOrder } from "#features/ledger/statement/order-lines.reads.ts";
import type { Described, StatementSource } from "#features/ledger/statement/statement.reads.ts";
import { rows } from "#lib/db/query.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

type Sold = {
  readonly id: number;
  readonly offerName: string;
  readonly serviceId: number;
  readonly count: number;
  readonly totalKopecks: number;
  readonly shareKopecks: number;
  /** Null = it waits no more. */
  readonly dueAt: Date | null;
};

/** What the buyer has paid, and what the house keeps of it. */
function splitText({ count, totalKopecks, shareKopecks }: Sold, locale: Locale): string {
  const roubles = (amount: number) => formatNumber(roublesNumber(kopecks(amount)), 2);
  return translateMessage(locale, "readyAccounts.storeSale", {
    count,
    shown: formatNumber(count),
    total: roubles(totalKopecks),
    commission: roubles(totalKopecks - shareKopecks),
  });
}

/** What the statement tells a store about its sales: order and offer, what the house keeps, and until when the rest waits. Nothing of who bought. */
export const storeSaleStatementSource: StatementSource = {
  kinds: ["store_share", "store_share_reversal", "store_accrual"],
  describe: async (db, { userId, lines, locale }) => {
    const { serviceById } = await readCatalogue(db);
    return describeByOrder(lines, {
      word: "ready_account",
      find: (ids) =>
        rows<Sold>(
          db,
          sql`select r.id, r.offer_name as "offerName", r.service_id as "serviceId", r.count, r.total_kopecks as "totalKopecks",
                e.share_kopecks as "shareKopecks", case when e.state = 'pending' then e.due_at end as "dueAt"
              from ready_accounts_orders r join ready_accounts_earnings e on e.order_id = r.id
              where r.id = any (${[...ids]}::bigint[]) and r.seller_id = ${userId}`,
        ),
      describe: (sold, { kind }): Described => {
        const service = serviceById.get(sold.serviceId);
        const isSale = kind === "store_share";
        return {
          number: String(sold.id),
          subject: {
            title: sold.offerName,
            detail: isSale ? splitText(sold, locale) : null,
            icon: service ? serviceIconPath(service) : null,
            detailIcon: null,
          },
          ...(isSale && sold.dueAt ? { dueAt: sold.dueAt.toISOString() } : {}),
        };
      },
    });
  },
};
