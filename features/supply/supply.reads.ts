import sql, { raw } from "sql-template-tag";
import { unanswered } from "#features/supply/attempts/attempts.rules.ts";
import type { CountryWords, WordTable } from "#features/supply/dialects/dialects.rules.ts";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import type { Dialect } from "#features/supply/supply.rules.ts";
import type { UpstreamCurrency } from "#features/supply/upstream-money.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { unseal } from "#lib/sealed-text.ts";

/** How the server of a supplier is spoken to, and for an upstream what its money is (`rateKopecks`: what one unit of it costs us). */
type Speech =
  | { readonly kind: "agent"; readonly currency: null; readonly rateKopecks: null }
  | { readonly kind: "upstream"; readonly currency: UpstreamCurrency; readonly rateKopecks: number };

/** A supplier whose server we call. `key` is in the clear: for the gateway only, never for an answer or a log. */
export type AgentSupplier = Speech & {
  readonly id: number;
  readonly code: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly honoursClientId: boolean;
  readonly dialect: Dialect;
  readonly wordTable: WordTable;
  /** Its own words for countries, by id, where they are not those of its table. */
  readonly countryWords: CountryWords;
  /** False: paused or ended; it is not asked for numbers, only told how its orders ended. */
  readonly enabled: boolean;
};

type AgentRow = DistributiveOmit<AgentSupplier, "key"> & { sealedKey: string };
type DistributiveOmit<Whole, Key extends PropertyKey> = Whole extends unknown ? Omit<Whole, Key> : never;

/** The table of country words that a supplier uses: SMSHub's for agents and ids for upstreams unless it names another. */
const wordTable = sql`coalesce(word_table, case kind when 'agent' then 'smshub' when 'upstream' then 'ids' else 'slugs' end)`;

/** An agent or upstream with its key, or null when there is none by this id (or it is own stock). */
export async function findAgent(db: Queryable, supplierId: number): Promise<AgentSupplier | null> {
  const row = await maybeOne<AgentRow>(
    db,
    // A former key is shown until the moment that was chosen for the new one.
    sql`select id, code, kind, currency, rate_kopecks as "rateKopecks", base_url as "baseUrl", honours_client_id as "honoursClientId", dialect, enabled,
          ${wordTable} as "wordTable", country_words as "countryWords",
          coalesce((select r.sealed_key from supply_retired_keys r
            where r.supplier_id = s.id and r.calls_until > app_now() order by r.retired_at, r.push_key_hash limit 1), sealed_key) as "sealedKey"
        from supply_suppliers s where id = ${supplierId} and kind <> 'own'`,
  );
  if (!row) return null;
  const { sealedKey, ...agent } = row;
  return { ...agent, key: unseal(sealedKey) } as AgentSupplier;
}

/** Throws when the agent does not exist. */
export async function getAgent(db: Queryable, supplierId: number): Promise<AgentSupplier> {
  const agent = await findAgent(db, supplierId);
  if (!agent) throw new Error(`No agent supplier ${supplierId}`);
  return agent;
}

/** A supplier as the one who shows its key. */
export type CallingSupplier = {
  readonly id: number;
  readonly kind: "agent" | "own";
  readonly enabled: boolean;
  readonly dialect: Dialect;
  readonly wordTable: WordTable;
  /** The run of the self-test that is under way with this key. */
  readonly selfTestId: number | null;
};

/** The suppliers whose keys have these SHA-256 (hex), by them: those of now, and replaced ones until their time is over. */
export async function findSuppliersByKeyHash(
  db: Queryable,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, CallingSupplier>> {
  const found = await rows<CallingSupplier & { keyHash: string }>(
    db,
    sql`with shown as (
          select id, push_key_hash as hash from supply_suppliers where push_key_hash = any (${[...keyHashes]}::text[])
          union all
          select supplier_id, push_key_hash from supply_retired_keys
            where push_key_hash = any (${[...keyHashes]}::text[]) and taken_until > app_now()
        )
        select id, kind, enabled, dialect, ${wordTable} as "wordTable", shown.hash as "keyHash",
          (select t.id from supply_self_tests t
            where t.supplier_id = supply_suppliers.id and t.state = 'running' and t.key_hash = shown.hash) as "selfTestId"
        from supply_suppliers join shown using (id)
        -- The key of an upstream is the one that we show it: who knows it pushes nothing here.
        where ended_at is null and kind <> 'upstream'`,
  );
  return new Map(found.map(({ keyHash, ...supplier }) => [keyHash, supplier]));
}

/** A supplier as the one who reports its numbers in its own cabinet. Throws when there is none. */
export async function getCallingSupplier(db: Queryable, supplierId: number): Promise<CallingSupplier> {
  const supplier = await maybeOne<CallingSupplier>(
    db,
    // Nobody called: no key of a self-test was shown.
    sql`select id, kind, enabled, dialect, ${wordTable} as "wordTable", null::bigint as "selfTestId"
        from supply_suppliers where id = ${supplierId}`,
  );
  if (!supplier) throw new Error(`No supplier ${supplierId}`);
  return supplier;
}

export type SupplierState = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: SupplierKind;
  readonly enabled: boolean;
  readonly healthy: boolean;
  readonly circuitState: "closed" | "open" | "half-open";
  readonly lastSuccessAt: Date | null;
  readonly lastError: string | null;
  readonly penaltyUntil: Date | null;
  /** When it last wrote numbers as text or the like, and in which action. It was understood. */
  readonly looseTypesAt: Date | null;
  readonly looseTypes: string | null;
  /** Which words for countries it uses beside our slugs. */
  readonly wordTable: WordTable;
};

