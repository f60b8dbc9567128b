import type { Page } from "@playwright/test";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import type { StandInPorts } from "#lib/tooling/start/payment-stand-ins.ts";

type Payment = { id: number; charge: { amount: string } };

/** Where the product was told to look for the chain; without it the default start's own one is used, with its wallet. */
const ports = process.env.JOURNEY_STAND_INS
  ? (JSON.parse(process.env.JOURNEY_STAND_INS) as StandInPorts)
  : null;
const tron = new TronStandIn();

/** As the page writes it: without the zeros at the end that say nothing. */
function shown(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, "\u00a0");
  return `${grouped},${fraction.replace(/0+$/, "").padEnd(2, "0")}\u00a0USDT`;
}

test.beforeAll(async () => {
  if (ports) await tron.start(ports.tron);
});
test.afterAll(async () => {
  if (ports) await tron.stop();
});

test("the exact amount is seen on the page while it is confirmed, and then it is on the balance", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  const { charge } = await beginInvoice(page);
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  await expect(page.getByText(shown(charge.amount))).toBeVisible();
  await page.getByRole("button", { name: "Copy the amount" }).click();
  const sent = await send(page, charge.amount);
  await expect(page.getByText("The transfer is on the network")).toBeVisible();
  sent.confirm();
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the purchase" })).toBeVisible();
});

test("another amount is told in plain words, claimed, and the claim withdrawn", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  const { charge } = await beginInvoice(page);
  const less = (Number(charge.amount) - 1).toFixed(6);
  const sent = await send(page, less);
  sent.confirm();
  await expect(page.getByRole("heading", { name: "Less arrived than expected" })).toBeVisible();
  await expect(page.getByText(`${shown(less)} arrived instead of`)).toBeVisible();
  await page.getByRole("button", { name: "Send a claim" }).click();
  await expect(page.getByText(/Sending money back costs 10\sUSD/)).toBeVisible();
  await page.getByLabel("Transaction id (TXID)").fill(sent.transactionId.slice(1));
  await page.getByLabel("Address for a return").fill("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  await page.getByLabel("How to reach you").fill("me@example.com");
  await page.getByRole("button", { name: "Send the claim" }).click();
  await expect(page.getByText(/The transaction id has 64 characters/)).toBeVisible();
  await page.getByLabel("Transaction id (TXID)").fill(sent.transactionId);
  await page.getByRole("button", { name: "Send the claim" }).click();
  await expect(page.getByText("Being checked")).toBeVisible();
  await expect(page.getByText(sent.transactionId)).toBeVisible();
  // The address is new: it waits for the mailed code.
  await expect(page.getByLabel("Code from the email")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw the claim" }).click();
  await page.getByRole("button", { name: "Really withdraw it?" }).click();
  await expect(page.getByText("Withdrawn", { exact: true })).toBeVisible();
  await expect(page.getByText("Being checked")).toBeHidden();
});

/** Chooses Tether on the pay page and comes to the invoice. An amount of its own, so that no other journey's is near. */
async function beginInvoice(page: Page): Promise<Payment> {
  await page.goto("/profile/pay?service=tg");
  await page.getByRole("radio", { name: /Tether/ }).check();
  await page.getByLabel("Amount, ₽").fill(String(5_000 + Math.floor(Math.random() * 90) * 1_000));
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.waitForURL(/profile\/pay\/invoice\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const answer = await page.request.get(`/api/payments/${id}`);
  return (await answer.json()) as Payment;
}

/** Sends USDT to the product's address; `confirm` where the chain does not do it by itself. */
async function send(page: Page, amount: string): Promise<{ transactionId: string; confirm: () => void }> {
  if (ports) {
    const transfer = tron.send(amount, { isConfirmed: false });
    const confirm = () => Object.assign(transfer, { isConfirmed: true });
    return { transactionId: transfer.transactionId, confirm };
  }
  const wallet = await page.context().newPage();
  await wallet.goto("/pay-stand-ins/tron");
  await wallet.getByLabel("Amount, USDT").fill(amount);
  await wallet.getByRole("button", { name: "Send exactly" }).click();
  const transactionId = await wallet.locator("#transaction").innerText();
  await wallet.close();
  return { transactionId, confirm: () => {} };
}
