import { z } from "zod";
import { ownPriceText, priceText } from "#features/assistants/assistants.rules.ts";
import { foundText } from "#features/assistants/assistants.view.ts";
import { RentedView, rentedView, sayRental } from "#features/assistants/tools/rentals.view.ts";
import {
  type Ask,
  countryId,
  cursor,
  defineTool,
  idempotencyKey,
  limit,
  maxPriceKopecks,
  nextCursor,
  orderId,
  reads,
  readsSms,
  spends,
  waitForNews,
  waitSeconds,
} from "#features/assistants/tools/tool.contract.ts";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { fullRentCode, rentHours } from "#features/rentals/rentals.rules.ts";
import {
  RestRentOffer,
  restListRentOffers,
} from "#features/rest-api/rentals/rental-offers/rental-offers.contract.ts";
import {
  type RestRental,
  restCancelRental,
  restExtendRental,
  restFinishRental,
  restGetExtensionPrice,
  restGetRental,
  restListRentalCalls,
  restListRentalMessages,
  restListRentals,
  restRent,
} from "#features/rest-api/rentals/rentals.contract.ts";
import { isRentalNews } from "#features/rest-api/rentals/rentals.view.ts";

const id = orderId.describe("Id of the rental");
const hours = z.number().int().min(rentHours.min).max(rentHours.max);
const service = ServiceCode.describe(
  `Code of a service, or ${fullRentCode} for the whole number with all its SMS`,
);

const RentOfferEntry = z.object({
  ...RestRentOffer.pick({
    service: true,
    country: true,
    hours: true,
    priceKopecks: true,
    retailPriceKopecks: true,
    currency: true,
    count: true,
    operators: true,
  }).shape,
  price: z.string().describe("The price to read"),
});

const findRentOffers = defineTool({
  name: "find_rent_offers",
  title: "Find numbers to rent",
  description:
    "What can be rented for so many hours, at the price that this key pays, beside the retail one, cheapest first. Name a service, a " +
    "country, or both.",
  endpoints: [restListRentOffers],
  hints: reads,
  input: z.strictObject({
    service: service.optional(),
    country: countryId.optional().describe("Id of a country (search_countries)"),
    hours: hours.default(rentHours.min).describe("For how long; a day is 24"),
    limit,
  }),
  output: z.object({ offers: z.array(RentOfferEntry), found: z.number().int() }),
  run: async ({ limit: most, ...query }, { ask }) => {
    const { data } = await ask(restListRentOffers, { query });
    const offers = data
      .slice(0, most)
      .map((offer) => RentOfferEntry.parse({ ...offer, price: priceText(offer.priceKopecks) }));
    const lines = offers.map(
      ({ service: code, country, hours: term, priceKopecks, retailPriceKopecks, count }) =>
        `${code} in ${country}, ${term} h: ${ownPriceText(priceKopecks, retailPriceKopecks)}, ${count} numbers`,
    );
    return {
      sentence:
        data.length === 0
          ? "Nothing can be rented for this now."
          : `${foundText(data.length, offers.length)}:\n${lines.join("\n")}`,
      data: { offers, found: data.length },
    };
  },
});

function told(rental: RestRental) {
  const data = rentedView(rental);
  return { sentence: sayRental(data), data };
}

const rentNumber = defineTool({
  name: "rent_number",
  title: "Rent a number",
  description:
    "Rents a number for hours or weeks, never above maxPriceKopecks. The price is held first and comes back in full when the rental is " +
    "cancelled soon and nothing has come. Keep idempotencyKey: when the answer is lost, call again with the same key and the same arguments.",
  endpoints: [restRent],
  hints: spends,
  input: z.strictObject({
    service,
    country: countryId.describe("Id of a country (search_countries)"),
    operator: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/)
      .default("any")
      .describe("An operator of the country, or any"),
    hours: hours.describe("For how long; a day is 24"),
    maxPriceKopecks: maxPriceKopecks.describe(
      "The most that all hours may cost (find_rent_offers tells prices)",
    ),
    idempotencyKey,
  }),
  output: RentedView,
  run: async ({ idempotencyKey: key, ...body }, { ask }) =>
    told(await ask(restRent, { body, idempotencyKey: key })),
});

const RentedSms = z.object({
  sender: z.string(),
  text: z.string(),
  code: z.string().nullable(),
  receivedAt: z.string(),
});
const RentedCall = z.object({ caller: z.string(), calledAt: z.string() });
const RentalWithNews = z.object({
  ...RentedView.shape,
  messages: z.array(RentedSms).describe("The newest ones"),
  calls: z.array(RentedCall).describe("The newest ones"),
});

/** A rental with the newest of what came on it. */
async function withNews(ask: Ask, rental: RestRental) {
  const asked = { params: { id: rental.id }, query: { limit: 10 } };
  const [messages, calls] = await Promise.all([
    rental.messagesCount === 0 ? null : ask(restListRentalMessages, asked),
    rental.callsCount === 0 ? null : ask(restListRentalCalls, asked),
  ]);
  const data = RentalWithNews.parse({
    ...rentedView(rental),
    messages: messages?.data ?? [],
    calls: calls?.data ?? [],
  });
  const lines = [
    ...data.messages.map(
      ({ sender, text, code }) => `SMS of ${sender}${code === null ? "" : `, code ${code}`}: ${text}`,
    ),
    ...data.calls.map(({ caller, calledAt }) => `Call of ${caller} at ${calledAt}`),
  ];
  return { sentence: [sayRental(data), ...lines].join("\n"), data };
}

