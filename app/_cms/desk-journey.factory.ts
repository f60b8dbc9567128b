import type { Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect } from "#lib/testing/journey.ts";
import { enterPassword } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/** Enters at the front door, with the second factor, as all of the staff. */
export async function enterStaffPage(page: Page, member: JourneyPerson): Promise<void> {
  await enterPassword(page, member);
  await page.getByLabel("Code").fill(codeAt(member.totpSeed, Date.now()));
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

/** What a reader's browser gets of an address of the site. */
export async function expectOnSite(page: Page, address: string, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain(text);
}
