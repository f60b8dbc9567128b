import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { loginAnswer, loginCaller } from "#features/identity/entering/entering.view.ts";
import {
  cancelRecoveryByLinkEndpoint,
  cancelRecoveryEndpoint,
  mailRecoveryCodeEndpoint,
  recoverFactorEndpoint,
} from "#features/identity/factor-recovery/factor-recovery.contract.ts";
import {
  cancelOwnRecovery,
  cancelRecoveryByLink,
  recoverFactor,
} from "#features/identity/factor-recovery/factor-recovery.writes.ts";
import { mailRecoveryCode } from "#features/identity/factor-recovery/recovery-code.writes.ts";
import { route } from "#lib/api/route.ts";

/** Recovering a second factor that is lost. */
export const factorRecoveryRoutes = [
  route(mailRecoveryCodeEndpoint, async ({ db, body }) => {
    await mailRecoveryCode(db, body.challenge);
    return { status: "code-sent" as const };
  }),
  route(recoverFactorEndpoint, async ({ db, body, ip, request }) => {
    const recovered = await recoverFactor(db, body, loginCaller(request, ip, body.bearer));
    if (recovered.kind === "waiting") {
      return { status: "waiting" as const, endsAt: recovered.endsAt.toISOString() };
    }
    forgetApiKeys(recovered.userId);
    return loginAnswer(recovered);
  }),
  route(cancelRecoveryEndpoint, async ({ db, actor }) => {
    await cancelOwnRecovery(db, actor.userId);
    return { status: "cancelled" as const };
  }),
  route(cancelRecoveryByLinkEndpoint, async ({ db, body, ip }) => {
    await cancelRecoveryByLink(db, body.token, ip);
    return { status: "cancelled" as const };
  }),
];
