import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { archiveOf } from "#features/ready-accounts/stock/archives.factory.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

const BROUGHT = 300;
/** More than one part of an order that is prepared in parts. */
const ORDERED = 120;

/** Sends to the own store what its forms send. */
async function send(page: Page, path: string, data: object): Promise<{ id: number }> {
  const headers = { origin: new URL(page.url()).origin, "idempotency-key": crypto.randomUUID() };
  const answer = await page.request.post(`/api/store${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** What a download holds, and what it is called. */
async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent("download");
  await press();
  const file = await coming;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/** An account that is a file, as a delivery writes it. */
function fileOf(item: string): [name: string, text: string] {
  const { file, base64 } = JSON.parse(item);
  return [file, Buffer.from(base64, "base64").toString()];
}

test("a store brings several hundred accounts as files of one archive; a buyer orders more than a hundred of them at once, sees how far the order is, and downloads all of them, and one as its file", async ({
  page,
  newPerson,
}) => {
  const now = Date.now();
  const own = `in files ${now}`;
  const files = Object.fromEntries(
    Array.from({ length: BROUGHT }, (_, nth) => [`${now}-${nth}.session`, `secret of ${now}-${nth}`]),
  );
  await logIn(page, await newPerson({ role: "store", roubles: 0 }));
  const { id } = await send(page, "/offers", {
    ...{ serviceId: 52, countryId: 6, groupName: "Session files", name: `Telegram, ${own}` },
    ...{ format: "session", template: "phone.session", priceKopecks: 100, minCount: ORDERED },
    ...{ warrantyHours: 24, provenance: "Registered with our own SIM cards" },
  });
  await page.goto("/store");
  await page.getByRole("button", { name: "Add accounts" }).click();
  const upload = page.getByRole("dialog", { name: `Add accounts: Telegram, ${own}` });
  const archive = { mimeType: "application/zip", buffer: await archiveOf(files) };
  await upload.getByLabel("Or from a file").setInputFiles({ name: "accounts.zip", ...archive });
  await expect(upload.getByLabel("Archive with accounts")).toBeVisible();
  await upload.getByRole("button", { name: "Add accounts" }).click();
  await expect(upload).toBeHidden();
  await expect(page.getByText(`${BROUGHT} accounts added`)).toBeVisible();
  await send(page, `/offers/${id}/step`, { step: "put_on_sale" });

  await page.context().clearCookies();
  await logIn(page, await newPerson());
  await page.goto("/?type=readyAccounts");
  await page.getByRole("searchbox", { name: "Search services" }).fill("tele");
  await page.getByRole("button", { name: "Telegram" }).click();
  await page.getByRole("button", { name: `: Telegram, ${own}` }).click();
  await page
    .getByRole("dialog", { name: "Before you buy" })
    .getByRole("button", { name: "OK", exact: true })
    .click();
  // The worker may be done before anybody looks: what the page asks of the order is answered once its progress has been seen.
  const looked = Promise.withResolvers<void>();
  await page.route("**/api/ready-accounts/orders/*", async (route) => {
    await looked.promise;
    await route.continue();
  });
  await page
    .getByRole("dialog", { name: `Telegram, ${own}` })
    .getByRole("button", { name: /^Buy for/ })
    .click();
  const preparing = page.getByRole("dialog", { name: "On its way" });
  await expect(preparing.getByText(new RegExp(`^Ready: \\d+ of ${ORDERED}$`))).toBeVisible();
  await expect(preparing.getByRole("progressbar")).toBeVisible();
  looked.resolve();

  const delivered = page.getByRole("dialog", { name: "Your accounts" });
  const all = await download(page, () =>
    delivered.getByRole("button", { name: "Download", exact: true }).click(),
  );
  const items = JSON.parse(all.text) as string[];
  const got = Object.fromEntries(items.map(fileOf));
  expect(Object.keys(got)).toHaveLength(ORDERED);
  expect(files).toMatchObject(got);
  await delivered.getByRole("link", { name: "your accounts" }).click();
  await expect(page).toHaveURL(/\/profile\/accounts$/);
  const order = page.getByRole("main").getByRole("listitem").filter({ hasText: own });
  await order.getByRole("button", { name: "Show" }).click();
  const last = await download(page, () =>
    order.getByRole("link", { name: `Download account ${ORDERED}`, exact: true }).click(),
  );
  expect([last.name, last.text]).toEqual(fileOf(items.at(-1) as string));
});
