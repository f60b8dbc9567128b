import pg from "pg";

/** Connects to a database, asks, and leaves. Throws what connecting and `ask` throw. */
export async function withClient<T>(
  url: string,
  ask: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = 5_000,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  // A server that goes away is told by the next statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The same where the database may not answer yet; then it is asked nothing: whoever starts must not wait for it, and readiness tells of
 * it. Throws what `ask` throws.
 */
export async function askOnce(url: string, ask: (client: pg.Client) => Promise<void>): Promise<void> {
  let isConnected = false;
  await withClient(url, (client) => {
    isConnected = true;
    return ask(client);
  }).catch((error: unknown) => {
    if (isConnected) throw error;
  });
}
