import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import { makeSocialRoutes } from "#features/identity/social/social.routes.ts";
import { bucketKey } from "#features/identity/throttle/throttle.reads.ts";
import { type Bucket, policyOf } from "#features/identity/throttle/throttle.rules.ts";
import { execute } from "#lib/db/query.ts";
import { networkOf } from "#lib/net/network-of.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const api = testApi(db, makeSocialRoutes([]));
const IP = "198.51.100.7";
const network: Bucket = { name: "social-network", subject: networkOf(IP) };

/** What a provider has said of somebody new, as it is kept until they agree. */
async function givenTicket(): Promise<string> {
  const ticket = newToken();
  await execute(
    db,
    sql`insert into identity_social_tickets (ticket_hash, provider, issuer, subject, email, name, expires_at)
        values (${tokenHash(ticket)}, 'google', 'https://accounts.example', 'newcomer', 'newcomer@example.com', 'Ada',
          app_now() + interval '10 minutes')`,
  );
  return ticket;
}

test("a good ticket that is sent again and again costs no more hashes than its network may have", async () => {
  const ticket = await givenTicket();
  const register = async () => {
    const body = { ticket, agreePrivacy: true, agreeOffer: true };
    const answer = await api.call("POST", "/api/auth/social/registration", { body, ip: IP });
    return `${answer.status} ${answer.body.error?.code ?? answer.body.status}`;
  };
  await execute(
    db,
    sql`insert into identity_throttles (bucket, attempts, window_ends_at, blocked_until)
        values (${bucketKey(network)}, ${policyOf(network).wait?.limit ?? 0}, app_now() + interval '15 minutes',
          app_now() + interval '10 minutes')`,
  );
  expect(await register()).toBe("429 TOO_MANY_ATTEMPTS");
  await execute(db, sql`delete from identity_throttles`);
  expect(await register()).toBe("201 signed-in");
});
