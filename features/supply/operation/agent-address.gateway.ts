import { operationErrors } from "#features/supply/operation.errors.ts";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { ForbiddenAddress } from "#lib/net/guarded-agent.ts";
import { checkReceiver, type Resolve } from "#lib/net/receiver-address.ts";

/**
 * The address of a supplier as it may be kept: an agent's or upstream's is judged as a webhook's receiver is, own stock has none. Asks DNS, so never
 * inside a transaction. Throws SUPPLIER_ADDRESS_REFUSED, SUPPLIER_HAS_NO_ADDRESS.
 * @param mayBePrivate setting SUPPLIERS_MAY_BE_PRIVATE
 */
export async function checkSupplierAddress(
  kind: SupplierKind,
  address: string | null,
  mayBePrivate: boolean,
  resolve?: Resolve,
): Promise<string | null> {
  if (kind === "own") {
    if (address !== null) throw new AppError(operationErrors.SUPPLIER_HAS_NO_ADDRESS);
    return null;
  }
  try {
    return (await checkReceiver(address ?? "", mayBePrivate, resolve)).href;
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new AppError(operationErrors.SUPPLIER_ADDRESS_REFUSED);
    throw error;
  }
}
