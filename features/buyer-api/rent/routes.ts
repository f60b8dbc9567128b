import {
  listRentStock,
  listRents,
  tellExtension,
  tellExtensionPrice,
  tellRentStatus,
} from "#features/buyer-api/rent/reads.ts";
import { refuseRent, rentWordOf } from "#features/buyer-api/rent/rules.ts";
import { extendByBot, moveRent, rentByBot } from "#features/buyer-api/rent/writes.ts";
import type { Parameters } from "#features/buyer-api/request/rules.ts";
import type { Answer, RentActionName } from "#features/buyer-api/rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/reads.ts";
import { isUnavailable } from "#lib/api/errors-to-http.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { log } from "#lib/log.ts";

type Call = (db: Db, caller: KeyOwner, parameters: Parameters) => Promise<Answer>;

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

/** The rent family of the bots' protocol (protocol.md 1.6). */
export const rentCalls: Readonly<Record<RentActionName, Call>> = {
  getRentServicesAndCountries: inJson("buying", listRentStock),
  getRentNumber: inJson("buying", rentByBot),
  getRentStatus: inJson("driving", tellRentStatus),
  setRentStatus: inJson("driving", moveRent),
  getRentList: inJson("driving", listRents),
  continueRentNumber: inJson("driving", extendByBot),
  continueRentInfo: inJson("driving", tellExtension),
  getContinueRentPriceNumber: inJson("driving", tellExtensionPrice),
};
