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

/** The desk forgets a press that comes while its page is still waking. */
async function beginArticle(page: Page): Promise<void> {
  await page.goto("/admin/collections/articles");
  const begin = page.getByRole("link", { name: "Create new" }).first();
  await expect(async () => {
    if (await begin.isVisible()) await begin.click();
    expect(page.url()).toMatch(/\/create$/);
  }).toPass({ intervals: [3_000, 10_000] });
}

async function publish(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.url().includes("/cms-api/articles") && answer.request().method() !== "GET",
  );
  await page.getByRole("button", { name: "Publish changes" }).click();
  expect((await saved).ok()).toBe(true);
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

  await beginArticle(page);
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
