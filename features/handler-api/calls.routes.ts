import type { ActivationPort } from "#features/activations/activation-port.writes.ts";
import {
  type ActionName,
  type Answer,
  answerToken,
  type UnsoldActionName,
  unsoldActionNames,
} from "#features/handler-api/handler-api.rules.ts";
import {
  answerCallStatus,
  answerFullSms,
  listActiveByPage,
  listAllSms,
  listCurrent,
  listHistory,
} from "#features/handler-api/history/history.routes.ts";
import {
  listAvailableServices,
  listCountries,
  listNumbersStatus,
  listOperators,
  listPrices,
  listProviders,
  listServices,
} from "#features/handler-api/lists/lists.routes.ts";
import { setMaxPrice } from "#features/handler-api/max-price.routes.ts";
import { listTopCountryMetrics } from "#features/handler-api/metrics.routes.ts";
import {
  answerStatus,
  answerStatusV2,
  balanceOf,
  listActive,
} from "#features/handler-api/orders/order-answers.routes.ts";
import {
  buyNumber,
  buyNumberV2,
  cancelOrder,
  finishOrder,
  moveOrder,
} from "#features/handler-api/orders/orders.routes.ts";
import { buyPartnerProduct } from "#features/handler-api/partner-product.routes.ts";
import { listHubStock } from "#features/handler-api/prices/hub-stock.routes.ts";
import {
  listExtendedPrices,
  listPriceLadders,
  listSupplierPrices,
  listTopCountries,
  listTopCountriesByRank,
  listVerificationPrices,
} from "#features/handler-api/prices/prices.routes.ts";
import { rentCalls } from "#features/handler-api/rent/rent.routes.ts";
import {
  buyAdditionalService,
  buyExtra,
  checkExtra,
  listExtraOptions,
  priceExtra,
} from "#features/handler-api/reorder/reorder.routes.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";
import { advanceClock, resetClock } from "#features/handler-api/sandbox-clock.routes.ts";
import { readSpelling } from "#features/handler-api/types.rules.ts";
import { type Call, realOnly, throughWorld } from "#features/handler-api/worlds.gate.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";

/** Of the market: what it tells hangs on nobody. */
const forAll = (tell: (db: Db, parameters: Parameters) => Promise<Answer>): Call =>
  realOnly(({ db, parameters }) => tell(db, parameters));

/** Of the market: whose key it is decides about prices. */
const forUser = (tell: (db: Db, userId: number, parameters: Parameters) => Promise<Answer>): Call =>
  realOnly(({ db, owner, parameters }) => tell(db, owner.userId, parameters));

type OfKey = (db: Db, owner: KeyOwner, parameters: Parameters) => Promise<Answer>;

/** What hangs on the key itself. */
const forKey = (tell: OfKey): Call => realOnly(({ db, owner, parameters }) => tell(db, owner, parameters));

type OfOrders = (port: ActivationPort, caller: Caller, parameters: Parameters) => Promise<Answer>;

/** Of activations, whichever the key reaches. */
const forOrders = (tell: OfOrders): Call =>
  throughWorld(({ world, caller, parameters }) => tell(world.activations, caller, parameters));

const answerBalance = throughWorld(async ({ world, caller }) => balanceOf(await world.balance(caller)));

const unsoldCalls = Object.fromEntries(
  unsoldActionNames.map((name) => [name, realOnly(async () => answerToken("NOT_AVAILABLE"))]),
) as unknown as Readonly<Record<UnsoldActionName, Call>>;

/** What is done for each action, in whichever world. */
export const calls: Readonly<Record<ActionName, Call>> = {
  getBalance: answerBalance,
  // No cashback can be spent yet, so both are the same sum.
  getBalanceAndCashBack: answerBalance,
  getNumber: forOrders(buyNumber),
  getNumberV2: forOrders(buyNumberV2),
  setStatus: forOrders(moveOrder),
  getStatus: forOrders(answerStatus),
  getStatusV2: forOrders(answerStatusV2),
  getPrices: forUser((db, userId, parameters) =>
    readSpelling(parameters).prices === "steps"
      ? listPriceLadders(db, userId, parameters)
      : listPrices(db, userId, parameters),
  ),
  getCountries: forAll(listCountries),
  getServicesList: forAll(listServices),
  getOperators: forAll(listOperators),
  getNumbersStatus: forAll(listNumbersStatus),
  getNumbersStatusAndCostHubFree: forKey(listHubStock),
  getActiveActivations: forOrders(listActive),
  ...rentCalls,
  getPricesV2: forUser(listPriceLadders),
  getPricesV3: forUser(listSupplierPrices),
  getPricesVerification: forUser(listVerificationPrices),
  getPricesExtended: forUser(listExtendedPrices),
  getTopCountriesByService: forUser(listTopCountries),
  getTopCountriesByServiceRank: forUser(listTopCountriesByRank),
  getListOfTopCountriesByService: forAll(listTopCountryMetrics),
  getFullSms: forOrders(answerFullSms),
  getAllSms: forOrders(listAllSms),
  getCurrentActivations: forOrders(listCurrent),
  getCurrentActivationsDataTables: forOrders(listCurrent),
  getListOfActiveActivations: forOrders(listActiveByPage),
  getHistory: forOrders(listHistory),
  getIncomingCallStatus: forOrders(answerCallStatus),
  finishActivation: forOrders(finishOrder),
  cancelActivation: forOrders(cancelOrder),
  getExtraActivation: forOrders(buyExtra),
  checkExtraActivation: forOrders(checkExtra),
  reactivate: forOrders(buyExtra),
  reactivationPrice: forOrders(priceExtra),
  reactivateOptions: forOrders(listExtraOptions),
  getAdditionalService: forOrders(buyAdditionalService),
  getProviders: forAll(listProviders),
  getAvailableServicesByCountry: forAll(listAvailableServices),
  // The key is a row like any other, and the sandbox keeps to what stands there.
  setMaxPrice: { ...forKey(setMaxPrice), isForSandbox: true },
  buyPartnerProduct: forKey(buyPartnerProduct),
  ...unsoldCalls,
  sandboxAdvance: throughWorld(advanceClock),
  sandboxReset: throughWorld(resetClock),
};
