import type { APIRequestContext, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { expect, tellFigure } from "#lib/testing/journey.ts";
import { demo, enterPassword } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/** How long nobody looks between two looks at the site. */
const LOOK_MS = 10;
const PHONE = { width: 390, height: 844 };

/** Enters at the front door, with the second factor, as all of the staff. `nowMs`: the product's time, where its clock has been moved. */
export async function enterStaffPage(page: Page, member: JourneyPerson, nowMs = Date.now()): Promise<void> {
  await enterPassword(page, member);
  await page.getByLabel("Code").fill(codeAt(member.totpSeed, nowMs));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/profile$/);
}

/** The desk starts when the product is open already, and again when it was killed. */
export async function waitForDesk(page: Page): Promise<void> {
  await expect(async () => expect((await page.request.get("/admin")).status()).toBe(200)).toPass();
}

/** What the policy of any page in this window has stopped from here on. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const stopped: string[] = [];
  await page.exposeFunction("tellStopped", (what: string) => stopped.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { tellStopped } = globalThis as unknown as { tellStopped(what: string): void };
      tellStopped(`${location.pathname} ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return stopped;
}

/** The desk forgets a press that comes while its page is still waking. */
export async function begin(page: Page, collection: string): Promise<void> {
  await page.goto(`/admin/collections/${collection}`);
  const create = page.getByRole("link", { name: "Create new" }).first();
  await expect(async () => {
    if (await create.isVisible()) await create.click();
    expect(page.url()).toMatch(/\/create$/);
  }).toPass({ intervals: [3_000, 10_000] });
}

/** Types into the text of the form that is open. The editor hands what it has over to the form when the browser is idle, in turn. */
export async function writeText(page: Page, text: string): Promise<void> {
  const editor = page.locator("[data-lexical-editor]");
  await editor.click();
  await page.keyboard.type(text);
  await expect(editor).toContainText(text);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** What the desk answers when it has stored something in English by the form's own call: its number. */
export async function store(page: Page, collection: string, data: object): Promise<number> {
  const headers = { origin: new URL(demo.url).origin };
  const answer = await page.request.post(`/cms-api/${collection}?locale=en`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { doc: { id: number } }).doc.id;
}

/** Deletes what was stored: `articles/7`. */
export async function remove(page: Page, ...documents: readonly string[]): Promise<void> {
  const headers = { origin: new URL(demo.url).origin };
  for (const address of documents)
    expect((await page.request.delete(`/cms-api/${address}`, { headers })).ok(), address).toBe(true);
}

/** Presses a button that saves; whether the desk took it. */
export async function save(page: Page, collection: string, button: string): Promise<boolean> {
  const saved = page.waitForResponse(
    (answer) => answer.url().includes(`/cms-api/${collection}`) && answer.request().method() !== "GET",
  );
  await page.getByRole("button", { name: button, exact: true }).click();
  return (await saved).ok();
}

export async function publish(page: Page, collection = "articles"): Promise<void> {
  expect(await save(page, collection, "Publish changes")).toBe(true);
}

/** Looks at the versions of a document on a phone: date, author and state of each are within the screen. `of`: how many there are. */
export async function seeVersionsOnPhone(page: Page, document: string, of: number): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/collections/${document}/versions`);
  const texts = { updatedAt: /\d{4}/, editedBy: /^staff \d+$/, _status: /Draft|Published/ };
  for (const [column, text] of Object.entries(texts))
    await expect(page.locator(`.versions .cell-${column}`, { hasText: text })).toHaveCount(of);
  expect(await page.locator(".versions *").evaluateAll(listTooWide)).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** Whatever ends beyond the screen, or holds more than is seen of it; runs in the page. */
function listTooWide(elements: Element[]): string[] {
  return elements
    .filter((element) => {
      const isCut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth;
      return isCut || element.getBoundingClientRect().right > innerWidth;
    })
    .map(({ className, textContent }) => `${className}: ${textContent}`);
}

/** Opens the versions of a document, each with its author, and compares one of them with the newest. `at`: its row, the newest is 0. */
export async function compareVersion(
  page: Page,
  document: string,
  { at, of }: { readonly at: number; readonly of: number },
): Promise<void> {
  await page.goto(`/admin/collections/${document}/versions`);
  const rows = page.locator(".versions tbody tr");
  await expect(rows.locator(".cell-editedBy", { hasText: /^staff \d+$/ })).toHaveCount(of);
  const newest = await rows.first().getAttribute("data-id");
  const isOpen = () => /\/versions\/\d+/.test(page.url());
  await expect(async () => {
    if (!isOpen()) await rows.nth(at).getByRole("link").click();
    expect(isOpen()).toBe(true);
  }).toPass({ intervals: [3_000, 10_000] });
  await chooseComparison(page, newest ?? "");
}

/** In the drawer of all versions, out of the list of those that are offered. */
async function chooseComparison(page: Page, version: string): Promise<void> {
  const drawer = page.locator("dialog[open]");
  const more = page.getByText("More versions", { exact: false });
  await expect(async () => {
    if (!(await more.isVisible())) await page.locator(".compare-version .rs__control").click();
    await more.click();
    await expect(drawer).toBeVisible();
  }).toPass({ intervals: [3_000, 10_000] });
  await drawer.locator(`tr[data-id="${version}"] button`).click();
  await expect(page).toHaveURL(new RegExp(`versionFrom=${version}`));
}

/** Brings the version back that a comparison shows. */
export async function restoreVersion(page: Page): Promise<void> {
  const confirm = page.getByRole("button", { name: "Confirm" });
  await expect(async () => {
    if (!(await confirm.isVisible()))
      await page.getByRole("button", { name: "Restore this version" }).click();
    await expect(confirm).toBeVisible();
  }).toPass({ intervals: [3_000, 10_000] });
  await confirm.click();
  await expect(page).toHaveURL(/\/admin\/collections\/[a-z-]+\/\d+$/);
}

/** Uploads a picture of this very page out of the form that is open, into its field. `alt`: what it shows. */
export async function attachPicture(page: Page, field: string, alt: string): Promise<void> {
  const buffer = await page.screenshot();
  await page.locator(`#field-${field}`).getByRole("button", { name: "Create New" }).click();
  const drawer = page.locator("dialog[open]");
  await drawer.locator("input[type=file]").setInputFiles({ name: "Lake.png", mimeType: "image/png", buffer });
  await drawer.locator("#field-alt").fill(alt);
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await expect(drawer).toHaveCount(0);
}

