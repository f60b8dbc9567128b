import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { searchServices, serviceIconPath, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { listAllServicesForSale, saleVersion } from "#features/policy/policy.reads.ts";
import { restListServices } from "#features/rest-api/services/services.contract.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";

const DOOR = { mode: "activation", channel: "api" } as const;

export const restServiceRoutes = [
  sharedRoute(
    restListServices,
    async ({ db, query, locale }) => {
      const sold = new Set(await listAllServicesForSale(db, DOOR));
      const found = searchServices(await readCatalogue(db), query.search).filter((service) =>
        sold.has(service),
      );
      return {
        data: found.map((service) => ({
          code: service.code,
          name: serviceName(service, locale),
          category: service.category,
          icon: serviceIconPath(service),
        })),
      };
    },
    { keyOf: ({ query }) => (query.search === "" ? "all" : null), versionOf: saleVersion },
  ),
];
