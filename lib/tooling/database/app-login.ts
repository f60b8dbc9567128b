import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { APP_ROLE, CMS_ROLE } from "#lib/db/app-role.ts";
import { askOnce, withClient } from "#lib/tooling/database/with-client.ts";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** What the product's processes log in to PostgreSQL with: a role that owns nothing and is member of one that owns nothing, `sms_den_app` alone. */
export type AppLogin = { role: string; password: string };

/** Where a state folder keeps the logins of a role, and the setting that has them. */
const LOGINS = {
  [APP_ROLE]: { file: "database-login.json", setting: "DATABASE_URL" },
  [CMS_ROLE]: { file: "cms-login.json", setting: "CMS_DATABASE_URL" },
} as const;
type LoginRole = keyof typeof LOGINS;

/** The login that a state folder keeps (0600) for a role; made at the first call. It exists in a database once `admitApp` has run there. */
export function getAppLogin(stateFolder: string, member: LoginRole = APP_ROLE): AppLogin {
  const file = path.join(stateFolder, LOGINS[member].file);
  const kept = readJson<AppLogin>(file);
  if (kept) return kept;
  // A name of its own, so that two installations on one server do not change each other's password.
  const made = {
    role: `${member}_${randomBytes(4).toString("hex")}`,
    password: randomBytes(24).toString("base64url"),
  };
  writeFileAtomically(file, `${JSON.stringify(made)}\n`);
  return made;
}

/** The same database, entered with another login. */
export function withLogin(url: string, { role, password }: AppLogin): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.href;
}

/**
 * Makes sure that the login of `appUrl` can enter the migrated database of `ownerUrl` and act as `member`, and as nobody who owns
 * it. A login that is right already is left alone, so an owner who may not make roles can have it made by somebody who may.
 * Throws a Problem with the statements to run when it cannot. Does nothing when both are the same login.
 */
export async function admitApp(
  ownerUrl: string,
  appUrl: string,
  member: LoginRole = APP_ROLE,
): Promise<void> {
  const login = loginOf(appUrl);
  if (login.role === loginOf(ownerUrl).role) return;
  await withClient(ownerUrl, async (owner) => {
    if (!(await canEnter(appUrl, member))) await make(owner, login, member);
    if (await mayActAsOwner(owner, login.role))
      throw new Problem(
        `${LOGINS[member].setting} logs in as ${login.role}, which may act as the owner of the tables. ` +
          `Take that from it (revoke the owner's role; no superuser), or name another role there.`,
      );
  });
}

/**
 * A process of the product does not start as the owner of the tables, or as anybody who may act as the owner: whoever gets hold of its
 * connection would stand behind every wall. Throws a Problem with the way out. A database that does not answer yet is no reason to
 * stay away: readiness tells of it.
 */
export async function refuseOwnersLogin(url: string): Promise<void> {
  await askOnce(url, async (client) => {
    const { role } = loginOf(url);
    if (!(await mayActAsOwner(client, role))) return;
    throw new Problem(
      `DATABASE_URL logs in as ${role}, which owns the tables or may act as their owner. Set DATABASE_OWNER_URL to this address, and ` +
        "DATABASE_URL to another role and password in the same database; npm run migrate makes that role. Then start again.",
    );
  });
}

function loginOf(url: string): AppLogin {
  const { username, password } = new URL(url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

function canEnter(appUrl: string, member: LoginRole): Promise<boolean> {
  return withClient(appUrl, (client) => client.query(`set role ${member}`)).then(
    () => true,
    () => false,
  );
}

async function make(owner: pg.Client, { role, password }: AppLogin, member: LoginRole): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const isThere = (await owner.query("select from pg_roles where rolname = $1", [role])).rowCount === 1;
  const statements = (secret: string) => [
    `${isThere ? "alter" : "create"} role ${name} login password ${secret}`,
    `grant ${member} to ${name}`,
  ];
  try {
    for (const statement of statements(pg.escapeLiteral(password))) await owner.query(statement);
  } catch (error) {
    throw new Problem(
      `The login ${role} for the product's processes could not be made: ${(error as Error).message}. ` +
        `Have somebody who may run: ${statements("'<its password>'").join("; ")}. ` +
        `Then set ${LOGINS[member].setting} to that login and DATABASE_OWNER_URL to the owner's.`,
    );
  }
}

/** False before the first migration, too: there is nothing to own. */
async function mayActAsOwner(owner: pg.Client, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    "select pg_has_role($1, tableowner, 'member') as may from pg_tables where schemaname = 'public' and tablename = 'lib_migrations'",
    [role],
  );
  return rows[0]?.may ?? false;
}
