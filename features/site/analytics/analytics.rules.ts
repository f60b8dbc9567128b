import { audienceOf } from "#features/site/page-access.rules.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** Where visits are counted: the ids of the operator's counters. */
export type Counters = {
  readonly googleTagId?: string | undefined;
  readonly metricaId?: number | undefined;
};

/**
 * The address that counters are told: without what may be a secret or somebody's own. Of a mailed link only its section is
 * left, of the query only the marks of campaigns; the desk is told to nobody (null).
 */
export function countedPath(pathname: string, search: string): string | null {
  const { path } = splitLocale(pathname);
  const audience = audienceOf(path);
  if (audience === "staff" || audience === "developers") return null;
  const shown =
    audience === "link" ? pathname.slice(0, pathname.length - path.length) + sectionOf(path) : pathname;
  const marks = [...new URLSearchParams(search)].filter(([name]) => name.startsWith("utm_"));
  return marks.length === 0 ? shown : `${shown}?${new URLSearchParams(marks)}`;
}

const sectionOf = (path: string) => `/${path.split("/")[1] ?? ""}`;
