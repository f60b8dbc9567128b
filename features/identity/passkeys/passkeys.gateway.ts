import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { NewPasskey, ShownPasskey } from "#features/identity/passkeys/passkeys.contract.ts";
import { PASSKEY_CHALLENGE_MINUTES } from "#features/identity/passkeys/passkeys.rules.ts";
import { env } from "#lib/env.ts";

/** Where passkeys count: for pages of the public address, under its host or the domain that the settings name. */
function party() {
  const { origin, hostname } = new URL(env.PUBLIC_URL);
  return { origin, domain: env.PASSKEY_DOMAIN ?? hostname };
}

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators have and every runtime can check. */
const ALGORITHMS = [-8, -7, -257];

const timeout = PASSKEY_CHALLENGE_MINUTES * 60_000;

/** A passkey as its answer is judged by. */
export type KnownPasskey = {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

const descriptorOf = ({ credentialId, transports }: KnownPasskey) => ({
  id: credentialId.toString("base64url"),
  transports: [...transports],
});
const bytesOf = (buffer: Buffer) => Uint8Array.from(buffer);

/** What a browser needs to make a passkey: one that knows its owner, and asks for a finger, a face or a PIN. */
export function optionsToAdd(
  challenge: string,
  owner: { email: string; name: string; handle: Buffer },
  known: readonly KnownPasskey[],
) {
  return generateRegistrationOptions({
    rpName: env.BRAND_NAME,
    rpID: party().domain,
    userID: bytesOf(owner.handle),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: bytesOf(Buffer.from(challenge, "base64url")),
    timeout,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What a browser needs to show a passkey: one of these, or whichever it has for this site. */
export function optionsToShow(challenge: string, known: readonly KnownPasskey[]) {
  return generateAuthenticationOptions({
    rpID: party().domain,
    challenge: bytesOf(Buffer.from(challenge, "base64url")),
    timeout,
    userVerification: "required",
    ...(known.length > 0 ? { allowCredentials: known.map(descriptorOf) } : {}),
  });
}

/** What the browser says it was asked to sign; null for what is no answer of a browser. It proves nothing yet. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    return typeof challenge === "string" && /^[\w-]{43}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

type Made = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;
type Shown = VerifiedAuthenticationResponse["authenticationInfo"];

/** The new passkey of an answer that is what was asked for, from our pages; else null. */
export async function judgeNewPasskey(response: NewPasskey, challenge: string): Promise<Made | null> {
  const { origin, domain } = party();
  try {
    const judged = await verifyRegistrationResponse({
      response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return judged.verified ? judged.registrationInfo : null;
  } catch {
    // The library throws for whatever does not fit.
    return null;
  }
}

/** What a known passkey has shown, signed by it for our pages with its owner present; else null. */
export async function judgeShownPasskey(
  response: ShownPasskey,
  challenge: string,
  known: KnownPasskey,
): Promise<Shown | null> {
  const { origin, domain } = party();
  try {
    const judged = await verifyAuthenticationResponse({
      response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: true,
      credential: {
        id: known.credentialId.toString("base64url"),
        publicKey: bytesOf(known.publicKey),
        counter: known.counter,
        transports: [...known.transports],
      },
    });
    return judged.verified ? judged.authenticationInfo : null;
  } catch {
    return null;
  }
}
