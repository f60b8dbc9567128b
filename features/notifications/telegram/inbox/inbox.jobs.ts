import { setTimeout as pause } from "node:timers/promises";
import type { Update } from "grammy/types";
import { inboxLimits } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import {
  closeUpdate,
  keepUpdates,
  postponeUpdate,
  type TakenUpdate,
  takeUpdates,
} from "#features/notifications/telegram/inbox/inbox.writes.ts";
import type { TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

type Handle = (update: Update) => Promise<void>;

/** Has what is due answered. A look only begins and never waits, so that a slow purchase holds up no other chat. */
export class UpdatePump {
  readonly #handle: Handle;
  readonly #underWay = new Set<Promise<void>>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  /** Begins as many as there is room for. Answers how many. */
  async look(db: Db): Promise<number> {
    const room = inboxLimits.atOnce - this.#underWay.size;
    if (room <= 0) return 0;
    const taken = await takeUpdates(db, room);
    for (const one of taken) this.#start(db, one);
    return taken.length;
  }

  #start(db: Db, taken: TakenUpdate): void {
    const done = answer(db, taken, this.#handle)
      .catch((error: Error) =>
        log.warn({ update: taken.id, error: error.message }, "not recorded; it is answered again"),
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when what has been begun is over. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

async function answer(db: Db, taken: TakenUpdate, handle: Handle): Promise<void> {
  try {
    await handle(taken.update);
  } catch (error) {
    const isOver = await postponeUpdate(db, taken);
    const facts = { update: taken.id, tries: taken.tries, isOver, error: (error as Error).message };
    log.warn(facts, "what was written to the bot could not be answered");
    return;
  }
  await closeUpdate(db, taken.id);
}

const EMPTY_PAUSE_MS = 250;
const FAILED_PAUSE_MS = 3_000;

/**
 * Asks Telegram for what is written, until the signal. What was asked for is kept before more is. After a week without any, Telegram goes
 * on from a number of its own choice (Bot API, `Update`), which may be a lower one: so each answer says by itself where the next begins.
 */
export async function pollUpdates(db: Db, gateway: TelegramGateway, signal: AbortSignal): Promise<void> {
  let offset = 0;
  let failures = 0;
  while (!signal.aborted) {
    let restMs = EMPTY_PAUSE_MS;
    try {
      const updates = await gateway.fetchUpdates(offset);
      await keepUpdates(db, updates);
      // An empty answer has confirmed all that came before it.
      offset = Math.max(0, ...updates.map(({ update_id: id }) => id + 1));
      if (updates.length > 0) restMs = 0;
      failures = 0;
    } catch (error) {
      // The question was hung up.
      if (signal.aborted) return;
      failures += 1;
      log.warn({ failures, error: (error as Error).message }, "Telegram could not be asked");
      restMs = FAILED_PAUSE_MS;
    }
    if (restMs > 0) await pause(restMs, undefined, { signal }).catch(() => undefined);
  }
}

/** What the process telegram does with what was written. */
export function inboxSweeps(pump: UpdatePump) {
  return [
    defineSweep({ name: "notifications: chats with the bot", everyMs: 100, run: (db) => pump.look(db) }),
  ];
}
