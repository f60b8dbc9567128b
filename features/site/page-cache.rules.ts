import type { PageRule } from "#lib/api/front-door/page-rules.ts";

/** Texts and layout change with a release; a release restarts the front door and so empties its cache. */
const STATIC = { freshSeconds: 300, staleSeconds: 3_600 } as const;
/**
 * Pages with offers: counts may be ten seconds old (that is their fresh time); a price change announces `offers:<service>`
 * and drops them at once.
 */
const OFFERS = { freshSeconds: 10, staleSeconds: 50 } as const;

/** Pages of one visitor: never kept. The first rule that fits an address decides, so they stand first. */
const PRIVATE_PAGES = [
  "/profile/*",
  "/partner/*",
  "/desk/*",
  "/authorization",
  "/registration",
  "/request-password",
  "/confirm/*",
  "/signup/*",
  "/bot-link/*",
  "/success-payment",
  "/admin/*",
  "/cms-api/*",
  "/mailbox/*",
  "/test-gateway/*",
  "/_next/*",
] as const;

/**
 * Which pages the front door keeps, for how long, and what drops them. Addresses are without the language; every
 * language has its own copy. A page may name more tags in the answer header `x-page-tags`.
 */
export const pageRules: readonly PageRule[] = [
  ...PRIVATE_PAGES.map((pattern) => ({ pattern, isPrivate: true })),
  { pattern: "/", tags: ["offers:*", "catalogue", "site"], ...OFFERS },
  { pattern: "/services", tags: ["catalogue", "site"], ...STATIC },
  { pattern: "/countries", tags: ["catalogue", "site"], ...STATIC },
  { pattern: "/countries/*", tags: ["offers:*", "catalogue", "site"], ...OFFERS },
  { pattern: "/privacy-policy", tags: ["content", "site"], ...STATIC },
  { pattern: "/public-offer", tags: ["content", "site"], ...STATIC },
  { pattern: "/faq", tags: ["content", "site"], ...STATIC },
  { pattern: "/blog", tags: ["content", "site"], query: ["page", "tag"], ...STATIC },
  { pattern: "/blog/{slug}", tags: ["content", "site"], ...STATIC },
  { pattern: "/docs/*", tags: ["content", "site"], ...STATIC },
  { pattern: "/search", isPrivate: true },
  { pattern: "/sitemap.xml", tags: ["catalogue", "content"], ...STATIC },
  { pattern: "/robots.txt", tags: [], ...STATIC },
  { pattern: "/{slug}", tags: ["offers:*", "catalogue", "content", "site"], ...OFFERS },
];
