import { rememberDevice } from "#features/identity/devices/devices.writes.ts";
import { cancelRecovery } from "#features/identity/running-recovery/cancelling.writes.ts";
import type { RecoveryOffer } from "#features/identity/running-recovery/running-recovery.rules.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import type { SignInWay } from "#features/identity/security-log/security-log.rules.ts";
import {
  endSessionOf,
  endSurplusSessions,
  openSession,
  queueLogins,
} from "#features/identity/sessions/sessions.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";

/** Where a login comes from. A program (`browser: null`) is not remembered. */
export type LoginCaller = {
  ip: string;
  userAgent: string;
  browser: { oldToken: string | null; deviceToken: string | null } | null;
};

/** A new session, with the token by which its browser is known again. */
export type OpenedSession = {
  readonly token: string;
  readonly expiresAt: Date;
  readonly deviceToken: string | null;
};

/** These are, or came with, the second factor. */
const strongWays: readonly SignInWay[] = ["Passkey", "SecondFactor"];

/**
 * Opens a session of somebody who has proven who it is, ends the oldest of too many, writes the login into the security log, and remembers
 * the browser. Who shows the second factor or a passkey has lost neither: a recovery that waits ends.
 */
export async function enterAccount(
  tx: Tx,
  userId: UserId,
  { ip, userAgent, browser }: LoginCaller,
  way: SignInWay,
): Promise<OpenedSession> {
  if (browser?.oldToken) await endSessionOf(tx, browser.oldToken);
  const hasSecondFactor = strongWays.includes(way);
  await queueLogins(tx, userId);
  const session = await openSession(tx, { userId, ip, userAgent, hasSecondFactor });
  await endSurplusSessions(tx, userId, session.token);
  await recordSecurityEvent(tx, userId, { kind: `signedInBy${way}`, ip, userAgent });
  if (hasSecondFactor) await cancelRecovery(tx, userId);
  return { ...session, deviceToken: browser && (await rememberDevice(tx, userId, browser.deviceToken)) };
}

/** A session, or where there is a second factor only a token for the step that asks for its code. */
export type SignedIn =
  | ({ readonly kind: "signed-in" } & OpenedSession)
  | {
      readonly kind: "second-factor";
      readonly challenge: string;
      readonly expiresAt: Date;
      /** A passkey may be shown in place of the code. */
      readonly hasPasskey: boolean;
      /** What is offered to who has lost the factor. */
      readonly recovery: RecoveryOffer | null;
    };
