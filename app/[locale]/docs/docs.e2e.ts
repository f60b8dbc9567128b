import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/** The form of a call, opened on the page that describes it. */
async function tryOut(page: Page, path: string, method: string) {
  await page.goto(path);
  await page.getByRole("button", { name: new RegExp(`^Test this method\\W+${method}$`) }).click();
  const form = page.getByRole("region", { name: `Test: ${method}`, exact: true });
  const body = form.getByRole("figure", { name: "Body" });
  return {
    form,
    body,
    /** Sends the form and waits for its answer. */
    async send(): Promise<string> {
      await form.getByRole("button", { name: "Send request" }).click();
      await expect(form.getByRole("status").first()).toHaveText(/^(Answer|Refused): .+ after [\d,\s]+ ms$/);
      await expect(form.getByTestId("tester-time")).toHaveText(/^[\d,\s]+ ms$/);
      return body.innerText();
    },
  };
}

test("a person tries the API in its documentation: a sandbox key, the balance, a code, a cancel, a rent and its extension", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson({ roubles: 0 }));

  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const handler = "/docs/handler-api";

  const balance = await tryOut(page, `${handler}/account`, "getBalance");
  await balance.form.getByRole("button", { name: "Create a sandbox key" }).click();
  await expect(balance.form.getByLabel("API key")).toHaveValue(/^test[0-9a-f]{28}$/);
  expect(await balance.send()).toContain("ACCESS_BALANCE:1000.00");
  await expect(balance.form.getByTestId("tester-status")).toHaveText("200");

  // The key stays with the tab; a number is bought, and the next forms know it.
  const purchase = await tryOut(page, `${handler}/buying`, "getNumber");
  expect(await purchase.send()).toContain("ACCESS_NUMBER:900000001:");
  const status = await tryOut(page, `${handler}/orders`, "getStatus");
  await expect(status.form.getByRole("textbox", { name: "id", exact: true })).toHaveValue("900000001");
  await expect.poll(() => status.send()).toContain("STATUS_OK:12345");

  // A service without a code: bought and cancelled; what can no longer be done is refused, and the refusal has its page.
  const silent = await tryOut(page, `${handler}/buying`, "getNumber");
  await silent.form.getByRole("combobox", { name: "service" }).fill("vi");
  await page.keyboard.press("Tab");
  expect(await silent.send()).toContain("ACCESS_NUMBER:900000002:");
  const cancel = await tryOut(page, `${handler}/orders`, "cancelActivation");
  expect(await cancel.send()).toContain("ACCESS_CANCEL");
  const tooLate = await tryOut(page, `${handler}/orders`, "finishActivation");
  expect(await tooLate.send()).toContain("BAD_STATUS");
  const meaning = tooLate.form.getByRole("link", { name: "What BAD_STATUS means and what to do" });
  await expect(meaning).toHaveAttribute("href", "/docs/errors/bad-status");

  const rent = await tryOut(page, `${handler}/rent`, "getRentNumber");
  expect(await rent.send()).toContain('"status": "success"');
  const extension = await tryOut(page, `${handler}/rent`, "continueRentNumber");
  await expect(extension.form.getByRole("textbox", { name: "id", exact: true })).not.toHaveValue("");
  expect(await extension.send()).toContain('"status": "success"');

  // The same by REST v1, whose writes carry a key of their own.
  const order = await tryOut(page, "/docs/rest/activations", "restBuyActivation");
  const orderId = async () => /"id": (\d+),/.exec(await order.send())?.[1] ?? "";
  const first = await orderId();
  expect(first).toMatch(/^\d+$/);
  await expect(order.form.getByTestId("tester-status")).toHaveText("201");
  expect(await orderId()).toBe(first);
  await order.form.getByRole("button", { name: "Renew" }).click();
  expect(await orderId()).not.toBe(first);
});
