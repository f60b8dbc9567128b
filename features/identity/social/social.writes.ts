import sql from "sql-template-tag";
import { holdAccount } from "#features/identity/account-lock.writes.ts";
import { marksOf } from "#features/identity/attribution/attribution.reads.ts";
import type { Arrival } from "#features/identity/attribution/attribution.rules.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import {
  enterAccount,
  type LoginCaller,
  type OpenedSession,
  type SignedIn,
} from "#features/identity/entering/entering.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { findCredentials, getCredentials } from "#features/identity/identity.reads.ts";
import { cleanName } from "#features/identity/identity.rules.ts";
import { registered } from "#features/identity/identity.topics.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { enterOrChallenge } from "#features/identity/login/login.writes.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import { forgetRegistrations } from "#features/identity/registration/registration.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import type { Named, SocialGateway, Trip } from "#features/identity/social/gateway/provider.gateway.ts";
import { findLinkOwner } from "#features/identity/social/social.reads.ts";
import { type SocialProvider, TICKET_MINUTES, TRIP_MINUTES } from "#features/identity/social/social.rules.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { publish } from "#lib/jobs/topics.ts";
import { normaliseEmail } from "#lib/mail/address.ts";
import { networkOf } from "#lib/net/network-of.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

/** The providers that are set up. */
type Gateways = readonly SocialGateway[];

export type Departure = {
  readonly provider: SocialProvider;
  readonly locale: Locale;
  readonly returnPath: string | null;
  readonly ip: string;
  /** Of the browser that begins, when it has begun before. */
  readonly browserToken: string | null;
};

/** The provider's page, and the token that binds the way there and back to this browser. */
export type Departed = { readonly url: string; readonly browserToken: string };

/** Begins to sign in with an account elsewhere. Throws SOCIAL_NOT_FOUND, SOCIAL_UNREACHABLE, TOO_MANY_ATTEMPTS. */
export async function startSocial(db: Db, gateways: Gateways, departure: Departure): Promise<Departed> {
  await takeAttempts(db, [{ name: "social-network", subject: networkOf(departure.ip) }]);
  return depart(db, gateways, departure, null);
}

/** Begins to link an account elsewhere to one's own. Throws the same, and PASSWORD_WRONG. */
export async function startSocialLink(
  db: Db,
  gateways: Gateways,
  userId: UserId,
  password: string,
  departure: Departure,
): Promise<Departed> {
  await proveOwnPassword(db, await getCredentials(db, userId), password);
  return depart(db, gateways, departure, userId);
}

async function depart(
  db: Db,
  gateways: Gateways,
  departure: Departure,
  userId: UserId | null,
): Promise<Departed> {
  const gateway = requireGateway(gateways, departure.provider);
  const browserToken = departure.browserToken ?? newToken();
  const [state, nonce, verifier] = [newToken(), newToken(), newToken()];
  const { beganAt } = await one<{ beganAt: Date }>(
    db,
    sql`insert into identity_social_trips (state_hash, browser_hash, provider, user_id, sealed_verifier, nonce, locale, return_path, expires_at)
        values (${tokenHash(state)}, ${tokenHash(browserToken)}, ${departure.provider}, ${userId}, ${seal(verifier)}, ${nonce},
          ${departure.locale}, ${departure.returnPath}, app_now() + make_interval(mins => ${TRIP_MINUTES}))
        returning created_at as "beganAt"`,
  );
  try {
    const url = await gateway.begin({ state, nonce, verifier, beganAt });
    return { url: url.href, browserToken };
  } catch {
    throw new AppError(identityErrors.SOCIAL_UNREACHABLE, { details: { provider: gateway.name } });
  }
}

function requireGateway(gateways: Gateways, provider: SocialProvider): SocialGateway {
  const gateway = gateways.find(({ id }) => id === provider);
  if (!gateway) throw new AppError(identityErrors.SOCIAL_NOT_FOUND);
  return gateway;
}

type TakenTrip = {
  readonly provider: SocialProvider;
  readonly userId: UserId | null;
  readonly returnPath: string | null;
  /** Of the person whose account is to be linked, at this moment. */
  readonly passwordHash: string | null;
  readonly trip: Trip;
};

