const YEAR_DAYS = 365;

type ForeignCookies = {
  /** A `*` at the end stands for any ending. */
  readonly names: readonly string[];
  /** Of the one that lasts longest. */
  readonly maxAgeDays: number;
};

/** What programs of others keep on this very host: counters, once a visitor allowed them, and the content desk, for editors. */
export const foreignCookies = {
  googleAnalytics: { names: ["_ga*", "_gid", "_gcl*"], maxAgeDays: 2 * YEAR_DAYS },
  yandexMetrica: { names: ["_ym*"], maxAgeDays: YEAR_DAYS },
  contentDesk: { names: ["payload-theme", "payload-lng"], maxAgeDays: YEAR_DAYS },
} as const satisfies Record<string, ForeignCookies>;

/** Whether a cookie's name is one of `names`. */
export function isNamed(name: string, names: readonly string[]): boolean {
  return names.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name));
}