/** Every supplier with its health. */
export async function listSuppliers(db: Queryable): Promise<SupplierState[]> {
  return rows<SupplierState>(
    db,
    sql`select id, code, name, kind, enabled, supply_is_healthy(s) as healthy, circuit_state as "circuitState",
          last_success_at as "lastSuccessAt", last_error as "lastError", penalty_until as "penaltyUntil",
          loose_types_at as "looseTypesAt", loose_types as "looseTypes", ${wordTable} as "wordTable"
        from supply_suppliers s order by id`,
  );
}

export type KeptNumber = {
  readonly clientId: string;
  readonly offerId: number;
  readonly supplierId: number;
  readonly number: number;
  readonly supplierRef: number;
  /** What the supplier took, where it says so. */
  readonly costKopecks: number | null;
};

/** The one number that an attempt has brought for this order, or null: for an order whose buyer's process died. */
export async function findKeptNumber(db: Queryable, activationId: number): Promise<KeptNumber | null> {
  return maybeOne<KeptNumber>(
    db,
    sql`select client_id as "clientId", offer_id as "offerId", supplier_id as "supplierId", number,
          supplier_ref as "supplierRef", cost_kopecks as "costKopecks"
        from supply_attempts where activation_id = ${activationId} and state = 'number'`,
  );
}

/** Whether somebody began to ask a supplier for this order within so many seconds. */
export async function wasAskedFor(
  db: Queryable,
  activationId: number,
  withinSeconds: number,
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select client_id from supply_attempts
        where activation_id = ${activationId} and started_at > app_now() - make_interval(secs => ${withinSeconds}) limit 1`,
  );
  return row !== null;
}

/** How many attempts of an order have not been answered yet. */
export async function countOpenAttempts(db: Queryable, activationId: number): Promise<number> {
  const row = await maybeOne<{ count: number }>(
    db,
    sql`select count(*)::integer as count from supply_attempts
        where activation_id = ${activationId} and state in (${raw(stateList(unanswered))})`,
  );
  return row?.count ?? 0;
}

export type OpenAttempt = {
  readonly clientId: string;
  readonly activationId: number;
  readonly supplierId: number;
  readonly offerId: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly costKopecks: number;
  readonly kind: "agent" | "upstream";
  readonly honoursClientId: boolean;
  readonly resolutions: number;
  readonly ageSeconds: number;
};

/** An unanswered attempt with what was asked for, or null when it has ended meanwhile. */
export async function findOpenAttempt(db: Queryable, clientId: string): Promise<OpenAttempt | null> {
  return maybeOne<OpenAttempt>(
    db,
    sql`select a.client_id as "clientId", a.activation_id as "activationId", a.supplier_id as "supplierId",
          a.offer_id as "offerId", o.service_id as "serviceId", o.country_id as "countryId", o.operator,
          o.cost_kopecks as "costKopecks", s.kind, s.honours_client_id as "honoursClientId", a.resolutions,
          extract(epoch from app_now() - a.started_at)::float8 as "ageSeconds"
        from supply_attempts a join supply_offers o on o.id = a.offer_id join supply_suppliers s on s.id = a.supplier_id
        where a.client_id = ${clientId} and a.state in (${raw(stateList(unanswered))})`,
  );
}

/** The unanswered attempts of an order, oldest first. */
export async function listOpenAttempts(
  db: Queryable,
  activationId: number,
): Promise<{ clientId: string; offerId: number }[]> {
  return rows(
    db,
    sql`select client_id as "clientId", offer_id as "offerId" from supply_attempts
        where activation_id = ${activationId} and state in (${raw(stateList(unanswered))}) order by started_at`,
  );
}
