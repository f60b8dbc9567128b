import type { APIRequestContext, Page } from "@playwright/test";
import {
  attachPicture,
  begin,
  chooseLanguage,
  enterStaffPage,
  expectOnSite,
  insertPicture,
  msUntilOnSite,
  publish,
  publishAndTell,
  save,
  waitForDesk,
  watchPolicy,
  writeText,
} from "#app/_cms/desk-journey.factory.ts";
import { expect, tellFigure, test } from "#lib/testing/journey.ts";
import { moveProductClock, productNowMs } from "#lib/testing/journey-clock.ts";
import { demo } from "#lib/testing/journey-demo.ts";

const stateFolder = process.env.JOURNEY_STATE_FOLDER;

test.skip(!demo.contentDesk, "This start has no content desk.");

const MINUTE_MS = 60_000;

/** What the desk's field of a day and a time is written in, by the browser's own clock. */
function writtenTime(page: Page, atMs: number): Promise<string> {
  return page.evaluate((ms) => {
    const at = new Date(ms);
    const day = at.toLocaleDateString("en-US", { dateStyle: "medium" });
    return `${day} ${at.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" })}`.replaceAll(
      "\u202f",
      " ",
    );
  }, atMs);
}

/** Writes in Russian what the newest picture of the library shows. */
async function nameInRussian(page: Page, russian: string): Promise<void> {
  await page.goto("/admin/collections/media");
  const form = await page.locator("tbody tr").first().getByRole("link").first().getAttribute("href");
  await page.goto(`${form}?locale=ru`);
  await page.locator("#field-alt").fill(russian);
  expect(await save(page, "media", "Save")).toBe(true);
}

const widthOf = (image: HTMLElement) => (image as HTMLImageElement).naturalWidth;

/** Asks as somebody without a cookie, twice: the second answer is the kept one. */
async function expectNowhere(reader: APIRequestContext, name: string): Promise<void> {
  for (const address of ["/blog", "/ru/blog", "/blog/feed.xml", "/sitemap.xml", "/blog", "/ru/blog"])
    expect(await (await reader.get(address)).text(), address).not.toContain(name);
  expect((await reader.get(`/blog/${name}`)).status()).toBe(404);
}

test("an editor writes an article in two languages with a picture, looks at the draft and schedules it: at its time, and at each change, readers have it soon, in the search, the feeds and the sitemap", async ({
  page,
  request: reader,
  newPerson,
}) => {
  test.skip(!stateFolder, "The clock is moved in the database of a product of this machine");
  const stopped = await watchPolicy(page);
  const name = `later${Date.now().toString(36)}`;
  const nowMs = () => productNowMs(String(stateFolder));
  await enterStaffPage(page, await newPerson({ staff: "content" }), await nowMs());
  await waitForDesk(page);

  await begin(page, "articles");
  const title = page.locator("#field-title");
  await title.fill(`Codes ${name}`);
  await page.locator("#field-slug").fill(name);
  await writeText(page, "A number for one code.");
  await attachPicture(page, "cover", `A lake of ${name}`);
  await insertPicture(page);
  expect(await save(page, "articles", "Save Draft")).toBe(true);
  await expect(page).toHaveURL(/\/admin\/collections\/articles\/\d+/);
  const id = /articles\/(\d+)/.exec(page.url())?.[1];
  await chooseLanguage(page, "ru");
  await expect(title).toHaveValue("");
  await title.fill(`Коды ${name}`);
  await writeText(page, "Номер на один код.");
  await insertPicture(page);
  expect(await save(page, "articles", "Save Draft")).toBe(true);

  const opening = page.waitForEvent("popup");
  await page.locator("#preview-button").click();
  const preview = await opening;
  await expect(preview).toHaveURL(new RegExp(`/ru/draft/${id}$`));
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(`Коды ${name}`);
  // The cover, and the one in the text.
  await expect(preview.getByRole("img", { name: `A lake of ${name}` })).toHaveCount(2);
  await preview.close();

  const day = page.locator("#field-publishedAt input");
  await day.fill(await writtenTime(page, (await nowMs()) + 10 * MINUTE_MS));
  await day.press("Escape");
  await publish(page);
  await expectNowhere(reader, name);
  await moveProductClock(String(stateFolder), "11 minutes");
  const listedMs = await msUntilOnSite(reader, "/blog", `Codes ${name}`);
  tellFigure(`/blog had the scheduled article ${Math.round(listedMs)} ms after its minute`);
  await expectOnSite(page, `/ru/blog/${name}`, `Коды ${name}`);

  await chooseLanguage(page, "en");
  await expect(title).toHaveValue(`Codes ${name}`);
  await title.fill(`New codes ${name}`);
  await publishAndTell(page, reader, `New codes ${name}`, [`/blog/${name}`, "/tr/blog"]);

  await nameInRussian(page, `Озеро ${name}`);
  await expectOnSite(page, `/ru/blog/${name}`, `Озеро ${name}`);
  for (const [address, words] of [
    [`/blog/${name}`, `A lake of ${name}`],
    [`/ru/blog/${name}`, `Озеро ${name}`],
  ] as const) {
    await page.goto(address);
    const shown = page.getByRole("main").getByRole("img", { name: words, exact: true });
    await expect(shown).toHaveCount(2);
    await shown.last().scrollIntoViewIfNeeded();
    for (const picture of [shown.first(), shown.last()])
      await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0);
  }
  for (const [path, found] of [
    ["", `New codes ${name}`],
    ["/ru", `Коды ${name}`],
  ] as const) {
    await page.goto(`${path}/search?q=${name}`);
    await expect(page.getByRole("main").getByRole("link", { name: found, exact: true })).toBeVisible();
    for (const feed of ["feed.xml", "atom.xml"])
      expect(await (await reader.get(`${path}/blog/${feed}`)).text(), feed).toContain(found);
  }
  const sitemap = await (await reader.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => String(url));
  const { origin } = new URL(demo.url);
  expect(listed.filter((url) => url.includes(name))).toEqual([
    `${origin}/blog/${name}`,
    `${origin}/ru/blog/${name}`,
  ]);
  expect(stopped).toEqual([]);
});
