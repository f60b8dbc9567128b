import {
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type { ReadyOffer } from "#features/ready-accounts/offers.reads.ts";
import type { PlacedClaim } from "#features/ready-accounts/orders.reads.ts";
import type { AccountOrder, AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";
import { type AccountOrderState, orderCountMax } from "#features/ready-accounts/ready-accounts.rules.ts";
import type { Part } from "#features/ready-accounts/unit-texts.reads.ts";
import type {
  RestAccountClaim,
  RestAccountOffer,
  RestAccountOrder,
  RestAccountOrderDetails,
} from "#features/rest-api/ready-accounts/ready-accounts.contract.ts";
import { makeCursor, readPlace, restCurrency } from "#features/rest-api/rest-api.rules.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A service with accounts on sale as REST v1 shows it. */
export function restAccountService(service: Service, locale: Locale) {
  return { code: service.code, name: serviceName(service, locale), icon: serviceIconPath(service) };
}

/** An offer of accounts as REST v1 shows it. */
export function restAccountOffer(offer: ReadyOffer, locale: Locale): RestAccountOffer {
  const { id, name, priceKopecks, count, minCount, format, warrantyHours, storeName } = offer;
  const { service, country } = offer;
  return {
    ...{ id, name, priceKopecks, count, minCount, format, warrantyHours, storeName },
    group: offer.groupName,
    service: { code: service.code, name: serviceName(service, locale) },
    country: { id: country.id, iso2: country.iso2, name: countryName(country, locale) },
    currency: restCurrency,
    registration: offer.registrationType,
    hasPassword: offer.cloudPass,
  };
}

const moneyOf: Readonly<Record<AccountOrderState, RestAccountOrder["money"]>> = {
  held: "held",
  delivered: "captured",
  cancelled: "given-back",
};

/** An order of accounts as REST v1 lists it. */
export function restAccountOrder(order: AccountOrder): RestAccountOrder {
  const { id, state, offerId, name, service, country, count, preparedCount, priceKopecks, totalKopecks } =
    order;
  return {
    ...{ id, state, offerId, name, count, preparedCount, priceKopecks, totalKopecks },
    service: { code: service.code, name: service.name },
    country: { id: country.id, iso2: country.iso2, name: country.name },
    currency: restCurrency,
    money: moneyOf[state],
    createdAt: order.orderedAt,
    deliveredAt: order.deliveredAt,
    warrantyUntil: order.warrantyUntil,
    openClaims: order.openClaims,
  };
}

/** The same with its accounts, and where those behind the part begin. */
export function restAccounts(order: AccountOrderDetails, part: Part): RestAccountOrderDetails {
  const accounts = order.places.map(({ claims: _, ...account }) => account);
  const goesOn = order.state === "delivered" && part.upTo < order.count;
  return {
    ...restAccountOrder(order),
    accounts,
    nextCursor: goesOn ? makeCursor(accountsList, order.id, part.upTo) : null,
  };
}

const accountsList = "accounts";

/**
 * The part of an order's accounts behind a cursor, so many at most. Throws VALIDATION for what is no cursor of this very order.
 */
export function accountsPart(orderId: number, limit: number = orderCountMax, cursor?: string): Part {
  const [of, behind = 0] = cursor === undefined ? [orderId] : (readPlace(accountsList, cursor, 2) ?? []);
  if (of === orderId && behind < orderCountMax) return { behind, upTo: behind + limit };
  const problem = "no cursor of this order: leave it out to begin with the first account";
  throw new AppError(apiErrors.VALIDATION, { details: { problems: [{ path: "cursor", problem }] } });
}

/** A claim about an account as REST v1 shows it: an objection that stands is its reason as well. */
export function restAccountClaim(orderId: number, { claimedAt, ...claim }: PlacedClaim): RestAccountClaim {
  return { ...claim, orderId, createdAt: claimedAt, currency: restCurrency };
}
