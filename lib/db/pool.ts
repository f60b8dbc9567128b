import "server-only";
import pg from "pg";
import { APP_ROLE } from "#lib/db/app-role.ts";
import { borrow, returnConnection, watchPool } from "#lib/db/borrow.ts";
import { log } from "#lib/log.ts";

const INT8_OID = 20;
const INT8_ARRAY_OID = 1_016;

/** int8 arrives as a number, also in an array; a value beyond 2^53 is a fault and never silently rounded. */
function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`);
  return value;
}
pg.types.setTypeParser(INT8_OID, readInt8);
/** `{1,2,NULL}`, of one dimension. */
pg.types.setTypeParser(INT8_ARRAY_OID as number, (text) => {
  const elements = text.slice(1, -1);
  return elements === ""
    ? []
    : elements.split(",").map((element) => (element === "NULL" ? null : readInt8(element)));
});

/** What `sql` of sql-template-tag and named prepared statements look like to the driver. */
export type Statement = { readonly text: string; readonly values: unknown[]; readonly name?: string };

export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>;
};

declare const txBrand: unique symbol;

/** A transaction in progress; made by `withTransaction` only. */
export type Tx = Queryable & { readonly [txBrand]: true };

export type Db = Queryable & { readonly pool: pg.Pool; close(): Promise<void> };

export type DbOptions = {
  max?: number;
  applicationName?: string;
  /** The role that the connection acts as; null keeps the login's own (migrations, tests that corrupt data). */
  role?: string | null;
  /** Milliseconds a statement may take on the server (default 8 s); the client waits 0.7 s longer, for locks 0.5 s less. */
  statementTimeoutMs?: number;
};

/**
 * For processes that answer requests: after a fault of the way to the database no connection is held by a lost
 * statement for longer than 3.2 s. Longer work says so in `withTransaction`.
 */
export const requestLimits = { statementTimeoutMs: 2_500 } as const;

/** How much longer than the server the client waits before it takes a connection for lost. */
export const CLIENT_MARGIN_MS = 700;

/**
 * Opens a pool on PostgreSQL. Connections act as the role `sms_den_app`, which owns nothing and may not
 * change append-only tables. Time limits: lock < statement (server) < query (client).
 */
export function createDb(url: string, options: DbOptions = {}): Db {
  const role = options.role === undefined ? APP_ROLE : options.role;
  const statementTimeoutMs = options.statementTimeoutMs ?? 8_000;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? "sms-den",
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + CLIENT_MARGIN_MS,
    idle_in_transaction_session_timeout: 15_000,
    lock_timeout: Math.min(5_000, statementTimeoutMs - 500),
    keepAlive: true,
    ...(role ? { options: `-c role=${role}` } : {}),
  });
  watchPool(pool);
  // An idle connection that breaks must not end the process; the pool replaces it.
  pool.on("error", (error) => log.warn({ error: error.message }, "idle database connection lost"));
  // One in use too: without a listener of its own its loss would be an uncaught error.
  pool.on("connect", (client) =>
    client.on("error", (error) => log.warn({ error: error.message }, "database connection lost")),
  );
  return {
    pool,
    query: (statement) => queryOnce(pool, statement),
    close: () => pool.end(),
  };
}

async function queryOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  const client = await borrow(pool);
  try {
    const result = await client.query<Row>(statement);
    client.release();
    return result;
  } catch (error) {
    returnConnection(client, error);
    throw error;
  }
}
