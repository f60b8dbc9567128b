import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { readPartnerFiguresEndpoint } from "#features/partners/figures/partner-figures.contract.ts";
import { readPartnerFigures } from "#features/partners/figures/partner-figures.reads.ts";
import { findPeriod } from "#features/statistics/users/users.reads.ts";
import { route } from "#lib/api/route.ts";

/** The figures of a partner's own numbers. */
export const partnerFiguresRoutes = [
  route(readPartnerFiguresEndpoint, async ({ db, actor, query, locale }) => {
    const { id: supplierId } = await requirePartnerSupplier(db, actor);
    const { kind, by } = query;
    return readPartnerFigures(db, {
      userId: actor.userId,
      supplierId,
      kind,
      by,
      locale,
      ...(await findPeriod(db, query)),
    });
  }),
];
