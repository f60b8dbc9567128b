import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { demo, enterStaffForm } from "#lib/testing/journey-demo.ts";

async function newestMail(page: Page, to: string, text: RegExp): Promise<void> {
  await expect(async () => {
    const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(to)}`);
    const [newest] = (await answer.json()) as { text: string }[];
    expect(newest?.text ?? "").toMatch(text);
  }).toPass();
}

test("an owner of modems sees what they would earn and applies; staff approve, and the mail says what is left to do", async ({
  page,
  browser,
  newPerson,
}) => {
  const email = `owner-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto("/partner-program");
  await expect(page.getByRole("status").filter({ hasText: "Per month (30 days)" })).toBeVisible();
  const form = page.getByRole("form", { name: "Apply as a partner" });
  await form.getByLabel("Contact").fill("@owner");
  await form.getByLabel("Countries of your SIM cards").fill("Latvia, Kazakhstan");
  await form.getByLabel("GSM modem models").fill("Ejoin ACOM632");
  await form.getByLabel("COM ports").fill("15");
  await form.getByLabel("About you").fill("64 SIM cards");
  await form.getByLabel("Account email").fill(email);
  await form.getByRole("button", { name: "Send the application" }).click();
  await expect(form.getByText("16 ports or more")).toBeVisible();
  await form.getByLabel("COM ports").fill("32");
  await form.getByRole("button", { name: "Send the application" }).click();
  await expect(page.getByText("Application sent successfully")).toBeVisible();
  await newestMail(page, email, /Your application has reached us/);

  const member = await newPerson({ staff: "money" });
  const desk = patient(
    await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage(),
  );
  await enterStaffForm(desk, member, (seed) => codeAt(seed, Date.now()));
  await desk.goto("/desk/partner-applications");
  await desk.getByLabel("Email, contact, country, modem or number").fill(email);
  const row = desk.getByRole("listitem").filter({ hasText: email });
  await expect(row.getByText("Latvia, Kazakhstan")).toBeVisible();
  await row.getByRole("button", { name: "Approve" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A good fleet");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toHaveCount(0);
  await newestMail(page, email, /One step is left: register[\s\S]+\/registration/);
});
