import { expect, it } from "vitest";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { changesOf, viewOf } from "#features/notifications/notifications.rules.ts";

const everything = viewOf({ locale: "en" });

it("a batch of events names every order once and remembers the newest event", () => {
  const events = [
    { id: 3, data: { activationId: 7, state: "waiting" } },
    { id: 5, data: { activationId: 8, state: "received" } },
    { id: 4, data: { activationId: 7, state: "received" } },
  ];
  expect(changesOf(events, everything)).toEqual({
    activationIds: [7, 8],
    searchIds: [],
    rentalIds: [],
    balance: true,
    lastId: 5,
  });
});

it("a batch of events names every rental once", () => {
  const events = [
    { id: 3, data: { rentalId: 9, state: "active" } },
    { id: 4, data: { rentalId: 9, state: "received" } },
  ];
  expect(changesOf(events, everything)).toMatchObject({
    activationIds: [],
    searchIds: [],
    rentalIds: [9],
    balance: true,
  });
});

it("the balance is read only where an event may have moved it", () => {
  expect(changesOf([{ id: 1, data: { activationId: 7, state: "completed" } }], everything).balance).toBe(
    false,
  );
  for (const state of ["waiting", "received", "cancelled", "expired", "banned", "failed"]) {
    expect(changesOf([{ id: 1, data: { activationId: 7, state } }], everything).balance, state).toBe(true);
  }
  expect(changesOf([{ id: 1, data: { invoiceId: 1 } }], everything)).toEqual({
    activationIds: [],
    searchIds: [],
    rentalIds: [],
    balance: true,
    lastId: 1,
  });
});

it("of all events a stream shows those that were asked for", () => {
  const events = [
    { id: 3, data: { activationId: 7, state: "waiting" } },
    { id: 4, data: { activationId: 8, state: "waiting" } },
    { id: 5, data: { rentalId: 9, state: "active" } },
  ];
  const shown = (input: Partial<Parameters<typeof viewOf>[0]>) => {
    const { activationIds, rentalIds, balance } = changesOf(events, viewOf({ locale: "en", ...input }));
    return [activationIds, rentalIds, balance];
  };
  expect(shown({})).toEqual([[7, 8], [9], true]);
  expect(shown({ types: ["balance"] })).toEqual([[], [], true]);
  expect(shown({ types: ["rental", "activation"] })).toEqual([[7, 8], [9], false]);
  expect(shown({ activationIds: [8, 5] })).toEqual([[8], [], false]);
  expect(shown({ activationIds: [8], types: ["activation", "balance"] })).toEqual([[8], [], true]);
});

it("views that show the same have one name, and others another", () => {
  const name = (input: Partial<Parameters<typeof viewOf>[0]>) => viewOf({ locale: "en", ...input }).name;
  expect(name({ types: ["balance", "activation"] })).toBe(name({ types: ["activation", "balance"] }));
  expect(name({ activationIds: [2, 1, 2] })).toBe(name({ activationIds: [1, 2] }));
  expect(
    new Set([name({}), name({ locale: "ru" }), name({ types: ["balance"] }), name({ activationIds: [1] })])
      .size,
  ).toBe(4);
});

it("a key's streams never carry goods that the key is not for", () => {
  const key = {
    keyId: 1,
    isSandbox: false,
    scopes: [],
    dailyLimitKopecks: null,
    priceCapKopecks: null,
    maxPrices: {},
  };
  const view = viewOf({ locale: "en", key: { ...key, serviceIds: [52], countryIds: [6] } });
  expect([coversGoods(view, 52, 6), coversGoods(view, 1, 6), coversGoods(view, 52, 7)]).toEqual([
    true,
    false,
    false,
  ]);
  // A whole number gets the SMS of every service.
  expect([coversGoods(view, null, 6), coversGoods(everything, null, 6)]).toEqual([false, true]);
});
