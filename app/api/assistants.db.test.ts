import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import {
  connect,
  db,
  givenKey,
  newIdempotencyKey,
  ownOffer,
  ownRentOffer,
  PRICE,
  realPort,
  use,
} from "#app/api/assistants.factory.ts";
import { deliverOver } from "#app/api/real-port.factory.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";

const ORDER = { service: "tg", country: 6, maxPriceKopecks: 2_000 };

let lastSmsId = 0;
function deliver(number: string, text: string, { pushKey }: { readonly pushKey: string } = ownOffer()) {
  lastSmsId += 1;
  return deliverOver(realPort(), pushKey, { smsId: lastSmsId, phone: Number(number), text });
}

/** A number for a day, at the price that is told for it. */
async function rentForADay(client: Client) {
  const term = { service: "tg", country: 6, hours: 24 };
  const [found] = (await use(client, "find_rent_offers", term)).data.offers;
  const paid = { maxPriceKopecks: found.priceKopecks, idempotencyKey: newIdempotencyKey() };
  return (await use(client, "rent_number", { ...term, ...paid })).data;
}

describe.each(["auto", "legacy"] as const)("the official client, negotiating %s", (mode) => {
  it("finds an offer, buys a number, waits for its code, asks for one more, and finishes the order", async () => {
    const holder = await givenKey();
    const client = await connect(holder, mode);
    expect((await use(client, "search_services", { search: "telegram" })).data.services[0]).toMatchObject({
      code: "tg",
    });
    expect((await use(client, "search_countries", { search: "+62" })).data.countries[0]).toMatchObject({
      id: 6,
    });
    const offers = await use(client, "find_offers", { service: "tg", country: 6 });
    expect(offers.data.offers).toMatchObject([
      { service: "tg", country: 6, priceKopecks: PRICE, price: "14.00 RUB", deliveryPercent: null },
    ]);
    expect(offers.text).toContain("14.00 RUB");

    const bought = await use(client, "buy_number", { ...ORDER, idempotencyKey: newIdempotencyKey() });
    expect(bought.data).toMatchObject({ state: "waiting", priceKopecks: PRICE, money: "held", code: null });
    const { id, number } = bought.data;
    expect(bought.text).toContain(`+${number}`);
    expect(bought.text).toContain("wait_for_code");

    const waiting = use(client, "wait_for_code", { id, seconds: 50 });
    await deliver(number, "Telegram code 04711");
    expect(await waiting).toMatchObject({ data: { state: "received", code: "04711", money: "captured" } });

    expect((await use(client, "request_another_code", { id })).data).toMatchObject({ wantsMore: true });
    const next = use(client, "wait_for_code", { id, seconds: 50 });
    await deliver(number, "Telegram code 99001");
    expect((await next).data).toMatchObject({ code: "99001", wantsMore: false });
    expect((await use(client, "finish_number", { id })).data).toMatchObject({ state: "completed" });
    const { availableKopecks, heldKopecks } = await getWallet(db, holder.userId);
    expect([availableKopecks, heldKopecks]).toEqual([100_000 - PRICE, 0]);
    expect((await use(client, "list_numbers", { state: "closed" })).data.numbers).toMatchObject([{ id }]);
    expect((await use(client, "get_statement")).data.transactions[0]).toMatchObject({ change: "-14.00 RUB" });
  });

  it("repeats a purchase with its idempotency key and gets the same number, paid once", async () => {
    const holder = await givenKey();
    const client = await connect(holder, mode);
    const args = { ...ORDER, idempotencyKey: newIdempotencyKey() };
    const first = await use(client, "buy_number", args);
    const again = await use(await connect(holder, mode), "buy_number", args);
    expect(again.data).toMatchObject({ id: first.data.id, number: first.data.number });
    expect((await use(client, "get_balance")).data).toMatchObject({
      availableKopecks: 100_000 - PRICE,
      heldKopecks: PRICE,
      available: "986.00 RUB",
    });
    const other = await use(client, "buy_number", { ...args, country: 95 });
    expect([other.isError, other.data.code]).toEqual([true, "IDEMPOTENCY_MISMATCH"]);
  });

  it("cancels a number before its SMS with the whole price back, once however often it asks", async () => {
    const holder = await givenKey();
    const client = await connect(holder, mode);
    const { data } = await use(client, "buy_number", { ...ORDER, idempotencyKey: newIdempotencyKey() });
    expect((await use(client, "cancel_number", { id: data.id })).data).toMatchObject({ money: "given-back" });
    expect((await use(client, "cancel_number", { id: data.id })).data).toMatchObject({ state: "cancelled" });
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("reports a number that its service refuses, with the whole price back", async () => {
    const holder = await givenKey();
    const client = await connect(holder, mode);
    const { data } = await use(client, "buy_number", { ...ORDER, idempotencyKey: newIdempotencyKey() });
    expect((await use(client, "report_number", { id: data.id })).data).toMatchObject({
      ...{ state: "banned", money: "given-back" },
    });
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("buys in a sandbox for nothing, and waits for the code that its script sends", async () => {
    const holder = await givenKey("sandbox", {}, 0);
    const client = await connect(holder, mode);
    const { data } = await use(client, "buy_number", { ...ORDER, idempotencyKey: newIdempotencyKey() });
    expect(data).toMatchObject({ id: 900_000_001, state: "waiting" });
    expect((await use(client, "wait_for_code", { id: data.id })).data).toMatchObject({ code: "12345" });
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 0, heldKopecks: 0 });
  });

  it("rents a number, waits for its SMS and reads the code, extends it and ends it", async () => {
    const client = await connect(await givenKey(), mode);
    const rented = await rentForADay(client);
    const { id, number, revision } = rented;
    expect(rented).toMatchObject({ state: "active", money: "held" });
    const quiet = await use(client, "wait_for_rental_sms", { id, seen: revision, seconds: 0 });
    expect(quiet.data).toMatchObject({ messagesCount: 0, messages: [], calls: [] });
    const waiting = use(client, "wait_for_rental_sms", { id, seen: revision, seconds: 50 });
    await deliver(number, "Telegram code 04712", ownRentOffer());
    const news = { state: "received", messagesCount: 1, messages: [{ sender: "Telegram", code: "04712" }] };
    expect(await waiting).toMatchObject({ text: expect.stringContaining("code 04712"), data: news });
    expect((await use(client, "get_rental", { id })).data).toMatchObject({ ...news, number, calls: [] });
    const { priceKopecks } = (await use(client, "get_extension_price", { id, hours: 24 })).data;
    const extended = await use(client, "extend_rental", {
      ...{ id, hours: 24, maxPriceKopecks: priceKopecks },
      idempotencyKey: newIdempotencyKey(),
    });
    expect(extended.data).toMatchObject({ hours: 48, money: "captured" });
    expect((await use(client, "finish_rental", { id })).data).toMatchObject({ state: "expired" });
    expect((await use(client, "list_rentals", { state: "over" })).data.rentals).toMatchObject([{ id }]);
  });

  it("cancels a rental on which nothing has come, with the whole price back, and none on which an SMS has", async () => {
    const holder = await givenKey();
    const client = await connect(holder, mode);
    const { id, priceKopecks } = await rentForADay(client);
    expect(await getWallet(db, holder.userId)).toMatchObject({ heldKopecks: priceKopecks });
    expect((await use(client, "cancel_rental", { id })).data).toMatchObject({
      ...{ state: "canceled", money: "given-back" },
    });
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
    const kept = await rentForADay(client);
    await deliver(kept.number, "Telegram code 04713", ownRentOffer());
    const refused = await use(client, "cancel_rental", { id: kept.id });
    expect([refused.isError, refused.data.code]).toEqual([true, "CANNOT_CANCEL"]);
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 100_000 - priceKopecks });
  });
});

