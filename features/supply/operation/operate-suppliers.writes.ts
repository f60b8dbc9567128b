import sql from "sql-template-tag";
import { hasEarnedShares } from "#features/ledger/supplier-shares.reads.ts";
import { hashPartnerKey } from "#features/supply/authenticate-partner.gate.ts";
import type { WordTable } from "#features/supply/dialects/dialects.rules.ts";
import { refuseTakenKey } from "#features/supply/operation/supplier-keys.writes.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import type { UpstreamCurrency } from "#features/supply/upstream-money.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";
import { seal } from "#lib/sealed-text.ts";

/** Own stock taken off sale in the transaction that wants it; a sweep takes what is left. */
const unitsAtOnce = 20_000;

/** What an operator may change of a supplier. Ids are the catalogue's, empty lists allow everything. */
export type SupplierTerms = {
  readonly name: string;
  /** Checked by `checkSupplierAddress`; null for own stock. */
  readonly baseUrl: string | null;
  readonly honoursClientId: boolean;
  readonly rents: boolean;
  readonly openMax: number | null;
  /** Of an upstream the most that a number may cost. */
  readonly defaultCostKopecks: Kopecks | null;
  /** What an upstream counts in, and what one unit of it costs us; null for other kinds. */
  readonly currency: UpstreamCurrency | null;
  readonly rateKopecks: number | null;
  /** The balance at an upstream, in hundredths of its currency, below which it sells nothing. */
  readonly balanceMinCents: number | null;
  readonly allowedCountryIds: readonly number[];
  readonly allowedServiceIds: readonly number[];
  readonly allowedOperators: readonly string[];
  /** Between what its owner may set its own prices; null = the house's limits. */
  readonly costFloorKopecks: Kopecks | null;
  readonly costCeilingKopecks: Kopecks | null;
  /** Null: SMSHub's words for countries from an agent, our slugs from own stock. */
  readonly wordTable: WordTable | null;
  /** The partner whose it is; null = nobody with an account here. */
  readonly ownerUserId: UserId | null;
};

export type AddedSupplier = SupplierTerms & {
  readonly code: string;
  readonly kind: SupplierKind;
  readonly key: string;
  /** It sells nothing before it is told to go on. */
  readonly isPaused: boolean;
};

export type HeldSupplier = {
  readonly id: number;
  readonly code: string;
  readonly kind: SupplierKind;
  readonly enabled: boolean;
};

/** Takes a supplier on. Throws SUPPLIER_EXISTS, SUPPLIER_KEY_TAKEN, SUPPLIER_OWNER_TAKEN. Returns its id. */
export async function addSupplier(tx: Tx, added: AddedSupplier): Promise<number> {
  await refuseTakenOwner(tx, added.ownerUserId, null);
  await refuseTakenKey(tx, added.key, null);
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash, honours_client_id, rents, open_max,
          default_cost_kopecks, currency, rate_kopecks, balance_min_cents, allowed_country_ids, allowed_service_ids, allowed_operators,
          enabled, owner_user_id, word_table, cost_floor_kopecks, cost_ceiling_kopecks)
        values (${added.code}, ${added.name}, ${added.kind}, ${added.baseUrl}, ${seal(added.key)}, ${hashPartnerKey(added.key)},
          ${added.honoursClientId}, ${added.rents}, ${added.openMax}, ${added.defaultCostKopecks},
          ${added.currency}, ${added.rateKopecks}, ${added.balanceMinCents},
          ${[...added.allowedCountryIds]}::integer[], ${[...added.allowedServiceIds]}::integer[], ${[...added.allowedOperators]}::text[],
          ${!added.isPaused}, ${added.ownerUserId}, ${added.wordTable}, ${added.costFloorKopecks}, ${added.costCeilingKopecks})
        on conflict (code) do nothing returning id`,
  );
  if (!made) throw new AppError(operationErrors.SUPPLIER_EXISTS);
  return made.id;
}

/** A partner owns one supplier. Throws SUPPLIER_OWNER_TAKEN. Others that change owners wait. */
async function refuseTakenOwner(
  tx: Tx,
  ownerUserId: UserId | null,
  supplierId: number | null,
): Promise<void> {
  if (ownerUserId === null) return;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('supply_owners'))`);
  const taken = await maybeOne(
    tx,
    sql`select from supply_suppliers where owner_user_id = ${ownerUserId} and id is distinct from ${supplierId}`,
  );
  if (taken) throw new AppError(operationErrors.SUPPLIER_OWNER_TAKEN);
}

/** Who earns with a supplier stays, once it has earned. Throws SUPPLIER_OWNER_KEPT. */
async function refuseOtherOwner(tx: Tx, ownerUserId: UserId | null, supplierId: number): Promise<void> {
  const other = await maybeOne(
    tx,
    sql`select from supply_suppliers where id = ${supplierId} and owner_user_id is distinct from ${ownerUserId}`,
  );
  if (other && (await hasEarnedShares(tx, supplierId)))
    throw new AppError(operationErrors.SUPPLIER_OWNER_KEPT);
}

