import type { Answer, RentActionName } from "#features/handler-api/handler-api.rules.ts";
import {
  answerExtension,
  answerExtensionOptions,
  answerExtensionPrice,
  answerRentStatus,
  countRentStock,
  listExtensionsSoFar,
  listRentStock,
  listRents,
} from "#features/handler-api/rent/rent.reads.ts";
import { type HandlerRentPort, refuseRent, rentWordOf } from "#features/handler-api/rent/rent.rules.ts";
import { extendByBot, moveRent, rentByBot } from "#features/handler-api/rent/rent.writes.ts";
import type { Parameters as Sent } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { isUnavailable } from "#lib/api/errors-to-http.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { log } from "#lib/log.ts";

type Call = (db: Db, caller: KeyOwner, parameters: Sent) => Promise<Answer>;

/** The family refuses in JSON, whatever happens. */
function inJson(on: "buying" | "driving", call: Call): Call {
  return async (db, caller, parameters) => {
    try {
      return await call(db, caller, parameters);
    } catch (error) {
      const word = isAppError(error) ? rentWordOf(error.code, on) : null;
      if (word === "MAX_HOURS_EXCEED" && isAppError(error))
        return refuseRent(word, { max: Number(error.details?.maxHours) });
      if (word !== null) return refuseRent(word);
      const { message, stack } = error as Error;
      if (isUnavailable(error)) log.warn({ error: message }, "handler_api rent: database away");
      else log.error({ error: message, stack }, "handler_api rent failed");
      return refuseRent("SERVER_ERROR");
    }
  };
}

/** The rent family of the bots' protocol (protocol 1.6) over a port. */
export function makeRentCalls(port: HandlerRentPort): Readonly<Record<RentActionName, Call>> {
  const over =
    (call: (port: HandlerRentPort, ...rest: Parameters<Call>) => Promise<Answer>): Call =>
    (...rest) =>
      call(port, ...rest);
  return {
    getRentServicesAndCountries: inJson("buying", listRentStock),
    getRentNumber: inJson("buying", over(rentByBot)),
    getRentStatus: inJson("driving", over(answerRentStatus)),
    setRentStatus: inJson("driving", over(moveRent)),
    getRentList: inJson("driving", over(listRents)),
    continueRentNumber: inJson("driving", over(extendByBot)),
    continueRentInfo: inJson("driving", over(answerExtension)),
    getContinueRentPriceNumber: inJson("driving", over(answerExtensionPrice)),
    getRentServices: inJson("buying", listRentStock),
    serviceCountRent: inJson("buying", countRentStock),
    prolong: inJson("driving", over(extendByBot)),
    prolongOptions: inJson("driving", over(answerExtensionOptions)),
    prolongHistory: inJson("driving", over(listExtensionsSoFar)),
  };
}
