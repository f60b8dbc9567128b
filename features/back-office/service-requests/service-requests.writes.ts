import type { Staff } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import type { decideWantedSiteEndpoint } from "#features/back-office/service-requests/service-requests.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  answerSite,
  closeSite,
  linkSite,
} from "#features/community/service-requests/service-requests.writes.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import type { BodyOf } from "#lib/api/endpoint.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

type SiteDecision = BodyOf<typeof decideWantedSiteEndpoint>;

/**
 * Carries out what a member of the staff decided about all open requests for a website, once per key. Answers how many they were.
 * Throws SERVICE_REQUEST_NOT_FOUND, SERVICE_NOT_FOUND, IDEMPOTENCY_MISMATCH.
 */
export async function decideWantedSite(
  db: Db,
  decision: SiteDecision,
  { staffId, ip }: Staff,
  key: string,
): Promise<Answered<{ count: number }>> {
  const service = decision.decision === "link" ? await findServiceId(db, decision.serviceCode) : null;
  const input = ["decide service requests", ...Object.entries(decision).flat()];
  return withTransaction(db, (tx) =>
    once(tx, { actorId: staffId, key, input }, async () => ({
      count: await carryOut(tx, decision, { staffId, ip, serviceId: service }),
    })),
  );
}

async function findServiceId(db: Db, code: string): Promise<number> {
  const service = (await readCatalogue(db)).serviceByCode.get(code);
  if (!service) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
  return service.id;
}

function carryOut(
  tx: Tx,
  decision: SiteDecision,
  { staffId, ip, serviceId }: { staffId: number; ip: string; serviceId: number | null },
): Promise<number> {
  const { site, reason } = decision;
  const by = { site, reason, staffId, ip };
  if (decision.decision === "answer") return answerSite(tx, { ...by, answer: decision.answer });
  if (serviceId === null) return closeSite(tx, by);
  return linkSite(tx, { ...by, serviceId });
}