describe("a refusal that a tool answers", () => {
  it("says above the key's highest price what the price is and what to do, and buys nothing", async () => {
    const holder = await givenKey("live", { priceCapKopecks: PRICE - 1 });
    const client = await connect(holder);
    expect(client.getInstructions()).toContain("One order of this key costs 13.99 RUB at most.");
    const { isError, text, data } = await use(client, "buy_number", {
      ...ORDER,
      idempotencyKey: newIdempotencyKey(),
    });
    expect(isError).toBe(true);
    expect(data).toMatchObject({ code: "WRONG_MAX_PRICE", details: { minPriceKopecks: PRICE } });
    expect(text).toMatch(/^WRONG_MAX_PRICE: .+ What to do: .{20,}/);
    expect(data.whatToDo).not.toMatch(/[`[\]{}]/);
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("says of a number, a rental and an extension one kopeck above what may be paid that it costs more, and buys none", async () => {
    const client = await connect(await givenKey());
    const refused = async (tool: string, wish: object, priceKopecks: number) => {
      const limit = { maxPriceKopecks: priceKopecks - 1, idempotencyKey: newIdempotencyKey() };
      const { isError, data } = await use(client, tool, { ...wish, ...limit });
      expect([tool, isError, data.code]).toEqual([tool, true, "WRONG_MAX_PRICE"]);
    };
    const wish = { service: "tg", country: 6 };
    const term = { ...wish, hours: 24 };
    await refused("buy_number", wish, PRICE);
    const [{ priceKopecks }] = (await use(client, "find_rent_offers", term)).data.offers;
    await refused("rent_number", term, priceKopecks);
    expect((await use(client, "get_balance")).data).toMatchObject({
      availableKopecks: 100_000,
      heldKopecks: 0,
    });
    const paid = { maxPriceKopecks: priceKopecks, idempotencyKey: newIdempotencyKey() };
    const { id } = (await use(client, "rent_number", { ...term, ...paid })).data;
    const longer = { id, hours: 24 };
    await refused(
      "extend_rental",
      longer,
      (await use(client, "get_extension_price", longer)).data.priceKopecks,
    );
    expect((await use(client, "get_balance")).data).toMatchObject({
      availableKopecks: 100_000 - priceKopecks,
      heldKopecks: priceKopecks,
    });
  });

  it("tells which argument is wrong, and takes no purchase without a highest price and an idempotency key", async () => {
    const holder = await givenKey();
    const client = await connect(holder);
    const { isError, text, data } = await use(client, "buy_number", { service: "tg", country: 6 });
    expect([isError, data.code]).toEqual([true, "VALIDATION"]);
    for (const name of ["maxPriceKopecks", "idempotencyKey"]) expect(text).toContain(name);
    expect((await use(client, "get_number", { id: 4_711 })).data).toMatchObject({
      code: "ACTIVATION_NOT_FOUND",
    });
    expect(await getWallet(db, holder.userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("is in the language that the program asks for, with everything else as it is", async () => {
    const holder = await givenKey("live", {}, 0);
    const client = await connect(holder, "auto", { "x-user-locale": "ru" });
    const { data } = await use(client, "buy_number", { ...ORDER, idempotencyKey: newIdempotencyKey() });
    expect(data).toMatchObject({ code: "NO_BALANCE" });
    expect(data.whatToDo).toMatch(/\p{Script=Cyrillic}/u);
  });
});

describe("a wait for a code", () => {
  it("tells who wants to hear it that it goes on, and ends as the order is then", async () => {
    const client = await connect(await givenKey());
    const { data } = await use(client, "buy_number", { ...ORDER, idempotencyKey: newIdempotencyKey() });
    const heard: number[] = [];
    const { structuredContent } = await client.callTool(
      { name: "wait_for_code", arguments: { id: data.id, seconds: 11 } },
      { onprogress: ({ progress }) => heard.push(progress) },
    );
    expect(structuredContent).toMatchObject({ state: "waiting", code: null });
    expect(heard).toEqual([10]);
  });
});
