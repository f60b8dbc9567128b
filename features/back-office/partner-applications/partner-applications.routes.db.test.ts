import sql from "sql-template-tag";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  actionsOf,
  anna,
  boris,
  codeOf,
  db,
  get,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { settleApproved } from "#features/partners/partner-applications/deciding-applications.writes.ts";
import { partnerApplicationChecks } from "#features/partners/partner-applications/partner-applications.checks.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

beforeEach(async () => {
  await execute(owner, sql`truncate partners_applications cascade`);
  await runDueJobs(db, []);
});

async function givenApplication(email: string, { locale = "en", contact = "@anna" } = {}): Promise<number> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into partners_applications (email, email_key, locale, contact, sim_countries, modems, ports, about, idempotency_key, input_hash)
        values (${email}, ${email}, ${locale}, ${contact}, 'Latvia', 'Ejoin', 16, 'Cards', ${newKey()}, 'hash') returning id`,
  );
  return id;
}
async function givenApplicant(): Promise<{ userId: number; email: string }> {
  const userId = await givenAccount(owner, newApiKey());
  const { email } = await one<{ email: string }>(
    owner,
    sql`select email from identity_users where id = ${userId}`,
  );
  return { userId, email };
}
const newAddress = () => `${newApiKey()}@example.com`;
const register = (email: string) =>
  withTransaction(db, (tx) =>
    createUser(tx, { email, emailKey: email, name: "New", passwordHash: PASSWORD_HASH, locale: "tr" }),
  );
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
const isPartner = async (email: string) =>
  (
    await one<{ is: boolean }>(
      owner,
      sql`select is_partner as is from identity_users where email_key = ${email}`,
    )
  ).is;
const supplierOf = (userId: number) =>
  maybeOne(owner, sql`select code, kind, enabled from supply_suppliers where owner_user_id = ${userId}`);
const suppliers = (userId: number) =>
  rows(owner, sql`select id from supply_suppliers where owner_user_id = ${userId}`);
const decide = (
  id: number,
  decision: string,
  { staff = anna, key = newKey(), reason = "a good fleet" } = {},
) => send(staff, `partner-applications/${id}/decide`, { decision, reason }, "POST", key);
type View = { id: number; email: string; notes: { text: string }[] };
const listed = async (query = "") =>
  ((await get(`partner-applications${query}`)).body as { items: View[] }).items;
async function expectInvariants() {
  for (const { name, sql: text } of partnerApplicationChecks)
    expect([name, await rows(owner, { text, values: [] })]).toEqual([name, []]);
}

describe("an application that is approved", () => {
  test("makes the account a partner's with a paused supplier of its own, in the audit, and tells the applicant", async () => {
    const { userId, email } = await givenApplicant();
    await execute(owner, sql`update identity_users set locale = 'cn' where id = ${userId}`);
    const id = await givenApplication(email);
    const answer = await decide(id, "approve");
    expect([answer.status, answer.body]).toEqual([200, { state: "approved", partnerUserId: userId }]);
    expect(await isPartner(email)).toBe(true);
    expect(await supplierOf(userId)).toEqual({ code: `partner-${userId}`, kind: "own", enabled: false });
    expect((await get(`suppliers/partner-${userId}`)).body).toMatchObject({
      state: "paused",
      owner: { id: userId, email },
    });
    expect(await actionsOf(`partner-application:${id}`)).toEqual([
      { action: "partner-application.approve", actor: anna.userId },
    ]);
    const [mail, ...more] = await runDueJobs(db, []);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining("您已成为合作伙伴") });
    expect(mail?.text).not.toContain("a good fleet");
    await expectInvariants();
  });

  test("twice is approved once: with the same key the answer comes again, with another one it is refused", async () => {
    const { userId, email } = await givenApplicant();
    const id = await givenApplication(email);
    const key = newKey();
    const first = await decide(id, "approve", { key });
    const again = await decide(id, "approve", { key });
    expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
      200,
      first.body,
      "true",
    ]);
    const other = await decide(id, "approve", { staff: boris });
    expect(codeOf(other)).toEqual([409, "PARTNER_APPLICATION_DECIDED"]);
    expect(other.body.error.details).toEqual({ state: "approved" });
    expect(codeOf(await decide(id, "decline", { key }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    expect(await suppliers(userId)).toHaveLength(1);
    expect(await runDueJobs(db, [])).toHaveLength(1);
    await expectInvariants();
  });

  test("while another one declines it has one outcome, one entry in the audit and one mail", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId, email } = await givenApplicant();
      const id = await givenApplication(email);
      const answers = await Promise.all([
        decide(id, "approve", { staff: anna }),
        decide(id, "decline", { staff: boris }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const isApproved = answers[0].status === 200;
      expect([await isPartner(email), (await suppliers(userId)).length]).toEqual(
        isApproved ? [true, 1] : [false, 0],
      );
      expect(await actionsOf(`partner-application:${id}`)).toHaveLength(1);
      expect(await runDueJobs(db, [])).toHaveLength(1);
    }
    await expectInvariants();
  });

  test("before its address is registered waits: the newcomer is a partner at once and gets a supplier", async () => {
    const email = newAddress();
    const id = await givenApplication(email, { locale: "ru" });
    expect((await decide(id, "approve")).body).toEqual({ state: "approved", partnerUserId: null });
    const [mail] = await runDueJobs(db, []);
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining("заявка одобрена") });
    expect(mail?.text).toContain("/ru/registration");
    expect(await settleApproved(db)).toBe(0);
    const userId = (await register(email)) as number;
    expect(await isPartner(email)).toBe(true);
    expect(await Promise.all([settleApproved(db), settleApproved(db)]).then(([a, b]) => a + b)).toBe(1);
    expect(await supplierOf(userId)).toMatchObject({ kind: "own", enabled: false });
    expect(await rows(owner, sql`select from identity_promised_partners where email_key = ${email}`)).toEqual(
      [],
    );
    await expectInvariants();
  });

  test("at the moment of the registration leaves no partner out", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newAddress();
      const id = await givenApplication(email);
      await Promise.all([decide(id, "approve"), register(email)]);
      await settleApproved(db);
      expect(await isPartner(email)).toBe(true);
    }
    await expectInvariants();
  });

  test("is never decided by whose it is, neither sent from the account nor with its address alone", async () => {
    const { email } = await one<{ email: string }>(
      owner,
      sql`select email_key as email from identity_users where id = ${anna.userId}`,
    );
    const withAddress = await givenApplication(email);
    const sent = await givenApplication(newAddress());
    await execute(owner, sql`update partners_applications set user_id = ${anna.userId} where id = ${sent}`);
    for (const id of [withAddress, sent])
      for (const decision of ["approve", "decline"])
        expect(codeOf(await decide(id, decision))).toEqual([403, "OWN_ACCOUNT"]);
    expect([await isPartner(email), await suppliers(anna.userId)]).toEqual([false, []]);
    expect((await decide(withAddress, "decline", { staff: boris })).body.state).toBe("declined");
    await expectInvariants();
  });

  test("waits for no earlier one that cannot be carried out", async () => {
    const [stuck, email] = [newAddress(), newAddress()];
    for (const each of [stuck, email]) await decide(await givenApplication(each), "approve");
    const stuckId = (await register(stuck)) as number;
    const code = `partner-${stuckId}`;
    expect(
      (await send(anna, "suppliers", { code, name: "Taken", kind: "own", reason: "taken" })).status,
    ).toBe(201);
    const userId = (await register(email)) as number;
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect(await settleApproved(db)).toBe(1);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    expect(await supplierOf(userId)).toMatchObject({ code: `partner-${userId}` });
    expect(await suppliers(stuckId)).toEqual([]);
    await execute(owner, sql`update supply_suppliers set code = 'moved' where code = ${code}`);
    expect(await settleApproved(db)).toBe(1);
    await expectInvariants();
  });

  test("says nothing of newcomers with other addresses", async () => {
    await decide(await givenApplication(newAddress()), "approve");
    const other = newAddress();
    await register(other);
    expect(await isPartner(other)).toBe(false);
  });
});

test("a declined applicant is told the reason, stays no partner, and may apply again", async () => {
  const { userId, email } = await givenApplicant();
  const id = await givenApplication(email, { locale: "es" });
  const answer = await decide(id, "decline", { reason: "Write to us once you have 32 ports." });
  expect([answer.status, answer.body]).toEqual([200, { state: "declined", partnerUserId: null }]);
  expect([await isPartner(email), await suppliers(userId)]).toEqual([false, []]);
  const [mail] = await runDueJobs(db, []);
  expect(mail?.text).toContain("Write to us once you have 32 ports.");
  await givenApplication(email);
  await expectInvariants();
});

describe("the desk's list of applications", () => {
  test("has those of a state, oldest first, found by parts of what was written, which is no pattern", async () => {
    const [first, second] = ["anna.first@example.com", "boris.second@example.com"];
    const ids = [await givenApplication(first, { contact: "100%_sure" }), await givenApplication(second)];
    expect((await listed()).map(({ id }) => id)).toEqual(ids);
    expect((await listed(`?after=${ids[0]}`)).map(({ id }) => id)).toEqual([ids[1]]);
    expect((await listed(`?search=${ids[1]}`)).map(({ id }) => id)).toEqual([ids[1]]);
    expect((await listed("?search=100%25_")).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await listed("?search=1_0%25")).toEqual([]);
    expect(await listed(`?search=SECOND@EXAMPLE`)).toHaveLength(1);
    await decide(ids[0]!, "decline");
    expect((await listed()).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await listed("?state=declined")).toMatchObject([
      {
        id: ids[0],
        state: "declined",
        reason: "a good fleet",
        decidedBy: { id: anna.userId },
        account: null,
      },
    ]);
  });

  test("has the staff's notes, each once and in the audit without its text", async () => {
    const id = await givenApplication(newAddress());
    const key = newKey();
    const note = (text: string, withKey = newKey()) =>
      send(support, `partner-applications/${id}/notes`, { text }, "POST", withKey);
    expect((await note("Called: <b>knows</b> modems", key)).status).toBe(200);
    expect((await note("Called: <b>knows</b> modems", key)).headers.get("idempotency-replayed")).toBe("true");
    expect((await note("Second")).status).toBe(200);
    expect((await note("  ")).status).toBe(400);
    expect((await listed())[0]?.notes).toMatchObject([
      { text: "Called: <b>knows</b> modems", author: { id: support.userId } },
      { text: "Second" },
    ]);
    const audited = await rows(
      owner,
      sql`select details::text as details from identity_audit where subject = ${`partner-application:${id}`}`,
    );
    expect(audited).toHaveLength(2);
    expect(JSON.stringify(audited)).not.toContain("Called");
    expect(codeOf(await send(support, "partner-applications/1/notes", { text: "nobody" }))).toEqual([
      404,
      "PARTNER_APPLICATION_NOT_FOUND",
    ]);
  });

  test("is read by the staff alone, and decided by those who move money", async () => {
    const id = await givenApplication(newAddress());
    expect((await get("partner-applications", { ...support, cookie: "" })).status).toBe(401);
    expect((await get("partner-applications", await givenStaff(db, null))).status).toBe(403);
    expect((await decide(id, "approve", { staff: support })).status).toBe(403);
    const stale = await givenStaff(db, "money", { secondsAgo: 3_600 });
    expect(codeOf(await decide(id, "approve", { staff: stale }))).toEqual([403, "STEP_UP_NEEDED"]);
    expect(codeOf(await decide(1, "approve"))).toEqual([404, "PARTNER_APPLICATION_NOT_FOUND"]);
    expect((await decide(id, "ban")).status).toBe(400);
    expect((await decide(id, "decline", { reason: "no" })).status).toBe(400);
    expect(await listed()).toMatchObject([{ id, state: "waiting" }]);
  });
});
