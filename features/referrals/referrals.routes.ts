import { keyedRoute } from "#features/idempotency/idempotency.routes.ts";
import { createLink } from "#features/referrals/links.writes.ts";
import {
  createReferralLinkEndpoint,
  getReferralProgramEndpoint,
  listReferralAccrualsEndpoint,
  listReferralPeopleEndpoint,
} from "#features/referrals/referrals.contract.ts";
import { findLink, listAccruals, listPeople, readProgram } from "#features/referrals/referrals.reads.ts";
import { route } from "#lib/api/route.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

export const referralRoutes = [
  route(getReferralProgramEndpoint, ({ db, actor }) => readProgram(db, actor.userId)),
  keyedRoute(createReferralLinkEndpoint, async (tx, { actor, body }) => {
    const { id } = await createLink(tx, actor.userId, body.name);
    const link = await findLink(tx, actor.userId, id);
    if (!link) throw new AppError(apiErrors.NOT_FOUND);
    return link;
  }),
  route(listReferralPeopleEndpoint, ({ db, actor, query }) => listPeople(db, actor.userId, query.before)),
  route(listReferralAccrualsEndpoint, ({ db, actor, query, locale }) =>
    listAccruals(db, actor.userId, query.before, locale),
  ),
];
