import sql from "sql-template-tag";
import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import { findAgentByCode, findAgentOf, type SellingAgent } from "#features/licences/agents/agents.reads.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import { ensureSigningKey } from "#features/licences/signing/signing-keys.writes.ts";
import { saleRefusal } from "#features/policy/policy.errors.ts";
import { askPolicy } from "#features/policy/policy.reads.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { type Kopecks, kopecks, lowerLimit, shareOf } from "#lib/money/kopecks.ts";

type Payer = {
  readonly userId: number;
  /** The most that it may cost; null = what it costs. */
  readonly maxPriceKopecks: Kopecks | null;
  readonly channel: SaleChannel;
  /** Made by the client; a second call with it answers the first sale. */
  readonly idempotencyKey: string;
};
export type LicencePurchase = Payer & {
  readonly productId: number;
  /** Who sells it: an agent by the code of a link, or the buyer, who is an agent; null = the house. */
  readonly agent?: { readonly code: string } | "buyer" | null;
  /** The highest price that the owner of the buying key has set: no part of what its program asks for, and so none of what a key stands for. */
  readonly priceCapKopecks?: number | null;
};
type LicenceRenewal = Payer & { readonly licenceId: number };
type Sold = { readonly licenceId: number; readonly replayed: boolean };

/**
 * Sells a licence for money of the balance. The only way to buy one. Throws LICENCE_PRODUCT_NOT_FOUND, WRONG_MAX_PRICE, NO_BALANCE,
 * IDEMPOTENCY_MISMATCH and policy's refusals.
 */
