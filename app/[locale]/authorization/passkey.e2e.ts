import type { Locator, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterPassword, logIn } from "#lib/testing/journey-demo.ts";

/** Chromium's own authenticator in software: keeps passkeys, and says that its owner is there. */
async function withAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** From now on nobody answers for its owner by itself. */
    lay: () => browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false }),
    take: () => browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true }),
  };
}

/** Presses what is there at this moment; a page that is being left takes no press. */
async function pressNow(button: Locator): Promise<void> {
  const press = (all: Element[]) => {
    for (const one of all) (one as HTMLElement).click();
  };
  await button.evaluateAll(press).catch(() => {});
}

/** How often passkeys have been shown to sign in. */
function countEntrances(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/auth/login/passkey")) count += 1;
  });
  return () => count;
}

test("a passkey is added in the settings, opens the account, stands in for a code and is removed", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson({ roubles: 0 });
  const device = await withAuthenticator(page);
  await logIn(page, person);
  await page.goto("/profile/settings/security");
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await card.getByLabel("Name of the passkey").fill("Journey");
  await card.getByLabel("Password", { exact: true }).fill(person.password);
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await expect(card.getByText("Journey")).toBeVisible();

  // What the browser offers in the field signs in by itself where its owner says so at once.
  const main = page.getByRole("main");
  const entrances = countEntrances(page);
  await page.context().clearCookies();
  await page.goto("/authorization?to=%2Fprofile%2Fhistory", { waitUntil: "commit" });
  await expect(page).toHaveURL(/\/profile\/history$/);
  expect(entrances()).toBe(1);

  // A press while that offer waits takes its place, and where the offer is answered in the same moment, it is the sign-in.
  await device.lay();
  await page.context().clearCookies();
  await page.goto("/authorization?to=%2Fprofile%2Fhistory");
  await device.take();
  await pressNow(main.getByRole("button", { name: "Log in with a passkey" }));
  await expect(page).toHaveURL(/\/profile\/history$/);
  expect(entrances()).toBe(2);

  await page.goto("/profile/settings/security");
  const factor = page.getByRole("region", { name: "Two-factor authentication" });
  await factor.getByRole("button", { name: "Turn on" }).click();
  await factor.getByLabel("Password", { exact: true }).fill(person.password);
  await factor.getByRole("button", { name: "Continue" }).click();
  const seed = await factor
    .getByText(/^[A-Z2-7 ]{32,}$/)
    .first()
    .innerText();
  await factor.getByLabel("Code", { exact: true }).fill(codeAt(seed.replaceAll(" ", ""), Date.now()));
  await factor.getByRole("button", { name: "Turn on" }).click();
  await factor.getByRole("button", { name: "I have saved them" }).click();

  await device.lay();
  await page.context().clearCookies();
  await enterPassword(page, person);
  await device.take();
  await main.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page).toHaveURL(/\/profile$/);

  await page.goto("/profile/settings/security");
  await page.getByRole("button", { name: "Remove the passkey Journey" }).click();
  await card.getByLabel("Password", { exact: true }).fill(person.password);
  await card.getByRole("button", { name: "Remove", exact: true }).last().click();
  await expect(card.getByText("No passkeys yet")).toBeVisible();
});
