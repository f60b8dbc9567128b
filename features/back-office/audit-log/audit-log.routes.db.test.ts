import { expect, test } from "vitest";
import { db, get, lead } from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";

test("an action is found by its whole name, capitals and all, with its service and country named", async () => {
  await withTransaction(db, async (tx) => {
    await seedCatalogue(tx);
    for (const action of ["accountOffer.edit", "accountOffer.stop"])
      await recordAction(tx, {
        ...{ actorId: lead.userId, action, subject: "account-offer:7" },
        details: { serviceId: 52, countryId: 6, minCount: 1 },
      });
  });
  const { items } = (await get("actions?action=accountOffer.edit")).body;
  expect(items).toMatchObject([
    {
      action: "accountOffer.edit",
      details: { serviceId: 52, countryId: 6, minCount: 1 },
      names: { serviceId: "Telegram", countryId: "Indonesia" },
    },
  ]);
});

test("an action is found by what it was done to, in any script", async () => {
  await withTransaction(db, (tx) =>
    recordAction(tx, {
      ...{ actorId: lead.userId, action: "service-request.close", subject: "site:почта.рф" },
      details: { count: 1 },
    }),
  );
  const found = await get(`actions?subject=${encodeURIComponent("site:почта.рф")}`);
  expect([found.status, found.body.items.length]).toEqual([200, 1]);
});
