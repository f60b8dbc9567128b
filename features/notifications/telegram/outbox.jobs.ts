import { composeNews } from "#features/notifications/telegram/chat-news/chat-news.reads.ts";
import { blockChat } from "#features/notifications/telegram/links/chat-links.writes.ts";
import {
  closeMessage,
  postponeMessage,
  takeMessages,
} from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { outboxLimits, type Pace, type TakenMessage } from "#features/notifications/telegram/outbox.rules.ts";
import type { SendResult, TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import type { ChatMessage } from "#features/notifications/telegram/telegram.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";
import { unseal } from "#lib/sealed-text.ts";

/** Says what is due. A look only starts messages and never waits for one. */
export class MessagePump {
  readonly #gateway: Pick<TelegramGateway, "send">;
  readonly #pace: Pace;
  readonly #underWay = new Set<Promise<void>>();

  constructor(gateway: Pick<TelegramGateway, "send">, pace: Pace = outboxLimits) {
    this.#gateway = gateway;
    this.#pace = pace;
  }

  /** Starts as many as there is room for. Answers how many. */
  async look(db: Db): Promise<number> {
    const room = outboxLimits.atOnce - this.#underWay.size;
    if (room <= 0) return 0;
    const taken = await takeMessages(db, room, this.#pace);
    for (const message of taken) this.#start(db, message);
    return taken.length;
  }

  #start(db: Db, message: TakenMessage): void {
    const done = say(db, message, this.#gateway)
      .catch((error: Error) =>
        log.warn({ message: message.id, error: error.message }, "message not recorded; it is sent again"),
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when what has been started is over: seconds at most. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

async function say(db: Db, message: TakenMessage, gateway: Pick<TelegramGateway, "send">): Promise<void> {
  const body = await bodyOf(db, message);
  if (!body) return closeMessage(db, message.id);
  await follow(db, message, await gateway.send(message.chatId, body));
}

function bodyOf(db: Db, message: TakenMessage): Promise<ChatMessage | null> {
  const { sealedBody } = message;
  return sealedBody === null
    ? composeNews(db, message)
    : Promise.resolve(JSON.parse(unseal(sealedBody)) as ChatMessage);
}

function follow(db: Db, message: TakenMessage, result: SendResult): Promise<void> {
  switch (result.kind) {
    case "later":
      return postponeMessage(db, message, result.afterSeconds);
    case "blocked":
      return withTransaction(db, (tx) => blockChat(tx, message.chatId));
    case "refused":
      log.warn({ message: message.id, why: result.why }, "Telegram refused a message");
      return closeMessage(db, message.id);
    default:
      return closeMessage(db, message.id);
  }
}

/** What the process telegram says. */
export function outboxSweeps(pump: MessagePump) {
  return [defineSweep({ name: "notifications: messages in chats", everyMs: 50, run: (db) => pump.look(db) })];
}
