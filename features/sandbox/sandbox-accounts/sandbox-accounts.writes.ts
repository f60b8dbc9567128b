import sql from "sql-template-tag";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import {
  type AccountPurchase,
  type AccountsBought,
  hashOfAccounts,
} from "#features/ready-accounts/purchase.writes.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { hashOfClaim, type NewAccountClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { openSandbox, refuseByLimits, type SandboxOwner } from "#features/sandbox/sandbox.writes.ts";
import {
  accountCostOf,
  openClaimsOf,
  type SandboxAccountOrder,
  type SandboxAccountScript,
  sandboxAccountLimits,
  sandboxAccountOrderId,
  sandboxPlacesOf,
  scriptOfOffer,
} from "#features/sandbox/sandbox-accounts.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

type Wish = Omit<AccountPurchase, "channel" | "key"> & { readonly key: KeyRights };

/**
 * Buys accounts in the sandbox: by the script of the offer, out of its own purse, within what the key may. Throws what buying
 * throws, and what the script says.
 */
export async function buyAccountsInSandbox(db: Db, wish: Wish): Promise<AccountsBought> {
  const { key, offerId, count } = wish;
  const script = await findScript(db, wish);
  return withTransaction(db, async (tx) => {
    const sandbox = await openSandbox(tx, wish.userId, key.keyId);
    const { now, accountOrders } = sandbox;
    const hash = hashOfAccounts(wish);
    const earlier = accountOrders.find(({ idempotencyKey }) => idempotencyKey === wish.idempotencyKey);
    if (earlier) {
      if (earlier.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
      return { ...boughtOf(earlier, now), replayed: true };
    }
    const { priceKopecks } = sandboxAccountLimits;
    refuseByScript(script, count);
    refuseByLimits(sandbox, { key, maxPriceKopecks: wish.maxTotalKopecks }, priceKopecks * count);
    if (script.warrantyHours < (wish.minWarrantyHours ?? 0))
      throw new AppError(readyAccountErrors.WARRANTY_TOO_SHORT, {
        details: { warrantyHours: script.warrantyHours },
      });
    if (count > script.count)
      throw new AppError(readyAccountErrors.NO_ACCOUNTS, { details: { leftCount: script.count } });
    await makeRoom(tx, key.keyId, accountOrders, now);
    const place = sandbox.accountOrdersMade + 1;
    const id = sandboxAccountOrderId(place);
    await execute(
      tx,
      sql`insert into sandbox_account_orders (key_id, id, offer_id, count, price_kopecks, idempotency_key, input_hash, bought_at)
          values (${key.keyId}, ${id}, ${offerId}, ${count}, ${priceKopecks}, ${wish.idempotencyKey}, ${hash}, ${now})`,
    );
    await execute(
      tx,
      sql`update sandbox_accounts set account_orders_made = ${place} where key_id = ${key.keyId}`,
    );
    const made = { id, offerId, count, priceKopecks, boughtAt: now, claims: [] };
    const order = { ...made, idempotencyKey: wish.idempotencyKey, inputHash: hash };
    return { ...boughtOf(order, now), replayed: false };
  });
}

/** Throws ACCOUNT_OFFER_NOT_FOUND, KEY_NOT_FOR_THIS. */
async function findScript(db: Db, { offerId, key }: Wish): Promise<SandboxAccountScript> {
  const script = scriptOfOffer(offerId);
  const service = script && (await findServiceByCode(db, script.service));
  if (!script || !service) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  if (!coversGoods(key, service.id, sandboxAccountLimits.countryId))
    throw new AppError(readyAccountErrors.KEY_NOT_FOR_THIS);
  return script;
}

function boughtOf(order: SandboxAccountOrder, now: Date) {
  return { orderId: order.id, items: sandboxPlacesOf(order, now).map(({ text }) => text) };
}

function refuseByScript({ refusal, minCount }: SandboxAccountScript, count: number): void {
  const totalKopecks = sandboxAccountLimits.priceKopecks * count;
  if (refusal)
    throw new AppError(refusal.error, {
      details: { leftCount: 0, minPriceKopecks: totalKopecks, priceKopecks: totalKopecks },
    });
  if (count < minCount)
    throw new AppError(readyAccountErrors.TOO_FEW_ACCOUNTS, { details: { leastCount: minCount } });
}

/** The oldest order without an open claim makes room for a new one; what it cost stays spent. */
async function makeRoom(
  tx: Tx,
  keyId: number,
  orders: readonly SandboxAccountOrder[],
  now: Date,
): Promise<void> {
  if (orders.length < sandboxAccountLimits.ordersKept) return;
  const oldest = orders.findLast((order) => openClaimsOf(order, now) === 0);
  if (!oldest) throw new AppError(activationErrors.CHANNELS_LIMIT);
  await execute(tx, sql`delete from sandbox_account_orders where key_id = ${keyId} and id = ${oldest.id}`);
  await execute(
    tx,
    sql`update sandbox_accounts set spent_kopecks = spent_kopecks + ${accountCostOf(oldest, now)} where key_id = ${keyId}`,
  );
}

/** Claims an account of the sandbox. Throws what claiming throws. */
export function claimInSandbox(
  db: Db,
  { userId, key: { keyId } }: SandboxOwner,
  claim: Omit<NewAccountClaim, "userId">,
): Promise<{ claimId: number; replayed: boolean }> {
  const { orderId, place, text, idempotencyKey } = claim;
  return withTransaction(db, async (tx) => {
    const { accountOrders, accountClaimsMade, now } = await openSandbox(tx, userId, keyId);
    const order = accountOrders.find(({ id }) => id === orderId);
    if (!order) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
    const hash = hashOfClaim(claim);
    const claims = accountOrders.flatMap((one) => one.claims);
    const earlier = claims.find((one) => one.idempotencyKey === idempotencyKey);
    if (earlier && earlier.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    if (earlier) return { claimId: earlier.id, replayed: true };
    refuseClaim(order, place, now);
    const claimId = accountClaimsMade + 1;
    await execute(
      tx,
      sql`insert into sandbox_account_claims (key_id, id, order_id, place, text, idempotency_key, input_hash, claimed_at)
          values (${keyId}, ${claimId}, ${orderId}, ${place}, ${text}, ${idempotencyKey}, ${hash}, ${now})`,
    );
    await execute(
      tx,
      sql`update sandbox_accounts set account_claims_made = ${claimId} where key_id = ${keyId}`,
    );
    return { claimId, replayed: false };
  });
}

/** Throws ACCOUNT_PLACE_UNKNOWN, ACCOUNT_CLAIMED, WARRANTY_ENDED. */
function refuseClaim(order: SandboxAccountOrder, place: number, now: Date): void {
  const found = sandboxPlacesOf(order, now)[place - 1];
  if (!found) throw new AppError(readyAccountErrors.ACCOUNT_PLACE_UNKNOWN);
  const newest = found.claims.at(-1);
  if (newest && newest.state !== "replaced")
    throw new AppError(readyAccountErrors.ACCOUNT_CLAIMED, { details: { state: newest.state } });
  if (!found.claimableUntil) throw new AppError(readyAccountErrors.WARRANTY_ENDED);
}
