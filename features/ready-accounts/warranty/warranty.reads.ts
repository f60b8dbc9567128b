import sql from "sql-template-tag";
import { acceptedClaimStates } from "#features/ready-accounts/ready-accounts.rules.ts";
import { andWithin, type Part } from "#features/ready-accounts/unit-texts.reads.ts";
import type { AccountClaimState } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { sellerLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";

/** A claim as its buyer sees it. */
export type ClaimRow = {
  readonly id: number;
  /** Of the account in its order, from 1. */
  readonly place: number;
  readonly state: AccountClaimState;
  /** What the buyer said. */
  readonly text: string | null;
  readonly claimedAt: Date;
  readonly dueAt: Date;
  readonly decidedAt: Date | null;
  /** Told to the buyer. */
  readonly reason: string | null;
  readonly refundKopecks: number | null;
  /** What the store has said against it. */
  readonly objection: string | null;
};

/** The claims about an order's accounts or those of a part, oldest first. Whose order it is, is the caller's to know. */
export function listOrderClaims(
  db: Queryable,
  orderId: number,
  part: Part | null = null,
): Promise<ClaimRow[]> {
  return rows<ClaimRow>(
    db,
    sql`select id, position as place, state, text, claimed_at as "claimedAt", due_at as "dueAt", decided_at as "decidedAt", reason,
          refund_kopecks as "refundKopecks", objection
        from ready_accounts_claims where order_id = ${orderId} ${andWithin(part, sql`position`)} order by id`,
  );
}

/** One of the buyer's claims, or null. */
export function findClaim(
  db: Queryable,
  userId: number,
  id: number,
): Promise<(ClaimRow & { readonly orderId: number }) | null> {
  return maybeOne(
    db,
    sql`select id, order_id as "orderId", position as place, state, text, claimed_at as "claimedAt", due_at as "dueAt",
          decided_at as "decidedAt", reason, refund_kopecks as "refundKopecks", objection
        from ready_accounts_claims where id = ${id} and user_id = ${userId}`,
  );
}

/** A claim as the staff see it. Nothing of what the account says. */
type WaitingClaim = ClaimRow & {
  readonly userId: number;
  readonly orderId: number;
  readonly offerId: number;
  readonly offerName: string;
  readonly serviceId: number;
  readonly countryId: number;
  readonly priceKopecks: number;
  readonly deliveredAt: Date;
  /** How many of the offer could be given in its place. */
  readonly availableCount: number;
  /** All claims of the buyer, this one too, and all accounts that the buyer has got. */
  readonly buyerClaims: number;
  readonly buyerAccounts: number;
  /** Null = nobody has, or nobody did in time. */
  readonly decidedBy: number | null;
  /** The owner of the store; null = the house. */
  readonly sellerId: number | null;
};

/** Claims in a state, oldest first, from above an id on. */
export function listClaimsInState(
  db: Queryable,
  filter: { readonly state: AccountClaimState; readonly after: number | null },
  limit: number,
): Promise<WaitingClaim[]> {
  return rows<WaitingClaim>(
    db,
    sql`select c.id, c.position as place, c.state, c.text, c.claimed_at as "claimedAt", c.due_at as "dueAt", c.decided_at as "decidedAt",
          c.reason, c.refund_kopecks as "refundKopecks", c.objection, r.seller_id as "sellerId", c.user_id as "userId", c.order_id as "orderId", c.decided_by as "decidedBy",
          c.offer_id as "offerId", r.offer_name as "offerName", r.service_id as "serviceId", r.country_id as "countryId",
          r.price_kopecks as "priceKopecks", r.closed_at as "deliveredAt",
          (select count(*)::int from ready_accounts_units u where u.offer_id = c.offer_id and u.state = 'available'
            and (u.expires_at is null or u.expires_at > app_now())) as "availableCount",
          (select count(*)::int from ready_accounts_claims b where b.user_id = c.user_id) as "buyerClaims",
          (select coalesce(sum(b.count), 0)::int from ready_accounts_orders b
            where b.user_id = c.user_id and b.state = 'delivered') as "buyerAccounts"
        from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
        where c.state = ${filter.state} and c.id > ${filter.after ?? 0} order by c.id limit ${limit}`,
  );
}

/** A claim as the store sees it that has sold the account: nothing of who bought it, and nothing of what the account says. */
type SellersClaim = ClaimRow & {
  readonly orderId: number;
  readonly offerId: number;
  readonly offerName: string;
  readonly priceKopecks: number;
  readonly deliveredAt: Date;
  /** The upload that brought the account, and its place among those that it brought, from 1. */
  readonly uploadedAt: Date;
  readonly numberInUpload: number;
};

/** Claims about accounts of a seller, oldest first, from above an id on. */
export function listSellerClaims(
  db: Queryable,
  filter: { readonly sellerId: number; readonly isOpen: boolean; readonly after: number | null },
  limit: number,
): Promise<SellersClaim[]> {
  return rows<SellersClaim>(
    db,
    sql`select c.id, c.position as place, c.state, c.text, c.claimed_at as "claimedAt", c.due_at as "dueAt", c.decided_at as "decidedAt",
          c.reason, c.refund_kopecks as "refundKopecks", c.objection, c.order_id as "orderId", r.offer_id as "offerId", r.offer_name as "offerName",
          r.price_kopecks as "priceKopecks", r.closed_at as "deliveredAt", p.added_at as "uploadedAt",
          (select count(*)::int from ready_accounts_units n where n.upload_id = p.id and n.id <= u.id) as "numberInUpload"
        from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
          join ready_accounts_units u on u.id = c.unit_id join ready_accounts_uploads p on p.id = u.upload_id
        where r.seller_id = ${filter.sellerId} and (c.state = 'open') = ${filter.isOpen} and c.id > ${filter.after ?? 0}
        order by c.id limit ${limit}`,
  );
}

/** A claim about an account of a store, as its owner is told of it: nothing of who has bought. */
export type ToldClaim = {
  readonly sellerId: number;
  readonly orderId: number;
  /** Of the account in its order, from 1. */
  readonly place: number;
  readonly offerName: string;
  readonly state: AccountClaimState;
  /** What the buyer said. */
  readonly text: string | null;
  readonly dueAt: Date;
  readonly objection: string | null;
  /** Null = nobody has, or nobody did in time. */
  readonly decidedBy: number | null;
  readonly reason: string | null;
  /** What the store gets for one account of the order. */
  readonly shareKopecks: number;
};

/** What a store is told of a claim; null where the house has sold the account. */
export function findToldClaim(db: Queryable, claimId: number): Promise<ToldClaim | null> {
  return maybeOne<ToldClaim>(
    db,
    sql`select r.seller_id as "sellerId", c.order_id as "orderId", c.position as place, r.offer_name as "offerName", c.state, c.text,
          c.due_at as "dueAt", c.objection, c.decided_by as "decidedBy", c.reason, r.seller_unit_kopecks as "shareKopecks"
        from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
        where c.id = ${claimId} and r.seller_id is not null`,
  );
}

/** How many claims wait, and for how many seconds the oldest has; null when none does. */
export function countOpenClaims(db: Queryable): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count,
          case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(claimed_at)))::int end as "oldestSeconds"
        from ready_accounts_claims where state = 'open'`,
  );
}

/** Claims that nobody has decided in time. */
export async function listDueClaims(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<{ id: number }>(
    db,
    sql`select id from ready_accounts_claims where state = 'open' and due_at <= app_now() order by due_at limit ${limit}`,
  );
  return due.map(({ id }) => id);
}

type SellerFigures = { readonly sold: number; readonly claimed: number };

/** What sellers have sold in the last days, and how many claims were accepted in them, by the seller's id. */
export async function findSellerFigures(
  db: Queryable,
  sellerIds: readonly number[],
): Promise<ReadonlyMap<number, SellerFigures>> {
  if (sellerIds.length === 0) return new Map();
  const found = await rows<SellerFigures & { sellerId: number }>(
    db,
    sql`select o.seller_id as "sellerId", sum(s.sold)::int as sold, sum(c.claimed)::int as claimed
        from ready_accounts_offers o
        cross join lateral (
          select coalesce(sum(r.count), 0) as sold from ready_accounts_orders r
          where r.offer_id = o.id and r.state = 'delivered' and r.closed_at > app_now() - make_interval(days => ${sellerLimits.days})
        ) s
        cross join lateral (
          select count(*) as claimed from ready_accounts_claims d where d.offer_id = o.id and d.state = any (${[...acceptedClaimStates]})
            and d.decided_at > app_now() - make_interval(days => ${sellerLimits.days})
        ) c
        where o.seller_id = any (${[...sellerIds]}::bigint[])
        group by o.seller_id`,
  );
  return new Map(found.map(({ sellerId, ...figures }) => [sellerId, figures]));
}
