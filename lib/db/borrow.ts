import "server-only";
import type pg from "pg";
import { monotonicMs } from "#lib/clock.ts";
import { log } from "#lib/log.ts";

/** A connection that answered this recently is used without asking it first. */
const TRUSTED_MS = 1_000;
/** An idle connection that does not answer within this is half-open. */
const PING_LIMIT_MS = 1_000;

type PoolTrust = { readonly seenAtMs: WeakMap<pg.PoolClient, number>; distrustedBeforeMs: number };

const trusts = new WeakMap<pg.Pool, PoolTrust>();

/**
 * From now on it is noted when each connection of the pool last came back from use. One that comes back with a statement under way is
 * ended: its user gave up waiting, and the next statement on it would wait for that one.
 */
export function watchPool(pool: pg.Pool): void {
  const seenAtMs: PoolTrust["seenAtMs"] = new WeakMap();
  pool.on("release", (_error: Error, client: pg.PoolClient) => {
    seenAtMs.set(client, monotonicMs());
    // The pool keeps none that is ending; with a statement under way the driver cuts it off instead of saying goodbye.
    if (isWaiting(client)) void (client as unknown as pg.Client).end().catch(() => undefined);
  });
  trusts.set(pool, { seenAtMs, distrustedBeforeMs: Number.NEGATIVE_INFINITY });
}

/**
 * A connection of the pool that is known to live: one that lay idle for more than a second is asked first. A half-open
 * one (the server or the way to it went away without a word) would let its user wait for the whole time limit, and the
 * next user for another; so with the first that is found all idle ones of its age are thrown away.
 */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const trust = trusts.get(pool);
  if (!trust) throw new Error("borrow() wants a pool of createDb()");
  for (;;) {
    const client = await pool.connect();
    const seenAtMs = trust.seenAtMs.get(client);
    // A new one has just shaken hands.
    if (seenAtMs === undefined) return client;
    const askedAtMs = monotonicMs();
    const isDistrusted = seenAtMs < trust.distrustedBeforeMs;
    if (!isDistrusted && (askedAtMs - seenAtMs < TRUSTED_MS || (await answers(client)))) return client;
    if (!isDistrusted) {
      trust.distrustedBeforeMs = askedAtMs;
      log.warn("a database connection is half-open; idle ones are thrown away");
    }
    throwAway(client);
  }
}

/** Gives a connection back after an error: one that only carried PostgreSQL's refusal stays, any other is thrown away. */
export function returnConnection(client: pg.PoolClient, error: unknown): void {
  if (isRefusal(error)) client.release();
  else throwAway(client);
}

/** True when the server refused a statement and the connection is as good as before. */
export function isRefusal(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === "ERROR";
}

/** Ends a connection without waiting: a half-open one never answers a polite goodbye. */
export function throwAway(client: pg.PoolClient): void {
  (client as unknown as Inside).connection?.stream?.destroy();
  client.release(true);
}

/**
 * The pool for a library that takes its connections itself: what it is lent is known to live, as by `borrow`. The form with a callback,
 * by which a line of notices is opened, is the driver's own.
 */
export function lendingPool(pool: pg.Pool): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool["connect"]>[0]) =>
    callback ? pool.connect(callback) : borrow(pool);
  return new Proxy(pool, {
    get(target, name) {
      if (name === "connect") return connect;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** What of the driver is needed here and not in its types. */
type Inside = { _activeQuery?: object | null; connection?: { stream?: { destroy(): void } } };

/** A statement is under way on the connection: nobody has answered it. */
function isWaiting(client: pg.PoolClient): boolean {
  return Boolean((client as unknown as Inside)._activeQuery);
}

async function answers(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query({ text: "select 1", query_timeout: PING_LIMIT_MS } as pg.QueryConfig);
    return true;
  } catch {
    return false;
  }
}
