import { cookieIn, cookies } from "#lib/cookies.ts";

/** How somebody came, as the browser tells: nothing of it is proven. */
export type Arrival = {
  /** Code of the link they followed. */
  readonly referralCode: string | null;
  /** The id that this browser keeps (cookie `fp`). */
  readonly deviceId: string | null;
};

/** Nothing is known of who comes without a browser. */
export const unknownArrival: Arrival = { referralCode: null, deviceId: null };

/** What the cookies of a request say; values of the wrong form count as none. */
export function arrivalOf(cookieHeader: string | null): Arrival {
  return {
    referralCode: cookieIn(cookieHeader, cookies.referral.name, /^[\w-]{1,64}$/),
    deviceId: cookieIn(cookieHeader, cookies.fingerprint.name, /^[\w-]{8,128}$/),
  };
}
