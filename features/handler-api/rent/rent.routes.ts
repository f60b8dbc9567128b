import type { Answer, RentActionName } from "#features/handler-api/handler-api.rules.ts";
import { isOfGate, refuseRent, rentWordOf } from "#features/handler-api/rent/rent.rules.ts";
import {
  answerExtension,
  answerExtensionOptions,
  answerExtensionPrice,
  answerRentStatus,
  countRentStock,
  listExtensionsSoFar,
  listRentStock,
  listRents,
} from "#features/handler-api/rent/rent-answers.routes.ts";
import { extendByBot, moveRent, rentByBot } from "#features/handler-api/rent/rent-orders.routes.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";
import { type Call, realOnly, throughWorld } from "#features/handler-api/worlds.gate.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import type { RentalPort } from "#features/rentals/rental-port.writes.ts";
import { isUnavailable } from "#lib/api/errors-to-http.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { log } from "#lib/log.ts";

/** The family refuses in JSON, whatever happens. */
function inJson(on: "buying" | "driving", run: Call["run"]): Call["run"] {
  return async (asked) => {
    try {
      return await run(asked);
    } catch (error) {
      if (isAppError(error) && isOfGate(error)) throw error;
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

type OfMarket = (db: Db, owner: KeyOwner, parameters: Parameters) => Promise<Answer>;

/** Of the market: whose key it is decides about prices. */
const ofMarket = (tell: OfMarket): Call =>
  realOnly(inJson("buying", ({ db, owner, parameters }) => tell(db, owner, parameters)));

type OfRentals = (port: RentalPort, caller: Caller, parameters: Parameters) => Promise<Answer>;

/** Of rentals, whichever the key reaches. */
const ofRentals = (on: "buying" | "driving", tell: OfRentals): Call =>
  throughWorld(inJson(on, ({ world, caller, parameters }) => tell(world.rentals, caller, parameters)));

/** The rent family of the bots' protocol (protocol 1.6). */
export const rentCalls: Readonly<Record<RentActionName, Call>> = {
  getRentServicesAndCountries: ofMarket(listRentStock),
  getRentNumber: ofRentals("buying", rentByBot),
  getRentStatus: ofRentals("driving", answerRentStatus),
  setRentStatus: ofRentals("driving", moveRent),
  getRentList: ofRentals("driving", listRents),
  continueRentNumber: ofRentals("driving", extendByBot),
  continueRentInfo: ofRentals("driving", answerExtension),
  getContinueRentPriceNumber: ofRentals("driving", answerExtensionPrice),
  getRentServices: ofMarket(listRentStock),
  serviceCountRent: ofMarket(countRentStock),
  prolong: ofRentals("driving", extendByBot),
  prolongOptions: ofRentals("driving", answerExtensionOptions),
  prolongHistory: ofRentals("driving", listExtensionsSoFar),
};
