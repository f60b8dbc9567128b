import { withClient } from "#lib/tooling/database/with-client.ts";
import { Problem } from "#lib/tooling/problem.ts";

const OLDEST_MAJOR = 15;

/** Connects once and checks the version. Throws a Problem when there is no answer or the server is too old. */
export async function requireSupportedVersion(url: string): Promise<void> {
  // The driver itself takes any word for the name of a database somewhere.
  if (!/^postgres(?:ql)?:\/\/./.test(url) || !URL.canParse(url))
    throw new Problem(
      "DATABASE_URL is not an address. Write it as postgres://user:password@host:5432/database.",
    );
  const { rows } = await withClient(url, (client) =>
    client.query<{ version: string }>("select current_setting('server_version_num') as version"),
  ).catch(({ message, code }: { message: string; code?: string }) => {
    throw new Problem(
      `The database of DATABASE_URL does not answer: ${message || code}. ` +
        "Check its address, name, user and password, or unset DATABASE_URL to use the embedded PostgreSQL.",
    );
  });
  checkVersion(Number(rows[0]?.version));
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
