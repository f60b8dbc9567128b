import {
  restBuyActivation,
  restCancelActivation,
  restFinishActivation,
  restGetActivation,
  restListActivationMessages,
  restListActivations,
  restListMessages,
  restReportActivation,
  restRetryActivation,
} from "#features/buyer-api/rest/activations/contract.ts";
import { restGetBalance } from "#features/buyer-api/rest/balance/contract.ts";
import { restListCountries } from "#features/buyer-api/rest/countries/contract.ts";
import { restGetDocument } from "#features/buyer-api/rest/document/contract.ts";
import { restListKeys } from "#features/buyer-api/rest/keys/contract.ts";
import { restGetLimits } from "#features/buyer-api/rest/limits/contract.ts";
import { restListOffers } from "#features/buyer-api/rest/offers/contract.ts";
import {
  restCancelRental,
  restExtendRental,
  restFinishRental,
  restGetExtensionPrice,
  restGetRental,
  restListRentalCalls,
  restListRentalMessages,
  restListRentals,
  restRent,
} from "#features/buyer-api/rest/rentals/contract.ts";
import { restListRentOffers } from "#features/buyer-api/rest/rentals/offers/contract.ts";
import { restListServices } from "#features/buyer-api/rest/services/contract.ts";
import { restGetStatement } from "#features/buyer-api/rest/statement/contract.ts";
import {
  restChangeWebhook,
  restCreateWebhook,
  restDeleteWebhook,
  restGetWebhook,
  restListWebhooks,
  restRotateWebhook,
  restTestWebhook,
} from "#features/buyer-api/rest/webhooks/contract.ts";
import {
  restGetDelivery,
  restListDeliveries,
  restResendDelivery,
} from "#features/buyer-api/rest/webhooks/deliveries/contract.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

/** Every call of REST v1, in the order in which it is shown. What is mounted is held against this list by a test. */
export const restEndpoints = [
  restBuyActivation,
  restListActivations,
  restGetActivation,
  restCancelActivation,
  restReportActivation,
  restFinishActivation,
  restRetryActivation,
  restListActivationMessages,
  restListMessages,
  restListRentOffers,
  restRent,
  restListRentals,
  restGetRental,
  restListRentalMessages,
  restListRentalCalls,
  restCancelRental,
  restFinishRental,
  restGetExtensionPrice,
  restExtendRental,
  restListOffers,
  restListServices,
  restListCountries,
  restGetBalance,
  restGetStatement,
  restListWebhooks,
  restCreateWebhook,
  restGetWebhook,
  restChangeWebhook,
  restDeleteWebhook,
  restRotateWebhook,
  restTestWebhook,
  restListDeliveries,
  restGetDelivery,
  restResendDelivery,
  restListKeys,
  restGetLimits,
  restGetDocument,
] as readonly Endpoint[];
