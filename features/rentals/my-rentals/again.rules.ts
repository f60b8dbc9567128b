import { pathWithChoice } from "#features/pricing/choice/choice.rules.ts";
import { wishOfHours } from "#features/rentals/duration.rules.ts";
import type { RentalView } from "#features/rentals/rentals.contract.ts";

/**
 * Where the next rental of the same service and country is one press away, for the time that was rented first: its price says
 * beside the new one whether it has changed. Extensions had prices of their own.
 */
export function againPath(
  rental: Pick<RentalView, "service" | "country" | "hours" | "priceKopecks" | "extensions">,
): string {
  const { service, country, priceKopecks, extensions } = rental;
  const firstHours = extensions.reduce((left, extension) => left - extension.hours, rental.hours);
  const { text, unit } = wishOfHours(firstHours);
  return pathWithChoice("/", {
    ...{ serviceCode: service.code, countryId: country.id, priceKopecks },
    term: { amount: Number.parseInt(text, 10), unit },
  });
}
