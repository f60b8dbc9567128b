import { arrivalOf } from "#features/identity/attribution/attribution.rules.ts";
import { registrationCookie } from "#features/identity/registration/registration.rules.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { claimGuestPayments } from "#features/payments/guests/claiming.writes.ts";
import {
  claimGuestPaymentsEndpoint,
  startGuestPaymentEndpoint,
} from "#features/payments/guests/guests.contract.ts";
import { startGuestPayment } from "#features/payments/guests/guests.writes.ts";
import { onThisSite } from "#features/payments/payments.reads.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { isHttps } from "#lib/https.ts";

/** What guests pay before they have an account. */
export function createGuestRoutes(gateways: Gateways): Route[] {
  return [
    route(startGuestPaymentEndpoint, async ({ db, body, ip, locale, request, idempotencyKey }) => {
      const { email, method, amountKopecks, service, country, captcha } = body;
      const { id, redirectUrl, replayed, registration } = await startGuestPayment(
        db,
        gateways,
        { email, method, amountKopecks, context: { service, country }, idempotencyKey, locale },
        { ip, locale, captcha, arrival: arrivalOf(request.headers.get("cookie")) },
      );
      const answer = {
        id,
        redirectUrl: onThisSite(redirectUrl),
        request: registration?.request ?? null,
        resendSeconds: registration?.resendSeconds ?? 0,
      };
      const headers = replayHeader(replayed);
      if (registration === null) return reply(answer, { headers });
      const cookie = registrationCookie(registration.request, isHttps);
      return reply(answer, { headers: { ...headers, "set-cookie": cookie } });
    }),
    route(claimGuestPaymentsEndpoint, async ({ db, actor }) => ({
      paymentId: await claimGuestPayments(db, actor.userId),
    })),
  ];
}
