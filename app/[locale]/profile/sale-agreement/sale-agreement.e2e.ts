import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { enterStaff, enterUser, logIn } from "#lib/testing/journey-demo.ts";
import { alterSigned, readSigned } from "#lib/testing/signed-text.ts";

test("an approved agent accepts the agreement and sells a licence by link, whose key verifies without us and stops at the device limit, and finds sale and share", async ({
  page,
  browser,
  request,
  baseURL,
  newPerson,
}) => {
  const lead = await enterStaff(String(baseURL), await newPerson({ staff: "money-lead" }), (seed) =>
    codeAt(seed, Date.now()),
  );
  const send = async (path: string, data: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await lead.post(`/api/desk/licences${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const reason = "a journey";
  const code = `sold-${Date.now()}`;
  const name = `Tool ${code}`;
  const { id } = await send("/products", {
    ...{ code, name, softwareType: "Automation", description: "", priceKopecks: 1_000 },
    ...{ termDays: 30, deviceLimit: 1, reason },
  });
  await send(`/products/${id}/step`, { step: "put_on_sale", reason });
  await send("/agreement", { text: "Sell honestly.", reason });

  const agent = await newPerson({ roubles: 0 });
  const own = await enterUser(String(baseURL), agent);
  const me = await (await own.get("/api/users/me")).json();
  await own.dispose();
  await send(`/agents/${me.id}/approve`, { shareBasisPoints: 2_000, reason });

  await logIn(page, agent);
  await page.goto("/profile/sale-agreement");
  await expect(page.getByText("Sell honestly.")).toBeVisible();
  await page.getByRole("button", { name: "Accept the agreement" }).click();
  await expect(page.getByText("Accepted")).toBeVisible();
  const link = new URL(await page.getByText(/\/profile\/software\?agent=/).innerText());

  const buyers = patient(await (await browser.newContext({ baseURL: String(baseURL) })).newPage());
  await logIn(buyers, await newPerson());
  await buyers.goto(link.pathname + link.search);
  await buyers.getByRole("button", { name: `Buy ${name}` }).click();
  await buyers
    .getByRole("dialog", { name })
    .getByRole("button", { name: /^Buy for/ })
    .click();
  const key = await buyers.getByRole("dialog", { name: "Your licence key" }).locator("code").innerText();
  await buyers.context().close();

  // What the buyer's program does: the published keys, and the text.
  const { keys } = await (await request.get("/api/licences/keys")).json();
  expect(await readSigned(key, keys)).toMatchObject({ sub: code, devices: 1 });
  expect(await readSigned(alterSigned(key, { devices: 2 }), keys)).toBeNull();
  const activate = async (device: string) => {
    const answer = await request.post("/api/licences/activate", { data: { key, device, name: device } });
    return [answer.status(), (await answer.json()).error?.code];
  };
  expect(await activate("office-machine")).toEqual([200, undefined]);
  expect(await activate("home-machine")).toEqual([409, "LICENCE_DEVICES_FULL"]);

  await page.reload();
  const sale = page.getByRole("row", { name: new RegExp(name) });
  await expect(sale.getByText("Automation")).toBeVisible();
  await expect(sale.getByText(/2[.,]00/)).toBeVisible();
});
