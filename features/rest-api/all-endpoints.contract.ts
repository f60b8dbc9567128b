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
} from "#features/rest-api/activations/activations.contract.ts";
import { restGetBalance } from "#features/rest-api/balance/balance.contract.ts";
import { restListCountries } from "#features/rest-api/countries/countries.contract.ts";
import { restGetDocument } from "#features/rest-api/document/document.contract.ts";
import { restListKeys } from "#features/rest-api/keys/keys.contract.ts";
import { restGetLimits } from "#features/rest-api/limits/limits.contract.ts";
import { restListOffers } from "#features/rest-api/offers/offers.contract.ts";
import {
  restBuyAccounts,
  restClaimAccount,
  restGetAccountOffer,
  restGetAccountOrder,
  restListAccountClaims,
  restListAccountOffers,
  restListAccountOrders,
  restListAccountServices,
} from "#features/rest-api/ready-accounts/ready-accounts.contract.ts";
import { restListRentOffers } from "#features/rest-api/rentals/rental-offers/rental-offers.contract.ts";
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
} from "#features/rest-api/rentals/rentals.contract.ts";
import {
  restGetSearch,
  restListSearches,
  restOpenSearch,
  restReplaceActivation,
  restStopSearch,
} from "#features/rest-api/searches/searches.contract.ts";
import { restListServices } from "#features/rest-api/services/services.contract.ts";
import { restGetStatement } from "#features/rest-api/statement/statement.contract.ts";
import {
  restGetDelivery,
  restListDeliveries,
  restResendDelivery,
} from "#features/rest-api/webhooks/webhook-deliveries.contract.ts";
import {
  restChangeWebhook,
  restCreateWebhook,
  restDeleteWebhook,
  restGetWebhook,
  restListWebhooks,
  restRotateWebhook,
  restTestWebhook,
} from "#features/rest-api/webhooks/webhooks.contract.ts";
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
  restOpenSearch,
  restListSearches,
  restGetSearch,
  restStopSearch,
  restReplaceActivation,
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
  restListAccountServices,
  restListAccountOffers,
  restGetAccountOffer,
  restBuyAccounts,
  restListAccountOrders,
  restGetAccountOrder,
  restClaimAccount,
  restListAccountClaims,
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
