import { beforeAll, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { webhookSubscribers } from "#features/notifications/webhooks/webhooks.jobs.ts";
import type { UserId } from "#lib/api/actor.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { env } from "#lib/env.ts";
import { type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const jobs = topicJobs([webhooksUnwanted] as unknown as Topic<never>[], webhookSubscribers);
const PASSWORD = "correct horse battery";
const URL_OF_HOOK = "http://127.0.0.1:9/hook";
let passwordHash = "";
let people = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

/** Somebody who is signed in. */
async function givenOwner(locale: "en" | "ru" = "en") {
  people += 1;
  const email = `owner${people}@example.com`;
  const made = await createUser(db, { email, emailKey: email, name: "Anna", passwordHash, locale });
  const userId = made as UserId;
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
  const call = async (method: string, path: string, body?: object, bearer?: string) => {
    const response = await app.fetch(
      new Request(`${env.PUBLIC_URL}/api${path}`, {
        method,
        headers: {
          ...(bearer
            ? { authorization: `Bearer ${bearer}` }
            : { cookie: `authToken=${token}`, "sec-fetch-site": "same-origin" }),
          "idempotency-key": crypto.randomUUID(),
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      { requestId: "test", ip: "192.0.2.1" },
    );
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
    return { status: response.status, body: (await response.json()) as any };
  };
  return { email, call };
}

type Owner = Awaited<ReturnType<typeof givenOwner>>;

const webhook = { name: "bot", url: URL_OF_HOOK, events: ["activation.sms_received"] };
/** As they read: without the invisible spaces that keep mail programs from making links of what people typed. */
async function mails() {
  const sent = await runDueJobs(db, jobs);
  return sent.map((mail) => ({ ...mail, text: mail.text.replaceAll("\u200b", "") }));
}

async function givenAccess({ call }: Owner) {
  const named = (await call("POST", "/users/api-keys", { name: "bot", scopes: ["read"] })).body;
  const legacy = (await call("POST", "/users/api-key", { password: PASSWORD })).body.apiKey as string;
  await call("POST", "/webhooks", webhook);
  await mails();
  return [named.key as string, legacy];
}

const works = async ({ call }: Owner, key: string) =>
  (await call("GET", "/users/me", undefined, key)).status === 200;
const hooksOn = async ({ call }: Owner) =>
  ((await call("GET", "/webhooks")).body as { isEnabled: boolean }[]).filter(({ isEnabled }) => isEnabled)
    .length;

it("every new key and every new address of a webhook is told to its owner by mail, without the key", async () => {
  const owner = await givenOwner("ru");
  const { call, email } = owner;
  const steps: [
    string,
    () => Promise<{ status: number; body: { id?: number; key?: string; apiKey?: string } }>,
  ][] = [
    ["sd_live_", () => call("POST", "/users/api-keys", { name: "bot", scopes: ["read"] })],
    ["••••••", () => call("POST", "/users/api-key", { password: PASSWORD })],
    ["127.0.0.1:9", () => call("POST", "/webhooks", webhook)],
    ["127.0.0.1:9", () => call("POST", "/v1/webhooks", webhook)],
  ];
  let keyId = 0;
  let hookId = 0;
  for (const [what, make] of steps) {
    const { body } = await make();
    if (body.key) keyId = body.id ?? 0;
    else if (body.id) hookId = body.id;
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringMatching(/^Новый/) });
    expect(mail?.text).toContain(what);
    for (const secret of [body.key, body.apiKey]) if (secret) expect(mail?.text).not.toContain(secret);
  }
  await call("POST", `/users/api-keys/${keyId}/rotate`, {});
  expect(await mails()).toHaveLength(1);
  const change = (url: string) => call("PUT", `/webhooks/${hookId}`, { ...webhook, url, isEnabled: true });
  await change(URL_OF_HOOK);
  expect(await mails()).toEqual([]);
  expect((await change("http://127.0.0.1:10/hook")).status).toBe(200);
  expect((await mails())[0]?.text).toContain("127.0.0.1:10");
});

it("a changed password leaves keys and webhooks as they are and says so, and ends them when asked", async () => {
  const owner = await givenOwner();
  const keys = await givenAccess(owner);
  const change = (current: string, password: string, input: object) =>
    owner.call("PUT", "/users/password", { currentPassword: current, password, ...input });
  expect((await change(PASSWORD, "another good phrase", {})).status).toBe(200);
  expect((await mails())[0]?.text).toContain("API keys and webhooks keep working");
  for (const key of keys) expect(await works(owner, key)).toBe(true);
  expect(await hooksOn(owner)).toBe(1);

  const refused = await change("wrong", "a third good phrase", { endKeys: true, endWebhooks: true });
  expect(refused.body.error.code).toBe("PASSWORD_WRONG");
  await mails();
  for (const key of keys) expect(await works(owner, key)).toBe(true);
  expect(await hooksOn(owner)).toBe(1);

  const stranger = await givenOwner();
  const others = await givenAccess(stranger);
  const input = { endKeys: true, endWebhooks: true };
  expect((await change("another good phrase", "a third good phrase", input)).status).toBe(200);
  await mails();
  for (const key of keys) expect(await works(owner, key)).toBe(false);
  expect((await owner.call("GET", "/users/api-keys")).body).toEqual([]);
  expect(await hooksOn(owner)).toBe(0);
  for (const key of others) expect(await works(stranger, key)).toBe(true);
  expect(await hooksOn(stranger)).toBe(1);
});
