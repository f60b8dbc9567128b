import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

/**
 * A newcomer's way in each language, on the default start: register, confirm, top up, buy, see the code arrive,
 * cancel another number and get the money back. Nothing is replaced: the real worker, the simulated SIM bank.
 */
const TELEGRAM = 52;
/** The SIM bank of the journeys: codes from here come within seconds ... */
const QUICK_COUNTRY = 6;
/** ... and from here never. */
const SILENT_COUNTRY = 8;
const TOP_UP_ROUBLES = 300;

type Mail = { to: string[]; text: string };
type Offer = { country_external_id: number; price: number };

for (const locale of locales) {
  test(`a newcomer gets a code and a refund (${locale})`, async ({ page }) => {
    const failures = watchForFailures(page);
    const journey = new Journey(page, locale);
    await journey.wantNumberAsGuest();
    await journey.register();
    await journey.confirmByCode();
    await journey.beSentToTopUp();
    await journey.topUp();
    await journey.buyAndSeeCode();
    await journey.cancelAndGetMoneyBack();
    await journey.beOfferedPassword();
    expect(failures).toEqual([]);
  });
}

/** Pages must not break, and the API must not fail, behind a screen that looks right. */
function watchForFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  return failures;
}

class Journey {
  private readonly page: Page;
  private readonly request: APIRequestContext;
  private readonly locale: Locale;
  private readonly email: string;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.request = page.request;
    this.locale = locale;
    this.email = `journey-${locale}-${Date.now().toString(36)}@example.com`;
  }

  private text(key: string, values?: Record<string, string | number>): string {
    return translateMessage(this.locale, key, values);
  }

  /** A text in which one value may be anything. */
  private pattern(key: string, values: Record<string, string>): RegExp {
    const escaped = this.text(key, values).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`^${escaped.replace("ANYTHING", ".+")}$`);
  }

  private path(path: string): string {
    return this.locale === "en" ? path : `/${this.locale}${path === "/" ? "" : path}`;
  }

  /** The row's button, whatever its price is at the moment. */
  private async buyButton(countryId: number): Promise<Locator> {
    const countries = await this.request.get("/api/country", { headers: { "x-user-locale": this.locale } });
    const list = (await countries.json()) as { external_id: number; name: string }[];
    const country = list.find((one) => one.external_id === countryId)?.name ?? "";
    const what = this.text("activations.shop.buyLabel", { service: "Telegram", country });
    return this.page.getByRole("button", { name: what });
  }

  private async balance(): Promise<number> {
    const answer = await this.request.get("/api/sms-users/balance");
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as number;
  }

  async wantNumberAsGuest() {
    await this.page.goto(this.path("/"));
    await expect(this.page).toHaveTitle(/Telegram|SMS/);
    const button = await this.buyButton(QUICK_COUNTRY);
    await button.click();
    await this.page.waitForURL(/registration\?goback=1/);
  }

  async register() {
    const { page } = this;
    await expect(page.getByRole("heading", { name: this.text("identity.registration.title") })).toBeVisible();
    await page.getByLabel(this.text("identity.fields.email")).fill(this.email);
    await expect(page.getByRole("region", { name: this.text("identity.registration.buying") })).toContainText(
      "Telegram",
    );
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(1);
    await page.getByRole("main").getByRole("checkbox").check();
    await page.getByRole("button", { name: this.text("identity.registration.submit") }).click();
    await expect(
      page.getByRole("heading", { name: this.text("identity.registration.sentTitle") }),
    ).toBeVisible();
  }

  /** The code of the mail confirms the address, signs in and leads back to the choice. */
  async confirmByCode() {
    const { page } = this;
    await page.getByLabel(this.text("identity.mailCode.code")).fill(await this.mailedCode());
    await page
      .getByRole("main")
      .getByRole("button", { name: this.text("identity.login.submit"), exact: true })
      .click();
    await page.waitForURL((url) => url.pathname === this.path("/"));
    expect(await this.balance()).toBe(0);
  }

  private async mailedCode(): Promise<string> {
    let code: string | undefined;
    await expect(async () => {
      const answer = await this.request.get(
        `${demo.mailbox}/messages.json?to=${encodeURIComponent(this.email)}`,
      );
      const [mail] = (await answer.json()) as Mail[];
      code = mail?.text.match(/\b\d{4} \d{4}\b/)?.[0];
      expect(code).toBeDefined();
    }).toPass();
    return code as string;
  }

  /** Without money the purchase leads to the top-up page. */
  async beSentToTopUp() {
    await this.page.goto(this.path("/"));
    await (await this.buyButton(QUICK_COUNTRY)).click();
    await this.page.waitForURL(/profile\/pay/);
  }

  async topUp() {
    const { page } = this;
    await page.getByLabel(this.text("payments.pay.amount")).fill(String(TOP_UP_ROUBLES));
    await page.getByRole("main").locator("button[type=submit]").click();
    await page.waitForURL(/test-gateway/);
    await page.locator("button[value=pay]").click();
    await page.waitForURL(/success-payment/);
    await expect(page.getByRole("heading", { name: this.text("payments.success.done") })).toBeVisible();
    expect(await this.balance()).toBe(TOP_UP_ROUBLES);
  }

  async buyAndSeeCode() {
    const { page } = this;
    await page.goto(this.path("/"));
    await (await this.buyButton(QUICK_COUNTRY)).click();
    await page.waitForURL(/\/profile$/);
    const card = page.getByRole("article").first();
    const copyCode = this.pattern("activations.profile.copyCode", { code: "ANYTHING" });
    await expect(card.getByRole("button", { name: copyCode })).toBeVisible();
    await expect(
      card.getByText(this.text("activations.profile.state.received"), { exact: true }),
    ).toBeVisible();
    const price = await this.priceOf(QUICK_COUNTRY);
    expect(await this.balance()).toBeCloseTo(TOP_UP_ROUBLES - price, 2);
    await card.getByRole("button", { name: this.text("activations.profile.finish"), exact: true }).click();
    await expect(
      page.getByText(this.text("activations.profile.state.completed"), { exact: true }),
    ).toBeVisible();
  }

  private async priceOf(countryId: number): Promise<number> {
    const answer = await this.request.get(`/api/country/get-prices/${TELEGRAM}?wholesale=0&user=guest`);
    const offers = (await answer.json()) as Offer[];
    return offers.find((offer) => offer.country_external_id === countryId)?.price ?? Number.NaN;
  }

  async cancelAndGetMoneyBack() {
    const { page } = this;
    const before = await this.balance();
    await page.goto(this.path("/"));
    await (await this.buyButton(SILENT_COUNTRY)).click();
    await page.waitForURL(/\/profile$/);
    const card = page.getByRole("article").first();
    await expect(
      card.getByText(this.text("activations.profile.state.waiting"), { exact: true }),
    ).toBeVisible();
    expect(await this.balance()).toBeLessThan(before);
    const cancel = this.pattern("activations.profile.cancel", { amount: "ANYTHING" });
    await card.getByRole("button", { name: cancel }).click();
    await expect(
      page.getByText(this.text("activations.profile.state.cancelled"), { exact: true }),
    ).toBeVisible();
    expect(await this.balance()).toBe(before);
  }

  /** Who registered by a code has no password to change, and may set one. */
  async beOfferedPassword() {
    await this.page.goto(this.path("/profile/settings/security"));
    const card = this.page.getByRole("region", { name: this.text("identity.settings.password.title") });
    await expect(card.getByRole("link", { name: this.text("identity.social.setPassword") })).toBeVisible();
  }
}
