import services from "#features/catalogue/data/services.json" with { type: "json" };
import { publicPages } from "#features/site/pages.rules.ts";
import { programs, sections } from "#features/site/sections.rules.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Pages one below the other, at most. */
export const deepest = 6;

/** First segments of the product's own addresses. The content desk sees no table of the catalogue, but its data file. */
const taken: ReadonlySet<string> = new Set([
  ...locales,
  ...Object.keys(sections),
  ...publicPages.flatMap(({ path }) => path.split("/")[1] ?? []),
  ...programs,
  // Files of the site.
  "icons",
  ...services.map(({ slug }) => slug),
]);

/** Whether something of the product is at `/{slug}`, or will be: a section, a page, a program, a language or a service. */
export function isTaken(slug: string): boolean {
  return taken.has(slug);
}

/** Where an editor looks at a page before it is published. */
export function draftHref(id: number): string {
  return `/draft/page/${id}`;
}
