import { type ActivationPort, liveActivations } from "#features/activations/activation-port.writes.ts";
import type { Answer } from "#features/handler-api/handler-api.rules.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { liveRentals, type RentalPort } from "#features/rentals/rental-port.writes.ts";
import { readSandbox } from "#features/sandbox/sandbox.reads.ts";
import { purseOf, type Sandbox, sandboxOwnerOf } from "#features/sandbox/sandbox.rules.ts";
import { advanceSandbox, resetSandbox } from "#features/sandbox/sandbox.writes.ts";
import { sandboxActivations } from "#features/sandbox/sandbox-activation-port.writes.ts";
import { sandboxRentals } from "#features/sandbox/sandbox-rent/sandbox-rental-port.writes.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What the actions of a key reach: orders and money that are real, or those of its sandbox. */
export type World = {
  readonly activations: ActivationPort;
  readonly rentals: RentalPort;
  /** What can be spent now. */
  balance(caller: Caller): Promise<Kopecks>;
  /** A clock of its own, which can be moved ahead and set back with all the rest; null: it is everybody's. */
  readonly clock: {
    advance(caller: Caller, seconds: number): Promise<Sandbox>;
    reset(caller: Caller): Promise<Sandbox>;
  } | null;
};

/** Both worlds of the actions. */
export const worlds: { readonly live: World; readonly sandbox: World } = {
  live: {
    activations: liveActivations,
    rentals: liveRentals,
    balance: async ({ db, actor }) => (await getBalance(db, actor.userId)).availableKopecks,
    clock: null,
  },
  sandbox: {
    activations: sandboxActivations,
    rentals: sandboxRentals,
    balance: async ({ db, actor }) =>
      kopecks(purseOf(await readSandbox(db, sandboxOwnerOf(actor).key.keyId))),
    clock: {
      advance: ({ db, actor }, seconds) => advanceSandbox(db, sandboxOwnerOf(actor), seconds),
      reset: ({ db, actor }) => resetSandbox(db, sandboxOwnerOf(actor)),
    },
  },
};

/** An action as it was sent: by whose key, with what, and what it reaches. */
export type Asked = {
  readonly db: Db;
  readonly owner: KeyOwner;
  /** The key's owner as ports know callers. */
  readonly caller: Caller;
  readonly parameters: Parameters;
  readonly world: World;
};

/** What is done for an action. */
export type Call = {
  run(asked: Asked): Promise<Answer>;
  /** A sandbox key may have it: it touches nothing but through the world that it is given. Everything else is refused to such a key. */
  readonly isForSandbox: boolean;
};

/** A call that touches nothing but through its world. */
export const throughWorld = (run: Call["run"]): Call => ({ run, isForSandbox: true });

/** A call of the real world alone. */
export const realOnly = (run: Call["run"]): Call => ({ run, isForSandbox: false });

/** A key's owner as ports know callers. */
export function callerOf(db: Db, { userId, role, key }: KeyOwner): Caller {
  return { db, actor: { kind: "user", userId, role, via: "api-key", key }, locale: "en" };
}