const newsEndpoints = [restGetRental, restListRentalMessages, restListRentalCalls];

const getRental = defineTool({
  name: "get_rental",
  title: "One rental",
  description: "A rental with its newest SMS and calls, as it is now.",
  endpoints: newsEndpoints,
  hints: readsSms,
  input: z.strictObject({ id }),
  output: RentalWithNews,
  run: async (params, { ask }) => withNews(ask, await ask(restGetRental, { params })),
});

const waitForRentalSms = defineTool({
  name: "wait_for_rental_sms",
  title: "Wait for an SMS on a rental",
  description:
    "Answers as soon as an SMS or a call has come, or when the time is over. Send the revision of the rental that you have as seen, to " +
    "wait for what comes after it.",
  endpoints: newsEndpoints,
  hints: readsSms,
  input: z.strictObject({
    id,
    seen: z
      .string()
      .regex(/^[\w.]{1,60}$/)
      .optional()
      .describe("revision of what you have"),
    seconds: waitSeconds,
  }),
  output: RentalWithNews,
  run: async ({ id: rental, seen, seconds }, context) => {
    const known = seen === undefined ? null : new Set([seen]);
    const found = await waitForNews(
      context,
      seconds,
      (wait) => context.ask(restGetRental, { params: { id: rental }, query: { wait, seen } }),
      (read) => isRentalNews(read, known),
    );
    return withNews(context.ask, found);
  },
});

const listRentals = defineTool({
  name: "list_rentals",
  title: "Rentals",
  description: "Rentals of this key's account, newest first: running ones, those that are over, or all.",
  endpoints: [restListRentals],
  hints: reads,
  input: z.strictObject({
    state: z.enum(["running", "over"]).optional().describe("Left out: all"),
    limit,
    cursor,
  }),
  output: z.object({ rentals: z.array(RentedView), nextCursor }),
  run: async ({ state, ...page }, { ask }) => {
    const states = { running: "requested,active,received", over: "expired,canceled" };
    const found = await ask(restListRentals, {
      query: { ...page, state: state === undefined ? undefined : states[state] },
    });
    const rentals = found.data.map(rentedView);
    return {
      sentence: rentals.length === 0 ? "No rentals." : rentals.map(sayRental).join("\n"),
      data: { rentals, nextCursor: found.nextCursor },
    };
  },
});

const ExtensionPrice = z.object({
  hours: z.number().int(),
  priceKopecks: z.number().int(),
  price: z.string().describe("The price to read"),
  expiresAt: z.string().describe("When the rental would end"),
  maxHours: z.number().int().describe("Hours that fit at most now"),
});

const getExtensionPrice = defineTool({
  name: "get_extension_price",
  title: "Price of an extension",
  description: "What it would cost now to extend a rental.",
  endpoints: [restGetExtensionPrice],
  hints: reads,
  input: z.strictObject({ id, hours: hours.describe("How much longer; a day is 24") }),
  output: ExtensionPrice,
  run: async ({ id: rental, hours: longer }, { ask }) => {
    const found = await ask(restGetExtensionPrice, { params: { id: rental }, query: { hours: longer } });
    const price = priceText(found.priceKopecks);
    return {
      sentence: `${found.hours} h more cost ${price}; the rental would end at ${found.expiresAt}.`,
      data: ExtensionPrice.parse({ ...found, price }),
    };
  },
});

const extendRental = defineTool({
  name: "extend_rental",
  title: "Extend a rental",
  description:
    "Extends a running rental at once, for money at once, never above maxPriceKopecks; afterwards it cannot be cancelled. Keep " +
    "idempotencyKey: when the answer is lost, call again with the same key and the same arguments.",
  endpoints: [restExtendRental],
  hints: spends,
  input: z.strictObject({
    id,
    hours: hours.describe("How much longer; a day is 24"),
    maxPriceKopecks: maxPriceKopecks.describe(
      "The most that it may cost (get_extension_price tells the price)",
    ),
    idempotencyKey,
  }),
  output: RentedView,
  run: async ({ id: rental, idempotencyKey: key, ...body }, { ask }) =>
    told(await ask(restExtendRental, { params: { id: rental }, body, idempotencyKey: key })),
});

const cancelRental = defineTool({
  name: "cancel_rental",
  title: "Cancel a rental",
  description:
    "Ends a rental on which nothing has come and gives the whole price back, while cancellableFor is not null.",
  endpoints: [restCancelRental],
  hints: spends,
  input: z.strictObject({ id }),
  output: RentedView,
  run: async (params, { ask }) =>
    told(await ask(restCancelRental, { params, idempotencyKey: crypto.randomUUID() })),
});

const finishRental = defineTool({
  name: "finish_rental",
  title: "End a rental early",
  description: "Ends a rental before its time, without money back.",
  endpoints: [restFinishRental],
  hints: spends,
  input: z.strictObject({ id }),
  output: RentedView,
  run: async (params, { ask }) =>
    told(await ask(restFinishRental, { params, idempotencyKey: crypto.randomUUID() })),
});

export const rentalTools = [
  findRentOffers,
  rentNumber,
  waitForRentalSms,
  getRental,
  listRentals,
  getExtensionPrice,
  extendRental,
  cancelRental,
  finishRental,
] as const;
