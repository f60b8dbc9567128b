import type { KeyScope } from "#lib/api/actor.ts";

/** Any key: the legacy one, a named one (`sd_live_`), one of the sandbox (32 characters as well, for the same clients). */
export const API_KEY = /^(?:[0-9a-f]{32}|sd_live_[0-9a-f]{40}|test[0-9a-f]{28})$/;

/**
 * The spellings of the bots' protocol by name; features/handler-api/types.rules.ts says what each of them writes. A key carries one,
 * for programs that cannot send `types` themselves.
 */
export const typesNames = ["standard", "classic", "strict", "plain", "smshub"] as const;
export type TypesName = (typeof typesNames)[number];

export type KeyKind = "legacy" | "live" | "sandbox";

/** Whether a key can spend its owner's money: whoever makes one proves the password again. */
export function movesMoney({ kind, scopes }: { kind: KeyKind; scopes: readonly KeyScope[] }): boolean {
  return kind !== "sandbox" && scopes.some((scope) => scope !== "read");
}

/** How many random characters a key has, and what stands before them. */
export const keyShapes: Readonly<Record<KeyKind, { readonly mark: string; readonly hexCharacters: number }>> =
  {
    legacy: { mark: "", hexCharacters: 32 },
    live: { mark: "sd_live_", hexCharacters: 40 },
    sandbox: { mark: "test", hexCharacters: 28 },
  };

/** Characters of a key that may be shown again: behind its mark. */
const SHOWN_CHARACTERS = 6;

/** The beginning of a key that is kept to be shown. */
export function keyPrefix(kind: KeyKind, key: string): string {
  return key.slice(0, keyShapes[kind].mark.length + SHOWN_CHARACTERS);
}

export const keyLimits = {
  /** Named and sandbox keys of one user at a time. */
  perUser: 20,
  nameCharacters: 60,
  /** The old key of a rotation goes on for so long, unless the owner asks for less. */
  overlapHoursMax: 168,
  overlapHoursDefault: 24,
  /** The note of a key's last use is so exact. */
  usedEveryMinutes: 10,
  /** Calls are counted in memory and written so often; a process that dies loses what it has counted since. */
  callsWrittenEveryMs: 10_000,
  /** How long it is known how often a key called. */
  callsKeptDays: 30,
  /** Highest prices that a program may set for its key, one for each service in a country. */
  maxPrices: 500,
} as const;

/** Networks out of what people write: one address or network a line or comma. Null when one of them is none. */
export function networksOf(text: string): string[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  return parts.every((part) => NETWORK.test(part)) ? parts : null;
}

/** Roughly an IPv4 or IPv6 address with an optional prefix length; the database has the last word. */
const NETWORK = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)(?:\/\d{1,3})?$/;
