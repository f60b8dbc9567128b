import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import {
  askClosingEndpoint,
  getClosingTermsEndpoint,
  keepAccountEndpoint,
} from "#features/identity/closing/closing.contract.ts";
import { findClosingOfToken, listHindrances } from "#features/identity/closing/closing.reads.ts";
import { askClosing, keepAccount } from "#features/identity/closing/closing.writes.ts";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { forbidding } from "#features/identity/closing.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { sessionTokenOfRequest } from "#features/identity/sessions/sessions.reads.ts";
import { type Route, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Closing the own account, and keeping it after all. `parts`: what the other features say and do then. */
export function makeClosingRoutes(parts: ClosingParts): Route[] {
  return [
    route(getClosingTermsEndpoint, async ({ db, actor }) => ({
      hindrances: forbidding(await listHindrances(db, actor.userId, parts)),
      leftKopecks: await parts.money.sumBalances(db, actor.userId),
    })),
    route(askClosingEndpoint, async ({ db, actor, body, request }) => {
      const keepToken = sessionTokenOfRequest(request);
      const { endsAt } = await askClosing(db, { ...body, userId: actor.userId, keepToken }, parts);
      forgetApiKeys(actor.userId);
      return { endsAt: endsAt.toISOString() };
    }),
    route(keepAccountEndpoint, async ({ db, request }) => {
      const closing = await findClosingOfToken(db, sessionTokenOfRequest(request) ?? "");
      if (!closing) throw new AppError(identityErrors.CLOSING_NOT_FOUND);
      await keepAccount(db, closing.userId);
      return { status: "kept" as const };
    }),
  ];
}
