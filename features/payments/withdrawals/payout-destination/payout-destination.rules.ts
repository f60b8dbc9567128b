import { isTronAddress } from "#features/payments/tether.rules.ts";
import type { WithdrawalMethod } from "#features/payments/withdrawals.rules.ts";

/** Hours in which no money goes to a destination that was confirmed just now. */
export const REST_HOURS = 24;
/** A mailed code works so long; a withdrawal that was not confirmed by then is cancelled. */
export const CODE_MINUTES = 60;
/** Wrong codes before another one is needed. */
export const CODE_TRIES = 5;
export const CODE_DIGITS = 6;

/** `unconfirmed` waits for the mailed code, `resting` for `REST_HOURS`; money goes there only when it is `usable`. */
export const destinationStates = ["unconfirmed", "resting", "usable"] as const;
export type DestinationState = (typeof destinationStates)[number];

/** Is this a card number: 16 to 19 digits whose check digit fits (spaces and dashes are passed over)? */
export function cardNumberIn(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (!/^\d{16,19}$/.test(digits)) return null;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 ? digits : null;
}

/** The Tron address in the text, where USDT is sent; null when it is mistyped. */
export function tronAddressIn(text: string): string | null {
  const address = text.trim();
  return isTronAddress(address) ? address : null;
}

/** What people are shown of where the money goes. */
export function maskDestination(method: WithdrawalMethod, destination: string): string {
  return method === "card"
    ? `•••• ${destination.slice(-4)}`
    : `${destination.slice(0, 4)}…${destination.slice(-4)}`;
}

/** What was typed, tidied, when it can be right for the method; null otherwise. */
export function destinationIn(method: WithdrawalMethod, text: string): string | null {
  if (method === "card") return cardNumberIn(text);
  return method === "usdt" ? tronAddressIn(text) : null;
}
