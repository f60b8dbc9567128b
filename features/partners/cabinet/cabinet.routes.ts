import { cabinetOverviewEndpoint } from "#features/partners/cabinet/cabinet.contract.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { route } from "#lib/api/route.ts";

/** The partner's cabinet: each call proves the partner and reaches the partner's own supplier alone. */
export const cabinetRoutes = [
  route(cabinetOverviewEndpoint, async ({ db, actor }) => {
    const { code } = await requirePartnerSupplier(db, actor);
    return { code };
  }),
];
