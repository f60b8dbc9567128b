import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import {
  CODE_DIGITS,
  CODE_PERIOD_SECONDS,
  CODE_WINDOW_STEPS,
} from "#features/identity/second-factor/second-factor.rules.ts";

/** 160 random bits in base32: what the application and we share. */
export function newSeed(): string {
  return new Secret({ size: 20 }).base32;
}

function totpOf(seed: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    algorithm: "SHA1",
    digits: CODE_DIGITS,
    period: CODE_PERIOD_SECONDS,
    secret: Secret.fromBase32(seed),
  });
}

/** The step whose code this is, at most one step away from `atMs`, or null. */
export function stepOfCode(seed: string, code: string, atMs: number): number | null {
  const totp = totpOf(seed);
  const delta = totp.validate({ token: code, timestamp: atMs, window: CODE_WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp: atMs }) + delta;
}

/** The code of a seed at a moment: for the application's side, in journeys and tests. */
export function codeAt(seed: string, atMs: number): string {
  return totpOf(seed).generate({ timestamp: atMs });
}

/** What an authenticator application reads: its address, and the same as a picture (SVG, black on white). */
export function setupPicture(seed: string, names: { issuer: string; label: string }) {
  const uri = totpOf(seed, names).toString();
  const svg = renderSVG(uri, { border: 2, ecc: "M" });
  return { uri, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` };
}
