import { z } from "zod";
import { priceText } from "#features/assistants/assistants.rules.ts";
import type { RentalState } from "#features/rentals/rentals.rules.ts";
import { RestRental } from "#features/rest-api/rentals/rentals.contract.ts";

/** A rental as assistants see it. */
export const RentedView = z.object({
  ...RestRental.pick({
    id: true,
    state: true,
    service: true,
    country: true,
    operator: true,
    number: true,
    hours: true,
    priceKopecks: true,
    currency: true,
    money: true,
    expiresAt: true,
    expiresIn: true,
    cancellableFor: true,
    extendableHours: true,
    messagesCount: true,
    callsCount: true,
    revision: true,
  }).shape,
  price: z.string().describe("The price of the first time, to read"),
});
export type RentedView = z.infer<typeof RentedView>;

export function rentedView(rental: RestRental): RentedView {
  return RentedView.parse({ ...rental, price: priceText(rental.priceKopecks) });
}

const stateTexts: Readonly<Record<RentalState, string>> = {
  requested: "a supplier is being asked for a number",
  active: "runs, nothing has come yet",
  received: "runs",
  expired: "is over",
  canceled: "is cancelled",
};

/** `Rental 500000317, +628123456789 (Telegram, Indonesia) runs, 86340 s left: 2 SMS, 0 calls. 33.60 RUB.` */
export function sayRental(rental: RentedView): string {
  const { id, number, service, country, state, expiresIn, messagesCount, callsCount, price } = rental;
  const called = number === null ? "" : `, +${number}`;
  const left = expiresIn > 0 ? `, ${expiresIn} s left` : "";
  return `Rental ${id}${called} (${service.name}, ${country.name}) ${stateTexts[state]}${left}: ${messagesCount} SMS, ${callsCount} calls. ${price}.`;
}
