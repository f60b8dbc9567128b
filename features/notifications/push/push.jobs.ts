import { recoveryNoticeSent } from "#features/identity/identity.topics.ts";
import { listLiveSessions } from "#features/identity/sessions/sessions.reads.ts";
import { postPush } from "#features/notifications/push/push.gateway.ts";
import { composePush } from "#features/notifications/push/push.reads.ts";
import { pushLimits, type TakenPush, tellWithin } from "#features/notifications/push/push.rules.ts";
import {
  closePush,
  dropSubscription,
  forgetOldPushes,
  postponePush,
  queueRecoveryPushes,
  takePushes,
} from "#features/notifications/push/push.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";
import { log } from "#lib/log.ts";

type Post = typeof postPush;

/** Tells browsers what is due. A look only starts pushes and never waits for one, so that a slow service holds up nobody else. */
export class PushPump {
  readonly #post: Post;
  readonly #underWay = new Set<Promise<void>>();

  constructor(post: Post = postPush) {
    this.#post = post;
  }

  /** Starts as many as there is room for. Answers how many. */
  async look(db: Db): Promise<number> {
    const room = pushLimits.atOnce - this.#underWay.size;
    if (room <= 0) return 0;
    const taken = await takePushes(db, room);
    const live = new Set(await listLiveSessions(db, [...new Set(taken.map(({ sessionId }) => sessionId))]));
    for (const push of taken) this.#start(db, push, live.has(push.sessionId));
    return taken.length;
  }

  #start(db: Db, push: TakenPush, isSignedIn: boolean): void {
    const done = tell(db, push, isSignedIn, this.#post)
      .catch((error: Error) =>
        log.warn({ push: push.id, error: error.message }, "push not recorded; it is tried again"),
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when what has been started is over: seconds at most. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

async function tell(db: Db, push: TakenPush, isSignedIn: boolean, post: Post): Promise<void> {
  // Whoever has signed out, or was suspended, reads nothing more, also on the lock screen.
  if (!isSignedIn) return dropSubscription(db, push.subscriptionId);
  const message = await composePush(db, push);
  if (!message) return closePush(db, push.id);
  const result = await post(push.subscription, message, tellWithin(push.type));
  if (result === "gone") return dropSubscription(db, push.subscriptionId);
  return result === "later" ? postponePush(db, push) : closePush(db, push.id);
}

const pump = new PushPump();

/** What a stopping worker waits for. */
export const settlePushes = () => pump.settle();

/** Open browsers of an account are told of a recovery as often as its owner is mailed. */
export const pushSubscribers = [
  subscribe(recoveryNoticeSent, "notifications: tell open browsers", queueRecoveryPushes),
];

export const pushSweeps = [
  defineSweep({ name: "notifications: pushes", everyMs: 250, run: (db) => pump.look(db) }),
  defineSweep({
    name: "notifications: push retention",
    everyMs: 600_000,
    run: (db) => forgetOldPushes(db, 5_000),
  }),
];
