import { audienceOf } from "#features/site/page-access.rules.ts";
import { programs } from "#features/site/sections.rules.ts";
import { isLocale } from "#lib/i18n/locales.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";

export type Redirect = { readonly from: string; readonly to: string; readonly isPermanent: boolean };

/** Where somebody is sent on to: an address of ours in the visitor's language, or one on the web. */
export type Move = { readonly to: string; readonly status: 307 | 308 };

const PATH = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+$/;

/** Whether the address of a page, without its language, may be said to have moved: what people sign in for stays where it is. */
export function mayMove(path: string): boolean {
  const first = path.split("/")[1] ?? "";
  return (
    PATH.test(path) &&
    audienceOf(path) === "everybody" &&
    !isLocale(first) &&
    !programs.some((program) => program === first)
  );
}

/** Where an address has moved, with the query that it was asked with; null when it has not. A slash at its end changes nothing. */
export function findMove(moved: ReadonlyMap<string, Redirect>, address: string, query: string): Move | null {
  const { locale, path } = splitLocale(address);
  const redirect = moved.get(path.endsWith("/") ? path.slice(0, -1) : path);
  if (!redirect) return null;
  const to = redirect.to.startsWith("/") ? localizedPath(locale, withoutLocale(redirect.to)) : redirect.to;
  return { to: withQuery(to, query), status: redirect.isPermanent ? 308 : 307 };
}

/** An address with the query of a visit added to its own: a parameter that it names itself keeps its own value. */
function withQuery(to: string, query: string): string {
  const [, page = "", own = "", part = ""] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(to) ?? [];
  const named = new Set(new URLSearchParams(own).keys());
  const added = query.split("&").filter((pair) => pair !== "" && !named.has(nameOf(pair)));
  return added.length === 0 ? to : `${page}?${own === "" ? "" : `${own}&`}${added.join("&")}${part}`;
}

function nameOf(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? "";
}

/** Editors paste addresses with a language, too. What two slashes begin would be another site's. */
function withoutLocale(to: string): string {
  return splitLocale(to).path.replace(/^\/{2,}/, "/");
}

/** Where an address of ours leads to by a redirect, without language and query; null for one that leads to the web, or none. */
function nextOf(moved: ReadonlyMap<string, Redirect>, path: string): string | null {
  const to = moved.get(path)?.to;
  if (!to?.startsWith("/")) return null;
  return splitLocale(to.replace(/[?#].*$/, "")).path.replace(/(?<=.)\/+$/, "");
}

/** Whether who comes to an address is sent on, by one redirect or several, until the same address comes again. */
export function leadsBack(moved: ReadonlyMap<string, Redirect>, from: string): boolean {
  const seen = new Set<string>();
  for (let at = nextOf(moved, from); at !== null && !seen.has(at); at = nextOf(moved, at)) {
    if (at === from) return true;
    seen.add(at);
  }
  return false;
}