/** Takes the trip of an answer, at once and for good, in the browser that began it. Throws SOCIAL_EXPIRED. */
async function takeTrip(db: Db, query: string, browserToken: string | null): Promise<TakenTrip> {
  const state = new URLSearchParams(query).get("state") ?? "";
  const taken =
    browserToken === null
      ? null
      : await maybeOne<Omit<TakenTrip, "trip"> & { sealedVerifier: string; nonce: string; beganAt: Date }>(
          db,
          sql`delete from identity_social_trips t
              where state_hash = ${tokenHash(state)} and browser_hash = ${tokenHash(browserToken)} and expires_at > app_now()
              returning provider, user_id as "userId", return_path as "returnPath", sealed_verifier as "sealedVerifier", nonce,
                created_at as "beganAt", (select u.password_hash from identity_users u where u.id = t.user_id) as "passwordHash"`,
        );
  if (!taken) throw new AppError(identityErrors.SOCIAL_EXPIRED);
  const { sealedVerifier, nonce, beganAt, ...rest } = taken;
  return { ...rest, trip: { state, nonce, beganAt, verifier: unseal(sealedVerifier) } };
}

export type Arrived = { readonly returnPath: string | null } & (
  | { readonly kind: "entered"; readonly signedIn: SignedIn }
  | { readonly kind: "consent-needed" | "login-needed"; readonly ticket: string; readonly email: string }
  | { readonly kind: "linked" }
);

/**
 * Judges what a provider sent the browser back with. Whom it names signs in where that is linked; else a confirmed address that
 * nobody has waits for agreement, and one that an account has for a login to that account: an account elsewhere never takes
 * over one here. Throws SOCIAL_EXPIRED, SOCIAL_REFUSED, SOCIAL_EMAIL_UNCONFIRMED, SOCIAL_UNKNOWN, SOCIAL_TAKEN, ACCOUNT_SUSPENDED.
 */
export async function finishSocial(
  db: Db,
  gateways: Gateways,
  answer: { query: string; fragment: string },
  browserToken: string | null,
  /** Who is signed in, where somebody is. */
  viewerId: UserId | null,
  caller: LoginCaller,
): Promise<Arrived> {
  const taken = await takeTrip(db, answer.query, browserToken);
  const { provider, userId, returnPath, trip } = taken;
  const gateway = requireGateway(gateways, provider);
  // The provider is asked between the transactions.
  const named = await gateway.read(answer, trip);
  if (!named) throw new AppError(identityErrors.SOCIAL_REFUSED, { details: { provider: gateway.name } });
  if (userId !== null) {
    if (userId !== viewerId) throw new AppError(identityErrors.SOCIAL_EXPIRED);
    await withTransaction(db, async (tx) => {
      const isHeld = await holdAccount(tx, userId, taken.passwordHash ?? undefined);
      // The password that the way began with has been changed since.
      if (!isHeld) throw new AppError(identityErrors.SOCIAL_EXPIRED);
      await link(tx, userId, gateway, named);
    });
    return { kind: "linked", returnPath: "/profile/settings/security" };
  }
  return withTransaction(db, async (tx) => {
    const owner = await findLinkOwner(tx, named);
    if (owner !== null) await holdAccount(tx, owner);
    const known = await maybeOne<{ userId: UserId; isSuspended: boolean }>(
      tx,
      sql`update identity_social_accounts a set last_used_at = app_now(), label = ${named.label}
          from identity_users u where u.id = a.user_id and a.issuer = ${named.issuer} and a.subject = ${named.subject}
          returning a.user_id as "userId", u.suspended_at is not null as "isSuspended"`,
    );
    if (known?.isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
    if (known) {
      const signedIn = await enterOrChallenge(tx, known.userId, caller, "Social");
      return { kind: "entered", returnPath, signedIn };
    }
    return { returnPath, ...(await makeTicket(tx, gateway, named)) };
  });
}

async function makeTicket(tx: Tx, { id, name }: SocialGateway, named: Named) {
  if (named.email === null)
    throw new AppError(identityErrors.SOCIAL_UNKNOWN, { details: { provider: name } });
  const email = normaliseEmail(named.email.address);
  if (!email || !named.email.isConfirmed) {
    throw new AppError(identityErrors.SOCIAL_EMAIL_UNCONFIRMED, { details: { provider: name } });
  }
  const owner = await findCredentials(tx, email.emailKey);
  const ticket = newToken();
  await execute(
    tx,
    sql`insert into identity_social_tickets (ticket_hash, provider, issuer, subject, email, name, user_id, expires_at)
        values (${tokenHash(ticket)}, ${id}, ${named.issuer}, ${named.subject}, ${email.email}, ${cleanName(named.name, email.email)},
          ${owner?.userId ?? null}, app_now() + make_interval(mins => ${TICKET_MINUTES}))`,
  );
  const kind = owner ? ("login-needed" as const) : ("consent-needed" as const);
  return { kind, ticket, email: email.email };
}

type Ticket = Pick<Named, "issuer" | "subject" | "name"> & { provider: SocialProvider; email: string };

/** Takes a ticket for the account that has its address (null: for a new one). Throws SOCIAL_EXPIRED. */
async function takeTicket(tx: Tx, ticket: string, userId: UserId | null): Promise<Ticket> {
  const taken = await maybeOne<Ticket>(
    tx,
    sql`delete from identity_social_tickets
        where ticket_hash = ${tokenHash(ticket)} and expires_at > app_now() and user_id is not distinct from ${userId}::bigint
        returning provider, issuer, subject, email, name`,
  );
  if (!taken) throw new AppError(identityErrors.SOCIAL_EXPIRED);
  return taken;
}

/** Looks whether a ticket for a new account is good, without taking it. Throws SOCIAL_EXPIRED. */
async function requireTicket(db: Db, ticket: string): Promise<void> {
  const found = await maybeOne(
    db,
    sql`select 1 from identity_social_tickets
        where ticket_hash = ${tokenHash(ticket)} and expires_at > app_now() and user_id is null`,
  );
  if (!found) throw new AppError(identityErrors.SOCIAL_EXPIRED);
}

/** Makes an account, with the address that the provider has confirmed and without a password, and signs in. Throws SOCIAL_EXPIRED, TOO_MANY_ATTEMPTS. */
export async function registerSocial(
  db: Db,
  ticket: string,
  { locale, arrival, caller }: { locale: Locale; arrival: Arrival; caller: LoginCaller },
): Promise<OpenedSession> {
  // Before the hash, which is dear: anybody can invent a ticket, and send a good one many times at once.
  await requireTicket(db, ticket);
  await takeAttempts(db, [{ name: "social-network", subject: networkOf(caller.ip) }]);
  const passwordHash = await hashPassword(newToken());
  return withTransaction(db, async (tx) => {
    const taken = await takeTicket(tx, ticket, null);
    const email = normaliseEmail(taken.email);
    const made =
      email &&
      (await createUser(tx, { ...email, name: taken.name, passwordHash, locale, hasPassword: false }));
    // Somebody has taken the address meanwhile.
    if (!email || made === null) throw new AppError(identityErrors.SOCIAL_EXPIRED);
    await insertLink(tx, made, taken, taken.email);
    const { referralCode, deviceId } = arrival;
    await recordArrival(tx, made, { referralCode, ...marksOf(deviceId, caller.ip) });
    await publish(tx, registered, { userId: made });
    await forgetRegistrations(tx, email.emailKey);
    return enterAccount(tx, made, caller, "Registration");
  });
}

/** Links the account of a ticket to the account that has its address, whose owner is signed in. Throws SOCIAL_EXPIRED, SOCIAL_TAKEN. */
export async function linkSocial(db: Db, gateways: Gateways, userId: UserId, ticket: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    const taken = await takeTicket(tx, ticket, userId);
    await link(tx, userId, requireGateway(gateways, taken.provider), { ...taken, label: taken.email });
  });
}

