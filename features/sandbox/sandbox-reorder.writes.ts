import { activationErrors } from "#features/activations/activations.errors.ts";
import { chooseLimit } from "#features/activations/purchase/price-limit.rules.ts";
import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import type { Reorder, Reordered } from "#features/activations/reorder/reorder.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  momentOf,
  type Sandbox,
  type SandboxOrder,
  sandboxLimits,
  scriptOf,
} from "#features/sandbox/sandbox.rules.ts";
import {
  openSandbox,
  recordOrder,
  refuseByLimits,
  refuseByScript,
} from "#features/sandbox/sandbox.writes.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

type SandboxReorder = Reorder & { readonly key: KeyRights };

/** Why an order of the sandbox cannot be had again now; null when it can. */
export function againRefusal({ orders, now }: Sandbox, parent: SandboxOrder): ReorderRefusal | null {
  const { state, closedAt } = momentOf(parent, now);
  if (closedAt === null) return "open";
  if (state !== "completed") return "not_renewable";
  if (runsOn(parent, parent.serviceId, { orders, now })) return "taken";
  return scriptOf(parent.serviceCode).isOfflineAgain ? "offline" : null;
}

/** Does a service run on this order's number? */
function runsOn(
  { number }: SandboxOrder,
  serviceId: number,
  { orders, now }: Pick<Sandbox, "orders" | "now">,
): boolean {
  return orders.some(
    (order) =>
      order.number === number && order.serviceId === serviceId && momentOf(order, now).closedAt === null,
  );
}

function additionalRefusal(sandbox: Sandbox, parent: SandboxOrder, serviceId: number): ReorderRefusal | null {
  if (momentOf(parent, sandbox.now).closedAt !== null) return "inactive";
  return serviceId === parent.serviceId || runsOn(parent, serviceId, sandbox) ? "repeat" : null;
}

/** Buys the number of a finished order for its service again. Throws CHANNELS_LIMIT, BANNED and what the key's limits refuse. */
export function buyAgainInSandbox(db: Db, input: SandboxReorder): Promise<Reordered> {
  return follow(db, input, "again", againRefusal);
}

/** Buys another service on the number of a running order: that service's script decides. Throws as `buyAgainInSandbox`. */
export function buyAdditionalInSandbox(db: Db, input: SandboxReorder): Promise<Reordered> {
  return follow(db, input, "additional", (sandbox, parent) =>
    additionalRefusal(sandbox, parent, input.serviceId),
  );
}

async function follow(
  db: Db,
  input: SandboxReorder,
  kind: string,
  refusalOf: (sandbox: Sandbox, parent: SandboxOrder) => ReorderRefusal | null,
): Promise<Reordered> {
  const { key, orderId, serviceId, idempotencyKey } = input;
  const service = (await readCatalogue(db)).serviceById.get(serviceId);
  if (!service || !(key.serviceIds?.includes(serviceId) ?? true))
    throw new AppError(activationErrors.KEY_NOT_FOR_THIS);
  const hash = inputHash(kind, orderId, serviceId);
  return withTransaction(db, async (tx): Promise<Reordered> => {
    const sandbox = await openSandbox(tx, input.userId, key.keyId);
    const parent = sandbox.orders.find(({ id }) => id === orderId);
    if (!parent) return { refusal: "not_found" };
    const earlier = sandbox.orders.find((order) => order.idempotencyKey === idempotencyKey);
    if (earlier)
      return earlier.inputHash === hash
        ? { refusal: null, id: earlier.id, number: earlier.number }
        : { refusal: "mismatch" };
    const refusal = refusalOf(sandbox, parent);
    if (refusal) return { refusal };
    refuseByScript(service.code, sandbox.now);
    const { number, operator, countryId } = parent;
    const { maxPriceKopecks } = chooseLimit({ maxPriceKopecks: null, serviceId, countryId, key });
    refuseByLimits(sandbox, { key, maxPriceKopecks }, sandboxLimits.priceKopecks);
    const goods = { serviceId, serviceCode: service.code, countryId, operator };
    const { id } = await recordOrder(tx, key.keyId, sandbox, {
      ...goods,
      number,
      idempotencyKey,
      inputHash: hash,
    });
    return { refusal: null, id, number };
  });
}
