import path from "node:path";
import { enterStaffPage, expectOnSite, waitForDesk } from "#app/_cms/desk-journey.factory.ts";
import { demoFile, expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";
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

/** Each kind of address that shows what editors write, in texts that the start has brought. */
const pagesOfContent = [
  "/ru/blog?tag=renting",
  "/tr/blog/the-code-does-not-come",
  "/blog/feed.xml",
  "/ru/blog/atom.xml",
  "/cn/faq",
  "/hi/guide/refunds",
  "/es/search?q=a&tab=faq",
  "/sitemap.xml",
];

// Alone with the desk: an editor of another journey would lose what is being saved.
test("what editors have published stays on the site while their desk is killed, and the desk comes back", async ({
  page,
  newPerson,
}) => {
  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await waitForDesk(page);

  process.kill(deskPid(), "SIGKILL");
  for (const address of pagesOfContent) expect((await page.request.get(address)).status(), address).toBe(200);
  // Nobody else has searched for it: this page is made now.
  await expectOnSite(page, "/search?q=does+not+come", "/blog/the-code-does-not-come");
  await waitForDesk(page);
  await page.goto("/admin/collections/articles?search=does+not+come");
  await expect(page.getByRole("link", { name: "The code does not come" })).toBeVisible();
});
