import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  connect,
  db,
  givenKey,
  newIdempotencyKey,
  owner,
  realPort,
  use,
} from "#app/api/assistants.factory.ts";
import { expireActivation, finishActivation } from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { assistantLimits } from "#features/assistants/assistants.rules.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice } from "#features/pricing/pricing.writes.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { forgetDeliveryRates } from "#features/statistics/delivery/delivery.reads.ts";
import { ratedPurchases } from "#features/statistics/delivery/delivery.rules.ts";
import { countOrders } from "#features/statistics/statistics.writes.ts";
import { forgetShared } from "#lib/api/shared-answers.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";

// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);
const { entriesMax, entriesDefault } = assistantLimits;
/** Where the numbers are sold of which is told how many got a code, beside Indonesia's of the factory. */
const rated = [10, 12, 16] as const;

/** The same question to REST v1, over the same port. */
async function askRest(key: string, path: string, body?: object) {
  const answer = await fetch(`${realPort().origin}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { "content-type": "application/json", "idempotency-key": newIdempotencyKey() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}

type Listed = { readonly country: number; readonly deliveryPercent: number | null };

describe("how many of a hundred purchases got a code, as an assistant finds it", () => {
  it("is what REST v1 tells of the same offers, and the best delivery comes first where that is asked for", async () => {
    const service = "tg";
    const buyer = await givenCustomer(db, 1_000_000);
    /** So many of the least purchases that say something got their code; the others none. */
    const rate = async (countryId: number, priceKopecks: number, codes: number) => {
      const { supplierId } = await givenOffer(db, { countryId, count: ratedPurchases + 5, priceKopecks });
      for (let at = 0; at < ratedPurchases; at += 1) {
        const wish = purchase({ userId: buyer, countryId, channel: "api" });
        const { id, number } = await buyActivation(db, wish);
        if (at >= codes) await expireActivation(db, { id, state: "waiting" });
        else {
          await givenSms(db, supplierId, number, "Telegram code 41507");
          await finishActivation(db, buyer, id);
        }
      }
    };
    const [good, bad, fresh] = rated;
    await rate(good, 1_500, 15);
    await rate(bad, 1_200, 4);
    await givenOffer(db, { countryId: fresh, count: 5, priceKopecks: 1_300 });
    await moveClock(owner, "6 minutes");
    await countOrders(db, 1_000);
    forgetDeliveryRates(db);
    forgetShared(db);

    const holder = await givenKey();
    const client = await connect(holder);
    const rest = await askRest(holder.key, `/offers?service=${service}`);
    const figures = (offers: readonly Listed[]) =>
      offers.map(({ country, deliveryPercent }) => [country, deliveryPercent]);
    const found = await use(client, "find_offers", { service });
    expect(figures(found.data.offers)).toEqual([
      [bad, 20],
      [fresh, null],
      [6, null],
      [good, 75],
    ]);
    expect(figures(found.data.offers)).toEqual(figures(rest.body.data));
    for (const words of [
      /\(10\): 15\.00 RUB, .*75 % delivered/,
      /\(12\).*20 % delivered/,
      /\(16\).*not known yet/,
    ])
      expect(found.text).toMatch(words);
    const best = await use(client, "find_offers", { service, order: "delivery" });
    expect(figures(best.data.offers)).toEqual([
      [good, 75],
      [bad, 20],
      [fresh, null],
      [6, null],
    ]);
  });
});

describe("a price that was agreed with the account, as an assistant finds it", () => {
  it.each([
    ["find_offers", {}],
    ["find_rent_offers", { hours: 24 }],
  ])("has the retail one beside it in %s, and anybody else's is said once", async (tool, more) => {
    const wish = { service: "tg", country: 6, ...more };
    const [anyone, friend] = [await givenKey(), await givenKey()];
    const goods = { userId: friend.userId, serviceId: 52, countryId: 6 };
    await agreePersonalPrice(db, { ...goods, priceKopecks: kopecks(1_111) });
    await agreeRentHour(db, { ...goods, hourKopecks: kopecks(107) });
    const { text, data } = await use(await connect(anyone), tool, wish);
    const [retail] = data.offers;
    expect(retail.retailPriceKopecks).toBe(retail.priceKopecks);
    expect(text).toContain(`: ${retail.price}, `);
    const told = await use(await connect(friend), tool, wish);
    const [own] = told.data.offers;
    expect(own.priceKopecks).toBeLessThan(retail.priceKopecks);
    expect(own.retailPriceKopecks).toBe(retail.priceKopecks);
    expect(told.text).toContain(`: ${own.price} (retail ${retail.price}), `);
  });
});

describe("a long answer", () => {
  it("is cut at what was asked for, at ten by itself and at fifty at most, and says how many there are", async () => {
    const { countries } = await readCatalogue(db);
    const sold = countries
      .filter(({ id, visible }) => visible && id !== 0 && id !== 6)
      .slice(0, entriesMax + 4);
    for (const [at, { id }] of sold.entries())
      await givenOffer(db, { serviceId: 1, countryId: id, count: 1, priceKopecks: 2_000 + at });
    forgetShared(db);
    const client = await connect(await givenKey());
    const all = sold.length;
    expect(all).toBeGreaterThan(entriesMax);
    for (const [limit, shown] of [
      [undefined, entriesDefault],
      [3, 3],
      [entriesMax, entriesMax],
    ] as const) {
      const { data, text } = await use(client, "find_offers", { service: "wa", ...(limit && { limit }) });
      expect([data.offers.length, data.found]).toEqual([shown, all]);
      expect(text).toMatch(new RegExp(`^${all} found, the first ${shown} of them:\\n`));
      expect(text.split("\n")).toHaveLength(shown + 1);
    }
    const many = await use(client, "find_offers", { service: "wa", limit: entriesMax + 1 });
    expect([many.isError, many.data.code]).toEqual([true, "VALIDATION"]);
    const one = await use(client, "find_offers", { service: "wa", country: sold[0]?.id });
    expect([one.data.found, one.text]).toEqual([1, expect.stringMatching(/^1 found:\n/)]);
    for (const [tool, list] of [
      ["search_services", "services"],
      ["search_countries", "countries"],
    ] as const) {
      const { data, text } = await use(client, tool);
      expect([tool, data[list].length]).toEqual([tool, entriesDefault]);
      expect(data.found).toBeGreaterThan(entriesMax);
      expect(text).toContain(`${data.found} found, the first ${entriesDefault} of them: `);
    }
  });

  it("about ready accounts is cut in the same way, and a service is found by a part of its name", async () => {
    const { services } = await readCatalogue(db);
    for (const { id } of services.slice(0, entriesDefault + 2))
      await givenAccountOffer(db, { serviceId: id, count: 1 });
    for (let at = 0; at < entriesDefault + 1; at += 1)
      await givenAccountOffer(db, { count: 1, priceKopecks: kopecks(700 + at) });
    const client = await connect(await givenKey());
    const listed = await use(client, "list_account_services");
    expect([listed.data.services.length, listed.data.found > entriesDefault]).toEqual([entriesDefault, true]);
    expect(listed.text).toContain(`${listed.data.found} found, the first ${entriesDefault} of them: `);
    const named = await use(client, "list_account_services", { search: " TELE" });
    expect(named.data.services).toContainEqual({ code: "tg", name: "Telegram" });
    const offers = await use(client, "find_account_offers", { service: "tg" });
    expect(offers.data.offers).toHaveLength(entriesDefault);
    expect(offers.text).toContain(`${offers.data.found} found, the first ${entriesDefault} of them:`);
  });

  it("that goes on over pages says where the next one begins, until the last", async () => {
    const holder = await givenKey();
    const client = await connect(holder);
    const count = entriesDefault + 2;
    await givenOffer(db, { countryId: 187, count, priceKopecks: 1_400 });
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1)
      ids.unshift((await buyActivation(db, purchase({ userId: holder.userId, countryId: 187 }))).id);
    const first = (await use(client, "list_numbers")).data;
    const second = (await use(client, "list_numbers", { cursor: first.nextCursor })).data;
    expect([first.numbers.length, second.numbers.length, second.nextCursor]).toEqual([
      entriesDefault,
      2,
      null,
    ]);
    expect([...first.numbers, ...second.numbers].map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  it("is in the hand of whoever asks: every tool that lists takes a limit of fifty at most", () => {
    // What one order or rental holds is given whole, and a page of it where there may be more.
    const whole = new Set(["messages", "calls", "operators"]);
    for (const { name, input, output } of tools) {
      const lists = Object.entries(output.shape).filter(
        ([key, kind]) => kind instanceof z.ZodArray && !whole.has(key),
      );
      if (lists.length === 0) continue;
      const { properties } = z.toJSONSchema(input, { io: "input" });
      expect([name, properties?.limit]).toEqual([
        ...[name, expect.objectContaining({ maximum: entriesMax, default: entriesDefault })],
      ]);
    }
  });
});

describe("what a key may spend in a day", () => {
  const PAID = 1_400;
  const number = { service: "tg", country: 6 };

  it.each([
    ["buy_number", "/activations", { ...number, maxPriceKopecks: 2_000 }],
    ["rent_number", "/rentals", { ...number, hours: 24, maxPriceKopecks: 100_000 }],
    ["buy_accounts", "/ready-accounts/orders", { count: 2, maxPriceKopecks: 100_000 }],
  ])(
    "is not gone beyond by %s: it is refused as %s of REST v1 is, and nothing is bought or held",
    async (tool, path, wish) => {
      const { offerId } = await givenAccountOffer(db, { count: 4 });
      const holder = await givenKey("live", { dailyLimitKopecks: PAID + 1 });
      const client = await connect(holder);
      expect(client.getInstructions()).toContain("This key spends 14.01 RUB a day (UTC) at most.");
      const first = { ...number, maxPriceKopecks: 2_000, idempotencyKey: newIdempotencyKey() };
      expect((await use(client, "buy_number", first)).data).toMatchObject({ priceKopecks: PAID });
      const wallet = await getWallet(db, holder.userId);

      const asked = tool === "buy_accounts" ? { ...wish, offerId } : wish;
      const refused = await use(client, tool, { ...asked, idempotencyKey: newIdempotencyKey() });
      const { maxPriceKopecks, ...body } = asked;
      const limit = tool === "buy_accounts" ? { maxTotalKopecks: maxPriceKopecks } : { maxPriceKopecks };
      const rest = await askRest(holder.key, path, { ...body, ...limit });
      expect([rest.status, rest.body.error.code]).toEqual([402, "KEY_SPENT"]);
      const { code, message, details } = rest.body.error;
      expect([refused.isError, refused.data]).toEqual([
        true,
        expect.objectContaining({ code, message, details: { leftKopecks: 1 } }),
      ]);
      expect(details).toEqual({ leftKopecks: 1 });
      expect(refused.text).toMatch(/^KEY_SPENT: .+ What to do: .{20,}/);

      expect(await getWallet(db, holder.userId)).toEqual(wallet);
      expect((await use(client, "list_numbers")).data.numbers).toHaveLength(1);
      expect((await use(client, "list_rentals")).data.rentals).toEqual([]);
      expect((await use(client, "list_account_orders")).data.orders).toEqual([]);
    },
  );
});
