import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { CMS_ROLE } from "#lib/db/app-role.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { type AppLogin, admitApp, getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";

const { owner, url } = await useTestDb();
const ownerUrl = new URL(inject("templateUrl"));
ownerUrl.pathname = new URL(url).pathname;

const made: string[] = [];
const newLogin = (): AppLogin => {
  const role = `login_${randomUUID().slice(0, 8)}`;
  made.push(role);
  return { role, password: randomUUID() };
};
afterAll(async () => {
  for (const role of made)
    await owner.query({ text: `drop role if exists ${pg.escapeIdentifier(role)}`, values: [] });
});

async function actsAs(login: AppLogin): Promise<string> {
  const client = new pg.Client({
    connectionString: withLogin(ownerUrl.href, login),
    options: "-c role=sms_den_app",
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>(
      "select session_user || ' as ' || current_user as role",
    );
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}

test("the login of the product is made, and made again with the password that is kept", async () => {
  const login = newLogin();
  const other = { ...login, password: "of another state folder" };
  await admitApp(ownerUrl.href, withLogin(ownerUrl.href, other));
  await admitApp(ownerUrl.href, withLogin(ownerUrl.href, login));
  await admitApp(ownerUrl.href, withLogin(ownerUrl.href, login));
  expect(await actsAs(login)).toBe(`${login.role} as sms_den_app`);
  await expect(actsAs(other)).rejects.toThrow("password authentication failed");
});

test("a login that may act as the owner of the tables is refused with the way out", async () => {
  const login = newLogin();
  const other = newLogin();
  await admitApp(ownerUrl.href, withLogin(ownerUrl.href, login));
  for (const statement of [
    `create role ${other.role}`,
    `grant create on schema public to ${other.role}`,
    `alter table lib_migrations owner to ${other.role}`,
    `grant ${other.role} to ${login.role}`,
  ])
    await owner.query({ text: statement, values: [] });
  await expect(admitApp(ownerUrl.href, withLogin(ownerUrl.href, login))).rejects.toThrow(
    "may act as the owner of the tables",
  );
  await owner.query({ text: "alter table lib_migrations owner to current_user", values: [] });
  await owner.query({ text: `revoke create on schema public from ${other.role}`, values: [] });
});

test("an owner who may make no roles is told what to have run", async () => {
  const weak = newLogin();
  const login = newLogin();
  await owner.query({ text: `create role ${weak.role} login password '${weak.password}'`, values: [] });
  await expect(admitApp(withLogin(ownerUrl.href, weak), withLogin(ownerUrl.href, login))).rejects.toThrow(
    `create role "${login.role}" login password '<its password>'; grant sms_den_app to "${login.role}"`,
  );
});

test("the content desk's login sees the desk's own schema, and nothing of the product", async () => {
  const login = newLogin();
  await admitApp(ownerUrl.href, withLogin(ownerUrl.href, login), CMS_ROLE);
  const client = new pg.Client({
    connectionString: withLogin(ownerUrl.href, login),
    options: `-c role=${CMS_ROLE}`,
  });
  await client.connect();
  try {
    const { rows } = await client.query("insert into cms.tags (slug) values ('mine') returning slug");
    expect(rows).toEqual([{ slug: "mine" }]);
    await client.query("select pg_notify('page_tags', 'content:articles')");
    for (const statement of [
      "select from public.identity_users",
      "select from public.ledger_accounts",
      "select from public.content_articles",
      "select public.app_now()",
      "create table public.mine ()",
      "create table cms.mine ()",
      "drop table cms.tags",
      "set role sms_den_app",
    ])
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  } finally {
    await client.end();
  }
});

test("one address for everything is left as it is", async () => {
  await expect(admitApp(ownerUrl.href, ownerUrl.href)).resolves.toBeUndefined();
});

test("a state folder keeps one login of its own, for its user alone", () => {
  const folders = [1, 2].map(() => mkdtempSync(path.join(os.tmpdir(), "sms-den-login-")));
  try {
    const logins = () => folders.map((folder) => getAppLogin(folder));
    const [one, another] = logins();
    expect(logins()).toEqual([one, another]);
    expect(one?.role).not.toBe(another?.role);
    expect(statSync(path.join(folders[0] as string, "database-login.json")).mode & 0o777).toBe(0o600);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});
