import type { ReportedOffer } from "#features/supply/supply.writes.ts";

/** The most that a number may cost, by `<service>:<country>`; under null what holds for all others. */
export type CostLimits = ReadonlyMap<string | null, number>;

/**
 * Those of an upstream's offers that cost no more than is set for it. What is a cost for an agent is the most for an upstream, which says
 * itself what it asks; where nothing is set, that is the cost, whatever it is.
 */
export function withinCosts(offers: readonly ReportedOffer[], limits: CostLimits): readonly ReportedOffer[] {
  return offers.filter(({ serviceId, countryId, costKopecks = 0 }) => {
    const most = limits.get(`${serviceId}:${countryId}`) ?? limits.get(null);
    return most === undefined || costKopecks <= most;
  });
}
