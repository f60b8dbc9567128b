import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  available,
  cancel,
  extend,
  finish,
  givenBuyer,
  keyed,
  NO_ID,
  owner,
  priceOf,
  push,
  rented,
  said,
} from "#app/api/rest-rentals.factory.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

describe("POST /v1/rentals/{id}/cancel", () => {
  it("refunds once, however often it is asked for, in parallel too", async () => {
    const { client } = await givenBuyer();
    const before = await available(client);
    const { id } = await rented(client);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(client, id, key)));
    for (const { response, data } of answers) {
      // Who comes while the first is at it is told to come back.
      expect([200, 409]).toContain(response.status);
      if (response.status === 409) expect(response.headers.get("retry-after")).toBe("1");
      else expect(data).toMatchObject({ state: "canceled", money: "given-back", expiresIn: 0 });
    }
    const again = await cancel(client, id, key);
    expect(again.response.headers.get("idempotency-replayed")).toBe("true");
    expect((await cancel(client, id)).data?.state).toBe("canceled");
    expect(await available(client)).toBe(before);
    expect(said(await cancel(client, NO_ID, key))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  });

  it("is refused once something has come, and after the time for it", async () => {
    const { client } = await givenBuyer();
    const [got, late] = [await rented(client), await rented(client)];
    await push(got.number, "Telegram code 04711");
    const refused = await cancel(client, got.id);
    expect([...said(refused), refused.error?.error.details]).toEqual([
      ...[409, "CANNOT_CANCEL", { state: "received" }],
    ]);
    await moveClock(owner, "21 minutes");
    expect(said(await cancel(client, late.id))).toEqual([409, "CANNOT_CANCEL"]);
    await moveClock(owner, "-21 minutes");
  });
});

describe("POST /v1/rentals/{id}/finish", () => {
  it("ends it without money back; then nothing more can be done with it", async () => {
    const { client } = await givenBuyer();
    const { id, number } = await rented(client);
    await push(number, "Telegram code 04711");
    const before = await available(client);
    expect((await finish(client, id)).data).toMatchObject({ state: "expired", money: "captured" });
    expect((await finish(client, id)).response.status).toBe(200);
    expect(await available(client)).toBe(before);
    expect(said(await cancel(client, id))).toEqual([409, "RENTAL_OVER"]);
    expect(said(await extend(client, id, 4))).toEqual([409, "RENTAL_OVER"]);
    expect(said(await priceOf(client, id, 4))).toEqual([409, "RENTAL_OVER"]);
  });
});

describe("extensions", () => {
  it("cost what was listed before, and take the money that was held", async () => {
    const { client } = await givenBuyer();
    const { id, expiresAt } = await rented(client);
    const { data: price } = await priceOf(client, id, 24);
    const before = await available(client);
    const { data, response } = await extend(client, id, 24, { maxPriceKopecks: price?.priceKopecks ?? 0 });
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      ...{ hours: 28, money: "captured", cancellableFor: null, expiresAt: price?.expiresAt },
      extensions: [{ hours: 24, priceKopecks: price?.priceKopecks }],
    });
    expect(Date.parse(data?.expiresAt ?? "") - Date.parse(expiresAt)).toBe(24 * 3_600_000);
    expect(before - (await available(client))).toBe(price?.priceKopecks);
  });

  it("are bought once per key, and 422 under it for other hours", async () => {
    const { client } = await givenBuyer();
    const { id } = await rented(client);
    const options = { ...keyed(id), body: { hours: 4 } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.POST("/api/v1/rentals/{id}/extensions", options)),
    );
    expect(new Set(answers.map(({ data }) => data?.extensions.length))).toEqual(new Set([1]));
    const other = { ...options, body: { hours: 5 } };
    expect(said(await client.POST("/api/v1/rentals/{id}/extensions", other))).toEqual([
      ...[422, "IDEMPOTENCY_MISMATCH"],
    ]);
  });

  it("are refused above the agreed price, beyond four weeks, without money, and outside the hours", async () => {
    const { client } = await givenBuyer(2_000);
    const { id } = await rented(client);
    expect(said(await extend(client, id, 24, { maxPriceKopecks: 1 }))).toEqual([409, "WRONG_MAX_PRICE"]);
    expect(said(await extend(client, id, 669))).toEqual([409, "MAX_HOURS_EXCEEDED"]);
    expect(said(await priceOf(client, id, 669))).toEqual([409, "MAX_HOURS_EXCEEDED"]);
    expect(said(await extend(client, id, 600))).toEqual([402, "NO_BALANCE"]);
    expect(said(await extend(client, id, 3))).toEqual([400, "VALIDATION"]);
    expect(said(await priceOf(client, id, 3))).toEqual([422, "INVALID_TIME"]);
  });
});
