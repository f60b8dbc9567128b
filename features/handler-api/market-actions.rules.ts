import type { ActionName } from "#features/handler-api/handler-api.rules.ts";

/** Actions of handler_api.php that tell of the market and not of an account: a sandbox key gets the real answers. */
export const marketActions: readonly ActionName[] = [
  "getPrices",
  "getCountries",
  "getServicesList",
  "getOperators",
  "getNumbersStatus",
  "getNumbersStatusAndCostHubFree",
  "getPricesV2",
  "getPricesV3",
  "getPricesVerification",
  "getPricesExtended",
  "getTopCountriesByService",
  "getTopCountriesByServiceRank",
  "getListOfTopCountriesByService",
  "getRentServicesAndCountries",
  "getRentServices",
  "serviceCountRent",
  "getProviders",
  "getAvailableServicesByCountry",
];
