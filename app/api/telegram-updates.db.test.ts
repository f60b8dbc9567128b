import sql from "sql-template-tag";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openRealPort } from "#app/api/real-port.factory.ts";
import { inboxLimits } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import { execute, rows } from "#lib/db/query.ts";
import { requireEnv } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const door = await openRealPort(db);
afterAll(() => door.stop());
beforeEach(() => execute(owner, sql`delete from notifications_telegram_updates`));

const secret = requireEnv("TELEGRAM_WEBHOOK_SECRET");
const ANNA = 6_001;

/** Somebody has written something to the bot. */
const written = (updateId: number, text: string, type = "private") => ({
  update_id: updateId,
  message: {
    ...{ message_id: updateId, date: 1, text },
    from: { id: ANNA, is_bot: false, first_name: "Anna" },
    chat: { id: ANNA, type, first_name: "Anna" },
  },
});

/** Tells it as Telegram does, over a real port. An empty value takes a header away. */
async function tell(body: RequestInit["body"], given: Record<string, string> = {}) {
  const headers = new Headers({
    "content-type": "application/json",
    "x-telegram-bot-api-secret-token": secret,
  });
  for (const [name, value] of Object.entries(given)) {
    if (value === "") headers.delete(name);
    else headers.set(name, value);
  }
  const response = await fetch(`${door.origin}/api/telegram/updates`, {
    method: "POST",
    headers,
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  const answer = (await response.json()) as { error?: { code: string } };
  return { status: response.status, code: answer.error?.code ?? null, answer };
}

const kept = () =>
  rows<{ id: number; chatId: number; sealed: string }>(
    db,
    sql`select id, chat_id as "chatId", sealed_update as sealed from notifications_telegram_updates order by id`,
  );

test("what Telegram tells with the secret is kept sealed, once however often it is told", async () => {
  const update = JSON.stringify(written(41, "telegram indonesia"));
  for (let time = 0; time < 3; time += 1)
    expect(await tell(update)).toMatchObject({ status: 200, answer: { received: true } });
  await Promise.all(Array.from({ length: 5 }, () => tell(JSON.stringify(written(42, "again")))));
  const rowsKept = await kept();
  expect(rowsKept.map(({ id, chatId }) => [id, chatId])).toEqual([
    [41, ANNA],
    [42, ANNA],
  ]);
  expect(JSON.stringify(rowsKept)).not.toContain("indonesia");
});

test.each([
  ["none", ""],
  ["a wrong one", "a-secret-of-somebody-elses-for-this"],
  ["the right one and more", `${secret}x`],
  ["a part of the right one", secret.slice(0, -1)],
])("whoever tells something with %s for a secret finds nothing there", async (_which, shown) => {
  const answer = await tell(JSON.stringify(written(43, "hello")), {
    "x-telegram-bot-api-secret-token": shown,
  });
  expect(answer).toMatchObject({ status: 404, code: "NOT_FOUND" });
  // Nor is anything said of what else is wrong.
  const odd = await tell("x", { "x-telegram-bot-api-secret-token": shown, "content-type": "text/plain" });
  expect(odd).toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect(await kept()).toEqual([]);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
  "what is told as %j instead of JSON is refused by its type and not kept",
  async (type) => {
    // Bytes, because a text would be given a type.
    const answer = await tell(Buffer.from(JSON.stringify(written(44, "hello"))), { "content-type": type });
    expect(answer).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    expect(await kept()).toEqual([]);
  },
);

test("the type of JSON may name its character set, in whatever case", async () => {
  const type = { "content-type": "Application/JSON; charset=utf-8" };
  expect((await tell(JSON.stringify(written(45, "hello")), type)).status).toBe(200);
  expect(await kept()).toHaveLength(1);
});

test("what is too long is refused, whether its length is announced or not, and what is just short enough is kept", async () => {
  const frame = JSON.stringify(written(46, "")).length;
  const longest = JSON.stringify(written(46, "a".repeat(inboxLimits.callBytes - frame)));
  const refused = { status: 413, code: "PAYLOAD_TOO_LARGE" };
  expect(await tell(`${longest} `)).toMatchObject(refused);
  expect(await tell(new Blob([`${longest} `]).stream())).toMatchObject(refused);
  expect(await kept()).toEqual([]);
  expect((await tell(longest)).status).toBe(200);
  expect(await kept()).toHaveLength(1);
});

test.each(["", "{", "[]", "null", '{"message":{}}', '{"update_id":-1}', '{"update_id":"47"}'])(
  "what is no update (%j) is refused as such",
  async (body) => {
    expect(await tell(body)).toMatchObject({ status: 400, code: "VALIDATION" });
  },
);

test("what is written in a group is taken, so that it is not told again, and kept nowhere", async () => {
  expect((await tell(JSON.stringify(written(48, "hello", "group")))).status).toBe(200);
  expect(await kept()).toEqual([]);
});

test("the log of requests holds neither the secret nor what was written", async () => {
  await tell(JSON.stringify(written(49, "a-word-of-annas")));
  expect(JSON.stringify(door.lines)).toContain("/api/telegram/updates");
  expect(JSON.stringify(door.lines)).not.toMatch(/a-word-of-annas|a-secret-of/);
});
