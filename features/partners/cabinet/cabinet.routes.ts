import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import {
  cabinetOverviewEndpoint,
  replaceCabinetKeyEndpoint,
} from "#features/partners/cabinet/cabinet.contract.ts";
import { oldKeyUntil, readCabinetOverview } from "#features/partners/cabinet/cabinet.reads.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { holdSupplier } from "#features/supply/operation/operate-suppliers.writes.ts";
import { rotateKey } from "#features/supply/operation/supplier-keys.writes.ts";
import { makeSupplierKey } from "#features/supply/operation.rules.ts";
import { route } from "#lib/api/route.ts";

/** The partner's cabinet: each call proves the partner and reaches the partner's own supplier alone. */
export const cabinetRoutes = [
  route(cabinetOverviewEndpoint, async ({ db, actor }) =>
    readCabinetOverview(db, actor.userId, await requirePartnerSupplier(db, actor)),
  ),
  route(replaceCabinetKeyEndpoint, async (context) => {
    const { code } = await requirePartnerSupplier(context.db, context.actor);
    return answerKeyed(
      replaceCabinetKeyEndpoint,
      context,
      async (tx) => {
        const { id } = await holdSupplier(tx, code);
        const key = makeSupplierKey();
        await rotateKey(tx, {
          ...{ supplierId: id, key },
          ...{ overlapHours: context.body.overlapHours, callsAfterHours: 0 },
        });
        return { key, oldKeyUntil: await oldKeyUntil(tx, id) };
      },
      {
        strip: (answer) => ({ ...answer, key: null }),
        restore: async (answer) => answer,
      },
    );
  }),
];
