import {
  endApiOnlyEndpoint,
  listApiOnlyEndpoint,
  setApiOnlyEndpoint,
} from "#features/back-office/api-only/api-only.contract.ts";
import { listApiOnly } from "#features/back-office/api-only/api-only.reads.ts";
import { endApiOnly, setApiOnly } from "#features/back-office/api-only/api-only.writes.ts";
import { staffOf } from "#features/back-office/back-office.rules.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { route } from "#lib/api/route.ts";

/** What is sold through the API alone, at the desk. */
export const apiOnlyRoutes = [
  route(listApiOnlyEndpoint, ({ db, locale }) => listApiOnly(db, locale)),
  route(setApiOnlyEndpoint, async ({ db, body, actor, ip, locale }) => {
    await setApiOnly(db, body, staffOf(actor, ip));
    forgetPolicy(db);
    return listApiOnly(db, locale);
  }),
  route(endApiOnlyEndpoint, async ({ db, params, body, actor, ip, locale }) => {
    await endApiOnly(db, { id: params.id, ...body }, staffOf(actor, ip));
    forgetPolicy(db);
    return listApiOnly(db, locale);
  }),
];
