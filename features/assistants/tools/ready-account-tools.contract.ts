import { z } from "zod";
import { priceText } from "#features/assistants/assistants.rules.ts";
import { foundText, partText } from "#features/assistants/assistants.view.ts";
import {
  AccountOrderView,
  accountOrderView,
  sayAccountOrder,
} from "#features/assistants/tools/account-orders.view.ts";
import {
  adds,
  cursor,
  defineTool,
  idempotencyKey,
  limit,
  maxPriceKopecks,
  nextCursor,
  orderId,
  reads,
  spends,
  type ToolHints,
} from "#features/assistants/tools/tool.contract.ts";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import {
  deliveryPartCount,
  orderCountMax,
  warrantyHoursMax,
} from "#features/ready-accounts/ready-accounts.rules.ts";
import { readUnitFile } from "#features/ready-accounts/unit-files.rules.ts";
import { warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import {
  RestAccountClaim,
  RestAccountOffer,
  RestAccountOrderDetails,
  restBuyAccounts,
  restClaimAccount,
  restGetAccountOffer,
  restGetAccountOrder,
  restListAccountClaims,
  restListAccountOffers,
  restListAccountOrders,
  restListAccountServices,
} from "#features/rest-api/ready-accounts/ready-accounts.contract.ts";

/** Sellers write names, descriptions and accounts. */
const readsSellers: ToolHints = { ...reads, openWorldHint: true };

const id = orderId.describe("Id of the order of accounts");
const place = z.number().int().min(1).max(orderCountMax).describe("Of the account in the order, from 1");

const AccountService = z.object({ code: z.string().describe("What other tools call it"), name: z.string() });

const listAccountServices = defineTool({
  name: "list_account_services",
  title: "Services with ready accounts",
  description: "Services whose ready accounts are on sale now, by part of a name; without one all of them.",
  endpoints: [restListAccountServices],
  hints: reads,
  input: z.strictObject({
    search: z.string().max(60).default("").describe("Part of a name, such as telegram"),
    limit,
  }),
  output: z.object({ services: z.array(AccountService), found: z.number().int() }),
  run: async ({ search, limit: most }, { ask }) => {
    const { data } = await ask(restListAccountServices);
    const wanted = search.trim().toLowerCase();
    const found = data.filter(({ code, name }) => name.toLowerCase().includes(wanted) || code === wanted);
    const services = found.slice(0, most).map(({ code, name }) => ({ code, name }));
    const names = services.map(({ code, name }) => `${name} (${code})`).join(", ");
    const none =
      wanted === "" ? "No ready accounts are on sale now." : "No such service has ready accounts now.";
    return {
      sentence: found.length === 0 ? none : `${foundText(found.length, services.length)}: ${names}.`,
      data: { services, found: found.length },
    };
  },
});

const OfferEntry = z.object({
  ...RestAccountOffer.pick({
    id: true,
    name: true,
    service: true,
    country: true,
    priceKopecks: true,
    currency: true,
    count: true,
    minCount: true,
    format: true,
    warrantyHours: true,
    storeName: true,
  }).shape,
  price: z.string().describe("The price of one account, to read"),
});

function offerEntry(offer: RestAccountOffer) {
  return OfferEntry.parse({ ...offer, price: priceText(offer.priceKopecks) });
}

function sayOffer(offer: z.infer<typeof OfferEntry>): string {
  const { id, name, country, price, count, minCount, warrantyHours, storeName } = offer;
  const seller = storeName === null ? "" : ` Sold by the store ${storeName}.`;
  return `Offer ${id}, ${name} (${country.name}): ${price} each, ${count} in stock, at least ${minCount}, warranty ${warrantyHours} h.${seller}`;
}

const findAccountOffers = defineTool({
  name: "find_account_offers",
  title: "Find ready accounts",
  description: "Offers of a service's ready accounts that can be bought now, cheapest first.",
  endpoints: [restListAccountOffers],
  hints: readsSellers,
  input: z.strictObject({
    service: ServiceCode.describe("Code of a service (list_account_services)"),
    limit,
  }),
  output: z.object({ offers: z.array(OfferEntry), found: z.number().int() }),
  run: async ({ service, limit: most }, { ask }) => {
    const { data } = await ask(restListAccountOffers, { query: { service } });
    const offers = data.slice(0, most).map(offerEntry);
    return {
      sentence:
        data.length === 0
          ? "No ready accounts of this service are on sale now."
          : `${foundText(data.length, offers.length)}:\n${offers.map(sayOffer).join("\n")}`,
      data: { offers, found: data.length },
    };
  },
});

const OfferInfo = z.object({
  ...OfferEntry.shape,
  description: z.string().describe("HTML of a few bare tags"),
});

const getAccountOffer = defineTool({
  name: "get_account_offer",
  title: "One offer of ready accounts",
  description: "An offer with its seller's description.",
  endpoints: [restGetAccountOffer],
  hints: readsSellers,
  input: z.strictObject({ offerId: orderId.describe("Id of the offer (find_account_offers)") }),
  output: OfferInfo,
  run: async (params, { ask }) => {
    const offer = await ask(restGetAccountOffer, { params });
    const data = { ...offerEntry(offer), description: offer.description };
    return { sentence: sayOffer(data), data };
  },
});

const Accounts = z.object({
  ...AccountOrderView.shape,
  ...RestAccountOrderDetails.pick({ accounts: true }).shape,
  nextCursor: z
    .string()
    .nullable()
    .describe("For the next accounts, by get_account_order; null: these were the last"),
});

/** An account that is files is told by its name: the bytes stand in the data. */
function sayAccount(text: string | null): string {
  return text === null ? "removed" : (readUnitFile(text)?.name ?? text);
}

/** How many accounts there are, which of them follow here, and how the rest is asked for. */
function sayPart({ id, state, count, accounts, nextCursor }: z.infer<typeof Accounts>): string[] {
  if (state === "held") return [`Once all are ready, get_account_order with id ${id} has the accounts.`];
  const [first] = accounts;
  if (!first) return [];
  const part = partText(count, first.place - 1, accounts.length);
  const more = `Call get_account_order with id ${id} and cursor "${nextCursor}" for the next.`;
  return [...(nextCursor === null ? [] : [more]), `${part}:`];
}

function toldWithAccounts(order: RestAccountOrderDetails) {
  const { accounts, nextCursor } = order;
  const data = Accounts.parse({ ...accountOrderView(order), accounts, nextCursor });
  const lines = data.accounts.map(({ place, text, isRefunded }) =>
    isRefunded ? `${place}: its price came back` : `${place}: ${sayAccount(text)}`,
  );
  return { sentence: [sayAccountOrder(data), ...sayPart(data), ...lines].join("\n"), data };
}

const accountsLimit = limit.describe("Accounts in the answer at most");

const buyAccounts = defineTool({
  name: "buy_accounts",
  title: "Buy ready accounts",
  description:
    "Buys ready accounts, all of them or none, never above maxPriceKopecks in all, and answers the first limit accounts themselves; " +
    "get_account_order has the others, from nextCursor on. Of more than " +
    `${deliveryPartCount} it answers an order that is held, whose accounts get_account_order has when all are ready. Keep idempotencyKey: ` +
    "when the answer is lost, call again with the same key and the same arguments.",
  endpoints: [restBuyAccounts],
  hints: spends,
  input: z.strictObject({
    offerId: orderId.describe("Id of the offer (find_account_offers)"),
    count: z.number().int().min(1).max(orderCountMax).default(1).describe("How many accounts"),
    maxPriceKopecks: maxPriceKopecks.describe("The most that all of them may cost"),
    minWarrantyHours: z
      .number()
      .int()
      .min(0)
      .max(warrantyHoursMax)
      .optional()
      .describe(
        "The shortest warranty to agree to: warrantyHours of the offer as it was shown to the person",
      ),
    idempotencyKey,
    limit: accountsLimit,
  }),
  output: Accounts,
  run: async ({ idempotencyKey: key, maxPriceKopecks: maxTotalKopecks, limit: most, ...wish }, { ask }) => {
    const body = { ...wish, maxTotalKopecks };
    return toldWithAccounts(
      await ask(restBuyAccounts, { body, query: { limit: most }, idempotencyKey: key }),
    );
  },
});

const getAccountOrder = defineTool({
  name: "get_account_order",
  title: "One order of accounts",
  description:
    "An order with its accounts as they are now, replaced ones too: limit at a time, from the first, or from nextCursor of an earlier " +
    "answer about this order.",
  endpoints: [restGetAccountOrder],
  hints: readsSellers,
  input: z.strictObject({ id, limit: accountsLimit, cursor }),
  output: Accounts,
  run: async ({ id: order, ...query }, { ask }) =>
    toldWithAccounts(await ask(restGetAccountOrder, { params: { id: order }, query })),
});

const listAccountOrders = defineTool({
  name: "list_account_orders",
  title: "Orders of accounts",
  description:
    "Orders of ready accounts of this key's account, newest first, without the accounts themselves.",
  endpoints: [restListAccountOrders],
  hints: readsSellers,
  input: z.strictObject({ limit, cursor }),
  output: z.object({ orders: z.array(AccountOrderView), nextCursor }),
  run: async (query, { ask }) => {
    const found = await ask(restListAccountOrders, { query });
    const orders = found.data.map(accountOrderView);
    return {
      sentence: orders.length === 0 ? "No orders of accounts." : orders.map(sayAccountOrder).join("\n"),
      data: { orders, nextCursor: found.nextCursor },
    };
  },
});

const ClaimView = z.object({
  ...RestAccountClaim.pick({
    id: true,
    orderId: true,
    place: true,
    state: true,
    dueAt: true,
    decidedAt: true,
    reason: true,
    objection: true,
    refundKopecks: true,
    currency: true,
  }).shape,
});

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** `Claim 93 about account 2: open, decided by 2026-11-24T14:30:00.000Z. The store objects: It works with our client.` */
function sayClaim({ id, place, state, dueAt, reason, objection }: z.infer<typeof ClaimView>): string {
  const isOpen = state === "open";
  const said = [
    `Claim ${id} about account ${place}: ${state}${isOpen ? `, decided by ${dueAt}` : ""}.`,
    ...(isOpen && objection !== null ? [`The store objects: ${ended(objection)}`] : []),
    ...(reason === null ? [] : [ended(reason)]),
  ];
  return said.join(" ");
}

const claimAccount = defineTool({
  name: "claim_account",
  title: "Claim an account",
  description:
    "Says that a bought account does not work, within its warranty and once per account. When it is accepted another account takes its " +
    "place, or its price comes back.",
  endpoints: [restClaimAccount],
  hints: adds,
  input: z.strictObject({
    id,
    place,
    text: z.string().trim().min(3).max(warrantyLimits.textCharacters).describe("What is wrong; no passwords"),
  }),
  output: ClaimView,
  run: async ({ id: order, ...body }, { ask }) => {
    const sent = { params: { id: order }, body, idempotencyKey: crypto.randomUUID() };
    const data = ClaimView.parse(await ask(restClaimAccount, sent));
    return { sentence: sayClaim(data), data };
  },
});

const listAccountClaims = defineTool({
  name: "list_account_claims",
  title: "Claims of an order",
  description: "Claims about an order's accounts with how they were decided, newest first.",
  endpoints: [restListAccountClaims],
  hints: readsSellers,
  input: z.strictObject({ id, limit, cursor }),
  output: z.object({ claims: z.array(ClaimView), nextCursor }),
  run: async ({ id: order, ...query }, { ask }) => {
    const found = await ask(restListAccountClaims, { params: { id: order }, query });
    const claims = found.data.map((claim) => ClaimView.parse(claim));
    return {
      sentence: claims.length === 0 ? "No claims." : claims.map(sayClaim).join("\n"),
      data: { claims, nextCursor: found.nextCursor },
    };
  },
});

export const readyAccountTools = [
  listAccountServices,
  findAccountOffers,
  getAccountOffer,
  buyAccounts,
  getAccountOrder,
  listAccountOrders,
  claimAccount,
  listAccountClaims,
] as const;
