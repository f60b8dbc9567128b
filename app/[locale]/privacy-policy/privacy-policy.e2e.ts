import { isNamed } from "#lib/foreign-cookies.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterPassword } from "#lib/testing/journey-demo.ts";

test("a visitor gives the leave to count visits on the privacy page, and takes it back there", async ({
  page,
  context,
}) => {
  const kept = async () => {
    const names = ["cookie-notice", "session-token"];
    const all = (await context.cookies()).filter(({ name }) => names.includes(name));
    return Object.fromEntries(all.map(({ name, value }) => [name, value.slice(0, 9)]));
  };
  await page.goto("/privacy-policy");
  const main = page.getByRole("main");
  const [yes, no] = [
    main.getByRole("button", { name: "Yes, count" }),
    main.getByRole("button", { name: "Only what is needed" }),
  ];
  await expect(no).toHaveAttribute("aria-pressed", "true");
  expect(await kept()).toEqual({});
  await yes.click();
  await expect(yes).toHaveAttribute("aria-pressed", "true");
  expect(await kept()).toEqual({ "cookie-notice": "all", "session-token": expect.stringMatching(/^frnt/) });
  await page.reload();
  await expect(yes).toHaveAttribute("aria-pressed", "true");
  await no.click();
  await expect(no).toHaveAttribute("aria-pressed", "true");
  await expect.poll(kept).toEqual({ "cookie-notice": "necessary" });
});

test("every cookie that a visitor has after a page, a consent and a login is on the privacy page by name", async ({
  page,
  context,
  newPerson,
}) => {
  await page.goto("/telegram?r=friend");
  await page.getByRole("button", { name: "Yes, count" }).click();
  await enterPassword(page, await newPerson());
  await page.waitForURL((url) => url.pathname !== "/authorization");
  await page.goto("/privacy-policy");
  const terms = await page.getByRole("main").getByRole("term").allInnerTexts();
  const listed = terms.flatMap((names) => names.split(", "));
  const kept = (await context.cookies()).map(({ name }) => name);
  expect(kept).toEqual(
    expect.arrayContaining(["authToken", "known-device", "signed-in", "session-token", "locale", "r"]),
  );
  expect(kept.filter((name) => !isNamed(name, listed))).toEqual([]);
});
