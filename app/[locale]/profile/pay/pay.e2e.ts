import type { APIRequestContext, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import type { ProviderStandIn } from "#lib/payment-stand-ins/stand-in.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterStaff, logIn } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";
import { JourneyStandIns } from "#lib/testing/journey-stand-ins.ts";
import type { StandInPorts } from "#lib/tooling/start/payment-stand-ins.ts";

type Method = { id: string; name: string; screen: string; minPriceKopecks: number };
type Payment = { id: number; state: string; amountKopecks: number; charge: { amount: string } };
type Purchase = { event?: string; ecommerce?: { transaction_id: string; value: number } };

/** Where the product was told to look for the providers; without it the default start's own stand-ins are paid at. */
const ports = process.env.JOURNEY_STAND_INS
  ? (JSON.parse(process.env.JOURNEY_STAND_INS) as StandInPorts)
  : null;
const standIns = new JourneyStandIns();

test.beforeAll(async () => {
  if (ports) await standIns.start(ports);
});
test.afterAll(async () => {
  if (ports) await standIns.stop();
});

test("a person pays by every method that is offered and sees state, balance and list", async ({
  page,
  baseURL,
  newPerson,
}) => {
  // Every method there is, one behind the other: they share the places where the product looks for providers.
  test.slow();
  await watchPurchases(page);
  const payer = new Payer(page, String(baseURL), await newPerson({ staff: "money" }));
  await logIn(page, await newPerson());
  const methods = await payer.offeredMethods();
  expect(methods.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["test-gateway", "alipay", "qq", "support"]),
  );
  const paid: Payment[] = [];
  for (const method of methods) {
    await test.step(method.id, async () => {
      const before = await payer.balance();
      const payment = await payer.payBy(method);
      expect(payment.state).toBe("credited");
      await expect.poll(() => payer.balance()).toBeGreaterThanOrEqual(before + payment.amountKopecks / 100);
      paid.push(payment);
    });
  }
  if (ports) expect(unpaidStandIns()).toEqual([]);
  await payer.seeList(paid);
  await expect
    .poll(async () => {
      const purchases = await purchasesOf(page);
      return paid.map(
        ({ id }) => purchases.filter(({ ecommerce }) => ecommerce?.transaction_id === `${id}`).length,
      );
    })
    .toEqual(paid.map(() => 1));
});

test("a buyer of software or of ready accounts with too little money tops up what is missing and is led back to them", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson({ roubles: 1 }));
  const [product] = await (await page.request.get("/api/licences/products")).json();
  await page.goto("/profile/software");
  await page.getByRole("button", { name: `Buy ${product.name}`, exact: true }).click();
  const sale = page.getByRole("dialog", { name: product.name });
  await sale.getByRole("button", { name: /^Buy for/ }).click();
  await payMissing(page, /\/profile\/pay\?planned=software-\d+$/);
  await page.getByRole("link", { name: `Back to ${product.name}` }).click();
  await expect(page).toHaveURL(/\/profile\/software$/);
  await page.getByRole("button", { name: `Buy ${product.name}`, exact: true }).click();
  await sale.getByRole("button", { name: /^Buy for/ }).click();
  await expect(page.getByRole("dialog", { name: "Your licence key" })).toBeVisible();

  await page.context().clearCookies();
  await logIn(page, await newPerson({ roubles: 1 }));
  const [service] = await (await page.request.get("/api/ready-accounts/services-list")).json();
  await page.goto("/?type=readyAccounts");
  await page.getByRole("button", { name: service.name, exact: true }).click();
  await page
    .getByRole("button", { name: /^Buy for/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Before you buy" }).getByRole("button", { name: "OK" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Buy for/ })
    .click();
  await payMissing(page, /\/profile\/pay\?planned=accounts-\d+-\d+$/);
  await page.getByRole("link", { name: "Back to ready accounts" }).click();
  await expect(page).toHaveURL(new RegExp(`type=readyAccounts&accounts=${service.external_id}$`));
  await expect(page.getByRole("heading", { name: service.name, exact: true })).toBeVisible();
});

/** On the pay page: the amount that is missing stands there, and is paid. */
async function payMissing(page: Page, address: RegExp): Promise<void> {
  await expect(page).toHaveURL(address);
  await expect(page.getByText("missing for this purchase")).toBeVisible();
  await page.getByRole("radio", { name: "Test card" }).check();
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.waitForURL(/test-gateway/);
  await page.locator("button[value=pay]").click();
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
}

/** Every provider that the product was told of is paid at. */
function unpaidStandIns(): string[] {
  return standIns.providers.filter(([, { payments }]) => payments.size === 0).map(([provider]) => provider);
}

const HANDED_OVER = "journey-purchases";

/**
 * The page's analytics as a tag manager would set them up. What is handed to them is written down in the browser at once,
 * since a page may be left in the same moment.
 */
async function watchPurchases(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const layer: Purchase[] = [];
    layer.push = (event) => {
      const before = JSON.parse(localStorage.getItem(key) ?? "[]") as Purchase[];
      localStorage.setItem(key, JSON.stringify([...before, event]));
      return 1;
    };
    (globalThis as unknown as { dataLayer: Purchase[] }).dataLayer = layer;
  }, HANDED_OVER);
}

async function purchasesOf(page: Page): Promise<Purchase[]> {
  const events = (await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "[]"),
    HANDED_OVER,
  )) as Purchase[];
  return events.filter(({ event }) => event === "purchase");
}

class Payer {
  private readonly page: Page;
  private readonly baseURL: string;
  /** Who says that a transfer has come. */
  private readonly staff: JourneyPerson;
  private readonly api: APIRequestContext;

