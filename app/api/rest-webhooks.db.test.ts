import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import { createRestClient, type RestClient } from "#features/rest-api/rest-api.client.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb({ max: 40 });
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const URL_OF_HIS = "http://127.0.0.1:9/hook";
const input = { name: "Shop", url: URL_OF_HIS, events: ["activation.sms_received" as const] };

function clientOf(key: string): RestClient {
  return createRestClient({
    baseUrl: env.PUBLIC_URL,
    key,
    fetch: async (request) => app.fetch(request, { requestId: "test", ip: "192.0.2.1" }),
  });
}

/** A program that was given a session of the account. */
async function givenOwner(): Promise<ApiBuyer & { client: RestClient }> {
  const buyer = await givenApiBuyer(db, 0);
  const { token } = await openSession(db, { userId: buyer.userId, ip: "192.0.2.1", userAgent: "" });
  return { ...buyer, client: clientOf(token) };
}

const header = (key: string = randomUUID()) => ({ "Idempotency-Key": key });
const keyed = (id: number, key?: string) => ({ params: { path: { id }, header: header(key) } });
const create = (client: RestClient, body: Partial<typeof input> = {}, key?: string) =>
  client.POST("/api/v1/webhooks", { params: { header: header(key) }, body: { ...input, ...body } });

async function created(client: RestClient) {
  const { data, error } = await create(client);
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

type Answered = { response: Response; error?: { error: { code?: string } } | undefined };
const said = ({ response, error }: Answered) => [response.status, error?.error.code];

let owner: Awaited<ReturnType<typeof givenOwner>>;
beforeAll(async () => {
  owner = await givenOwner();
});

/** Every call about webhooks, on the webhook and delivery named. */
function everyCall(client: RestClient, webhookId: number, deliveryId: number): Promise<Answered>[] {
  return [
    client.GET("/api/v1/webhooks/{id}", { params: { path: { id: webhookId } } }),
    client.PUT("/api/v1/webhooks/{id}", { ...keyed(webhookId), body: { ...input, isEnabled: true } }),
    client.DELETE("/api/v1/webhooks/{id}", keyed(webhookId)),
    client.POST("/api/v1/webhooks/{id}/rotate", { ...keyed(webhookId), body: { overlapHours: 1 } }),
    client.POST("/api/v1/webhooks/{id}/test", keyed(webhookId)),
    client.GET("/api/v1/webhooks/{id}/deliveries", { params: { path: { id: webhookId } } }),
    client.GET("/api/v1/webhook-deliveries/{id}", { params: { path: { id: deliveryId } } }),
    client.POST("/api/v1/webhook-deliveries/{id}/resend", keyed(deliveryId)),
  ];
}

describe("webhooks of REST v1", () => {
  it("are made, read, changed, turned off and removed; the secret is told once", async () => {
    const { client } = owner;
    const { secret, ...webhook } = await created(client);
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({ ...input, isEnabled: true, disabledReason: null });
    const { data: list } = await client.GET("/api/v1/webhooks");
    expect(list?.data).toContainEqual(webhook);
    expect(JSON.stringify(list)).not.toContain(secret);
    const body = { ...input, name: "Other", isEnabled: false };
    const changed = await client.PUT("/api/v1/webhooks/{id}", { ...keyed(webhook.id), body });
    expect(changed.data).toMatchObject({ name: "Other", isEnabled: false, disabledReason: "owner" });
    const options = { params: { path: { id: webhook.id } } };
    expect((await client.GET("/api/v1/webhooks/{id}", options)).data).toEqual(changed.data);
    const key = randomUUID();
    for (const replayed of [null, "true"]) {
      const gone = await client.DELETE("/api/v1/webhooks/{id}", keyed(webhook.id, key));
      expect([gone.data, gone.response.headers.get("idempotency-replayed")]).toEqual([
        ...[{ status: "deleted" }, replayed],
      ]);
    }
    expect(said(await client.GET("/api/v1/webhooks/{id}", options))).toEqual([404, "WEBHOOK_NOT_FOUND"]);
  });

  it("are made once per key, and the same secret is told again; another input under it is 422", async () => {
    const { client, userId } = await givenOwner();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(client, {}, key)));
    const again = await create(client, {}, key);
    const secrets = answers.flatMap(({ data }) => (data ? [data.secret] : []));
    expect(new Set(secrets)).toEqual(new Set([again.data?.secret]));
    expect(answers.filter(({ response }) => ![201, 409].includes(response.status))).toEqual([]);
    expect(said(await create(client, { name: "Other" }, key))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    const kept = await rows<{ sealed_answer: string }>(
      db,
      sql`select sealed_answer from idempotency_answers where user_id = ${userId}`,
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]?.sealed_answer).not.toContain("whsec_");
  });

  it("have a body format: standard unless classic is chosen, kept when a change does not name it, for SMS alone", async () => {
    const { client } = await givenOwner();
    const plain = await created(client);
    expect(plain.format).toBe("standard");
    const { data } = await client.POST("/api/v1/webhooks", {
      ...{ params: { header: header() }, body: { ...input, format: "classic" as const } },
    });
    expect(data?.format).toBe("classic");
    const id = data?.id ?? 0;
    const put = (body: object) =>
      client.PUT("/api/v1/webhooks/{id}", { ...keyed(id), body: { ...input, isEnabled: true, ...body } });
    expect((await put({ name: "Other" })).data).toMatchObject({ name: "Other", format: "classic" });
    expect(said(await put({ events: ["activation.sms_received", "balance.low"] }))).toEqual([
      ...[400, "WEBHOOK_CLASSIC_SMS_ONLY"],
    ]);
    expect(said(await put({ format: "xml" }))).toEqual([400, "VALIDATION"]);
    expect((await put({ format: "standard", events: ["balance.low"] })).data).toMatchObject({
      ...{ format: "standard", events: ["balance.low"] },
    });
  });

  it("are limited in number, and never go to a forbidden address", async () => {
    const { client } = await givenOwner();
    for (let at = 0; at < webhookLimits.perUser; at += 1) await created(client);
    expect(said(await create(client))).toEqual([409, "WEBHOOK_LIMIT_REACHED"]);
    expect(said(await create(client, { url: "ftp://example.com/" }))).toEqual([400, "WEBHOOK_URL_FORBIDDEN"]);
    expect(said(await create(client, { events: [] }))).toEqual([400, "VALIDATION"]);
  });

  it("are tested; deliveries are listed page by page, read and sent again", async () => {
    const { client } = await givenOwner();
    const { id } = await created(client);
    const made: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { data, response } = await client.POST("/api/v1/webhooks/{id}/test", keyed(id));
      expect(response.status).toBe(202);
      made.unshift(data?.deliveryId ?? 0);
    }
    const path = { id };
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) };
      const { data } = await client.GET("/api/v1/webhooks/{id}/deliveries", { params: { path, query } });
      seen.push(...(data?.data ?? []).map((delivery) => delivery.id));
      cursor = data?.nextCursor;
    } while (cursor);
    expect(seen).toEqual(made);
    const [deliveryId = 0] = made;
    const options = { params: { path: { id: deliveryId } } };
    const { data } = await client.GET("/api/v1/webhook-deliveries/{id}", options);
    expect(data).toMatchObject({ id: deliveryId, type: "webhook.test", state: "pending", log: [] });
    const resent = await client.POST("/api/v1/webhook-deliveries/{id}/resend", keyed(deliveryId));
    expect([resent.response.status, resent.data]).toEqual([202, { status: "queued" }]);
    const off = { ...input, isEnabled: false };
    await client.PUT("/api/v1/webhooks/{id}", { ...keyed(id), body: off });
    expect(said(await client.POST("/api/v1/webhooks/{id}/test", keyed(id)))).toEqual([
      ...[409, "WEBHOOK_DISABLED"],
    ]);
    expect(said(await client.POST("/api/v1/webhook-deliveries/{id}/resend", keyed(deliveryId)))).toEqual([
      ...[409, "WEBHOOK_DISABLED"],
    ]);
  });

  it("get a new secret, the old one signing beside it for the hours named", async () => {
    const { client } = await givenOwner();
    const { id, secret } = await created(client);
    const rotate = (overlapHours: number) =>
      client.POST("/api/v1/webhooks/{id}/rotate", { ...keyed(id), body: { overlapHours } });
    const { data, response } = await rotate(2);
    expect([response.status, data?.id, data?.secret === secret]).toEqual([201, id, false]);
    const options = { params: { path: { id } } };
    expect((await client.GET("/api/v1/webhooks/{id}", options)).data?.oldSecretUntil).toMatch(/Z$/);
    await rotate(0);
    expect((await client.GET("/api/v1/webhooks/{id}", options)).data?.oldSecretUntil).toBeNull();
    expect(said(await rotate(73))).toEqual([400, "VALIDATION"]);
  });

  it("too many tests in an hour are refused", async () => {
    const { client } = await givenOwner();
    const { id } = await created(client);
    const test = () => client.POST("/api/v1/webhooks/{id}/test", keyed(id));
    for (let at = 0; at < webhookLimits.testsPerHour; at += 1)
      expect((await test()).response.status).toBe(202);
    const refused = await test();
    expect(said(refused)).toEqual([429, "TOO_MANY_TESTS"]);
  });

  it("do not exist for anybody else", async () => {
    const { id } = await created(owner.client);
    const { data } = await owner.client.POST("/api/v1/webhooks/{id}/test", keyed(id));
    const stranger = await givenOwner();
    for (const answer of await Promise.all(everyCall(stranger.client, id, data?.deliveryId ?? 0))) {
      expect(answer.response.status).toBe(404);
      expect(answer.error?.error.code).toMatch(/^(WEBHOOK|DELIVERY)_NOT_FOUND$/);
    }
  });

  it("are closed to keys: whoever steals one must not have the codes sent elsewhere", async () => {
    const { id } = await created(owner.client);
    const sandbox = await withTransaction(db, (tx) =>
      createKey(tx, owner.userId, "sandbox", keyInput({ scopes: ["read", "buy"] })),
    );
    for (const key of [owner.key, sandbox.key]) {
      const client = clientOf(key);
      const calls = [client.GET("/api/v1/webhooks"), create(client), ...everyCall(client, id, 1)];
      for (const answer of await Promise.all(calls)) {
        expect(said(answer)).toEqual([403, "SESSION_NEEDED"]);
      }
    }
  });
});
