import sql, { empty, type Sql } from "sql-template-tag";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { harmlessHtml } from "#features/ready-accounts/stock/description.gateway.ts";
import {
  type AccountOfferEvent,
  type AccountOfferState,
  accountOffers,
} from "#features/ready-accounts/stock/stock.rules.ts";
import { parseFileTemplate, parseTemplate } from "#features/ready-accounts/stock/template.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What an offer says; ids are the catalogue's. */
export type OfferTerms = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly groupName: string;
  readonly name: string;
  readonly registrationType: string;
  readonly format: string;
  readonly cloudPass: boolean;
  /** Made harmless when it is written. */
  readonly description: string;
  /** What a line of its stock looks like: `login:password`. */
  readonly template: string;
  /** Of one account. */
  readonly priceKopecks: Kopecks;
  readonly minCount: number;
  readonly warrantyHours: number;
};

/** Whose an offer is, where it is not the house's. */
export type OfferSeller = {
  readonly sellerId: number;
  /** Where the accounts come from, in the seller's words. */
  readonly provenance: string;
};

/** Writes an offer of the house, or of a seller; it is a draft until it is put on sale. Throws STOCK_TEMPLATE_WRONG. */
export async function addOffer(tx: Tx, terms: OfferTerms, seller?: OfferSeller): Promise<{ id: number }> {
  checkTemplate(terms);
  const description = await harmlessHtml(terms.description);
  return one<{ id: number }>(
    tx,
    sql`insert into ready_accounts_offers (service_id, country_id, group_name, name, registration_type, format, cloud_pass,
          description_html, template, price_kopecks, min_count, warranty_hours, seller_id, provenance)
        values (${terms.serviceId}, ${terms.countryId}, ${terms.groupName}, ${terms.name}, ${terms.registrationType},
          ${terms.format}, ${terms.cloudPass}, ${description}, ${terms.template}, ${terms.priceKopecks},
          ${terms.minCount}, ${terms.warrantyHours}, ${seller?.sellerId ?? null}, ${seller?.provenance ?? null})
        returning id`,
  );
}

/**
 * Changes what an offer says, one of this seller alone where one is named; orders keep what they were bought as, and a warranty that is
 * cut still counts for `PRICE_TOLD_SECONDS`: buyers have just seen it. Throws ACCOUNT_OFFER_NOT_FOUND, STOCK_TEMPLATE_WRONG, and
 * STOCK_TEMPLATE_KEPT where service, country or template would change under stock that was brought for them.
 */
export async function editOffer(tx: Tx, id: number, terms: OfferTerms, seller?: OfferSeller): Promise<void> {
  checkTemplate(terms);
  const old = await maybeOne<{ serviceId: number; countryId: number; template: string; hasStock: boolean }>(
    tx,
    sql`select o.service_id as "serviceId", o.country_id as "countryId", o.template,
          exists (select from ready_accounts_uploads u where u.offer_id = o.id) as "hasStock"
        from ready_accounts_offers o where o.id = ${id} ${ofSeller(seller?.sellerId)} for no key update`,
  );
  if (!old) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  const isSame =
    old.template === terms.template && old.serviceId === terms.serviceId && old.countryId === terms.countryId;
  if (old.hasStock && !isSame) throw new AppError(readyAccountErrors.STOCK_TEMPLATE_KEPT);
  const description = await harmlessHtml(terms.description);
  const isSeenAsItIs = sql`(state = 'draft' or warranty_hours = ${terms.warrantyHours})`;
  await execute(
    tx,
    sql`update ready_accounts_offers set service_id = ${terms.serviceId}, country_id = ${terms.countryId},
          group_name = ${terms.groupName}, name = ${terms.name}, registration_type = ${terms.registrationType},
          format = ${terms.format}, cloud_pass = ${terms.cloudPass}, description_html = ${description},
          template = ${terms.template}, price_kopecks = ${terms.priceKopecks}, min_count = ${terms.minCount},
          past_warranty_hours = case when ${isSeenAsItIs} then past_warranty_hours
            else greatest(warranty_hours, case when past_warranty_until > app_now() then past_warranty_hours end) end,
          past_warranty_until = case when ${isSeenAsItIs} then past_warranty_until
            else app_now() + make_interval(secs => ${env.PRICE_TOLD_SECONDS}) end,
          warranty_hours = ${terms.warrantyHours}, provenance = coalesce(${seller?.provenance ?? null}, provenance), changed_at = app_now()
        where id = ${id}`,
  );
}

/**
 * Puts an offer on sale or stops it; doing so twice changes nothing. What the house stops of a seller's, the seller cannot put on sale
 * again, and nobody puts one on sale whose service is taken down. `sellerId`: the seller does it, with an offer of its own. Throws
 * ACCOUNT_OFFER_NOT_FOUND, OFFER_STATE_REFUSED, OFFER_BARRED, OFFER_TAKEN_DOWN.
 */
export async function stepOffer(
  tx: Tx,
  id: number,
  event: AccountOfferEvent,
  sellerId?: number,
): Promise<void> {
  const offer = await maybeOne<{ state: AccountOfferState; isSellers: boolean; isBarred: boolean }>(
    tx,
    sql`select state, seller_id is not null as "isSellers", barred_at is not null as "isBarred"
        from ready_accounts_offers where id = ${id} ${ofSeller(sellerId)} for no key update`,
  );
  if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  const wanted = event === "stop" ? "stopped" : "on_sale";
  if (wanted === "on_sale") await checkNotTakenDown(tx, id);
  const isHouse = sellerId === undefined;
  if (!isHouse && offer.isBarred && wanted === "on_sale") throw new AppError(readyAccountErrors.OFFER_BARRED);
  const isBarred = isHouse && offer.isSellers ? event === "stop" : offer.isBarred;
  if (offer.state === wanted && offer.isBarred === isBarred) return;
  const state = offer.state === wanted ? wanted : accountOffers.nextState(offer.state, event);
  if (state === null)
    throw new AppError(readyAccountErrors.OFFER_STATE_REFUSED, { details: { state: offer.state } });
  await execute(
    tx,
    sql`update ready_accounts_offers set state = ${state}, changed_at = app_now(),
          barred_at = case when ${isBarred} then coalesce(barred_at, app_now()) end
        where id = ${id}`,
  );
}

/**
 * Asked behind the offer's lock, in a statement of its own: a takedown that was waited for is seen. Throws OFFER_TAKEN_DOWN.
 */
export async function checkNotTakenDown(tx: Tx, id: number): Promise<void> {
  const { isTakenDown } = await one<{ isTakenDown: boolean }>(
    tx,
    sql`select ready_accounts_is_taken_down(service_id) as "isTakenDown" from ready_accounts_offers where id = ${id}`,
  );
  if (isTakenDown) throw new AppError(readyAccountErrors.OFFER_TAKEN_DOWN);
}

/** Stops everything that a seller has on sale: the store closes, or its owner is suspended. */
export async function stopSellerOffers(tx: Tx, sellerId: number): Promise<void> {
  await execute(
    tx,
    sql`update ready_accounts_offers set state = 'stopped', changed_at = app_now()
        where seller_id = ${sellerId} and state = any (${accountOffers.statesBefore("stop")})`,
  );
}

/** Condition of a statement about an offer: left out, it may be anybody's. */
export function ofSeller(sellerId: number | undefined): Sql {
  return sellerId === undefined ? empty : sql`and seller_id = ${sellerId}`;
}

function checkTemplate({ template }: OfferTerms): void {
  if (!parseTemplate(template) && !parseFileTemplate(template))
    throw new AppError(readyAccountErrors.STOCK_TEMPLATE_WRONG);
}
