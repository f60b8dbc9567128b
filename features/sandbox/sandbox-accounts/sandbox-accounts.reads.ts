import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue, Service } from "#features/catalogue/catalogue.rules.ts";
import { orderedCountry, orderedService } from "#features/catalogue/ordered-goods.rules.ts";
import type { ReadyOffer } from "#features/ready-accounts/offers.reads.ts";
import type { AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";
import { readSandbox } from "#features/sandbox/sandbox.reads.ts";
import {
  openClaimsOf,
  type SandboxAccountOrder,
  type SandboxAccountScript,
  type SandboxPlace,
  sandboxAccountLimits,
  sandboxAccountScripts,
  sandboxOfferId,
  sandboxPlacesOf,
  scriptOfOffer,
  warrantyOf,
} from "#features/sandbox/sandbox-accounts.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const offerName = ({ service }: SandboxAccountScript) => `Sandbox, ${service}`;

/** What every sandbox sells: one offer of each script, in their order. */
export async function listSandboxOffers(db: Db): Promise<ReadyOffer[]> {
  const { serviceByCode, countryById } = await readCatalogue(db);
  const country = countryById.get(sandboxAccountLimits.countryId);
  return sandboxAccountScripts.flatMap((script) => {
    const service = serviceByCode.get(script.service);
    return service && country ? [{ ...offerOf(script), service, country }] : [];
  });
}

function offerOf(script: SandboxAccountScript): Omit<ReadyOffer, "service" | "country"> {
  const { minCount, warrantyHours, count, storeName, about } = script;
  return {
    ...{ id: sandboxOfferId(script), minCount, warrantyHours, count, storeName },
    ...{ groupName: "Sandbox", name: offerName(script), descriptionHtml: `<p>${about}</p>` },
    ...{ registrationType: "sandbox", format: "login:password", cloudPass: false },
    priceKopecks: kopecks(sandboxAccountLimits.priceKopecks),
  };
}

/** A key's orders of accounts as every door shows them, newest first. */
export async function listSandboxAccountOrders(
  db: Db,
  keyId: number,
  locale: Locale,
): Promise<AccountOrderDetails[]> {
  const catalogue = await readCatalogue(db);
  const { accountOrders, now } = await readSandbox(db, keyId);
  return accountOrders.map((order) => detailsOf(order, now, catalogue, locale));
}

function serviceOf({ offerId }: SandboxAccountOrder, { serviceByCode }: Catalogue): Service | undefined {
  return serviceByCode.get(scriptOfOffer(offerId)?.service ?? "");
}

function detailsOf(
  order: SandboxAccountOrder,
  now: Date,
  catalogue: Catalogue,
  locale: Locale,
): AccountOrderDetails {
  const { id, offerId, count, priceKopecks } = order;
  const script = scriptOfOffer(offerId);
  const service = serviceOf(order, catalogue);
  const country = catalogue.countryById.get(sandboxAccountLimits.countryId);
  const places = sandboxPlacesOf(order, now);
  return {
    ...{ id, offerId, count, preparedCount: count, priceKopecks, totalKopecks: priceKopecks * count },
    state: "delivered",
    name: script ? offerName(script) : "",
    service: orderedService(service, locale),
    country: orderedCountry(sandboxAccountLimits.countryId, country, locale),
    orderedAt: order.boughtAt.toISOString(),
    deliveredAt: order.boughtAt.toISOString(),
    warrantyUntil: warrantyOf(order)?.toISOString() ?? null,
    openClaims: openClaimsOf(order, now),
    items: places.flatMap(({ text, isRefunded }) => (isRefunded ? [] : [text])),
    places: places.map((place) => placeView(place, priceKopecks)),
  };
}

function placeView({ claims, claimableUntil, ...place }: SandboxPlace, priceKopecks: number) {
  return {
    ...place,
    claimableUntil: claimableUntil?.toISOString() ?? null,
    claims: claims.map(({ id, state, text, reason, objection, ...at }) => ({
      ...{ id, state, text, reason, objection },
      claimedAt: at.claimedAt.toISOString(),
      dueAt: at.dueAt.toISOString(),
      decidedAt: at.decidedAt?.toISOString() ?? null,
      refundKopecks: state === "refunded" ? priceKopecks : null,
    })),
  };
}
