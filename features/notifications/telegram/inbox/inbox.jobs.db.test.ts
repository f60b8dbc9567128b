import type { Update } from "grammy/types";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { pollUpdates } from "#features/notifications/telegram/inbox/inbox.jobs.ts";
import type { TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import { rows } from "#lib/db/query.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

/** A Bot API by its manual: it gives what it has from the offset on, and forgets all that is below. */
class BotApi {
  waiting: Update[] = [];
  readonly asked: number[] = [];

  write(id: number): void {
    const chat = { id: 7, type: "private", first_name: "Anna" };
    const message = { message_id: 1, date: 0, text: "/start", chat };
    this.waiting.push({ update_id: id, message } as unknown as Update);
  }

  async fetchUpdates(offset: number): Promise<Update[]> {
    this.asked.push(offset);
    this.waiting = this.waiting.filter(({ update_id: id }) => id >= offset);
    return this.waiting;
  }
}

const keptIds = async () =>
  (await rows<{ id: number }>(db, sql`select id from notifications_telegram_updates order by id`)).map(
    ({ id }) => id,
  );

test("what is written after a silence is kept, also where Telegram counts on from a lower number", async () => {
  const api = new BotApi();
  const ending = new AbortController();
  const polling = pollUpdates(db, api as unknown as TelegramGateway, ending.signal);
  api.write(900_000_001);
  api.write(900_000_002);
  await eventually(async () => expect(await keptIds()).toEqual([900_000_001, 900_000_002]));
  await eventually(() =>
    expect([api.waiting, api.asked]).toEqual([[], expect.arrayContaining([900_000_003])]),
  );
  await eventually(() => expect(api.asked.at(-1)).toBe(0));
  api.write(17);
  await eventually(async () => expect(await keptIds()).toEqual([17, 900_000_001, 900_000_002]));
  ending.abort();
  await polling;
});
