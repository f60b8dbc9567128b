import { answerOnce } from "#features/idempotency/idempotency.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Endpoint, ResponseOf } from "#lib/api/endpoint.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import { type Reply, type RequestContext, type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Tx } from "#lib/db/pool.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

type KeyedEndpoint = Endpoint & { readonly keyed?: true };

/**
 * Binds a keyed write to its work, done once per idempotency key: the work and its answer are one transaction.
 * Of orders and rentals themselves the key is kept with the order, since their suppliers are asked after the commit.
 */
export function keyedRoute<E extends KeyedEndpoint>(
  endpoint: E,
  work: (tx: Tx, context: RequestContext<E>) => Promise<ResponseOf<E>>,
): Route {
  return route(endpoint, (context) => answerKeyed(endpoint, context, (tx) => work(tx, context)));
}

/**
 * What of an answer is not kept with its key, because it has a time of its own: kept without it, and repeated with what is still
 * there.
 */
export type NotKept<Answer> = {
  strip(answer: Answer): Answer;
  restore(answer: Answer): Promise<Answer>;
};

/** The same for a write that looks at something outside before its transaction. */
export async function answerKeyed<E extends KeyedEndpoint>(
  endpoint: E,
  context: RequestContext<E>,
  work: (tx: Tx) => Promise<ResponseOf<E>>,
  notKept?: NotKept<ResponseOf<E>>,
): Promise<Reply<ResponseOf<E>>> {
  const { db, params, body } = context;
  const write = {
    actor: context.actor as UserActor,
    // Needed by the endpoint, which TypeScript cannot conclude before it knows which one it is.
    idempotencyKey: context.idempotencyKey as string,
    operation: endpoint.id,
    inputHash: inputHash(endpoint.id, params, body),
  };
  const { answer, isReplayed } = await answerOnce(db, write, work, notKept?.strip);
  if (!isReplayed) notifyListeners(db);
  const whole = isReplayed && notKept ? await notKept.restore(answer) : answer;
  return reply(whole, { headers: replayHeader(isReplayed) });
}
