import pg from "pg";
import { Problem } from "#lib/tooling/problem.ts";

const OLDEST_MAJOR = 15;

/** Connects once and checks the version. Throws a Problem when there is no answer or the server is too old. */
export async function requireSupportedVersion(url: string): Promise<void> {
  const client = newClient(url);
  try {
    await client.connect();
    const result = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    checkVersion(Number(result.rows[0]?.version));
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { message, code } = error as { message: string; code?: string };
    throw new Problem(
      `The database of DATABASE_URL does not answer: ${message || code}. ` +
        "Check its address, name, user and password, or unset DATABASE_URL to use the embedded PostgreSQL.",
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function newClient(url: string): pg.Client {
  try {
    // The driver itself takes any word for the name of a database somewhere.
    if (!/^postgres(?:ql)?:\/\/./.test(url)) throw new Error("no address");
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    return client;
  } catch {
    throw new Problem(
      "DATABASE_URL is not an address. Write it as postgres://user:password@host:5432/database.",
    );
  }
}

/** Refuses a `server_version_num` (150004 = 15.4) below the oldest supported version. */
export function checkVersion(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_MAJOR) return;
  throw new Problem(
    `The database of DATABASE_URL is PostgreSQL ${major}; SMS Den needs ${OLDEST_MAJOR} or newer. ` +
      "Give it a newer server, or unset DATABASE_URL to use the embedded PostgreSQL.",
  );
}
