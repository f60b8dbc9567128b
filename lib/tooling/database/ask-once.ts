import pg from "pg";

/**
 * Connects to a database, asks, and leaves. A database that does not answer yet is asked nothing: whoever starts must not wait for it, and
 * readiness tells of it. Throws what `ask` throws.
 */
export async function askOnce(url: string, ask: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch {
    return;
  }
  try {
    await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