/** Locks a supplier for a change. Throws SUPPLIER_NOT_FOUND, and SUPPLIER_ENDED when it has ended. */
export async function holdSupplier(tx: Tx, code: string): Promise<HeldSupplier> {
  const found = await maybeOne<HeldSupplier & { endedAt: Date | null }>(
    tx,
    sql`select id, code, kind, enabled, ended_at as "endedAt" from supply_suppliers where code = ${code} for no key update`,
  );
  if (!found) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
  if (found.endedAt) throw new AppError(operationErrors.SUPPLIER_ENDED);
  return found;
}

/**
 * Changes the terms of a held supplier. What it may sell and what its numbers cost counts for its offers at once; what it may sell
 * again appears with its next report, for which an agent is asked at once. Throws SUPPLIER_OWNER_TAKEN, SUPPLIER_OWNER_KEPT.
 */
export async function changeTerms(tx: Tx, { id }: HeldSupplier, terms: SupplierTerms): Promise<void> {
  await refuseTakenOwner(tx, terms.ownerUserId, id);
  await refuseOtherOwner(tx, terms.ownerUserId, id);
  await execute(
    tx,
    sql`update supply_suppliers
        set name = ${terms.name}, base_url = ${terms.baseUrl}, honours_client_id = ${terms.honoursClientId}, rents = ${terms.rents},
            open_max = ${terms.openMax}, is_full = is_full and ${terms.openMax}::integer is not null,
            default_cost_kopecks = ${terms.defaultCostKopecks}, currency = ${terms.currency}, rate_kopecks = ${terms.rateKopecks},
            balance_min_cents = ${terms.balanceMinCents}, is_out_of_money = coalesce(balance_cents < ${terms.balanceMinCents}, false),
            allowed_country_ids = ${[...terms.allowedCountryIds]}::integer[],
            allowed_service_ids = ${[...terms.allowedServiceIds]}::integer[],
            allowed_operators = ${[...terms.allowedOperators]}::text[], owner_user_id = ${terms.ownerUserId},
            word_table = ${terms.wordTable}, cost_floor_kopecks = ${terms.costFloorKopecks},
            cost_ceiling_kopecks = ${terms.costCeilingKopecks}, poll_due_at = app_now()
        where id = ${id}`,
  );
  await withdrawStock(tx, id);
  await applyCosts(tx, id);
}

/**
 * Offers of a supplier get the costs that are set now. Offers without one are no longer on sale from the next report on. Those of an
 * upstream cost what it asks.
 */
export async function applyCosts(tx: Tx, supplierId: number): Promise<void> {
  await execute(
    tx,
    sql`update supply_offers o set cost_kopecks = now.cost, reported_at = app_now()
        from (
          select o.id, coalesce(p.cost_kopecks, s.default_cost_kopecks) as cost
          from supply_offers o join supply_suppliers s on s.id = o.supplier_id
          left join supply_prices p on p.supplier_id = o.supplier_id and p.service_id = o.service_id and p.country_id = o.country_id
          where o.supplier_id = ${supplierId} and s.kind <> 'upstream' order by o.id
        ) now
        where o.id = now.id and o.cost_kopecks <> now.cost`,
  );
}

/** Stops a held supplier's sale, or goes on with it; an agent that goes on is asked for its stock at once. */
export async function setPaused(tx: Tx, { id }: HeldSupplier, isPaused: boolean): Promise<void> {
  await execute(
    tx,
    sql`update supply_suppliers set enabled = ${!isPaused}, poll_due_at = app_now() where id = ${id}`,
  );
}

/** Stops the sale of a partner's own numbers; somebody without a supplier sells none. */
export async function pausePartnerSupplier(tx: Tx, ownerUserId: UserId): Promise<void> {
  await execute(
    tx,
    sql`update supply_suppliers set enabled = false where owner_user_id = ${ownerUserId} and enabled`,
  );
}

/** Ends a held supplier for good: its keys are refused, its offers hold nothing, running orders end by themselves. */
export async function endSupplier(tx: Tx, { id }: HeldSupplier): Promise<void> {
  await execute(tx, sql`update supply_suppliers set enabled = false, ended_at = app_now() where id = ${id}`);
  await withdrawStock(tx, id);
}

/** Takes off sale what a supplier may not sell (any more); null = what all of them may not. Returns how much that was. */
export async function withdrawStock(db: Queryable, supplierId: number | null): Promise<number> {
  const { taken } = await one<{ taken: number }>(
    db,
    sql`select supply_withdraw(${supplierId}, ${unitsAtOnce}) as taken`,
  );
  return taken;
}

/** Records that a supplier has as many open orders as it may have, or that it has fewer again. */
export async function setFull(db: Queryable, supplierId: number, isFull: boolean): Promise<void> {
  await execute(
    db,
    sql`update supply_suppliers set is_full = ${isFull} where id = ${supplierId} and open_max is not null`,
  );
}
