import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { getPayload } from "payload";
import sql from "sql-template-tag";
import { afterAll, expect, inject } from "vitest";
import { makeConfig } from "#app/_cms/make-config.ts";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import { CMS_ROLE } from "#lib/db/app-role.ts";
import { listen } from "#lib/db/listen.ts";
import { execute, rows } from "#lib/db/query.ts";
import { EDITOR_HEADER, signEditor } from "#lib/http/editor-header.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { admitApp, withLogin } from "#lib/tooling/database/app-login.ts";

const KEY = "the key of door and desk, of the tests alone";
export const EDITOR = 41;

export const signed = (id: number) => new Headers({ [EDITOR_HEADER]: signEditor(id, KEY, Date.now()) });
export const words = (text: string) => richTextOf([text]);

/** The content desk on a database of its own with the product's migrations alone: its login could not make a table. */
export async function useDesk() {
  const { db, owner, url } = await useTestDb();
  const ownerUrl = new URL(inject("templateUrl"));
  ownerUrl.pathname = new URL(url).pathname;
  const login = { role: `cms_${randomUUID().slice(0, 8)}`, password: randomUUID() };
  const databaseUrl = withLogin(ownerUrl.href, login);
  const pictures = mkdtempSync(path.join(os.tmpdir(), "pictures-"));
  await admitApp(ownerUrl.href, databaseUrl, CMS_ROLE);
  const config = makeConfig({
    ...{ databaseUrl, key: KEY, pictures },
    ...{ publicUrl: "http://smsden.test", brandName: "Test", logLevel: "silent" },
  });
  const payload = await getPayload({ config });
  /** What the site was told of: the tags of its kept pages. */
  const heard: string[] = [];
  const notices = listen(url, {
    applicationName: "test notices",
    channels: { page_tags: (tags) => heard.push(tags) },
  });
  await payload.auth({ headers: signed(EDITOR) });
  afterAll(async () => {
    rmSync(pictures, { recursive: true, force: true });
    await notices.close();
    await endConnections();
    await execute(owner, { text: `drop role ${login.role}`, values: [] });
  });
  return { asEditor, db, owner, payload, pictures, save, told };

  /** The desk's own login ends its connections, one of which its pool never gives back: nobody else may, and the database shall go. */
  async function endConnections(): Promise<void> {
    const { pool } = payload.db;
    await pool.query(
      "set role none; select pg_terminate_backend(pid) from pg_stat_activity where usename = session_user and pid <> pg_backend_pid()",
    );
    void pool.end();
    const open = () => rows(owner, sql`select from pg_stat_activity where usename = ${login.role}`);
    await eventually(async () => expect(await open()).toEqual([]));
  }

  /** What the site was told of since this was asked last, with all that is on its way. */
  async function told(): Promise<string[]> {
    const asked = `asked ${randomUUID()}`;
    await eventually(async () => {
      await execute(owner, sql`select pg_notify('page_tags', ${asked})`);
      expect(heard).toContain(asked);
    });
    return heard.splice(0).filter((tags) => !tags.startsWith("asked "));
  }

  async function asEditor() {
    return (await payload.auth({ headers: signed(EDITOR) })).user;
  }

  /** Saves as the desk's form does: one language at a time. */
  async function save(
    id: number | null,
    locale: Locale,
    data: Record<string, unknown>,
    collection = "articles",
  ): Promise<number> {
    const options = {
      collection,
      data,
      locale,
      user: await asEditor(),
      draft: data._status !== "published",
    };
    const doc =
      id === null
        ? await payload.create(options as never)
        : await payload.update({ ...options, id } as never);
    return (doc as { id: number }).id;
  }
}
