import { createHash, randomUUID } from "node:crypto";
import { type Answer, answerJson, protocolTime } from "#features/handler-api/handler-api.rules.ts";
import { readExtension, readHours, refuseRent, rentTime } from "#features/handler-api/rent/rent.rules.ts";
import {
  type Parameters,
  readCountry,
  readMaxPrice,
  readOperators,
  readOrderNumber,
} from "#features/handler-api/request.rules.ts";
import { readSpelling } from "#features/handler-api/types.rules.ts";
import { isTold } from "#features/notifications/webhooks/webhooks.reads.ts";
import type { RentalPort, RentalStep } from "#features/rentals/rental-port.writes.ts";
import type { RentalFacts } from "#features/rentals/rentals.reads.ts";
import type { Caller } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";

/** Without an order id every call is one of its own. */
function orderKey(kind: string, orderId: string | undefined): string {
  if (orderId === undefined) return `auto:${randomUUID()}`;
  if (/^[\x21-\x7e]{1,100}$/.test(orderId)) return `${kind}:${orderId}`;
  return `${kind}-hash:${createHash("sha256").update(orderId).digest("base64url")}`;
}

/** `phone` as SMS-Activate has it, and the members of a purchase behind it, where programs for HeroSMS look. */
function answerPhone(
  { id, endsAt, number }: { readonly id: number; readonly endsAt: Date; readonly number: string },
  parameters: Parameters,
): Answer {
  const { order } = readSpelling(parameters);
  return answerJson({
    status: "success",
    phone: { id, endDate: rentTime(endsAt), number },
    activationId: order === "text" ? String(id) : id,
    phoneNumber: number,
    activationEndTime: protocolTime(endsAt),
  });
}

/**
 * `getRentNumber`: rents a number; the same orderId answers the same rent again. `url` must be an address that a webhook of the account
 * tells of SMS to rentals: a key cannot send codes to another one. Any other is BAD_DATA before anything is held.
 */
export async function rentByBot(port: RentalPort, caller: Caller, parameters: Parameters): Promise<Answer> {
  const hours = readHours(parameters);
  if (hours === null) return refuseRent("INVALID_TIME");
  const url = parameters.get("url");
  if (url !== undefined && !(await isTold(caller.db, caller.actor.userId, url, "rental.sms_received")))
    return refuseRent("BAD_DATA");
  const serviceCode = parameters.get("service");
  if (serviceCode === undefined) return refuseRent("BAD_SERVICE");
  const countryId = readCountry(parameters, env.DEFAULT_COUNTRY_ID);
  const operator = readOperators(parameters);
  if (countryId === null || operator === null) return refuseRent("NO_NUMBERS");
  const rented = await port.rent(caller, {
    serviceCode,
    countryId,
    operator,
    hours,
    maxPriceKopecks: readMaxPrice(parameters),
    idempotencyKey: orderKey("order", parameters.get("orderId")),
  });
  const { id, number } = rented;
  return answerPhone({ id, number, endsAt: rented.expiresAt }, parameters);
}

/** `setRentStatus`: 1 ends a rent, 2 cancels it with the money back. */
export async function moveRent(port: RentalPort, caller: Caller, parameters: Parameters): Promise<Answer> {
  const id = readOrderNumber(parameters);
  if (id === null) return refuseRent("NO_ID_RENT");
  const step = steps.get(parameters.get("status") ?? "");
  if (!step) return refuseRent("INCORECT_STATUS");
  const before = await port.findFacts(caller, id);
  const over = before && answerEnded(before);
  if (over) return over;
  try {
    await port.act(caller, id, step);
    return answerJson({ status: "success" });
  } catch (error) {
    // Somebody was faster: then this is what it has become.
    const now = await port.findFacts(caller, id);
    const told = now && answerEnded(now);
    if (told) return told;
    throw error;
  }
}

/** A map: any word may be asked for, "constructor" too, which every plain object knows. */
const steps = new Map<string, RentalStep>([
  ["1", "finish"],
  ["2", "cancel"],
]);

function answerEnded({ state }: RentalFacts): Answer | null {
  if (state === "canceled") return refuseRent("ALREADY_CANCEL");
  return state === "expired" ? refuseRent("ALREADY_FINISH") : null;
}

/** `continueRentNumber`: extends a running rent. One that has ended is not rented anew: RENT_DIE. */
export async function extendByBot(port: RentalPort, caller: Caller, parameters: Parameters): Promise<Answer> {
  const asked = readExtension(parameters);
  if ("refusal" in asked) return asked.refusal;
  const { id, hours } = asked;
  const extended = await port.extend(caller, {
    rentalId: id,
    hours,
    maxPriceKopecks: readMaxPrice(parameters),
    idempotencyKey: orderKey("order", parameters.get("orderId")),
  });
  const rental = await port.findFacts(caller, id);
  return answerPhone({ id, number: rental?.number ?? "", endsAt: extended.expiresAt }, parameters);
}
