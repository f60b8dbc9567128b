import path from "node:path";
import {
  begin,
  enterStaffPage,
  expectOnSite,
  publish,
  waitForDesk,
  watchPolicy,
} from "#app/_cms/desk-journey.factory.ts";
import { demoFile, expect, test } from "#lib/testing/journey.ts";
import { demo, logIn } from "#lib/testing/journey-demo.ts";
import { commandLine } from "#lib/tooling/process-identity.ts";
import { readRunFile } from "#lib/tooling/start/run-file.ts";

test.skip(!demo.contentDesk, "This start has no content desk.");

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

  await begin(page, "articles");
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
