import type { APIRequestContext } from "@playwright/test";
import { begin, enterStaffPage, msUntilOnSite, save, waitForDesk } from "#app/_cms/desk-journey.factory.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

test.skip(!demo.contentDesk, "This start has no content desk.");

/** The product has no mark of it, and no other journey looks at it. */
const SERVICE = "skype";
/** A second is what the product takes. A kept copy that nobody dropped is shown for ten at least. */
const SOON_MS = 9_000;

async function iconsOf(reader: APIRequestContext): Promise<unknown> {
  const found = (await (await reader.get(`/api/service?search=${SERVICE}`)).json()) as Record<
    string,
    unknown
  >[];
  const service = found.find(({ slug }) => slug === SERVICE);
  return service && { icon: service.icon, icon_id: service.icon_id };
}

test("an editor lets a picture stand for a service: the API names it and the service's page shows it soon, until the editor takes it back", async ({
  page,
  request: reader,
  newPerson,
}) => {
  const address = `/${SERVICE}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);
  const before = await (await reader.get(address)).text();
  expect(before).not.toContain("/api/storage/image/");
  expect(await iconsOf(reader)).toEqual({ icon: null, icon_id: null });

  await begin(page, "media");
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 500, height: 500 } });
  await page.locator("input[type=file]").setInputFiles({ name: "Mark.png", mimeType: "image/png", buffer });
  await page.locator("#field-alt").fill("A mark");
  await page.locator("#field-service").fill(SERVICE);
  expect(await save(page, "media", "Save")).toBe(true);
  await expect(page).toHaveURL(/\/admin\/collections\/media\/\d+/);
  const form = page.url();
  expect(await msUntilOnSite(reader, address, "/api/storage/image/")).toBeLessThan(SOON_MS);
  const [href, icon_id] = /\/api\/storage\/image\/([0-9a-f]{64}-96\.webp)/.exec(
    await (await reader.get(address)).text(),
  ) as unknown as [string, string];
  expect(await iconsOf(reader)).toEqual({ icon: href, icon_id });

  await page.goto(address);
  const mark = page.getByRole("main").locator(`img[src="${href}"]`).first();
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);

  await page.goto(form);
  await expect(page.locator("#field-service")).toHaveValue(SERVICE);
  await page.locator("#field-service").fill("");
  expect(await save(page, "media", "Save")).toBe(true);
  const begunMs = performance.now();
  const read = async () => (await reader.get(address)).text();
  await expect.poll(read, { intervals: [50] }).not.toContain("/api/storage/image/");
  expect(performance.now() - begunMs).toBeLessThan(SOON_MS);
  expect(await iconsOf(reader)).toEqual({ icon: null, icon_id: null });
});
