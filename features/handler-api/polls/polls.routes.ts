import { handlerRates, mayAnswer } from "#features/handler-api/handler-api.rules.ts";
import { pollAnswers } from "#features/handler-api/polls/poll-answers.routes.ts";
import { readPoll } from "#features/handler-api/polls/polls.rules.ts";
import { keySubject } from "#features/identity/api-keys/api-keys.reads.ts";
import { proveKey } from "#features/identity/api-keys/authenticate.gate.ts";
import { countKeyCall } from "#features/identity/api-keys/key-calls.writes.ts";
import { goodsOfOrders, judgeKey, type KeyCall } from "#features/identity/api-keys/key-rights.rules.ts";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import type { RateLimiter } from "#lib/api/rate-limits.ts";
import type { Db } from "#lib/db/pool.ts";

/** A poll reads, and sandboxes have no short way. */
const plainPoll: KeyCall<null> = { scope: "read", ports: { live: null, sandbox: null, isShared: false } };

/**
 * The text of a poll, without the machinery that any other request needs; null for whatever is no plain poll or is to be
 * refused: then the whole of handler_api answers. Rejects when the database is away, and then too.
 */
export function answerPoll(
  db: Db,
  query: string,
  facts: DoorFacts,
  limiter?: RateLimiter,
): Promise<string | null> | null {
  const poll = readPoll(query);
  if (!poll) return null;
  return proveKey(db, poll.key, facts.ip).then(async ({ refusal, owner }) => {
    if (refusal !== null || judgeKey(owner.key, plainPoll).refusal !== null) return null;
    // Whether the key is for that order is the whole reading's to say.
    if (poll.action !== "getBalance" && goodsOfOrders(owner)) return null;
    if (limiter && limiter.take(keySubject(owner), [handlerRates.key]).waitSeconds > 0) return null;
    const { token, text } = await pollAnswers(db).answer(owner.userId, poll);
    if (!mayAnswer(poll.action, token)) return null;
    countKeyCall(db, owner.key.keyId, poll.action);
    facts.actorId = owner.userId;
    if (token === "NO_ACTIVATION") facts.errorCode = token;
    return text;
  });
}
