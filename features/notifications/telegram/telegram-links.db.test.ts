import sql from "sql-template-tag";
import { afterEach, describe, expect, test } from "vitest";
import { webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { telegramSubscribers } from "#features/notifications/telegram/telegram.jobs.ts";
import {
  askLink,
  db,
  givenChatPerson,
  givenCode,
  givenLinkedPerson,
  owner,
  telegram,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

afterEach(() => resetClock(owner));

const kindsOf = async (userId: number) =>
  (
    await rows<{ kind: string }>(
      db,
      sql`select kind from identity_security_events where user_id = ${userId} order by id`,
    )
  ).map(({ kind }) => kind);

describe("a link of the bot's", () => {
  test("links the chat that asked for it after its name was shown, and tells its owner in the chat, by mail and in the security log", async () => {
    const anna = await givenChatPerson();
    const token = await askLink(anna);
    expect((await anna.call("GET", `/telegram-links/${token}`)).body).toEqual({
      name: expect.stringContaining("Anna"),
    });
    const linked = await anna.call("POST", "/telegram-links", { token });
    expect(linked.body).toMatchObject({
      bot: "TestNameBot",
      chat: { name: expect.stringContaining("Anna"), isBlocked: false },
    });
    await work();
    expect(anna.person.heard().at(-1)?.text).toContain("This chat is linked to your account");
    expect(await kindsOf(anna.userId)).toEqual(["telegramLinked"]);
    const kept = await rows(owner, sql`select * from notifications_telegram_links`);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test("links once: a second press of the same account changes nothing, another account is refused", async () => {
    const anna = await givenChatPerson();
    const token = await askLink(anna);
    expect((await anna.call("POST", "/telegram-links", { token })).status).toBe(200);
    expect((await anna.call("POST", "/telegram-links", { token })).status).toBe(200);
    expect(await kindsOf(anna.userId)).toEqual(["telegramLinked"]);
    const other = await givenChatPerson();
    const refused = await other.call("POST", "/telegram-links", { token });
    expect(refused.body.error.code).toBe("TELEGRAM_LINK_INVALID");
  });

  test("is of no use after ten minutes, and after the bot gave a newer one", async () => {
    const anna = await givenChatPerson();
    const first = await askLink(anna);
    const second = await askLink(anna);
    expect(second).not.toBe(first);
    expect((await anna.call("GET", `/telegram-links/${first}`)).body.error.code).toBe(
      "TELEGRAM_LINK_INVALID",
    );
    await moveClock(owner, "11 minutes");
    const late = await anna.call("POST", "/telegram-links", { token: second });
    expect(late.body.error.code).toBe("TELEGRAM_LINK_INVALID");
  });

  test("is refused where the account has a chat, and where the chat has an account", async () => {
    const anna = await givenLinkedPerson();
    const second = await givenChatPerson();
    const refused = await anna.call("POST", "/telegram-links", { token: await askLink(second) });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe("You already have a telegram bot linked");
    const [own] = await rows<{ chatId: number }>(
      db,
      sql`select chat_id as "chatId" from notifications_telegram_chats where user_id = ${anna.userId}`,
    );
    expect(own?.chatId).toBe(anna.chatId);
  });

  test("stays of use when what asked for it is handled again after a crash", async () => {
    const anna = await givenChatPerson();
    const token = await askLink(anna);
    await execute(
      owner,
      sql`update notifications_telegram_updates set closed_at = null, due_at = app_now() where chat_id = ${anna.chatId}`,
    );
    await work();
    expect(anna.person.heard()).toHaveLength(1);
    expect((await anna.call("GET", `/telegram-links/${token}`)).status).toBe(200);
  });

  test("is handed to one chat five times within ten minutes", async () => {
    const anna = await givenChatPerson();
    for (let time = 0; time < 5; time += 1) expect(await askLink(anna)).not.toBe("");
    expect(await askLink(anna)).toBe("");
    expect(anna.person.heard().at(-1)?.text).toContain("many links");
  });
});

describe("a linked chat", () => {
  test("that is cut off on the site is told so and nothing more, from that moment on", async () => {
    const anna = await givenLinkedPerson();
    await givenCode(anna.userId, "Telegram code 77001");
    const state = await anna.call("DELETE", "/telegram-chat");
    expect(state.body.chat).toBeNull();
    await givenCode(anna.userId, "Telegram code 77002");
    await work();
    const heard = anna.person.heard().map(({ text }) => text);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toContain("no longer linked");
    expect(await kindsOf(anna.userId)).toEqual(["telegramLinked", "telegramUnlinked"]);
  });

  test("unlinks itself by /unlink, and can be linked again", async () => {
    const anna = await givenLinkedPerson();
    await anna.person.command("/unlink");
    await work();
    expect((await anna.call("GET", "/telegram-chat")).body.chat).toBeNull();
    const again = await anna.call("POST", "/telegram-links", { token: await askLink(anna) });
    expect(again.body.chat).not.toBeNull();
  });

  test("ends when its owner ends everything with the old password", async () => {
    const anna = await givenLinkedPerson();
    const cutting = telegramSubscribers.filter(({ topic }) => topic === webhooksUnwanted.name);
    for (const { handle } of cutting) await handle(db, { userId: anna.userId } as never);
    expect((await anna.call("GET", "/telegram-chat")).body.chat).toBeNull();
  });

  test("in which the bot is blocked is switched off with a note, and on again when something is written", async () => {
    const anna = await givenLinkedPerson();
    telegram.failWith(() => ({
      status: 403,
      body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
    }));
    await givenCode(anna.userId);
    await work();
    expect((await anna.call("GET", "/telegram-chat")).body.chat.isBlocked).toBe(true);
    telegram.failWith(() => null);
    await givenCode(anna.userId);
    await work();
    expect(anna.person.heard()).toEqual([]);
    await anna.person.command("/start");
    await work();
    expect((await anna.call("GET", "/telegram-chat")).body.chat.isBlocked).toBe(false);
    telegram.said.length = 0;
    await givenCode(anna.userId, "Telegram code 77003");
    await work();
    expect(
      anna.person
        .heard()
        .map(({ text }) => text)
        .join(),
    ).toContain("77003");
  });
});
