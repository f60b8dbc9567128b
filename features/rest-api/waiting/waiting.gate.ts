import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { orderNews, readWhenNews, type Topic } from "#features/rest-api/waiting/waiting.reads.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

type Asker = {
  readonly db: Db;
  readonly request: Request;
  readonly ip: string;
  readonly actor: UserActor;
};

/**
 * The gate of calls that wait: who was let in is answered only if that still holds when the wait ends. Reads at once, or with `wait`
 * seconds as soon as there is news of one of the topics, at the latest when they are over. Throws what proving the caller throws, and
 * UNAUTHORIZED where that proves nobody any more.
 */
export async function answerWhenNews<Found>(
  { db, request, ip, actor }: Asker,
  ask: {
    readonly wait: number;
    readonly topics: readonly Topic[];
    readonly read: () => Promise<Found>;
    readonly isNews: (found: Found) => boolean;
    /** Time until what was found changes by itself, infinite where nobody knows. */
    readonly changesInMs: (found: Found) => number;
  },
): Promise<Found> {
  const { wait, topics, read, isNews, changesInMs } = ask;
  if (wait === 0) return read();
  const news = orderNews(db);
  const found = await readWhenNews({
    read,
    isNews,
    changesInMs,
    watch: await news.watch(topics),
    waitSeconds: wait,
    signal: request.signal,
    isOver: () => news.isClosed,
  });
  // Who was let in when the wait began may have been locked out since.
  const now = await resolveActor(request, db, ip);
  // The cookie of a session that has ended is a guest's.
  if (now.kind !== "user" || now.userId !== actor.userId) throw new AppError(apiErrors.UNAUTHORIZED);
  return found;
}
