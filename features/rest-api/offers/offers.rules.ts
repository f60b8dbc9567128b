import { priceFor } from "#features/handler-api/lists/lists.rules.ts";
import { type SaleChannel, saleChannelOf } from "#features/policy/policy.rules.ts";
import type { LadderStep } from "#features/pricing/ladder.reads.ts";
import type { BuyerPrices } from "#features/pricing/pricing.reads.ts";
import { isOnSaleTo } from "#features/pricing/pricing.rules.ts";
import type { RestOffer } from "#features/rest-api/offers/offers.contract.ts";
import { restCurrency } from "#features/rest-api/rest-api.rules.ts";
import type { Actor } from "#lib/api/actor.ts";

/** The door whose offers to show: a caller's own; strangers see what keys can buy. */
export function doorOf(actor: Actor): SaleChannel {
  return actor.kind === "user" ? saleChannelOf(actor) : "api";
}

type Named = {
  readonly codeOf: (serviceId: number) => string | null;
  readonly deliveryOf: (of: LadderStep) => number | null;
};

/** Offers with their ladders at what an account pays, cheapest first. An agreed price makes one step of the whole ladder. */
export function toOffers(steps: readonly LadderStep[], buyer: BuyerPrices, named: Named): RestOffer[] {
  const onSale = steps.filter((step) => isOnSaleTo(buyer, step));
  const groups = Map.groupBy(onSale, ({ serviceId, countryId }) => `${serviceId}:${countryId}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group as [LadderStep];
      const service = named.codeOf(first.serviceId);
      if (service === null) return [];
      const ladder = ladderOf(group, buyer);
      return [
        {
          service,
          country: first.countryId,
          priceKopecks: ladder[0]?.priceKopecks ?? 0,
          retailPriceKopecks: Math.min(...group.map(({ retailKopecks }) => retailKopecks)),
          currency: restCurrency,
          count: ladder.reduce((sum, { count }) => sum + count, 0),
          deliveryPercent: named.deliveryOf(first),
          ladder,
        } satisfies RestOffer,
      ];
    })
    .sort((left, right) => left.priceKopecks - right.priceKopecks || right.count - left.count);
}

function ladderOf(steps: readonly LadderStep[], buyer: BuyerPrices): RestOffer["ladder"] {
  const prices = Map.groupBy(steps, (step) => priceFor(step, buyer));
  return [...prices]
    .sort(([left], [right]) => left - right)
    .map(([priceKopecks, at]) => ({
      priceKopecks,
      count: at.reduce((sum, { count }) => sum + count, 0),
      operators: [...new Set(at.map(({ operator }) => operator))].sort(),
      changedAt: new Date(Math.max(...at.map(({ changedAt }) => changedAt.getTime()))).toISOString(),
    }));
}
