import { LRUCache } from "lru-cache";
import type { TokenAnswer } from "#features/handler-api/handler-api.rules.ts";
import { answerBalanceOf, answerStatusOf } from "#features/handler-api/orders/order-answers.routes.ts";
import type { Poll } from "#features/handler-api/polls/polls.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { EventFeed } from "#lib/jobs/event-feed.ts";

/** The longest an answer is believed, should an event ever be missing. */
const KEPT_MS = 5_000;
const USERS_MAX = 20_000;
const ANSWERS_PER_USER_MAX = 200;
const BALANCE = 0;

/** With no poll for so long the events are left alone. */
const RESTS_AFTER_MS = 30_000;

/**
 * Answers to polls, kept per user until an event tells that something of theirs changed: asking again and again costs no
 * SELECT. Another process's change is seen when its event arrives, some 30 ms after its commit; a change that came through
 * this process is seen at once (`forget`). Follows the events only while somebody polls.
 */
export class PollAnswers {
  readonly #db: Db;
  readonly #feed: EventFeed;
  readonly #kept = new LRUCache<number, Map<number, TokenAnswer>>({ max: USERS_MAX, ttl: KEPT_MS });
  #state: "resting" | "starting" | "following" = "resting";
  #restTimer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
    this.#feed = new EventFeed(db, (events) => {
      for (const { userId } of events) this.#kept.delete(userId);
    });
  }

  /** On a notice that events were written. */
  wake(): void {
    this.#feed.wake();
  }

  /** Something of this user has just been changed, or may have been. Null: of anybody, after a gap in the notices. */
  forget(userId: number | null): void {
    if (userId === null) this.#kept.clear();
    else this.#kept.delete(userId);
  }

  /** What the poll's full reading would answer. Rejects when the database is away and nothing is remembered. */
  answer(userId: number, poll: Poll): TokenAnswer | Promise<TokenAnswer> {
    const about = poll.action === "getBalance" ? BALANCE : poll.orderId;
    return this.#kept.get(userId)?.get(about) ?? this.#read(userId, about);
  }

  /** Ends following; polls read the database again. */
  stop(): void {
    clearInterval(this.#restTimer);
    this.#state = "resting";
    this.#feed.stop();
    this.#kept.clear();
  }

  async #read(userId: number, about: number): Promise<TokenAnswer> {
    if (this.#state === "resting") this.#follow();
    const answers = this.#state === "following" ? this.#answersOf(userId) : null;
    const answer = await (about === BALANCE
      ? answerBalanceOf(this.#db, userId)
      : answerStatusOf(this.#db, userId, about));
    // An event that arrived meanwhile has put these answers out of the way: then this one is told and not kept.
    answers?.set(about, answer);
    return answer;
  }

  #follow(): void {
    this.#state = "starting";
    this.#feed.start().then(
      () => {
        if (this.#state !== "starting") return;
        this.#state = "following";
        this.#restTimer = setInterval(() => this.#restIfIdle(), RESTS_AFTER_MS);
        this.#restTimer.unref();
      },
      // The database is away; the poll that asked tells so, the next one tries again.
      () => this.stop(),
    );
  }

  #restIfIdle(): void {
    this.#kept.purgeStale();
    if (this.#kept.size === 0) this.stop();
  }

  #answersOf(userId: number): Map<number, TokenAnswer> {
    const known = this.#kept.get(userId);
    if (known && known.size < ANSWERS_PER_USER_MAX) return known;
    const fresh = new Map<number, TokenAnswer>();
    this.#kept.set(userId, fresh);
    return fresh;
  }
}

const answersOfDb = new WeakMap<Db, PollAnswers>();

/** The poll answers of this process. */
export function pollAnswers(db: Db): PollAnswers {
  let answers = answersOfDb.get(db);
  if (!answers) {
    answers = new PollAnswers(db);
    answersOfDb.set(db, answers);
  }
  return answers;
}
