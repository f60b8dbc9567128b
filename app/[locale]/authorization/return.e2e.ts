import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

const PASSWORD = "correct horse battery";
/** Telegram in Indonesia, by the protocol's ids. */
const SERVICE = "tg";
const COUNTRY = 6;

type Offer = { country_external_id: number; name: string };

/** The site in one language, as a person uses it. */
class Reader {
  readonly page: Page;
  readonly locale: Locale;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
  }

  text(key: string, values?: Record<string, string | number>): string {
    return translateMessage(this.locale, key, values);
  }

  open(path: string) {
    return this.page.goto(localizedPath(this.locale, path));
  }

  /** The button that buys the number, whatever its price is at the moment. */
  async buyButton() {
    const answer = await this.page.request.get("/api/country/get-prices/52?wholesale=0&user=guest", {
      headers: { "x-user-locale": this.locale },
    });
    const offers = (await answer.json()) as Offer[];
    const country = offers.find((offer) => offer.country_external_id === COUNTRY)?.name ?? "";
    const label = this.text("activations.shop.buyLabel", { service: "Telegram", country, price: "" });
    return this.page.getByRole("button", { name: label.trim() });
  }

  async register(email: string) {
    const { page } = this;
    await page.getByLabel(this.text("identity.fields.email")).fill(email);
    await page.getByRole("button", { name: this.text("identity.social.setPassword") }).click();
    await page.getByLabel(this.text("identity.fields.password"), { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("checkbox").check();
    await page.getByRole("button", { name: this.text("identity.registration.submit") }).click();
    await expect(
      page.getByRole("heading", { name: this.text("identity.registration.sentTitle") }),
    ).toBeVisible();
  }

  async signIn(email: string, password: string) {
    const { page } = this;
    await page.getByLabel(this.text("identity.fields.email")).fill(email);
    await page.getByLabel(this.text("identity.fields.password"), { exact: true }).fill(password);
    await page
      .getByRole("main")
      .getByRole("button", { name: this.text("identity.login.submit"), exact: true })
      .click();
  }
}

async function mailedLink(page: Page, to: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(to)}`);
    const [newest] = (await answer.json()) as { text: string }[];
    link = /https?:\/\/\S+confirm-email\S*/.exec(newest?.text ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

for (const locale of ["en", "cn"] as const) {
  test(`who wants a number as a guest finds it one press away after registering, in another browser too (${locale})`, async ({
    page,
    browser,
  }) => {
    const email = `return-${locale}-${randomUUID().slice(0, 8)}@example.com`;
    const guest = new Reader(page, locale);
    await guest.open("/telegram");
    await (await guest.buyButton()).click();
    await page.waitForURL(/\/registration\?goback=1/);
    const wanted = page.getByRole("region", { name: guest.text("identity.registration.buying") });
    await expect(wanted).toContainText("Telegram");
    await expect(wanted).toContainText(/\$\d+[.,]\d\d/);
    await guest.register(email);

    const elsewhere = patient(await (await browser.newContext()).newPage());
    const reader = new Reader(elsewhere, locale);
    await elsewhere.goto(await mailedLink(page, email));
    await elsewhere
      .getByRole("main")
      .getByRole("link", { name: guest.text("identity.login.submit") })
      .click();
    await elsewhere.waitForURL(/\/authorization\?goback=1/);
    await reader.signIn(email, PASSWORD);
    await elsewhere.waitForURL((url) => url.pathname === localizedPath(locale, "/telegram"));

    // Chosen and first in the list, and nothing was bought by itself.
    const chosen = elsewhere.getByRole("main").locator("li[data-chosen]");
    await expect(chosen).toContainText(reader.text("pricing.list.chosen"));
    const orders = await elsewhere.request.get("/api/activations");
    expect(await orders.json()).toEqual({ activations: [] });
    const press = chosen.getByRole("button");
    await expect(press).toBeFocused();
    await press.click();
    // A newcomer has no money: the press is carried on to the top-up for just this number.
    await elsewhere.waitForURL(
      (url) =>
        url.pathname === localizedPath(locale, "/profile/pay") && url.search.includes(`service=${SERVICE}`),
    );
    await elsewhere.context().close();
  });

  test(`a private page that somebody asked for opens after the login, with its query (${locale})`, async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson({ roubles: 0 });
    const reader = new Reader(page, locale);
    await reader.open("/profile/history?tab=incoming");
    await page.waitForURL(/\/authorization\?goback=1/);
    await reader.signIn(person.email, person.password);
    await expect(page).toHaveURL(localizedPath(locale, "/profile/history?tab=incoming"));

    // A session that has ended meanwhile is no other case.
    await page.context().addCookies([{ name: "authToken", value: "x".repeat(43), url: demo.url }]);
    await reader.open("/profile/statistics");
    await page.waitForURL(/\/authorization\?goback=1/);
    await reader.signIn(person.email, person.password);
    await expect(page).toHaveURL(localizedPath(locale, "/profile/statistics"));
  });
}

test("no address of somebody else's can be returned to", async ({ page, newPerson }) => {
  const person = await newPerson({ roubles: 0 });
  const reader = new Reader(page, "en");
  await reader.open(`/authorization?goback=1&to=${encodeURIComponent("//evil.example/profile")}`);
  await reader.signIn(person.email, person.password);
  await expect(page).toHaveURL("/profile");
  for (const attack of [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/%2f%2fevil.example",
    "%2f%2fevil.example",
    "/%5cevil.example",
    "/ru//evil.example",
    "/en//evil.example",
    "/ru/\\evil.example",
    "/.//evil.example",
    "/ru/..//evil.example",
    "/\t/evil.example",
    "https://evil.example/profile",
    "https:evil.example",
    "javascript:alert(1)",
    "/api/auth/logout",
    "/authorization?to=//evil.example",
  ]) {
    for (const spelling of [
      attack,
      encodeURIComponent(attack),
      encodeURIComponent(encodeURIComponent(attack)),
    ]) {
      const answer = await page.request.get(`/authorization?goback=1&to=${spelling}`, { maxRedirects: 0 });
      expect([attack, answer.headers().location]).toEqual([attack, "/profile"]);
    }
  }
});
