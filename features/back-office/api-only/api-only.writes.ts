import type { Staff } from "#features/back-office/back-office.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { listApiOnlyBlocks } from "#features/policy/policy.reads.ts";
import { blockSale, claimBlocks, liftBlock } from "#features/policy/policy.writes.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

type Goods = { readonly serviceCode: string | null; readonly countryId: number | null };

/**
 * Takes numbers of a service, a country or both off the site; programs go on buying them. With the audit in one transaction; what is
 * so already stays as it is. Throws SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND.
 */
export async function setApiOnly(
  db: Db,
  { serviceCode, countryId, reason }: Goods & { reason: string },
  staff: Staff,
): Promise<void> {
  const { serviceByCode, countryById } = await readCatalogue(db);
  const service = serviceCode === null ? null : serviceByCode.get(serviceCode);
  if (service === undefined) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
  if (countryId !== null && !countryById.has(countryId)) throw new AppError(pricingErrors.COUNTRY_NOT_FOUND);
  const serviceId = service?.id ?? null;
  await withTransaction(db, async (tx) => {
    await claimBlocks(tx);
    const isSo = (await listApiOnlyBlocks(tx)).some(
      (block) => block.serviceId === serviceId && block.countryId === countryId,
    );
    if (isSo) return;
    const { blockId } = await blockSale(tx, {
      ...{ serviceId, countryId, effect: "api_only", reasonCode: "API_ONLY", reasonText: reason },
      actor: `staff:${staff.staffId}`,
    });
    await record(tx, staff, "api-only.set", blockId, { service: serviceCode, countryId, reason });
  });
}

/** Sells such numbers on the site again. Throws BLOCK_NOT_FOUND (also for a block of another kind), BLOCK_ALREADY_LIFTED. */
export async function endApiOnly(
  db: Db,
  { id, reason }: { id: number; reason: string },
  staff: Staff,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const isOne = (await listApiOnlyBlocks(tx)).some((block) => block.id === id);
    if (!isOne) throw new AppError(policyErrors.BLOCK_NOT_FOUND);
    await liftBlock(tx, { blockId: id, actor: `staff:${staff.staffId}`, reason });
    await record(tx, staff, "api-only.end", id, { reason });
  });
}

function record(
  tx: Parameters<typeof recordAction>[0],
  staff: Staff,
  action: string,
  blockId: number,
  details: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  return recordAction(tx, {
    actorId: staff.staffId,
    action,
    subject: `policy-block:${blockId}`,
    details,
    ip: staff.ip,
  });
}
