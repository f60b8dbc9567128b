import { type ActionName, actionRules } from "#features/buyer-api/rules.ts";

/** What an action takes: a name of `handlerParameters`, and whether it does nothing without it. */
export type ActionParameter = { readonly name: string; readonly isRequired: boolean };

/** `service!` is required, `country` is not. */
function takes(spelling: string): readonly ActionParameter[] {
  return spelling
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ name: word.replace("!", ""), isRequired: word.endsWith("!") }));
}

const buying = takes(
  "service! country operator maxPrice minPrice fixedPrice phoneException providerIds exceptProviderIds " +
    "from orderId activationType useCashBack ref",
);
const goods = takes("service country");
const order = takes("id!");

/** The parameters of each action beside `action` and the key, in the order in which people need them. */
export const actionParameters: Readonly<Record<ActionName, readonly ActionParameter[]>> = {
  getBalance: [],
  getBalanceAndCashBack: [],
  getNumber: buying,
  getNumberV2: buying,
  setStatus: takes("id! status!"),
  getStatus: order,
  getStatusV2: order,
  getPrices: goods,
  getCountries: [],
  getServicesList: takes("country lang"),
  getOperators: takes("country"),
  getNumbersStatus: takes("country operator"),
  getActiveActivations: takes("start limit"),
  getRentServicesAndCountries: takes("rent_time country operator"),
  getRentNumber: takes("service! rent_time country operator maxPrice from orderId"),
  getRentStatus: takes("id! page size"),
  setRentStatus: takes("id! status!"),
  getRentList: takes("length page"),
  continueRentNumber: takes("id! rent_time maxPrice from orderId"),
  continueRentInfo: takes("id! hours! needHistory"),
  getContinueRentPriceNumber: takes("id! rent_time!"),
  getPricesV2: goods,
  getPricesV3: goods,
  getPricesVerification: goods,
  getPricesExtended: goods,
  getTopCountriesByService: takes("service! freePrice"),
  getTopCountriesByServiceRank: takes("service! freePrice"),
  getListOfTopCountriesByService: takes("service! length page"),
  getFullSms: order,
  getAllSms: takes("id! size page"),
  getCurrentActivations: [],
  getListOfActiveActivations: takes("start length order"),
  getHistory: takes("start end offset limit"),
  getIncomingCallStatus: takes("activationId!"),
  finishActivation: order,
  cancelActivation: order,
  getMultiServiceNumber: [],
  getExtraActivation: takes("activationId! orderId"),
  checkExtraActivation: takes("activationId!"),
  reactivate: takes("id! orderId"),
  getAdditionalService: takes("id! service! orderId"),
  sandboxAdvance: takes("seconds!"),
  sandboxReset: [],
};

/** Actions that take money from the balance of a live key. */
export const spendingActions: readonly ActionName[] = [
  "getNumber",
  "getNumberV2",
  "getRentNumber",
  "continueRentNumber",
  "getExtraActivation",
  "reactivate",
  "getAdditionalService",
];

/** Commands of `status` that an action knows; setStatus and setRentStatus share the name, not the numbers. */
export function statusCommandsOf(action: ActionName): readonly string[] {
  return actionRules[action].scope === "rent" ? ["1", "2"] : ["1", "3", "6", "8", "-1"];
}
