import { type Answer, answerToken } from "#features/handler-api/handler-api.rules.ts";
import { makeRentCalls } from "#features/handler-api/rent/rent.routes.ts";
import { type HandlerRentPort, refuseRent } from "#features/handler-api/rent/rent.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import {
  findSandboxRental,
  getSandboxExtensionPrice,
  listSandboxRentals,
} from "#features/sandbox/sandbox-rent/sandbox-rent.reads.ts";
import { rentScriptOf } from "#features/sandbox/sandbox-rent/sandbox-rent.rules.ts";
import {
  extendInSandbox,
  moveSandboxRental,
  rentInSandbox,
} from "#features/sandbox/sandbox-rent/sandbox-rent.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, type ErrorRow } from "#lib/errors/app-error.ts";

const renter = ({ userId, key }: KeyOwner) => ({ userId, key, channel: "api" as const });

async function getRental(db: Db, { key }: KeyOwner, id: number) {
  const rental = await findSandboxRental(db, key.keyId, id, "en");
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return rental;
}

function stepBy(step: "cancel" | "finish"): HandlerRentPort["cancel"] {
  return (db, caller, id) => withTransaction(db, (tx) => moveSandboxRental(tx, caller, id, step));
}

/** Rentals of a sandbox. */
const sandboxPort: HandlerRentPort = {
  rent: (db, caller, input) => rentInSandbox(db, { ...input, ...renter(caller) }),
  extend: (db, caller, input) => extendInSandbox(db, { ...input, ...renter(caller) }),
  find: async (db, { key }, id) => {
    const rental = await findSandboxRental(db, key.keyId, id, "en");
    if (!rental) return null;
    const { state, number, messagesCount, isFull, service } = rental;
    return { state, number, messagesCount, serviceId: isFull ? null : service.id };
  },
  listOpen: async (db, { key }, { start, limit }) =>
    (await listSandboxRentals(db, key.keyId, "en"))
      .filter(({ closedAt }) => closedAt === null)
      .slice(start, start + limit)
      .map(({ id, number }) => ({ id, number: number ?? "" })),
  messages: async (db, caller, id, { start, limit }) =>
    (await getRental(db, caller, id)).messages.slice(start, start + limit),
  extensionPrice: (db, { key }, id, hours) => getSandboxExtensionPrice(db, key.keyId, id, hours),
  extensions: async (db, caller, id) => (await getRental(db, caller, id)).extensions,
  finish: stepBy("finish"),
  cancel: stepBy("cancel"),
};

const calls = makeRentCalls(sandboxPort);

/** What a script says that no rental of a real account can: words of the gate, and the family's own word for a fault. */
const scriptedWords = new Map<ErrorRow, Answer>([
  [apiErrors.SCOPE_MISSING, answerToken("NOT_AVAILABLE")],
  [apiErrors.ADDRESS_NOT_ALLOWED, answerToken("BAD_KEY")],
  [apiErrors.UNAVAILABLE, refuseRent("SERVER_ERROR")],
]);

/** The rent family as a sandbox key meets it, but for what tells of the market. */
export const sandboxRentCalls: typeof calls = {
  ...calls,
  getRentNumber: async (db, caller, parameters) => {
    const { refusal } = rentScriptOf(parameters.get("service") ?? "");
    return (refusal && scriptedWords.get(refusal.error)) ?? calls.getRentNumber(db, caller, parameters);
  },
};
