import { expect, test } from "#lib/testing/journey.ts";
import { demo, poorUser } from "#lib/testing/journey-demo.ts";

/** The browser's proof of work takes half a second of a free processor, and a multiple of a crowded one. */
const afterProof = { timeout: 90_000 };

test("a code by mail signs in without a password, on the page that asked for it", async ({ page }) => {
  await page.goto("/authorization?to=%2Fprofile%2Fhistory");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(poorUser.email);
  await main.getByRole("button", { name: "Log in with a code by email" }).click();
  await main.getByRole("button", { name: "Send the code" }).click();
  const field = main.getByLabel("Code from the message");
  await expect(field).toBeVisible(afterProof);
  let code = "";
  await expect(async () => {
    const answer = await page.request.get(
      `${demo.mailbox}/messages.json?to=${encodeURIComponent(poorUser.email)}`,
    );
    const mails = (await answer.json()) as { text: string }[];
    code = /\b\d{4} \d{4}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    expect(code).not.toBe("");
  }).toPass({ timeout: 30_000 });
  await field.fill(code);
  await main.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/history$/);
});
