import { locales } from "#lib/i18n/locales.ts";

/** What programs are told about version 1 before its calls. */
export const restTitle = "API v1";
export const restVersion = "1.0.0";

export const restDescription = `
Numbers for SMS codes, one at a time or rented for hours and weeks.

- **Key**: \`Authorization: Bearer <key>\`. Keys are made in the settings; each has scopes (\`read\`, \`buy\`, \`rent\`, \`accounts\`), and may have limits.
  A sandbox key takes the same calls, costs nothing and answers by script; \`POST /api/sandbox/clock\` moves its clock.
- **Writes** need the header \`Idempotency-Key\`, which you make (a UUID will do). The same key and the same input answer the first answer
  again, marked \`Idempotency-Replayed: true\`; another input is refused with 422, one that is still under way with 409.
- **Refusals** are \`{ error: { code, message, requestId, docs, details? } }\`. Programs look at \`code\`; \`message\` is for people, in the
  language of \`x-user-locale\` (${locales.join(", ")}).
- **Money** is in whole kopecks (RUB). **Times** are RFC 3339 in UTC. Seconds left are counted by the server's clock.
- **Lists** are \`{ data, nextCursor }\`, newest first. Go on with \`cursor=<nextCursor>\` until it is null.
- **Limits** are told by \`RateLimit\` and \`RateLimit-Policy\` with every answer and by \`GET /api/v1/limits\`. Beyond them: 429 with
  \`Retry-After\`.
`.trim();

/** The groups of calls, in the order in which they are shown. */
export const restTags = {
  activations: "Numbers for single codes: buy, wait, finish, cancel.",
  messages: "SMS that have come, over all orders.",
  searches: "Searches for a number that the server goes on with: price ladder, replacement, stop.",
  rentals: "Numbers for hours or weeks, for one service or for all of them.",
  "ready-accounts": "Accounts that are made already: offers, buying, the warranty.",
  offers: "What can be bought now, at what price and from how much stock.",
  services: "What numbers are for.",
  countries: "Where numbers are from.",
  balance: "What can be spent, and what is reserved.",
  statement: "Every movement of the balance.",
  webhooks: "Signed calls to a server of yours. They need a session, not a key.",
  keys: "The account's own keys.",
  limits: "What is limited, and how far.",
  about: "This description.",
} as const;
