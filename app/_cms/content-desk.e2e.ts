import path from "node:path";
import type { Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { demoFile, expect, test } from "#lib/testing/journey.ts";
import { demo, enterPassword, logIn } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";
import { commandLine } from "#lib/tooling/process-identity.ts";
import { readRunFile } from "#lib/tooling/start/run-file.ts";

test.skip(!demo.contentDesk, "This start has no content desk.");

/** Enters at the front door, with the second factor, as all of the staff. */
async function enterStaffPage(page: Page, member: JourneyPerson): Promise<void> {
  await enterPassword(page, member);
  await page.getByLabel("Code").fill(codeAt(member.totpSeed, Date.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/profile$/);
}

/** The desk starts when the product is open already, and again when it was killed. */
async function waitForDesk(page: Page): Promise<void> {
  await expect(async () => expect((await page.request.get("/admin")).status()).toBe(200)).toPass();
}

/** What the policy of any page in this window has stopped from here on. */
async function watchPolicy(page: Page): Promise<string[]> {
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

/** Presses a button that saves; whether the desk took it. */
async function save(page: Page, collection: string, button: string): Promise<boolean> {
  const saved = page.waitForResponse(
    (answer) => answer.url().includes(`/cms-api/${collection}`) && answer.request().method() !== "GET",
  );
  await page.getByRole("button", { name: button, exact: true }).click();
  return (await saved).ok();
}

async function publish(page: Page, collection = "articles"): Promise<void> {
  expect(await save(page, collection, "Publish changes")).toBe(true);
}

/** What a reader's browser gets of an address of the site. */
async function expectOnSite(page: Page, address: string, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain(text);
}

/** The desk's process now; the default start starts another one when it is gone. */
function deskPid(): number {
  const { children = [] } = readRunFile(path.dirname(demoFile)) ?? {};
  const desk = children.find(({ pid }) => commandLine(pid).includes("_processes/cms.ts"));
  if (!desk) throw new Error("The content desk does not run");
  return desk.pid;
}

test("what an editor writes at the content desk is on the blog as soon as it is published, and stays there while the desk is killed", async ({
  page,
  newPerson,
}) => {
  const stopped = await watchPolicy(page);
  const name = `article-${Date.now().toString(36)}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);

  await page.goto("/admin/collections/articles");
  await page.getByRole("link", { name: "Create new" }).first().click();
  const title = page.locator("#field-title");
  await title.fill(`First ${name}`);
  await page.locator("#field-slug").fill(name);
  await page.locator("[data-lexical-editor]").click();
  await page.keyboard.type("A number for one code.");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/admin\/collections\/articles\/\d+/);
  const id = /articles\/(\d+)/.exec(page.url())?.[1];
  await expectOnSite(page, `/draft/${id}`, `First ${name}`);
  expect((await page.request.get(`/blog/${name}`)).status()).toBe(404);
  await publish(page);
  await expectOnSite(page, "/blog", `First ${name}`);
  await expectOnSite(page, `/ru/blog/${name}`, "A number for one code.");

  await title.fill(`Second ${name}`);
  await publish(page);
  await expectOnSite(page, "/blog", `Second ${name}`);

  process.kill(deskPid(), "SIGKILL");
  await expectOnSite(page, `/blog/${name}`, `Second ${name}`);
  await waitForDesk(page);
  await page.goto("/admin/collections/articles");
  await expect(page.getByRole("link", { name: `Second ${name}` })).toBeVisible();
  expect(stopped).toEqual([]);
});

test("what editors write as a page is at its address, and a menu of theirs leads there from every page", async ({
  page,
  newPerson,
  baseURL,
}) => {
  const stopped = await watchPolicy(page);
  const name = `page-${Date.now().toString(36)}`;
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);

  await page.goto("/admin/collections/pages/create");
  await page.locator("#field-title").fill(`Page ${name}`);
  await page.locator("[data-lexical-editor]").click();
  await page.keyboard.type("What everybody should know.");
  await page.locator("#field-slug").fill("telegram");
  expect(await save(page, "pages", "Publish changes")).toBe(false);
  await expect(page.getByText("/telegram is an address of the product's own").first()).toBeVisible();
  await page.locator("#field-slug").fill(name);
  await publish(page, "pages");
  await expectOnSite(page, `/${name}`, "What everybody should know.");
  await expectOnSite(page, `/tr/${name}`, `Page ${name}`);
  await expectOnSite(page, "/sitemap.xml", `/${name}<`);

  await page.goto("/admin/collections/menus/create");
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

test("nobody but an editor finds the content desk, whatever else they may do", async ({
  page,
  newPerson,
}) => {
  const look = async () => {
    for (const address of ["/admin", "/cms-api/articles", "/draft/1"])
      expect((await page.goto(address))?.status(), address).toBe(404);
  };
  await look();
  await logIn(page, await newPerson());
  await look();
  await page.context().clearCookies();
  await enterStaffPage(page, await newPerson({ staff: "money-lead" }));
  await look();
});
