import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
import {
  liftAccountTakedownEndpoint,
  listAccountTakedownsEndpoint,
  takeDownAccountsEndpoint,
} from "#features/back-office/ready-accounts/account-takedowns.contract.ts";
import { listAccountTakedowns } from "#features/back-office/ready-accounts/account-takedowns.reads.ts";
import {
  liftAccountTakedown,
  takeDownAccounts,
} from "#features/back-office/ready-accounts/account-takedowns.writes.ts";
import { route } from "#lib/api/route.ts";

/** Services whose accounts the house takes off sale, at the desk. */
export const accountTakedownRoutes = [
  route(listAccountTakedownsEndpoint, ({ db, locale }) => listAccountTakedowns(db, locale)),
  route(takeDownAccountsEndpoint, async (asked) =>
    answered(await takeDownAccounts(asked.db, asked.body.serviceCode, callOf(asked))),
  ),
  route(liftAccountTakedownEndpoint, async (asked) =>
    answered(await liftAccountTakedown(asked.db, asked.params.id, callOf(asked))),
  ),
];
