import { describe, expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  boris,
  codeOf,
  db,
  get,
  newKey,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import type { StoreApplicationView } from "#features/back-office/store-applications/desk-store-applications.contract.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import { applyForStore } from "#features/stores/applications/store-applications.writes.ts";
import { storeWords } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

async function givenApplication(userId?: UserId): Promise<{ id: number; userId: UserId }> {
  const applicant = userId ?? (await givenCustomer(db, 0));
  const words = { ...storeWords, rulesVersion: marketplaceRulesVersion };
  const id = await withTransaction(db, (tx) => applyForStore(tx, { ...words, userId: applicant }));
  return { id, userId: applicant };
}
const decide = (
  id: number,
  decision: string,
  { staff = anna, key = newKey(), reason = "known to us" } = {},
) => send(staff, `store-applications/${id}/decide`, { decision, reason }, "POST", key);
const listed = async (query = ""): Promise<StoreApplicationView[]> =>
  (await get(`store-applications${query}`)).body.items;

describe("an application for a store", () => {
  test("that is approved opens the store, with audit and mail, once", async () => {
    const { id, userId } = await givenApplication();
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, ...storeWords, user: expect.objectContaining({ id: userId }) }),
    );
    const key = newKey();
    const first = await decide(id, "approve", { key });
    expect([first.status, first.body]).toEqual([200, { state: "approved" }]);
    expect(await hasRole(db, userId, "store")).toBe(true);
    expect((await decide(id, "approve", { key })).headers.get("idempotency-replayed")).toBe("true");
    expect(codeOf(await decide(id, "decline", { staff: boris }))).toEqual([409, "STORE_APPLICATION_DECIDED"]);
    expect(await actionsOf(`store-application:${id}`)).toEqual([
      { action: "store-application.approve", actor: anna.userId },
    ]);
    const mails = await runDueJobs(db, []);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("/store");
    expect(mails[0]?.text).not.toContain("known to us");
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }));
  });

  test("that is declined opens nothing, its reason is mailed, and another one may follow", async () => {
    const { id, userId } = await givenApplication();
    expect((await decide(id, "decline", { reason: "no word of where they come from" })).status).toBe(200);
    expect(await hasRole(db, userId, "store")).toBe(false);
    const [mail] = await runDueJobs(db, []);
    expect(mail?.text).toContain("no word of where they come from");
    const again = await givenApplication(userId);
    expect((await decide(again.id, "approve")).status).toBe(200);
    expect(await hasRole(db, userId, "store")).toBe(true);
  });

  test("is decided once, however many decide at the same moment", async () => {
    const { id } = await givenApplication();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => decide(id, nth % 2 ? "approve" : "decline")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is decided by who moves money, and never by who sent it", async () => {
    const { id } = await givenApplication();
    expect(codeOf(await decide(id, "approve", { staff: support }))).toEqual([403, "FORBIDDEN"]);
    const own = await givenApplication(boris.userId);
    expect(codeOf(await decide(own.id, "approve", { staff: boris }))).toEqual([403, "STORE_APPLICATION_OWN"]);
    expect(codeOf(await decide(999_999, "approve"))).toEqual([404, "STORE_APPLICATION_NOT_FOUND"]);
  });
});