export function buyLicence(db: Db, purchase: LicencePurchase): Promise<Sold> {
  const { productId, maxPriceKopecks, agent = null } = purchase;
  const hash = inputHash("licence", productId, maxPriceKopecks, agent);
  const limited = {
    ...purchase,
    maxPriceKopecks: lowerLimit(maxPriceKopecks, purchase.priceCapKopecks ?? null),
  };
  const sale = { hash, agentOf: (tx: Tx) => agentOfPurchase(tx, purchase) };
  return sell(db, limited, sale, async (tx, availableKopecks) => {
    const product = await lockProduct(tx, productId);
    checkPrice(product, limited, availableKopecks);
    // Whoever sells can sign: the key of the licence is made whenever it is read.
    await ensureSigningKey(tx);
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into licences (user_id, product_id, device_limit)
          values (${purchase.userId}, ${productId}, ${product.deviceLimit}) returning id`,
    );
    return { licenceId: id, nth: 1, product };
  });
}

/**
 * Sells another term of a licence, behind what is left of the one before. Throws LICENCE_NOT_FOUND, LICENCE_ENDLESS, LICENCE_REVOKED and as
 * `buyLicence` does.
 */
export function renewLicence(db: Db, renewal: LicenceRenewal): Promise<Sold> {
  const { licenceId, userId, maxPriceKopecks } = renewal;
  const hash = inputHash("licence renewal", licenceId, maxPriceKopecks);
  const sale = { hash, agentOf: (tx: Tx) => agentOfLicence(tx, licenceId) };
  return sell(db, renewal, sale, async (tx, availableKopecks) => {
    const licence = await maybeOne<{
      productId: number;
      salesCount: number;
      isEndless: boolean;
      isRevoked: boolean;
    }>(
      tx,
      sql`select product_id as "productId", sales_count as "salesCount", valid_until is null as "isEndless",
            revoked_at is not null as "isRevoked"
          from licences where id = ${licenceId} and user_id = ${userId} for update`,
    );
    if (!licence) throw new AppError(licenceErrors.LICENCE_NOT_FOUND);
    if (licence.isRevoked) throw new AppError(licenceErrors.LICENCE_REVOKED);
    if (licence.isEndless) throw new AppError(licenceErrors.LICENCE_ENDLESS);
    const product = await lockProduct(tx, licence.productId);
    checkPrice(product, renewal, availableKopecks);
    return { licenceId, nth: licence.salesCount + 1, product };
  });
}

async function agentOfPurchase(
  tx: Tx,
  { userId, agent = null }: LicencePurchase,
): Promise<SellingAgent | null> {
  if (agent === null) return null;
  return agent === "buyer" ? findAgentOf(tx, userId) : findAgentByCode(tx, agent.code);
}

/** Whoever has sold a licence gets a share of its renewals, too, while being an agent. */
async function agentOfLicence(tx: Tx, licenceId: number): Promise<SellingAgent | null> {
  const sold = await maybeOne<{ agentId: number | null }>(
    tx,
    sql`select agent_user_id as "agentId" from licences_sales where licence_id = ${licenceId} and nth = 1`,
  );
  return sold?.agentId ? findAgentOf(tx, sold.agentId) : null;
}

type Product = {
  readonly priceKopecks: number;
  readonly termDays: number | null;
  readonly deviceLimit: number;
};
type Item = {
  readonly licenceId: number;
  /** 1 = the purchase. */
  readonly nth: number;
  readonly product: Product;
};

type Sale = { readonly hash: string; readonly agentOf: (tx: Tx) => Promise<SellingAgent | null> };

/** One sale per key: behind the wallet's lock a key has either finished or not begun. */
async function sell(
  db: Db,
  payer: Payer,
  { hash, agentOf }: Sale,
  take: (tx: Tx, availableKopecks: Kopecks) => Promise<Item>,
): Promise<Sold> {
  const decision = await askPolicy(db, { mode: "licences", channel: payer.channel });
  const sold = await withTransaction(db, async (tx) => {
    const agent = await agentOf(tx);
    const availableKopecks = await lockWallets(tx, payer.userId, agent?.userId ?? payer.userId);
    const known = await maybeOne<{ licenceId: number; hash: string }>(
      tx,
      sql`select licence_id as "licenceId", input_hash as hash from licences_sales
          where user_id = ${payer.userId} and idempotency_key = ${payer.idempotencyKey}`,
    );
    if (known && known.hash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    if (known) return { licenceId: known.licenceId, replayed: true };
    // What was sold before stays sold: its buyer may only have lost the answer.
    if (!decision.allowed) throw saleRefusal(decision);
    const item = await take(tx, availableKopecks);
    await record(tx, payer, hash, { ...item, agent });
    return { licenceId: item.licenceId, replayed: false };
  });
  if (!sold.replayed) notifyListeners(db);
  return sold;
}

/** Buyer and agent, always in one order: two agents may buy from one another. Answers what the buyer can spend. */
async function lockWallets(tx: Tx, buyerId: number, agentId: number): Promise<Kopecks> {
  if (agentId < buyerId) await lockBalance(tx, "user", agentId);
  const availableKopecks = await lockBalance(tx, "user", buyerId);
  if (agentId > buyerId) await lockBalance(tx, "user", agentId);
  return availableKopecks;
}

/** A product on sale, kept as it is until the end: nobody pays another price than was looked at. */
async function lockProduct(tx: Tx, id: number): Promise<Product> {
  const product = await maybeOne<Product>(
    tx,
    sql`select price_kopecks as "priceKopecks", term_days as "termDays", device_limit as "deviceLimit" from licences_products
        where id = ${id} and state = 'on_sale' for share`,
  );
  if (!product) throw new AppError(licenceErrors.LICENCE_PRODUCT_NOT_FOUND);
  return product;
}

function checkPrice({ priceKopecks }: Product, { maxPriceKopecks }: Payer, availableKopecks: Kopecks): void {
  if (maxPriceKopecks !== null && priceKopecks > maxPriceKopecks)
    throw new AppError(licenceErrors.WRONG_MAX_PRICE, { details: { minPriceKopecks: priceKopecks } });
  if (priceKopecks > availableKopecks)
    throw new AppError(licenceErrors.NO_BALANCE, { details: { priceKopecks } });
}

/** Takes the money, gives the agent its share, writes down what for, and lets the licence be good for it. */
async function record(
  tx: Tx,
  payer: Payer,
  hash: string,
  item: Item & { readonly agent: SellingAgent | null },
): Promise<void> {
  const { licenceId, nth, product, agent } = item;
  const { priceKopecks, termDays, deviceLimit } = product;
  const { transferId } = await moveFunds(tx, {
    kind: "licence",
    userId: payer.userId,
    amountKopecks: kopecks(priceKopecks),
    houseCode: "main",
    reference: `licence:${licenceId}:sale:${nth}`,
    reason: nth === 1 ? "licence_bought" : "licence_renewed",
  });
  const share = agent && (await payShare(tx, agent, item));
  // A day is 24 hours, whatever clocks do in the place of whoever asks.
  await execute(
    tx,
    sql`with moment as materialized (select app_now() as at), sold as (
          insert into licences_sales (licence_id, nth, user_id, price_kopecks, max_price_kopecks, term_days, valid_until, transfer_id,
            channel, idempotency_key, input_hash, agent_user_id, share_basis_points, share_kopecks, share_transfer_id, sold_at)
          select l.id, ${nth}::integer, ${payer.userId}::bigint, ${priceKopecks}::bigint, ${payer.maxPriceKopecks}::bigint,
            ${termDays}::integer, greatest(l.valid_until, m.at) + make_interval(hours => 24 * ${termDays}::integer), ${transferId}::bigint,
            ${payer.channel}::text, ${payer.idempotencyKey}::text, ${hash}::text, ${agent?.userId ?? null}::bigint,
            ${agent?.shareBasisPoints ?? null}::integer, ${share?.kopecks ?? null}::bigint, ${share?.transferId ?? null}::bigint, m.at
          from licences l, moment m where l.id = ${licenceId}
          returning licence_id, nth, valid_until
        )
        update licences l set sales_count = sold.nth, device_limit = greatest(l.device_limit, ${deviceLimit}), valid_until = sold.valid_until
        from sold where l.id = sold.licence_id`,
  );
  await emitEvent(tx, { userId: payer.userId, kind: "balance", data: { licence: licenceId } });
}

/** An agent's share of a sale, at once; null where it rounds to nothing. */
async function payShare(
  tx: Tx,
  { userId, shareBasisPoints }: SellingAgent,
  { licenceId, nth, product }: Item,
): Promise<{ kopecks: Kopecks; transferId: number } | null> {
  const share = shareOf(kopecks(product.priceKopecks), shareBasisPoints);
  if (share === 0) return null;
  const { transferId } = await moveFunds(tx, {
    kind: "agent_share",
    userId,
    amountKopecks: share,
    houseCode: "main",
    reference: `licence:${licenceId}:share:${nth}`,
    reason: "licence_sold",
  });
  await emitEvent(tx, { userId, kind: "balance", data: { licenceShare: licenceId } });
  return { kopecks: share, transferId };
}
