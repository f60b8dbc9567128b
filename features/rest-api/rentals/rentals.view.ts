import type { RentalView } from "#features/rentals/rentals.contract.ts";
import type { RestRental } from "#features/rest-api/rentals/rentals.contract.ts";
import { restCurrency } from "#features/rest-api/rest-api.rules.ts";

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
    revision: revisionOf(rental),
    extensions: rental.extensions,
  };
}

type Moment = Pick<RentalView, "id" | "state" | "hours" | "messagesCount" | "callsCount">;

/** Changes whenever the rental's state, hours, messages or calls do. */
function revisionOf({ id, state, hours, messagesCount, callsCount }: Moment): string {
  return [id, state, hours, messagesCount, callsCount].join(".");
}

/** Whether somebody who has seen these revisions, or nothing yet (null), has something to learn from the rental. */
export function isRentalNews(rental: Moment, seen: ReadonlySet<string> | null): boolean {
  return seen ? !seen.has(revisionOf(rental)) : rental.state !== "requested" && rental.state !== "active";
}
