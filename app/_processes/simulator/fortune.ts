import { logNormal, seeded } from "#app/_processes/simulator/random.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";

/** What will come for one activation: moments in milliseconds after the number was taken (at speed 1). */
export type Fortune = { readonly smsAfterMs: readonly number[]; readonly isLate: boolean };

/** How a GET_NUMBER goes wrong, when it does. */
export type Mishap = "none" | "error" | "slow" | "cut" | "empty";

export type Profile = "life" | "journey";

/** Journeys can rely on these two; everything else stays as in life. */
const SURE = { country: "indonesia", service: "tg" };
const SILENT_COUNTRY = "kenya";

const SHARE_WITHOUT_CODE = 0.12;
const SHARE_LATE = 0.03;
const SHARE_TWICE = 0.1;
const LATE_AFTER_MS = 21 * 60_000;

/** Most codes come in 3 to 20 s; some never (or the number is banned), some twice, some after the time is over. */
export function drawFortune(
  profile: Profile,
  offer: { country: string; service: string },
  seed: string,
  activationId: number,
): Fortune {
  const random = seeded(seed, "fortune", activationId);
  // Whoever tests a bank gets an SMS at once.
  if (offer.service === SANDBOX_SERVICE) return { smsAfterMs: [2_000], isLate: false };
  if (profile === "journey") {
    if (offer.country === SURE.country && offer.service === SURE.service) {
      return { smsAfterMs: [2_000 + random() * 2_000], isLate: false };
    }
    if (offer.country === SILENT_COUNTRY) return { smsAfterMs: [], isLate: false };
  }
  const draw = random();
  if (draw < SHARE_WITHOUT_CODE) return { smsAfterMs: [], isLate: false };
  if (draw < SHARE_WITHOUT_CODE + SHARE_LATE)
    return { smsAfterMs: [LATE_AFTER_MS + random() * 60_000], isLate: true };
  const first = Math.min(90_000, Math.max(2_000, logNormal(7_500, 0.55, random)));
  if (random() >= SHARE_TWICE) return { smsAfterMs: [first], isLate: false };
  return { smsAfterMs: [first, first + 5_000 + random() * 25_000], isLate: false };
}

/** Now and then a server errs, is slow, is cut off, or has just lent its last number. */
export function drawMishap(profile: Profile, seed: string, call: number): Mishap {
  if (profile === "journey") return "none";
  const draw = seeded(seed, "mishap", call)();
  if (draw < 0.01) return "error";
  if (draw < 0.02) return "slow";
  if (draw < 0.025) return "cut";
  return draw < 0.045 ? "empty" : "none";
}

const SHARE_OF_SILENT_RENTS = 0.1;
const RENT_FIRST_MS = { min: 4_000, max: 120_000 };
const RENT_PAUSE_MS = { min: 20_000, max: 3 * 3_600_000 };

/**
 * Milliseconds until the next message on a rented number (at speed 1). Journeys get the first within 3 s, and none at all in the
 * silent country; in life most come within a minute, further ones now and then, and some numbers stay silent.
 */
export function drawRentPause(
  profile: Profile,
  country: string,
  seed: string,
  rentalId: number,
  count: number,
): number {
  const random = seeded(seed, "rent-pause", rentalId, count);
  if (profile === "journey" && country === SILENT_COUNTRY) return Number.POSITIVE_INFINITY;
  if (profile === "journey" && count === 0) return 1_000 + random() * 1_500;
  if (count === 0) {
    if (random() < SHARE_OF_SILENT_RENTS) return Number.POSITIVE_INFINITY;
    return Math.min(RENT_FIRST_MS.max, Math.max(RENT_FIRST_MS.min, logNormal(15_000, 0.8, random)));
  }
  return Math.min(RENT_PAUSE_MS.max, Math.max(RENT_PAUSE_MS.min, logNormal(15 * 60_000, 1, random)));
}
