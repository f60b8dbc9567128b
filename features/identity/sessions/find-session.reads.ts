import { LRUCache } from "lru-cache";
import { SESSION_IDLE_DAYS } from "#features/identity/sessions/sessions.rules.ts";
import { type Role, STEP_UP_SECONDS, type StaffStanding, type UserId } from "#lib/api/actor.ts";
import { MicroBatch } from "#lib/db/micro-batch.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** How long a token that nobody ever had is known to be one: a program that has invented one goes on sending it. */
const UNKNOWN_MS = 2_000;
/** Such tokens remembered, by their hash. */
const UNKNOWN_MAX = 10_000;
/** Questions about tokens that go to the database at once, and tokens in one of them: a flood of guesses takes no more connections. */
const QUESTIONS = { slots: 4, maxItems: 200 };

export type SessionRow = StaffStanding & {
  readonly sessionId: number;
  readonly userId: UserId;
  readonly role: Role;
  readonly isPartner: boolean;
  readonly isStale: boolean;
  readonly isFactorStale: boolean;
  readonly endsInMs: number;
  /** It has not ended, and its user may act. */
  readonly isLive: boolean;
};
type HashedRow = SessionRow & { readonly tokenHash: Buffer };

type SessionMemory = {
  readonly unknown: LRUCache<string, true>;
  readonly questions: MicroBatch<Buffer, { readonly row: HashedRow | null }>;
};

/** Per database, so that two test databases in one process never meet. */
const memories = new WeakMap<Queryable, SessionMemory>();

function memoryOf(db: Queryable): SessionMemory {
  let memory = memories.get(db);
  if (!memory) {
    memory = {
      unknown: new LRUCache({ max: UNKNOWN_MAX, ttl: UNKNOWN_MS }),
      questions: new MicroBatch({
        ...QUESTIONS,
        runOne: async (hash) => ({ row: await readOne(db, hash) }),
        runMany: (hashes) => readMany(db, hashes),
        isUndone: () => false,
      }),
    };
    memories.set(db, memory);
  }
  return memory;
}

/**
 * The session of a token's hash, live or not; null for a token that no session has. What is asked in one turn is one statement. That
 * there is none is remembered for two seconds: tokens are drawn when a session is opened, so one that was sent before is never one
 * later. A session is asked for each time: it ends at once.
 */
export async function readSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const { unknown, questions } = memoryOf(db);
  const name = tokenHash.toString("base64url");
  if (unknown.has(name)) return null;
  const { row } = await questions.run(tokenHash);
  if (row === null) unknown.set(name, true);
  return row;
}

const SESSION_ROW = `select s.id as "sessionId", s.user_id as "userId", u.role, u.is_partner as "isPartner", s.token_hash as "tokenHash",
    s.last_seen_at < app_now() - interval '10 minutes' as "isStale",
    (select p.permission from identity_staff_permissions p where p.user_id = u.id and u.role = 'staff') as "permission",
    floor(extract(epoch from app_now() - s.second_factor_at))::int as "secondFactorAgeSeconds",
    coalesce(s.second_factor_at < app_now() - interval '${STEP_UP_SECONDS} seconds', true) and exists (
      select from identity_second_factors f where f.user_id = u.id and f.enabled_at is not null) as "isFactorStale",
    (extract(epoch from least(s.expires_at, s.last_seen_at + interval '${SESSION_IDLE_DAYS} days') - app_now()) * 1000)::float8 as "endsInMs",
    (s.expires_at > app_now() and s.last_seen_at > app_now() - interval '${SESSION_IDLE_DAYS} days'
      and u.suspended_at is null
      and not exists (select from identity_closings c where c.user_id = u.id)) as "isLive"
  from identity_sessions s join identity_users u on u.id = s.user_id`;

function readOne(db: Queryable, tokenHash: Buffer): Promise<HashedRow | null> {
  return maybeOne<HashedRow>(db, {
    name: "identity_find_session",
    text: `${SESSION_ROW} where s.token_hash = $1`,
    values: [tokenHash],
  });
}

/** The same of many at once, in their order. */
async function readMany(db: Queryable, hashes: readonly Buffer[]): Promise<{ row: HashedRow | null }[]> {
  const found = await rows<HashedRow>(db, {
    name: "identity_find_sessions",
    text: `${SESSION_ROW} where s.token_hash = any ($1::bytea[])`,
    values: [hashes],
  });
  const byHash = new Map(found.map((row) => [row.tokenHash.toString("base64url"), row]));
  return hashes.map((hash) => ({ row: byHash.get(hash.toString("base64url")) ?? null }));
}