async function link(
  tx: Tx,
  userId: UserId,
  { id, name }: SocialGateway,
  named: Pick<Named, "issuer" | "subject" | "label">,
): Promise<void> {
  const linkId = await insertLink(tx, userId, { ...named, provider: id }, named.label);
  if (linkId !== null) await mailOwner(tx, userId, { name: "socialLinked", what: name }, String(linkId));
}

/** Answers the link's id, or null when it was there. Throws SOCIAL_TAKEN when it opens another account, or another one of this issuer opens this. */
async function insertLink(
  tx: Tx,
  userId: UserId,
  { provider, issuer, subject }: { provider: SocialProvider; issuer: string; subject: string },
  label: string,
): Promise<number | null> {
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into identity_social_accounts (user_id, provider, issuer, subject, label)
        values (${userId}, ${provider}, ${issuer}, ${subject}, ${label}) on conflict do nothing returning id`,
  );
  if (made) return made.id;
  const own = await maybeOne(
    tx,
    sql`select 1 from identity_social_accounts where user_id = ${userId} and issuer = ${issuer} and subject = ${subject}`,
  );
  if (!own) throw new AppError(identityErrors.SOCIAL_TAKEN);
  return null;
}

/** Unlinks an account elsewhere, the last one too: a mailed code opens every account. Throws SOCIAL_NOT_FOUND. */
export async function unlinkSocial(db: Db, userId: UserId, accountId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const removed = await maybeOne<{ label: string }>(
      tx,
      sql`delete from identity_social_accounts where id = ${accountId} and user_id = ${userId} returning label`,
    );
    if (!removed) throw new AppError(identityErrors.SOCIAL_NOT_FOUND);
    await mailOwner(tx, userId, { name: "socialUnlinked", what: removed.label }, String(accountId));
  });
}
