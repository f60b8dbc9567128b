import { cookies } from "#lib/cookies.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo, logIn } from "#lib/testing/journey-demo.ts";

for (const [device, size] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const) {
  test(`the button to log out ends the session and opens the home page anew, on ${device}`, async ({
    page,
    newPerson,
  }) => {
    await page.setViewportSize(size);
    await logIn(page, await newPerson());
    const session = (await page.context().cookies()).filter(({ name }) => name === cookies.authToken.name);
    expect(session).toHaveLength(1);
    await page.goto("/services");
    const header = page.getByRole("banner");
    await header.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("button", { name: "Log out" }).click();

    await page.waitForURL((url) => url.pathname === "/");
    await expect(header.getByRole("link", { name: "Log in" }).filter({ visible: true })).toHaveCount(1);
    await expect(header.getByRole("button", { name: "Account menu" })).toHaveCount(0);
    expect((await page.request.get("/api/users/me")).status()).toBe(401);

    // Neither the way back nor the cookie of before opens anything.
    await page.goto("/profile/history");
    await expect(page).toHaveURL(/\/authorization\?goback=1/);
    await page.context().addCookies(session.map(({ name, value }) => ({ name, value, url: demo.url })));
    await page.goto("/profile/history");
    await expect(page).toHaveURL(/\/authorization\?goback=1/);
  });
}
