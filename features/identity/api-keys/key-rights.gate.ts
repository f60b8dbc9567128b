import type { Goods, Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import {
  goodsOfOrders,
  type Judged,
  judgeKey,
  portsOf,
} from "#features/identity/api-keys/key-rights.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import type { KeyGate } from "#lib/api/mount.ts";
import type { Route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Is this an order of the user's, and of those goods? `of` is the kind of order, as endpoints name it. */
export type IsWithin = (db: Db, of: string, id: number, userId: number, goods: Goods) => Promise<boolean>;

/**
 * The gate for a call that names an order: `goods` for one that is not of the key's goods, which every door answers as an order that is
 * not there. Without `isWithin` nothing is within, for a key that is limited.
 */
export async function judgeOrder(
  { db, isWithin }: { readonly db: Db; readonly isWithin?: IsWithin | undefined },
  holder: Holder & { readonly key?: KeyRights | null | undefined },
  order: { readonly of: string; readonly id: number } | null,
): Promise<"goods" | null> {
  const goods = order && goodsOfOrders(holder);
  if (!order || !goods) return null;
  const isThere = (await isWithin?.(db, order.of, order.id, holder.userId, goods)) ?? false;
  return isThere ? null : "goods";
}

const refusals: Readonly<Record<NonNullable<Judged<unknown>["refusal"]>, (to: Endpoint) => AppError>> = {
  closed: () => new AppError(apiErrors.SESSION_NEEDED),
  scope: ({ scope }) => new AppError(apiErrors.SCOPE_MISSING, { details: { scope } }),
  sandbox: () => new AppError(identityErrors.SANDBOX_KEY),
};

/** The gate of keys in the words of the JSON API. `scripts`: what sandbox keys are answered, by the same endpoints as the real routes. */
export function makeKeyGate({
  isWithin,
  scripts = [],
}: {
  readonly isWithin?: IsWithin;
  readonly scripts?: readonly Route[];
} = {}): KeyGate {
  const scriptOf = new Map(scripts.map(({ endpoint, handler }) => [endpoint, handler]));
  return {
    handlerFor({ endpoint, handler }, key) {
      const ports = portsOf(endpoint, { live: handler, sandbox: scriptOf.get(endpoint) ?? null });
      const judged = judgeKey(key, { scope: endpoint.scope, ports });
      if (judged.refusal === null) return judged.port;
      throw refusals[judged.refusal](endpoint);
    },
    async checkNamed(db, actor, { of, id, notFound }) {
      if ((await judgeOrder({ db, isWithin }, actor, { of, id })) !== null) throw new AppError(notFound);
    },
  };
}
