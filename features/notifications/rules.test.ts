import { expect, it } from "vitest";
import { changesOf } from "#features/notifications/rules.ts";

it("names every order once and remembers the newest event", () => {
  const events = [
    { id: 3, data: { activationId: 7, state: "waiting" } },
    { id: 5, data: { activationId: 8, state: "received" } },
    { id: 4, data: { activationId: 7, state: "received" } },
  ];
  expect(changesOf(events)).toEqual({ activationIds: [7, 8], rentalIds: [], balance: true, lastId: 5 });
});

it("names every rental once", () => {
  const events = [
    { id: 3, data: { rentalId: 9, state: "active" } },
    { id: 4, data: { rentalId: 9, state: "received" } },
  ];
  expect(changesOf(events)).toMatchObject({ activationIds: [], rentalIds: [9], balance: true });
});

it("reads the balance only where an event may have moved it", () => {
  expect(changesOf([{ id: 1, data: { activationId: 7, state: "completed" } }]).balance).toBe(false);
  for (const state of ["waiting", "received", "cancelled", "expired", "banned", "failed"]) {
    expect(changesOf([{ id: 1, data: { activationId: 7, state } }]).balance, state).toBe(true);
  }
  expect(changesOf([{ id: 1, data: { invoiceId: 1 } }])).toEqual({
    activationIds: [],
    rentalIds: [],
    balance: true,
    lastId: 1,
  });
});
