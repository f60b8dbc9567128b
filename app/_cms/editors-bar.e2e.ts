import { enterStaffPage } from "#app/_cms/desk-journey.factory.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

test.skip(!demo.contentDesk, "This start has no content desk.");

test("an editor finds over an article the way to its form and has its kept copy made anew; signed out they have no bar", async ({
  page,
  newPerson,
}) => {
  const bar = page.getByRole("complementary", { name: "Editing" });
  await page.goto("/blog");
  const article = page.getByRole("main").locator('a[href^="/blog/"]').first();
  const address = (await article.getAttribute("href")) ?? "";
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);

  await enterStaffPage(page, await newPerson({ staff: "content" }));
  await page.goto(address);
  await expect(bar.getByRole("link", { name: "Edit this text" })).toHaveAttribute(
    "href",
    /^\/admin\/collections\/articles\/\d+\?locale=en$/,
  );
  await expect(bar).toContainText("Kept copy, age:");
  await bar.getByRole("button", { name: "Make the pages anew" }).click();
  await expect(page.getByText("The pages are being made anew.").first()).toBeVisible();

  const headers = { origin: new URL(demo.url).origin };
  expect((await page.request.post("/api/auth/logout", { headers })).status()).toBe(200);
  const left = await page.context().cookies();
  expect(left.map(({ name }) => name)).not.toContain("_adminIdentity");
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
});
