import { createHash } from "node:crypto";
import type { WithdrawalMethod } from "#features/payments/withdrawals/rules.ts";

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

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Is this an address of the Tron network (base58 with a checksum), where USDT is sent? A mistyped one is not. */
export function tronAddressIn(text: string): string | null {
  const address = text.trim();
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return null;
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const bytes = Buffer.from(value.toString(16).padStart(50, "0"), "hex");
  if (bytes.length !== 25 || bytes[0] !== 0x41) return null;
  const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();
  const sum = sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4);
  return sum.equals(bytes.subarray(21)) ? address : null;
}

/** What people are shown of where the money goes. */
export function maskRequisites(method: WithdrawalMethod, requisites: string): string {
  return method === "card"
    ? `•••• ${requisites.slice(-4)}`
    : `${requisites.slice(0, 4)}…${requisites.slice(-4)}`;
}

/** What was typed, tidied, when it can be right for the method; null otherwise. */
export function requisitesIn(method: WithdrawalMethod, text: string): string | null {
  if (method === "card") return cardNumberIn(text);
  return method === "usdt" ? tronAddressIn(text) : null;
}
