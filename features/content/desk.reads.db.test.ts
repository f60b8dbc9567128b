import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { findEditor } from "#features/content/desk.reads.ts";
import { newApiKey } from "#features/identity/accounts.factory.ts";
import { seedDemoUsers } from "#features/identity/identity.writes.ts";
import { sessionCookieName } from "#features/identity/sessions/sessions.rules.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { listStaffAccounts } from "#features/identity/staff.reads.ts";
import { setContentRight, setStanding } from "#features/identity/staff.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { isHttps } from "#lib/https.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const header = (cookie: string) => `theme=dark; ${sessionCookieName(isHttps)}=${cookie}`;
const give = (userId: UserId, mayEdit: boolean) =>
  withTransaction(db, (tx) => setContentRight(tx, userId, mayEdit, null));
let editor: { userId: UserId; cookie: string };

beforeAll(async () => {
  editor = await givenStaff(db, null, { name: "Editor" });
  await give(editor.userId, true);
});

test("a session with the right and a second factor is the editor's", async () => {
  expect(await findEditor(db, header(editor.cookie))).toBe(editor.userId);
});

test("nobody without a session, without the right or without a second factor is an editor", async () => {
  const lead = await givenStaff(db, "money-lead");
  const careless = await givenStaff(db, null);
  await give(careless.userId, true);
  await execute(
    db,
    sql`update identity_sessions set second_factor_at = null where user_id = ${careless.userId}`,
  );
  for (const cookies of [null, "", header("x".repeat(43)), header(lead.cookie), header(careless.cookie)])
    expect(await findEditor(db, cookies)).toBeNull();
});

test("the right ends at once when it is taken, and with the session", async () => {
  const other = await givenStaff(db, null);
  await give(other.userId, true);
  expect(await findEditor(db, header(other.cookie))).toBe(other.userId);
  await give(other.userId, false);
  expect(await findEditor(db, header(other.cookie))).toBeNull();
  await give(other.userId, true);
  await execute(db, sql`delete from identity_sessions where user_id = ${other.userId}`);
  expect(await findEditor(db, header(other.cookie))).toBeNull();
});

test("the right to edit stands beside what one may do at the desk, and ends with all of it", async () => {
  const both = await givenStaff(db, "support");
  await give(both.userId, true);
  expect(await findEditor(db, header(both.cookie))).toBe(both.userId);
  await withTransaction(db, (tx) => setStanding(tx, both.userId, "money", null));
  expect(await findEditor(db, header(both.cookie))).toBe(both.userId);
  await withTransaction(db, (tx) => setStanding(tx, both.userId, null, null));
  expect(await findEditor(db, header(both.cookie))).toBeNull();
});

test("the editor of the default start may write texts, and has no right over money", async () => {
  const password = "as the default start makes one";
  const passwords = { user: password, empty: password, staff: password, lead: password, editor: password };
  const totpSeeds = { staff: "A".repeat(32), lead: "B".repeat(32), editor: "C".repeat(32) };
  const { editor: demoEditor } = await withTransaction(db, (tx) =>
    seedDemoUsers(tx, {
      ...{ passwords: { ...passwords, store: password, agent: password }, totpSeeds, apiKey: newApiKey() },
    }),
  );
  const { token } = await openSession(db, { userId: demoEditor, ip: "192.0.2.1", userAgent: "" });
  expect(await findEditor(db, header(token))).toBeNull();
  await execute(
    db,
    sql`update identity_sessions set second_factor_at = app_now() where user_id = ${demoEditor}`,
  );
  expect(await findEditor(db, header(token))).toBe(demoEditor);
  const account = (await listStaffAccounts(db)).find(({ id }) => id === demoEditor);
  expect(account).toMatchObject({ email: "editor@smsden.test", permission: null, hasSecondFactor: true });
});
