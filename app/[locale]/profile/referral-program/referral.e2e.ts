import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { demo, enterStaff } from "#lib/testing/journey-demo.ts";

/**
 * Somebody comes by a link, tops up and buys; the one whose link it is sees the share and moves it to the balance; the
 * newcomer takes an unused part of a top-up back. The staff approves both. The product under test lets shares wait for no
 * time and withdraws from 10 kopecks on.
 */
type Mail = { text: string };

/** The SIM bank of the journeys: codes from here come within seconds. */
const QUICK_COUNTRY = 6;
const TOP_UP_ROUBLES = 300;

test("a referrer gets the share, a newcomer an unused top-up back, both by the staff's approval", async ({
  browser,
  baseURL,
  newPerson,
}) => {
  const referrer = await enter(browser, "referrer");
  const link = await referrer.findLink();
  const newcomer = await enter(browser, "newcomer", link);
  await newcomer.topUp();
  await newcomer.buyAndGetCode();
  const share = await referrer.waitForShare();
  const shareId = await referrer.moveToBalance(share);
  const backId = await newcomer.takeBack(100);
  const lead = await newPerson({ staff: "money-lead" });
  const staff = await enterStaff(String(baseURL), lead, (seed) => codeAt(seed, Date.now()));
  for (const id of [shareId, backId]) await approve(staff, id);
  await referrer.seePaid("/profile/referral-program");
  await expect.poll(() => referrer.balance()).toBe(share);
  await newcomer.seePaid("/profile/withdrawals");
  expect(await newcomer.balance()).toBeLessThan(TOP_UP_ROUBLES - 100);
  await staff.dispose();
});

/** A new person with a browser of their own, registered, confirmed and signed in. */
async function enter(browser: Browser, name: string, link = "/"): Promise<Person> {
  const context = await browser.newContext({ locale: "en" });
  const page = patient(await context.newPage());
  const person = new Person(page, `${name}-${Date.now().toString(36)}@example.com`);
  await page.goto(link);
  await person.register();
  return person;
}

class Person {
  private readonly page: Page;
  private readonly api: APIRequestContext;
  private readonly email: string;

  constructor(page: Page, email: string) {
    this.page = page;
    this.api = page.request;
    this.email = email;
  }

  async register() {
    const { page } = this;
    await page.goto("/registration");
    await page.getByLabel("Email").fill(this.email);
    for (const agreement of await page.getByRole("checkbox").all()) await agreement.check();
    await page.getByRole("main").locator("button[type=submit]").click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    // The link signs in, in the browser that registered.
    await page.goto(await this.mailedLink());
    await page.waitForURL(/\/profile$/);
  }

  private async mailedLink(): Promise<string> {
    let link: string | undefined;
    await expect(async () => {
      const answer = await this.api.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(this.email)}`);
      const [mail] = (await answer.json()) as Mail[];
      link = mail?.text.match(/https?:\/\/\S+confirm-email\S*/)?.[0];
      expect(link).toBeDefined();
    }).toPass();
    return link as string;
  }

  async balance(): Promise<number> {
    return (await (await this.api.get("/api/sms-users/balance")).json()) as number;
  }

  /** The link of the page, also as a named one. */
  async findLink(): Promise<string> {
    const { page } = this;
    await page.goto("/profile/referral-program");
    await page.getByLabel("Another link").fill("My channel");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("button", { name: "Copy link: My channel" })).toBeVisible();
    const link = await page.locator("code", { hasText: "?r=" }).last().innerText();
    return `/${new URL(link).search}`;
  }

  async topUp() {
    const { page } = this;
    await page.goto("/profile/pay");
    await page.getByRole("radio", { name: "Test card" }).check();
    await page.getByLabel("Amount, ₽").fill(String(TOP_UP_ROUBLES));
    await page.getByRole("main").locator("button[type=submit]").click();
    await page.waitForURL(/test-gateway/);
    await page.locator("button[value=pay]").click();
    await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  }

  async buyAndGetCode() {
    const answer = await this.api.post(`/api/sms-users/get-number/${QUICK_COUNTRY}/tg`, {
      headers: { "idempotency-key": crypto.randomUUID(), "sec-fetch-site": "same-origin" },
      data: {},
    });
    expect(answer.ok()).toBe(true);
    await this.page.goto("/profile");
    await expect(this.page.getByRole("button", { name: /^Copy code/ })).toBeVisible();
  }

  /** The page's figures follow by themselves; here it is looked at again. Answers what can be withdrawn, in roubles. */
  async waitForShare(): Promise<number> {
    const { page } = this;
    let remaining = 0;
    await expect(async () => {
      const answer = await this.api.get("/api/referrals");
      ({ remainingKopecks: remaining } = (await answer.json()) as { remainingKopecks: number });
      expect(remaining).toBeGreaterThan(0);
    }).toPass();
    await page.goto("/profile/referral-program");
    await expect(page.getByText("ne•••").first()).toBeVisible();
    await expect(page.getByText("1 person came through your links")).toBeVisible();
    return remaining / 100;
  }

  async moveToBalance(roubles: number): Promise<number> {
    const { page } = this;
    await page.getByRole("button", { name: "To the balance" }).click();
    await page.getByLabel("Amount, ₽").fill(String(roubles));
    await page.getByRole("button", { name: /^Withdraw / }).click();
    return this.newestWithdrawal();
  }

  /** Takes a part back, thinks better of it, and takes it back after all. */
  async takeBack(roubles: number): Promise<number> {
    const { page } = this;
    await page.goto("/profile/withdrawals");
    for (const again of [true, false]) {
      await page.getByRole("button", { name: /^Withdraw top-up/ }).click();
      await page.getByLabel("Amount, ₽").fill(String(roubles));
      await page.getByRole("button", { name: /^Withdraw 100/ }).click();
      await expect(page.getByText("Waiting for approval").first()).toBeVisible();
      if (!again) break;
      await page.getByRole("button", { name: /^Cancel withdrawal/ }).click();
      await page.getByRole("button", { name: "Cancel it?" }).click();
      await expect(page.getByText("Cancelled by you")).toBeVisible();
    }
    return this.newestWithdrawal();
  }

  private async newestWithdrawal(): Promise<number> {
    await expect(this.page.getByText("Waiting for approval").first()).toBeVisible();
    const answer = await this.api.get("/api/withdrawals");
    return ((await answer.json()) as { withdrawals: { id: number }[] }).withdrawals[0]?.id ?? 0;
  }

  async seePaid(path: string) {
    await expect(async () => {
      await this.page.goto(path);
      await expect(this.page.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }
}

async function approve(staff: APIRequestContext, id: number): Promise<void> {
  const answer = await staff.post(`/api/desk/withdrawals/${id}/steps`, {
    data: { step: "approve", reason: "checked by the journey" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
