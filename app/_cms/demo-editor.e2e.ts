import { enterStaffPage, waitForDesk } from "#app/_cms/desk-journey.factory.ts";
import { demoFile, expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";
import { readJson } from "#lib/tooling/files.ts";
import type { DemoLogin } from "#lib/tooling/start/default-start.ts";

test.skip(!demo.contentDesk, "This start has no content desk.");

test("who follows demo.json enters as the editor, comes to the content desk and finds nothing there is to do with money", async ({
  page,
}) => {
  const { logins = [] } = readJson<{ logins?: DemoLogin[] }>(demoFile) ?? {};
  const editor = logins.find(({ email }) => email.startsWith("editor@"));
  await enterStaffPage(page, { email: "", password: "", totpSeed: "", apiKey: "", ...editor });
  await waitForDesk(page);
  await page.goto(String(demo.contentDesk));
  await expect(page.getByRole("link", { name: "Articles" }).first()).toBeVisible();
  await page.goto("/admin/collections/articles");
  await expect(page.getByRole("link", { name: "Create new" }).first()).toBeVisible();
  for (const address of ["/desk", "/desk/withdrawals"])
    expect((await page.goto(address))?.status(), address).toBe(403);
});
