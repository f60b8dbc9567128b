import sql from "sql-template-tag";
import {
  findCountry,
  findService,
  listCountries,
  listPopularServices,
  listServices,
  readCatalogue,
  type ServiceQuery,
} from "#features/catalogue/catalogue.reads.ts";
import type { Country, Page, Service } from "#features/catalogue/catalogue.rules.ts";
import {
  buildPolicy,
  decideSale,
  type Policy,
  type PolicyBlock,
  policyOldestMs,
  type SaleChannel,
  type SaleDecision,
  type SaleMode,
  type SaleQuestion,
} from "#features/policy/policy.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";
import type { Locale } from "#lib/i18n/locales.ts";

async function loadVersion(db: Queryable): Promise<number> {
  const row = await one<{ version: number }>(
    db,
    sql`select coalesce(max(id), 0)::bigint as version from policy_history`,
  );
  return row.version;
}

async function loadBlocks(db: Queryable): Promise<PolicyBlock[]> {
  return rows<PolicyBlock>(
    db,
    sql`select id, service_id as "serviceId", country_id as "countryId", supplier_id as "supplierId", mode, channel,
          effect, reason_code as "reasonCode", reason_text as "reasonText"
        from policy_blocks where lifted_at is null order by id`,
  );
}

const snapshot = defineSnapshot<Policy>({
  name: "policy",
  softMs: 1_000,
  hardMs: policyOldestMs,
  load: async (db) => {
    // The version first: a change between the two reads then shows up as a new version next time.
    const version = await loadVersion(db);
    return buildPolicy(version, await loadBlocks(db));
  },
});

/**
 * The policy out of this process's memory, never older than 2 s; a process that listens on `policy_changed` calls
 * `forgetPolicy` and has the change at once. Rejects when the database has been away for longer: nothing is sold blindly.
 */
export function readPolicy(db: Db): Promise<Policy> {
  return snapshot.read(db);
}

/** For listeners on `policy_changed`, and for whoever has just changed the policy. */
export function forgetPolicy(db: Db): void {
  snapshot.invalidate(db);
}

/** What lists of the catalogue are made of, as far as it is the same for everybody: the policy and the catalogue of now. */
export async function saleVersion(db: Db): Promise<readonly unknown[]> {
  const [policy, catalogue] = await Promise.all([readPolicy(db), readCatalogue(db)]);
  return [policy.version, catalogue];
}

/** Asks the one decision with the policy of now. */
export async function askPolicy(db: Db, question: SaleQuestion): Promise<SaleDecision> {
  return decideSale(await readPolicy(db), question);
}

export type Door = { readonly mode: SaleMode; readonly channel: SaleChannel };

/** The countries that may be sold through a door, popular first, then by name. */
export async function listCountriesForSale(db: Db, door: Door, locale: Locale): Promise<readonly Country[]> {
  const policy = await readPolicy(db);
  const countries = await listCountries(db, locale);
  return countries.filter((country) => decideSale(policy, { ...door, countryId: country.id }).allowed);
}

/** A page of the services that may be sold through a door. */
export async function listServicesForSale(
  db: Db,
  door: Door,
  query: Omit<ServiceQuery, "isShown">,
): Promise<Page<Service>> {
  return listServices(db, { ...query, isShown: shownBy(await readPolicy(db), door) });
}

/** All services that may be sold through a door, by popularity (for lists that are not paged). */
export async function listAllServicesForSale(db: Db, door: Door): Promise<readonly Service[]> {
  const isShown = shownBy(await readPolicy(db), door);
  return (await readCatalogue(db)).services.filter(isShown);
}

/** The twelve best known services that may be sold through a door. */
export async function listPopularServicesForSale(db: Db, door: Door): Promise<readonly Service[]> {
  return listPopularServices(db, shownBy(await readPolicy(db), door));
}

function shownBy(policy: Policy, door: Door): (service: Service) => boolean {
  return (service) => decideSale(policy, { ...door, serviceId: service.id }).allowed;
}

/** The service if it exists and may be sold through the door. */
export async function findServiceForSale(db: Db, door: Door, serviceId: number): Promise<Service | null> {
  const service = await findService(db, serviceId);
  return service && (await askPolicy(db, { ...door, serviceId })).allowed ? service : null;
}

/** The country if it exists and may be sold through the door. */
export async function findCountryForSale(db: Db, door: Door, countryId: number): Promise<Country | null> {
  const country = await findCountry(db, countryId);
  return country && (await askPolicy(db, { ...door, countryId })).allowed ? country : null;
}

export type PolicyBlockRecord = PolicyBlock & {
  readonly isPermanent: boolean;
  readonly since: Date;
  readonly blockedBy: string;
  readonly liftedAt: Date | null;
  readonly liftedBy: string | null;
  readonly liftReason: string | null;
};

/** What is sold through the API alone by a decision about service, country or both: newest first. */
export function listApiOnlyBlocks(db: Queryable): Promise<
  {
    id: number;
    serviceId: number | null;
    countryId: number | null;
    reasonText: string;
    since: Date;
    blockedBy: string;
  }[]
> {
  return rows(
    db,
    sql`select id, service_id as "serviceId", country_id as "countryId", reason_text as "reasonText", since,
          blocked_by as "blockedBy"
        from policy_blocks
        where lifted_at is null and effect = 'api_only' and supplier_id is null and mode is null and channel is null
        order by id desc`,
  );
}

/** Blocks with who set and lifted them, open ones first, newest first; at most `limit`. */
export function listBlocks(db: Queryable, limit: number): Promise<PolicyBlockRecord[]> {
  return rows<PolicyBlockRecord>(
    db,
    sql`select id, service_id as "serviceId", country_id as "countryId", supplier_id as "supplierId", mode, channel,
          effect, reason_code as "reasonCode", reason_text as "reasonText", permanent as "isPermanent", since,
          blocked_by as "blockedBy", lifted_at as "liftedAt", lifted_by as "liftedBy", lift_reason as "liftReason"
        from policy_blocks order by lifted_at is not null, id desc limit ${limit}`,
  );
}
