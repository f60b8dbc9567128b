import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { demo, enterStaffForm, logIn } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/** The newest mail to somebody whose text is like this. */
async function mailTo(page: Page, to: string, like: RegExp): Promise<string> {
  let text = "";
  await expect(async () => {
    const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(to)}`);
    const mails = (await answer.json()) as { text: string }[];
    text = mails.map((mail) => mail.text).find((one) => like.test(one)) ?? "";
    expect(text).not.toBe("");
  }).toPass();
  return text;
}

/** Becomes a user as anybody does: without a password, by the mailed link in the same browser. */
async function register(page: Page): Promise<void> {
  const email = `reader-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto("/registration");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("main").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const mail = await mailTo(page, email, /confirm-email/);
  await page.goto(/https?:\/\/\S+confirm-email\S*/.exec(mail)?.[0] ?? "");
  await expect(page).toHaveURL(/\/profile$/);
}

async function openDesk(browser: Browser, member: JourneyPerson): Promise<Page> {
  const desk = patient(
    await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage(),
  );
  await enterStaffForm(desk, member, (seed) => codeAt(seed, Date.now()));
  return desk;
}

test("a guest writes to support, is answered from the desk by mail, and writes on by its link in the same thread", async ({
  page,
  browser,
  newPerson,
}) => {
  const email = `writer-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto("/feedback");
  const form = page.getByRole("form", { name: "Contact support" });
  await form.getByLabel("Name").fill("Anna");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Message").fill("Where is my number?");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Your application has been accepted")).toBeVisible();
  const number = /number is (\d+)/.exec(await page.getByText(/Its number is \d+/).innerText())?.[1] ?? "";
  await mailTo(page, email, new RegExp(`It has the number ${number}`));

  const desk = await openDesk(browser, await newPerson({ staff: "support" }));
  await desk.goto("/desk/feedback");
  await desk.getByLabel("Name, email or number").fill(email);
  const row = desk.getByRole("listitem").filter({ hasText: email });
  await row.getByRole("button", { name: "Answer" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Answer, mailed to the sender").fill("Here it is.");
  await dialog.getByLabel("Reason").fill("asked for it");
  await dialog.getByRole("button", { name: "Answer" }).click();
  await expect(dialog).toHaveCount(0);

  const answer = await mailTo(page, email, /Here it is\./);
  // Another page first: an address that differs behind the # alone opens nothing anew.
  await page.goto("/services");
  await page.goto(/https?:\/\/\S+\/feedback#\S+/.exec(answer)?.[0] ?? "");
  await expect(page.getByText(`Message No. ${number}`)).toBeVisible();
  await page.getByLabel("Message", { exact: true }).fill("It has come, thank you.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Your application has been accepted")).toBeVisible();

  await desk.reload();
  await desk.getByLabel("Name, email or number").fill(email);
  const thread = desk.getByRole("list", { name: `Thread of message No. ${number}` });
  await expect(thread.getByRole("listitem")).toHaveCount(3);
  await expect(thread.getByText("It has come, thank you.")).toBeVisible();
});

test("a user reviews the product on the main page, and it is there as soon as the staff approve", async ({
  page,
  browser,
  newPerson,
}) => {
  const words = `The code came at once ${randomUUID()}`;
  await logIn(page, await newPerson());
  await page.goto("/");
  await page.getByRole("button", { name: "Write a review" }).click();
  const form = page.getByRole("form", { name: "Write a review" });
  await form.getByRole("button", { name: "Send the review" }).click();
  await expect(form.getByText("Enter a message")).toBeVisible();
  await form.getByLabel("Name").fill("Anna");
  await form.getByLabel("Stars").selectOption("5");
  await form.getByLabel("Review", { exact: true }).fill(words);
  await form.getByRole("button", { name: "Send the review" }).click();
  await expect(page.getByText("Your application has been accepted")).toBeVisible();

  const desk = await openDesk(browser, await newPerson({ staff: "support" }));
  await desk.goto("/desk/reviews");
  const row = desk.getByRole("listitem").filter({ hasText: words });
  await row.getByRole("button", { name: "Approve" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("kind words");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toHaveCount(0);

  await expect(async () => {
    await page.goto("/");
    expect(await page.locator("#reviews").innerText()).toContain(words);
  }).toPass();
  expect(await page.locator('script[type="application/ld+json"]').textContent()).toContain(words);
});

test("a visitor registers and comments on an article, and readers see it as soon as the staff approve", async ({
  page,
  browser,
  newPerson,
}) => {
  test.skip(!demo.contentDesk, "This start has no content desk.");
  const words = `That helped ${randomUUID()}`;
  await page.goto("/blog");
  await page.locator("main h2 a").first().click();
  await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/);
  const article = page.url();
  await page.getByRole("button", { name: "Write a comment" }).click();
  await expect(page.getByText("You need to log in")).toBeVisible();

  await register(page);
  await page.goto(article);
  await page.getByRole("button", { name: "Write a comment" }).click();
  const form = page.getByRole("form", { name: "Write a comment" });
  await form.getByLabel("Name").fill("Anna");
  await form.getByLabel("Comment", { exact: true }).fill(words);
  await form.getByRole("button", { name: "Send the comment" }).click();
  await expect(page.getByText("Your application has been accepted")).toBeVisible();

  const desk = await openDesk(browser, await newPerson({ staff: "support" }));
  await desk.goto("/desk/comments");
  const row = desk.getByRole("listitem").filter({ hasText: words });
  await row.getByRole("button", { name: "Approve" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("it helps");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toHaveCount(0);

  await expect(async () => {
    const html = await (await page.request.get(article)).text();
    expect(html).toContain(words);
  }).toPass();
});
