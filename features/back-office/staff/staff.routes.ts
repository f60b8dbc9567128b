import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  getStandingEndpoint,
  listStaffEndpoint,
  setStaffEndpoint,
} from "#features/back-office/staff/staff.contract.ts";
import { listStaff } from "#features/back-office/staff/staff.reads.ts";
import { setStaff } from "#features/back-office/staff/staff.writes.ts";
import { STEP_UP_SECONDS } from "#lib/api/actor.ts";
import { route } from "#lib/api/route.ts";

export const staffRoutes = [
  route(listStaffEndpoint, ({ db }) => listStaff(db)),
  route(getStandingEndpoint, ({ actor }) => ({
    id: actor.userId,
    permission: actor.staff?.permission ?? null,
    freshSeconds: Math.max(0, STEP_UP_SECONDS - (actor.staff?.secondFactorAgeSeconds ?? STEP_UP_SECONDS)),
  })),
  route(setStaffEndpoint, async ({ db, params, body, actor, ip }) => {
    await setStaff(db, { id: params.id, ...body }, staffOf(actor, ip));
    return listStaff(db);
  }),
];
