import { makeCursor } from "#features/rest-api/rest-api.rules.ts";

/** An offer of accounts, for the document. */
export const exampleAccountOffer = {
  id: 412,
  group: "Session files",
  name: "Telegram, a year old",
  service: { code: "tg", name: "Telegram" },
  country: { id: 6, iso2: "ID", name: "Indonesia" },
  priceKopecks: 4_500,
  currency: "RUB",
  count: 158,
  minCount: 1,
  registration: "by hand",
  format: "session",
  hasPassword: true,
  warrantyHours: 24,
  storeName: "Accounts of Ana",
} as const;

/** An order of two accounts that has just been delivered. */
export const exampleAccountOrder = {
  id: 700_000_017,
  state: "delivered",
  offerId: exampleAccountOffer.id,
  name: exampleAccountOffer.name,
  service: exampleAccountOffer.service,
  country: exampleAccountOffer.country,
  count: 2,
  preparedCount: 2,
  priceKopecks: 4_500,
  totalKopecks: 9_000,
  currency: "RUB",
  money: "captured",
  createdAt: "2026-11-21T12:00:00.000Z",
  deliveredAt: "2026-11-21T12:00:01.000Z",
  warrantyUntil: "2026-11-22T12:00:01.000Z",
  openClaims: 0,
} as const;

const place = { isRefunded: false, claimableUntil: exampleAccountOrder.warrantyUntil } as const;

/** The same with its accounts. */
export const exampleAccounts = {
  ...exampleAccountOrder,
  accounts: [
    { place: 1, text: "628123456789:a-secret", ...place },
    { place: 2, text: "628123456790:another-secret", ...place },
  ],
  nextCursor: null,
} as const;

/** The first of them, asked for one at a time. */
export const exampleFirstPart = {
  ...exampleAccounts,
  accounts: [exampleAccounts.accounts[0]],
  nextCursor: makeCursor("accounts", exampleAccountOrder.id, 1),
} as const;

/** A large one that has just been ordered. */
export const exampleLargeOrder = {
  ...exampleAccountOrder,
  id: 700_000_018,
  state: "held",
  count: 150,
  preparedCount: 0,
  totalKopecks: 675_000,
  money: "held",
  deliveredAt: null,
  warrantyUntil: null,
  accounts: [],
  nextCursor: null,
} as const;

/** A claim that waits for its decision. */
export const exampleClaim = {
  id: 93,
  orderId: exampleAccountOrder.id,
  place: 2,
  state: "open",
  text: "It is closed: the service says that the number is banned.",
  createdAt: "2026-11-21T13:00:00.000Z",
  dueAt: "2026-11-22T13:00:00.000Z",
  decidedAt: null,
  reason: null,
  objection: null,
  refundKopecks: null,
  currency: "RUB",
} as const;
