import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, pressInDialog, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import { buyNumber, cancelNumber, SILENT_COUNTRY } from "#lib/testing/journey-numbers.ts";

type Heard = { raw: string; headers: Record<string, string> };

/** A person's own server on this machine. It refuses the first delivery that comes. */
async function openReceiver(): Promise<{ url: string; heard: Heard[]; close: () => void }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let raw = "";
    for await (const chunk of request) raw += String(chunk);
    heard.push({ raw, headers: request.headers as Record<string, string> });
    response.writeHead(heard.length === 1 ? 500 : 200).end(heard.length === 1 ? "not yet" : "thanks");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, heard, close: () => server.close() };
}

test("a person makes a webhook, buys a number, and the server behind it gets the number signed; the log tells how it went", async ({
  page,
  newPerson,
}) => {
  const receiver = await openReceiver();
  await logIn(page, await newPerson());
  await page.getByRole("main").getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();

  const name = `Journey ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByRole("button", { name: "Create" }).click();
  const secret = await page.getByTestId("fresh-secret").innerText();
  expect(secret).toMatch(/^whsec_/);
  const verified = (at: number) =>
    new Webhook(secret).verify(receiver.heard[at]?.raw ?? "", receiver.heard[at]?.headers ?? {}) as {
      type: string;
      data: Record<string, unknown>;
    };

  await page.getByRole("button", { name: `Send a test: ${name}` }).click();
  const log = page.getByRole("region", { name: `Log of ${name}` });
  // The first answer is a 500: the same message comes again some seconds later.
  await expect(log.getByText("Delivered")).toBeVisible();
  await expect(log.getByText(/2 attempts/)).toBeVisible();
  expect(verified(0).type).toBe("webhook.test");
  expect(receiver.heard[1]?.raw).toBe(receiver.heard[0]?.raw);
  expect(receiver.heard[1]?.headers["webhook-id"]).toBe(receiver.heard[0]?.headers["webhook-id"]);

  const { id: order } = await buyNumber(page, SILENT_COUNTRY);
  await cancelNumber(page, order);
  await expect.poll(() => receiver.heard.length).toBe(4);
  const told = [verified(2), verified(3)].sort((one, other) => one.type.localeCompare(other.type));
  expect(told).toMatchObject([
    { type: "activation.issued", data: { activationId: order, number: expect.stringMatching(/^\d+$/) } },
    { type: "activation.refunded", data: { activationId: order, service: "tg", country: SILENT_COUNTRY } },
  ]);
  await page.getByRole("button", { name: `Delete: ${name}` }).click();
  await pressInDialog(page, "Delete");
  await expect(page.getByRole("heading", { name })).toHaveCount(0);
  receiver.close();
});
