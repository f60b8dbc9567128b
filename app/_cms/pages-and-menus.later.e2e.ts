import {
  begin,
  enterStaffPage,
  expectOnSite,
  publish,
  save,
  waitForDesk,
  watchPolicy,
  writeText,
} from "#app/_cms/desk-journey.factory.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

// A menu of the editors stands on every page: nothing else walks the site meanwhile.
test.skip(!demo.contentDesk, "This start has no content desk.");

test("what editors write as a page is at its address, and a menu of theirs leads there from every page", async ({
  page,
  newPerson,
  baseURL,
}) => {
  const stopped = await watchPolicy(page);
  const name = `page-${Date.now().toString(36)}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);

  await begin(page, "pages");
  await page.locator("#field-title").fill(`Page ${name}`);
  await writeText(page, "What everybody should know.");
  await page.locator("#field-slug").fill("telegram");
  expect(await save(page, "pages", "Publish changes")).toBe(false);
  await expect(page.getByText("/telegram is an address of the product's own").first()).toBeVisible();
  await page.locator("#field-slug").fill(name);
  await publish(page, "pages");
  await expectOnSite(page, `/${name}`, "What everybody should know.");
  await expectOnSite(page, `/tr/${name}`, `Page ${name}`);
  await expectOnSite(page, "/sitemap.xml", `/${name}<`);

  await begin(page, "menus");
  await page.locator("#field-title").fill(`Menu ${name}`);
  await page.getByRole("button", { name: /^Add entry$/i }).click();
  await page.locator("#field-entries__0__label").fill(`To ${name}`);
  await page.locator("#field-entries__0__href").fill(`/${name}`);
  expect(await save(page, "menus", "Save")).toBe(true);
  await expect(page).toHaveURL(/\/admin\/collections\/menus\/\d+/);
  const menu = /menus\/(\d+)/.exec(page.url())?.[1];
  await expectOnSite(page, "/", `To ${name}`);
  await expectOnSite(page, "/ru/services", `href="/ru/${name}"`);
  const headers = { origin: String(baseURL) };
  expect((await page.request.delete(`/cms-api/menus/${menu}`, { headers })).ok()).toBe(true);
  await expect.poll(async () => (await page.request.get("/")).text()).not.toContain(`To ${name}`);
  expect(stopped).toEqual([]);
});
