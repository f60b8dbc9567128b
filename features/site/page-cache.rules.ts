import { sectionsFor } from "#features/site/page-access.rules.ts";
import { publicPages } from "#features/site/pages.rules.ts";
import { programs } from "#features/site/sections.rules.ts";
import type { PageRule } from "#lib/api/front-door/page-rules.ts";

/** Texts and layout change with a release; a release restarts the front door and so empties its cache. */
const STATIC = { freshSeconds: 300, staleSeconds: 3_600 } as const;
/**
 * Pages with offers: counts may be ten seconds old (that is their fresh time); a price change announces `offers:<service>`
 * and drops them at once.
 */
const OFFERS = { freshSeconds: 10, staleSeconds: 50 } as const;

/** Sections of one visitor and of other programs: never kept. The first rule that fits an address decides, so they stand first. */
const neverKept = [
  ...sectionsFor("guest", "link", "user", "partner", "staff", "developers"),
  ...programs,
].map((section): PageRule => ({ pattern: `/${section}/*`, isPrivate: true }));

/** `/docs/[[...path]]` is `/docs/*`, `/blog/[slug]` is `/blog/{slug}`, `/[...path]` is `/{path+}`. */
function patternOf(path: string): string {
  return path
    .replace(/\/\[\[\.\.\.\w+\]\]$/, "/*")
    .replace(/\[\.\.\.(\w+)\]$/, "{$1+}")
    .replaceAll(/\[(\w+)\]/g, "{$1}");
}

function ruleOf(page: (typeof publicPages)[number]): PageRule {
  const pattern = patternOf(page.path);
  if (!("kept" in page)) return { pattern, isPrivate: true };
  const { as, tags, ...query } = page.kept;
  return { pattern, tags: [...tags, "site"], ...query, ...(as === "offers" ? OFFERS : STATIC) };
}

const isAnyAddress = ({ pattern }: PageRule) => pattern.startsWith("/{");
const kept = publicPages.map(ruleOf);

/**
 * Which pages the front door keeps, for how long, and what drops them. Addresses are without the language; every
 * language has its own copy. A page may name more tags in the answer header `x-page-tags`, and one that could not read all of
 * what it shows says `x-page-incomplete` and is not kept.
 */
export const pageRules: readonly PageRule[] = [
  ...neverKept,
  ...["/blog/feed.xml", "/blog/atom.xml"].map((pattern) => ({
    pattern,
    tags: ["content:articles"],
    ...STATIC,
  })),
  ...kept.filter((rule) => !isAnyAddress(rule)),
  { pattern: "/sitemap.xml", tags: ["catalogue", "content", "content:articles", "content:pages"], ...STATIC },
  { pattern: "/robots.txt", tags: [], ...STATIC },
  ...kept.filter(isAnyAddress),
];
