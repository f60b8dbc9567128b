import sql from "sql-template-tag";
import type { z } from "zod";
import { countOpenOrders } from "#features/activations/order-facts.reads.ts";
import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type {
  listPeopleEndpoint,
  PersonDetails,
  PersonLine,
  WalletLine,
} from "#features/back-office/people/people.contract.ts";
import { findAccountFacts } from "#features/identity/account-facts.reads.ts";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";
import { getDebt, hasHadDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance, getPartnerBalance, getReferralBalance } from "#features/ledger/ledger.reads.ts";
import type { Balance } from "#features/ledger/ledger.rules.ts";
import { listWalletLines as listLines } from "#features/ledger/wallet-history.reads.ts";
import { sumCredited } from "#features/payments/turnover/turnover.reads.ts";
import { boughtRecently } from "#features/statistics/users/users.reads.ts";
import { readId } from "#lib/api/id-text.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type PeopleFilter = z.output<NonNullable<typeof listPeopleEndpoint.query>>;
type LineRow = Omit<PersonLine, "createdAt"> & { createdAt: Date };

/** Users that fit, newest first. */
export async function listPeople(
  db: Queryable,
  { search, only, before }: PeopleFilter,
): Promise<Page<PersonLine>> {
  const id = readId(search ?? "");
  // What is typed is text, never a pattern.
  const start = search?.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const found = await rows<LineRow>(
    db,
    sql`select u.id, u.email, u.name, u.role = 'staff' as "isStaff", u.suspended_at is not null as "isSuspended",
          coalesce(w.posted_kopecks - w.held_kopecks, 0)::bigint as "availableKopecks", u.created_at as "createdAt"
        from identity_people u left join ledger_wallets w on w.user_id = u.id
        where (${search ?? null}::text is null or u.id = ${id}::bigint or u.external_id::text = ${search ?? null}
            or u.email like ${`${start}%`} or lower(u.name) like ${`${start}%`})
          and case ${only ?? null}::text when 'suspended' then u.suspended_at is not null
                when 'staff' then u.role = 'staff'
                when 'debtors' then ${hasHadDebt(sql`u.id`)}
                when 'buyers' then w.open_orders > 0 or ${boughtRecently(sql`u.id`)}
                when 'holding' then w.held_kopecks > 0
                when 'factorRemovals' then exists (select from back_office_factor_removals r where r.user_id = u.id and r.state = 'proposed')
                else true end
          and (${before ?? null}::bigint is null or u.id < ${before ?? null})
        order by u.id desc limit ${deskPageSize + 1}`,
  );
  const { items, hasMore } = pageFrom(found);
  return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), hasMore };
}

/** One user with wallet, referral account and debt, or null. */
export async function findPerson(db: Queryable, id: number): Promise<PersonDetails | null> {
  const account = await findAccountFacts(db, id);
  if (!account) return null;
  const wallet = await getBalance(db, id);
  const { isPartner, isAgent, isReferralSoft, isStoreOwner, hasCustomPrice, ...facts } = account;
  return {
    ...facts,
    createdAt: account.createdAt.toISOString(),
    suspendedAt: account.suspendedAt?.toISOString() ?? null,
    isSuspended: account.suspendedAt !== null,
    flags: {
      isPartner,
      isAgent,
      isReferralSoft,
      isStoreOwner,
      hasCustomPrice,
      hasDisposableEmail: isDisposableMailbox(account.email),
    },
    availableKopecks: wallet.availableKopecks,
    wallet: purseOf(wallet),
    referral: purseOf(await getReferralBalance(db, id)),
    partner: purseOf(await getPartnerBalance(db, id)),
    debtKopecks: await getDebt(db, id),
    toppedUpKopecks: await sumCredited(db, id),
    openOrdersCount: await countOpenOrders(db, id),
  };
}

function purseOf({ postedKopecks, heldKopecks, availableKopecks }: Balance) {
  return { postedKopecks, heldKopecks, availableKopecks };
}

/** A wallet's history, newest first, by its own order. */
export async function listWalletLines(
  db: Queryable,
  userId: number,
  before: number | undefined,
): Promise<Page<WalletLine>> {
  const { items, hasMore } = pageFrom(await listLines(db, userId, before, deskPageSize + 1));
  return { items: items.map((line) => ({ ...line, at: line.at.toISOString() })), hasMore };
}
