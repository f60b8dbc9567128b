import { expect, test } from "vitest";
import { listingRoutes } from "#features/payments/listing/listing.routes.ts";
import { closeTransfer } from "#features/payments/transfers/transfer-confirmation.writes.ts";
import { startTransfer } from "#features/payments/transfers/transfers.writes.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const api = testApi(db, listingRoutes);
const list = (user: number, query = "", locale = "en") =>
  api.call("GET", `/api/payments${query}`, { headers: { "x-test-user": String(user) }, locale });

async function given(userId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await startTransfer(db, {
      userId,
      amountKopecks: kopecks(500_000 + index),
      note: "",
      receipt: "",
      context: {},
      idempotencyKey: `key-of-a-test-${userId}-${index}`,
      locale: "en",
    });
    // Only so many may be open at the same time.
    await closeTransfer(db, { paymentId: id, actorId: 9, reason: "", ip: "" });
    ids.unshift(id);
  }
  return ids;
}

test("a user pages through their own payments, newest first, each once, in their language", async () => {
  const [own] = [await given(1, 7), await given(2, 2)];
  const seen: number[] = [];
  for (let query = "?limit=3"; ; query = `?limit=3&before=${seen.at(-1)}`) {
    const { body } = await list(1, query);
    seen.push(...body.payments.map(({ id }: { id: number }) => id));
    if (!body.isMore) break;
  }
  expect(seen).toEqual(own);
  const { body } = await list(1, "?limit=1", "ru");
  expect(body.payments[0]).toMatchObject({
    methodName: "Перевод через поддержку",
    stateText: "Платёж не прошёл",
  });
  expect((await list(3)).body).toEqual({ payments: [], isMore: false });
});

test.each(["?limit=0", "?limit=51", "?limit=x", "?before=0", "?before=-1", "?before=1e9"])(
  "a list asked for with '%s' is refused",
  async (query) => expect((await list(1, query)).status).toBe(400),
);
