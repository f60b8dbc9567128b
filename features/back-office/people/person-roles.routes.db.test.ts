import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  codeOf,
  db,
  lead,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { givenFormerStore, givenStoreOffer } from "#features/stores/stores.factory.ts";
import { findPartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import { type AccountRole, accountRoles, type UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";

const reason = "agreed by mail";
const setRole = (userId: number, role: string, isGiven: boolean, staff = anna) =>
  send(staff, `people/${userId}/roles`, { role, isGiven, reason });

/** What an account is told of its own roles. */
async function toldOf(userId: UserId): Promise<Record<AccountRole, boolean>> {
  const { is_p, is_store = false, settings } = (await getMe(db, userId)).dynamicFields;
  return {
    partner: is_p,
    agent: settings.is_agent,
    referralSoft: settings.is_referral_soft,
    store: is_store,
  };
}
const linesOf = (userId: UserId) =>
  sql`select kind from identity_security_events where user_id = ${userId} order by id`;
const none = { partner: false, agent: false, referralSoft: false, store: false };

describe("the roles of an account", () => {
  test.each(accountRoles)("the role %s is given and removed with reason and audit, once", async (role) => {
    const userId = await givenCustomer(db, 0);
    const others = await givenCustomer(db, 0);
    if (role === "store") await givenFormerStore(db, userId);
    const given = await setRole(userId, role, true);
    expect([given.status, given.body.id]).toEqual([200, userId]);
    expect(await toldOf(userId)).toEqual({ ...none, [role]: true });
    expect((await setRole(userId, role, true)).status).toBe(200);
    expect((await setRole(userId, role, false)).status).toBe(200);
    expect((await setRole(userId, role, false)).status).toBe(200);
    expect([await toldOf(userId), await toldOf(others)]).toEqual([none, none]);
    expect(await actionsOf(`user:${userId}`)).toEqual([
      { action: "user.give-role", actor: anna.userId },
      { action: "user.take-role", actor: anna.userId },
    ]);
    const { details } = await one<{ details: object }>(
      owner,
      sql`select details from identity_audit where subject = ${`user:${userId}`} order by id limit 1`,
    );
    expect(details).toEqual({ role, reason });
  });

  test.each(accountRoles)(
    "the role %s granted or removed is a line of the owner's security log, once",
    async (role) => {
      const userId = await givenCustomer(db, 0);
      if (role === "store") await givenFormerStore(db, userId);
      const before = (await rows(owner, linesOf(userId))).length;
      for (const isGiven of [true, true, false, false]) await setRole(userId, role, isGiven);
      const lines = (await rows<{ kind: string }>(owner, linesOf(userId))).slice(before);
      expect(lines.map(({ kind }) => kind)).toEqual([
        expect.stringMatching(/Granted$/),
        expect.stringMatching(/Removed$/),
      ]);
      expect(new Set(lines.map(({ kind }) => kind.replace(/(?:Granted|Removed)$/, ""))).size).toBe(1);
    },
  );

  test("twenty calls at once give a role once and record it once", async () => {
    const userId = await givenCustomer(db, 0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => setRole(userId, "partner", true)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await actionsOf(`user:${userId}`)).toHaveLength(1);
  });

  test("are changed by who moves money, never one's own, and with a fresh code only", async () => {
    const userId = await givenCustomer(db, 0);
    expect(codeOf(await setRole(userId, "agent", true, support))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await setRole(anna.userId, "partner", true))).toEqual([403, "OWN_ACCOUNT"]);
    expect(codeOf(await setRole(999_999, "agent", true, lead))).toEqual([404, "DESK_NOTHING_THERE"]);
    expect(codeOf(await setRole(userId, "storeOwner", true))).toEqual([400, "VALIDATION"]);
    const stale = await givenStaff(db, "money", { secondsAgo: 700 });
    expect(codeOf(await setRole(userId, "agent", true, stale))).toEqual([403, "STEP_UP_NEEDED"]);
    expect(await toldOf(userId)).toEqual(none);
    expect(await actionsOf(`user:${userId}`)).toEqual([]);
  });
});

describe("the owner of a store", () => {
  test("is somebody whose store was approved, and nobody else gets the role", async () => {
    const userId = await givenCustomer(db, 0);
    expect(codeOf(await setRole(userId, "store", true))).toEqual([409, "STORE_MISSING"]);
    expect(await toldOf(userId)).toEqual(none);
    await givenFormerStore(db, userId);
    expect((await setRole(userId, "store", true)).status).toBe(200);
  });

  test("sells nothing any more once the account is suspended, also when it is let in again", async () => {
    const userId = await givenCustomer(db, 0);
    const { offerId } = await givenStoreOffer(db, userId);
    for (const isSuspended of [true, false]) {
      expect((await send(anna, `people/${userId}/suspend`, { isSuspended, reason })).status).toBe(200);
      const offer = await one(db, sql`select state from ready_accounts_offers where id = ${offerId}`);
      expect(offer).toEqual({ state: "stopped" });
    }
  });
});

describe("a partner", () => {
  let userId: UserId;
  const supplier = async () => {
    const found = await findPartnerSupplier(db, userId);
    return found && one(owner, sql`select code, enabled from supply_suppliers where id = ${found.id}`);
  };
  beforeAll(async () => {
    userId = await givenCustomer(db, 0);
  });

  test("gets a paused supplier with the role, and has it paused again when the role is removed", async () => {
    await setRole(userId, "agent", true);
    expect(await supplier()).toBeNull();
    await setRole(userId, "partner", true);
    const code = `partner-${userId}`;
    expect(await supplier()).toEqual({ code, enabled: false });
    await execute(owner, sql`update supply_suppliers set enabled = true where code = ${code}`);
    await setRole(userId, "partner", true);
    expect(await supplier()).toEqual({ code, enabled: true });
    await setRole(userId, "partner", false);
    expect(await supplier()).toEqual({ code, enabled: false });
    await setRole(userId, "partner", true);
    expect(await supplier()).toEqual({ code, enabled: false });
  });

  test("who lost the role is promised it no more", async () => {
    const emailKey = (
      await one<{ key: string }>(db, sql`select email_key as key from identity_users where id = ${userId}`)
    ).key;
    await execute(owner, sql`insert into identity_promised_partners (email_key) values (${emailKey})`);
    await setRole(userId, "partner", false);
    expect(
      await rows(owner, sql`select from identity_promised_partners where email_key = ${emailKey}`),
    ).toEqual([]);
  });
});
