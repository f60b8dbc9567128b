import { createHmac } from "node:crypto";
import {
  BANKS,
  type BankProfile,
  costKopecks,
  countryWord,
  planOffers,
} from "#app/_processes/simulator/plan.ts";
import { planRentCosts } from "#app/_processes/simulator/rents.ts";
import { setRentHourCosts } from "#features/supply/rent/rent.writes.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** The key between the platform and one simulated bank, out of the one secret of the default start. */
export function bankKey(secret: string, bank: Pick<BankProfile, "code">): string {
  return createHmac("sha256", secret).update(`sim-bank:${bank.code}`).digest("hex");
}

/** Where an agent bank answers below the simulator's address. */
export function bankPath(bank: Pick<BankProfile, "code">): string {
  return `/agents/${bank.code}`;
}

/** Takes the simulated banks on as suppliers of the default start, with their prices. Run as often as you like. */
export async function seedSimulatedSuppliers(
  tx: Tx,
  at: { url: string; secret: string; seed: string },
): Promise<void> {
  for (const bank of BANKS) {
    const common = {
      code: bank.code,
      name: bank.name,
      key: bankKey(at.secret, bank),
      honoursClientId: bank.honoursClientId,
      // The simulated banks say our slugs: their `usa` is 187.
      wordTable: "slugs" as const,
    };
    const offers = planOffers({ ...bank, numbersPerOffer: 1 }, at.seed);
    const dialect = {
      gzipRequests: bank.gzipRequests,
      ...(bank.shortCountries
        ? {
            countries: Object.fromEntries(
              offers.map(({ country }) => [countryWord(bank, country), country.id]),
            ),
          }
        : {}),
    };
    const supplierId = await registerSupplier(
      tx,
      bank.kind === "agent"
        ? { ...common, kind: "agent", baseUrl: `${at.url}${bankPath(bank)}`, dialect }
        : { ...common, kind: "own", dialect },
    );
    const byCountry = new Map(offers.map((offer) => [offer.country.id, offer]));
    const prices = [...byCountry.values()].flatMap(({ country, services }) =>
      services.map((service) => ({
        serviceId: service.id,
        countryId: country.id,
        costKopecks: kopecks(costKopecks(bank, service, country, at.seed)),
      })),
    );
    await setSupplierPrices(tx, supplierId, prices);
    if (bank.kind === "own") {
      const costs = planRentCosts(bank, at.seed);
      await setRentHourCosts(
        tx,
        supplierId,
        costs.map((cost) => ({ ...cost, costKopecks: kopecks(cost.kopecks) })),
      );
    }
  }
}
