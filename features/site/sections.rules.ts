/**
 * Whom the pages of a section are for. `guest`: the doors, for who is not signed in yet. `link`: reached by a link that was
 * mailed or handed over. `user`: whoever is signed in. `partner`: a partner's cabinet, which others who are signed in do not find. `staff`: the desk, of which strangers learn nothing.
 * `developers`: no page of a product in service.
 */
export type Audience = "everybody" | "guest" | "link" | "user" | "partner" | "staff" | "developers";

/**
 * The first segments of addresses that are no service's own page, and whom what stands below them is for. Sign-in, cache,
 * crawlers and the way back after signing in follow from it (`page-access.rules.ts`, `page-cache.rules.ts`).
 */
export const sections = {
  services: "everybody",
  countries: "everybody",
  prices: "everybody",
  docs: "everybody",
  blog: "everybody",
  faq: "everybody",
  search: "everybody",
  feedback: "everybody",
  authorization: "guest",
  registration: "guest",
  pay: "guest",
  "request-password": "guest",
  confirm: "link",
  signup: "link",
  recovery: "link",
  profile: "user",
  partner: "partner",
  store: "user",
  "success-payment": "user",
  "bot-link": "user",
  desk: "staff",
  draft: "staff",
  gallery: "developers",
} as const satisfies Record<string, Audience>;

/** First segments that programs beside the pages answer. */
export const programs = [
  "api",
  "agent",
  "csp-report",
  "mcp",
  "stubs",
  "admin",
  "cms-api",
  "mailbox",
  "test-gateway",
  "pay-stand-ins",
  "_next",
] as const;
