/** The bots' key: 32 lower-case hex characters (some clients refuse any other length). */
export const API_KEY = /^[0-9a-f]{32}$/;
/** Characters of a key that may be shown again. */
export const API_KEY_PREFIX_CHARACTERS = 6;

/** A key as it may be shown after its birth: its first characters and dots. */
export function maskedApiKey(prefix: string): string {
  return `${prefix}${"•".repeat(6)}`;
}
