import { describe, expect, it } from "vitest";
import { bought, db, givenBuyer, push, said, TG } from "#app/api/rest-orders.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { makeCursor } from "#features/rest-api/rest-api.rules.ts";

describe("lists", () => {
  it("orders, newest first, narrowed by state, service and country", async () => {
    const { call } = await givenBuyer();
    await givenOffer(db, { countryId: 22, serviceId: 52, count: 5 });
    const [first, second, third] = [
      await bought(call),
      await bought(call, { ...TG, country: 22 }),
      await bought(call),
    ];
    await call("POST", `/activations/${first.id}/cancel`);
    await push(third.number);
    const ids = async (query: string) => {
      const { status, body } = await call("GET", `/activations${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.nextCursor).toBeNull();
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await ids("")).toEqual([third.id, second.id, first.id]);
    expect(await ids("?state=open")).toEqual([third.id, second.id]);
    expect(await ids("?state=closed")).toEqual([first.id]);
    expect(await ids("?state=received,cancelled")).toEqual([third.id, first.id]);
    expect(await ids("?country=22")).toEqual([second.id]);
    expect(await ids("?state=open&country=6&service=tg")).toEqual([third.id]);
    expect(await ids("?service=wa")).toEqual([]);
    expect(said(await call("GET", "/activations?service=nosuch"))).toEqual([404, "SERVICE_NOT_FOUND"]);
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=1.5",
    "state=nosuch",
    "state=open,",
    "cursor=nosuch",
    `cursor=${makeCursor("messages", 1, 2)}`,
    "ids=1,x",
    `ids=${Array.from({ length: 101 }, (_, at) => at + 1).join(",")}`,
    "wait=26",
    "wait=-1",
    "seen=%20",
    "country=x",
  ])("of orders refuse the query %s", async (query) => {
    const { call } = await givenBuyer();
    expect(said(await call("GET", `/activations?${query}`))).toEqual([400, "VALIDATION"]);
  });

  it("a walk over pages meets every order once while others are bought", async () => {
    const { call } = await givenBuyer(1_000_000);
    const before: number[] = [];
    for (let index = 0; index < 25; index += 1) before.push((await bought(call)).id);
    const walk = async () => {
      const met: number[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
        const { body } = await call("GET", `/activations?limit=4${query}`);
        expect(body.data.length).toBeLessThanOrEqual(4);
        met.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.nextCursor;
      }
      return met;
    };
    const buying = Promise.all(Array.from({ length: 25 }, () => bought(call)));
    for (const met of await Promise.all([walk(), walk(), walk()])) {
      expect(met).toEqual(met.toSorted((a, b) => b - a));
      expect(new Set(met).size).toBe(met.length);
      expect(met).toEqual(expect.arrayContaining(before));
    }
    await buying;
    expect(await walk()).toHaveLength(50);
  });

  it("orders by their ids, those of others and unknown ones left out, each once", async () => {
    const { call } = await givenBuyer();
    const stranger = await givenBuyer();
    const own = [await bought(call), await bought(call)];
    const foreign = await bought(stranger.call);
    const { body } = await call(
      "GET",
      `/activations?ids=${own[0].id},${foreign.id},1,${own[1].id},${own[0].id}`,
    );
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([own[1].id, own[0].id]);
    expect(body.nextCursor).toBeNull();
  });

  it("SMS of an order and of all orders, newest first, page by page", async () => {
    const { call } = await givenBuyer();
    const orders = [await bought(call), await bought(call), await bought(call)];
    for (const [index, { number }] of [orders[1], orders[0], orders[1], orders[2]].entries()) {
      await push(number, `Your code is 1000${index}`);
    }
    const codes = (body: { data: { code: string }[] }) => body.data.map(({ code }) => code);
    const all = await call("GET", "/messages");
    expect(codes(all.body)).toEqual(["10003", "10002", "10001", "10000"]);
    expect(all.body.data[0]).toEqual({
      id: expect.any(Number),
      activationId: orders[2].id,
      sender: "Telegram",
      text: "Your code is 10003",
      code: "10003",
      receivedAt: expect.stringMatching(/Z$/),
      late: false,
    });
    const first = await call("GET", "/messages?limit=3");
    // One that comes meanwhile moves nothing.
    await push(orders[0].number, "Your code is 10004");
    const second = await call("GET", `/messages?limit=3&cursor=${first.body.nextCursor}`);
    expect([...codes(first.body), ...codes(second.body)]).toEqual(codes(all.body));
    expect(second.body.nextCursor).toBeNull();
    const own = await call("GET", `/activations/${orders[1].id}/messages?limit=1`);
    expect(codes(own.body)).toEqual(["10002"]);
    const rest = await call(
      "GET",
      `/activations/${orders[1].id}/messages?limit=1&cursor=${own.body.nextCursor}`,
    );
    expect([codes(rest.body), rest.body.nextCursor]).toEqual([["10000"], null]);
  });

  it("SMS of a stranger's order are those of none", async () => {
    const { call } = await givenBuyer();
    const stranger = await givenBuyer();
    const { id, number } = await bought(stranger.call);
    await push(number);
    expect(said(await call("GET", `/activations/${id}/messages`))).toEqual([404, "ACTIVATION_NOT_FOUND"]);
    expect(said(await call("GET", `/activations/${id}`))).toEqual([404, "ACTIVATION_NOT_FOUND"]);
    expect((await call("GET", "/messages")).body.data).toEqual([]);
  });

  it.each(["messages?cursor=nosuch", `messages?cursor=${makeCursor("activations", 1)}`, "messages?limit=x"])(
    "of messages refuse the path %s",
    async (path) => {
      const { call } = await givenBuyer();
      expect(said(await call("GET", `/${path}`))).toEqual([400, "VALIDATION"]);
    },
  );
});
