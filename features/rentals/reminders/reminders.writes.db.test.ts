import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { renderEndingMail } from "#features/rentals/reminders/reminders.rules.ts";
import { listRentalsToRemind, remindOfEnd } from "#features/rentals/reminders/reminders.writes.ts";
import { listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { locales } from "#lib/i18n/locales.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

async function given(hours: number) {
  await givenRentOffer(db, { count: 1 });
  const { userId } = await givenApiBuyer(db, 100_000);
  const input = {
    serviceCode: "tg",
    countryId: 6,
    operator: "any",
    maxPriceKopecks: null,
    channel: "site",
  } as const;
  const { id } = await rentNumber(db, { ...input, userId, hours, idempotencyKey: crypto.randomUUID() });
  return { id, userId };
}

/** Lets time pass; answers for which rentals something was told, by several workers at once. */
async function after(interval: string): Promise<number[]> {
  await moveClock(owner, interval);
  for (const id of await listDueRentals(db, 100)) await passTime(db, id);
  const due = await listRentalsToRemind(db, 100);
  const told = await Promise.all([...due, ...due].map(async (id) => ((await remindOfEnd(db, id)) ? id : 0)));
  return told.filter((id) => id > 0);
}

const hoursReminded = (userId: number) =>
  rows(
    db,
    sql`select (data->>'hoursLeft')::int as hours from job_events where user_id = ${userId} and kind = 'rental_ending' order by id`,
  );

it("a day and two hours before the end, once each; short rentals are told less; an extension begins anew", async () => {
  const [long, short, tiny] = [await given(72), await given(12), await given(4)];
  expect(await after("3 hours")).toEqual([]);
  expect(await after("7 hours 1 minute")).toEqual([short.id]);
  expect(await after("37 hours 58 minutes")).toEqual([]);
  expect(await after("2 minutes")).toEqual([long.id]);
  expect(await after("1 minute")).toEqual([]);
  const more = { maxPriceKopecks: null, channel: "site", idempotencyKey: "more" } as const;
  await extendRental(db, { ...more, userId: long.userId, rentalId: long.id, hours: 24 });
  expect(await after("24 hours")).toEqual([long.id]);
  // Missed while nobody worked: told once, late.
  expect(await after("23 hours")).toEqual([long.id]);
  expect(await after("3 hours")).toEqual([]);
  expect(await hoursReminded(long.userId)).toEqual([{ hours: 24 }, { hours: 24 }, { hours: 1 }]);
  expect(await hoursReminded(tiny.userId)).toEqual([]);
});

it.each(locales)("the reminder's mail is written in %s", (locale) => {
  const ending = { personName: "Ana", number: "62811000", serviceName: "Telegram", countryName: "Indonesia" };
  const mail = renderEndingMail(
    { ...ending, expiresAt: new Date("2026-11-22T10:00:00Z"), hoursLeft: 24 },
    locale,
    { brand: "SMS Den", publicUrl: "https://example.com" },
  );
  expect(mail.subject).toContain("+62811000");
  expect(mail.subject).toContain("24");
  expect(mail.text).toContain("Telegram");
  expect(mail.text).toContain("https://example.com");
  expect(mail.text).not.toMatch(/\{|\}/);
});
