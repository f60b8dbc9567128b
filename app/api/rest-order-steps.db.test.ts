import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { bought, db, givenBuyer, owner, push, said } from "#app/api/rest-orders.factory.ts";
import { forgetOldAnswers } from "#features/idempotency/idempotency.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { execute, one } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

describe("steps of an order", () => {
  it("cancel gives the money back and answers the order", async () => {
    const { call, userId } = await givenBuyer();
    const { id } = await bought(call);
    const { status, body } = await call("POST", `/activations/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      state: "cancelled",
      money: "given-back",
      expiresIn: 0,
      cancellableIn: null,
    });
    expect(body.closedAt).toMatch(/Z$/);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("the same key answers the same bytes again, marked, whatever has happened since", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    await push(number);
    const first = await call("POST", `/activations/${id}/retry`, { idempotencyKey: "retry-0001" });
    expect(first.body).toMatchObject({ state: "received", wantsMore: true });
    await push(number, "Your code is 67890");
    const again = await call("POST", `/activations/${id}/retry`, { idempotencyKey: "retry-0001" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const now = await call("GET", `/activations/${id}`);
    expect(now.body).toMatchObject({ wantsMore: false, messages: [{ code: "67890" }, { code: "12345" }] });
  });

  it("the same key for another order or another step is refused and does nothing", async () => {
    const { call } = await givenBuyer();
    const [one_, two] = [await bought(call), await bought(call)];
    await call("POST", `/activations/${one_.id}/cancel`, { idempotencyKey: "step-0001" });
    for (const path of [`/activations/${two.id}/cancel`, `/activations/${one_.id}/report`]) {
      expect(said(await call("POST", path, { idempotencyKey: "step-0001" }))).toEqual([
        422,
        "IDEMPOTENCY_MISMATCH",
      ]);
    }
    expect((await call("GET", `/activations/${two.id}`)).body.state).toBe("waiting");
  });

  it("keys of two accounts do not meet", async () => {
    const [first, second] = [await givenBuyer(), await givenBuyer()];
    const orders = [await bought(first.call), await bought(second.call)];
    for (const [index, { call }] of [first, second].entries()) {
      const answer = await call("POST", `/activations/${orders[index].id}/cancel`, {
        idempotencyKey: "shared-key",
      });
      expect(answer.body).toMatchObject({ id: orders[index].id, state: "cancelled" });
    }
  });

  it("fifty cancels at once with one key: one refund, everybody else gets its answer or is told to come again", async () => {
    const { call, userId } = await givenBuyer();
    const { id } = await bought(call);
    const path = `/activations/${id}/cancel`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call("POST", path, { idempotencyKey: "cancel-at-once" })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const { status, code, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, code, headers.get("retry-after")]).toEqual([409, "IDEMPOTENCY_IN_FLIGHT", "1"]);
    }
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 100_000 });
    expect(
      (await call("POST", path, { idempotencyKey: "cancel-at-once" })).headers.get("idempotency-replayed"),
    ).toBe("true");
  });

  it("a refused step leaves its key free: later it works with the same one", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    const finish = () => call("POST", `/activations/${id}/finish`, { idempotencyKey: "finish-0001" });
    const refused = await finish();
    expect(said(refused)).toEqual([409, "BAD_STATUS"]);
    expect(refused.body.error.details).toEqual({ state: "waiting" });
    await push(number);
    const done = await finish();
    expect([done.status, done.body.state, done.headers.get("idempotency-replayed")]).toEqual([
      200,
      "completed",
      null,
    ]);
  });

  it("report gives the money back; what has its code is neither reported nor cancelled", async () => {
    const { call } = await givenBuyer();
    const blocked = await bought(call);
    expect((await call("POST", `/activations/${blocked.id}/report`)).body).toMatchObject({
      state: "banned",
      money: "given-back",
    });
    const { id, number } = await bought(call);
    await push(number);
    for (const step of ["cancel", "report"]) {
      expect(said(await call("POST", `/activations/${id}/${step}`))).toEqual([409, "BAD_STATUS"]);
    }
    expect((await call("GET", `/activations/${id}`)).body).toMatchObject({
      money: "captured",
      cancellableIn: null,
    });
  });

  it.each(["cancel", "report", "finish", "retry"])("%s of an order that is not there", async (step) => {
    const { call } = await givenBuyer();
    const stranger = await givenBuyer();
    const { id } = await bought(stranger.call);
    for (const unknown of [id, 1, "x", "99999999999999999999"]) {
      const { status } = await call("POST", `/activations/${unknown}/${step}`);
      expect(status).toBe(404);
    }
    expect((await stranger.call("GET", `/activations/${id}`)).body.state).toBe("waiting");
  });

  it("answers are forgotten when their time is over, not before", async () => {
    const { call, userId } = await givenBuyer();
    const { id } = await bought(call);
    await call("POST", `/activations/${id}/cancel`, { idempotencyKey: "kept-0001" });
    const count = async () =>
      (
        await one<{ count: number }>(
          db,
          sql`select count(*)::int as count from idempotency_answers where user_id = ${userId}`,
        )
      ).count;
    await moveClock(owner, "29 days");
    await forgetOldAnswers(db, 1_000);
    expect(await count()).toBe(1);
    await moveClock(owner, "2 days");
    await forgetOldAnswers(db, 1_000);
    expect(await count()).toBe(0);
    await execute(owner, sql`update job_clock set offset_interval = '0'`);
  });

  it("a kept answer of a step is sealed in the database", async () => {
    const { call, userId } = await givenBuyer();
    const { id, number } = await bought(call);
    await push(number, "Your code is 424242");
    await call("POST", `/activations/${id}/finish`);
    const kept = await one<{ text: string }>(
      owner,
      sql`select string_agg(a::text, ' ') as text from idempotency_answers a where user_id = ${userId}`,
    );
    expect(kept.text).not.toContain("424242");
  });
});
