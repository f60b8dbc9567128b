import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

test("a code by mail signs in without a password, on the page that asked for it", async ({
  page,
  newPerson,
}) => {
  const { email } = await newPerson({ roubles: 0 });
  await page.goto("/authorization?to=%2Fprofile%2Fhistory");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(email);
  await main.getByRole("button", { name: "Log in with a code by email" }).click();
  await main.getByRole("button", { name: "Send the code" }).click();
  const field = main.getByLabel("Code from the message");
  await expect(field).toBeVisible();
  let code = "";
  await expect(async () => {
    const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { text: string }[];
    code = /\b\d{4} \d{4}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    expect(code).not.toBe("");
  }).toPass();
  await field.fill(code);
  await main.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/history$/);
});
