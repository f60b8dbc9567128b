import sql from "sql-template-tag";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import {
  type LicenceProductEvent,
  type LicenceProductState,
  licenceProducts,
} from "#features/licences/licences.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What a product says. */
export type ProductTerms = {
  readonly name: string;
  readonly softwareType: string;
  /** Plain text. */
  readonly description: string;
  /** Of one term. */
  readonly priceKopecks: Kopecks;
  /** Null = for ever. */
  readonly termDays: number | null;
  readonly deviceLimit: number;
};

/** Writes a product; it is a draft until it is put on sale. Its code is in keys and never changes. Throws LICENCE_CODE_TAKEN. */
export async function addProduct(tx: Tx, code: string, terms: ProductTerms): Promise<{ id: number }> {
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into licences_products (code, name, software_type, description, price_kopecks, term_days, device_limit)
        values (${code}, ${terms.name}, ${terms.softwareType}, ${terms.description}, ${terms.priceKopecks}, ${terms.termDays},
          ${terms.deviceLimit})
        on conflict (code) do nothing returning id`,
  );
  if (!made) throw new AppError(licenceErrors.LICENCE_CODE_TAKEN);
  return made;
}

/** Changes what a product says; licences keep what they were bought with until they are renewed. Throws LICENCE_PRODUCT_NOT_FOUND. */
export async function editProduct(tx: Tx, id: number, terms: ProductTerms): Promise<void> {
  const changed = await execute(
    tx,
    sql`update licences_products set name = ${terms.name}, software_type = ${terms.softwareType}, description = ${terms.description},
          price_kopecks = ${terms.priceKopecks}, term_days = ${terms.termDays}, device_limit = ${terms.deviceLimit},
          changed_at = app_now()
        where id = ${id}`,
  );
  if (changed === 0) throw new AppError(licenceErrors.LICENCE_PRODUCT_NOT_FOUND);
}

/** Puts a product on sale or stops it; doing so twice changes nothing. Throws LICENCE_PRODUCT_NOT_FOUND, LICENCE_PRODUCT_STATE_REFUSED. */
export async function stepProduct(tx: Tx, id: number, event: LicenceProductEvent): Promise<void> {
  const product = await maybeOne<{ state: LicenceProductState }>(
    tx,
    sql`select state from licences_products where id = ${id} for no key update`,
  );
  if (!product) throw new AppError(licenceErrors.LICENCE_PRODUCT_NOT_FOUND);
  if (product.state === (event === "stop" ? "stopped" : "on_sale")) return;
  const state = licenceProducts.nextState(product.state, event);
  if (state === null)
    throw new AppError(licenceErrors.LICENCE_PRODUCT_STATE_REFUSED, { details: { state: product.state } });
  await execute(
    tx,
    sql`update licences_products set state = ${state}, changed_at = app_now() where id = ${id}`,
  );
}

export type NewVersion = {
  readonly version: string;
  readonly notes: string;
  /** `https:`; where the file lies. */
  readonly url: string;
  /** Of the file, 64 small hex digits. */
  readonly sha256: string;
};

/** Publishes a version for whoever has a licence. Throws LICENCE_PRODUCT_NOT_FOUND, LICENCE_VERSION_TAKEN. */
export async function addVersion(tx: Tx, productId: number, version: NewVersion): Promise<{ id: number }> {
  const product = await maybeOne(tx, sql`select 1 from licences_products where id = ${productId}`);
  if (!product) throw new AppError(licenceErrors.LICENCE_PRODUCT_NOT_FOUND);
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into licences_versions (product_id, version, notes, url, sha256)
        values (${productId}, ${version.version}, ${version.notes}, ${version.url}, ${version.sha256})
        on conflict (product_id, version) do nothing returning id`,
  );
  if (!made) throw new AppError(licenceErrors.LICENCE_VERSION_TAKEN);
  return made;
}

/** Takes a version back for good; doing so twice changes nothing. Throws LICENCE_VERSION_NOT_FOUND. */
export async function withdrawVersion(tx: Tx, productId: number, id: number): Promise<void> {
  const changed = await execute(
    tx,
    sql`update licences_versions set withdrawn_at = coalesce(withdrawn_at, app_now())
        where id = ${id} and product_id = ${productId}`,
  );
  if (changed === 0) throw new AppError(licenceErrors.LICENCE_VERSION_NOT_FOUND);
}
