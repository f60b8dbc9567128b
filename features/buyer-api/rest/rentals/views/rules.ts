import type { RestRental } from "#features/buyer-api/rest/rentals/contract.ts";
import { restCurrency } from "#features/buyer-api/rest/rules.ts";
import type { RentalView } from "#features/rentals/contract.ts";

/** A rental as REST v1 shows it. */
export function restRental(rental: RentalView): RestRental {
  return {
    id: rental.id,
    state: rental.state,
    service: { code: rental.service.code, name: rental.service.name },
    country: { id: rental.country.id, iso2: rental.country.iso2, name: rental.country.name },
    operator: rental.operator,
    number: rental.number,
    hours: rental.hours,
    priceKopecks: rental.priceKopecks,
    currency: restCurrency,
    money: rental.money,
    closeReason: rental.closeReason,
    createdAt: rental.requestedAt,
    expiresAt: rental.expiresAt,
    closedAt: rental.closedAt,
    expiresIn: rental.secondsLeft,
    cancellableFor: rental.cancellableForSeconds,
    extendableHours: rental.extendableHours,
    messagesCount: rental.messagesCount,
    callsCount: rental.callsCount,
    extensions: rental.extensions,
  };
}