  constructor(page: Page, baseURL: string, staff: JourneyPerson) {
    this.staff = staff;
    this.page = page;
    this.baseURL = baseURL;
    this.api = page.request;
  }

  async offeredMethods(): Promise<Method[]> {
    const answer = await this.api.get("/api/payments/methods");
    return ((await answer.json()) as { methods: Method[] }).methods;
  }

  async balance(): Promise<number> {
    const answer = await this.api.get("/api/sms-users/balance");
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as number;
  }

  private async newest(): Promise<Payment> {
    const answer = await this.api.get("/api/payments?limit=1");
    const [payment] = ((await answer.json()) as { payments: Payment[] }).payments;
    if (!payment) throw new Error("there is no payment");
    return payment;
  }

  /** Pays by one method in the browser until the page itself says that it is done. */
  async payBy(method: Method): Promise<Payment> {
    const { page } = this;
    await page.goto("/profile/pay?service=tg&externalId=journey");
    await page.getByRole("radio", { name: method.name }).check();
    if (method.screen === "coupon") await this.redeem(method);
    else await this.payAmount(method);
    await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to the purchase" })).toBeVisible();
    return this.newest();
  }

  private async redeem(method: Method) {
    const { page } = this;
    const shop = await page.context().newPage();
    await shop.goto((await page.getByRole("link", { name: "Buy a coupon" }).getAttribute("href")) ?? "");
    const offer = shop.locator("p.amount", { hasText: method.name }).first();
    await offer.locator("xpath=following-sibling::form[1]").getByRole("button").click();
    const code = await shop.locator("[data-code]").innerText();
    await shop.close();
    await page.getByLabel("Payment code").fill(`${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`);
    await page.getByRole("button", { name: "Redeem the code" }).click();
    await expect(page.getByText("Payment code is not correct")).toBeVisible();
    await page.getByLabel("Payment code").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Redeem the code" }).click();
  }

  private async payAmount(method: Method) {
    const { page } = this;
    await page.getByLabel("Amount, ₽").fill(String(method.minPriceKopecks / 100));
    await page.getByRole("main").locator("button[type=submit]").click();
    if (method.screen === "support") return this.transfer();
    if (method.screen === "invoice") return this.payInvoice();
    if (method.id === "test-gateway") {
      await page.waitForURL(/test-gateway/);
      return page.locator("button[value=pay]").click();
    }
    if (!ports) {
      // The default start's own stand-ins have a page each.
      await page.waitForURL(/pay-stand-ins/);
      return page.getByRole("button", { name: "Pay exactly" }).click();
    }
    await page.waitForURL(({ origin }) => standIns.at(origin) !== undefined);
    const [provider, standIn] = standIns.at(new URL(page.url()).origin) ?? [];
    if (!provider || !standIn) throw new Error(`nobody is paid at ${page.url()}`);
    await this.payAt(provider, standIn);
  }

  /** The stand-in is told that the payer paid on its page; it sends its signed notice and the payer comes back. */
  private async payAt(provider: string, standIn: ProviderStandIn) {
    const { page } = this;
    const { id } = await this.newest();
    const [payment] = standIn.paymentsOf(`payment-${id}`);
    if (!payment) throw new Error(`${provider} has no payment ${id}`);
    await page.goto(`${this.baseURL}/success-payment?payment=${id}`);
    await expect(page.getByRole("heading", { name: "Payment is being completed" })).toBeVisible();
    Object.assign(payment, { state: "paid", paid: payment.asked });
    const { rawBody, headers } = standIn.notice(payment);
    const answer = await this.api.post(`/api/payments/webhooks/${provider}`, { data: rawBody, headers });
    expect(answer.status()).toBe(200);
  }

  /** The exact amount of the invoice arrives on the chain. */
  private async payInvoice() {
    const { page } = this;
    await page.waitForURL(/profile\/pay\/invoice/);
    const { id, charge } = await this.newest();
    if (ports) standIns.tron.send(charge.amount);
    else await this.sendFromWallet(charge.amount);
    await page.goto(`${this.baseURL}/success-payment?payment=${id}`);
  }

  /** The wallet of the default start's own chain. */
  private async sendFromWallet(amount: string) {
    const wallet = await this.page.context().newPage();
    await wallet.goto("/pay-stand-ins/tron");
    await wallet.getByLabel("Amount, USDT").fill(amount);
    await wallet.getByRole("button", { name: "Send exactly" }).click();
    await expect(wallet.getByText("Transaction id")).toBeVisible();
    await wallet.close();
  }

  /** One of the staff says that it has come, while the payer looks at the page. */
  private async transfer() {
    const { page } = this;
    await page.waitForURL(/profile\/pay\/transfer/);
    await page.getByLabel("Number, bank and time of the transfer").fill("No. 77");
    await page.getByRole("button", { name: "Send to support" }).click();
    await expect(page.getByText("Saved. Support can see it.")).toBeVisible();
    const { id, amountKopecks } = await this.newest();
    const staff = await enterStaff(this.baseURL, this.staff, (seed) => codeAt(seed, Date.now()));
    const answer = await staff.post(`/api/desk/transfers/${id}/confirm`, {
      data: { receivedKopecks: amountKopecks },
    });
    expect(await answer.json()).toEqual({ state: "credited", isWaitingForSecond: false });
    await staff.dispose();
  }

  /** Every payment stands in the list with its state. */
  async seeList(paid: readonly Payment[]) {
    const { page } = this;
    await page.goto("/profile/pay");
    for (const { id } of paid.slice(-8)) {
      const link = page.locator(`a[href="/success-payment?payment=${id}"]`);
      await expect(link).toBeVisible();
      await expect(page.getByRole("listitem").filter({ has: link })).toContainText("Credited");
    }
  }
}