/** Puts the newest picture of the library below what is written in the text of the form that is open. */
export async function insertPicture(page: Page): Promise<void> {
  const editor = page.locator("[data-lexical-editor]");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/upload");
  await page.locator(".slash-menu-popup__item-upload").click();
  const drawer = page.locator("dialog[open]");
  await drawer.locator("tbody tr").first().getByRole("button").first().click();
  await expect(drawer).toHaveCount(0);
  await expect(editor.locator("[data-lexical-decorator] img")).toHaveCount(1);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Turns the form that is open to another language of its text. */
export async function chooseLanguage(page: Page, locale: Locale): Promise<void> {
  await page.locator(".localizer button").first().click();
  await page.locator(`[data-locale="${locale}"]`).last().click();
  await expect(page).toHaveURL(new RegExp(`[?&]locale=${locale}`));
}

/** How long it takes from now until somebody without a cookie gets a text at an address. */
export async function msUntilOnSite(
  reader: APIRequestContext,
  address: string,
  text: string,
): Promise<number> {
  const begunMs = performance.now();
  const read = async () => (await reader.get(address)).text();
  await expect.poll(read, { intervals: [LOOK_MS] }).toContain(text);
  return performance.now() - begunMs;
}

/**
 * Publishes the form that is open, looks meanwhile, as somebody without a cookie, when a text is at each address, and tells how long
 * both took.
 */
export async function publishAndTell(
  page: Page,
  reader: APIRequestContext,
  text: string,
  addresses: readonly string[],
): Promise<void> {
  const begunMs = performance.now();
  const since = () => Math.round(performance.now() - begunMs);
  const [answered, ...shown] = await Promise.all([
    publish(page).then(since),
    ...addresses.map((address) => msUntilOnSite(reader, address, text)),
  ]);
  for (const [at, ms] of shown.entries())
    tellFigure(
      `${addresses[at]} had the change ${Math.round(ms)} ms after the press that publishes; the desk's answer came after ${answered} ms`,
    );
}

/** What a reader's browser gets of an address of the site. */
export async function expectOnSite(page: Page, address: string, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain(text);
}
