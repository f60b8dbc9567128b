import sql from "sql-template-tag";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { blockSale, liftBlock } from "#features/policy/policy.writes.ts";
import { settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { accountOffers, stockUnits } from "#features/ready-accounts/stock/stock.rules.ts";
import { withdrawTakenDown } from "#features/ready-accounts/stock/stock.writes.ts";
import { takedownReason } from "#features/ready-accounts/takedown/takedown.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type TakedownStep = {
  readonly serviceId: number;
  readonly staffId: number;
  readonly reason: string;
};

export type TakenDown = {
  readonly id: number;
  /** It was taken down before: this call changed nothing. */
  readonly wasDown: boolean;
  readonly stoppedCount: number;
  readonly withdrawnCount: number;
};

/**
 * Takes the accounts of a service off sale: policy's doors shut, its offers stop, and what is free of its stock is withdrawn with its
 * texts. Behind its commit nothing of the service is delivered any more; orders that are held then get their money back by
 * `refundTakenDown`, each in a transaction of its own, since a wallet is always locked before an offer.
 */
export async function takeDownService(tx: Tx, step: TakedownStep): Promise<TakenDown> {
  const { serviceId, staffId, reason } = step;
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtext('ready_accounts_takedowns'), ${serviceId}::integer)`,
  );
  const open = await maybeOne<{ id: number }>(
    tx,
    sql`select id from ready_accounts_takedowns where service_id = ${serviceId} and ended_at is null`,
  );
  if (open) return { id: open.id, wasDown: true, stoppedCount: 0, withdrawnCount: 0 };
  const { blockId } = await blockSale(tx, {
    ...{ serviceId, mode: "readyAccounts", effect: "deny", reasonCode: takedownReason, reasonText: reason },
    actor: `staff:${staffId}`,
  });
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into ready_accounts_takedowns (service_id, block_id, reason, taken_down_by)
        values (${serviceId}, ${blockId}, ${reason}, ${staffId}) returning id`,
  );
  return { id, wasDown: false, ...(await clearService(tx, serviceId)) };
}

/** Stops what is on sale of a service that is taken down, and withdraws what is free of its stock. */
async function clearService(
  tx: Tx,
  serviceId: number,
): Promise<{ stoppedCount: number; withdrawnCount: number }> {
  // Deliveries that have the lock are waited for; those that come behind it find the takedown.
  const offers = await rows<{ id: number }>(
    tx,
    sql`select id from ready_accounts_offers where service_id = ${serviceId} order by id for no key update`,
  );
  const offerIds = offers.map(({ id }) => id);
  const stoppedCount = await execute(
    tx,
    sql`update ready_accounts_offers set state = 'stopped', changed_at = app_now()
        where id = any (${offerIds}::bigint[]) and state = any (${accountOffers.statesBefore("stop")})`,
  );
  return { stoppedCount, withdrawnCount: await withdrawTakenDown(tx, offerIds) };
}

/**
 * Opens selling again; offers are put on sale by whoever sells by them, and the stock that was withdrawn stays so. Throws
 * TAKEDOWN_NOT_FOUND, also for one that was lifted.
 */
export async function liftTakedown(
  tx: Tx,
  { id, staffId, reason }: { id: number; staffId: number; reason: string },
): Promise<{ id: number; serviceId: number }> {
  const ended = await maybeOne<{ serviceId: number; blockId: number }>(
    tx,
    sql`update ready_accounts_takedowns set ended_at = app_now(), ended_by = ${staffId}, end_reason = ${reason}
        where id = ${id} and ended_at is null returning service_id as "serviceId", block_id as "blockId"`,
  );
  if (!ended) throw new AppError(readyAccountErrors.TAKEDOWN_NOT_FOUND);
  try {
    await liftBlock(tx, { blockId: ended.blockId, actor: `staff:${staffId}`, reason });
  } catch (error) {
    // Its block was lifted by itself before: then the doors are open already.
    if (!(error instanceof AppError) || error.code !== policyErrors.BLOCK_ALREADY_LIFTED.code) throw error;
  }
  return { id, serviceId: ended.serviceId };
}

/** Takedowns under which something is still on sale, in stock or held: their process died, or an offer came at the same moment. */
export async function listUnclearedTakedowns(db: Queryable, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select t.id from ready_accounts_takedowns t
        where t.ended_at is null and exists (
          select from ready_accounts_offers o where o.service_id = t.service_id and (
            o.state = 'on_sale'
            or exists (select from ready_accounts_units u where u.offer_id = o.id and u.state = any (${stockUnits.openStates}))))
        order by t.id limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Brings a takedown to its end; one that is there already, or was lifted meanwhile, stays as it is. */
export async function clearTakedown(db: Db, id: number): Promise<void> {
  const serviceId = await withTransaction(db, async (tx) => {
    const open = await maybeOne<{ serviceId: number }>(
      tx,
      sql`select service_id as "serviceId" from ready_accounts_takedowns where id = ${id} and ended_at is null for share`,
    );
    if (open) await clearService(tx, open.serviceId);
    return open?.serviceId ?? null;
  });
  if (serviceId !== null) await refundTakenDown(db, serviceId);
}

/** Gives the orders of a service that are held their money back; what was delivered before stays sold. */
async function refundTakenDown(db: Db, serviceId: number): Promise<void> {
  const held = await rows<{ id: number }>(
    db,
    sql`select r.id from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
        where o.service_id = ${serviceId} and r.state = 'held' order by r.id`,
  );
  for (const { id } of held) await settleOrder(db, id);
}
