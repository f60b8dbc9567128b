import { randomUUID } from "node:crypto";
import { SOCIAL_RETURN_PATH } from "#features/identity/social/social.rules.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";
import { givenOpenIdProvider } from "#lib/testing/openid-provider.ts";

const text = (key: string, values?: Record<string, string>) =>
  translateMessage("ru", `identity.${key}`, values);

test("an account elsewhere makes an account here once its owner agrees, and signs in from then on", async ({
  page,
}) => {
  const port = Number(process.env.JOURNEY_OPENID_PORT);
  const provider = await givenOpenIdProvider(port, new URL(demo.url).origin + SOCIAL_RETURN_PATH);
  const email = `social-${randomUUID()}@example.com`;
  provider.person = { subject: email, email, name: "Ada" };
  try {
    await page.goto("/ru/registration");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: text("social.continue", { provider: "Example" }) }).click();
    // Back in the language in which the way began, with nothing of the provider's answer in the address.
    await expect(main.getByText(text("social.consentTitle"))).toBeVisible();
    await expect(page).toHaveURL(/\/ru\/authorization\/social$/);
    for (const agreement of await main.getByRole("checkbox").all()) await agreement.check();
    await main.getByRole("button", { name: text("registration.submit") }).click();
    await expect(page).toHaveURL(/\/ru\/profile$/);

    await page.context().clearCookies();
    await page.goto("/authorization?to=%2Fprofile%2Fhistory");
    await main.getByRole("button", { name: "Continue with Example" }).click();
    await expect(page).toHaveURL(/\/profile\/history$/);

    await page.goto("/profile/settings/security");
    const card = page.getByRole("region", { name: "Linked accounts" });
    await card.getByRole("button", { name: "Unlink Example" }).click();
    await expect(page.getByText("The account is unlinked.").first()).toBeVisible();
  } finally {
    await provider.stop();
  }
});
