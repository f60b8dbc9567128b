import { composeBody, fillBody } from "#features/notifications/webhooks/bodies/bodies.reads.ts";
import { isLate, isOfSms } from "#features/notifications/webhooks/bodies/bodies.rules.ts";
import { postDelivery } from "#features/notifications/webhooks/delivery/delivery.gateway.ts";
import { listDue } from "#features/notifications/webhooks/delivery/delivery.reads.ts";
import {
  dropDelivery,
  keepBody,
  recordAttempt,
  type TakenDelivery,
  takeDeliveries,
} from "#features/notifications/webhooks/delivery/delivery.writes.ts";
import { signedHeaders } from "#features/notifications/webhooks/signing.rules.ts";
import { chooseNext, fullOnes } from "#features/notifications/webhooks/webhooks.rules.ts";
import { monotonicMs, now } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";
import { unseal } from "#lib/sealed-text.ts";

type Post = typeof postDelivery;

/**
 * Sends what is due. A look only starts deliveries and never waits for one, so that a slow receiver holds up nobody but itself.
 */
export class DeliveryPump {
  readonly #post: Post;
  readonly #underWay = new Map<number, { host: string; userId: number; done: Promise<void> }>();

  constructor(post: Post = postDelivery) {
    this.#post = post;
  }

  /** Starts as many due deliveries as there is room for. Answers how many. */
  async look(db: Db): Promise<number> {
    const due = await listDue(db, fullOnes(this.#underWay.values()));
    const chosen = chooseNext(due, this.#underWay.values());
    if (chosen.length === 0) return 0;
    const taken = await takeDeliveries(
      db,
      chosen.map(({ id }) => id),
    );
    for (const delivery of taken) this.#start(db, delivery);
    return taken.length;
  }

  #start(db: Db, delivery: TakenDelivery): void {
    const done = deliver(db, delivery, this.#post)
      .catch((error: Error) =>
        log.warn({ delivery: delivery.id, error: error.message }, "delivery not recorded; it is sent again"),
      )
      .finally(() => this.#underWay.delete(delivery.id));
    this.#underWay.set(delivery.id, { host: delivery.host, userId: delivery.userId, done });
  }

  /** Resolves when what has been started is over: seconds at most. */
  async settle(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
  }
}

async function deliver(db: Db, delivery: TakenDelivery, post: Post): Promise<void> {
  const kept = await keptBodyOf(db, delivery);
  if (kept === null) return dropDelivery(db, delivery.id);
  const body = await fillBody(db, delivery, kept);
  const beganAt = now();
  const headers = signedHeaders(delivery.messageId, body, delivery.sealedSecrets.map(unseal), beganAt);
  const begunMs = monotonicMs();
  const result = await post(delivery.url, headers, body);
  await recordAttempt(db, delivery, result, {
    beganAt,
    durationMs: Math.round(monotonicMs() - begunMs),
    answerKept: !isOfSms(delivery.type) ? "with the log" : isLate(kept) ? "never" : "for a day",
  });
}

/** Built once and kept before it is first sent, so that a repetition is the same to the byte. */
async function keptBodyOf(db: Db, delivery: TakenDelivery): Promise<string | null> {
  if (delivery.sealedBody !== null) return unseal(delivery.sealedBody);
  const body = await composeBody(db, delivery);
  return body === null ? null : keepBody(db, delivery.id, body);
}

/** Looks for what is due, a few times a second. */
export function deliverySweep(pump: DeliveryPump): Sweep {
  return defineSweep({
    name: "notifications: webhook deliveries",
    everyMs: 250,
    run: (db) => pump.look(db),
  });
}
